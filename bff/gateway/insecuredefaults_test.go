package gateway

// Tests of the insecure defaults of docs/threat-model.md (B1 to B17). Each of them fails against a gateway with the
// libraries' defaults.

import (
	"bufio"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

func TestB01_NoSharedCookieJar(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "anna"})
		io.WriteString(w, `{"data":{"token":"anna-token"}}`)
	})
	shop := openShop(t, backend)
	shop.ask("POST", "/api/login", `{"email":"anna@example.org","password":"x"}`).wants(t, 200, "")
	for range 50 {
		shop.get("/api/me").wants(t, 200, "")
	}
	for _, r := range backend.of("GET me") {
		if r.header.Get("Cookie") != "" || r.header.Get("Authorization") != "" {
			t.Fatalf("an anonymous caller arrived as somebody: %v", r.header)
		}
	}
}

// dyingUpstream answers the first request of a connection and cuts the connection after it has read the second.
func dyingUpstream(t *testing.T) (url string, posts *atomic.Int64) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	posts = &atomic.Int64{}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				in := bufio.NewReader(c)
				for n := 0; ; n++ {
					r, err := http.ReadRequest(in)
					if err != nil {
						return
					}
					io.Copy(io.Discard, r.Body)
					if r.Method == http.MethodPost {
						posts.Add(1)
						if strings.HasSuffix(r.URL.Path, "v2") {
							return // the order was read; its answer never comes
						}
					}
					io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"data\":[]}")
				}
			}()
		}
	}()
	return "http://" + l.Addr().String(), posts
}

// orderOnDyingConnections sends orders over connections that were used before and die; it returns how many answers
// said that the outcome is unknown.
func orderOnDyingConnections(t *testing.T, n int, header func(i int) []string) (sent int64, unknown int) {
	t.Helper()
	url, posts := dyingUpstream(t)
	shop := openShopWith(t, testConfig(t, url))
	for i := range n {
		shop.ask("POST", "/api/contact", `{"a":1}`).wants(t, 200, "") // leaves a connection for the next write
		before := posts.Load()
		answer := shop.ask("POST", "/api/checkout/v2", `{"cart":{}}`, header(i)...)
		if posts.Load() != before+1 {
			t.Fatalf("one order arrived %d times", posts.Load()-before)
		}
		sent++
		if answer.StatusCode == 504 && strings.Contains(answer.body, `"outcome_unknown"`) {
			unknown++
		}
		shop.caller.branches.Main.SetNoXSRF(time.Now().Add(time.Hour))
		until(t, "the circuit is closed", func() bool {
			if shop.caller.branches.Main.State() == "closed" {
				return true
			}
			shop.ask("POST", "/api/contact", `{"a":1}`)
			return false
		})
	}
	return sent, unknown
}

func TestB02_AWriteWithAnOrderKeyIsNotReplayed(t *testing.T) {
	sent, unknown := orderOnDyingConnections(t, 20, func(i int) []string {
		return []string{fmt.Sprintf("Idempotency-Key: attempt-%04d", i)}
	})
	if int(sent) != unknown {
		t.Fatalf("%d orders, %d told that their outcome is unknown", sent, unknown)
	}
}

func TestB03_AWriteWithoutAKeyIsNotReplayedAndItsOutcomeIsUnknown(t *testing.T) {
	sent, unknown := orderOnDyingConnections(t, 10, func(int) []string { return nil })
	if int(sent) != unknown {
		t.Fatalf("%d orders, %d told that their outcome is unknown", sent, unknown)
	}
}

func TestB04_AnUnknownOutcomeKeepsTheKeyClosed(t *testing.T) {
	t.Parallel()
	url, posts := dyingUpstream(t)
	shop := openShopWith(t, testConfig(t, url))
	for range 3 {
		shop.ask("POST", "/api/checkout/v2", `{"cart":{}}`, "Idempotency-Key: the-one-order").wants(t, 504, "outcome_unknown")
	}
	if posts.Load() != 1 {
		t.Fatalf("the order arrived %d times", posts.Load())
	}
}

