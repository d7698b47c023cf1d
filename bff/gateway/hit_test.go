package gateway

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"
)

// exchangeRaw sends raw bytes and reads as many answers as there are requests.
func exchangeRaw(t testing.TB, addr, raw string, n int) (out []got) {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(5 * time.Second))
	if _, err := io.WriteString(c, raw); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewReader(c)
	for range n {
		r, err := http.ReadResponse(in, nil)
		if err != nil {
			t.Fatalf("after %d answers to %q: %v", len(out), raw, err)
		}
		b, err := io.ReadAll(r.Body)
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, got{r, string(b)})
	}
	return out
}

// same compares what matters of two answers.
func same(t testing.TB, what string, a, b got) {
	t.Helper()
	for _, h := range []http.Header{a.Header, b.Header} {
		for _, name := range []string{"Date", "X-Request-Id", "Age", "Connection", "Content-Length"} {
			h.Del(name)
		}
	}
	cutID := func(body string) string { before, _, _ := strings.Cut(body, `"requestId"`); return before }
	if a.StatusCode != b.StatusCode || cutID(a.body) != cutID(b.body) {
		t.Errorf("%s: %d %.80q and %d %.80q", what, a.StatusCode, a.body, b.StatusCode, b.body)
	}
	if !maps.EqualFunc(a.Header, b.Header, func(x, y []string) bool { return strings.Join(x, ",") == strings.Join(y, ",") }) {
		t.Errorf("%s:\n%v\n%v", what, a.Header, b.Header)
	}
}

