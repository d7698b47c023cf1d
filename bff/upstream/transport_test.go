package upstream

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// pieces is a connection that gives its text in pieces and then ends.
type pieces struct {
	net.Conn
	text []byte
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.text) == 0 {
		return 0, io.EOF
	}
	n := copy(b, p.text[:min(p.size, len(p.text))])
	p.text = p.text[n:]
	return n, nil
}

func (p *pieces) Close() error { return nil }

// readText reads one answer from a text: its head, its body, how it ended, and whether the connection would be used again.
func readText(text []byte, size int) (a *answer, body []byte, reused bool, err error) {
	t := newTransport("http", "h", "h:80", nil, time.Hour, nil)
	a = &answer{t: t, l: &line{conn: &pieces{text: text, size: size}, in: make([]byte, lineBuffer)}}
	if err = a.readHead(); err != nil {
		return a, nil, false, err
	}
	body, err = io.ReadAll(a.response.Body)
	if len(t.free) > 0 {
		t.free[0].since = time.Time{}
		t.reaper.Stop()
	}
	return a, body, len(t.free) > 0, err
}

func TestAnswersAreReadStrictly(t *testing.T) {
	const ok = "HTTP/1.1 200 OK\r\n"
	for _, c := range []struct {
		name, text, body string
		reused           bool
	}{
		{"a length", ok + "Content-Length: 2\r\n\r\n{}", "{}", true},
		{"more than its length", ok + "Content-Length: 2\r\n\r\n{}HTTP", "{}", false},
		{"nothing", ok + "content-length:0\r\n\r\n", "", true},
		{"the same length twice", ok + "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "{}", true},
		{"no content", "HTTP/1.1 204 No Content\r\n\r\n", "", true},
		{"not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n", "", true},
		{"no reason", "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\n{}", "{}", true},
		{"until the end", ok + "\r\n{}", "{}", false},
		{"the last one", ok + "Connection: x, Close\r\nContent-Length: 2\r\n\r\n{}", "{}", false},
		{"HTTP/1.0", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}", "{}", false},
		{"hints first", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + ok + "Content-Length: 2\r\n\r\n{}", "{}", true},
		{"chunks", ok + "Transfer-Encoding: Chunked\r\n\r\n1\r\n{\r\n1;a=b\r\n}\r\n0\r\n\r\n", "{}", true},
		{"chunks and a trailer", ok + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n000\r\nA: b\r\n\r\n", "{}", true},
		{"chunks and more", ok + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nx", "{}", false},
		{"chunks and a length", ok + "Content-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", "{}", false},
	} {
		for _, size := range []int{1, 7, 1 << 20} {
			_, body, reused, err := readText([]byte(c.text), size)
			// In pieces, what follows an answer has not been read: a look at the socket finds it.
			if err != nil || string(body) != c.body || size == 1<<20 && reused != c.reused {
				t.Errorf("%s in pieces of %d: %q, used again %v, %v", c.name, size, body, reused, err)
			}
		}
	}
	for name, text := range map[string]string{
		"nothing":                   "",
		"no HTTP":                   "SSH-2.0-x\r\n\r\n",
		"HTTP/2.0":                  "HTTP/2.0 200 OK\r\n\r\n",
		"a status of letters":       "HTTP/1.1 2x0 OK\r\n\r\n",
		"a long status":             "HTTP/1.1 2000 OK\r\n\r\n",
		"a status below 100":        "HTTP/1.1 099 OK\r\n\r\n",
		"only line feeds":           "HTTP/1.1 200 OK\nContent-Length: 2\n\n{}",
		"one line feed":             ok + "A: b\nContent-Length: 2\r\n\r\n{}",
		"a folded line":             ok + "A: b\r\n c\r\nContent-Length: 2\r\n\r\n{}",
		"a space before the colon":  ok + "Content-Length : 2\r\n\r\n{}",
		"no colon":                  ok + "Content-Length\r\n\r\n{}",
		"no name":                   ok + ": 2\r\n\r\n{}",
		"a control character":       ok + "A: b\x00c\r\nContent-Length: 2\r\n\r\n{}",
		"a carriage return":         ok + "A: b\rContent-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
		"two lengths":               ok + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
		"a list of lengths":         ok + "Content-Length: 2, 2\r\n\r\n{}",
		"a length with a sign":      ok + "Content-Length: +2\r\n\r\n{}",
		"an empty length":           ok + "Content-Length:\r\n\r\n{}",
		"a giant length":            ok + "Content-Length: 99999999999999999999\r\n\r\n{}",
		"another transfer coding":   ok + "Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
		"chunked twice":             ok + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"chunks in HTTP/1.0":        "HTTP/1.0 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"another protocol":          "HTTP/1.1 101 Switching Protocols\r\n\r\n",
		"hints without end":         strings.Repeat("HTTP/1.1 103 Early Hints\r\n\r\n", maxHints+1) + ok + "Content-Length: 0\r\n\r\n",
		"a giant head":              ok + "A: " + strings.Repeat("b", maxHead) + "\r\nContent-Length: 0\r\n\r\n",
		"many headers":              ok + strings.Repeat("A: b\r\n", maxHead/6) + "Content-Length: 0\r\n\r\n",
		"a chunk in letters":        ok + "Transfer-Encoding: chunked\r\n\r\nx\r\n",
		"a chunk without a size":    ok + "Transfer-Encoding: chunked\r\n\r\n\r\n",
		"a chunk with a sign":       ok + "Transfer-Encoding: chunked\r\n\r\n+2\r\n{}\r\n0\r\n\r\n",
		"a giant chunk":             ok + "Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n",
		"a chunk that is longer":    ok + "Transfer-Encoding: chunked\r\n\r\n1\r\n{}\r\n0\r\n\r\n",
		"a chunk after a line feed": ok + "Transfer-Encoding: chunked\r\n\r\n2\n{}\r\n0\r\n\r\n",
		"extensions without end":    ok + "Transfer-Encoding: chunked\r\n\r\n" + strings.Repeat("1;"+strings.Repeat("e", 1000)+"\r\n \r\n", 30) + "0\r\n\r\n",
		"a trailer that is none":    ok + "Transfer-Encoding: chunked\r\n\r\n0\r\nA\r\n\r\n",
		"a trailer without end":     ok + "Transfer-Encoding: chunked\r\n\r\n0\r\n" + strings.Repeat("A: b\r\n", maxTrailer) + "\r\n",
	} {
		for _, size := range []int{1, 7, 1 << 20} {
			if _, body, _, err := readText([]byte(text), size); err == nil {
				t.Errorf("%s in pieces of %d was taken for an answer: %q", name, size, body)
			}
		}
	}
	for _, whole := range []string{ok + "Content-Length: 20\r\n\r\n" + strings.Repeat("x", 20), ok + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n2\r\n{}\r\n0\r\n\r\n"} {
		for n := range len(whole) {
			if _, _, _, err := readText([]byte(whole[:n]), 5); err == nil || errors.Is(err, io.EOF) && n > 0 {
				t.Errorf("%q was taken for an answer: %v", whole[:n], err)
			}
		}
	}
}

// Whatever is taken for an answer is the same answer to net/http: same status, same headers as far as they are wanted,
// same body.
func FuzzAnswer(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nSet-Cookie: a=b\r\n\r\n{}"), uint8(3))
	f.Add([]byte("HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2;x\r\n{}\r\n0\r\nA: b\r\n\r\nx"), uint8(1))
	f.Add([]byte("HTTP/1.0 404 Not Found\r\nContent-Type:\ttext/html \r\nConnection: close\r\n\r\nnothing"), uint8(99))
	f.Add([]byte("HTTP/1.1 304 Not Modified\r\nVary: *\r\nContent-Length: 7\r\n\r\n"), uint8(0))
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		a, body, _, err := readText(text, int(size)+1)
		if err != nil {
			return
		}
		if _, again, _, err := readText(text, 1<<20); err != nil || !bytes.Equal(again, body) {
			t.Fatalf("in pieces %q, as a whole %q, %v", body, again, err)
		}
		r := bufio.NewReader(bytes.NewReader(text))
		theirs, err := http.ReadResponse(r, nil)
		for err == nil && theirs.StatusCode < 200 {
			theirs, err = http.ReadResponse(r, nil)
		}
		if err != nil {
			t.Fatalf("net/http refuses it: %v", err)
		}
		their, err := io.ReadAll(theirs.Body)
		if err != nil || !bytes.Equal(their, body) {
			t.Fatalf("net/http reads %q, %v, not %q", their, err, body)
		}
		if theirs.StatusCode != a.head.status {
			t.Fatalf("net/http reads status %d, not %d", theirs.StatusCode, a.head.status)
		}
		maps.DeleteFunc(theirs.Header, func(name string, _ []string) bool { return !slices.Contains(wanted[:], name) })
		if fmt.Sprint(theirs.Header) != fmt.Sprint(a.head.header) {
			t.Fatalf("net/http reads %v, not %v", theirs.Header, a.head.header)
		}
	})
}

// Whatever is sent is one request to net/http, the one that was meant.
func FuzzRequest(f *testing.F) {
	f.Add("me?x=1", "de", "Bearer a", []byte("{}"))
	f.Add("me/%2e%2e", "de\r\nHost: x", "\x00", []byte(nil))
	f.Fuzz(func(t *testing.T, path, lang, token string, body []byte) {
		u, err := url.Parse("http://h/api/" + path)
		if err != nil || u.Host != "h" {
			return
		}
		body = body[:min(len(body), maxPlainBody)]
		r := &http.Request{Method: http.MethodPost, URL: u, ContentLength: int64(len(body)), Body: io.NopCloser(bytes.NewReader(body))}
		out, err := appendRequest(nil, r, http.Header{"Lang": {lang}, "Authorization": {token}})
		if err != nil {
			return
		}
		in := bufio.NewReader(bytes.NewReader(out))
		got, err := http.ReadRequest(in)
		if err != nil {
			t.Fatalf("net/http refuses %q: %v", out, err)
		}
		have, err := io.ReadAll(got.Body)
		if err != nil || !bytes.Equal(have, body) || in.Buffered() > 0 {
			t.Fatalf("net/http reads the body %q, %v, and %d bytes more", have, err, in.Buffered())
		}
		if len(got.Header) > 3 || got.Header.Get("Lang") != strings.Trim(lang, " \t") || got.Header.Get("Authorization") != strings.Trim(token, " \t") {
			t.Fatalf("net/http reads the headers %v", got.Header)
		}
		if got.Host != "h" || got.RequestURI != u.RequestURI() {
			t.Fatalf("net/http reads the target %s %s", got.Host, got.RequestURI)
		}
	})
}

// scripted is a host that does as it is told, connection by connection.
type scripted struct {
	*Host
	conns    atomic.Int64
	requests atomic.Int64
	mu       sync.Mutex
	paths    []string
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
		l.Close() //nolint:errcheck // the end
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
				defer c.Close() //nolint:errcheck // the end
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
						return
					}
				}
			})
		}
	})
	s.Host = NewPool(Options{}).Host("http://"+l.Addr().String(), true, true)
	return s
}

