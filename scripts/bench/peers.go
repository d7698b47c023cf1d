package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-resty/resty/v2"
)

// filler returns about n bytes of JSON similar to a catalogue.
func filler(n int) []byte {
	var b bytes.Buffer
	b.WriteByte('[')
	for i := 0; b.Len() < n; i++ {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(&b, `{"id":%d,"name":"Gericht %d","description":"Mit \"hausgemachter\" Soße, Kräutern und Öl — täglich frisch","price":%d.50,"sizes":[{"id":1,"name":"klein","price":8.5},{"id":2,"name":"groß","price":11}],"allergens":[{"name":"A","description":"Gluten"}]}`, i, i, 5+i%20)
	}
	b.WriteByte(']')
	return b.Bytes()
}

// stub is the upstream: fixed responses of typical sizes, at minimal cost.
func stub(addr, _ string) error {
	settings := []byte(`{"data":[{"key":"SITE_TITLE","value":"Bench"},{"key":"CUSTOM","value":` + fmt.Sprintf("%q", strings.Repeat("x", 20_000)) + `}]}`)
	me := []byte(`{"data":{"name":"Ada Lovelace","email":"ada@example.org","phone":"+4930901820","profit":12.5,"is_generated":false,"note":"` + strings.Repeat("n", 240) + `"}}`)
	menus := append(append([]byte(`{"data":`), filler(61_000)...), '}')
	products := append(append([]byte(`{"data":`), filler(61_000)...), []byte(`,"meta":{"category":{"data":{"id":3,"name":"Pizza"}}}}`)...)
	answer := func(body []byte) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h["Content-Type"] = []string{"application/json"}
			h["Cache-Control"] = []string{"public, max-age=300"}
			if strings.HasSuffix(r.URL.Path, "/me") {
				h["Cache-Control"] = []string{"no-store"}
				if r.Header.Get("Cookie") == "" {
					http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: "bench", Path: "/"})
				}
			}
			h["Content-Length"] = []string{fmt.Sprint(len(body))}
			_, _ = w.Write(body)
		}
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /api/settings", answer(settings))
	mux.HandleFunc("GET /api/me", answer(me))
	mux.HandleFunc("GET /api/products/menus", answer(menus))
	mux.HandleFunc("GET /api/products/categories/3/products", answer(products))
	mux.HandleFunc("GET /api/branches", answer([]byte(`{"data":[]}`)))
	mux.HandleFunc("GET /api/languages", answer([]byte(`{"data":[{"name":"de"}]}`)))
	mux.HandleFunc("GET /api/translations", answer([]byte(`{"data":"{}"}`)))
	mux.HandleFunc("POST /api/contact", func(w http.ResponseWriter, r *http.Request) {
		_, _ = new(bytes.Buffer).ReadFrom(r.Body)
		answer([]byte(`{"data":{"id":5}}`))(w, r)
	})
	mux.HandleFunc("POST /api/checkout/v2", func(w http.ResponseWriter, r *http.Request) {
		_, _ = new(bytes.Buffer).ReadFrom(r.Body)
		answer([]byte(`{"data":{"order_code":"A-1"}}`))(w, r)
	})
	// A shop of 500 branches: /many lists them, /b1 to /b500 are their hosts.
	var branches []string
	for n := range 500 {
		branches = append(branches, fmt.Sprintf(`{"name":"Branch %d","url":"http://%s/b%d"}`, n+1, addr, n+1))
	}
	listed := []byte(`{"data":[` + strings.Join(branches, ",") + `]}`)
	mux.HandleFunc("GET /many/api/branches", answer(listed))
	mux.HandleFunc("GET /{branch}/api/settings", answer(settings))
	mux.HandleFunc("/", answer([]byte(`{"data":[]}`)))
	return (&http.Server{Addr: addr, Handler: mux, ReadHeaderTimeout: 5 * time.Second}).ListenAndServe()
}

// bareHandler is the minimum with net/http for a cached response: no cache, no list of calls, no log.
func bareHandler(addr, upstream string) error {
	bodies := map[string][]byte{}
	for _, encoding := range []string{"identity", "gzip"} {
		body, err := get(upstream+"/api/settings", encoding)
		if err != nil {
			return err
		}
		bodies[encoding] = body
	}
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["Etag"] = []string{`"bench"`}
		if r.Header.Get("If-None-Match") == `"bench"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		encoding := "identity"
		if r.Header.Get("Accept-Encoding") == "gzip" {
			encoding = "gzip"
			h["Content-Encoding"] = []string{"gzip"}
		}
		h["Content-Type"] = []string{"application/json"}
		h["Content-Length"] = []string{strconv.Itoa(len(bodies[encoding]))}
		_, _ = w.Write(bodies[encoding])
	})
	return (&http.Server{Addr: addr, Handler: handler, ReadHeaderTimeout: 5 * time.Second}).ListenAndServe()
}

// reverseProxy is the minimum in Go for a forwarded call: no list of calls, no header rules, no unwrapping, no log.
func reverseProxy(addr, upstream string) error {
	to, err := url.Parse(upstream)
	if err != nil {
		return err
	}
	proxy := &httputil.ReverseProxy{
		Rewrite:   func(r *httputil.ProxyRequest) { r.SetURL(to) },
		Transport: &http.Transport{MaxIdleConnsPerHost: 256},
		// wrk disconnects at the end of each run.
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	return (&http.Server{Addr: addr, Handler: proxy, ReadHeaderTimeout: 5 * time.Second}).ListenAndServe()
}

// defaults is a gateway with the defaults of gin and resty, which decodes and re-encodes the response.
func defaults(addr, upstream string) error {
	gin.SetMode(gin.ReleaseMode)
	client := resty.New().SetBaseURL(upstream)
	engine := gin.New()
	engine.Any("/api/*path", func(c *gin.Context) {
		request := client.R().SetHeader("Authorization", c.GetHeader("Authorization")).SetHeader("Lang", c.GetHeader("Lang"))
		if c.Request.Method != http.MethodGet {
			request.SetHeader("Content-Type", "application/json").SetBody(c.Request.Body)
		}
		answer, err := request.Execute(c.Request.Method, "/api"+c.Param("path"))
		if err != nil {
			c.AbortWithStatus(http.StatusBadGateway)
			return
		}
		var body any
		if err := json.Unmarshal(answer.Body(), &body); err != nil {
			c.AbortWithStatus(http.StatusBadGateway)
			return
		}
		if object, ok := body.(map[string]any); ok && object["meta"] == nil {
			body = object["data"]
		}
		c.JSON(answer.StatusCode(), body)
	})
	return (&http.Server{Addr: addr, Handler: engine, ReadHeaderTimeout: 5 * time.Second}).ListenAndServe()
}
