package gateway

// Threats of docs/threat-model.md, each as it looks from outside.

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/iotest"
	"time"

	"tablefront/bff/langtag"
	"tablefront/bff/session"
)

// serveRaw runs a gateway with the real listener's server and gives its address.
func serveRaw(t testing.TB, g *Gateway) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := g.publicServer()
	go server.Serve(l)
	t.Cleanup(func() { server.Close() })
	return l.Addr().String()
}

func TestT01_OnlyListedBranchesAreReached(t *testing.T) {
	t.Parallel()
	listed := newFakeUpstream(t)
	canary := newFakeUpstream(t)
	backend := newFakeUpstream(t)
	backend.on("GET branches", says(`{"data":[{"name":"Mitte","url":"`+listed.URL+`/"},{"name":"bad","url":"javascript:alert(1)"},{"name":"worse","url":"file:///etc/passwd"}]}`))
	shop := openShop(t, backend)
	shop.get("/api/settings", "X-Branch: "+listed.URL).wants(t, 200, "")
	shop.get("/api/areas", "X-Branch: "+strings.ToUpper(listed.URL)+"/").wants(t, 200, "")
	shop.get("/api/areas", "X-Branch: "+backend.URL).wants(t, 200, "")

	target, _ := url.Parse(canary.URL)
	good, _ := url.Parse(listed.URL)
	port := target.Port()
	hosts := []string{
		"127.0.0.1:" + port, "localhost:" + port, "127.1:" + port, "2130706433:" + port, "0x7f000001:" + port, "0177.0.0.1:" + port, "0:" + port,
		"0.0.0.0:" + port, "[::ffff:7f00:1]:" + port, "[::1]:" + port, "[::]:" + port, "127.0.0.1.:" + port, "127。0。0。1:" + port, "①②⑦.0.0.1:" + port,
		good.Host + "@127.0.0.1:" + port, "user:pass@127.0.0.1:" + port, good.Host + "#@127.0.0.1:" + port, good.Host + "\\@127.0.0.1:" + port,
		good.Host + "%2f@127.0.0.1:" + port, good.Host + "/@127.0.0.1:" + port, good.Host + ".evil.example", "169.254.169.254", "metadata.google.internal",
		good.Host + "0", good.Hostname(), good.Hostname() + ":", good.Hostname() + ":0" + good.Port(), "evil.example:" + good.Port(), "[fe80::1%25lo]:" + port,
	}
	schemes := []string{"http://", "HTTP://", "https://", "//", "http:", "http:/", "http:///", "gopher://", "ftp://", "file://", "javascript://", "ws://", "http://http://", " http://", "\thttp://", "", "jar:http://", "http+unix://"}
	tails := []string{"", "/", "/api", "?x=1", "#f", "/..", "/%2e%2e", "\\", "/;x", "//"}
	places := []func(string) []string{
		func(v string) []string { return []string{"GET", "/api/areas", "", "X-Branch: " + v} },
		func(v string) []string {
			return []string{"GET", "/api/areas?branch=" + url.QueryEscape(v) + "&branchUrl=" + url.QueryEscape(v), "", "Cookie: branch=" + url.QueryEscape(v)}
		},
		func(v string) []string {
			b, _ := json.Marshal(map[string]string{"branchUrl": v, "url": v})
			return []string{"POST", "/api/contact", string(b), "X-Forwarded-Host: h"}
		},
	}
	tried := 0
	for _, scheme := range schemes {
		for _, host := range hosts {
			for _, tail := range tails {
				v := scheme + host + tail
				tried++
				if strings.ContainsAny(v, "\t") || strings.TrimSpace(v) != v {
					continue // the client does not send these
				}
				found, err := shop.caller.branches.Lookup(v)
				if err == nil && found != nil && found.Base != listed.URL && found.Base != backend.URL {
					t.Errorf("%q leads to %s", v, found.Base)
				}
			}
		}
	}
	for i, host := range hosts {
		v := "http://" + host
		for n, place := range places {
			if (i+n)%3 != 0 && n > 0 {
				continue
			}
			p := place(v)
			answer := shop.ask(p[0], p[1], p[2], p[3])
			if n == 0 && host != good.Host && answer.StatusCode != 421 {
				t.Errorf("%q: %d %s", v, answer.StatusCode, answer.body)
			}
		}
	}
	if tried < 2000 {
		t.Errorf("only %d mutations", tried)
	}
	if n := len(canary.all()); n != 0 {
		t.Fatalf("the canary was reached %d times", n)
	}
}

func TestT02_AnUpstreamCannotExtendTheListFromABranch(t *testing.T) {
	t.Parallel()
	evil, branch, backend := newFakeUpstream(t), newFakeUpstream(t), newFakeUpstream(t)
	backend.on("GET branches", says(`{"data":[{"name":"Mitte","url":"`+branch.URL+`"}]}`))
	branch.on("GET branches", says(`{"data":[{"name":"Evil","url":"`+evil.URL+`"}]}`))
	shop := openShop(t, backend)
	shop.get("/api/branches", "X-Branch: "+branch.URL).wants(t, 200, `[{"name":"Mitte","url":"`+branch.URL+`"}]`)
	shop.get("/api/settings", "X-Branch: "+evil.URL).wants(t, 421, "unknown_branch")
	if len(branch.of("GET branches")) != 0 || len(evil.all()) != 0 {
		t.Fatal("a branch was asked for the list")
	}
}

func TestT02_TheListIsFrozenWhileTheMainHostIsDown(t *testing.T) {
	t.Parallel()
	branch, backend := newFakeUpstream(t), newFakeUpstream(t)
	backend.on("GET branches", says(`{"data":[{"name":"Mitte","url":"`+branch.URL+`"}]}`))
	shop := openShop(t, backend)
	shop.get("/api/settings", "X-Branch: "+branch.URL).wants(t, 200, "")
	backend.on("GET branches", answers(500, `{}`))
	shop.ageEntries(time.Minute)
	for range 5 {
		shop.get("/api/settings", "X-Branch: "+branch.URL).wants(t, 200, "")
	}
	backend.on("GET branches", says(`<html>`))
	shop.caller.branches.Read([]byte(`<html>`))
	shop.get("/api/settings", "X-Branch: "+branch.URL).wants(t, 200, "")
}

