package listener

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"tablefront/bff/eventually"
)

// With a server that gives an answer half a second as a whole, a reader that needs a minute still gets all of it.
func TestASlowReaderGetsALargeAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const size = 4 << 20
		server := &http.Server{WriteTimeout: 500 * time.Millisecond, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			pacedWriter{w}.Write(make([]byte, size))
		})}
		c, theirs := net.Pipe()
		conns := make(oneConn, 1)
		conns <- theirs
		go server.Serve(conns)
		defer server.Close()
		defer close(conns)
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

// When the limit of connections is reached, the one that is idle for the longest time gives way: a client that opens many and keeps
// them open locks nobody out.
func TestIdleConnectionsGiveWay(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	release := make(chan struct{})
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			<-release
		}
		io.WriteString(w, "here")
	})
	all := newConnections()
	all.max = 4
	server := New(handler, time.Minute, nil)
	server.ConnState = all.connState
	go server.Serve(l)
	defer server.Close()
	send := func(path string) net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		io.WriteString(c, "GET "+path+" HTTP/1.1\r\nHost: s\r\n\r\n")
		return c
	}
	answered := func(c net.Conn) bool {
		c.SetReadDeadline(time.Now().Add(10 * time.Second))
		_, err := http.ReadResponse(bufio.NewReader(c), nil)
		return err == nil
	}
	busy := send("/slow")
	for i := range 20 {
		if !answered(send("/")) {
			t.Fatalf("connection %d of somebody who keeps all of them open was not answered", i)
		}
	}
	close(release)
	if !answered(busy) {
		t.Error("a connection with a request in flight was closed")
	}
	// With none idle, a new one is refused until an incomplete header has run out of time.
	for range all.max {
		c, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	eventually.True(t, "a customer is answered again", func() bool { return answered(send("/")) })
}
