package selftest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const order = `{"cart":{"items":[],"price":1},"terms":true}`

// probes are the tests of the selftest: all insecure defaults of docs/threat-model.md, then the main threats and failures.
var probes = []probe{
	{"B1", "no customer gets another's session", "0 of 200 anonymous callers", func(b *bench) {
		b.upstream.answer("GET me", func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.Header.Get("Authorization"), "anna-token") {
				http.SetCookie(w, &http.Cookie{Name: "sid", Value: "anna", Path: "/"})
			}
			echo(w, r)
		})
		b.ask("GET", "/api/me", "", "Authorization: Bearer anna-token")
		anonymous := times(200, 8, func(int) bool {
			g := b.ask("GET", "/api/me", "")
			return g.status == http.StatusOK && !strings.Contains(g.body, "anna")
		})
		b.want(anonymous == 200, "%d of 200 anonymous callers got Anna's session or no answer", 200-anonymous)
	}},
	{"B2", "an order with a key is sent once when its response is lost", "8 clicks, 8 sent, 8 reported as unknown", func(b *bench) {
		lostWrites(b, "checkout/v2", 8, "Idempotency-Key: selftest-lost-")
	}},
	{"B3", "a message without a key is sent once, and its outcome is reported as unknown", "4 clicks, 4 sent, 4 reported as unknown", func(b *bench) {
		lostWrites(b, "contact", 4, "X-Number: ")
	}},
	{"B4", "an unknown outcome keeps the key closed", "1 sent, 2 reported as unknown", func(b *bench) {
		b.upstream.answer("POST checkout/v2", cut)
		first := b.ask("POST", "/api/checkout/v2", order, "Idempotency-Key: selftest-key-0001")
		again := b.ask("POST", "/api/checkout/v2", order, "Idempotency-Key: selftest-key-0001")
		n := b.upstream.count("POST checkout/v2")
		b.want(n == 1 && strings.Contains(first.body, "outcome_unknown") && strings.Contains(again.body, "outcome_unknown"),
			"%d sent, answers %d and %d", n, first.status, again.status)
	}},
	{"B5", "a failed order is not retried", "1 sent for 1 click", func(b *bench) {
		b.upstream.answer("POST checkout/v2", answers(http.StatusInternalServerError, `{"message":"no"}`))
		b.ask("POST", "/api/checkout/v2", order)
		n := b.upstream.count("POST checkout/v2")
		b.want(n == 1, "%d sent for 1 click", n)
	}},
	{"B6", "a redirect does not turn an order into a GET", "", func(b *bench) {
		b.upstream.answer("POST checkout/v2", http.RedirectHandler("/api/moved", http.StatusMovedPermanently).ServeHTTP)
		g := b.ask("POST", "/api/checkout/v2", order)
		n := b.upstream.count("GET moved") + b.upstream.count("POST moved")
		b.detail = fmt.Sprintf("answered %d, not followed", g.status)
		b.want(n == 0 && (g.status == 0 || g.status >= 400), "answered %d, followed %d times: the order is lost", g.status, n)
	}},
	{"B7", "redirects to another host are not followed", "0 requests elsewhere", func(b *bench) {
		for _, call := range []string{"POST checkout/v2", "GET me", "GET taxes"} {
			b.upstream.answer(call, http.RedirectHandler(b.elsewhere.url+"/api/steal", http.StatusTemporaryRedirect).ServeHTTP)
		}
		b.ask("POST", "/api/checkout/v2", order, "Authorization: Bearer secret")
		b.ask("GET", "/api/me", "", "Authorization: Bearer secret")
		b.ask("GET", "/api/taxes", "")
		n := len(b.elsewhere.all())
		b.want(n == 0, "%d requests reached the foreign host", n)
	}},
	{"B8", "disconnecting browsers do not open the circuit", "30 disconnects, then 200", func(b *bench) {
		var ended atomic.Int64
		for range 30 {
			browser := *b
			var leave context.CancelFunc
			browser.ctx, leave = context.WithTimeout(b.ctx, 3*time.Second)
			b.upstream.answer("GET me", func(_ http.ResponseWriter, r *http.Request) {
				leave()
				<-r.Context().Done()
				ended.Add(1)
			})
			browser.ask("GET", "/api/me", "", "Authorization: Bearer x")
			leave()
		}
		n := b.upstream.count("GET me")
		b.want(n == 30, "the circuit opened after %d browsers disconnected", n)
		// A disconnect can only count once it has been noticed.
		b.want(until(3*time.Second, func() bool { return ended.Load() == int64(n) }), "a call continues upstream although its browser has disconnected")
		b.upstream.answer("GET me", respondsWith(`{"data":{"name":"x"}}`))
		g := b.ask("GET", "/api/me", "", "Authorization: Bearer x")
		b.want(g.status == 200, "after 30 disconnects the shop answers %d although the upstream is healthy", g.status)
	}},
	{"B9", "a compression bomb is not decompressed", "", func(b *bench) {
		bomb := bytes.Buffer{}
		z := gzip.NewWriter(&bomb)
		io.WriteString(z, `{"data":"`) //nolint:errcheck // a buffer
		zeros := bytes.Repeat([]byte("0"), 1<<20)
		for range 64 {
			z.Write(zeros) //nolint:errcheck // a buffer
		}
		io.WriteString(z, `"}`) //nolint:errcheck // a buffer
		z.Close()               //nolint:errcheck // a buffer
		b.upstream.answer("GET me", func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Encoding", "gzip")
			w.Write(bomb.Bytes()) //nolint:errcheck // the shop may stop reading
		})
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		g := b.ask("GET", "/api/me", "", "Authorization: Bearer x")
		runtime.ReadMemStats(&after)
		grown := (after.TotalAlloc - before.TotalAlloc) >> 20
		b.detail = fmt.Sprintf("%d KiB would be 64 MiB; answered %d, %d MiB used", bomb.Len()>>10, g.status, grown)
		b.want(g.status == http.StatusBadGateway && grown < 48, "answered %d, %d MiB used", g.status, grown)
	}},
	{"B10", "invented languages do not fill the cache", "", func(b *bench) {
		b.ask("GET", "/api/languages", "")
		times(1000, 8, func(i int) bool {
			return b.ask("GET", "/api/taxes", "", fmt.Sprintf("Lang: %c%c%c", 'a'+i%26, 'a'+i/26%26, 'a'+i/676)).status == http.StatusOK
		})
		n := b.upstream.count("GET taxes")
		b.detail = fmt.Sprintf("1000 languages, %d cache entries", n)
		b.want(n <= 4, "1000 invented languages made %d cache entries", n)
	}},
	{"B11", "responses have the requested language", "0 of 200 wrong", func(b *bench) {
		b.upstream.answer("GET taxes", echo)
		wrong := times(200, 4, func(i int) bool {
			lang := []string{"de", "en"}[i%2]
			return !strings.Contains(b.ask("GET", "/api/taxes", "", "Lang: "+lang).body, "Lang:["+lang+"]")
		})
		b.want(wrong == 0, "%d of 200 answers in the wrong language", wrong)
	}},
	{"B12", "a forged client address is ignored", "6.6.6.6 believed nowhere", func(b *bench) {
		b.ask("GET", "/api/me", "", "Authorization: Bearer x", "X-Forwarded-For: 6.6.6.6", "X-Real-Ip: 6.6.6.6", "Forwarded: for=6.6.6.6", "X-Forwarded-Host: evil.example")
		for _, r := range b.upstream.all() {
			header := fmt.Sprint(r.Header)
			b.want(!strings.Contains(header, "6.6.6.6") && !strings.Contains(header, "evil.example"), "the forged address reached the upstream: %s", header)
		}
	}},
	{"B13", "an id cannot change the path", "11 path variants rejected", func(b *bench) {
		for _, id := range []string{"%2e%2e", "..", "1%3Fadmin=1", "%00", "%0d%0aX:y", "a%2fb", "a%5cb", "%252e%252e", "..%2f..%2fme", "1;x=1/../2", strings.Repeat("a", 2000)} {
			s := b.raw("GET /api/products/menus/" + id + " HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n\r\n")
			b.want(s > 0 && s < 500, "%.20s gives %d", id, s)
		}
		for _, r := range b.upstream.all() {
			path, query := r.URL.EscapedPath(), r.URL.RawQuery
			b.want((query == "" || strings.HasPrefix(query, "lang=")) && !changedPath.MatchString(path), "the upstream saw %.40s?%s", path, query)
		}
	}},
	{"B14", "a listed branch cannot lead to an internal address", "0 connections inside", func(b *bench) {
		inside := "http://0.0.0.0:" + b.elsewhere.port          // Linux connects it to this machine
		mapped := "http://[::ffff:0.0.0.0]:" + b.elsewhere.port // the same as an IPv4-mapped IPv6 address
		b.upstream.answer("GET branches", respondsWith(`{"data":[{"name":"x","url":"`+inside+`"},{"name":"y","url":"`+mapped+`"}]}`))
		b.ask("GET", "/api/branches", "")
		for _, branch := range []string{inside, mapped} {
			for _, path := range []string{"/api/taxes", "/api/me"} {
				b.ask("GET", path, "", "X-Branch: "+branch)
			}
		}
		b.want(b.elsewhere.connections.Load() == 0, "%d connections reached an internal address", b.elsewhere.connections.Load())
	}},
	{"B15", "incomplete requests are closed", "", func(b *bench) {
		began := time.Now()
		open := times(50, 50, func(int) bool {
			c, err := net.Dial("tcp", b.addr)
			if err != nil {
				return false
			}
			defer c.Close()                                                          //nolint:errcheck // done with it
			io.WriteString(c, "GET /api/settings HTTP/1.1\r\nHost: shop\r\nX-Half:") //nolint:errcheck // half is the point
			c.SetReadDeadline(began.Add(12 * time.Second))                           //nolint:errcheck // a socket
			_, err = io.ReadAll(c)
			return errors.Is(err, os.ErrDeadlineExceeded)
		})
		b.detail = fmt.Sprintf("50 of 50 closed in %.0f s", time.Since(began).Seconds())
		b.want(open == 0, "%d of 50 still open after 12 s", open)
	}},
	{"B16", "a restart loses no request", "", restart},
	{"B17", "every response has the security headers", "8 kinds of answers", func(b *bench) {
		for _, p := range []string{"/", "/contact", "/nothing", "/api/settings", "/api/nothing", "/assets/none.js", "/robots.txt", "/bff/config"} {
			g := b.ask("GET", p, "", "Accept: */*")
			for _, name := range []string{"Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"} {
				b.want(g.header.Get(name) != "", "%s has no %s", p, name)
			}
			csp := g.header.Get("Content-Security-Policy")
			b.want(!strings.Contains(csp, "'unsafe-") && strings.Contains(csp, "frame-ancestors 'none'"), "%s has a weak policy", p)
		}
	}},

	{"T1", "an unlisted branch is not called", "26 of 26 refused, 0 connections", func(b *bench) {
		port := b.elsewhere.port
		evilHost := "127.0.0.1:" + b.upstream.port
		tries := []string{
			"http://127.0.0.1:" + port, "http://localhost:" + port, "http://[::1]:" + port, "http://2130706433:" + port, "http://0x7f.1:" + port, "http://0177.0.0.1:" + port,
			b.upstream.url + "@127.0.0.1:" + port, "http://" + evilHost + "#@127.0.0.1:" + port, "http://" + evilHost + "\\@127.0.0.1:" + port, "//127.0.0.1:" + port, "gopher://127.0.0.1:" + port, "file:///etc/passwd", "http://127.0.0.1.:" + port,
		}
		for _, t := range tries {
			for _, path := range []string{"/api/taxes", "/api/me"} {
				g := b.ask("GET", path, "", "X-Branch: "+t, "Cookie: branch="+t)
				b.want(g.status == http.StatusMisdirectedRequest || g.status == http.StatusBadRequest, "%s gives %d", t, g.status)
			}
		}
		b.want(b.elsewhere.connections.Load() == 0, "%d connections", b.elsewhere.connections.Load())
	}},
	{"T3", "a javascript: payment URL does not reach the browser", "6 addresses", func(b *bench) {
		for _, u := range []string{"javascript:alert(1)", "https://user@evil.example/", "data:text/html,x", "https:\\\\evil.example", "//evil.example/x", "http://evil.example/pay"} {
			raw, _ := json.Marshal(u) //nolint:errchkjson // a text
			b.upstream.answer("POST checkout/v2", respondsWith(`{"data":{"code":"A-1","url":`+string(raw)+`}}`))
			g := b.ask("POST", "/api/checkout/v2", order)
			b.want(!strings.Contains(g.body, string(raw[1:len(raw)-1])), "%s went to the browser (%d)", u, g.status)
		}
	}},
	{"T4", "the browser never sees a token", "handle and cookie only together", func(b *bench) {
		const secret = "upstream-secret-4711"
		b.upstream.answer("POST login", respondsWith(`{"data":{"token":"`+secret+`"}}`))
		g := b.ask("POST", "/api/login", `{"email":"a@example.org","password":"x"}`)
		var t struct{ Token string }
		b.want(json.Unmarshal([]byte(g.body), &t) == nil && t.Token != "", "login answers %d", g.status)
		b.want(!strings.Contains(g.body+fmt.Sprint(g.header), secret), "the upstream's token is in the answer")
		handle, cookies := "Authorization: Bearer "+t.Token, "Cookie: "
		for _, c := range (&http.Response{Header: g.header}).Cookies() {
			cookies += c.Name + "=" + c.Value + "; "
		}
		signedIn := func(credentials ...string) bool {
			b.ask("GET", "/api/me", "", credentials...)
			calls := b.upstream.of("GET me")
			return len(calls) > 0 && strings.Contains(fmt.Sprint(calls[len(calls)-1].Header), secret)
		}
		b.want(!signedIn(handle) && !signedIn(cookies), "the handle or the cookie alone was enough")
		b.want(signedIn(handle, cookies), "the legitimate customer is not signed in")
	}},
	{"T5", "another website cannot act as the customer", "0 of 6 reached the upstream", func(b *bench) {
		for _, h := range []string{"Sec-Fetch-Site: cross-site", "Origin: https://evil.example", "Sec-Fetch-Site: same-site"} {
			g := b.ask("POST", "/api/contact", `{"a":1}`, h)
			b.want(g.status >= 400, "%s was answered with %d", h, g.status)
		}
		for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
			s := b.raw("POST /api/contact HTTP/1.1\r\nHost: shop\r\nContent-Type: " + kind + "\r\nContent-Length: 7\r\nConnection: close\r\n\r\n{\"a\":1}")
			b.want(s >= 400, "a form of %s was answered with %d", kind, s)
		}
		n := b.upstream.count("POST contact")
		b.want(n == 0, "%d of 6 reached the upstream", n)
	}},
	{"T8", "one visitor's headers do not reach a cached response", "15 headers", func(b *bench) {
		b.upstream.answer("GET areas", echo)
		var headers []string
		for _, n := range []string{"X-Forwarded-Host", "X-Original-Url", "X-Rewrite-Url", "X-Http-Method-Override", "Forwarded", "User-Agent", "Range", "Cookie", "Authorization", "X-Canary", "Referer", "Accept", "X-Forwarded-For", "Accept-Language", "Origin"} {
			headers = append(headers, n+": CANARY")
		}
		first := b.ask("GET", "/api/areas", "", headers...)
		second := b.ask("GET", "/api/areas", "")
		b.want(!strings.Contains(first.body+second.body, "CANARY"), "one visitor's header is in the cached response: %.200s", second.body)
	}},
	{"T9", "personal responses are not cached", "8 path variants", func(b *bench) {
		b.upstream.answer("GET me", respondsWith(`{"data":{"name":"PERSONAL"}}`))
		for _, p := range []string{"/api/me/x.css", "/api/me%2f..%2fassets/a.js", "/api/me;.js", "/assets/..%2fapi%2fme", "/API/me", "//api/me", "/api/me/", "/api//me"} {
			b.want(!strings.Contains(b.ask("GET", p, "", "Authorization: Bearer x", "Accept: */*").body, "PERSONAL"), "%s gives the customer's data", p)
		}
		g := b.ask("GET", "/api/me", "", "Authorization: Bearer x")
		b.want(strings.Contains(g.header.Get("Cache-Control"), "no-store"), "me may be stored: Cache-Control %q", g.header.Get("Cache-Control"))
	}},
	{"T11", "a line break cannot inject a header", "5 forgeries, no 5xx", func(b *bench) {
		for _, h := range []string{"Lang: de\tX", "Lang: \"><script>", "Authorization: Bearer a\tb", "Lang: " + strings.Repeat("a", 500), "X-XSRF-TOKEN: a\x01b"} {
			s := b.raw("GET /api/me HTTP/1.1\r\nHost: shop\r\nConnection: close\r\n" + h + "\r\n\r\n")
			b.want(s > 0 && s < 500, "%.30q gives %d", h, s)
			name, value, _ := strings.Cut(h, ": ")
			for _, r := range b.upstream.of("GET me") {
				b.want(r.Header.Get(name) != value, "%.30q reached the upstream", h)
			}
		}
	}},
	{"T13", "request smuggling is rejected", "9 kinds", func(b *bench) {
		for name, raw := range map[string]string{
			"two lengths":          "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n{\"a\":",
			"length and chunks":    "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\nG",
			"a space before colon": "GET /api/me HTTP/1.1\r\nHost : s\r\n\r\n",
			"a folded header":      "GET /api/me HTTP/1.1\r\nHost: s\r\nX: a\r\n b\r\nConnection: close\r\n\r\n",
			"no host":              "GET /api/me HTTP/1.1\r\n\r\n",
			"TRACE":                "TRACE /api/me HTTP/1.1\r\nHost: s\r\nConnection: close\r\n\r\n",
			"CONNECT":              "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
			"another server":       "GET http://evil.example/api/me HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
			"named hop headers":    "POST /api/contact HTTP/1.1\r\nHost: s\r\nConnection: X-XSRF-TOKEN\r\nContent-Length: 0\r\n\r\n",
		} {
			// net/http accepts these two in the only other way that RFC 9112 allows.
			onlyOneWay := name == "a folded header" || name == "length and chunks"
			s := b.raw(raw)
			b.want(s < 500 && (s == 0 || s >= 400 || onlyOneWay), "%s gives %d", name, s)
		}
	}},
	{"T14", "scripts in an information page are removed", "cleaned", func(b *bench) {
		b.upstream.answer("GET pages", respondsWith(`{"data":[{"id":1,"name":"P","text":"<p>Hallo</p><script>alert(1)</script><img src=x onerror=alert(1)><a href=\"javascript:alert(1)\">x</a>","onHeader":true,"onFooter":true,"isPopup":false}]}`))
		g := b.ask("GET", "/api/pages", "")
		for _, bad := range []string{"script", "onerror", "javascript:"} {
			b.want(!strings.Contains(g.body, bad), "%s is still there", bad)
		}
		b.want(strings.Contains(g.body, "Hallo"), "answered %d %.80s", g.status, g.body)
	}},
	{"T17", "twenty clicks are one order", "20 clicks, 1 order, 20 answers", func(b *bench) {
		b.upstream.answer("POST checkout/v2", func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(50 * time.Millisecond)
			respondsWith(fmt.Sprintf(`{"data":{"code":"A-%d"}}`, b.upstream.count("POST checkout/v2")))(w, r)
		})
		same := times(20, 20, func(int) bool {
			g := b.ask("POST", "/api/checkout/v2", order, "Idempotency-Key: selftest-key-0002")
			return g.status == 200 && strings.Contains(g.body, `"A-1"`)
		})
		other := b.ask("POST", "/api/checkout/v2", `{"cart":{"items":[1]}}`, "Idempotency-Key: selftest-key-0002")
		n := b.upstream.count("POST checkout/v2")
		b.want(n == 1 && same == 20 && other.status == http.StatusUnprocessableEntity, "%d orders, %d same answers, another cart under the key: %d", n, same, other.status)
	}},
	{"T20", "password guesses are rate limited", "", func(b *bench) {
		b.upstream.answer("POST login", answers(http.StatusUnprocessableEntity, `{"data":{"email":["wrong"]}}`))
		limited := times(200, 8, func(i int) bool {
			return b.ask("POST", "/api/login", fmt.Sprintf(`{"email":"a@example.org","password":"%d"}`, i), fmt.Sprintf("X-Forwarded-For: 10.0.0.%d", i)).status == http.StatusTooManyRequests
		})
		n := b.upstream.count("POST login")
		b.detail = fmt.Sprintf("%d of 200 guesses went through", n)
		b.want(n <= 30 && limited > 0, "%d of 200 guesses reached the upstream", n)
	}},
	{"T25", "too large and too deeply nested bodies are rejected", "3 kinds, 0 reached the upstream", func(b *bench) {
		for name, body := range map[string]string{
			"2 MiB":      `{"a":"` + strings.Repeat("x", 2<<20) + `"}`,
			"deep lists": strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
			"no JSON":    `{"a":`,
		} {
			s := b.ask("POST", "/api/contact", body).status
			b.want(s == http.StatusRequestEntityTooLarge || s == http.StatusBadRequest || s == 0, "%s is answered with %d", name, s)
		}
		n := b.upstream.count("POST contact")
		b.want(n == 0, "%d reached the upstream", n)
	}},
	{"T34", "operator endpoints are not public", "8 paths, errors say nothing", func(b *bench) {
		for _, p := range []string{"/metrics", "/debug/pprof/", "/debug/vars", "/purge", "/.git/config", "/.env", "/api/admin", "/api/../metrics"} {
			b.want(b.ask("GET", p, "", "Accept: */*").status != 200, "%s is answered", p)
		}
		b.upstream.answer("GET me", cut)
		g := b.ask("GET", "/api/me", "", "Authorization: Bearer x")
		host := "127.0.0.1:" + b.upstream.port
		b.want(!strings.Contains(g.body, host) && !strings.Contains(g.body, "goroutine") && !strings.Contains(g.body, ".go:"), "an error exposes internals: %s", g.body)
	}},
	{"F1", "the menu is served while the upstream is down", "", func(b *bench) {
		calls := []string{"settings", "languages", "products/categories", "products/menus", "taxes"}
		for _, c := range calls {
			b.ask("GET", "/api/"+c, "")
		}
		b.upstream.server.Close() //nolint:errcheck // that is the point
		for _, c := range calls {
			g := b.ask("GET", "/api/"+c, "")
			b.want(g.status == 200, "%s is answered with %d", c, g.status)
		}
		began := time.Now()
		g := b.ask("GET", "/", "", "Accept: text/html")
		took := time.Since(began)
		b.detail = fmt.Sprintf("%d of %d calls, the page in %d ms", len(calls), len(calls), took.Milliseconds())
		b.want((g.status == 200 || g.status == 503) && took < 1500*time.Millisecond, "the page: %d after %v", g.status, took)
	}},
	{"F5", "a broken response is neither cached nor passed on", "3 kinds, then recovered", func(b *bench) {
		for name, body := range map[string]string{"cut JSON": `{"data":[{"name":"x"`, "an HTML page": "<html>502 Bad Gateway</html>", "nothing": ""} {
			b.upstream.answer("GET taxes", respondsWith(body))
			b.want(b.ask("GET", "/api/taxes", "").status != 200, "%s was passed on", name)
		}
		b.upstream.answer("GET taxes", respondsWith(`{"data":[{"name":"VAT","value":7}]}`))
		b.want(until(12*time.Second, func() bool { return strings.Contains(b.ask("GET", "/api/taxes", "").body, "VAT") }), "no valid response afterwards")
	}},
	{"F25", "concurrent visitors share one request", "300 visitors, 1 request", func(b *bench) {
		b.upstream.answer("GET areas", func(w http.ResponseWriter, r *http.Request) {
			time.Sleep(100 * time.Millisecond)
			respondsWith(`{"data":[]}`)(w, r)
		})
		good := times(300, 60, func(int) bool { return b.ask("GET", "/api/areas", "").status == 200 })
		n := b.upstream.count("GET areas")
		b.want(n == 1 && good == 300, "300 visitors made %d requests, %d were served", n, good)
	}},
}

