package gateway

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// headersRead are the request headers that the source of the gateway reads.
var headersRead = func() func(t testing.TB) []string {
	var once sync.Once
	var names []string
	return func(t testing.TB) []string {
		once.Do(func() {
			files, err := filepath.Glob("*.go")
			if err != nil {
				t.Fatal(err)
			}
			read := regexp.MustCompile(`\br(?:equest)?\.Header(?:\[|\.Get\(|\.Values\()"([A-Za-z-]+)"`)
			for _, name := range files {
				if strings.HasSuffix(name, "_test.go") {
					continue
				}
				src, err := os.ReadFile(name)
				if err != nil {
					t.Fatal(err)
				}
				for _, m := range read.FindAllStringSubmatch(string(src), -1) {
					names = append(names, http.CanonicalHeaderKey(m[1]))
				}
			}
			names = append(names, "Origin", "Sec-Fetch-Site") // of net/http's check of origins
			slices.Sort(names)
			names = slices.Compact(names)
		})
		return names
	}
}()

// What the gateway reads of a request it finds, whichever way the request came.
func TestDirectCallsCarryWhatTheGatewayReads(t *testing.T) {
	names := headersRead(t)
	if len(names) < 12 {
		t.Fatalf("only %v were found", names)
	}
	for _, name := range names {
		if name == "Connection" {
			continue // a plain request has none that says anything
		}
		var r plainRequest
		value := "1"
		raw := fmt.Sprintf("POST /api/x HTTP/1.1\r\nHost: s\r\nContent-Length: 1\r\n%s: %s\r\n\r\n{", name, value)
		if _, ok := parsePlain([]byte(raw), &r); !ok {
			t.Errorf("%s is left to net/http", name)
			continue
		}
		if got := r.request(t.Context(), "").Header.Get(name); got != value {
			t.Errorf("%s is lost on the way", name)
		}
	}
}

