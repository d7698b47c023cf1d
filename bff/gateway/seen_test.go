package gateway

import (
	"fmt"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"tablefront/bff/safego"
)

// A response that can't be refreshed is served for a day, so the log and a metric must say so: which call, why.
func TestAFailedRefreshIsLoggedAndCounted(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name, call, cause string
		fail              func(*fakeUpstream)
	}{
		{"500", "GET areas", "http_5xx", func(backend *fakeUpstream) { backend.on("GET areas", answers(500, `{}`)) }},
		{"500 without a body", "GET areas", "http_5xx", func(backend *fakeUpstream) { backend.on("GET areas", answers(500, ``)) }},
		{"400", "GET areas", "http_4xx", func(backend *fakeUpstream) { backend.on("GET areas", answers(400, `{}`)) }},
		{"HTML", "GET areas", "invalid", func(backend *fakeUpstream) { backend.on("GET areas", says(`<html>`)) }},
		{"refused", "GET areas", "refused", func(backend *fakeUpstream) { backend.goesDown() }},
		{"no final status", "GET areas", "invalid", func(backend *fakeUpstream) { backend.on("GET areas", answers(999, `{}`)) }},
	} {
		t.Run(row.name, func(t *testing.T) {
			backend := newFakeUpstream(t)
			shop := openShop(t, backend)
			shop.passes.Store(true)
			shop.get("/api/areas").wants(t, 200, "")
			row.fail(backend)
			line := `"msg":"a public response could not be refreshed","branch":"main","call":"` + row.call + `","cause":"` + row.cause + `"`
			if row.cause == "refused" {
				line = `"cause":"refused"` // of whichever call met it first
			}
			series := `tablefront_fetch_failures_total{call="` + row.call + `",cause="` + row.cause + `"}`
			if n, ok := shop.sample(t, series); n != 0 || !ok {
				t.Fatalf("%s is %v, exists: %v", series, n, ok)
			}
			until(t, "it is logged", func() bool {
				// A connection of before may answer once more.
				shop.ageEntries(time.Hour)
				shop.get("/api/areas") // a stale one, or for a 400 the refusal
				return strings.Contains(shop.log.String(), line)
			})
			if row.cause == "refused" {
				call := regexp.MustCompile(`"call":"([^"]+)","cause":"refused"`).FindStringSubmatch(shop.log.String())[1]
				series = `tablefront_fetch_failures_total{call="` + call + `",cause="refused"}`
			}
			if n, _ := shop.sample(t, series); n < 1 {
				t.Errorf("%s is %v", series, n)
			}
			if row.cause == "refused" {
				return // then the circuit opens, and the next failures say so
			}
			until(t, "it failed again", func() bool { shop.get("/api/areas"); n, _ := shop.sample(t, series); return n > 1 })
			if n := strings.Count(shop.log.String(), line); n != 1 {
				t.Errorf("logged %d times within a minute", n)
			}
		})
	}
}

// withHeader sets a header of an answer.
func withHeader(name, value string, h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set(name, value)
		h(w, r)
	}
}

// Vary: Cookie switches caching off: that is told too.
func TestAResponseThatMayNotBeCachedIsTold(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET areas", withHeader("Vary", "Origin, Cookie", says(`{"data":[]}`)))
	shop := openShop(t, backend)
	shop.get("/api/areas").wants(t, 200, `[]`)
	if n, _ := shop.sample(t, `tablefront_fetch_failures_total{call="GET areas",cause="uncacheable"}`); n != 1 {
		t.Errorf("counted %v times", n)
	}
	if !strings.Contains(shop.log.String(), `"cause":"uncacheable"`) {
		t.Error("not logged")
	}
}

