package upstream

import (
	"bufio"
	"bytes"
	"context"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tablefront/bff/eventually"
)

// scripted is a host whose connections respond as scripted.
type scripted struct {
	*Host
	conns    atomic.Int64
	requests atomic.Int64
	// closed counts the connections that both sides have closed.
	closed atomic.Int64
	mu     sync.Mutex
	paths  []string
}

// script starts a host. serve is asked for each request: what to write, and whether the connection stays open.
func script(t *testing.T, serve func(c net.Conn, nth int, r *http.Request) (stay bool)) *scripted {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &scripted{}
	var wg sync.WaitGroup
	var open sync.Map
	t.Cleanup(func() {
		l.Close()
		open.Range(func(c, _ any) bool { c.(net.Conn).Close(); return true })
		wg.Wait()
	})
	wg.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			s.conns.Add(1)
			open.Store(c, true)
			wg.Go(func() {
				defer c.Close()
				in := bufio.NewReader(c)
				for nth := 0; ; nth++ {
					r, err := http.ReadRequest(in)
					if err != nil {
						return
					}
					body, err := io.ReadAll(r.Body)
					if err != nil {
						return
					}
					r.Body = io.NopCloser(bytes.NewReader(body))
					s.requests.Add(1)
					s.mu.Lock()
					s.paths = append(s.paths, r.URL.Path)
					s.mu.Unlock()
					if !serve(c, nth, r) {
						c.(*net.TCPConn).CloseWrite()
						io.Copy(io.Discard, in)
						s.closed.Add(1)
						return
					}
				}
			})
		}
	})
	s.Host = NewPool(t.Context(), Options{Timeout: 10 * time.Second, MaxAnswer: 16 << 20, Log: slog.New(slog.DiscardHandler)}).Host("http://"+l.Addr().String(), true, true)
	return s
}

func (s *scripted) ask(ctx context.Context, method, path string, body []byte) (string, error) {
	a, err := s.Do(ctx, &Request{Method: method, Path: path, Header: http.Header{"Lang": {"de"}}, Body: body})
	if err != nil {
		return "", err
	}
	return string(a.Body), nil
}

func say(c net.Conn, body string) {
	fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
}

func TestConnectionsAreUsedAgain(t *testing.T) {
	s := script(t, func(c net.Conn, _ int, r *http.Request) bool { say(c, r.URL.Path); return true })
	for i := range 50 {
		path := fmt.Sprint("me/", i)
		if got, err := s.ask(t.Context(), http.MethodGet, path, nil); err != nil || got != "/api/"+path {
			t.Fatalf("%q, %v", got, err)
		}
	}
	// On a machine under load net/http gives a connection up whose request took too long to write, so a few more are no fault.
	if n := s.conns.Load(); n > 10 {
		t.Errorf("%d connections for 50 calls one after another", n)
	}
}

// A host that closes its connections after each answer, as with a short keep-alive: nothing is lost and nothing is sent
// twice, and no write has an unknown outcome because of it.
func TestConnectionsThatTheHostHasClosed(t *testing.T) {
	s := script(t, func(c net.Conn, _ int, r *http.Request) bool { say(c, r.Method); return false })
	for _, method := range []string{http.MethodGet, http.MethodPost} {
		for range 20 {
			before := s.requests.Load()
			if got, err := s.ask(t.Context(), method, "x", []byte("{}")); err != nil || got != method || s.requests.Load() != before+1 {
				t.Fatalf("%q, %v, sent %d times", got, err, s.requests.Load()-before)
			}
			waitFor(t, func() bool { return s.closed.Load() == s.conns.Load() })
		}
	}
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	eventually.True(t, "the condition holds", done)
}

// expiringContext is a context whose deadline passes when the test says so.
type expiringContext struct {
	context.Context
	expired chan struct{}
}

func (e expiringContext) Deadline() (time.Time, bool) { return time.Now().Add(time.Hour), true }

func (e expiringContext) Done() <-chan struct{} { return e.expired }

