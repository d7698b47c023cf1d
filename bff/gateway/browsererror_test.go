package gateway

import (
	"fmt"
	"net/netip"
	"strings"
	"testing"
)

// TestBrowserError: a broken screen reaches the operator, in the log and as a figure, and nothing of the customer does.
func TestBrowserError(t *testing.T) {
	t.Parallel()
	shop := openShop(t, newFakeUpstream(t))
	report := func(change ...string) string {
		body := `{"kind":"screen","name":"TypeError","message":"Cannot read properties of undefined (reading 'name') of Ada “Müller” ada@example.org 030123","screen":"/me/my-orders/:id","where":["shop-abc.js:1:2345"]}`
		return strings.NewReplacer(change...).Replace(body)
	}
	shop.ask("POST", "/bff/error", report()).wants(t, 204, "")
	for name, body := range map[string]string{
		"no JSON": "x", "an unknown kind": report(`"screen"`, `"customer"`), "a free name": report("TypeError", "Ada Lovelace"),
		"an address with its query": report("/me/my-orders/:id", "/me?mail=ada"), "a place elsewhere": report("shop-abc.js", "https://evil.example/x.js"),
	} {
		if answer := shop.ask("POST", "/bff/error", body); answer.StatusCode != 400 {
			t.Errorf("%s: %d", name, answer.StatusCode)
		}
	}
	shop.ask("POST", "/bff/error", report("TypeError", strings.Repeat("x", maxBrowserError))).wants(t, 413, "body_too_large")
	shop.ask("POST", "/bff/error", report(), "Sec-Fetch-Site: cross-site").wants(t, 403, "cross_origin")
	shop.get("/bff/error").wants(t, 405, "method_not_allowed")
	line := ""
	for l := range strings.Lines(shop.log.String()) {
		if strings.Contains(l, "error in a browser") {
			line += l
		}
	}
	if strings.Count(line, "\n") != 1 || !strings.Contains(line, `"message":"Cannot read properties of undefined (reading …) of Ada … … …"`) ||
		!strings.Contains(line, `"screen":"/me/my-orders/:id"`) || !strings.Contains(line, `"where":["shop-abc.js:1:2345"]`) {
		t.Errorf("the log: %s", line)
	}
	if m := shop.operator(t, "/metrics"); !strings.Contains(m, `tablefront_browser_errors_total{kind="screen"} 1`) || !strings.Contains(m, `tablefront_browser_errors_total{kind="start"} 0`) {
		t.Error("the counter is missing")
	}
}

// TestBrowserErrorsAreBounded: one client is limited, and the log of all clients is.
func TestBrowserErrorsAreBounded(t *testing.T) {
	t.Parallel()
	shop := openShop(t, newFakeUpstream(t), func(c *Config) {
		c.LimitFactor, c.TrustedProxies = 1, []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	send := func(client int) int {
		return shop.ask("POST", "/bff/error", `{"kind":"part","name":"Error","message":"","screen":"/","where":[]}`, fmt.Sprintf("X-Forwarded-For: 203.0.113.%d", client)).StatusCode
	}
	statuses := map[int]int{}
	for range 12 {
		statuses[send(1)]++
	}
	if statuses[204] != 10 || statuses[429] != 2 {
		t.Errorf("one client: %v", statuses)
	}
	for client := range 20 {
		for range 5 {
			send(2 + client)
		}
	}
	if n := strings.Count(shop.log.String(), "error in a browser"); n != 60 {
		t.Errorf("%d lines for 110 reports", n)
	}
}
