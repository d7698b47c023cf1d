package gateway

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"tablefront/bff/proxies"
)

const png = "\x89PNG\r\n\x1a\n"

// servePictures answers /img/ beside the API as a backend does.
func servePictures(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "image/png")
	switch name := r.URL.Path[strings.LastIndex(r.URL.Path, "/")+1:]; name {
	case "dish.png":
		w.Header().Set("Etag", `"1"`)
		w.Header().Set("Set-Cookie", "a=b")
		if r.Header.Get("If-None-Match") == `"1"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, png)
	case "page.png":
		w.Header().Set("Content-Type", "text/html")
		_, _ = io.WriteString(w, "<script>alert(1)</script>")
	case "moved.png":
		http.Redirect(w, r, "http://127.0.0.1:1/secret.png", http.StatusFound)
	case "large.png":
		for range maxPicture>>20 + 2 {
			_, _ = w.Write(make([]byte, 1<<20))
		}
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func TestPictures(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	for _, name := range []string{"dish", "page", "moved", "large", "none"} {
		backend.on("GET /img/"+name+".png", servePictures)
	}
	of := func(address string) string { return "/bff/picture?url=" + url.QueryEscape(address) }

	off := openShop(t, backend)
	off.get(of(backend.URL+"/img/dish.png")).wants(t, 404, "unknown_call")

	shop := openShop(t, backend, func(c *Config) { c.ProxyPictures = true })
	a := shop.get(of(backend.URL+"/img/dish.png"), "Cookie: x=y", "Authorization: Bearer secret")
	a.wants(t, 200, png)
	if h := a.Header; h.Get("Content-Type") != "image/png" || h.Get("Etag") != `"1"` || h.Get("Cache-Control") == "" || h.Get("Set-Cookie") != "" ||
		h.Get("X-Content-Type-Options") != "nosniff" || !strings.Contains(h.Get("Content-Security-Policy"), "sandbox") {
		t.Errorf("headers %v", h)
	}
	shop.get(of(backend.URL+"/img/dish.png"), `If-None-Match: "1"`).wants(t, 304, "")
	for _, r := range backend.of("GET /img/dish.png") {
		if r.header.Get("Cookie") != "" || r.header.Get("Authorization") != "" {
			t.Errorf("credentials were sent: %v", r.header)
		}
	}
	for address, want := range map[string]struct {
		status int
		code   string
	}{
		backend.URL + "/img/page.png":                          {502, "upstream_invalid"}, // no picture
		backend.URL + "/img/none.png":                          {502, "upstream_invalid"},
		backend.URL + "/img/moved.png":                         {502, "upstream_invalid"}, // a redirect is not followed
		"http://127.0.0.1:1/img/dish.png":                      {421, "unknown_branch"},
		"file:///etc/passwd":                                   {421, "unknown_branch"},
		"":                                                     {421, "unknown_branch"},
		backend.URL + "/api/me":                                {421, "unknown_branch"},
		backend.URL + "/img/../api/me":                         {421, "unknown_branch"},
		backend.URL + "/img/%2e%2e/api/me":                     {421, "unknown_branch"},
		strings.Replace(backend.URL, "//", "//user@", 1):       {421, "unknown_branch"},
		strings.Replace(backend.URL, "http:", "https:", 1):     {421, "unknown_branch"},
		backend.URL + "@evil.example/img/dish.png":             {421, "unknown_branch"},
		strings.Replace(backend.URL, "127.0.0.1", "0x7f.1", 1): {421, "unknown_branch"},
	} {
		if a := shop.get(of(address)); a.StatusCode != want.status || !strings.Contains(a.body, want.code) {
			t.Errorf("%s: %d %s, want %d %s", address, a.StatusCode, a.body, want.status, want.code)
		}
	}
	answer, err := http.Get(shop.Server.URL + of(backend.URL+"/img/large.png"))
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err == nil {
		t.Error("a picture over the limit looks complete")
	}
	if n := len(backend.of("GET me")); n != 0 {
		t.Errorf("%d calls of the API were made", n)
	}
}

// Pictures are answered in the frame of all the BFF's own requests: limited, counted, logged, with the headers of every response.
func TestPicturesAreSeenAndLimited(t *testing.T) {
	backend := newFakeUpstream(t)
	backend.on("GET /img/dish.png", servePictures)
	shop := openShop(t, backend, func(c *Config) {
		c.ProxyPictures, c.LimitFactor, c.TrustedProxies = true, 0.01, proxies.Trusted{netip.MustParsePrefix("127.0.0.0/8")}
	})
	of := "/bff/picture?url=" + url.QueryEscape(backend.URL+"/img/dish.png")
	a := shop.get(of, "X-Forwarded-Proto: https")
	a.wants(t, 200, png)
	for _, name := range []string{"X-Request-Id", "Strict-Transport-Security", "Cross-Origin-Resource-Policy", "Referrer-Policy"} {
		if a.Header.Get(name) == "" {
			t.Errorf("%s is missing", name)
		}
	}
	until(t, "it is counted", func() bool {
		n, _ := shop.sample(t, `tablefront_served_total{kind="picture",status="200"}`)
		return n == 1
	})
	until(t, "it is logged", func() bool { return strings.Contains(shop.log.String(), `"kind":"picture","path":"/bff/picture"`) })
	if strings.Contains(shop.log.String(), "dish.png") {
		t.Error("the log has the address")
	}
	until(t, "one client is limited", func() bool { return shop.get(of).StatusCode == 429 })
	shop.get(of, "X-Forwarded-For: 203.0.113.9").wants(t, 200, png)
}

// A browser that leaves while a picture comes is no failure of the backend: it is counted as 499 and logged below WARN.
func TestABrowserThatLeavesAPictureIsNoFailure(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET /img/slow.png", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "image/png")
		_, _ = w.Write(make([]byte, 64<<10))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	shop := openShop(t, backend, func(c *Config) { c.ProxyPictures = true })
	ctx, leave := context.WithCancel(t.Context())
	r, _ := http.NewRequestWithContext(ctx, http.MethodGet, shop.URL+"/bff/picture?url="+url.QueryEscape(backend.URL+"/img/slow.png"), nil)
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	leave()
	answer.Body.Close()
	until(t, "it is counted as the browser's", func() bool {
		n, _ := shop.sample(t, `tablefront_served_total{kind="picture",status="499"}`)
		return n == 1
	})
	if n, _ := shop.sample(t, `tablefront_served_total{kind="picture",status="502"}`); n != 0 || strings.Contains(shop.log.String(), `"level":"WARN"`) {
		t.Errorf("%v are failures; the log:\n%s", n, shop.log)
	}
}

// Two branches on one host: the API of neither is a picture, whichever is found first.
func TestNoBranchsAPIIsAPicture(t *testing.T) {
	backend := newFakeUpstream(t)
	shop := openShop(t, backend, func(c *Config) {
		c.ProxyPictures, c.Branches = true, []string{backend.URL + "/mitte", backend.URL + "/nord"}
	})
	for range 20 {
		for _, path := range []string{"/api/me", "/mitte/api/tables/T1", "/nord/api/tables/T1", "/nord/api"} {
			shop.get("/bff/picture?url="+url.QueryEscape(backend.URL+path)).wants(t, 421, "unknown_branch")
		}
	}
}