// changedPath matches a path that no id may lead to.
var changedPath = regexp.MustCompile(`\.\.|%[025]`)

// lostWrites sends n writes, each with a numbered header, whose responses are lost on a reused connection: in that case
// http.Transport may consider a retry safe.
func lostWrites(b *bench, call string, n int, header string) {
	reported := 0
	for i := range n {
		b.upstream.answer("POST "+call, respondsWith(`{"data":{}}`))
		b.ask("GET", "/api/me", "", "Authorization: Bearer x") // a connection to use again
		b.upstream.answer("POST "+call, cut)
		g := b.ask("POST", "/api/"+call, order, fmt.Sprintf("%s%04d", header, i))
		if g.status == http.StatusGatewayTimeout && strings.Contains(g.body, "outcome_unknown") {
			reported++
		}
	}
	got := b.upstream.count("POST " + call)
	b.want(got == n && reported == n, "%d clicks became %d requests, %d customers were told that the outcome is unknown", n, got, reported)
}

// restart passes the listening socket from one instance to the next under load, as socket activation does.
func restart(b *bench) {
	var asked, failed atomic.Int64
	var wg sync.WaitGroup
	ctx, end := context.WithCancel(b.ctx)
	for range 8 {
		wg.Go(func() {
			for ctx.Err() == nil {
				asked.Add(1)
				// http.Client never retries a PUT, so it hides no failure.
				if b.ask("PUT", "/api/me", `{"name":"x"}`, "Authorization: Bearer x").status != http.StatusOK {
					failed.Add(1)
				}
			}
		})
	}
	flows := func() {
		goal := asked.Load() + 200
		b.want(until(5*time.Second, func() bool { return asked.Load() >= goal }), "fewer than 200 requests in 5 s")
	}
	for range 2 {
		flows()
		stop := b.stop
		next, err := b.open()
		if err != nil {
			b.want(false, "no restart: %w", err)
			break
		}
		b.stop = next
		err = stop()
		b.want(err == nil, "the first instance: %w", err)
	}
	flows()
	end()
	wg.Wait()
	b.detail = fmt.Sprintf("0 of %d over 2 restarts", asked.Load())
	b.want(failed.Load() == 0, "%d of %d requests failed over 2 restarts", failed.Load(), asked.Load())
}