// The cause of an outage is in /readyz, in the log line of the circuit, in those of the calls that it rejects, and in a metric.
func TestTheCauseOfAnOutageIsSeen(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	if answer := shop.get("/readyz"); answer.StatusCode == 200 && answer.body != "ok" {
		t.Errorf("healthy: %s", answer.body)
	}
	backend.goesDown()
	until(t, "the circuit is open", func() bool { return shop.get("/api/me").StatusCode == 503 })
	if answer := shop.get("/readyz"); !strings.Contains(answer.body, "\nmain: refused") {
		t.Errorf("/readyz says %q", answer.body)
	}
	until(t, "both are logged", func() bool {
		log := shop.log.String()
		return strings.Contains(log, `"msg":"circuit changed state","branch":"main","state":"open","cause":"upstream: dial tcp`) &&
			strings.Contains(log, `"code":"upstream_open","cause":"upstream: dial tcp`)
	})
	for series, want := range map[string]float64{`tablefront_branch_up{branch="main"}`: 0, `tablefront_upstream_failures_total{branch="main",cause="timeout"}`: 0} {
		if n, ok := shop.sample(t, series); n != want || !ok {
			t.Errorf("%s is %v, exists: %v", series, n, ok)
		}
	}
	if n, _ := shop.sample(t, `tablefront_upstream_failures_total{branch="main",cause="refused"}`); n < 5 {
		t.Errorf("%v refused connections", n)
	}
}

func TestAWrongUpstreamPathIsSeen(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	for _, call := range []string{"settings", "branches", "languages", "translations"} {
		backend.on("GET "+call, answers(404, `{}`))
	}
	shop := openShop(t, backend)
	until(t, "/readyz says why", func() bool {
		return shop.get("/readyz").body == "starting: GET settings of the main host: http_4xx, the upstream answered 404"
	})
	until(t, "the log has it", func() bool { return strings.Contains(shop.log.String(), `"call":"GET settings","cause":"http_4xx"`) })
}

// A shop that waits for its first settings says by itself, in /readyz and in the log, what the backend answers and what to do.
func TestWhyAShopIsNotReady(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		name         string
		answer       http.HandlerFunc
		ready, error string
	}{
		{"a password in front of the backend", answers(401, `{"message":"Unauthenticated."}`), "http_4xx, the upstream answered 401", "is there a password"},
		{"a firewall", answers(403, `<html>Forbidden</html>`), "invalid, the upstream answered 403\nmain: invalid", "is there a password"},
		{"a website", page(200, "text/html", "<html>Welcome</html>"), "invalid, the upstream answered 200\nmain: invalid", "a website answers"},
		{"https wanted", withHeader("Location", "https://backend.example/api/settings?secret=1", answers(301, ``)), "invalid", "the redirect to https://backend.example is not followed"},
		{"a shop", withHeader("X-Tablefront", "shop", answers(508, ``)), "not_a_backend", "set TABLEFRONT_UPSTREAM to the address of the backend, not of a shop"},
	} {
		t.Run(row.name, func(t *testing.T) {
			backend := newFakeUpstream(t)
			for _, call := range []string{"settings", "branches", "languages", "translations"} {
				backend.on("GET "+call, row.answer)
			}
			shop := openShop(t, backend)
			until(t, "/readyz says why", func() bool { return shop.get("/readyz").body == "starting: GET settings of the main host: "+row.ready })
			until(t, "the log has it", func() bool {
				return slices.ContainsFunc(strings.Split(shop.log.String(), "\n"), func(line string) bool {
					return strings.Contains(line, `"call":"GET settings"`) && strings.Contains(line, row.error) && !strings.Contains(line, "secret")
				})
			})
			if strings.Contains(row.ready, "\nmain: ") { // it counts against the host
				until(t, "the circuit is open", func() bool {
					shop.get("/api/settings")
					n, _ := shop.sample(t, `tablefront_fetch_failures_total{call="GET settings",cause="open"}`)
					return n > 0
				})
				if body, why := shop.get("/readyz").body, strings.TrimSuffix(row.ready, "\nmain: invalid"); !strings.Contains(body, why) {
					t.Errorf("while the circuit is open: %s", body)
				}
			}
			backend.on("GET settings", says(`{"data":[]}`))
			until(t, "it is ready once the backend answers", func() bool {
				shop.ageEntries(2 * time.Minute)
				return shop.get("/readyz").StatusCode == 200
			})
		})
	}
}