func TestB05_ALostAnswerIsNotTriedAgain(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST contact", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	shop := openShop(t, backend)
	shop.ask("POST", "/api/contact", `{"a":1}`).wants(t, 504, "outcome_unknown")
	backend.on("POST reservations", answers(503, `{"message":"busy"}`))
	shop.ask("POST", "/api/reservations", `{"a":1}`).wants(t, 503, `{"message":"busy"}`)
	if n, m := len(backend.of("POST contact")), len(backend.of("POST reservations")); n != 1 || m != 1 {
		t.Fatalf("sent %d and %d times", n, m)
	}
}

func TestB06_AWriteDoesNotFollowARedirect(t *testing.T) {
	t.Parallel()
	for _, status := range []int{301, 302, 303, 307, 308} {
		backend := newFakeUpstream(t)
		backend.on("POST checkout/v2", func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "/api/checkout/v2", status)
		})
		shop := openShop(t, backend)
		answer := shop.ask("POST", "/api/checkout/v2", `{"cart":{}}`, "Idempotency-Key: attempt-0001")
		if answer.StatusCode < 500 {
			t.Errorf("%d: answered %d %s", status, answer.StatusCode, answer.body)
		}
		if len(backend.of("POST checkout/v2")) != 1 || len(backend.of("GET checkout/v2")) != 0 {
			t.Errorf("%d: the upstream saw %v", status, backend.all())
		}
	}
}

func TestB07_NothingGoesToAnotherHost(t *testing.T) {
	t.Parallel()
	foreign := newFakeUpstream(t)
	backend := newFakeUpstream(t)
	away := func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, foreign.URL+"/api/me", http.StatusTemporaryRedirect)
	}
	for _, call := range []string{"POST contact", "GET me", "GET settings", "GET areas"} {
		backend.on(call, away)
	}
	shop := openShop(t, backend)
	shop.ask("POST", "/api/contact", `{"a":1}`, "Authorization: Bearer t").wants(t, 502, "upstream_invalid")
	shop.get("/api/me", "Authorization: Bearer t").wants(t, 502, "upstream_invalid")
	shop.get("/api/areas").wants(t, 502, "upstream_invalid")
	if n := len(foreign.all()); n != 0 {
		t.Fatalf("the foreign host received %d requests", n)
	}
}

func TestB08_DisconnectsDoNotOpenTheCircuit(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	release := make(chan struct{})
	backend.on("GET me/orders", func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	})
	defer close(release)
	for i := range 50 {
		ctx, cancel := context.WithCancel(t.Context())
		req, _ := http.NewRequestWithContext(ctx, http.MethodGet, shop.URL+"/api/me/orders", nil)
		done := make(chan struct{})
		go func() {
			defer close(done)
			if resp, err := http.DefaultTransport.RoundTrip(req); err == nil {
				resp.Body.Close()
			}
		}()
		until(t, "the call is upstream", func() bool { return len(backend.of("GET me/orders")) > i })
		cancel()
		<-done
	}
	until(t, "the calls have ended", func() bool { return shop.caller.branches.Main.InFlight() == 0 })
	if state := shop.caller.branches.Main.State(); state != "closed" {
		t.Fatalf("the circuit is %s", state)
	}
	shop.get("/api/me").wants(t, 200, "")
}

func TestB09_ACompressionBombIsDecompressedWithinItsBound(t *testing.T) {
	if testing.Short() {
		t.Skip("makes a bomb")
	}
	backend := newFakeUpstream(t)
	bomb := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Type", "application/json")
		z := gzip.NewWriter(w)
		defer z.Close()
		zeros := make([]byte, 1<<20)
		for range 256 {
			if _, err := z.Write(zeros); err != nil {
				return
			}
		}
	}
	backend.on("GET me", bomb)
	backend.on("GET areas", bomb)
	shop := openShop(t, backend, func(c *Config) { c.UpstreamTimeout = time.Minute })
	// On a busy machine the heap must not grow because the collector is late.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	shop.get("/api/me").wants(t, 502, "upstream_invalid")
	shop.get("/api/areas").wants(t, 502, "upstream_invalid")
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapSys) - int64(before.HeapSys); grown > 64<<20 {
		t.Fatalf("memory grew by %d MiB", grown>>20)
	}
}

