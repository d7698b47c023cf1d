package gateway

// Failures of docs/failures.md, as the browser sees them.

import (
	"compress/gzip"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/andybalholm/brotli"

	"tablefront/bff/cache"
)

// failingUpstream is a fakeUpstream that can be switched off and on at its address.
type failingUpstream struct {
	*fakeUpstream
	down atomic.Bool
	// lies is whether, while it is down, a proxy in front answers in its place.
	lies bool
}

func newFailingUpstream(t testing.TB) *failingUpstream {
	k := &failingUpstream{fakeUpstream: newFakeUpstream(t)}
	k.lists("1", "2")
	k.Server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case k.down.Load() && k.lies:
			http.NotFound(w, r)
			return
		case k.down.Load():
			panic(http.ErrAbortHandler)
		}
		k.fakeUpstream.ServeHTTP(w, r)
	})
	return k
}

// succeed lets calls succeed, so that the failures of a test do not open the circuit.
func (s *shop) succeed() {
	for range 4 {
		s.get("/api/me/orders").wants(s.t, 200, "")
	}
}

// publicPaths is every public call.
var publicPaths = []string{
	"settings", "translations?lang=de", "pages", "languages", "products/menus", "products/menus/1", "products/categories", "products/categories/1/products",
	"products/categories/1/products/2", "checkout/payment-providers", "working-hours", "branches", "areas", "taxes",
}

// ageEntries makes every cached response older.
func (s *shop) ageEntries(by time.Duration) { s.older.Add(int64(by)) }

// The upstream is a dead connection, or a proxy that answers 404 in its place.
func TestF01_TheCatalogueOutlivesTheUpstreamAndRestarts(t *testing.T) {
	t.Parallel()
	t.Run("nothing answers", func(t *testing.T) { outlives(t, false) })
	t.Run("a proxy answers", func(t *testing.T) { outlives(t, true) })
}

func outlives(t *testing.T, lies bool) {
	k := newFailingUpstream(t)
	k.lies = lies
	c := testConfig(t, k.URL)
	shop := openShopWith(t, c)
	shop.passes.Store(true)
	for _, path := range publicPaths {
		shop.get("/api/"+path).wants(t, 200, "")
	}
	k.down.Store(true)
	shop.ageEntries(time.Hour)
	for range 3 {
		for _, path := range publicPaths {
			answer := shop.get("/api/" + path)
			answer.wants(t, 200, "")
			if answer.Header.Get("X-Cache") != "stale" || answer.Header.Get("Age") < "3600" {
				t.Errorf("%s: %s, age %s", path, answer.Header.Get("X-Cache"), answer.Header.Get("Age"))
			}
		}
	}
	until(t, "writes are refused at once", func() bool {
		shop.ageEntries(2 * time.Second)
		for _, path := range publicPaths {
			shop.get("/api/"+path).wants(t, 200, "")
		}
		return shop.ask("POST", "/api/contact", `{"a":1}`).StatusCode == 503
	})
	answer := shop.ask("POST", "/api/contact", `{"a":1}`)
	answer.wants(t, 503, "upstream_open")
	if answer.Header.Get("Retry-After") == "" {
		t.Error("nothing says when to try again")
	}
	for range 3 { // restarts during the outage
		shop.Server.Close()
		if err := shop.Gateway.Close(); err != nil {
			t.Fatal(err)
		}
		shop = openShopWith(t, c)
		shop.passes.Store(true)
		shop.ageEntries(time.Hour)
		if !shop.Gateway.isReady() {
			t.Error("not ready with a snapshot")
		}
		for _, path := range publicPaths {
			shop.get("/api/"+path).wants(t, 200, "")
		}
	}
	k.down.Store(false)
	k.on("GET products/menus", says(`{"data":[{"id":9,"name":"new"}]}`))
	until(t, "the responses are fresh again", func() bool { return strings.Contains(shop.get("/api/products/menus").body, `"new"`) })
}

func TestF02_ASlowUpstreamIsCutOffAtTheDeadline(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	release := make(chan struct{})
	defer close(release)
	hang := func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
	}
	patient := openShop(t, backend, func(c *Config) { c.UpstreamTimeout = time.Minute })
	hurried := openShop(t, backend, func(c *Config) { c.UpstreamTimeout = 2 * time.Second })
	patient.get("/api/products/menus").wants(t, 200, "")
	for _, call := range []string{"GET products/menus", "GET me", "POST contact"} {
		backend.on(call, hang)
	}
	// A stale entry is given while the upstream is asked: it never answers here.
	patient.ageEntries(time.Minute)
	patient.get("/api/products/menus").wants(t, 200, "")
	hurried.get("/api/me").wants(t, 504, "upstream_timeout")
	hurried.ask("POST", "/api/contact", `{"a":1}`).wants(t, 504, "outcome_unknown")
}

func TestF03_ServerErrorsAreNotMultiplied(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	var n atomic.Int64
	backend.on("GET areas", func(w http.ResponseWriter, r *http.Request) {
		if n.Add(1)%3 == 0 {
			answers(500, `{"message":"boom"}`)(w, r)
			return
		}
		io.WriteString(w, `{"data":[]}`)
	})
	shop := openShop(t, backend)
	asked := 0
	for range 60 {
		shop.caller.catalogue.Purge("")
		shop.get("/api/areas")
		asked++
	}
	if arrived := len(backend.of("GET areas")); float64(arrived) > 1.1*float64(asked) {
		t.Fatalf("%d calls became %d", asked, arrived)
	}
}

