package selftest

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"tablefront/bff/gateway"
	"tablefront/bff/site"
)

// without returns the tests without some.
func without(ids ...string) []probe {
	return slices.DeleteFunc(slices.Clone(probes), func(p probe) bool { return slices.Contains(ids, p.id) })
}

// only returns some of the tests.
func only(ids ...string) []probe {
	return slices.DeleteFunc(slices.Clone(probes), func(p probe) bool { return !slices.Contains(ids, p.id) })
}

var page = fstest.MapFS{"index.html": {Data: []byte("<!doctype html><html><head></head><body></body></html>")}}

func ownConfig() gateway.Config {
	return gateway.Config{
		Settings: site.Settings{
			Country: "de", Language: "de", Locale: "de", Currency: "EUR", Timezone: "Europe/Berlin", CustomCode: true, Version: "test",
		},
		UpstreamTimeout: 10 * time.Second, CacheTTL: time.Minute, LimitFactor: 1,
	}
}

// TestOwnGateway: every test passes on this gateway, B1 to B17 are all there, within a minute.
func TestOwnGateway(t *testing.T) {
	todo := probes
	switch {
	case raced: // the lines where many come at once; the others have nothing to race for
		todo = only("B1", "B2", "B11", "B16", "T4", "T17", "F1", "F25")
	case testing.Short():
		todo = without("B15", "B16")
	}
	var out bytes.Buffer
	began := time.Now()
	if c := ownConfig(); !run(t.Context(), todo, ownGateway(c, page), off(c), &out) {
		t.Errorf("not all is well:\n%s", &out)
	}
	if time.Since(began) > time.Minute {
		t.Errorf("it took %v", time.Since(began))
	}
	t.Logf("\n%s", &out)
	var ids []string
	for _, p := range probes {
		if slices.Contains(ids, p.id) {
			t.Errorf("%s is there twice", p.id)
		}
		ids = append(ids, p.id)
	}
	for n := 1; n <= 17; n++ {
		if id := "B" + itoa(n); !slices.Contains(ids, id) {
			t.Errorf("%s is missing", id)
		}
	}
}

func itoa(n int) string {
	if n > 9 {
		return "1" + string(rune('0'+n-10))
	}
	return string(rune('0' + n))
}

// TestCanFail: the same tests fail on a gateway with the insecure defaults of docs/threat-model.md.
func TestCanFail(t *testing.T) {
	if raced {
		t.Skip("this is about the lines, which run without the race detector")
	}
	red := map[string]bool{}
	for _, langKey := range []bool{false, true} {
		todo := probes
		if langKey {
			todo = only("B10")
		} else if testing.Short() {
			todo = without("B15")
		}
		open := func(upstream string, l net.Listener) (func() error, error) { return openInsecure(upstream, l, langKey) }
		var out bytes.Buffer
		if run(t.Context(), todo, open, nil, &out) {
			t.Error("the gateway with insecure defaults passed")
		}
		t.Logf("\n%s", &out)
		for _, m := range regexp.MustCompile(`(?m)^FAIL  (\S+)`).FindAllStringSubmatch(out.String(), -1) {
			red[m[1]] = true
		}
	}
	for _, p := range probes {
		// These are handled by net/http's parser, which the insecure gateway uses too.
		if slices.Contains([]string{"T13", "B15"}, p.id) && (p.id == "T13" || testing.Short()) {
			continue
		}
		if !red[p.id] {
			t.Errorf("%s (%s) cannot fail", p.id, p.what)
		}
	}
}

// TestOff: what the operator turned off is reported as off, not as failed.
func TestOff(t *testing.T) {
	c := gateway.Config{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, BrowserTokens: true}
	var out bytes.Buffer
	if !run(t.Context(), only("B12", "T4", "T20"), ownGateway(ownConfig(), page), off(c), &out) || strings.Count(out.String(), "off   ") != 3 {
		t.Errorf("%s", &out)
	}
}

// insecureGateway has its libraries' defaults: one client with a cookie jar for all users, redirects followed, headers
// copied, paths concatenated, an unbounded cache, a breaker that counts everything, no limits.
type insecureGateway struct {
	upstream string
	client   *http.Client
	langKey  bool
	mu       sync.Mutex
	cached   map[string][]byte
	failures int
}

// jar shares every cookie among all users.
type jar struct {
	mu      sync.Mutex
	cookies map[string][]*http.Cookie
}

func (j *jar) SetCookies(u *url.URL, c []*http.Cookie) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.cookies[u.Host] = append(j.cookies[u.Host], c...)
}

func (j *jar) Cookies(u *url.URL) []*http.Cookie {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.cookies[u.Host]
}

func openInsecure(upstream string, l net.Listener, langKey bool) (func() error, error) {
	w := &insecureGateway{
		upstream: upstream, client: &http.Client{Jar: &jar{cookies: map[string][]*http.Cookie{}}, Timeout: 5 * time.Second, Transport: &http.Transport{}},
		langKey: langKey, cached: map[string][]byte{},
	}
	server := &http.Server{Handler: w}
	go server.Serve(l)
	return server.Close, nil
}

func (w *insecureGateway) ServeHTTP(rw http.ResponseWriter, r *http.Request) {
	rest, ok := strings.CutPrefix(strings.ToLower(strings.ReplaceAll(r.URL.Path, "//", "/")), "/api/")
	if !ok {
		if rest, ok = strings.CutPrefix(r.URL.Path, "/assets/../api/"); !ok {
			io.WriteString(rw, "<html></html>")
			return
		}
	}
	rest = strings.TrimSuffix(strings.SplitN(rest, ";", 2)[0], "/x.css")
	key := r.URL.Path
	if w.langKey {
		key += r.Header.Get("Lang")
	}
	public := r.Method == http.MethodGet && !strings.HasPrefix(rest, "me")
	w.mu.Lock()
	kept, hit := w.cached[key]
	broken := w.failures >= 10
	w.mu.Unlock()
	if public && hit && r.URL.Path != "/api/settings" {
		rw.Write(kept)
		return
	}
	if broken {
		rw.WriteHeader(http.StatusBadGateway)
		return
	}
	base := w.upstream
	if b := r.Header.Get("X-Branch"); b != "" {
		base = b
	}
	body, _ := io.ReadAll(r.Body)
	target := base + "/api/" + rest
	if r.URL.RawQuery != "" {
		target += "?" + r.URL.RawQuery
	}
	req, err := http.NewRequestWithContext(r.Context(), r.Method, target, bytes.NewReader(body))
	if err != nil {
		http.Error(rw, err.Error(), http.StatusBadGateway)
		return
	}
	req.Header = r.Header.Clone()
	req.Header.Del("Accept-Encoding")
	res, err := w.client.Do(req)
	for try := 0; try < 3 && err == nil && res.StatusCode >= 500; try++ { // as a client with SetRetryCount(3)
		res.Body.Close()
		again := req.Clone(r.Context())
		again.Body = io.NopCloser(bytes.NewReader(body))
		res, err = w.client.Do(again)
	}
	if err != nil {
		w.mu.Lock()
		w.failures++
		w.mu.Unlock()
		http.Error(rw, err.Error(), http.StatusBadGateway)
		return
	}
	defer res.Body.Close()
	answer, _ := io.ReadAll(res.Body)
	if public && res.StatusCode == 200 && r.URL.Path != "/api/settings" {
		w.mu.Lock()
		w.cached[key] = answer
		w.mu.Unlock()
	}
	rw.WriteHeader(res.StatusCode)
	rw.Write(answer)
}
