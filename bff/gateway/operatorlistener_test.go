package gateway

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"
)

func TestPurgeAndProfilesAreTheOperators(t *testing.T) {
	const token = "an-operators-token"
	metrics := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	purge := func(string) (int, bool) { return 1, true }
	withToken, without := operatorHandler(token, metrics, purge), operatorHandler("", metrics, purge)
	for _, c := range []struct {
		name, from, host string
		header           map[string]string
		token, none      bool // whether it is allowed with and without a configured token
	}{
		{"a program here", "127.0.0.1:4000", "127.0.0.1:9090", nil, true, true},
		{"a program here, by name", "[::1]:4000", "localhost:9090", nil, true, true},
		{"a mapped loopback address", "[::ffff:127.0.0.1]:4000", "[::1]:9090", nil, true, true},
		{"another machine", "192.0.2.1:4000", "127.0.0.1:9090", nil, false, false},
		{"another machine with the token", "192.0.2.1:4000", "shop:9090", map[string]string{"Authorization": "Bearer " + token}, true, false},
		{"another machine with a wrong token", "192.0.2.1:4000", "shop:9090", map[string]string{"Authorization": "Bearer " + token + "x"}, false, false},
		{"an empty token", "192.0.2.1:4000", "shop:9090", map[string]string{"Authorization": "Bearer "}, false, false},
		{"a page of another site", "127.0.0.1:4000", "127.0.0.1:9090", map[string]string{"Origin": "https://evil.example"}, false, false},
		{"a page's form", "127.0.0.1:4000", "127.0.0.1:9090", map[string]string{"Sec-Fetch-Site": "cross-site"}, false, false},
		{"a rebound name", "127.0.0.1:4000", "evil.example:9090", nil, false, false},
		{"a proxy here", "127.0.0.1:4000", "127.0.0.1:9090", map[string]string{"X-Forwarded-For": "192.0.2.1"}, false, false},
		{"the token through a proxy", "127.0.0.1:4000", "shop", map[string]string{"X-Forwarded-For": "192.0.2.1", "Authorization": "Bearer " + token}, true, false},
	} {
		ask := func(h http.Handler, method, path string) int {
			r := httptest.NewRequest(method, path, nil)
			r.RemoteAddr, r.Host = c.from, c.host
			for name, value := range c.header {
				r.Header.Set(name, value)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			return w.Code
		}
		for _, path := range []string{"/purge", "/debug/pprof/", "/debug/pprof/cmdline", "/debug/pprof/heap", "/debug/pprof/symbol"} {
			method := http.MethodGet
			if path == "/purge" {
				method = http.MethodPost
			}
			for _, way := range []struct {
				h     http.Handler
				allow bool
			}{{withToken, c.token}, {without, c.none}} {
				want := http.StatusUnauthorized
				if way.allow {
					want = http.StatusOK
				}
				if got := ask(way.h, method, path); got != want {
					t.Errorf("%s: %s %s: %d, want %d", c.name, method, path, got, want)
				}
			}
		}
		for _, path := range []string{"/metrics", "/healthz"} {
			if got := ask(without, http.MethodGet, path); got != http.StatusOK {
				t.Errorf("%s: %s: %d", c.name, path, got)
			}
		}
	}
}

// A purge says how much it removed, of one branch or of all; an unknown branch is told. A GET purges nothing.
func TestPurge(t *testing.T) {
	var purged []string
	h := operatorHandler("", http.NotFoundHandler(), func(branch string) (int, bool) {
		purged = append(purged, branch)
		return 12, branch != "https://unknown.example"
	})
	for _, c := range []struct {
		method, path string
		status       int
		body         string
	}{
		{http.MethodPost, "/purge", 200, "{\"purged\":12}\n"},
		{http.MethodPost, "/purge?branch=https://b.example", 200, "{\"purged\":12}\n"},
		{http.MethodPost, "/purge?branch=https://unknown.example", 404, "this branch is not known\n"},
		{http.MethodGet, "/purge", 405, "Method Not Allowed\n"},
	} {
		r := httptest.NewRequest(c.method, c.path, nil)
		r.RemoteAddr, r.Host = "127.0.0.1:4000", "localhost:9090"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != c.status || w.Body.String() != c.body {
			t.Errorf("%s %s: %d %q", c.method, c.path, w.Code, w.Body)
		}
	}
	if !slices.Equal(purged, []string{"", "https://b.example", "https://unknown.example"}) {
		t.Errorf("%q", purged)
	}
}