func (s *scripted) ask(ctx context.Context, method, path string, body []byte) (string, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	a, err := s.Do(ctx, &Request{Method: method, Path: path, Header: http.Header{"Lang": {"de"}}, Body: body})
	if err != nil {
		return "", err
	}
	defer a.Body.Release()
	return string(a.Body.B), nil
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
	if n := s.conns.Load(); n != 1 {
		t.Errorf("%d connections for calls one after another", n)
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
			waitFor(t, func() bool { return !waitsUsable(s.Host) })
		}
	}
}

// waitsUsable tells whether a connection of a host waits that could be used.
func waitsUsable(h *Host) bool {
	for _, t := range []*transport{transportOf(h, http.MethodGet), transportOf(h, http.MethodPost)} {
		t.mu.Lock()
		for _, l := range t.free {
			if l.quiet() {
				t.mu.Unlock()
				return true
			}
		}
		t.mu.Unlock()
	}
	return false
}

func transportOf(h *Host, method string) *transport {
	client := h.reads
	if method != http.MethodGet {
		client = h.writes
	}
	return client.GetClient().Transport.(*transport) //nolint:forcetypeassert // then the test is wrong
}

func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); !done(); {
		if time.Now().After(end) {
			t.Fatal("it did not come to pass")
		}
		time.Sleep(time.Millisecond)
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

// Bytes that arrive while a connection waits belong to nobody, and so does the connection.
func TestWhatAHostSaysUnaskedIsNeverAnAnswer(t *testing.T) {
	s := script(t, func(c net.Conn, _ int, _ *http.Request) bool {
		say(c, "own")
		say(c, "foreign")
		return true
	})
	for range 200 {
		for _, method := range []string{http.MethodGet, http.MethodPost} {
			if got, err := s.ask(t.Context(), method, "x", []byte("{}")); err == nil && got != "own" {
				t.Fatalf("%q", got)
			}
			waitFor(t, func() bool { return !waitsUsable(s.Host) })
		}
	}
}

func TestHalfAnAnswerIsNone(t *testing.T) {
	whole := "HTTP/1.1 200 OK\r\nContent-Length: 20\r\n\r\n" + strings.Repeat("x", 20)
	for n := range len(whole) {
		s := script(t, func(c net.Conn, _ int, _ *http.Request) bool {
			io.WriteString(c, whole[:n]) //nolint:errcheck // then the test fails
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

// A browser that goes away ends the call and its connection, at any moment.
func TestACallEndsWithItsContext(t *testing.T) {
	reached, ended := make(chan struct{}), make(chan struct{})
	s := script(t, func(c net.Conn, _ int, r *http.Request) bool {
		if strings.HasSuffix(r.URL.Path, "half") {
			io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{") //nolint:errcheck // then the test fails
		}
		reached <- struct{}{}
		c.Read(make([]byte, 1)) //nolint:errcheck // it waits for the end
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
		ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
		go func() { <-reached }()
		if _, err = s.ask(ctx, http.MethodPost, path, []byte("{}")); !errors.As(err, &e) || e.Kind != Timeout || !e.Sent {
			t.Errorf("%s: %v", path, err)
		}
		cancel()
		<-ended
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var e *Error
	if _, err := s.ask(ctx, http.MethodPost, "none", []byte("{}")); !errors.As(err, &e) || e.Sent {
		t.Errorf("a call that had ended before: %v", err)
	}
}

func TestConnectionsDoNotWaitForEver(t *testing.T) {
	s := script(t, func(c net.Conn, _ int, _ *http.Request) bool { say(c, "{}"); return true })
	r := transportOf(s.Host, http.MethodGet)
	r.idle = 20 * time.Millisecond
	if _, err := s.ask(t.Context(), http.MethodGet, "x", nil); err != nil {
		t.Fatal(err)
	}
	waitFor(t, func() bool { r.mu.Lock(); defer r.mu.Unlock(); return len(r.free) == 0 && !r.armed })
}

// A large body goes by way of http.Transport: whole, once, and on a connection of its own.
func TestLargeBodies(t *testing.T) {
	s := script(t, func(c net.Conn, _ int, r *http.Request) bool {
		n, _ := io.Copy(io.Discard, r.Body)
		say(c, fmt.Sprint(n, r.Header.Get("Lang")))
		return true
	})
	for _, size := range []int{1, maxPlainBody, maxPlainBody + 1, 256 << 10} {
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
	l.Close() //nolint:errcheck // nobody is to be there
	for _, size := range []int{2, 256 << 10} {
		h := NewPool(Options{}).Host("http://"+l.Addr().String(), true, true)
		if _, err := h.Do(t.Context(), &Request{Method: http.MethodPost, Path: "x", Header: http.Header{}, Body: make([]byte, size)}); !errors.As(err, &e) || e.Sent {
			t.Errorf("a host that is not there, %d bytes: %v", size, err)
		}
	}
}
