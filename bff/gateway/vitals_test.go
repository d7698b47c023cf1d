package gateway

import (
	"net/netip"
	"strings"
	"testing"
)

// TestVitals: the figures of a visit become histograms by screen, and only figures of known screens do.
func TestVitals(t *testing.T) {
	t.Parallel()
	shop := openShop(t, newFakeUpstream(t), func(c *Config) { c.Vitals = true })
	body := func(change ...string) string {
		return strings.NewReplacer(change...).Replace(`{"screen":"/","lcp":1300,"inp":88.5,"cls":0.02,"ttfb":40}`)
	}
	shop.ask("POST", "/bff/vitals", body()).wants(t, 204, "")
	shop.ask("POST", "/bff/vitals", `{"screen":"/","ttfb":41}`).wants(t, 204, "") // a browser without the other figures
	for name, sent := range map[string]string{
		"no JSON": "x", "an unknown screen": body(`"/"`, `"/ada"`), "a time below zero": body("1300", "-1"), "a time beyond a visit": body("1300", "1e9"),
		"a word": body("1300", `"slow"`), "not a number": body("0.02", "NaN"),
	} {
		if answer := shop.ask("POST", "/bff/vitals", sent); answer.StatusCode != 400 {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
	}
	shop.ask("POST", "/bff/vitals", body("1300", strings.Repeat("1", maxVitals))).wants(t, 413, "body_too_large")
	shop.ask("POST", "/bff/vitals", body(), "Sec-Fetch-Site: cross-site").wants(t, 403, "cross_origin")
	metrics := shop.operator(t, "/metrics")
	for _, want := range []string{
		`tablefront_web_vitals_seconds_bucket{metric="lcp",screen="/",le="1.2"} 0`, `tablefront_web_vitals_seconds_bucket{metric="lcp",screen="/",le="1.8"} 1`,
		`tablefront_web_vitals_seconds_count{metric="inp",screen="/"} 1`, `tablefront_web_vitals_seconds_count{metric="ttfb",screen="/"} 2`,
		`tablefront_web_vitals_cls_bucket{screen="/",le="0.025"} 1`,
	} {
		if !strings.Contains(metrics, want+"\n") {
			t.Errorf("missing: %s", want)
		}
	}
	if strings.Contains(metrics, `screen="/ada"`) {
		t.Error("a page has made a series")
	}
}

func TestVitalsAreLimitedAndCanBeTurnedOff(t *testing.T) {
	t.Parallel()
	shop := openShop(t, newFakeUpstream(t), func(c *Config) {
		c.Vitals, c.LimitFactor, c.TrustedProxies = true, 1, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	statuses := map[int]int{}
	for range 33 {
		statuses[shop.ask("POST", "/bff/vitals", `{"screen":"/"}`, "X-Forwarded-For: 203.0.113.1").StatusCode]++
	}
	if statuses[204] != 30 || statuses[429] != 3 {
		t.Errorf("one client: %v", statuses)
	}
	off := openShop(t, newFakeUpstream(t))
	off.ask("POST", "/bff/vitals", `{"screen":"/"}`).wants(t, 404, "unknown_call")
}