func TestF04_ABodyThatBreaksOffIsNeverSentInPart(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	full := `{"data":{"name":"Ada","list":[1,2,3]}}`
	var cut atomic.Int64
	broken := func(w http.ResponseWriter, _ *http.Request) {
		conn, buf, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		fmt.Fprintf(buf, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s", len(full), full[:cut.Load()])
		buf.Flush()
		conn.Close()
	}
	backend.on("GET me", broken)
	shop := openShop(t, backend)
	shop.get("/api/taxes").wants(t, 200, `{"path":"taxes"}`)
	backend.on("GET taxes", broken)
	for i := range len(full) {
		cut.Store(int64(i))
		shop.succeed()
		answer := shop.get("/api/me")
		if answer.StatusCode != 502 || strings.Contains(answer.body, "Ada") {
			t.Fatalf("cut at %d: %d %s", i, answer.StatusCode, answer.body)
		}
		shop.ageEntries(time.Minute)
		shop.get("/api/taxes").wants(t, 200, `{"path":"taxes"}`)
	}
}

func TestF05_F06_F07_UnusableResponses(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	for _, c := range []struct {
		kind, body string
		me, areas  int
	}{
		{"application/json", `{"data":{"a":1}`, 502, 502},
		{"application/json", `{"data":`, 502, 502},
		{"text/html", "<html>nginx</html>", 502, 502},
		{"application/json", "<html>nginx</html>", 502, 502},
		{"", "<html>", 502, 502},
		{"text/plain", "<b>", 502, 502},
		{"text/plain", "OK", 200, 502},
		{"text/plain", `{"data":`, 502, 502},
		{"text/html; charset=utf-8", `{"data":[1]}`, 200, 200},
		{"text/plain", `{"data":[1]}`, 200, 200},
		{"application/vnd.api+json", `{"data":[1]}`, 200, 200},
		{"application/octet-stream", `[1]`, 200, 200},
		{"", `{"data":[1]}`, 200, 200},
	} {
		answer := func(w http.ResponseWriter, _ *http.Request) {
			w.Header()["Content-Type"] = nil
			if c.kind != "" {
				w.Header().Set("Content-Type", c.kind)
			}
			io.WriteString(w, c.body)
		}
		backend.on("GET me", answer)
		backend.on("GET areas", answer)
		shop.caller.catalogue.Purge("")
		shop.succeed()
		if g := shop.get("/api/me"); g.StatusCode != c.me {
			t.Errorf("me as %q %q: %d %s", c.kind, c.body, g.StatusCode, g.body)
		}
		if g := shop.get("/api/areas"); g.StatusCode != c.areas {
			t.Errorf("areas as %q %q: %d %s", c.kind, c.body, g.StatusCode, g.body)
		}
	}
}

func TestF09_AnswersInEveryEncoding(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	body := `{"data":{"a":"` + strings.Repeat("ä", 2000) + `"}}`
	pack := map[string]func(io.Writer) io.WriteCloser{
		"gzip":    func(w io.Writer) io.WriteCloser { return gzip.NewWriter(w) },
		"deflate": func(w io.Writer) io.WriteCloser { return zlib.NewWriter(w) },
		"br":      func(w io.Writer) io.WriteCloser { return brotli.NewWriter(w) },
	}
	encode := func(names ...string) string {
		out := body
		for _, n := range names {
			var b strings.Builder
			w := pack[n](&b)
			io.WriteString(w, out)
			w.Close()
			out = b.String()
		}
		return out
	}
	for _, c := range []struct {
		header, body string
		status       int
	}{
		{"", body, 200},
		{"identity", body, 200},
		{"gzip", encode("gzip"), 200},
		{"x-gzip", encode("gzip"), 200},
		{"deflate", encode("deflate"), 200},
		{"br", encode("br"), 200},
		{"gzip, gzip", encode("gzip", "gzip"), 200},
		{"gzip, br", encode("gzip", "br"), 200},
		{"gzip", body, 200}, // it only says so
		{"br", body, 502},
		{"deflate", body, 502},
		{"zstd", body, 502},
		{"gzip", encode("gzip")[:50], 502},
		{"gzip, gzip, gzip", encode("gzip", "gzip", "gzip"), 502},
		{"", encode("gzip"), 502},
	} {
		backend.on("GET me", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if c.header != "" {
				w.Header().Set("Content-Encoding", c.header)
			}
			io.WriteString(w, c.body)
		})
		shop.succeed()
		answer := shop.get("/api/me")
		if answer.StatusCode != c.status || c.status == 200 && answer.body != body[len(`{"data":`):len(body)-1] {
			t.Errorf("%q: %d %.60s", c.header, answer.StatusCode, answer.body)
		}
	}
	if enc := backend.of("GET me")[0].header.Get("Accept-Encoding"); enc != "gzip" {
		t.Errorf("Accept-Encoding %q", enc)
	}
}

func TestF10_RetryAfterIsRespected(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	busy := func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Retry-After", "30")
		answers(429, `{"message":"slow down"}`)(w, r)
	}
	shop := openShop(t, backend)
	backend.on("GET me", busy)
	shop.get("/api/me", "Authorization: Bearer a").wants(t, 429, `{"message":"slow down"}`)
	for range 5 {
		answer := shop.get("/api/me", "Authorization: Bearer a")
		answer.wants(t, 429, "rate_limited")
		if answer.Header.Get("Retry-After") != "30" {
			t.Errorf("Retry-After %q", answer.Header.Get("Retry-After"))
		}
	}
	if n := len(backend.of("GET me")); n != 1 {
		t.Fatalf("%d calls in the time of waiting", n)
	}
	shop.get("/api/me", "Authorization: Bearer b")
	if n := len(backend.of("GET me")); n != 2 {
		t.Fatal("one customer made another one wait")
	}
	shop.ageEntries(31 * time.Second)
	backend.on("GET me", says(`{"data":{}}`))
	shop.get("/api/me", "Authorization: Bearer a").wants(t, 200, "")

	shop.get("/api/areas").wants(t, 200, "")
	backend.on("GET areas", busy)
	shop.ageEntries(time.Minute)
	for range 5 {
		shop.get("/api/areas").wants(t, 200, "")
	}
}