func TestT03_UnsafePaymentURLsAreWithheld(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	bad := []string{
		"javascript:alert(1)", "JaVaScRiPt:alert(1)", "data:text/html,x", "//evil.example", "/relative", "http://evil.example/", "https://user@evil.example/",
		"https:\\\\evil.example", "https://evil.example\\@good.example", "ftp://evil.example", "vbscript:x", "https:evil", "https://", "blob:https://x", "\tjavascript:1", " https://x.example",
		"https://x.example/\nSet-Cookie:a", "file:///etc/passwd", "http://127.0.0.1.evil.example/", "http://10.0.0.1/pay", "intent://x", "https://a.example/" + strings.Repeat("x", 5000),
		"https://ü@evil.example/?y=ü", "http://evil.example/?y=ü", "https://a.example/\u0085?y=ü", "https://a.example/\u202e/ü", "https://a.example/ü\\", "https://a.example/ü b", "https://a.example/\u00a0ü",
	}
	for i, target := range bad {
		enc, _ := json.Marshal(target)
		backend.on("POST checkout/v2", says(`{"data":{"id":7,"code":"A-7","url":`+string(enc)+`,"x":1e3}}`))
		answer := shop.ask("POST", "/api/checkout/v2", fmt.Sprintf(`{"n":%d}`, i))
		answer.wants(t, 200, `{"id":7,"code":"A-7","url":null,"urlRefused":true,"x":1e3}`)
	}
	for i, target := range []string{"https://pay.example/x?y=1", "http://127.0.0.1:8090/pay/1", "http://localhost/pay", "https://pay.example/?x=1&y=ü", "https://pay.example/zahlung/für/Größe?n=日本", "https://müller.example/pay"} {
		backend.on("POST checkout/v2", says(`{"data":{"id":7,"url":"`+target+`"}}`))
		shop.ask("POST", "/api/checkout/v2", fmt.Sprintf(`{"n":%d}`, i)).wants(t, 200, `{"id":7,"url":"`+target+`"}`)
	}
	listed := openShop(t, backend, func(c *Config) { c.PaymentHosts = []string{"pay.example"} })
	backend.on("POST checkout", says(`{"data":{"url":"https://other.example/"}}`))
	listed.ask("POST", "/api/checkout", `{}`).wants(t, 200, `{"url":null,"urlRefused":true}`)
	backend.on("POST checkout", says(`{"data":{"url":"https://pay.example/1"}}`))
	listed.ask("POST", "/api/checkout", `{}`).wants(t, 200, `{"url":"https://pay.example/1"}`)
	idn := openShop(t, backend, func(c *Config) { c.PaymentHosts = []string{"xn--mller-kva.example"} })
	backend.on("POST checkout", says(`{"data":{"url":"https://MÜLLER.example/ü"}}`))
	idn.ask("POST", "/api/checkout", `{}`).wants(t, 200, `{"url":"https://MÜLLER.example/ü"}`)
}

// established reports whether the server's end of a TCP connection of this machine is still there.
func established(server, peer string) bool {
	table, err := os.ReadFile("/proc/net/tcp")
	if err != nil {
		return false
	}
	kernel := func(addr string) string {
		ap := netip.MustParseAddrPort(addr)
		a := ap.Addr().As4()
		return fmt.Sprintf("%02X%02X%02X%02X:%04X", a[3], a[2], a[1], a[0], ap.Port())
	}
	return strings.Contains(string(table), ": "+kernel(server)+" "+kernel(peer)+" 01 ")
}

// login logs a customer in and returns the handle and the browser's cookies.
func (s *shop) login(t testing.TB, headers ...string) (handle, cookies string) {
	t.Helper()
	answer := s.ask("POST", "/api/login", `{"email":"a@example.org","password":"x"}`, headers...)
	answer.wants(t, 200, "")
	var body struct{ Token string }
	if err := json.Unmarshal([]byte(answer.body), &body); err != nil || body.Token == "" {
		t.Fatalf("no handle in %s", answer.body)
	}
	return body.Token, cookieHeader(answer.Cookies(), "")
}

// cookieHeader is what a browser would send back after these Set-Cookie lines.
func cookieHeader(set []*http.Cookie, old string) string {
	jar := map[string]string{}
	for part := range strings.SplitSeq(old, "; ") {
		if name, value, ok := strings.Cut(part, "="); ok {
			jar[name] = value
		}
	}
	for _, c := range set {
		if c.MaxAge < 0 {
			delete(jar, c.Name)
			continue
		}
		jar[c.Name] = c.Value
	}
	var out []string
	for name, value := range jar {
		out = append(out, name+"="+value)
	}
	return strings.Join(out, "; ")
}

func TestT04_TheTokenStaysInACookieThatScriptsCannotRead(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", says(`{"data":{"token":"the-real-token","extra":1.50}}`))
	shop := openShop(t, backend, func(c *Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")} })
	answer := shop.ask("POST", "/api/login", `{"email":"a@example.org","password":"x"}`, "X-Forwarded-Proto: https")
	answer.wants(t, 200, "")
	if strings.Contains(answer.body, "the-real-token") || !strings.Contains(answer.body, `"extra":1.50`) {
		t.Fatalf("body %s", answer.body)
	}
	c := answer.Cookies()
	var sealed *http.Cookie
	for _, one := range c {
		if strings.Contains(one.Raw, "the-real-token") {
			t.Fatal("the token is in a cookie")
		}
		if one.Name == session.CookieName(true) {
			sealed = one
		}
	}
	if sealed == nil || !sealed.HttpOnly || !sealed.Secure || sealed.Path != "/" || sealed.Domain != "" || sealed.SameSite != http.SameSiteLaxMode {
		t.Fatalf("cookie %+v", sealed)
	}

	handle, cookies := shop.login(t)
	shop.get("/api/me", "Authorization: Bearer "+handle, "Cookie: "+cookies).wants(t, 200, "")
	shop.get("/api/me", "Authorization: Bearer "+handle).wants(t, 401, "login_expired")
	shop.get("/api/me", "Cookie: "+cookies).wants(t, 200, "")
	other, _ := shop.login(t)
	shop.get("/api/me", "Authorization: Bearer "+other, "Cookie: "+cookies).wants(t, 401, "login_expired")
	shop.get("/api/me", "Authorization: Bearer an-old-token").wants(t, 200, "")
	var arrived []string
	for _, r := range backend.of("GET me") {
		arrived = append(arrived, r.header.Get("Authorization"))
	}
	want := []string{"Bearer the-real-token", "", "Bearer an-old-token"}
	if fmt.Sprint(arrived) != fmt.Sprint(want) {
		t.Fatalf("upstream saw %q", arrived)
	}
}

func TestT04_LogoutAndALostLoginClearTheCookie(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", says(`{"data":{"token":"t"}}`))
	backend.on("POST me/logout", answers(204, ""))
	backend.on("GET me", answers(401, `{"message":"no"}`))
	shop := openShop(t, backend)
	handle, cookies := shop.login(t)
	for _, g := range []got{
		shop.ask("POST", "/api/me/logout", "", "Authorization: Bearer "+handle, "Cookie: "+cookies),
		shop.get("/api/me", "Authorization: Bearer "+handle, "Cookie: "+cookies),
	} {
		if left := cookieHeader(g.Cookies(), cookies); strings.Contains(left, "tf_session") {
			t.Errorf("%s leaves %q", g.Request.URL.Path, left)
		}
	}
}

// TestT04_ATableThatIsVerifiedAgainKeepsItsLogin: the guest may leave the page before the response arrives. A handle of
// another login clears nothing.
func TestT04_ATableThatIsVerifiedAgainKeepsItsLogin(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", says(`{"data":{"token":"customer"}}`))
	backend.on("GET tables/7", says(`{"data":{"id":7,"name":"T7","token":"table"}}`))
	backend.on("GET me", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			answers(401, `{"message":"no"}`)(w, r)
			return
		}
		says(`{"data":{"name":"T7"}}`)(w, r)
	})
	shop := openShop(t, backend)
	other, customers := shop.login(t)
	first := shop.get("/api/tables/7", "Authorization: Bearer "+other, "Cookie: "+customers)
	var table struct{ Token string }
	if err := json.Unmarshal([]byte(first.body), &table); err != nil {
		t.Fatal(err)
	}
	handle, cookies := table.Token, cookieHeader(first.Cookies(), "")
	if handle == other {
		t.Fatal("the table has the customer's handle")
	}
	again := shop.get("/api/tables/7", "Authorization: Bearer "+handle, "Cookie: "+cookies)
	cookies = cookieHeader(again.Cookies(), cookies)
	shop.get("/api/me", "Authorization: Bearer "+handle, "Cookie: "+cookies).wants(t, 200, `{"name":"T7"}`)
	late := shop.get("/api/me", "Authorization: Bearer "+other, "Cookie: "+cookies)
	late.wants(t, 401, "")
	shop.get("/api/me", "Authorization: Bearer "+handle, "Cookie: "+cookieHeader(late.Cookies(), cookies)).wants(t, 200, `{"name":"T7"}`)
}