func TestB10_InventedLanguagesDoNotFillTheCache(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	big := `{"data":"{\"a\":\"` + strings.Repeat("x", 20<<10) + `\"}"}`
	backend.on("GET translations", says(big))
	shop := openShop(t, backend)
	shop.get("/api/languages").wants(t, 200, "")
	until(t, "the languages are known", func() bool { return !shop.caller.branches.Main.Languages.Due(time.Now().Add(time.Hour)) })
	for i := range 300 {
		lang := string([]byte{'a' + byte(i%26), 'a' + byte(i/26%26), 'a' + byte(i/7%26)})
		shop.get("/api/translations?lang="+lang, "Lang: "+lang).wants(t, 200, "")
	}
	if n, _ := shop.caller.catalogue.Size(); n > 10 {
		t.Fatalf("%d responses are cached", n)
	}
	went := backend.of("GET translations")
	if len(went) == 0 {
		t.Error("no call for the translations went up")
	}
	for _, r := range went {
		if r.header.Get("Lang") != "de" || r.query != "" && r.query != "lang=de" {
			t.Errorf("translations?%s went up in %q", r.query, r.header.Get("Lang"))
		}
	}
}

func TestB11_ResponsesHaveTheRequestedLanguage(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET products/menus", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"data":%q}`, r.Header.Get("Lang"))
	})
	shop := openShop(t, backend)
	for i := range 60 {
		lang := []string{"de", "en", "ar"}[i%3]
		shop.get("/api/products/menus", "Lang: "+lang).wants(t, 200, `"`+lang+`"`)
	}
}

func TestB12_ForgedAddressesDoNotCount(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	shop.get("/api/me", "X-Forwarded-For: 6.6.6.6", "X-Real-Ip: 6.6.6.6", "Forwarded: for=6.6.6.6", "X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https").wants(t, 200, "")
	h := backend.of("GET me")[0].header
	if h.Get("X-Forwarded-For") != "127.0.0.1" || h.Get("X-Forwarded-Proto") != "http" || strings.Contains(h.Get("X-Forwarded-Host"), "evil") || h.Get("Forwarded") != "" {
		t.Fatalf("headers %v", h)
	}
}

func TestB13_PathParametersCannotChangeThePath(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	shop.get("/readyz")
	before := len(backend.all())
	for _, id := range []string{"%2e%2e", "..", ".", "%2e", "%00", "%0d%0aX-A:1", "a%2f..%2fb", "..%5cb", "a%2f", "%2fa", "%5c%5ca", "a%2f%2fb", "%252e%252e", "a%252f%252e%252e", "%25252e%25252e", "..%3bb", "%3bb", "%c0%ae", "%ff", strings.Repeat("a", 129), "%20%0a"} {
		for _, template := range []string{"/api/products/menus/%s", "/api/products/categories/%s/products", "/api/me/orders/%s", "/api/tables/%s"} {
			answer := rawGet(t, shop.Listener.Addr().String(), fmt.Sprintf(template, id))
			if answer.StatusCode < 400 || answer.StatusCode >= 500 {
				t.Errorf("%q: %d", id, answer.StatusCode)
			}
		}
	}
	for _, r := range backend.all()[before:] {
		if !strings.Contains("settings branches languages translations", r.path) {
			t.Errorf("went upstream: %s %s", r.path, r.query)
		}
	}
	// What a backend may give as an id arrives as it is, escaped once.
	for _, id := range []string{"a%20b", "2026%2F117", "%231042", "1%3Fadmin=1", "100%25", "a%3Bb", "A%5C7", "№7", "a%2523"} {
		rawGet(t, shop.Listener.Addr().String(), "/api/me/orders/"+id)
		plain, err := url.PathUnescape(id)
		if err != nil {
			t.Fatal(err)
		}
		if n := len(backend.of("GET me/orders/" + url.PathEscape(plain))); n != 1 {
			t.Errorf("the id %s arrived %d times", plain, n)
		}
	}
}

// rawGet sends a path that net/http's client would tidy up.
func rawGet(t testing.TB, addr, path string) *http.Response {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n", path)
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	io.Copy(io.Discard, r.Body)
	r.Body.Close()
	return r
}

// B14, a name that resolves to another address (DNS rebinding), is tested beside the dialer: upstream.TestB14_TheAddressIsCheckedAtTheConnect.