func (e expiringContext) Err() error {
	select {
	case <-e.expired:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// A host that takes a request on a used connection and ends it without an answer: a GET goes out once more, a write never.
func TestOnlyAGetIsSentAgain(t *testing.T) {
	s := script(t, func(c net.Conn, nth int, _ *http.Request) bool {
		if nth == 1 {
			return false
		}
		say(c, "{}")
		return true
	})
	for _, c := range []struct {
		method string
		sent   int64
		good   bool
	}{{http.MethodGet, 3, true}, {http.MethodPost, 2, false}} {
		before := s.requests.Load()
		if _, err := s.ask(t.Context(), c.method, "x", []byte("{}")); err != nil {
			t.Fatal(err)
		}
		_, err := s.ask(t.Context(), c.method, "x", []byte("{}"))
		var e *Error
		if (err == nil) != c.good || err != nil && (!errors.As(err, &e) || !e.Sent || e.Kind != Unreachable) {
			t.Errorf("%s: %v", c.method, err)
		}
		if n := s.requests.Load() - before; n != c.sent {
			t.Errorf("two calls of %s were sent %d times", c.method, n)
		}
	}
	// On a fresh connection not even a GET: whether it may be sent again is not for the transport to say.
	never := script(t, func(net.Conn, int, *http.Request) bool { return false })
	if _, err := never.ask(t.Context(), http.MethodGet, "x", nil); err == nil || never.requests.Load() != 1 {
		t.Errorf("%v, sent %d times", err, never.requests.Load())
	}
}

// A GET that may be repeated is, and counted, as long as the host's budget lasts: eleven times at once, then once for ten calls.
func TestRetriesHaveABudget(t *testing.T) {
	var s *scripted
	s = script(t, func(c net.Conn, _ int, _ *http.Request) bool {
		if s.requests.Load()%2 == 1 {
			return false
		}
		say(c, "{}")
		return false
	})
	get := func() error {
		ctx := t.Context()
		_, err := s.Do(ctx, &Request{Method: http.MethodGet, Path: "x", Header: http.Header{}, Retry: true})
		return err
	}
	for n := range int64(11) {
		if err := get(); err != nil || s.requests.Load() != 2*(n+1) {
			t.Fatalf("call %d: %v, %d requests", n+1, err, s.requests.Load())
		}
	}
	if err := get(); err == nil || s.requests.Load() != 23 {
		t.Errorf("without a budget: %v, %d requests", err, s.requests.Load())
	}
}

// net/http takes an idempotency key for leave to send a POST again when a used connection dies: it must not
// see one, with a body or without.
func TestAnOrderKeyDoesNotCauseARetry(t *testing.T) {
	for _, method := range []string{http.MethodPost, http.MethodPut, http.MethodDelete} {
		for _, header := range []string{"Idempotency-Key", "X-Idempotency-Key"} {
			for _, body := range [][]byte{nil, {}, []byte("{}")} {
				s := script(t, func(c net.Conn, nth int, r *http.Request) bool {
					if nth == 1 {
						return false
					}
					say(c, r.Header.Get(header))
					return true
				})
				ask := func() (string, error) {
					a, err := s.Do(t.Context(), &Request{Method: method, Path: "x", Header: http.Header{header: {"key-0001"}}, Body: body})
					if err != nil {
						return "", err
					}
					return string(a.Body), nil
				}
				if got, err := ask(); err != nil || got != "key-0001" {
					t.Fatalf("%s: %q, %v", method, got, err)
				}
				var e *Error
				if _, err := ask(); !errors.As(err, &e) || !e.Sent {
					t.Errorf("%s, %q: %v", method, body, err)
				}
				if n := s.requests.Load(); n != 2 {
					t.Errorf("%s with %s and the body %q: two calls were sent %d times", method, header, body, n)
				}
			}
		}
	}
}

// Bytes that arrive while a connection is idle belong to no call: net/http closes the connection.
func TestUnsolicitedBytesAreNeverAResponse(t *testing.T) {
	s := script(t, func(c net.Conn, _ int, _ *http.Request) bool {
		say(c, "own")
		say(c, "foreign")
		return false
	})
	for range 50 {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if got, err := s.ask(t.Context(), method, "x", []byte("{}")); err != nil || got != "own" {
				t.Fatalf("%q, %v", got, err)
			}
			waitFor(t, func() bool { return s.closed.Load() == s.conns.Load() })
		}
	}
}

func TestIncompleteResponsesAreErrors(t *testing.T) {
	whole := "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n" + strings.Repeat("x", 20)
	for n := range len(whole) {
		s := script(t, func(c net.Conn, _ int, _ *http.Request) bool {
			io.WriteString(c, whole[:n])
			return false
		})
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			got, err := s.ask(t.Context(), method, "x", []byte("{}"))
			var e *Error
			if !errors.As(err, &e) || !e.Sent {
				t.Fatalf("%d bytes of an answer: %q, %v", n, got, err)
			}
		}
		if s.requests.Load() != 2 {
			t.Fatalf("%d bytes of an answer: sent %d times", n, s.requests.Load())
		}
	}
}

