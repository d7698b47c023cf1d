package listener

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// With a server that gives an answer half a second as a whole, a reader that needs a minute still gets all of it.
func TestASlowReaderGetsALargeAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size = 4 << 20
		server := &http.Server{WriteTimeout: 500 * time.Millisecond, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			pacedWriter{w}.Write(make([]byte, size))
		})}
		c := serve(t, server)
		io.WriteString(c, "GET / HTTP/1.1\r\nHost: s\r\nConnection: close\r\n\r\n")
		var got int64
		for {
			n, err := io.CopyN(io.Discard, c, 64<<10)
			if got += n; err != nil {
				break
			}
			time.Sleep(time.Second)
		}
		if got < size {
			t.Fatalf("%d bytes arrived", got)
		}
	})
}

// oneConn is a listener of the connections that are sent to it.
type oneConn chan net.Conn

func (l oneConn) Accept() (net.Conn, error) {
	if c, ok := <-l; ok {
		return c, nil
	}
	return nil, net.ErrClosed
}

func (l oneConn) Close() error { return nil }

func (l oneConn) Addr() net.Addr { return &net.TCPAddr{} }

// A body that was announced and does not come is waited for as long as its length allows, whether or not a handler reads it.
func TestABodyThatDoesNotComeEnds(t *testing.T) {
	handlers := map[string]http.HandlerFunc{
		"read":   func(_ http.ResponseWriter, r *http.Request) { io.Copy(io.Discard, r.Body) },
		"unread": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNotFound) },
	}
	heads := map[string]time.Duration{
		"GET / HTTP/1.1\r\nHost: s\r\nContent-Length: 2000\r\n\r\n":             7 * time.Second,
		"POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 10240\r\n\r\n{":          15 * time.Second,
		"POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 99999999999\r\n\r\n{":    40 * time.Second,
		"POST / HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n": 40 * time.Second,
	}
	for name, handler := range handlers {
		for head, allowed := range heads {
			synctest.Test(t, func(t *testing.T) {
				c := serve(t, New(handler, time.Minute, nil))
				io.WriteString(c, head)
				began := time.Now()
				io.Copy(io.Discard, c)
				// net/http keeps a connection with unread bytes for half a second more.
				if took := time.Since(began); took > allowed+time.Second {
					t.Errorf("%s, %q: ended after %s", name, head, took)
				}
			})
		}
	}
}

// The time of a response begins when its request is complete: a client that needed longer than that for a body still gets the answer.
func TestASlowBodyGetsItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := serve(t, New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			io.Copy(w, r.Body)
		}), 3*time.Second, nil))
		go func() {
			io.WriteString(c, "POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 10\r\n\r\n")
			for range 10 {
				time.Sleep(400 * time.Millisecond)
				io.WriteString(c, "x")
			}
		}()
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(r.Body); string(b) != "xxxxxxxxxx" {
			t.Errorf("%q, %v", b, err)
		}
	})
}

// serve serves one connection, and returns its client's end.
func serve(t *testing.T, server *http.Server) net.Conn {
	c, theirs := net.Pipe()
	conns := make(oneConn, 1)
	conns <- theirs
	go server.Serve(conns)
	t.Cleanup(func() {
		c.Close()
		close(conns)
		server.Close()
	})
	return c
}

// When the limit of connections is reached, the one that has waited for its client longest gives way: a client that opens many, and
// keeps them open or never completes a request, locks nobody out.
func TestWaitingConnectionsGiveWay(t *testing.T) {
	for name, waiting := range map[string]string{
		"idle":           "GET / HTTP/1.1\r\nHost: s\r\n\r\n",
		"without a sign": "",
		"half a header":  "GET / HTTP/1.1\r\nHo",
		"half a body":    "POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 100000\r\n\r\n{",
		"unread body":    "GET /unread HTTP/1.1\r\nHost: s\r\nContent-Length: 100000\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			release := make(chan struct{})
			arrived := make(chan struct{})
			server := newServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path != "/unread" {
					io.Copy(io.Discard, r.Body)
				}
				if r.URL.Path == "/slow" {
					close(arrived)
					<-release
				}
				io.WriteString(w, "here")
			}), time.Minute, nil, 4)
			go server.Serve(l)
			defer server.Close()
			send := func(text string) net.Conn {
				c, err := net.Dial("tcp", l.Addr().String())
				if err != nil {
					t.Fatal(err)
				}
				t.Cleanup(func() { c.Close() })
				io.WriteString(c, text)
				return c
			}
			answered := func(c net.Conn) bool {
				c.SetReadDeadline(time.Now().Add(time.Minute))
				_, err := http.ReadResponse(bufio.NewReader(c), nil)
				return err == nil
			}
			busy := send("POST /slow HTTP/1.1\r\nHost: s\r\nContent-Length: 2\r\n\r\n{}")
			<-arrived
			for i := range 20 {
				send(waiting)
				if !answered(send("GET / HTTP/1.1\r\nHost: s\r\nConnection: close\r\n\r\n")) {
					t.Fatalf("customer %d was not answered", i)
				}
			}
			close(release)
			if !answered(busy) {
				t.Error("a connection with a complete request in flight was closed")
			}
		})
	}
}