func TestHitsAnswerAsTheWayOfACallDoes(t *testing.T) {
	branch, k := newKitchen(t), newKitchen(t)
	k.on("GET branches", says(`{"data":[{"name":"B","url":"`+branch.URL+`"}]}`))
	big := `{"data":"` + strings.Repeat("Pizza ", 5000) + `"}`
	k.on("GET products/menus", says(big))
	branch.on("GET products/menus", says(`{"data":["b"]}`))
	s := openShop(t, k, func(c *Config) { c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.1/32")} })
	fast, slow := serveRaw(t, s.Gateway), newServer(t, s.Gateway).Listener.Addr().String()
	for _, path := range []string{"settings", "translations?lang=de", "translations?lang=en", "languages", "products/menus", "products/menus/7", "products/categories/3/products", "products/categories/3/products/9", "branches", "working-hours", "areas"} {
		for _, lang := range []string{"", "en", "xx"} {
			s.get("/api/"+path, "Lang: "+lang)
		}
	}
	s.get("/api/products/menus", "X-Branch: "+branch.URL)
	s.get("/api/products/menus", "Accept-Encoding: br")
	s.get("/api/products/menus", "Accept-Encoding: gzip")
	etag := s.get("/api/products/menus").Header.Get("Etag")
	hits := 0
	for _, target := range []string{
		"settings", "translations?lang=de", "translations?lang=en", "translations?lang=xx", "translations", "translations?lang=de&x=1", "translations?Lang=de", "translations?lang=d'e", "settings?x=1", "settings?",
		"products/menus", "products/menus/7", "products/menus/", "products/menus/..", "products/menus/%37", "products/categories/3/products", "products/categories/3/products/9", "products/categories/3", "branches",
		"working-hours", "areas", "areas/", "Areas", "nothing", "me", "", "languages;x", "products//menus",
	} {
		for _, headers := range []string{
			"", "Lang: de\r\n", "Lang: en\r\n", "lang: en\r\n", "LANG:en\r\n", "Lang: xx\r\n", "Lang: e n\r\n", "Lang: en\r\nLang: de\r\n", "Lang:\r\n",
			"X-Branch: " + branch.URL + "\r\n", "X-Branch: " + branch.URL + "/\r\n", "X-Branch: http://evil.example\r\n", "X-Branch:\r\n",
			"Accept-Encoding: br\r\n", "Accept-Encoding: gzip\r\n", "Accept-Encoding: gzip;q=0.5, br;q=0.1\r\n", "Accept-Encoding: identity\r\n", "Accept-Encoding: br;q=0\r\n",
			"If-None-Match: " + etag + "\r\n", "If-None-Match: \"x\", " + etag + "\r\n", "If-None-Match: *\r\n", "If-None-Match: \"y\"\r\n",
			"X-Forwarded-Proto: https\r\n", "X-Forwarded-For: 9.9.9.9\r\nX-Forwarded-Proto: https\r\n", "X-Forwarded-Host: evil.example\r\n",
			"Authorization: Bearer x\r\nCookie: a=b\r\n", "Range: bytes=0-1\r\n", "Content-Length: 0\r\n", "Expect: 100-continue\r\n", "Connection: keep-alive\r\n", "Connection: close\r\n", "Connection: Lang\r\n",
			"Host: other\r\n", "X-A: \tb\r\n", "X-\xc3\xa4: b\r\n", "X-A: \xff\r\n", "Bad Name: b\r\n", "Upgrade: websocket\r\n", "Te: trailers\r\n",
		} {
			raw := "GET /api/" + target + " HTTP/1.1\r\nHost: shop\r\n" + headers + "\r\n"
			exchangeRaw(t, slow, raw, 1) // from here on there is a copy, if there can be one
			a, b := exchangeRaw(t, fast, raw, 1)[0], exchangeRaw(t, slow, raw, 1)[0]
			if a.Header.Get("X-Cache") == "hit" {
				hits++
			}
			same(t, fmt.Sprintf("%q with %q", target, headers), a, b)
		}
	}
	if hits < 300 {
		t.Errorf("only %d hits were compared", hits)
	}
}

func TestHitsAndCallsTakeTurnsOnOneConnection(t *testing.T) {
	k := newKitchen(t)
	s := openShop(t, k)
	addr := serveRaw(t, s.Gateway)
	s.get("/api/settings").wants(t, 200, "")
	hit := "GET /api/settings HTTP/1.1\r\nHost: s\r\n\r\n"
	me := "GET /api/me HTTP/1.1\r\nHost: s\r\nAuthorization: Bearer t\r\n\r\n"
	post := "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}"
	wants := map[string]string{hit: `"SITE_TITLE"`, me: `{"path":"me"}`, post: `{"path":"contact"}`}
	orders := [][]string{{hit, hit, hit}, {hit, me, hit}, {me, hit, me, hit}, {post, hit, post}, {hit, post, me, hit, hit}, {post, post, hit}}
	for _, o := range orders {
		for i, a := range exchangeRaw(t, addr, strings.Join(o, ""), len(o)) { // all at once
			if a.StatusCode != 200 || !strings.Contains(a.body, wants[o[i]]) {
				t.Fatalf("%d of %q: %d %s", i, o, a.StatusCode, a.body)
			}
		}
		c, err := net.Dial("tcp", addr) // one after the other, in pieces
		if err != nil {
			t.Fatal(err)
		}
		c.SetDeadline(time.Now().Add(10 * time.Second))
		in := bufio.NewReader(c)
		for i, raw := range o {
			cut := len(raw) * (i + 1) / (len(o) + 1)
			io.WriteString(c, raw[:cut])
			if i%2 == 0 {
				time.Sleep(time.Millisecond)
			}
			io.WriteString(c, raw[cut:])
			r, err := http.ReadResponse(in, nil)
			if err != nil {
				t.Fatalf("%d of %q: %v", i, o, err)
			}
			b, _ := io.ReadAll(r.Body)
			if r.StatusCode != 200 || !strings.Contains(string(b), wants[raw]) {
				t.Fatalf("%d of %q: %d %s", i, o, r.StatusCode, b)
			}
		}
		c.Close()
	}
}

func TestAfterAHitHalfAHeadStillEnds(t *testing.T) {
	k := newKitchen(t)
	s := openShop(t, k)
	addr := serveRaw(t, s.Gateway)
	s.get("/api/settings").wants(t, 200, "")
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	in := bufio.NewReader(c)
	io.WriteString(c, "GET /api/settings HTTP/1.1\r\nHost: s\r\n\r\n")
	r, err := http.ReadResponse(in, nil)
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, r.Body)
	began := time.Now()
	io.WriteString(c, "GET /api/settings HTT")
	c.SetReadDeadline(began.Add(headerTimeout + 5*time.Second))
	io.Copy(io.Discard, in)
	if took := time.Since(began); took > headerTimeout+4*time.Second {
		t.Fatalf("half a head was waited for for %s", took)
	}
}

func FuzzPlainRequestsAreWhatNetHTTPReads(f *testing.F) {
	for _, seed := range []string{
		"GET /api/settings HTTP/1.1\r\nHost: s\r\nLang: de\r\n\r\n",
		"GET /api/translations?lang=de HTTP/1.1\r\nHost: s\r\nAccept-Encoding: gzip, br\r\nIf-None-Match: W/\"x\"\r\nX-Branch: http://b\r\n\r\nrest",
		"GET /api/a HTTP/1.1\r\nHost: s\r\nConnection: keep-alive\r\nX-Forwarded-For: 1.1.1.1\r\n\r\n",
		"GET /api/a HTTP/1.1\r\nHost: s\r\nX: \r\n y\r\n\r\n",
		"GET /api/?  HTTP/1.1\r\nHost:0\r\n\r\n",
		"POST /api/a?b=c%20d HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 2\r\nCookie: a=b\r\n\r\n{}rest",
		"PUT /api/a HTTP/1.1\r\nHost: s\r\nOrigin: http://s\r\nIdempotency-Key: k\r\ncontent-length: 00001\r\n\r\n{",
		"DELETE /api/a HTTP/1.1\r\nHost: s\r\nAuthorization: Bearer t\r\nSec-Fetch-Site: none\r\n\r\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var plain plainRequest
		size, ok := parsePlain(data, &plain)
		if !ok {
			return
		}
		in := bufio.NewReader(bytes.NewReader(data))
		r, err := http.ReadRequest(in)
		if err != nil {
			t.Fatalf("net/http refuses %q: %v", data[:size], err)
		}
		body, err := io.ReadAll(r.Body)
		if err != nil || !bytes.Equal(body, plain.body) {
			t.Fatalf("the body is %q to net/http (%v) and %q here", body, err, plain.body)
		}
		left, _ := io.ReadAll(in)
		if len(left) != len(data)-size {
			t.Fatalf("net/http ends %d bytes from the end, this %d: %q", len(left), len(data)-size, data)
		}
		if r.Method != plain.method || r.ContentLength != int64(len(plain.body)) || len(r.TransferEncoding) > 0 || r.Close || r.URL.Path != "/api/"+string(plain.path) || r.URL.RawPath != "" || r.URL.RawQuery != string(plain.query) || r.Host != string(plain.host) {
			t.Fatalf("%q is %+v to net/http", data[:size], r)
		}
		made := plain.request(t.Context(), "127.0.0.1:1")
		for _, name := range headersRead(t) {
			if name != "Connection" && fmt.Sprint(r.Header[name]) != fmt.Sprint(made.Header[name]) {
				t.Fatalf("%s is %q to net/http and %q here", name, r.Header[name], made.Header[name])
			}
		}
		if made.RequestURI != r.RequestURI || made.Host != r.Host || made.Proto != r.Proto || made.URL.String() != r.URL.String() {
			t.Fatalf("%+v is %+v to net/http", made, r)
		}
		if namesHeader(r.Header["Connection"]) && !strings.EqualFold(r.Header.Get("Connection"), "keep-alive") {
			t.Fatalf("Connection %q", r.Header["Connection"])
		}
		var watch headWatch
		if err := watch.see(data[:size]); err != nil || !watch.between() {
			t.Fatalf("the watch of heads sees it differently: %q %v", data[:size], err)
		}
	})
}