// A browser that disconnects ends the call and its connection, at any moment.
func TestACallEndsWithItsContext(t *testing.T) {
	reached, ended := make(chan struct{}), make(chan struct{})
	s := script(t, func(c net.Conn, _ int, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "half") {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{")
		}
		reached <- struct{}{}
		c.Read(make([]byte, 1))
		ended <- struct{}{}
		return false
	})
	for _, path := range []string{"none", "half"} {
		ctx, cancel := context.WithCancel(t.Context())
		go func() { <-reached; cancel() }()
		_, err := s.ask(ctx, http.MethodGet, path, nil)
		var e *Error
		if !errors.As(err, &e) || e.Kind != Canceled {
			t.Errorf("%s: %v", path, err)
		}
		<-ended
		late := expiringContext{t.Context(), make(chan struct{})}
		go func() { <-reached; close(late.expired) }()
		if _, err = s.ask(late, http.MethodPost, path, []byte("{}")); !errors.As(err, &e) || e.Kind != Timeout || !e.Sent {
			t.Errorf("%s: %v", path, err)
		}
		<-ended
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var e *Error
	if _, err := s.ask(ctx, http.MethodPost, "none", []byte("{}")); !errors.As(err, &e) || e.Sent {
		t.Errorf("a call that had ended before: %v", err)
	}
}

// A request body of any size arrives whole and once.
func TestLargeBodies(t *testing.T) {
	s := script(t, func(c net.Conn, _ int, r *http.Request) bool {
		n, _ := io.Copy(io.Discard, r.Body)
		say(c, fmt.Sprint(n, r.Header.Get("Lang")))
		return true
	})
	for _, size := range []int{0, 1, 32 << 10, 256 << 10} {
		if got, err := s.ask(t.Context(), http.MethodPost, "x", make([]byte, size)); err != nil || got != fmt.Sprint(size, "de") {
			t.Errorf("%d: %q, %v", size, got, err)
		}
	}
	if n := s.requests.Load(); n != 4 {
		t.Errorf("four writes were sent %d times", n)
	}
	// One that ends before it is answered may have arrived, and one whose host is not there has not.
	gone := script(t, func(net.Conn, int, *http.Request) bool { return false })
	var e *Error
	if _, err := gone.ask(t.Context(), http.MethodPost, "x", make([]byte, 256<<10)); !errors.As(err, &e) || !e.Sent || gone.requests.Load() != 1 {
		t.Errorf("%v, sent %d times", err, gone.requests.Load())
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l.Close()
	for _, size := range []int{2, 256 << 10} {
		h := NewPool(t.Context(), Options{Timeout: 10 * time.Second, MaxAnswer: 16 << 20, Log: slog.New(slog.DiscardHandler)}).Host("http://"+l.Addr().String(), true, true)
		if _, err := h.Do(t.Context(), &Request{Method: http.MethodPost, Path: "x", Header: http.Header{}, Body: make([]byte, size)}); !errors.As(err, &e) || e.Sent {
			t.Errorf("a host that is not there, %d bytes: %v", size, err)
		}
	}
}

// A certificate that is trusted is accepted, the name is checked, and answers arrive.
func TestHTTPS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = fmt.Fprintf(w, `{"proto":%q}`, r.Proto)
	}))
	server.EnableHTTP2 = true
	server.Config.ErrorLog = log.New(io.Discard, "", 0) // the client refuses the certificate below
	server.StartTLS()
	defer server.Close()
	// The roots are read once a process, so no other test here may use TLS before.
	roots := filepath.Join(t.TempDir(), "roots.pem")
	block := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	if err := os.WriteFile(roots, block, 0o600); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SSL_CERT_FILE", roots)
	ask := func(url string) (string, error) {
		ctx := t.Context()
		a, err := NewPool(t.Context(), Options{Timeout: 10 * time.Second, MaxAnswer: 16 << 20, Log: slog.New(slog.DiscardHandler)}).Host(url, true, true).Do(ctx, &Request{Method: http.MethodGet, Path: "me", Header: http.Header{}})
		if err != nil {
			return "", err
		}
		return string(a.Body), nil
	}
	for range 2 {
		if got, err := ask(server.URL); err != nil || got != `{"proto":"HTTP/1.1"}` {
			t.Fatalf("%s, %v", got, err)
		}
	}
	other := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	if _, err := ask(other); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a name that the certificate does not have: %v", err)
	}
}

// Large responses are limited for each host. Their places are free once they have been read, whatever the customers do,
// and waiting for one says nothing about the host.
func TestLargeResponsesAreLimitedForEachHost(t *testing.T) {
	large := bytes.Repeat([]byte("x"), 3*largeFrom)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Write(large)
	}))
	defer server.Close()
	p := NewPool(t.Context(), Options{Timeout: 10 * time.Second, MaxAnswer: 16 << 20, Log: slog.New(slog.DiscardHandler)})
	one, other := p.Host(server.URL, true, true), p.Host(server.URL+"/other", false, true)
	ask := func(h *Host) {
		t.Helper()
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if _, err := h.Do(ctx, &Request{Method: http.MethodGet, Path: "x", Header: http.Header{}}); err != nil {
			t.Fatal(err)
		}
	}
	for range 3 * maxLarge {
		ask(one)
	}
	for range maxLarge {
		one.large <- struct{}{}
	}
	ask(other)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := one.readAll(ctx, bytes.NewReader(large))
	if e := failure(ctx, err, true); e.Kind != Busy || !errors.Is(outcome(nil, e, nil), errUncounted) {
		t.Errorf("one too many: %v", err)
	}
}