// A shop that is its own backend, by a slip in TABLEFRONT_UPSTREAM, says so at once instead of calling itself until the deadline.
func TestAShopKnowsItsOwnCalls(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	other := openShop(t, backend)
	shop := openShop(t, backend, func(c *Config) { c.Upstream = other.URL })
	until(t, "/readyz says it", func() bool {
		return shop.get("/readyz").body == "starting: GET settings of the main host: not_a_backend"
	})
	if answer := other.get("/api/settings", "User-Agent: tablefront-check"); answer.StatusCode != http.StatusLoopDetected || answer.Header.Get("X-Tablefront") == "" {
		t.Errorf("%d: %s", answer.StatusCode, answer.body)
	}
	other.get("/api/settings", "User-Agent: Mozilla/5.0").wants(t, 200, "")
	if regexp.MustCompile(`"level":"WARN".*"status":508`).MatchString(other.log.String()) {
		t.Error("each of its own calls is a warning")
	}
}

// An address that is not listed is in the log, so that an operator sees which branch was removed; what is no address is not.
func TestARefusedBranchIsInTheLog(t *testing.T) {
	t.Parallel()
	shop := openShop(t, newFakeUpstream(t))
	shop.get("/api/taxes", "X-Branch: https://Gone.example/").wants(t, 421, "unknown_branch")
	shop.get("/api/taxes", "X-Branch: https://ada:secret@gone.example/?token=secret").wants(t, 421, "unknown_branch")
	until(t, "it is logged", func() bool {
		log := shop.log.String()
		return strings.Contains(log, `"refusedBranch":"https://gone.example"`) && strings.Contains(log, `"refusedBranch":"not an address"`)
	})
	if strings.Contains(shop.log.String(), "secret") {
		t.Error("the log has what was typed")
	}
}

// A response that grows too large for the cache replaces the older one nowhere: that one is not served as fresh.
func TestAResponseThatIsTooLargeIsTold(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET areas", says(`{"data":["old"]}`))
	shop := openShop(t, backend, func(c *Config) { c.CacheBytes = 1 << 20 })
	shop.get("/api/areas").wants(t, 200, `["old"]`)
	large := `["new` + strings.Repeat("x", 300<<10) + `"]` // a quarter is the most
	backend.on("GET areas", says(`{"data":`+large+`}`))
	shop.ageEntries(time.Minute) // the older one is served until the new one is there
	until(t, "the new one is served", func() bool { return shop.get("/api/areas").body == large })
	for range 3 {
		if body := shop.get("/api/areas").body; body != large {
			t.Fatalf("%.20s", body)
		}
	}
	if n, _ := shop.sample(t, "tablefront_cache_evictions_total"); n < 1 || strings.Count(shop.log.String(), "too large to be cached") != 1 {
		t.Errorf("counted %v times, logged %d times", n, strings.Count(shop.log.String(), "too large to be cached"))
	}
}

// The geocoder takes one request a second from all customers: one client may not use them all.
func TestOneClientsGeocodingLeavesTheOthersTheirs(t *testing.T) {
	t.Parallel()
	geocoder := newServer(t, says(`{"display_name":"Rathausstraße 5"}`))
	shop := openShop(t, newFakeUpstream(t), func(c *Config) {
		c.LimitFactor, c.GeocoderURL = 1, geocoder.URL
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
	})
	const place = "/bff/geocode/reverse?lat=52.5&lng=13.4" // the same: it takes no turn at the geocoder
	limited := false
	for range 20 {
		limited = limited || shop.get(place, "X-Forwarded-For: 192.0.2.1").StatusCode == 429
	}
	if !limited {
		t.Error("one client has no limit")
	}
	shop.get(place, "X-Forwarded-For: 192.0.2.2").wants(t, 200, "")
}