func TestT04_BrowserCustodyPassesTokensThrough(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", says(`{"data":{"token":"plain"}}`))
	shop := openShop(t, backend, func(c *Config) { c.BrowserTokens = true })
	answer := shop.ask("POST", "/api/login", `{"email":"a@example.org","password":"x"}`)
	answer.wants(t, 200, `{"token":"plain"}`)
	if cookieHeader(answer.Cookies(), "") != "" {
		t.Fatal("a cookie was set")
	}
}

func TestT05_OnlySameOriginRequestsAreTheCustomers(t *testing.T) {
	t.Parallel()
	home, backend := newFakeUpstream(t), newFakeUpstream(t)
	home.on("GET branches", says(`{"data":[{"name":"B","url":"`+backend.URL+`"}]}`))
	shop := openShop(t, home)
	home.on("POST login", says(`{"data":{"token":"real"}}`))
	handle, cookies := shop.login(t)
	other, _ := shop.login(t)
	host := strings.TrimPrefix(shop.URL, "http://")
	cells := 0
	for _, call := range []string{"POST contact", "PUT me", "DELETE me/addresses/1", "POST checkout/v2", "POST me/orders"} {
		method, path, _ := strings.Cut(call, " ")
		for _, origin := range []string{"", "http://" + host, "https://evil.example", "null"} {
			for _, site := range []string{"", "same-origin", "same-site", "cross-site", "none"} {
				for _, kind := range []string{"application/json", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"} {
					for _, bearer := range []string{"", handle, other} {
						if (cells+len(site)+len(kind))%3 == 1 && bearer == "" { // thin out the dull part
							cells++
							continue
						}
						cells++
						body := `{"n":1}`
						if method == "DELETE" {
							body = ""
						}
						// Every second cell at the branch: the checks must not be the main host's alone.
						at, headers := home, []string{"Cookie: " + cookies}
						if cells%2 == 0 {
							at, headers = backend, append(headers, "X-Branch: "+backend.URL)
						}
						if method != "DELETE" {
							headers = append(headers, "Content-Type: "+kind, "X-Forwarded-For: 1.1.1.1")
						}
						before := len(at.of(call))
						for name, v := range map[string]string{"Origin": origin, "Sec-Fetch-Site": site} {
							if v != "" {
								headers = append(headers, name+": "+v)
							}
						}
						if bearer != "" {
							headers = append(headers, "Authorization: Bearer "+bearer)
						}
						answer := shop.ask(method, "/api/"+path, body, headers...)
						arrived := at.of(call)[before:]
						crossed := site == "cross-site" || site == "same-site" || site == "" && origin != "" && origin != "http://"+host
						honest := !crossed && (kind == "application/json" || method == "DELETE") && bearer != other // which does not fit the cookie
						if honest != (len(arrived) == 1) {
							t.Fatalf("%s origin %q site %q type %q: %d, %d arrived", call, origin, site, kind, answer.StatusCode, len(arrived))
						}
						if len(arrived) == 1 && (arrived[0].header.Get("Authorization") == "Bearer real") != (bearer == handle) {
							t.Fatalf("%s with bearer %q arrived as %q", call, bearer, arrived[0].header.Get("Authorization"))
						}
						if answer.Header.Get("Access-Control-Allow-Origin") != "" {
							t.Fatal("a CORS header")
						}
					}
				}
			}
		}
	}
	if cells < 1000 {
		t.Errorf("only %d cells", cells)
	}
}

// A link on another site may lead to the shop, never to one of its calls: the answer would change the session.
func TestT05_ANavigationFromAnotherSiteChangesNoSession(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", says(`{"data":{"token":"real"}}`))
	backend.on("GET tables/7", says(`{"data":{"token":"table"}}`))
	backend.on("GET me", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "session", Value: "new"})
		io.WriteString(w, `{"data":1}`)
	})
	shop := openShop(t, backend)
	_, cookies := shop.login(t)
	for _, path := range []string{"tables/7", "me", "checkout/check?payment=1&sess=2"} {
		for _, site := range []string{"cross-site", "same-site"} {
			call, _, _ := strings.Cut("GET "+path, "?")
			before := len(backend.of(call))
			answer := shop.get("/api/"+path, "Cookie: "+cookies, "Sec-Fetch-Site: "+site, "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document")
			answer.wants(t, 403, "cross_origin")
			if set := answer.Header["Set-Cookie"]; len(set) > 0 || len(backend.of(call)) != before {
				t.Errorf("%s from %s: %d calls, cookies %v", path, site, len(backend.of(call))-before, set)
			}
		}
		for _, site := range []string{"same-origin", "none"} {
			shop.get("/api/"+path, "Cookie: "+cookies, "Sec-Fetch-Site: "+site).wants(t, 200, "")
		}
	}
	shop.get("/api/settings", "Sec-Fetch-Site: cross-site").wants(t, 200, "") // the same for everybody
}

func TestT06_CookiesStayWithTheirUpstream(t *testing.T) {
	t.Parallel()
	a, b := newFakeUpstream(t), newFakeUpstream(t)
	a.on("GET branches", says(`{"data":[{"name":"B","url":"`+b.URL+`"}]}`))
	a.on("GET me", func(w http.ResponseWriter, _ *http.Request) {
		for _, line := range []string{
			"laravel_session=of-a; Path=/; HttpOnly; SameSite=None", "XSRF-TOKEN=a%2Fb%3D; Path=/", "wide=of-a; Domain=.example; Path=/",
			"narrow=of-a; Path=/api/me", "elsewhere=of-a; Path=/admin", "__Host-x=of-a; Secure; Path=/", "huge=" + strings.Repeat("h", 5000), "dup=1", "dup=of-a",
		} {
			w.Header().Add("Set-Cookie", line)
		}
		io.WriteString(w, `{"data":{}}`)
	})
	shop := openShop(t, a)
	first := shop.get("/api/me")
	first.wants(t, 200, "")
	cookies := cookieHeader(first.Cookies(), "")
	for _, c := range first.Cookies() {
		if c.Domain != "" || c.Path != "/" || c.Secure {
			t.Errorf("cookie %+v", c)
		}
		if c.Name == "XSRF-TOKEN" && (c.HttpOnly || c.Value != "a%2Fb%3D") || c.Name != "XSRF-TOKEN" && !c.HttpOnly {
			t.Errorf("cookie %+v", c)
		}
		if c.Name != "XSRF-TOKEN" && !strings.HasPrefix(c.Name, "tf.") {
			t.Errorf("an upstream named a cookie: %s", c.Name)
		}
	}
	second := shop.get("/api/me", "X-Branch: "+b.URL, "Cookie: "+cookies)
	second.wants(t, 200, "")
	for _, r := range b.all() {
		if strings.Contains(fmt.Sprint(r.header), "of-a") || strings.Contains(fmt.Sprint(r.header), "a%2Fb") || r.header.Get("X-Xsrf-Token") != "" {
			t.Fatalf("b received a's: %v", r.header)
		}
	}
	shop.ask("PUT", "/api/me", `{}`, "Cookie: "+cookies).wants(t, 200, "")
	put := a.of("PUT me")[0].header
	if put.Get("X-Xsrf-Token") != "a/b=" {
		t.Errorf("X-XSRF-TOKEN %q", put.Get("X-Xsrf-Token"))
	}
	sent := put.Get("Cookie")
	for _, want := range []string{"laravel_session=of-a", "XSRF-TOKEN=a%2Fb%3D", "wide=of-a", "narrow=of-a", "__Host-x=of-a", "dup=of-a"} {
		if !strings.Contains(sent, want) {
			t.Errorf("%s did not come back in %q", want, sent)
		}
	}
	if strings.Contains(sent, "elsewhere") || strings.Contains(sent, "huge") || strings.Contains(sent, "dup=1") {
		t.Errorf("too much came back: %q", sent)
	}
	shop.get("/api/areas", "Cookie: "+cookies)
	if c := a.of("GET areas")[0].header.Get("Cookie"); c != "" {
		t.Errorf("a cached response was fetched with %q", c)
	}
	shop.get("/api/me/orders", "Cookie: "+cookies)
	if c := a.of("GET me/orders")[0].header.Get("Cookie"); !strings.Contains(c, "narrow=of-a") {
		t.Errorf("below its path a narrow cookie is missing: %q", c)
	}
	shop.get("/api/tables/1", "Cookie: "+cookies)
	if c := a.of("GET tables/1")[0].header.Get("Cookie"); strings.Contains(c, "narrow") {
		t.Errorf("a narrow cookie went too far: %q", c)
	}
}