// One response that the upstream asks to leave alone says nothing about the others, and one guest's wait is no other's.
func TestF10_WhatManyShareIsNeverPausedByOne(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	limited := func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		answers(429, `{"message":"slow down"}`)(w, nil)
	}
	backend.on("GET products/menus/odd", limited)
	shop := openShop(t, backend)
	shop.get("/api/products/menus/odd").wants(t, 429, "")
	shop.get("/api/products/menus/1").wants(t, 200, "")
	shop.get("/api/products/menus/odd").wants(t, 429, "rate_limited")
	if wait := shop.get("/api/products/menus/odd").Header.Get("Retry-After"); len(wait) > 2 {
		t.Errorf("everybody waits %s s for one response", wait)
	}
	backend.on("POST contact", limited)
	jar := "Cookie: tf." + shop.caller.branches.Main.ID + ".session=mine; tf." + shop.caller.branches.Main.ID + ".XSRF-TOKEN=x"
	shop.ask("POST", "/api/contact", `{"a":1}`, jar).wants(t, 429, "")
	backend.on("POST contact", says(`{"data":"sent"}`))
	shop.ask("POST", "/api/contact", `{"a":1}`, jar).wants(t, 429, "rate_limited")
	shop.ask("POST", "/api/contact", `{"a":1}`).wants(t, 200, `"sent"`)
	shop.ask("POST", "/api/contact", `{"a":1}`, strings.ReplaceAll(jar, "mine", "other")).wants(t, 200, `"sent"`)
}

func TestF11_A401DoesNotTouchAnybodyElse(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET me", answers(401, `{"message":"expired"}`))
	shop := openShop(t, backend)
	for range 50 {
		shop.get("/api/me", "Authorization: Bearer old").wants(t, 401, `{"message":"expired"}`)
	}
	if state := shop.caller.branches.Main.State(); state != "closed" {
		t.Fatalf("the circuit is %s", state)
	}
	shop.get("/api/areas").wants(t, 200, "")
}

func TestF13_ARedirectWithinTheHostIsFollowedOnce(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET me", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/api/me/orders", http.StatusFound) })
	backend.on("GET me/orders", says(`{"data":"moved"}`))
	backend.on("GET taxes", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/login", http.StatusFound) })
	backend.on("GET areas", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/api/areas?again", http.StatusFound)
	})
	shop := openShop(t, backend)
	shop.get("/api/me").wants(t, 200, `"moved"`)
	if sent := backend.of("GET me/orders")[0].header["Referer"]; sent != nil {
		t.Errorf("the followed redirect sent the Referer %q", sent)
	}
	shop.get("/api/taxes").wants(t, 502, "upstream_invalid")
	shop.get("/api/areas").wants(t, 502, "upstream_invalid")
	if n := len(backend.of("GET areas")); n > 2 {
		t.Fatalf("a loop was followed %d times", n)
	}
}

func TestF14_AFailingBranchDoesNotAffectOthers(t *testing.T) {
	t.Parallel()
	sick, backend := newFailingUpstream(t), newFakeUpstream(t)
	backend.on("GET branches", says(`{"data":[{"name":"B","url":"`+sick.URL+`"}]}`))
	shop := openShop(t, backend)
	sick.down.Store(true)
	until(t, "the sick branch's circuit is open", func() bool {
		return shop.get("/api/me", "X-Branch: "+sick.URL).StatusCode == 503
	})
	for range 20 {
		shop.get("/api/me").wants(t, 200, "")
	}
	if state := shop.caller.branches.Main.State(); state != "closed" {
		t.Fatalf("the main host's circuit is %s", state)
	}
}

func TestF16_AnOrderIsCarriedOutOnceWhateverHappens(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	var made atomic.Int64
	slow := make(chan struct{})
	backend.on("POST checkout/v2", func(w http.ResponseWriter, _ *http.Request) {
		made.Add(1)
		<-slow
		fmt.Fprintf(w, `{"data":{"id":%d}}`, made.Load())
	})
	shop := openShop(t, backend)
	var wg sync.WaitGroup
	bodies := make([]got, 20)
	for i := range bodies {
		wg.Go(func() {
			bodies[i] = shop.ask("POST", "/api/checkout/v2", `{"cart":1}`, "Idempotency-Key: double-click", "Authorization: Bearer a")
		})
	}
	until(t, "the order is upstream", func() bool { return made.Load() > 0 })
	close(slow)
	wg.Wait()
	fresh := 0
	for _, g := range bodies {
		g.wants(t, 200, `{"id":1}`)
		if g.Header.Get("Idempotency-Replayed") == "" {
			fresh++
		}
	}
	if made.Load() != 1 || fresh != 1 {
		t.Fatalf("%d orders, %d fresh answers", made.Load(), fresh)
	}
	if backend.of("POST checkout/v2")[0].header.Get("Idempotency-Key") != "double-click" {
		t.Error("the key did not go up")
	}
	shop.ask("POST", "/api/checkout/v2", `{"cart":2}`, "Idempotency-Key: double-click", "Authorization: Bearer a").wants(t, 422, "order_key_reused")
	// The same order through the older call, where checkout/v2 is missing, is a repeat.
	shop.ask("POST", "/api/checkout", `{"cart":1}`, "Idempotency-Key: double-click", "Authorization: Bearer a").wants(t, 200, `{"id":1}`)
	shop.ask("POST", "/api/checkout/v2", `{"cart":1}`, "Idempotency-Key: double-click", "Authorization: Bearer b").wants(t, 409, "order_not_yours")
	shop.ask("POST", "/api/checkout/v2", `{"cart":1}`, "Idempotency-Key: x").wants(t, 400, "bad_request")
}