// HEAD is what a GET answers, without its body.
func TestHEAD(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	get := shop.get("/api/settings")
	if answer := shop.ask("HEAD", "/api/settings", ""); answer.StatusCode != 200 || answer.body != "" || answer.Header.Get("Content-Length") != strconv.Itoa(len(get.body)) || answer.Header.Get("Etag") != get.Header.Get("Etag") {
		t.Errorf("%d %q %v", answer.StatusCode, answer.body, answer.Header)
	}
	if answer := shop.ask("HEAD", "/api/checkout/v2", ""); answer.StatusCode != 405 {
		t.Errorf("HEAD of a write: %d", answer.StatusCode)
	}
	until(t, "ready", func() bool { return shop.get("/readyz").StatusCode == 200 })
	for _, path := range []string{"/healthz", "/readyz"} {
		if answer := shop.ask("HEAD", path, ""); answer.StatusCode != 200 || answer.body != "" || answer.Header.Get("Content-Length") != "2" {
			t.Errorf("%s: %d %q %v", path, answer.StatusCode, answer.body, answer.Header)
		}
	}
}

// Most of what a shop serves is pages and files: each is counted, and a page has its line, without codes of orders or tables.
func TestPagesAndFilesAreSeen(t *testing.T) {
	t.Parallel()
	shop := openShop(t, newFakeUpstream(t))
	page := shop.get("/me/my-orders/SECRET-1")
	shop.get("/assets/gone.js").wants(t, 404, "")
	shop.get("/robots.txt").wants(t, 200, "")
	for series, want := range map[string]float64{
		fmt.Sprintf(`tablefront_served_total{kind="page",status="%d"}`, page.StatusCode): 1,
		`tablefront_served_total{kind="asset",status="404"}`:                             1,
		`tablefront_served_total{kind="file",status="200"}`:                              1,
		`tablefront_served_seconds_count{kind="page"}`:                                   1,
	} {
		if n, _ := shop.sample(t, series); n != want {
			t.Errorf("%s is %v", series, n)
		}
	}
	id := page.Header.Get("X-Request-Id")
	until(t, "the page is in the log", func() bool {
		return strings.Contains(shop.log.String(), `"msg":"served","requestId":"`+id+`","kind":"page","path":"/me","status":`)
	})
	if id == "" || strings.Contains(shop.log.String(), "SECRET-1") {
		t.Errorf("id %q; the log:\n%s", id, shop.log)
	}
}

// Each of the BFF's own requests is counted by its kind and logged, whether it succeeds or not; health checks only at Debug.
func TestOwnRequestsAreSeen(t *testing.T) {
	t.Parallel()
	shop := openShop(t, newFakeUpstream(t), func(c *Config) { c.Vitals, c.ProxyPictures = true, true })
	until(t, "ready", func() bool { return shop.get("/readyz").StatusCode == 200 })
	shop.get("/healthz").wants(t, 200, "ok")
	shop.get("/bff/config").wants(t, 200, "")
	shop.get("/bff/geocode/reverse?lat=1&lng=1").wants(t, 404, "unknown_call") // there is none
	shop.get("/bff/picture").wants(t, 421, "unknown_branch")                   // it names none
	shop.ask("POST", "/bff/error", `{"kind":"screen","name":"TypeError","message":"m","screen":"/","where":[]}`).wants(t, 204, "")
	shop.ask("POST", "/bff/error", `{}`).wants(t, 400, "bad_request")
	shop.ask("POST", "/bff/vitals", `{"screen":"/"}`).wants(t, 204, "")
	for kind, status := range map[string]int{"readyz": 200, "healthz": 200, "config": 200, "geocode": 404, "picture": 421, "vitals": 204} {
		series := fmt.Sprintf(`tablefront_served_total{kind=%q,status="%d"}`, kind, status)
		until(t, series, func() bool { n, _ := shop.sample(t, series); return n >= 1 })
		until(t, "the line of "+kind, func() bool { return strings.Contains(shop.log.String(), fmt.Sprintf(`"kind":%q,"path":"/`, kind)) })
	}
	for _, status := range []int{204, 400} {
		if n, _ := shop.sample(t, fmt.Sprintf(`tablefront_served_total{kind="error",status="%d"}`, status)); n != 1 {
			t.Errorf("browser errors with %d: %v", status, n)
		}
	}
	if n, _ := shop.sample(t, `tablefront_calls_total{call="unknown",status="404"}`); n != 0 {
		t.Errorf("%v of them are counted as calls", n)
	}
	for line := range strings.Lines(shop.log.String()) {
		if (strings.Contains(line, `"kind":"readyz"`) || strings.Contains(line, `"kind":"healthz"`)) && !strings.Contains(line, `"level":"DEBUG"`) {
			t.Error(line)
		}
	}
}