func TestDirectCallsAnswerAsNetHTTPDoes(t *testing.T) {
	k := newKitchen(t)
	big := `{"data":"` + strings.Repeat("Pizza ", 60_000) + `"}`
	k.on("GET me/orders", says(big))
	k.on("GET me/transactions", says(`{"data":[1],"meta":{"a":1}}`))
	k.on("GET me/addresses", answers(http.StatusUnauthorized, `{"message":"no"}`))
	k.on("POST me/addresses", answers(http.StatusUnprocessableEntity, `{"errors":{"a":["b"]}}`))
	k.on("DELETE me/addresses/1", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusNoContent) })
	k.on("PUT me", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: "a"})
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "b", HttpOnly: true})
		io.WriteString(w, `{"data":true}`)
	})
	s := openShop(t, k, func(c *Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	fast, slow := serveRaw(t, s.Gateway), newServer(t, s.Gateway).Listener.Addr().String()
	for _, target := range []string{
		"GET me", "GET me/orders", "GET me/orders/A-1", "GET me/transactions?page=2", "GET me/transactions?page=x", "GET me/addresses", "GET me/addresses/search?q=a%20b", "GET me/addresses/search?q=a#b", "GET settings?x=1", "GET nothing",
		"POST me/addresses", "PUT me", "PUT me/addresses/1", "DELETE me/addresses/1", "POST contact", "POST me/logout", "POST me", "PUT settings", "POST login",
	} {
		method, path, _ := strings.Cut(target, " ")
		for _, headers := range []string{
			"", "Authorization: Bearer abc\r\n", "Authorization: Basic abc\r\n", "Authorization: Bearer a\r\nAuthorization: Bearer b\r\n", "Lang: en\r\n", "Lang: x\r\n",
			"Cookie: XSRF-TOKEN=a; tf." + s.Gateway.branches.main.ID + ".XSRF-TOKEN=a\r\n", "Origin: http://evil.example\r\n", "Origin: http://shop\r\n", "Sec-Fetch-Site: cross-site\r\n", "Sec-Fetch-Site: same-origin\r\n",
			"X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https\r\n", "X-Branch: http://evil.example\r\n", "Content-Encoding: gzip\r\n", "Expect: 100-continue\r\n", "Connection: close\r\n", "Transfer-Encoding: chunked\r\n", "Idempotency-Key: \x7f\r\n",
		} {
			for _, body := range []string{"", `{"a":1}`, `{"a":1,"a":2}`, `[1]`} {
				raw := method + " /api/" + path + " HTTP/1.1\r\nHost: shop\r\n" + headers
				if body != "" || method == "POST" && strings.Contains(headers, "Lang") {
					raw += fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
				}
				raw += "\r\n" + body
				if strings.Contains(headers, "chunked") || strings.Contains(headers, "Expect") && body != "" {
					continue // not a plain request; what net/http makes of it is tested elsewhere
				}
				if method == "GET" {
					exchangeRaw(t, slow, raw, 1) // from here on there is a copy, if there can be one
				}
				a, b := exchangeRaw(t, fast, raw, 1)[0], exchangeRaw(t, slow, raw, 1)[0]
				same(t, fmt.Sprintf("%s with %q and %q", target, headers, body), a, b)
			}
		}
	}
}

// A browser that goes away ends its GET upstream, and a write goes on.
func TestDirectCallsEndWithTheirBrowser(t *testing.T) {
	k := newKitchen(t)
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
	k.on("GET me", slow)
	k.on("POST contact", slow)
	s := openShop(t, k)
	addr := serveRaw(t, s.Gateway)
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
		until(t, "the call is upstream", func() bool { return len(k.of(call)) == 1 })
		conn.Close()
		if strings.HasPrefix(c.want, "POST") {
			time.AfterFunc(4*hangUpAfter, func() { close(release) }) // long enough for the hang-up to be seen
		}
		if got := <-ended; got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
	until(t, "nothing is under way", func() bool { return s.Gateway.direct.Load() == 0 })
}

// In a crowd, who leaves is missed at once.
func TestACrowdIsWatchedFromItsBeginning(t *testing.T) {
	if alone, among := watchAfter(crowd), watchAfter(crowd+1); alone != hangUpAfter || among != 0 {
		t.Errorf("looked after from %v, in a crowd from %v", alone, among)
	}
	k := newKitchen(t)
	k.on("GET me", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	s := openShop(t, k)
	s.Gateway.direct.Add(crowd)
	defer s.Gateway.direct.Add(-crowd)
	c, err := net.Dial("tcp", serveRaw(t, s.Gateway))
	if err != nil {
		t.Fatal(err)
	}
	io.WriteString(c, "GET /api/me HTTP/1.1\r\nHost: s\r\nAuthorization: Bearer t\r\n\r\n")
	until(t, "the call is upstream", func() bool { return s.Gateway.branches.main.InFlight() == 1 })
	c.Close()
	until(t, "the call has ended", func() bool { return s.Gateway.branches.main.InFlight() == 0 })
}

// The watch for a browser's end leaves the connection as it was: a request that arrives meanwhile is answered next.
func TestARequestThatWaitsForASlowOneIsAnswered(t *testing.T) {
	k := newKitchen(t)
	release := make(chan struct{})
	k.on("GET me", func(w http.ResponseWriter, _ *http.Request) { <-release; io.WriteString(w, `{"data":"slow"}`) })
	s := openShop(t, k)
	c, err := net.Dial("tcp", serveRaw(t, s.Gateway))
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
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
	for range 2 {
		io.WriteString(c, me)
		until(t, "the call is upstream", func() bool { return s.Gateway.branches.main.InFlight() == 1 })
		time.Sleep(2 * hangUpAfter) // the watch has begun; it is all the same to the test if it has not
		io.WriteString(c, me)
		answer()
		answer()
	}
}

// A call that runs longer than the grace of a drain is answered all the same, and its connection then ends.
func TestADrainWaitsForDirectCalls(t *testing.T) {
	k := newKitchen(t)
	g, l, drain, ended := serve(t, k)
	slow := make(chan struct{})
	defer close(slow)
	k.on("GET me", func(w http.ResponseWriter, _ *http.Request) { <-slow; io.WriteString(w, `{"data":"done"}`) })
	c, err := net.Dial("tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(10 * time.Second))
	in := bufio.NewReader(c)
	exchange := func() string {
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(r.Body)
		return fmt.Sprintf("%s, last: %v", b, r.Close)
	}
	io.WriteString(c, "GET /healthz HTTP/1.1\r\nHost: s\r\n\r\n") // from here on net/http believes it idle
	if got := exchange(); got != "ok, last: false" {
		t.Fatal(got)
	}
	for tries := 1; ; tries++ {
		io.WriteString(c, "GET /api/me HTTP/1.1\r\nHost: s\r\nAuthorization: Bearer t\r\n\r\n")
		until(t, "the call has arrived", func() bool { return len(k.of("GET me")) == tries })
		if g.direct.Load() == 1 {
			break
		}
		// net/http was not done with the call before, and read this one itself.
		slow <- struct{}{}
		if got := exchange(); got != `"done", last: false` || tries == 50 {
			t.Fatalf("%d calls were none beside net/http: %s", tries, got)
		}
	}
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
