package gateway

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// exchangeRaw sends bytes on a connection of their own and reads n answers.
func exchangeRaw(t testing.TB, addr, raw string, n int) (out []got) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(c, raw); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(c)
	for range n {
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatalf("after %d answers to %q: %v", len(out), raw, err)
		}
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, got{r, string(b)})
	}
	return out
}

func TestCachedAndForwardedCallsTakeTurnsOnOneConnection(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	addr := serveRaw(t, shop.Gateway)
	shop.get("/api/settings").wants(t, 200, "")
	hit := "GET /api/settings HTTP/1.1\r\nHost: s\r\n\r\n"
	me := "GET /api/me HTTP/1.1\r\nHost: s\r\nAuthorization: Bearer t\r\n\r\n"
	post := "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}"
	wants := map[string]string{hit: `"SITE_TITLE"`, me: `{"path":"me"}`, post: `{"path":"contact"}`}
	orders := [][]string{{hit, hit, hit}, {hit, me, hit}, {me, hit, me, hit}, {post, hit, post}, {hit, post, me, hit, hit}, {post, post, hit}}
	for _, o := range orders {
		for i, a := range exchangeRaw(t, addr, strings.Join(o, ""), len(o)) { // all at once
			if a.StatusCode != 200 || !strings.Contains(a.body, wants[o[i]]) {
				t.Fatalf("%d of %q: %d %s", i, o, a.StatusCode, a.body)
			}
		}
		c, err := net.Dial("tcp", addr) // one after the other, in pieces
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(time.Minute))
		in := bufio.NewReader(c)
		for i, raw := range o {
			cut := len(raw) * (i + 1) / (len(o) + 1)
			io.WriteString(c, raw[:cut])
			io.WriteString(c, raw[cut:])
			r, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatalf("%d of %q: %v", i, o, err)
			}
			b, _ := io.ReadAll(r.Body)
			if r.StatusCode != 200 || !strings.Contains(string(b), wants[raw]) {
				t.Fatalf("%d of %q: %d %s", i, o, r.StatusCode, b)
			}
		}
		c.Close()
	}
}

func TestAnIncompleteHeaderAfterAnAnswerEnds(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	server := shop.Gateway.publicServer()
	server.ReadHeaderTimeout = time.Second
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	addr := l.Addr().String()
	shop.get("/api/settings").wants(t, 200, "")
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewReader(c)
	io.WriteString(c, "GET /api/settings HTTP/1.1\r\nHost: s\r\n\r\n")
	r, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, r.Body)
	io.WriteString(c, "GET /api/settings HTT")
	c.SetReadDeadline(time.Now().Add(time.Minute))
	if _, err := io.Copy(io.Discard, in); err != nil {
		t.Fatalf("an incomplete header is still waited for: %v", err)
	}
}

// A browser that disconnects ends its GET upstream; a write goes on.
func TestAGetEndsWithItsBrowser(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	ended, release := make(chan string, 2), make(chan struct{})
	slow := func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
			ended <- r.Method + " ended"
		case <-release:
			io.WriteString(w, `{"data":1}`)
			ended <- r.Method + " answered"
		}
	}
	backend.on("GET me", slow)
	backend.on("POST contact", slow)
	shop := openShop(t, backend)
	var left atomic.Bool // net/http has seen the browser of the POST leave
	addr := newServer(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			context.AfterFunc(r.Context(), func() { left.Store(true) })
		}
		shop.Gateway.ServeHTTP(w, r)
	})).Listener.Addr().String()
	for _, c := range [...]struct{ raw, want string }{
		{"GET /api/me HTTP/1.1\r\nHost: s\r\nAuthorization: Bearer t\r\n\r\n", "GET ended"},
		{"POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}", "POST answered"},
	} {
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(conn, c.raw)
		call, _, _ := strings.Cut(strings.Replace(c.raw, "/api/", "", 1), " HTTP")
		until(t, "the call is upstream", func() bool { return len(backend.of(call)) == 1 })
		conn.Close()
		if strings.HasPrefix(c.want, "POST") {
			until(t, "the disconnect is seen", left.Load)
			close(release)
		}
		if got := <-ended; got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	until(t, "nothing is under way", func() bool { return shop.recorder.metrics.inFlight.Load() == 0 })
}

// A request that arrives while a slow one is answered is answered next.
func TestARequestThatWaitsForASlowOneIsAnswered(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	release := make(chan struct{})
	backend.on("GET me", func(w http.ResponseWriter, _ *http.Request) { <-release; io.WriteString(w, `{"data":"slow"}`) })
	shop := openShop(t, backend)
	c, err := net.Dial("tcp", serveRaw(t, shop.Gateway))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(c)
	me := "GET /api/me HTTP/1.1\r\nHost: s\r\nAuthorization: Bearer t\r\n\r\n"
	answer := func() {
		release <- struct{}{}
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		if b, _ := io.ReadAll(r.Body); string(b) != `"slow"` {
			t.Fatalf("%s", b)
		}
	}
	for i := range 2 {
		io.WriteString(c, me)
		until(t, "the call is upstream", func() bool { return len(backend.of("GET me")) == 2*i+1 })
		io.WriteString(c, me)
		answer()
		answer()
	}
}

// A call that runs longer than the grace of a drain is answered all the same, and its connection then ends.
func TestADrainWaitsForCallsOnUsedConnections(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	_, l, drain, ended := serve(t, backend)
	slow := make(chan struct{})
	defer close(slow)
	backend.on("GET me", func(w http.ResponseWriter, _ *http.Request) { <-slow; io.WriteString(w, `{"data":"done"}`) })
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(c)
	exchange := func() string {
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(r.Body)
		return fmt.Sprintf("%s, last: %v", b, r.Close)
	}
	io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: s\r\n\r\n")
	if got := exchange(); got != "ok, last: false" {
		t.Fatal(got)
	}
	io.WriteString(c, "GET /api/me HTTP/1.1\r\nHost: s\r\nAuthorization: Bearer t\r\n\r\n")
	until(t, "the call has arrived", func() bool { return len(backend.of("GET me")) == 1 })
	drain()
	until(t, "the listener is closed", l.closed.Load)
	slow <- struct{}{}
	if got := exchange(); got != `"done", last: true` {
		t.Fatalf("the running call ended with %s", got)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if _, err := in.ReadByte(); !errors.Is(err, io.EOF) {
		t.Errorf("the connection stays open: %v", err)
	}
}

// A cached answer that has begun when the drain begins is sent whole, also to a slow reader on a used connection.
func TestADrainWaitsForCachedAnswers(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET products/menus", says(`{"data":"`+strings.Repeat("Pizza ", 200_000)+`"}`))
	_, l, drain, ended := serve(t, backend)
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.(*net.TCPConn).SetReadBuffer(32 << 10)
	c.SetDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(c)
	ask := func() *http.Response {
		io.WriteString(c, "GET /api/products/menus HTTP/1.1\r\nHost: s\r\n\r\n")
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	first, _ := io.ReadAll(ask().Body)
	second := ask() // its header has come
	if second.Header.Get("X-Cache") != "hit" {
		t.Fatalf("X-Cache %q", second.Header.Get("X-Cache"))
	}
	drain()
	until(t, "the listener is closed", l.closed.Load)
	rest, err := io.ReadAll(second.Body)
	if err != nil || string(rest) != string(first) {
		t.Fatalf("%d of %d bytes arrived: %v", len(rest), len(first), err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}