func TestF16_ACorrectedFormGoesOutUnderTheSameKey(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST checkout/v2", answers(422, `{"data":{"name":["required"]}}`))
	shop := openShop(t, backend)
	key := "Idempotency-Key: corrected-form"
	shop.ask("POST", "/api/checkout/v2", `{"name":""}`, key).wants(t, 422, `{"data":{"name":["required"]}}`)
	backend.on("POST checkout/v2", says(`{"data":{"id":1}}`))
	shop.ask("POST", "/api/checkout/v2", `{"name":"Ada"}`, key).wants(t, 200, `{"id":1}`)
}

func TestF16_TheCustomerWhoLeavesFindsTheOrderUnderTheKey(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	slow := make(chan struct{})
	backend.on("POST checkout/v2", func(w http.ResponseWriter, _ *http.Request) {
		<-slow
		io.WriteString(w, `{"data":{"id":1}}`)
	})
	shop := openShop(t, backend)
	ctx, cancel := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, http.MethodPost, shop.URL+"/api/checkout/v2", strings.NewReader(`{"a":1}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "left-the-shop")
	done := make(chan error, 1)
	go func() { _, err := http.DefaultTransport.RoundTrip(r); done <- err }()
	until(t, "the order is upstream", func() bool { return len(backend.of("POST checkout/v2")) == 1 })
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	close(slow)
	shop.ask("POST", "/api/checkout/v2", `{"a":1}`, "Idempotency-Key: left-the-shop").wants(t, 200, `{"id":1}`)
	if n := len(backend.of("POST checkout/v2")); n != 1 {
		t.Fatalf("%d orders", n)
	}
}

func TestF16_ARefusedConnectionLeavesTheKeyFree(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	l.Close()
	shop := openShopWith(t, testConfig(t, "http://"+addr))
	answer := shop.ask("POST", "/api/checkout/v2", `{"a":1}`, "Idempotency-Key: never-sent-1")
	if answer.StatusCode != 502 && answer.StatusCode != 503 {
		t.Fatalf("%d %s", answer.StatusCode, answer.body)
	}
	if l, err = net.Listen("tcp", addr); err != nil {
		t.Skip("the port is taken")
	}
	server := &http.Server{Handler: says(`{"data":{"id":1}}`)}
	go server.Serve(l)
	defer server.Close()
	until(t, "the order goes through", func() bool {
		return shop.ask("POST", "/api/checkout/v2", `{"a":1}`, "Idempotency-Key: never-sent-1").StatusCode == 200
	})
}

func TestF24_AColdStartWithoutUpstreamStaysUp(t *testing.T) {
	t.Parallel()
	k := newFailingUpstream(t)
	k.down.Store(true)
	c := testConfig(t, k.URL)
	if err := os.WriteFile(filepath.Join(c.DataDir, "cache.db"), []byte(strings.Repeat("not a database", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	shop := openShopWith(t, c)
	shop.get("/healthz").wants(t, 200, "ok")
	if answer := shop.get("/readyz"); answer.StatusCode != 503 || !strings.HasPrefix(answer.body, "starting") {
		t.Errorf("%d %s", answer.StatusCode, answer.body)
	}
	answer := shop.get("/api/settings")
	if answer.StatusCode < 500 {
		t.Fatalf("%d", answer.StatusCode)
	}
	k.down.Store(false)
	until(t, "the shop is ready by itself", func() bool { return shop.get("/readyz").StatusCode == 200 })
}

func TestF25_ConcurrentRequestsShareOneCall(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	gate := make(chan struct{})
	backend.on("GET areas", func(w http.ResponseWriter, _ *http.Request) {
		<-gate
		io.WriteString(w, `{"data":[]}`)
	})
	shop := openShop(t, backend)
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan struct{})
	go func() { // the first caller leaves
		defer close(first)
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, shop.URL+"/api/areas", nil)
		if resp, err := http.DefaultTransport.RoundTrip(r); err == nil {
			resp.Body.Close()
		}
	}()
	until(t, "the first call is upstream", func() bool { return len(backend.of("GET areas")) == 1 })
	cancel()
	<-first
	var wg sync.WaitGroup
	var ok atomic.Int64
	for range 300 {
		wg.Go(func() {
			w := httptest.NewRecorder()
			r, _ := http.NewRequest(http.MethodGet, "/api/areas", http.NoBody)
			r.RemoteAddr = "127.0.0.1:1"
			shop.Gateway.ServeHTTP(w, r)
			if w.Code == 200 {
				ok.Add(1)
			}
		})
	}
	until(t, "everybody waits", func() bool { return shop.recorder.metrics.inFlight.Load() >= 300 })
	close(gate)
	wg.Wait()
	if n := len(backend.of("GET areas")); n != 1 || ok.Load() != 300 {
		t.Fatalf("%d calls upstream, %d answers", n, ok.Load())
	}
}

func TestF27_WithoutAJournalNoOrderIsSent(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	c := testConfig(t, backend.URL)
	c.SessionKeys = [][]byte{make([]byte, 32)}
	if err := os.Mkdir(filepath.Join(c.DataDir, "orders.db"), 0o700); err != nil { // a folder where the file should be
		t.Fatal(err)
	}
	shop := openShopWith(t, c)
	shop.ask("POST", "/api/checkout/v2", `{"a":1}`, "Idempotency-Key: no-journal-1").wants(t, 503, "orders_paused")
	if n := len(backend.of("POST checkout/v2")); n != 0 {
		t.Fatalf("%d orders were sent", n)
	}
	shop.get("/api/products/menus").wants(t, 200, "")
}

func TestR1_APublicCallThatIsNotPublicGoesAsTheCustomer(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET areas", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			answers(401, `{"message":"who?"}`)(w, r)
			return
		}
		fmt.Fprintf(w, `{"data":%q}`, r.Header.Get("Authorization"))
	})
	shop := openShop(t, backend)
	shop.get("/api/areas", "Authorization: Bearer a").wants(t, 200, `"Bearer a"`)
	shop.get("/api/areas", "Authorization: Bearer b").wants(t, 200, `"Bearer b"`)
	shop.get("/api/areas").wants(t, 401, "")
	if got := shop.get("/api/areas", "Authorization: Bearer a").Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
	backend.on("GET taxes", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Vary", "Accept, Cookie")
		w.Header().Set("Set-Cookie", "sid=leak")
		io.WriteString(w, `{"data":[]}`)
	})
	for range 3 {
		if answer := shop.get("/api/taxes"); answer.Header.Get("Set-Cookie") != "" || answer.StatusCode != 200 {
			t.Errorf("%d %v", answer.StatusCode, answer.Header)
		}
	}
	if n := len(backend.of("GET taxes")); n != 3 {
		t.Errorf("an answer that varies by customer was kept: %d calls", n)
	}
}

// One id that anonymous callers may not have says nothing about the others of its call.
func TestR1_OneRefusedKeyLeavesTheOthersCached(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	secret := false
	backend.lists("1", "secret")
	backend.on("GET products/menus/secret", func(w http.ResponseWriter, r *http.Request) {
		if secret && r.Header.Get("Authorization") == "" {
			answers(403, `{"message":"no"}`)(w, r)
			return
		}
		io.WriteString(w, `{"data":"secret"}`)
	})
	shop := openShop(t, backend)
	shop.get("/api/products/menus/1").wants(t, 200, "")
	secret = true
	shop.get("/api/products/menus/secret").wants(t, 403, "")
	for range 2 {
		if answer := shop.get("/api/products/menus/1"); answer.Header.Get("X-Cache") != "hit" {
			t.Errorf("another id of the call: X-Cache %q", answer.Header.Get("X-Cache"))
		}
	}
	if n := len(backend.of("GET products/menus/1")); n != 1 {
		t.Errorf("the other id was asked for %d times", n)
	}
	shop.get("/api/products/menus/secret", "Authorization: Bearer a").wants(t, 200, `"secret"`)
	backend.goesDown()
	shop.ageEntries(time.Minute)
	shop.get("/api/products/menus/1").wants(t, 200, "")
}

// What was public once is still shown while the upstream fails, also while the customer is asked for instead.
func TestR1_AStaleResponseIsShownWhileAKeyIsPassedPerUser(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	var refuse atomic.Bool
	backend.on("GET areas", func(w http.ResponseWriter, r *http.Request) {
		if refuse.Load() {
			answers(401, `{"message":"who?"}`)(w, r)
			return
		}
		io.WriteString(w, `{"data":"areas"}`)
	})
	shop := openShop(t, backend)
	shop.get("/api/areas").wants(t, 200, `"areas"`)
	refuse.Store(true)
	shop.ageEntries(time.Minute)
	shop.get("/api/areas").wants(t, 200, `"areas"`)                                     // stale, and refreshed meanwhile
	for asked := len(backend.of("GET areas")); len(backend.of("GET areas")) == asked; { // as the customer
		shop.get("/api/areas").wants(t, 200, `"areas"`)
	}
	backend.goesDown()
	if answer := shop.get("/api/areas"); answer.StatusCode != 200 || answer.Header.Get("X-Cache") != "stale" {
		t.Errorf("%d, X-Cache %q: %s", answer.StatusCode, answer.Header.Get("X-Cache"), answer.body)
	}
}

func TestACataloguePerUserIsNeverCached(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend, func(c *Config) { c.CataloguePerUser = true })
	for range 2 {
		shop.get("/api/products/menus", "Authorization: Bearer a").wants(t, 200, "")
		shop.get("/api/areas").wants(t, 200, "")
	}
	if n, m := len(backend.of("GET products/menus")), len(backend.of("GET areas")); n != 2 || m != 1 {
		t.Fatalf("%d and %d calls", n, m)
	}
}

// A page that contained the anonymous catalogue would fill a signed-in customer's cart at the wrong prices.
func TestAPageOfACataloguePerUserHasNone(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET products/categories", says(`{"data":[{"id":1,"name":"Pizza"}]}`))
	backend.on("GET products/categories/1/products", says(`{"data":[{"id":7,"name":"Margherita","sizes":[{"id":1,"price":8.5}]}],"meta":{}}`))
	backend.on("GET products/menus", says(`{"data":[{"id":5,"name":"Mittagsmenü","price":14.9}]}`))
	public, perUser := openShop(t, backend), openShop(t, backend, func(c *Config) { c.CataloguePerUser, c.PublicURL = true, "https://shop.example" })
	until(t, "the page of a public catalogue has it", func() bool {
		boot := public.bootOf("/")
		return strings.Contains(boot, "Margherita") && strings.Contains(boot, "Mittagsmenü")
	})
	before := len(backend.of("GET products/categories"))
	for _, path := range []string{"/", "/?product=7", "/?menu=5"} {
		if answer := perUser.get(path, "Accept: text/html"); strings.Contains(answer.body, "Margherita") || strings.Contains(answer.body, "Mittagsmenü") || strings.Contains(answer.body, `"categories"`) {
			t.Errorf("%s has a catalogue: %s", path, answer.body)
		}
	}
	if answer := perUser.get("/sitemap.xml"); strings.Contains(answer.body, "product=7") {
		t.Errorf("the sitemap has a catalogue: %s", answer.body)
	}
	if after := len(backend.of("GET products/categories")); after != before {
		t.Errorf("the pages requested it %d times", after-before)
	}
}

// The backend's own 404 of one menu removes it; a proxy's page does not.
func TestA404OfOneMenuRemovesTheCachedResponse(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.lists("1")
	shop := openShop(t, backend)
	shop.get("/api/products/menus/1").wants(t, 200, "")
	backend.on("GET products/menus/1", page(404, "text/html", "<html>Not Found</html>"))
	shop.ageEntries(time.Hour)
	shop.get("/api/products/menus/1").wants(t, 200, "")
	backend.on("GET products/menus/1", answers(404, `{"message":"gone"}`))
	shop.ageEntries(time.Minute)
	until(t, "the menu is gone", func() bool { return shop.get("/api/products/menus/1").StatusCode == 404 })
}

func TestPurgeWholeAndByBranch(t *testing.T) {
	t.Parallel()
	branch, backend := newFakeUpstream(t), newFakeUpstream(t)
	backend.on("GET branches", says(`{"data":[{"name":"B","url":"`+branch.URL+`"}]}`))
	shop := openShop(t, backend)
	fill := func() {
		shop.get("/api/areas").wants(t, 200, "")
		shop.get("/api/areas", "X-Branch: "+branch.URL).wants(t, 200, "")
	}
	fill()
	purge := func(query string, status int) {
		w := newServer(t, shop.Gateway.Operator())
		r, err := http.Post(w.URL+"/purge"+query, "", nil)
		if err != nil || r.StatusCode != status {
			t.Fatal(r, err)
		}
		r.Body.Close()
	}
	purge("?branch="+branch.URL, 200)
	fill()
	if n, m := len(backend.of("GET areas")), len(branch.of("GET areas")); n != 1 || m != 2 {
		t.Fatalf("after purging a branch: %d and %d", n, m)
	}
	purge("", 200)
	fill()
	if n, m := len(backend.of("GET areas")), len(branch.of("GET areas")); n != 2 || m != 3 {
		t.Fatalf("after purging everything: %d and %d", n, m)
	}
	purge("?branch=http://unknown.example", 404)

	// A branch that has come since the list was read is known at once after a purge.
	later := newFakeUpstream(t)
	shop.get("/api/areas", "X-Branch: "+later.URL).wants(t, 421, "unknown_branch")
	backend.on("GET branches", says(`{"data":[{"name":"L","url":"`+later.URL+`"}]}`))
	purge("", 200)
	shop.get("/api/areas", "X-Branch: "+later.URL).wants(t, 200, "")
}

func TestFreshnessByClass(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	for path, fresh := range map[string]time.Duration{"settings": time.Minute, "areas": 30 * time.Second, "working-hours": 15 * time.Second} {
		shop.caller.catalogue.Purge("")
		shop.get("/api/"+path).wants(t, 200, "")
		shop.ageEntries(fresh - 5*time.Second)
		if got := shop.get("/api/" + path).Header.Get("X-Cache"); got != "hit" {
			t.Errorf("%s just before its time: %s", path, got)
		}
		shop.ageEntries(10 * time.Second)
		if got := shop.get("/api/" + path).Header.Get("X-Cache"); got != "stale" {
			t.Errorf("%s just after its time: %s", path, got)
		}
		until(t, path+" is refreshed", func() bool { return shop.get("/api/"+path).Header.Get("X-Cache") == "hit" })
	}
	if cache.Stale.String() != "stale" {
		t.Error("the state is misspelt")
	}
}

func TestCompressedFormsHaveTheSameContent(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET products/menus", says(`{"data":[`+strings.Repeat(`{"id":1,"name":"Pizza Margherita","price":8.50},`, 700)+`{}]}`))
	shop := openShop(t, backend)
	plain := shop.get("/api/products/menus")
	plain.wants(t, 200, "")
	for encoding, read := range map[string]func(io.Reader) (io.Reader, error){
		"gzip": func(r io.Reader) (io.Reader, error) { return gzip.NewReader(r) },
		"br":   func(r io.Reader) (io.Reader, error) { return brotli.NewReader(r), nil },
	} {
		answer := shop.get("/api/products/menus", "Accept-Encoding: "+encoding)
		if answer.Header.Get("Content-Encoding") != encoding {
			t.Fatalf("%s is not sent: %v", encoding, answer.Header)
		}
		r, err := read(strings.NewReader(answer.body))
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil || string(b) != plain.body {
			t.Fatalf("%s unpacks to something else: %v", encoding, err)
		}
	}
}

func TestDrainSendsConnectionClose(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	g, l, drain, ended := serve(t, backend)
	slow := make(chan struct{})
	backend.on("POST contact", func(w http.ResponseWriter, _ *http.Request) {
		<-slow
		io.WriteString(w, `{"data":"done"}`)
	})
	answer := make(chan string, 1)
	go func() {
		r, err := http.Post("http://"+l.Addr().String()+"/api/contact", "application/json", strings.NewReader(`{"a":1}`))
		if err != nil {
			answer <- err.Error()
			return
		}
		defer r.Body.Close()
		b, _ := io.ReadAll(r.Body)
		answer <- string(b)
	}()
	until(t, "a call is running", func() bool { return len(backend.of("POST contact")) == 1 })
	drain()
	until(t, "readiness is off", func() bool { return !g.isReady() })
	close(slow)
	if got := <-answer; got != `"done"` {
		t.Fatalf("the running call ended with %s", got)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}

func TestF16_AServerErrorDoesNotProveThatNothingWasOrdered(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	for i, c := range []struct {
		status int
		html   bool
	}{{500, false}, {502, false}, {503, false}, {504, false}, {503, true}} {
		shop.succeed()
		backend.on("POST checkout/v2", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Retry-After", "5") // as a proxy says it whose backend took the order and died
			if c.html {
				w.Header().Set("Content-Type", "text/html")
				w.WriteHeader(c.status)
				io.WriteString(w, "<html>Backend fetch failed</html>")
				return
			}
			answers(c.status, `{"message":"maintenance"}`)(w, r)
		})
		before := len(backend.of("POST checkout/v2"))
		key := fmt.Sprintf("Idempotency-Key: server-error-%d", i)
		want := `{"message":"maintenance"}`
		if c.html {
			want = "upstream_invalid"
		}
		first := shop.ask("POST", "/api/checkout/v2", `{"a":1}`, key)
		first.wants(t, c.status, want) // status and body pass (docs/wire.md section 3)
		backend.on("POST checkout/v2", says(`{"data":{"id":2}}`))
		again := shop.ask("POST", "/api/checkout/v2", `{"a":1}`, key)
		again.wants(t, c.status, want)
		if again.Header.Get("Idempotency-Replayed") != "true" || again.Header.Get("Retry-After") != "5" {
			t.Errorf("%d again: %v", c.status, again.Header)
		}
		if n := len(backend.of("POST checkout/v2")) - before; n != 1 {
			t.Errorf("after a %d the order was sent %d times", c.status, n)
		}
	}
}

func TestF08_AnEndlessBodyTakesBoundedMemory(t *testing.T) {
	backend := newFakeUpstream(t)
	const limit = 4 << 20
	var written atomic.Int64
	chunk := []byte(strings.Repeat("x", 64<<10))
	endless := func(pack func(io.Writer) io.Writer, encoding string) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			if encoding != "" {
				w.Header().Set("Content-Encoding", encoding)
			}
			out := pack(w)
			io.WriteString(out, `{"data":"`)
			for r.Context().Err() == nil {
				n, err := out.Write(chunk)
				if written.Add(int64(n)); err != nil {
					return
				}
			}
		}
	}
	shop := openShop(t, backend, func(c *Config) { c.MaxAnswer, c.UpstreamTimeout = limit, time.Minute })
	shop.get("/api/taxes").wants(t, 200, "")
	for _, c := range []struct {
		encoding string
		pack     func(io.Writer) io.Writer
	}{
		{"", func(w io.Writer) io.Writer { return w }},
		{"gzip", func(w io.Writer) io.Writer { z, _ := gzip.NewWriterLevel(w, gzip.NoCompression); return z }},
	} {
		h := endless(c.pack, c.encoding)
		backend.on("GET me", h)
		backend.on("GET taxes", h)
		written.Store(0)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		shop.get("/api/me").wants(t, 502, "upstream_invalid")
		runtime.ReadMemStats(&after)
		if grown := after.TotalAlloc - before.TotalAlloc; grown > 4*limit {
			t.Errorf("%q: %d MiB for a bound of %d", c.encoding, grown>>20, limit>>20)
		}
		asked := len(backend.of("GET taxes"))
		shop.ageEntries(time.Hour)
		shop.get("/api/taxes").wants(t, 200, `{"path":"taxes"}`)
		until(t, "the refresh is upstream", func() bool { return len(backend.of("GET taxes")) > asked })
		until(t, "the refresh has ended", func() bool { return shop.caller.branches.Main.InFlight() == 0 })
		// What is in the sockets' buffers was written and never read.
		if n := written.Load(); n > 2*(limit+32<<20) {
			t.Errorf("%q: the upstream got rid of %d MiB", c.encoding, n>>20)
		}
	}
}

