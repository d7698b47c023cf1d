// Package httpcache is a general shared HTTP cache (RFC 9111, 5861, 9211) on the store that holds the shop's kept copies.
// The shop does not use it: its calls are listed and each says how long it is kept (DESIGN section 3.6), whatever a backend
// may say about caching. This package shows what that store is worth beside nginx and varnish by a public measure
// (scripts/cachetests, docs/cache-tests.md), and is kept out of the executable.
package httpcache

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"tablefront/bff/cache"
)

// Options of New. Origin is required.
type Options struct {
	// Origin is the server in front of which the cache stands, as in http://127.0.0.1:8000.
	Origin *url.URL
	// MaxBytes and MaxEntries bound what is kept. Default 64 MiB and 16,384.
	MaxBytes   int64
	MaxEntries int
	// MaxBody is the longest body that is kept; longer ones pass through. Default 4 MiB.
	MaxBody int64
	// StaleIfError is how long a response that forbids nothing covers for a server that fails. Default 24 h, as for the
	// shop's kept copies.
	StaleIfError time.Duration
	// DropCookies takes Set-Cookie out of what is kept, as the shop does; RFC 9111 section 7.3 would have it kept.
	DropCookies bool
	// Transport asks the origin. Default: a plain http.Transport that unpacks nothing.
	Transport http.RoundTripper
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

// Cache is an http.Handler that answers from what it keeps, or asks its origin.
type Cache struct {
	o     Options
	store *cache.Bounded[*resource]
	// mu orders changes of a resource: each takes the newest, and puts one that is changed.
	mu      sync.Mutex
	flights map[string]chan struct{}
}

// New makes a Cache.
func New(o Options) *Cache {
	if o.MaxBytes <= 0 {
		o.MaxBytes = 64 << 20
	}
	if o.MaxEntries <= 0 {
		o.MaxEntries = 16384
	}
	if o.MaxBody <= 0 {
		o.MaxBody = 4 << 20
	}
	if o.StaleIfError <= 0 {
		o.StaleIfError = 24 * time.Hour
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Transport == nil {
		o.Transport = &http.Transport{DisableCompression: true, MaxIdleConnsPerHost: 256, ResponseHeaderTimeout: 30 * time.Second, DialContext: (&net.Dialer{Timeout: 5 * time.Second}).DialContext}
	}
	return &Cache{o: o, store: cache.NewBounded[*resource](o.MaxBytes, o.MaxEntries, nil), flights: map[string]chan struct{}{}}
}

// ServeHTTP answers a request.
func (c *Cache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		c.read(w, r)
	default:
		c.write(w, r)
	}
}

func keyOf(u *url.URL) string { return u.RequestURI() }

// find gives the newest kept response that was chosen for a request like this one, else the newest of its address.
func (c *Cache) find(r *http.Request) (fitting, other *variant) {
	kept := c.store.Get(keyOf(r.URL))
	if kept == nil {
		return nil, nil
	}
	for _, v := range kept.variants {
		if v.fits(r) {
			return v, nil
		}
	}
	return nil, kept.variants[0]
}

func (c *Cache) read(w http.ResponseWriter, r *http.Request) {
	asked := directivesOf(r.Header["Cache-Control"])
	pragma := strings.Contains(strings.ToLower(r.Header.Get("Pragma")), "no-cache")
	v, _ := c.find(r)
	if v != nil && !asked.has("no-store") {
		switch v.judge(asked, pragma, c.o.Now()) {
		case serve:
			c.send(w, r, v, "hit")
			return
		case serveAndCheck:
			go c.refresh(r.Clone(context.WithoutCancel(r.Context())), v)
			c.send(w, r, v, "hit; detail=stale-while-revalidate")
			return
		case check:
		}
	}
	if asked.has("only-if-cached") {
		fail(w, http.StatusGatewayTimeout, "nothing is kept that may be sent")
		return
	}
	if v == nil && r.Method == http.MethodGet && r.Header.Get("Range") == "" && !asked.has("no-store") {
		leave, first := c.enter(keyOf(r.URL), r.Context())
		if !first {
			if v, _ = c.find(r); v != nil && v.judge(asked, pragma, c.o.Now()) == serve {
				c.send(w, r, v, "hit; collapsed")
				return
			}
		}
		defer leave()
	}
	c.forward(w, r, asked, v)
}

// enter lets the first who asks for an address pass; the others wait until it is back, once: what they get may not be for
// them, and then each asks for itself.
func (c *Cache) enter(key string, ctx context.Context) (leave func(), first bool) {
	c.mu.Lock()
	waiting := c.flights[key]
	if waiting == nil {
		done := make(chan struct{})
		c.flights[key] = done
		c.mu.Unlock()
		return func() {
			c.mu.Lock()
			delete(c.flights, key)
			c.mu.Unlock()
			close(done)
		}, true
	}
	c.mu.Unlock()
	select {
	case <-waiting:
	case <-ctx.Done():
	}
	return func() {}, false
}

// ask sends a request to the origin. Conditions are the cache's own when v is to be validated.
func (c *Cache) ask(r *http.Request, v *variant) (answer *http.Response, asked time.Time, err error) {
	u := *r.URL
	u.Scheme, u.Host = c.o.Origin.Scheme, c.o.Origin.Host
	up := (&http.Request{Method: r.Method, URL: &u, Host: r.Host, Header: withoutHops(r.Header), Body: r.Body, ContentLength: r.ContentLength}).WithContext(r.Context())
	if r.ContentLength == 0 {
		up.Body = nil
	}
	up.Header.Add("Via", "1.1 tablefront")
	if _, ok := up.Header["User-Agent"]; !ok {
		up.Header["User-Agent"] = nil // Go would name itself
	}
	if v != nil {
		tag, modified := v.header.Get("Etag"), v.header.Get("Last-Modified")
		if tag != "" || modified != "" {
			for _, name := range []string{"If-Match", "If-Unmodified-Since", "If-None-Match", "If-Modified-Since", "If-Range", "Range"} {
				up.Header.Del(name)
			}
			if tag != "" {
				up.Header.Set("If-None-Match", tag)
			}
			if modified != "" {
				up.Header.Set("If-Modified-Since", modified)
			}
		}
	}
	asked = c.o.Now()
	answer, err = c.o.Transport.RoundTrip(up)
	return answer, asked, err
}

// forward asks the origin for a request that nothing kept may answer, and keeps what it says. v, if not nil, is a kept
// response that has to be validated.
func (c *Cache) forward(w http.ResponseWriter, r *http.Request, asked directives, v *variant) {
	if r.Method == http.MethodHead {
		c.head(w, r, v)
		return
	}
	answer, at, err := c.ask(r, v)
	if err != nil || answer.StatusCode >= 500 && v != nil {
		if v != nil && v.mayCoverFor(asked, c.o.StaleIfError, c.o.Now()) {
			if err == nil {
				_ = answer.Body.Close()
			}
			c.send(w, r, v, "hit; detail=stale-if-error")
			return
		}
	}
	if err != nil {
		failFor(w, err)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode == http.StatusNotModified && v != nil {
		v = c.freshen(r, v, answer, at)
		c.send(w, r, v, "hit; fwd=stale; fwd-status=304")
		return
	}
	c.relay(w, r, asked, answer, at)
}

// relay sends an answer on, and keeps it if it may. A body that breaks off is neither kept nor sent as if it were whole.
func (c *Cache) relay(w http.ResponseWriter, r *http.Request, asked directives, answer *http.Response, at time.Time) {
	received := c.o.Now()
	keep := storable(r, asked, answer.StatusCode, answer.Header) && r.Header.Get("Range") == ""
	if r.Method == http.MethodPost {
		keep = keep && sameAddress(r.URL, answer.Header.Get("Content-Location"))
	}
	body, err := io.ReadAll(io.LimitReader(answer.Body, c.o.MaxBody+1))
	if err != nil {
		failFor(w, err)
		return
	}
	long := int64(len(body)) > c.o.MaxBody
	if keep && !long {
		c.put(r, newVariant(r, answer.StatusCode, answer.Header, body, at, received, !c.o.DropCookies))
	}
	h := withoutHops(answer.Header)
	copyHeader(w.Header(), h, "fwd=miss")
	w.WriteHeader(answer.StatusCode)
	_, _ = w.Write(body)
	if long {
		_, _ = io.Copy(w, answer.Body)
	}
}

func (c *Cache) put(r *http.Request, v *variant) {
	key := keyOf(r.URL)
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.store.Peek(key)
	if kept == nil {
		kept = &resource{key: key}
	}
	c.store.Put(kept.with(v, r))
}

// freshen keeps what a 304 or an answer to HEAD says about a kept response.
func (c *Cache) freshen(r *http.Request, v *variant, answer *http.Response, at time.Time) *variant {
	next := v.freshened(answer.Header, at, c.o.Now(), !c.o.DropCookies)
	c.put(r, next)
	return next
}

// refresh validates a response beside the one who was sent it.
func (c *Cache) refresh(r *http.Request, v *variant) {
	leave, first := c.enter(keyOf(r.URL), r.Context())
	defer leave()
	if !first {
		return
	}
	// Whoever came a moment too late to wait finds another in its place.
	if now, _ := c.find(r); now != v {
		return
	}
	answer, at, err := c.ask(r, v)
	if err != nil {
		return
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode == http.StatusNotModified {
		c.freshen(r, v, answer, at)
		return
	}
	if body, err := io.ReadAll(io.LimitReader(answer.Body, c.o.MaxBody+1)); err == nil && int64(len(body)) <= c.o.MaxBody && storable(r, nil, answer.StatusCode, answer.Header) {
		c.put(r, newVariant(r, answer.StatusCode, answer.Header, body, at, c.o.Now(), !c.o.DropCookies))
	}
}

// head passes a HEAD on and lets what it says freshen the kept response (RFC 9111 section 4.3.5).
func (c *Cache) head(w http.ResponseWriter, r *http.Request, v *variant) {
	answer, at, err := c.ask(r, nil)
	if err != nil {
		failFor(w, err)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	if v != nil && answer.StatusCode == http.StatusOK {
		same := true
		for _, name := range []string{"Etag", "Last-Modified", "Content-Length"} {
			own, theirs := v.header.Get(name), answer.Header.Get(name)
			same = same && (own == theirs || theirs == "" || name == "Content-Length" && own == "" && theirs == strconv.Itoa(len(v.body)))
		}
		if same {
			c.freshen(r, v, answer, at)
		} else {
			c.forget(keyOf(r.URL))
		}
	}
	copyHeader(w.Header(), withoutHops(answer.Header), "fwd=miss")
	w.WriteHeader(answer.StatusCode)
}

// write passes an unsafe request on. When it succeeds, what is kept of its address, and of those that the answer names,
// is forgotten (RFC 9111 section 4.4).
func (c *Cache) write(w http.ResponseWriter, r *http.Request) {
	answer, at, err := c.ask(r, nil)
	if err != nil {
		failFor(w, err)
		return
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode >= 200 && answer.StatusCode < 400 && r.Method != http.MethodOptions && r.Method != http.MethodTrace {
		c.forget(keyOf(r.URL))
		for _, name := range []string{"Location", "Content-Location"} {
			if at := answer.Header.Get(name); at != "" {
				if u, err := r.URL.Parse(at); err == nil && (u.Host == "" || u.Host == r.Host) {
					c.forget(keyOf(u))
				}
			}
		}
	}
	c.relay(w, r, directivesOf(r.Header["Cache-Control"]), answer, at)
}

func (c *Cache) forget(key string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.store.Remove(key)
}

func sameAddress(own *url.URL, location string) bool {
	u, err := own.Parse(location)
	return location != "" && err == nil && u.Host == own.Host && keyOf(u) == keyOf(own)
}

// send answers with a kept response: whole, the part asked for, or "not modified".
func (c *Cache) send(w http.ResponseWriter, r *http.Request, v *variant, status string) {
	h := w.Header()
	copyHeader(h, v.header, status)
	if age := v.age(c.o.Now()); age < ancient {
		h.Set("Age", strconv.FormatInt(int64(age/time.Second), 10))
	}
	if v.notModified(r) {
		for _, name := range []string{"Content-Length", "Content-Type", "Content-Encoding", "Content-Range"} {
			h.Del(name)
		}
		w.WriteHeader(http.StatusNotModified)
		return
	}
	body, code := v.body, v.status
	if from, to, ok := v.part(r); ok {
		if from < 0 {
			h.Set("Content-Range", "bytes */"+strconv.Itoa(len(body)))
			h.Del("Content-Length")
			w.WriteHeader(http.StatusRequestedRangeNotSatisfiable)
			return
		}
		h.Set("Content-Range", "bytes "+strconv.Itoa(from)+"-"+strconv.Itoa(to-1)+"/"+strconv.Itoa(len(body)))
		body, code = body[from:to], http.StatusPartialContent
		h.Set("Content-Length", strconv.Itoa(len(body)))
	}
	w.WriteHeader(code)
	if r.Method != http.MethodHead {
		_, _ = io.Copy(w, bytes.NewReader(body))
	}
}

// copyHeader writes a response's fields as they are; Go adds none of its own.
func copyHeader(to, from http.Header, status string) {
	for name, lines := range from {
		to[name] = lines
	}
	for _, name := range []string{"Content-Type", "Date"} {
		if _, ok := to[name]; !ok {
			to[name] = nil
		}
	}
	to["Cache-Status"] = append(to["Cache-Status"][:len(to["Cache-Status"]):len(to["Cache-Status"])], "tablefront; "+status)
}

func failFor(w http.ResponseWriter, err error) {
	var network net.Error
	if errors.As(err, &network) && network.Timeout() {
		fail(w, http.StatusGatewayTimeout, "the server did not answer in time")
		return
	}
	fail(w, http.StatusBadGateway, "the server could not be reached, or its answer could not be read")
}

func fail(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Cache-Control", "no-store")
	http.Error(w, why, status)
}