func TestB15_IncompleteHeadersAreClosed(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	server := shop.Gateway.publicServer()
	if server.ReadHeaderTimeout <= 0 || server.ReadHeaderTimeout > 10*time.Second || server.IdleTimeout <= 0 || server.WriteTimeout <= 0 || server.MaxHeaderBytes > 16<<10 {
		t.Fatalf("the listener has no limits: %+v", server)
	}
	server.ReadHeaderTimeout = 50 * time.Millisecond
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go server.Serve(l)
	defer server.Close()
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			c, err := net.Dial("tcp", l.Addr().String())
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			io.WriteString(c, "GET /api/settings HTTP/1.1\r\nHost: shop\r\nX-Half:")
			c.SetReadDeadline(time.Now().Add(time.Minute))
			if _, err := io.ReadAll(c); errors.Is(err, os.ErrDeadlineExceeded) {
				t.Error("still open")
			}
		})
	}
	wg.Wait()
}

func TestB16_ARestartLosesNoRequest(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close() // the service manager's copy
	ctx, cancel := context.WithCancel(t.Context())
	var asked, failed atomic.Int64
	var answered [8]atomic.Int64 // by client
	var grace func()             // as it is without this test
	start := func() (stop func()) {
		file, err := l.(*net.TCPListener).File()
		if err != nil {
			t.Fatal(err)
		}
		mine, err := net.FileListener(file)
		file.Close()
		if err != nil {
			t.Fatal(err)
		}
		g, err := New(testConfig(t, backend.URL), fstest.MapFS{}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		// The grace lasts until each client has asked again, which on a busy machine takes more than a second: the first of two answers may be to a request of before.
		grace = g.life.grace
		draining, drained := make(chan struct{}), make(chan struct{})
		g.life.grace = func() { close(draining); <-drained }
		life, end := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- g.Serve(life, mine, nil, true) }()
		return func() {
			end()
			select {
			case <-draining:
			case err := <-ended:
				t.Fatalf("it ended without a grace: %v", err)
			}
			for i := range answered {
				before := answered[i].Load()
				until(t, "the client has asked again", func() bool { return answered[i].Load() >= before+2 || ctx.Err() != nil })
			}
			close(drained)
			if err := <-ended; err != nil && !errors.Is(err, net.ErrClosed) {
				t.Error(err)
			}
			g.Close()
		}
	}
	stop := start()
	var wg sync.WaitGroup
	for i := range answered {
		wg.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			for ctx.Err() == nil {
				asked.Add(1)
				r, err := client.Post("http://"+l.Addr().String()+"/api/contact", "application/json", strings.NewReader(`{"a":1}`))
				if err != nil {
					failed.Add(1)
					t.Log(err)
					continue
				}
				body, _ := io.ReadAll(r.Body)
				r.Body.Close()
				answered[i].Add(1)
				if r.StatusCode != 200 {
					failed.Add(1)
					t.Log(r.Status, string(body))
				}
			}
		})
	}
	for range 2 {
		until(t, "there is traffic", func() bool { return asked.Load() > 100 })
		next := start()
		stop()
		stop = next
		asked.Store(0)
	}
	until(t, "there is traffic again", func() bool { return asked.Load() > 100 })
	cancel()
	wg.Wait()
	stop()
	if failed.Load() > 0 {
		t.Fatalf("%d requests failed", failed.Load())
	}
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		grace()
		if lasted := time.Since(began); lasted < time.Second {
			t.Errorf("the grace lasts %v", lasted)
		}
	})
}

func TestB17_EveryAnswerCarriesTheSecurityHeaders(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET taxes", answers(500, `{}`))
	shop := openShop(t, backend)
	for _, path := range []string{"/api/settings", "/api/me", "/api/nothing", "/api/taxes", "/healthz", "/readyz", "/bff/config", "/bff/geocode/reverse?lat=1&lng=1", "/metrics", "/api/settings?x=%zz"} {
		h := shop.get(path).Header
		for _, name := range []string{"X-Content-Type-Options", "Content-Security-Policy", "Referrer-Policy", "Cross-Origin-Resource-Policy", "Cross-Origin-Opener-Policy"} {
			if h.Get(name) == "" {
				t.Errorf("%s has no %s", path, name)
			}
		}
		for _, name := range []string{"Server", "X-Powered-By", "Access-Control-Allow-Origin"} {
			if h.Get(name) != "" {
				t.Errorf("%s says %s: %s", path, name, h.Get(name))
			}
		}
	}
}