func TestF12_FieldErrorsPassAndAreNoFailure(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	fields := `{ "message" : "The given data was invalid.",  "data":{"email":["first","<b>second</b>"],"phone":["ä \u00e4 \ud83c\udf55"]}, "code":1e2 }`
	tried := 0
	for i := range calls {
		c := &calls[i]
		if c.Safe() || c.Body == 0 {
			continue
		}
		tried++
		path := strings.ReplaceAll(c.Path, "{id}", "7")
		backend.on(c.Method+" "+path, answers(422, fields))
		for range 3 { // more in a row than would open the circuit
			body := `{"a":1}`
			if c.Method == http.MethodDelete {
				body = ""
			}
			shop.ask(c.Method, "/api/"+path, body, "Authorization: Bearer a").wants(t, 422, fields)
		}
	}
	if tried < 12 {
		t.Errorf("only %d forms", tried)
	}
	if state := shop.caller.branches.Main.State(); state != "closed" {
		t.Errorf("the circuit is %s", state)
	}
	for size, want := range map[int]string{maxErrorBody: "", maxErrorBody + 1: "upstream_invalid"} {
		backend.on("POST contact", answers(422, `{"data":{"a":["`+strings.Repeat("x", size-19)+`"]}}`))
		shop.ask("POST", "/api/contact", `{"a":1}`).wants(t, 422, want)
	}
	for _, body := range []string{"<html>422</html>", `{"data":{"a":["broken`} {
		backend.on("POST contact", answers(422, body))
		shop.ask("POST", "/api/contact", `{"a":1}`).wants(t, 422, "upstream_invalid")
	}
}