// The proxy's request id and trace are those of the call at the backend; anybody else's are not taken.
func TestTheProxysRequestIDPassesThrough(t *testing.T) {
	t.Parallel()
	const id, trace = "proxy-id-12345", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
	for _, trusted := range []bool{true, false} {
		backend := newFakeUpstream(t)
		var seen http.Header
		backend.on("GET me", func(w http.ResponseWriter, r *http.Request) {
			seen = r.Header.Clone()
			answers(200, `{"data":{}}`)(w, r)
		})
		shop := openShop(t, backend, func(c *Config) {
			if trusted {
				c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")}
			}
		})
		answer := shop.get("/api/me", "X-Request-Id: "+id, "Traceparent: "+trace)
		answer.wants(t, 200, "")
		if own := answer.Header.Get("X-Request-Id"); own != seen.Get("X-Request-Id") || (own == id) != trusted || (seen.Get("Traceparent") == trace) != trusted {
			t.Errorf("trusted %v: %s, at the backend %v", trusted, own, seen)
		}
		for _, bad := range []string{"short", "line%0Abreak-or-quote\"", strings.Repeat("x", 65)} {
			answer := shop.get("/api/me", "X-Request-Id: "+bad, "Traceparent: 00-bad")
			if answer.Header.Get("X-Request-Id") == bad || seen.Get("Traceparent") != "" {
				t.Errorf("%q is taken, traceparent %q", bad, seen.Get("Traceparent"))
			}
		}
	}
}

func TestRefusalsAndPanicsAreCounted(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", answers(422, `{"message":"no"}`))
	shop := openShop(t, backend, func(c *Config) { c.LimitFactor = 1 })
	limited := 0.0
	for range 12 {
		if shop.ask("POST", "/api/login", `{"email":"a@b.example","password":"x"}`).StatusCode == 429 {
			limited++
		}
	}
	backend.on("POST contact", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "60")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	shop.ask("POST", "/api/contact", `{}`, "Authorization: Bearer t").wants(t, 429, "")
	shop.ask("POST", "/api/contact", `{}`, "Authorization: Bearer t").wants(t, 429, "rate_limited")
	shop.ask("DELETE", "/api/settings", "").wants(t, 405, "")
	safego.Run(shop.recorder.log, "a test", func() { panic("out of flour") })
	for series, want := range map[string]float64{
		`tablefront_rate_limited_total{rule="account"}`:       limited,
		`tablefront_rate_limited_total{rule="client"}`:        0,
		`tablefront_rate_limited_total{rule="upstream"}`:      1,
		`tablefront_calls_total{call="unknown",status="405"}`: 1,
		`tablefront_panics_total`:                             1,
		`tablefront_cache_evictions_total`:                    0,
		`tablefront_snapshot_failures_total`:                  0,
	} {
		if n, ok := shop.sample(t, series); !ok || n != want || strings.Contains(series, "account") && n == 0 {
			t.Errorf("%s is %v, %v", series, n, ok)
		}
	}
	shop.caller.catalogue.Close() // writes the snapshot
	if at, _ := shop.sample(t, "tablefront_snapshot_written_timestamp_seconds"); time.Since(time.UnixMilli(int64(at*1000))).Abs() > time.Minute {
		t.Errorf("the snapshot was written at %v", at)
	}
}
