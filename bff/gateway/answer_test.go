package gateway

import (
	"net/http"
	"strings"
	"testing"

	"tablefront/bff/fault"
	"tablefront/bff/upstream"
)

func TestCachedCallIsUnwrapped(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	first := shop.get("/api/products/menus", "Lang: en")
	first.wants(t, 200, `{"path":"products/menus"}`)
	if first.Header.Get("X-Cache") != "miss" {
		t.Fatalf("X-Cache %q", first.Header.Get("X-Cache"))
	}
	second := shop.get("/api/products/menus", "Lang: en")
	second.wants(t, 200, first.body)
	if second.Header.Get("X-Cache") != "hit" || second.Header.Get("Age") == "" || second.Header.Get("Vary") == "" {
		t.Fatalf("headers %v", second.Header)
	}
	third := shop.get("/api/products/menus", "Lang: en", "If-None-Match: "+first.Header.Get("Etag"))
	third.wants(t, 304, "")
	if n := len(backend.of("GET products/menus")); n != 1 {
		t.Fatalf("%d calls upstream", n)
	}
}

func TestUpstreamGetsOnlyWhatItMay(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	shop.get("/api/products/menus/7?x=1", "Authorization: Bearer secret", "Cookie: a=b", "X-Forwarded-For: 6.6.6.6", "X-Evil: 1").wants(t, 200, "")
	r := backend.of("GET products/menus/7")
	if len(r) != 1 || r[0].query != "" {
		t.Fatalf("received %+v", r)
	}
	for name := range r[0].header {
		switch name {
		case "Accept", "Accept-Encoding", "Lang", "X-Request-Id", "User-Agent":
		default:
			t.Errorf("a cached response's fetch carries %s: %q", name, r[0].header[name])
		}
	}
	shop.get("/api/me", "Authorization: Bearer secret", "Cookie: a=b", "X-Forwarded-For: 6.6.6.6", "X-Branch: ", "X-Evil: 1").wants(t, 200, "")
	me := backend.of("GET me")[0].header
	if me.Get("Authorization") != "Bearer secret" || me.Get("X-Forwarded-For") != "127.0.0.1" || me.Get("Lang") != "de" {
		t.Fatalf("headers %v", me)
	}
	for _, name := range []string{"Cookie", "X-Evil", "X-Branch"} {
		if me.Get(name) != "" {
			t.Errorf("%s went upstream", name)
		}
	}
}

func TestFaultsOfUnknownThings(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	shop.get("/api/nothing").wants(t, 404, "unknown_call")
	shop.get("/api").wants(t, 404, "unknown_call")
	shop.ask("POST", "/bff/geocode/reverse", `{}`).wants(t, 405, "method_not_allowed")
	wrong := shop.ask("DELETE", "/api/settings", "")
	wrong.wants(t, 405, "method_not_allowed")
	if wrong.Header.Get("Allow") != "GET, HEAD" {
		t.Errorf("Allow %q", wrong.Header.Get("Allow"))
	}
	shop.get("/api/settings", "Lang: de'").wants(t, 400, "bad_request")
	shop.get("/api/settings", "X-Branch: https://evil.example").wants(t, 421, "unknown_branch")
	shop.ask("POST", "/api/contact", `{"a":1}`, "Sec-Fetch-Site: cross-site").wants(t, 403, "cross_origin")
	shop.ask("POST", "/api/contact", `a=1`, "Content-Type: application/x-www-form-urlencoded").wants(t, 415, "unsupported_media_type")
	shop.ask("POST", "/api/contact", `{"a":`).wants(t, 400, "bad_request")
	shop.ask("POST", "/api/contact", `{"a":"`+strings.Repeat("x", form)+`"}`).wants(t, 413, "body_too_large")
	if n := len(backend.of("POST contact")); n != 0 {
		t.Fatalf("%d refused calls went upstream", n)
	}
}

func TestTranslationsAreTheInnerObject(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	shop.get("/api/translations?lang=de").wants(t, 200, `{"Cart":"Warenkorb"}`)
}

func TestErrorsOfTheUpstreamPass(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	backend.on("POST contact", answers(422, `{"data":{"email":["a","b"]}}`))
	shop.ask("POST", "/api/contact", `{}`).wants(t, 422, `{"data":{"email":["a","b"]}}`)
	backend.on("GET me", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(503)
		w.Write([]byte("<html>down</html>"))
	})
	shop.get("/api/me").wants(t, 503, "upstream_invalid")
}

// TestABackendsErrorIsToldFromTheGateways: a backend may use the gateway's words, and `upstream_unreachable` of an adapter does not mean that nothing was ordered.
func TestABackendsErrorIsToldFromTheGateways(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	sent := func(r got) string { return r.Header.Get("X-Upstream-Status") }
	backend.on("POST checkout/v2", answers(502, `{"code":"upstream_unreachable"}`))
	for _, turn := range []string{"the first answer", "its repeat"} {
		if r := shop.ask("POST", "/api/checkout/v2", `{}`, "Idempotency-Key: code-of-a-backend"); sent(r) != "502" {
			t.Errorf("%s: %d, %v", turn, r.StatusCode, r.Header)
		}
	}
	backend.on("POST contact", answers(200, `{"success":false}`))
	if r := shop.ask("POST", "/api/contact", `{}`); r.StatusCode != 422 || sent(r) != "200" {
		t.Errorf("a success that says no: %d, %v", r.StatusCode, r.Header)
	}
	backend.on("GET me", page(503, "text/html", "<html>"))
	for _, path := range []string{"/api/me", "/api/nope", "/api/settings"} {
		if r := shop.get(path); sent(r) != "" {
			t.Errorf("%s: %d, %v", path, r.StatusCode, r.Header)
		}
	}
}

// What was sent and brought no usable answer is unknown for a write, also if only its answer could not be read.
func TestAWriteThatWasSentIsNotToBeTriedAgain(t *testing.T) {
	t.Parallel()
	for _, kind := range []upstream.Kind{upstream.Busy, upstream.Timeout, upstream.Invalid, upstream.Unreachable} {
		for _, c := range []struct {
			sent, safe bool
		}{{true, false}, {true, true}, {false, false}} {
			f := faultOf(&upstream.Error{Kind: kind, Sent: c.sent}, c.safe)
			if unknown := f.Code == fault.OutcomeUnknown.Code; unknown != (c.sent && !c.safe) {
				t.Errorf("%s, %+v: %s", kind, c, f.Code)
			}
		}
	}
}