// bootOf is the boot data of a page.
func (s *shop) bootOf(path string, headers ...string) string {
	s.t.Helper()
	answer := s.get(path, append([]string{"Accept: text/html"}, headers...)...)
	answer.wants(s.t, 200, "")
	_, rest, ok := strings.Cut(answer.body, `<script type="application/json" id="boot">`)
	boot, _, _ := strings.Cut(rest, "</script>")
	if !ok {
		s.t.Fatalf("no boot data in %.300s", answer.body)
	}
	return boot
}

func TestF01_ThePageSaysHowOldItIs(t *testing.T) {
	t.Parallel()
	sick, backend := newFailingUpstream(t), newFakeUpstream(t)
	backend.on("GET branches", says(`{"data":[{"name":"B","url":"`+sick.URL+`"}]}`))
	shop := openShop(t, backend)
	shop.passes.Store(true)
	cookie := "Cookie: branch=" + sick.URL
	until(t, "the branch's page is whole", func() bool {
		b := shop.bootOf("/", cookie)
		return strings.Contains(b, `"settings":`) && strings.Contains(b, `"branch":"`) && strings.Contains(b, `"workingHours":`)
	})
	if b := shop.bootOf("/", cookie); strings.Contains(b, `"stale"`) {
		t.Errorf("a healthy branch is called stale: %.300s", b)
	}
	stored := time.Now()
	sick.down.Store(true)
	shop.ageEntries(time.Hour)
	until(t, "the page says it", func() bool {
		shop.get("/api/working-hours", "X-Branch: "+sick.URL).wants(t, 200, "") // a visitor, whose call tries to refresh
		return strings.Contains(shop.bootOf("/", cookie), `"stale":"`)
	})
	_, rest, _ := strings.Cut(shop.bootOf("/", cookie), `"stale":"`)
	text, _, _ := strings.Cut(rest, `"`)
	since, err := time.Parse(time.RFC3339, text)
	if err != nil || stored.Sub(since).Abs() > time.Minute {
		t.Errorf("stale since %s, the responses are of %s", text, stored.UTC())
	}
	if b := shop.bootOf("/"); strings.Contains(b, `"stale"`) {
		t.Errorf("the main host is called stale for its branch: %.300s", b)
	}
	sick.down.Store(false)
	until(t, "the page is fresh again", func() bool {
		for _, c := range pageCalls {
			shop.get("/api/"+c, "X-Branch: "+sick.URL).wants(t, 200, "")
		}
		return !strings.Contains(shop.bootOf("/", cookie), `"stale"`)
	})
}