func TestT06_AMissingOrOldXSRFTokenIsFetchedOnce(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	var fresh atomic.Int64
	fresh.Store(1)
	give := func(w http.ResponseWriter) {
		http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: fmt.Sprintf("token%%2F%d", fresh.Load()), Path: "/"})
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: "s1", Path: "/", HttpOnly: true})
	}
	backend.on("GET settings", func(w http.ResponseWriter, _ *http.Request) {
		give(w)
		io.WriteString(w, `{"data":[]}`)
	})
	backend.on("POST contact", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Xsrf-Token") != fmt.Sprintf("token/%d", fresh.Load()) || !strings.Contains(r.Header.Get("Cookie"), "sid=s1") {
			answers(419, `{"message":"CSRF token mismatch."}`)(w, r)
			return
		}
		io.WriteString(w, `{"data":"ok"}`)
	})
	shop := openShop(t, backend)
	answer := shop.ask("POST", "/api/contact", `{"a":1}`)
	answer.wants(t, 200, `"ok"`)
	if len(backend.of("POST contact")) != 1 {
		t.Fatal("without a cookie the call should wait for one")
	}
	cookies := cookieHeader(answer.Cookies(), "")
	fresh.Store(2)
	answer = shop.ask("POST", "/api/contact", `{"a":1}`, "Cookie: "+cookies)
	answer.wants(t, 200, `"ok"`)
	if n := len(backend.of("POST contact")); n != 3 {
		t.Fatalf("sent %d times", n)
	}
	if !strings.Contains(cookieHeader(answer.Cookies(), cookies), "XSRF-TOKEN=token%2F2") {
		t.Fatal("the browser was not told the new token")
	}
	backend.on("POST contact", answers(419, `{"message":"never"}`))
	shop.ask("POST", "/api/contact", `{"a":1}`, "Cookie: "+cookies).wants(t, 419, `{"message":"never"}`)
	if n := len(backend.of("POST contact")); n != 5 {
		t.Fatalf("a 419 was repeated %d times", n-4)
	}
}

func TestT07_NobodySeesAnother(t *testing.T) {
	t.Parallel()
	const users, rounds = 40, 25
	hosts := []*fakeUpstream{newFakeUpstream(t), newFakeUpstream(t), newFakeUpstream(t)}
	var list []string
	for i, k := range hosts[1:] {
		list = append(list, fmt.Sprintf(`{"name":"b%d","url":"%s"}`, i, k.URL))
	}
	hosts[0].on("GET branches", says(`{"data":[`+strings.Join(list, ",")+`]}`))
	for i, k := range hosts {
		echo := func(w http.ResponseWriter, r *http.Request) {
			http.SetCookie(w, &http.Cookie{Name: "sid", Value: strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer "), Path: "/"})
			fmt.Fprintf(w, `{"data":{"host":%d,"auth":%q,"cookie":%q,"lang":%q}}`, i, r.Header.Get("Authorization"), r.Header.Get("Cookie"), r.Header.Get("Lang"))
		}
		k.on("GET me", echo)
		k.on("GET areas", func(w http.ResponseWriter, r *http.Request) {
			if r.Header.Get("Authorization")+r.Header.Get("Cookie") != "" {
				t.Error("a cached response was fetched as somebody")
			}
			echo(w, r)
		})
	}
	shop := openShop(t, hosts[0])
	var wg sync.WaitGroup
	for u := range users {
		wg.Go(func() {
			token, cookies := fmt.Sprintf("canary-%d-end", u), map[int]string{}
			random := rand.New(rand.NewSource(int64(u)))
			for range rounds {
				h := random.Intn(len(hosts))
				lang := []string{"de", "en", "ar"}[random.Intn(3)]
				headers := []string{"Authorization: Bearer " + token, "Lang: " + lang, "Cookie: " + cookies[0] + "; " + cookies[1] + "; " + cookies[2]}
				if h > 0 {
					headers = append(headers, "X-Branch: "+hosts[h].URL)
				}
				path := []string{"/api/me", "/api/areas"}[random.Intn(2)]
				answer := shop.get(path, headers...)
				if !strings.Contains(answer.body, fmt.Sprintf(`"host":%d`, h)) || !strings.Contains(answer.body, `"lang":"`+lang+`"`) {
					t.Errorf("%s of host %d in %s: %s", path, h, lang, answer.body)
				}
				for part := range strings.SplitSeq(answer.body, "canary-") {
					if strings.Contains(part, "-end") && !strings.HasPrefix(part, fmt.Sprintf("%d-end", u)) {
						t.Errorf("customer %d saw %s", u, answer.body)
					}
				}
				if path == "/api/areas" && strings.Contains(answer.body, "canary") {
					t.Errorf("a cached response is somebody's: %s", answer.body)
				}
				cookies[h] = cookieHeader(answer.Cookies(), cookies[h])
			}
		})
	}
	wg.Wait()
}

func TestT08_NothingUnkeyedChangesACachedResponse(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET taxes", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintf(w, `{"data":%q}`, fmt.Sprint(r.Header, r.Host, r.URL))
	})
	names := []string{
		"X-Forwarded-Host", "X-Original-Url", "X-Rewrite-Url", "X-Http-Method-Override", "Range", "Accept", "User-Agent", "Forwarded", "X-Forwarded-For", "X-Forwarded-Scheme",
		"X-Host", "X-Forwarded-Server", "Origin", "Referer", "Cookie", "Authorization", "Accept-Language", "Via", "True-Client-Ip", "X-Wap-Profile", "If-Modified-Since", "Cache-Control", "Pragma",
	}
	shop := openShop(t, backend)
	for i := range 180 {
		names = append(names, fmt.Sprintf("X-Unknown-%d", i))
	}
	for _, name := range names {
		shop.caller.catalogue.Purge("")
		answer := shop.get("/api/taxes?evil=CANARY", name+": CANARY", "Accept-Encoding: identity")
		if name == "Authorization" {
			answer = shop.get("/api/taxes", "Authorization: Bearer CANARY")
		}
		if strings.Contains(answer.body, "CANARY") || strings.Contains(shop.get("/api/taxes").body, "CANARY") {
			t.Errorf("%s poisons the copy: %s", name, answer.body)
		}
	}
}

