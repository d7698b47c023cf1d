package upstream

import (
	"bufio"
	"context"
	"encoding/pem"
	"fmt"
	"io"
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
)

func TestReplyWatch(t *testing.T) {
	head := "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
	for _, c := range []struct{ name, own, surplus string }{
		{"a length", head + "Content-Length: 2\r\n\r\n{}", "HTTP/1.1 200 OK\r\n"},
		{"no body", "HTTP/1.1 204 No Content\r\n\r\n", "x"},
		{"an empty body", head + "content-length: 0\r\n\r\n", "x"},
		{"not modified", "HTTP/1.1 304 Not Modified\r\nContent-Length: 20\r\n\r\n", "x"},
		{"chunks", head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n1;a=b\r\n \r\n0\r\n\r\n", "x"},
		{"chunks and a trailer", head + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nA: b\r\n\r\n", "x"},
		{"a hint first", "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n" + head + "Content-Length: 2\r\n\r\n{}", "x"},
		{"until the end of the connection", head + "\r\nanything\r\n\r\nHTTP/1.1 200 OK\r\n", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := c.own + c.surplus
			for size := 1; size <= len(text); size++ {
				w, own := replyWatch{asked: true}, 0
				for at := 0; at < len(text); at += size {
					part := text[at:min(at+size, len(text))]
					n := w.see([]byte(part))
					own += n
					if n < len(part) {
						break
					}
				}
				if own != len(c.own) {
					t.Fatalf("in pieces of %d: %d of %d bytes", size, own, len(c.own))
				}
			}
		})
	}
	if n := new(replyWatch).see([]byte("x")); n != 0 {
		t.Error("a byte before any request was taken")
	}
}

// A host that now and then sends a second answer behind the first: nobody may ever get it.
func TestUnaskedAnswersReachNobody(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() //nolint:errcheck // the end
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close() //nolint:errcheck // the end
				r := bufio.NewReader(c)
				for n := 0; ; n++ {
					request, err := http.ReadRequest(r)
					if err != nil {
						return
					}
					_, _ = io.Copy(io.Discard, request.Body)
					body := request.URL.Path
					answer := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
					if n%3 == 2 {
						answer += "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nforeign"
					}
					_, _ = io.WriteString(c, answer)
				}
			}()
		}
	}()
	h := NewPool(Options{}).Host("http://"+l.Addr().String(), true, true)
	var good, foreign atomic.Int64
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 400 {
				path := fmt.Sprintf("me/%d-%d", w, i)
				ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
				a, err := h.Do(ctx, &Request{Method: http.MethodGet, Path: path, Header: http.Header{}, Retry: true})
				cancel()
				if err != nil {
					continue
				}
				if strings.HasSuffix(string(a.Body.B), path) {
					good.Add(1)
				} else {
					foreign.Add(1)
				}
				a.Body.Release()
			}
		})
	}
	wg.Wait()
	if foreign.Load() != 0 || good.Load() < 2400 {
		t.Errorf("%d answers that nobody asked for arrived, %d good ones", foreign.Load(), good.Load())
	}
}

func FuzzReplyWatch(f *testing.F) {
	f.Add([]byte("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\nx"), uint8(3))
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		whole, parts := replyWatch{asked: true}, replyWatch{asked: true}
		want, got := whole.see(text), 0
		for rest := text; len(rest) > 0; {
			n := min(int(size%16)+1, len(rest))
			own := parts.see(rest[:n])
			got += own
			if own < n {
				break
			}
			rest = rest[n:]
		}
		if got != want {
			t.Fatalf("whole: %d, in pieces of %d: %d", want, size%16+1, got)
		}
	})
}

// TLS is spoken below the watch: a certificate that is trusted is accepted, the name is checked, and answers arrive.
func TestHTTPS(t *testing.T) {
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if strings.HasSuffix(r.URL.Path, "twice") { // two answers in one record of TLS
			c, _, err := w.(http.Hijacker).Hijack()
			if err != nil {
				return
			}
			t.Cleanup(func() { c.Close() }) //nolint:errcheck // the end
			const own, foreign = "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nown", "HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nforeign"
			_, _ = io.WriteString(c, own+foreign)
			return
		}
		_, _ = fmt.Fprintf(w, `{"proto":%q}`, r.Proto)
	}))
	server.EnableHTTP2 = true
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
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		a, err := NewPool(Options{}).Host(url, true, true).Do(ctx, &Request{Method: http.MethodGet, Path: "me", Header: http.Header{}})
		if err != nil {
			return "", err
		}
		defer a.Body.Release()
		return string(a.Body.B), nil
	}
	for range 2 {
		if got, err := ask(server.URL); err != nil || got != `{"proto":"HTTP/1.1"}` {
			t.Fatalf("%s, %v", got, err)
		}
	}
	h := NewPool(Options{}).Host(server.URL, true, true)
	for _, c := range []struct {
		path, want string
		wait       int
	}{{"me", `{"proto":"HTTP/1.1"}`, 1}, {"me", `{"proto":"HTTP/1.1"}`, 1}, {"twice", "own", 0}, {"me", `{"proto":"HTTP/1.1"}`, 1}} {
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		a, err := h.Do(ctx, &Request{Method: http.MethodGet, Path: c.path, Header: http.Header{}})
		cancel()
		if err != nil || string(a.Body.B) != c.want {
			t.Fatalf("%s: %v, %v", c.path, a, err)
		}
		a.Body.Release()
		if n := len(transportOf(h, http.MethodGet).free); n != c.wait {
			t.Errorf("after %s %d connections wait", c.path, n)
		}
	}
	other := strings.Replace(server.URL, "127.0.0.1", "localhost", 1)
	if _, err := ask(other); err == nil || !strings.Contains(err.Error(), "certificate") {
		t.Errorf("a name that the certificate does not have: %v", err)
	}
}
