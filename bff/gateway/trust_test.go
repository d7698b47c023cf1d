package gateway

import (
	"context"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"tablefront/bff/proxies"
)

// TestT23_TheBackendIsToldOnlyTheShopsHost: no caller decides which host a backend builds its links from.
func TestT23_TheBackendIsToldOnlyTheShopsHost(t *testing.T) {
	t.Parallel()
	trusted, far := proxies.Trusted{netip.MustParsePrefix("127.0.0.0/8")}, proxies.Trusted{netip.MustParsePrefix("10.0.0.0/8")}
	for name, row := range map[string]struct {
		public        string
		proxies       proxies.Trusted
		host, forward string // of the request
		told          string
		refused       bool
	}{
		"the public URL":                  {"https://shop.example", nil, "evil.example", "", "shop.example", false},
		"the public URL behind a proxy":   {"https://shop.example:8443", trusted, "shop.example", "evil.example", "shop.example:8443", false},
		"a trusted proxy":                 {"", trusted, "127.0.0.1:8080", "shop.example", "shop.example", false},
		"a trusted proxy that passes on":  {"", trusted, "shop.example", "", "shop.example", false},
		"past the proxies":                {"", far, "evil.example", "", "", true},
		"past the proxies, this machine":  {"", far, "localhost:8080", "", "localhost:8080", false},
		"nobody says":                     {"", nil, "evil.example", "", "", false},
		"nobody says, a forged header":    {"", nil, "evil.example", "evil.example", "", false},
		"a developer's machine":           {"", nil, "localhost:8080", "", "localhost:8080", false},
		"a developer's machine, by IPv6":  {"", nil, "[::1]:8080", "", "[::1]:8080", false},
		"by the address that it came to":  {"", far, "127.0.0.1", "", "127.0.0.1", false},
		"by another address than its own": {"", nil, "203.0.113.7", "", "", false},
	} {
		backend := newFakeUpstream(t)
		shop := openShop(t, backend, func(c *Config) { c.PublicURL, c.TrustedProxies = row.public, row.proxies })
		r, err := http.NewRequest(http.MethodPost, shop.URL+"/api/reset-password", strings.NewReader(`{"email":"a@b.example"}`))
		if err != nil {
			t.Fatal(err)
		}
		r.Host = row.host
		r.Header.Set("Content-Type", "application/json")
		if row.forward != "" {
			r.Header.Set("X-Forwarded-Host", row.forward)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		sent := backend.of("POST reset-password")
		if row.refused {
			if res.StatusCode != http.StatusMisdirectedRequest || len(sent) != 0 {
				t.Errorf("%s: %d, sent %d times", name, res.StatusCode, len(sent))
			}
			continue
		}
		if len(sent) != 1 || sent[0].header.Get("X-Forwarded-Host") != row.told {
			t.Errorf("%s: %d, the backend is told %v", name, res.StatusCode, sent)
		}
	}
}

// TestAHandleThatOpensNothingIsNoGuest: with cleared cookies a signed-in customer's order does not go out as a guest's. Public calls, logins and tables still work.
func TestAHandleThatOpensNothingIsNoGuest(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", says(`{"data":{"token":"real"}}`))
	shop := openShop(t, backend)
	handle, _ := shop.login(t)
	bearer := "Authorization: Bearer " + handle
	for i := range calls {
		call := &calls[i]
		if !call.isPersonal() {
			continue
		}
		path, body := publicPath(call), ""
		path = strings.ReplaceAll(path, "{orderCode}", "A-1")
		if call.Body > 0 {
			body = `{"total":1}`
		}
		shop.ask(call.Method, "/api/"+path, body, bearer, "Idempotency-Key: key-00001").wants(t, 401, "login_expired")
		if n := len(backend.of(call.Method + " " + path)); n != 0 {
			t.Errorf("%s: %d calls were sent", call, n)
		}
	}
	shop.get("/api/areas", bearer).wants(t, 200, "")
	shop.get("/api/tables/7", bearer).wants(t, 200, "")
	shop.login(t, bearer)
	shop.ask("POST", "/api/checkout/v2", `{"total":1}`, "Idempotency-Key: key-00001").wants(t, 200, "") // a guest's, who sends no handle
}

// TestABrowserThatHangsUpIsNoFailure: a GET that is given up is counted as 499, logged below WARN, and says nothing about the upstream.
func TestABrowserThatHangsUpIsNoFailure(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	arrived, release := make(chan struct{}), make(chan struct{})
	backend.on("GET me/addresses/search", func(_ http.ResponseWriter, r *http.Request) {
		arrived <- struct{}{}
		select {
		case <-r.Context().Done():
		case <-release:
		}
	})
	shop := openShop(t, backend)
	defer close(release)
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		r, _ := http.NewRequestWithContext(ctx, http.MethodGet, shop.URL+"/api/me/addresses/search?q=a", nil)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			if res, err := http.DefaultClient.Do(r); err == nil {
				res.Body.Close()
			}
		}()
		<-arrived
		cancel()
		<-ended
	}
	const series = `tablefront_calls_total{call="GET me/addresses/search",status="499"}`
	until(t, "all are counted", func() bool { n, _ := shop.sample(t, series); return n == 20 })
	if n, _ := shop.sample(t, `tablefront_calls_total{call="GET me/addresses/search",status="502"}`); n != 0 {
		t.Errorf("%v are failures", n)
	}
	for _, line := range strings.Split(shop.log.String(), "\n") {
		if strings.Contains(line, `"status":499`) && !strings.Contains(line, `"level":"INFO"`) {
			t.Error(line)
		}
	}
}

// TestOneClientTakesNobodysPlace: a client that sends slow GETs without a login is stopped at its share; another customer orders meanwhile.
func TestOneClientTakesNobodysPlace(t *testing.T) {
	backend := newFakeUpstream(t)
	release := make(chan struct{})
	backend.on("GET me/addresses/search", func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-release:
		case <-r.Context().Done():
		}
		w.Write([]byte(`{"data":[]}`))
	})
	shop := openShop(t, backend, func(c *Config) {
		c.LimitFactor, c.TrustedProxies = 1, proxies.Trusted{netip.MustParsePrefix("127.0.0.0/8")}
	})
	var slow sync.WaitGroup
	for range clientShare {
		slow.Go(func() { shop.get("/api/me/addresses/search?q=a", "X-Forwarded-For: 203.0.113.9") })
	}
	until(t, "all are upstream", func() bool { return len(backend.of("GET me/addresses/search")) == clientShare })
	one := shop.get("/api/me/addresses/search?q=a", "X-Forwarded-For: 203.0.113.9")
	one.wants(t, 429, "rate_limited")
	if one.Header.Get("Retry-After") == "" {
		t.Error("nothing says when to try again")
	}
	shop.ask("POST", "/api/checkout/v2", `{"total":1}`, "X-Forwarded-For: 203.0.113.10", "Idempotency-Key: key-00001").wants(t, 200, "")
	close(release)
	slow.Wait()
}