func TestT09_PersonalResponsesAreNotCachedByPath(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET me", says(`{"data":{"secret":"CANARY"}}`))
	shop := openShop(t, backend)
	for _, path := range []string{"/api/me/x.css", "/api/me%2f..%2fassets/a.js", "/api/me;.js", "/assets/..%2fapi%2fme", "/API/me", "//api/me", "/api//me", "/api/me/", "/api/me%00.js", "/api/me%3f.css", "/api/./me", "/api/x/../me", "/Api/Me"} {
		c, err := net.Dial("tcp", shop.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: shop\r\nAuthorization: Bearer t\r\nConnection: close\r\n\r\n", path)
		b, _ := io.ReadAll(c)
		c.Close()
		if strings.Contains(string(b), "CANARY") {
			t.Errorf("%s answers with the customer's data", path)
		}
	}
	if got := shop.get("/api/me").Header.Get("Cache-Control"); got != "no-store" {
		t.Errorf("Cache-Control %q", got)
	}
}

func TestT10_AFloodOfKeysKeepsTheLegitimateOnes(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET products/categories", says(`{"data":"`+strings.Repeat("x", 4000)+`"}`))
	shop := openShop(t, backend, func(c *Config) { c.CacheBytes = 1 << 20 })
	shop.get("/api/products/categories").wants(t, 200, "")
	shop.get("/api/products/categories").wants(t, 200, "")
	for i := range 1500 {
		shop.get(fmt.Sprintf("/api/products/menus/%d?x=%d&lang=xx", i, i)).wants(t, 200, "")
	}
	if answer := shop.get("/api/products/categories"); answer.Header.Get("X-Cache") != "hit" {
		t.Errorf("the honest copy is %s", answer.Header.Get("X-Cache"))
	}
	if _, b := shop.caller.catalogue.Size(); b > 1<<20 {
		t.Errorf("%d bytes are kept", b)
	}
}

func TestT11_LineBreaksInHeadersAreRejected(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	addr := serveRaw(t, shop.Gateway)
	random := rand.New(rand.NewSource(1))
	for range 300 {
		b := make([]byte, 1+random.Intn(20))
		for i := range b {
			b[i] = byte(random.Intn(256))
		}
		name := []string{"Lang", "Authorization", "X-Branch", "X-XSRF-TOKEN", "Idempotency-Key", "If-None-Match", "Accept-Encoding", "Cookie"}[random.Intn(8)]
		value := strings.NewReplacer("\r", "", "\n", "").Replace(string(b))
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(c, "GET /api/me HTTP/1.1\r\nHost: shop\r\n%s: %s\r\nConnection: close\r\n\r\n", name, value)
		r, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%s %q: %v", name, value, err)
		}
		if r.StatusCode >= 500 {
			t.Errorf("%s %q: %d", name, value, r.StatusCode)
		}
		c.Close()
	}
	for _, r := range backend.of("GET me") {
		if !langtag.Valid(r.header.Get("Lang")) || strings.ContainsFunc(r.header.Get("Authorization"), notVisible) {
			t.Errorf("arrived: %v", r.header)
		}
	}
}

func TestT13_AmbiguousMessagesAreRejected(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	addr := serveRaw(t, shop.Gateway)
	body := `{"a":1}`
	for name, raw := range map[string]string{
		"two CL":                   "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Length: 7\r\nContent-Length: 8\r\n\r\n" + body,
		"CL list":                  "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Length: 7, 8\r\n\r\n" + body,
		"signed CL":                "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Length: +7\r\n\r\n" + body,
		"negative CL":              "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Length: -1\r\n\r\n" + body,
		"hex CL":                   "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Length: 0x7\r\n\r\n" + body,
		"CL with a space before":   "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Length : 7\r\n\r\n" + body,
		"TE of two":                "POST /api/contact HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
		"TE identity":              "POST /api/contact HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: identity\r\n\r\n",
		"TE xchunked":              "POST /api/contact HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
		"TE with a tab":            "POST /api/contact HTTP/1.1\r\nHost: s\r\nTransfer-Encoding:\x0bchunked\r\n\r\n0\r\n\r\n",
		"bare CR":                  "GET /api/me HTTP/1.1\r\nHost: s\r\nX-A: 1\rX-B: 2\r\n\r\n",
		"NUL in a value":           "GET /api/me HTTP/1.1\r\nHost: s\r\nX-A: a\x00b\r\n\r\n",
		"a body on a GET":          "GET /api/me HTTP/1.1\r\nHost: s\r\nContent-Length: 7\r\n\r\n" + body,
		"a chunked GET":            "GET /api/me HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
		"absolute form":            "GET http://evil.example/api/me HTTP/1.1\r\nHost: s\r\n\r\n",
		"absolute form, own":       "GET http://s/api/me HTTP/1.1\r\nHost: s\r\n\r\n",
		"Connection names XSRF":    "GET /api/me HTTP/1.1\r\nHost: s\r\nConnection: X-XSRF-TOKEN\r\n\r\n",
		"Connection names Lang":    "GET /api/me HTTP/1.1\r\nHost: s\r\nConnection: close, Lang\r\n\r\n",
		"TRACE":                    "TRACE /api/me HTTP/1.1\r\nHost: s\r\n\r\n",
		"CONNECT":                  "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
		"two hosts":                "GET /api/me HTTP/1.1\r\nHost: s\r\nHost: t\r\n\r\n",
		"no host":                  "GET /api/me HTTP/1.1\r\n\r\n",
		"a bad host":               "GET /api/me HTTP/1.1\r\nHost: s/evil\r\n\r\n",
		"a bad method":             "G\x01T /api/me HTTP/1.1\r\nHost: s\r\n\r\n",
		"a space in the target":    "GET /api/me x HTTP/1.1\r\nHost: s\r\n\r\n",
		"HTTP/3.0":                 "GET /api/me HTTP/3.0\r\nHost: s\r\n\r\n",
		"a bad header name":        "GET /api/me HTTP/1.1\r\nHost: s\r\nX(A): 1\r\n\r\n",
		"no colon":                 "GET /api/me HTTP/1.1\r\nHost: s\r\nNonsense\r\n\r\n",
		"a chunk size that is not": "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n" + body + "\r\n0\r\n\r\n",
		"options for all":          "OPTIONS * HTTP/1.1\r\nHost: s\r\n\r\n",
		"a huge head":              "GET /api/me HTTP/1.1\r\nHost: s\r\nX-A: " + strings.Repeat("a", 20<<10) + "\r\n\r\n",
	} {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		io.WriteString(c, raw+"GET /healthz HTTP/1.1\r\nHost: s\r\nX-Poison: 1\r\n\r\n")
		c.SetReadDeadline(time.Now().Add(time.Minute))
		in := bufio.NewReader(c)
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			c.Close()
			continue // closed without a word is an answer
		}
		if r.StatusCode < 400 || r.StatusCode >= 600 || r.StatusCode >= 500 && r.StatusCode != 505 && r.StatusCode != 501 {
			t.Errorf("%s: %d", name, r.StatusCode)
		}
		io.Copy(io.Discard, r.Body)
		if rest, _ := io.ReadAll(in); len(rest) > 0 {
			t.Errorf("%s: the connection goes on with %.60q", name, rest)
		}
		c.Close()
	}
	if n := len(backend.of("POST contact")) + len(backend.of("GET me")); n != 0 {
		t.Errorf("%d of them went upstream", n)
	}
}

func TestT13_AChunkedBodyIsAcceptedAndItsConnectionClosed(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	addr := serveRaw(t, shop.Gateway)
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	io.WriteString(c, "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n7\r\n{\"a\":1}\r\n0\r\n\r\n")
	c.SetReadDeadline(time.Now().Add(time.Minute))
	in := bufio.NewReader(c)
	r, err := http.ReadResponse(in, nil)
	if err != nil || r.StatusCode != 200 {
		t.Fatal(r, err)
	}
	io.Copy(io.Discard, r.Body)
	if _, err := in.ReadByte(); err != io.EOF {
		t.Fatalf("the connection stays open: %v", err)
	}
}