// While the circuit is not closed, no customer's call goes up: the host's own probes find out when it is back.
func TestF26_CustomersCallsAreNotProbes(t *testing.T) {
	t.Parallel()
	k := newFailingUpstream(t)
	shop := openShop(t, k.fakeUpstream)
	shop.succeed()
	k.down.Store(true)
	until(t, "the circuit is open", func() bool { return shop.get("/api/me").StatusCode == 503 })
	gate := make(chan struct{})
	k.on("GET settings", func(w http.ResponseWriter, r *http.Request) {
		<-gate
		says(`{"data":[]}`)(w, r)
	})
	before, probes := len(k.of("GET me")), len(k.of("GET settings"))
	k.down.Store(false)
	until(t, "a probe is upstream", func() bool { return len(k.of("GET settings")) > probes })
	for range 20 {
		shop.get("/api/me").wants(t, 503, "upstream_open")
	}
	if n := len(k.of("GET me")); n != before {
		t.Errorf("%d calls of customers went up", n-before)
	}
	close(gate)
	until(t, "the host is back", func() bool { return shop.get("/api/me").StatusCode == 200 })
}

// A call that crashes the backend counts only as a failure of that call: repeating it does not stop other customers' orders.
func TestACallsOwn500DoesNotStopOrders(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET products/menus/66", answers(500, `{}`))
	backend.on("GET products/menus/67", says(`<html>`))
	backend.on("POST contact", answers(500, `{}`))
	shop := openShop(t, backend, func(c *Config) { c.LimitFactor = 0 })
	for range 40 {
		shop.get("/api/products/menus/66")
		shop.get("/api/products/menus/67")
		shop.ask("POST", "/api/contact", `{"a":1}`)
	}
	shop.ask("POST", "/api/checkout/v2", `{"a":1}`, "Idempotency-Key: order-after-500s").wants(t, 200, "")
	if state := shop.caller.branches.Main.State(); state != "closed" {
		t.Errorf("the circuit is %s", state)
	}
}