// net/http has one reading of these, and nothing behind a message whose length came twice is read (RFC 9112 section 6.1).
func TestT13_MessagesThatNetHTTPReadsInOneWay(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	addr := serveRaw(t, shop.Gateway)
	const next = "GET /healthz HTTP/1.1\r\nHost: s\r\nConnection: close\r\n\r\n"
	chunks := "7\r\n{\"a\":1}\r\n0\r\n\r\n"
	for name, c := range map[string]struct {
		raw     string
		answers int
		arrives string
	}{
		"a length, then chunks":         {"POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 1, "POST contact"},
		"chunks, then a length":         {"POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\ncontent-LENGTH: 3\r\n\r\n" + chunks, 1, "POST contact"},
		"chunks to nowhere":             {"POST /nothing HTTP/1.1\r\nHost: s\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks, 1, ""},
		"a folded line belongs to X-A":  {"GET /api/me HTTP/1.1\r\nHost: s\r\nX-A: 1\r\n Transfer-Encoding: chunked\r\n\r\n", 2, "GET me"},
		"a line feed alone ends a line": {"GET /api/me HTTP/1.1\nHost: s\r\nX-A: 1\n\r\n", 2, "GET me"},
		"the same length twice is once": {"POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 7\r\nContent-Length: 7\r\n\r\n{\"a\":1}", 2, "POST contact"},
	} {
		before := len(backend.of(c.arrives))
		conn, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		conn.SetDeadline(time.Now().Add(time.Minute))
		io.WriteString(conn, c.raw+next)
		text, _ := io.ReadAll(conn)
		conn.Close()
		if n := strings.Count(string(text), "HTTP/1.1 "); n != c.answers {
			t.Errorf("%s: %d answers: %.300q", name, n, text)
		}
		if c.arrives != "" && len(backend.of(c.arrives)) != before+1 {
			t.Errorf("%s: %d arrived", name, len(backend.of(c.arrives))-before)
		}
	}
}

func TestT20_GuessingIsBounded(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", answers(422, `{"data":{"email":["no"]}}`))
	shop := openShop(t, backend, func(c *Config) {
		c.LimitFactor = 1
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	for i := range 500 {
		from := fmt.Sprintf("X-Forwarded-For: 10.%d.%d.%d", i%5, i%7, i)
		shop.ask("POST", "/api/login", `{"email":"Victim@example.org ","password":"x"}`, from)
	}
	if n := len(backend.of("POST login")); n > 30 {
		t.Fatalf("%d guesses reached the upstream", n)
	}
	answer := shop.ask("POST", "/api/login", `{"email":"victim@example.org","password":"x"}`, "X-Forwarded-For: 10.9.9.9")
	answer.wants(t, 429, "rate_limited")
	if answer.Header.Get("Retry-After") == "" {
		t.Error("nothing says when to try again")
	}
	backend.on("POST login", says(`{"data":{"token":"t"}}`))
	for range 20 {
		shop.ask("POST", "/api/login", `{"email":"honest@example.org","password":"x"}`, "X-Forwarded-For: 10.8.8.8").wants(t, 200, "")
	}
}

func TestT20_KnownCustomersAreNotLimited(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", says(`{"data":{"token":"t"}}`))
	shop := openShop(t, backend, func(c *Config) {
		c.LimitFactor = 1
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	shop.ask("POST", "/api/login", `{"email":"v@example.org","password":"x"}`, "X-Forwarded-For: 1.2.3.4").wants(t, 200, "")
	backend.on("POST login", answers(422, `{"data":{}}`))
	for i := range 40 {
		shop.ask("POST", "/api/login", `{"email":"v@example.org","password":"x"}`, fmt.Sprintf("X-Forwarded-For: 9.9.9.%d", i))
	}
	backend.on("POST login", says(`{"data":{"token":"t"}}`))
	shop.ask("POST", "/api/login", `{"email":"v@example.org","password":"x"}`, "X-Forwarded-For: 1.2.3.4").wants(t, 200, "")
}

func TestT21_AnAttackersQuotaIsHisOwn(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend, func(c *Config) {
		c.LimitFactor = 1
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	})
	for i := range 300 {
		shop.ask("POST", "/api/reservations", fmt.Sprintf(`{"n":%d}`, i), "X-Forwarded-For: 2001:db8::"+fmt.Sprint(i%9+1))
	}
	if n := len(backend.of("POST reservations")); n > 25 {
		t.Fatalf("%d bogus reservations arrived", n)
	}
	shop.ask("POST", "/api/reservations", `{"n":"honest"}`, "X-Forwarded-For: 2001:db8:1::1").wants(t, 200, "")
}

func TestT22_TableCodesCannotBeEnumerated(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	for i := range 200 {
		backend.on(fmt.Sprintf("GET tables/%d", i), answers(404, `{"message":"no"}`))
	}
	backend.on("GET tables/good", says(`{"data":{"id":1,"name":"T1","token":"table-token"}}`))
	shop := openShop(t, backend, func(c *Config) { c.LimitFactor = 1 })
	for range 15 {
		shop.get("/api/tables/good").wants(t, 200, "")
	}
	for i := range 200 {
		shop.get(fmt.Sprintf("/api/tables/%d", i))
	}
	arrived := 0
	for i := range 200 {
		arrived += len(backend.of(fmt.Sprintf("GET tables/%d", i)))
	}
	if arrived > 20 {
		t.Fatalf("%d codes were tried", arrived)
	}
}

func TestT23_ForwardedAddressesCountOnlyFromTrustedProxies(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend, func(c *Config) {
		c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32"), netip.MustParsePrefix("10.0.0.0/8")}
	})
	for _, c := range []struct{ remote, xff, want string }{
		{"127.0.0.1:1", "1.1.1.1", "1.1.1.1"},
		{"127.0.0.1:1", "6.6.6.6, 1.1.1.1", "1.1.1.1"},
		{"127.0.0.1:1", "6.6.6.6, 1.1.1.1, 10.0.0.7", "1.1.1.1"},
		{"127.0.0.1:1", "", "127.0.0.1"},
		{"127.0.0.1:1", "nonsense", "127.0.0.1"},
		{"127.0.0.1:1", "1.1.1.1, nonsense", "127.0.0.1"},
		{"127.0.0.1:1", "10.0.0.1, 10.0.0.2", "10.0.0.1"},
		{"127.0.0.1:1", "[2001:db8::1]:443", "2001:db8::1"},
		{"8.8.8.8:1", "1.1.1.1", "8.8.8.8"},
		{"[::ffff:8.8.8.8]:1", "1.1.1.1", "8.8.8.8"},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.xff != "" {
			r.Header.Set("X-Forwarded-For", c.xff)
		}
		if got := shop.Gateway.config.TrustedProxies.Client(r).Addr.String(); got != c.want {
			t.Errorf("%s via %q: %s, want %s", c.remote, c.xff, got, c.want)
		}
	}
}

func TestT25_BodiesAtTheirBounds(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	pad := func(n int) string { return `{"a":"` + strings.Repeat("x", n-8) + `"}` }
	for _, c := range []struct {
		path, body string
		status     int
	}{
		{"contact", pad(form), 200},
		{"contact", pad(form + 1), 413},
		{"checkout/v2", pad(order), 200},
		{"checkout/v2", pad(order + 1), 413},
		{"contact", strings.Repeat(`{"a":`, 32) + "1" + strings.Repeat("}", 32), 200},
		{"contact", strings.Repeat(`{"a":`, 33) + "1" + strings.Repeat("}", 33), 400},
		{"contact", strings.Repeat("[", 10000) + strings.Repeat("]", 1000), 400},
		{"contact", `{"a":1,"a":2}`, 400},
		{"contact", `{"a":1,"\u0061":2}`, 400},
		{"contact", `{"o":{"b":1,"b":2}}`, 400},
		{"contact", "{\"a\":\"\xff\"}", 400},
		{"contact", `[1]`, 400},
		{"contact", `"x"`, 400},
		{"contact", `{"a":1} x`, 400},
		{"contact", `{"a":01}`, 400},
		{"contact", `{"a":NaN}`, 400},
	} {
		shop.ask("POST", "/api/"+c.path, c.body).wants(t, c.status, "")
	}
}

func TestT26_AnEndlessAnswerEnds(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET me", func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, `{"data":"`)
		chunk := []byte(strings.Repeat("x", 64<<10))
		for r.Context().Err() == nil {
			if _, err := w.Write(chunk); err != nil {
				return
			}
		}
	})
	shop := openShop(t, backend, func(c *Config) { c.MaxAnswer = 1 << 20 })
	shop.get("/api/me").wants(t, 502, "upstream_invalid")
	for _, size := range []int{1<<20 - 1, 1 << 20, 1<<20 + 1} {
		backend.on("GET me", says(`"`+strings.Repeat("x", size-2)+`"`))
		want := 200
		if size > 1<<20 {
			want = 502
		}
		shop.get("/api/me").wants(t, want, "")
	}
}

func TestT27_NothingOfACustomerIsInLogsErrorsOrFiles(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", says(`{"data":{"token":"CANARY-token"}}`))
	backend.on("POST checkout/v2", says(`{"data":{"code":"CANARY-code"}}`))
	backend.on("GET me/orders", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	out := &lockedBuffer{}
	handler := slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug})
	c := testConfig(t, backend.URL)
	g, err := New(c, fstest.MapFS{}, slog.New(handler))
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	s := &shop{Gateway: g, Server: newServer(t, g), t: t}
	headers := []string{"Authorization: Bearer CANARY-bearer", "Cookie: CANARY=CANARY", "Idempotency-Key: CANARY-key-1", "X-Xsrf-Token: CANARY", "User-Agent: CANARY", "Referer: http://x/CANARY"}
	s.ask("POST", "/api/login", `{"email":"CANARY@example.org","password":"CANARY"}`, headers...)
	s.ask("POST", "/api/checkout/v2", `{"name":"CANARY"}`, headers...)
	s.get("/api/checkout/check?payment=CANARY&sess=CANARY", headers...)
	s.get("/api/me/addresses/search?q=CANARY", headers...)
	s.get("/api/me/orders/CANARY", headers...)
	s.get("/api/me/orders", headers...)
	s.get("/api/tables/CANARY%0aINJECTED", headers...)
	s.get("/api/CANARY%1b[31m", headers...)
	s.get("/api/settings", "X-Branch: http://CANARY.example")
	s.get("/api/settings", "Lang: CANARY'")
	failing := func() {
		for _, failed := range []got{
			s.get("/api/me/addresses/search?q=CANARY", headers...), s.ask("POST", "/api/contact", `{"message":"CANARY"}`, headers...),
			s.ask("POST", "/api/checkout/v2", `{"name":"CANARY"`, headers...), s.get("/api/unknown/CANARY", headers...),
		} {
			if failed.StatusCode < 400 || strings.Contains(failed.body, "CANARY") {
				t.Errorf("an error's body has a customer's data: %d %s", failed.StatusCode, failed.body)
			}
		}
	}
	for _, path := range []string{"GET me/addresses/search", "POST contact"} { // a stack trace with everything in it, and a response that is cut
		backend.on(path, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "text/html")
			w.WriteHeader(500)
			fmt.Fprintf(w, "<html>CANARY %v</html>", r.Header)
		})
	}
	failing()
	backend.Close()
	failing()
	text := out.String()
	if strings.Contains(text, "CANARY") || strings.Contains(text, "INJECTED") {
		for line := range strings.SplitSeq(text, "\n") {
			if strings.Contains(line, "CANARY") || strings.Contains(line, "INJECTED") {
				t.Error(line)
			}
		}
	}
	if strings.Contains(text, "127.0.0.1\"") {
		t.Error("a client's address is not cut")
	}
	lines := 0
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		var v map[string]any
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Errorf("no JSON: %s", line)
		}
		if v["msg"] == "call" {
			lines++
		}
	}
	if lines < 8 {
		t.Errorf("only %d calls were logged:\n%s", lines, text)
	}
	metrics := s.operator(t, "/metrics")
	if strings.Contains(metrics, "CANARY") {
		t.Error("the metrics hold a customer's data")
	}
	g.Close()
	files := 0
	if err := filepath.WalkDir(c.DataDir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		raw, err := os.ReadFile(name)
		if bytes.Contains(raw, []byte("CANARY")) {
			t.Errorf("%s has a customer's data", name)
		}
		return err
	}); err != nil || files == 0 {
		t.Errorf("%d files in the data folder, %v", files, err)
	}
}

func TestT31_APaymentReturnAsksOnce(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	for range 100 {
		shop.get("/api/checkout/check?payment=p1&sess=s1", "Authorization: Bearer a").wants(t, 200, "")
	}
	if n := len(backend.of("GET checkout/check")); n != 1 {
		t.Fatalf("asked %d times", n)
	}
	shop.get("/api/checkout/check?payment=p1&sess=s1", "Authorization: Bearer b").wants(t, 200, "")
	shop.get("/api/checkout/check?payment=p1&sess=s2", "Authorization: Bearer a").wants(t, 200, "")
	if n := len(backend.of("GET checkout/check")); n != 3 {
		t.Fatalf("another customer's or another pair's answer was used: %d", n)
	}
	backend.on("GET checkout/check", answers(500, `{}`))
	for range 2 {
		shop.get("/api/checkout/check?payment=p9&sess=s1").wants(t, 500, `{}`)
	}
	if n := len(backend.of("GET checkout/check")); n != 5 {
		t.Fatalf("a failure was remembered: %d", n)
	}
	shop.get("/api/checkout/check?payment="+strings.Repeat("p", 600)+"&sess=s").wants(t, 400, "bad_request")
}

func TestT32_OnlyTheCallersOwnTokenGoesUp(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET me/orders/B-1", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer b" {
			answers(403, `{"message":"not yours"}`)(w, r)
			return
		}
		io.WriteString(w, `{"data":{"code":"B-1"}}`)
	})
	shop := openShop(t, backend)
	shop.get("/api/me/orders/B-1", "Authorization: Bearer b").wants(t, 200, "")
	shop.get("/api/me/orders/B-1", "Authorization: Bearer a").wants(t, 403, `{"message":"not yours"}`)
	shop.get("/api/me/orders/B-1").wants(t, 403, "")
}

func TestT34_ThePublicListenerExposesNoInternals(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET me", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	shop := openShop(t, backend)
	for _, path := range []string{"/metrics", "/purge", "/debug/pprof/", "/debug/vars", "/bff/", "/bff/secret", "/api/.env", "/api/v1/me"} {
		if answer := shop.get(path); answer.StatusCode != 404 {
			t.Errorf("%s: %d", path, answer.StatusCode)
		}
	}
	answer := shop.get("/api/me")
	answer.wants(t, 502, "upstream_unreachable")
	host := strings.TrimPrefix(backend.URL, "http://")
	if strings.Contains(answer.body, host) || strings.Contains(answer.body, "127.0.0.1") || strings.Contains(fmt.Sprint(answer.Header), host) || strings.Contains(answer.body, "goroutine") {
		t.Errorf("a fault shows insides: %s %v", answer.body, answer.Header)
	}
	if !strings.Contains(answer.body, `"requestId":"`+answer.Header.Get("X-Request-Id")+`"`) {
		t.Errorf("the request's id is missing: %s", answer.body)
	}
}

func TestAPanicIsAFaultAndALogLine(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	shop.caller.sealer = nil
	backend.on("POST login", says(`{"data":{"token":"t"}}`))
	shop.ask("POST", "/api/login", `{"email":"a","password":"b"}`).wants(t, 500, "internal")
	shop.get("/api/me").wants(t, 200, "")
	until(t, "no call is in flight", func() bool { return shop.recorder.metrics.inFlight.Load() == 0 })
}

func TestT10_ABranchThatListsNoLanguagesIsTrustedWithAFew(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET languages", answers(404, `{"message":"no such call"}`))
	backend.on("GET taxes", func(w http.ResponseWriter, r *http.Request) { says(`{"data":"`+r.Header.Get("Lang")+`"}`)(w, r) })
	shop := openShop(t, backend)
	shop.get("/api/taxes", "Lang: en").wants(t, 200, `"en"`)
	for i := range 100 {
		shop.get("/api/taxes", fmt.Sprintf("Lang: z%c%c", 'a'+i%26, 'a'+i/26)).wants(t, 200, "")
	}
	seen := map[string]bool{}
	for _, r := range backend.of("GET taxes") {
		seen[r.header.Get("Lang")] = true
	}
	if len(seen) > 8+1 {
		t.Errorf("%d languages went up: %v", len(seen), seen)
	}
	shop.get("/api/taxes", "Lang: EN").wants(t, 200, `"en"`)
}

func TestT23_HTTPSCountsOnlyFromTLSOrATrustedProxy(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("POST login", says(`{"data":{"token":"t"}}`))
	backend.on("GET me", func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: "1", Path: "/"})
		io.WriteString(w, `{"data":{}}`)
	})
	loopback := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	for _, c := range []struct {
		name    string
		trusted []netip.Prefix
		tls     bool
		proto   string
		https   bool
	}{
		{"a browser says so", nil, false, "https", false},
		{"a trusted proxy says so", loopback, false, "https", true},
		{"a trusted proxy says http", loopback, false, "http", false},
		{"the nearest of two counts", loopback, false, "https, http", false},
		{"TLS itself", nil, true, "", true},
		{"TLS itself, whatever a browser says", nil, true, "http", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			shop := openShop(t, backend, func(conf *Config) { conf.TrustedProxies = c.trusted })
			client, base := &http.Client{Transport: &http.Transport{}}, shop.URL
			if c.tls {
				server := httptest.NewTLSServer(shop.Gateway)
				defer server.Close()
				client, base = server.Client(), server.URL
			}
			ask := func(method, path, body string) (*http.Response, string) {
				r, err := http.NewRequest(method, base+path, strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				if body == "" {
					r.Body, r.ContentLength = http.NoBody, 0
				}
				r.Header.Set("Content-Type", "application/json")
				r.Header.Set("Accept", "text/html, */*")
				for _, name := range []string{"X-Forwarded-Proto", "X-Forwarded-Ssl", "Front-End-Https", "X-Url-Scheme"} {
					if c.proto != "" {
						r.Header.Set(name, c.proto)
					}
				}
				if c.proto != "" {
					r.Header.Set("Forwarded", "proto="+c.proto)
				}
				resp, err := client.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				defer resp.Body.Close()
				b, _ := io.ReadAll(resp.Body)
				return resp, string(b)
			}
			for _, path := range []string{"/", "/api/settings", "/api/settings", "/api/me", "/api/nothing", "/healthz", "/robots.txt"} {
				resp, body := ask("GET", path, "")
				if hsts := resp.Header.Get("Strict-Transport-Security"); (hsts != "") != c.https || strings.Contains(hsts, "includeSubDomains") {
					t.Errorf("%s: HSTS %q", path, resp.Header.Get("Strict-Transport-Security"))
				}
				for _, cookie := range resp.Cookies() {
					if cookie.Secure != c.https {
						t.Errorf("%s: %s", path, cookie.Raw)
					}
				}
				if path == "/robots.txt" && strings.Contains(body, "Sitemap: https://") != c.https {
					t.Errorf("canonical: %s", body)
				}
			}
			login, _ := ask("POST", "/api/login", `{"email":"a@example.org","password":"x"}`)
			found := false
			for _, cookie := range login.Cookies() {
				found = found || cookie.Name == session.CookieName(c.https) && cookie.Secure == c.https
			}
			if !found {
				t.Errorf("the session is kept as %v", login.Cookies())
			}
			up := backend.of("GET me")
			if proto := up[len(up)-1].header.Get("X-Forwarded-Proto"); (proto == "https") != c.https {
				t.Errorf("the upstream was told %q", proto)
			}
		})
	}
}

// The memory for a body is taken as it comes, not as it is announced.
func TestT24_AnAnnouncedBodyTakesNoMemory(t *testing.T) {
	shop := openShop(t, newFakeUpstream(t))
	const calls = 50
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range calls {
		r := httptest.NewRequest("POST", "/api/checkout/v2", iotest.ErrReader(io.ErrUnexpectedEOF))
		r.Header.Set("Content-Type", "application/json")
		r.ContentLength = order
		w := httptest.NewRecorder()
		if shop.Gateway.ServeHTTP(w, r); w.Code != http.StatusBadRequest {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
	}
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / calls; each > order/2 {
		t.Errorf("%d KiB for a body that did not come", each>>10)
	}
}

func TestT24_SlowBodiesAndReadersThatStopAreEnded(t *testing.T) {
	if testing.Short() {
		t.Skip("takes as long as a slow client may")
	}
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET taxes", says(`{"data":"`+strings.Repeat("x", 12<<20)+`"}`)) // more than the buffers of a connection
	backend.on("GET me", says(`{"data":"`+strings.Repeat("x", 12<<20)+`"}`))
	shop := openShop(t, backend, func(c *Config) { c.CacheBytes = 200 << 20 })
	addr := serveRaw(t, shop.Gateway)
	shop.get("/api/taxes").wants(t, 200, "")
	dial := func() net.Conn {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		return c
	}
	const allowed = time.Minute // ten times what the listener gives 1,000 bytes
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { // half a body, then a byte now and then
			c := dial()
			io.WriteString(c, "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"a\":\"")
			began := time.Now()
			done := make(chan struct{})
			go func() {
				defer close(done)
				io.Copy(io.Discard, c)
			}()
			tick := time.NewTicker(300 * time.Millisecond)
			defer tick.Stop()
			for {
				select {
				case <-done:
					return
				case <-tick.C:
					io.WriteString(c, "x")
				}
				if time.Since(began) > allowed {
					t.Errorf("a slow body was read for %s", time.Since(began))
					return
				}
			}
		})
	}
	for _, path := range []string{"taxes", "me"} { // cached and forwarded
		wg.Go(func() {
			c := dial()
			c.(*net.TCPConn).SetReadBuffer(4 << 10)
			io.WriteString(c, "GET /api/"+path+" HTTP/1.1\r\nHost: s\r\n\r\n")
			io.ReadFull(c, make([]byte, 1)) // the answer has begun
			// Nothing more is taken. The shop's end of the connection must go; its peer finds out when it reads on.
			tick := time.NewTicker(time.Second) // looking costs
			defer tick.Stop()
			for left := 90; established(addr, c.LocalAddr().String()); left-- {
				if left == 0 {
					t.Errorf("anyone who stopped reading %s is still waited for", path)
					return
				}
				<-tick.C
			}
		})
	}
	shop.get("/api/settings").wants(t, 200, "") // an honest customer does not wait for them
	wg.Wait()
	if n := len(backend.of("POST contact")); n != 0 {
		t.Errorf("%d half bodies went upstream", n)
	}
}