func TestT17_AnAnswerCutAtEveryByte(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	patient, hurried := openShop(t, backend, func(c *Config) { c.UpstreamTimeout = time.Minute }), openShop(t, backend, func(c *Config) { c.UpstreamTimeout = 2 * time.Second })
	body := `{"data":{"code":"A-1"}}`
	raw := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(body), body)
	var at atomic.Int64
	var how atomic.Value
	backend.on("POST checkout/v2", func(w http.ResponseWriter, r *http.Request) {
		conn, buf, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		buf.WriteString(raw[:at.Load()])
		buf.Flush()
		switch how.Load() {
		case "reset":
			conn.(*net.TCPConn).SetLinger(0)
		case "stall":
			io.Copy(io.Discard, conn) // until the other side has waited long enough
		}
		conn.Close()
	})
	attempts := 0
	for i := range len(raw) + 1 {
		ways := []string{[]string{"end", "reset"}[i%2]}
		if i%29 == 0 {
			ways = append(ways, "stall")
		}
		for _, way := range ways {
			shop := patient
			if way == "stall" { // it ends by the deadline
				shop = hurried
			}
			if attempts%3 == 0 {
				shop.succeed()
			}
			attempts++
			at.Store(int64(i))
			how.Store(way)
			key := fmt.Sprintf("Idempotency-Key: cut-%s-%05d", way, i)
			first := shop.ask("POST", "/api/checkout/v2", `{"a":1}`, key)
			again := shop.ask("POST", "/api/checkout/v2", `{"a":1}`, key)
			for _, g := range []got{first, again} {
				if i == len(raw) && way != "reset" { // whole: whatever comes after it
					g.wants(t, 200, `{"code":"A-1"}`)
				} else if g.StatusCode != 200 || i < len(raw) { // a reset may overtake the last bytes
					g.wants(t, 504, "outcome_unknown")
				}
			}
			if n := len(backend.of("POST checkout/v2")); n != attempts {
				t.Fatalf("cut at %d (%s): %d attempts became %d orders", i, way, attempts, n)
			}
		}
	}
}
