// Package site serves the page: one index.html for every client route, rendered with boot data, head and policy from
// cached responses, and the client's hashed assets (docs/architecture.md section 4, docs/threat-model.md T14 to T16).
package site

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"tablefront/bff/cache"
)

// Source provides the page's data: the gateway's cached responses.
type Source interface {
	// Cached returns the body of a cached response as the browser gets it (unwrapped, page texts sanitised), for a public GET
	// of docs/specification.md section 7: call is the documented path ("settings", "products/categories/{id}/products"), params
	// has its path and query parameters. branchURL is a listed branch, or "" for the main host. If there is no entry, it waits
	// for one until ctx ends; it may return a stale one. ok is false if there is none. The caller does not change the bytes.
	Cached(ctx context.Context, branchURL, lang, call string, params map[string]string) (body []byte, ok bool)
	// Branches returns the listed branches, without waiting longer than ctx. The caller does not change the list.
	Branches(ctx context.Context) []Branch
	// Version changes whenever a cached response of the branch ("" for the main host) changes or is purged. It is called for
	// every request of a page and must be cheap.
	Version(branchURL string) uint64
}

// Failing is an optional interface of a Source: since when the branch's entries are stale because its upstream fails. The boot
// data contains it as `stale`.
type Failing interface {
	// FailingSince returns the time of the oldest entry in use, and false while the upstream works.
	FailingSince(branchURL string) (time.Time, bool)
}

// Branch is one row of GET branches (docs/wire.md section 4).
type Branch struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

// Config is the configuration of the page. Everything in it is public.
type Config struct {
	// Public is the answer of GET /bff/config (schema BffConfig), written into the boot data unchanged.
	Public json.RawMessage
	// MainHost is the upstream's main host (TABLEFRONT_UPSTREAM). Its images are allowed, and relative image addresses refer
	// to it.
	MainHost string
	// PublicURL is the shop's canonical address (TABLEFRONT_PUBLIC_URL); empty: from the request, and the page's own
	// addresses are relative.
	PublicURL string
	// Country, Language, Currency as in docs/wire.md section 6.
	Country, Language, Currency string
	// Accent is TABLEFRONT_ACCENT, "#rrggbb" or empty.
	Accent string
	// ImagesURL is an image service, a template with {url} and {width} (TABLEFRONT_IMAGES_URL); empty: none.
	ImagesURL string
	// TilesURL is the map tiles' template with {z}, {x} and {y}; empty: no tiles.
	TilesURL string
	// GoogleClientID and GoogleScriptURL, FacebookAppID and FacebookScriptURL enable the social logins.
	GoogleClientID, GoogleScriptURL, FacebookAppID, FacebookScriptURL string
	// CustomCode allows CUSTOM_HEADER_CODE (TABLEFRONT_CUSTOM_CODE; docs/threat-model.md T15).
	CustomCode bool
	// Offline serves the client's service worker at /sw.js. If it is off, a worker is served that deletes its caches and
	// unregisters itself (TABLEFRONT_OFFLINE).
	Offline bool
	// Phone is TABLEFRONT_SHOP_PHONE, shown if there are no cached settings.
	Phone string
	// Accessibility says that the shop has an accessibility statement (TABLEFRONT_ACCESSIBILITY_CONTACT).
	Accessibility bool
	// HTTPS reports whether the browser's connection is https, as trusted proxies report it. Default: the
	// connection itself.
	HTTPS func(*http.Request) bool
	// Host returns the host that the browser requested, as trusted proxies report it. Default: Request.Host.
	Host func(*http.Request) string
	// PageBytes limits the cache of rendered pages. Default and minimum: 16 MiB.
	PageBytes int
	// Wait is how long a page waits for entries that are not cached. Default 800 ms.
	Wait time.Duration
	Log  *slog.Logger
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

// Site is the handler for every path that is not /api, /bff, /healthz, /readyz or /metrics.
type Site struct {
	c           Config
	source      Source
	assets      map[string]*asset
	shell       *shell // nil if the client is not built
	fragments   fragments
	pages       *cache.Bounded[*entry]
	refreshes   singleflight.Group // by the key of a page
	renderSlots chan struct{}      // limits concurrent rendering
	listed      atomic.Pointer[addresses]
	files       *cache.Bounded[*entry] // robots.txt, sitemap.xml and manifests, since crawlers request them often
	// branchLanguages has *branchLanguages by branch, at most one per listed branch.
	branchLanguages sync.Map
}

// New reads the client's files from dist (client/dist). dist without an index.html is no error: the page then says that the
// client was not built. New fails if the placeholders of the first paint's fragments are not those that it fills.
func New(c Config, dist fs.FS, source Source) (*Site, error) {
	if c.HTTPS == nil {
		c.HTTPS = func(r *http.Request) bool { return r.TLS != nil }
	}
	if c.Host == nil {
		c.Host = func(r *http.Request) string { return r.Host }
	}
	if c.Wait == 0 {
		c.Wait = 800 * time.Millisecond
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	if len(c.Public) == 0 {
		c.Public = json.RawMessage("{}")
	}
	c.MainHost = strings.TrimRight(c.MainHost, "/")
	c.PublicURL = strings.TrimRight(c.PublicURL, "/")
	s := &Site{c: c, source: source, pages: newPageCache(c.PageBytes), files: newPageCache(0), renderSlots: make(chan struct{}, 4)}
	index, first, assets, err := readDist(dist)
	if err != nil {
		c.Log.Error("the client's files cannot be read", "error", err)
	}
	s.assets = assets
	if index != nil {
		s.shell = newShell(index, func(address string) []byte {
			css, err := fs.ReadFile(dist, strings.TrimPrefix(address, "/"))
			if err != nil || bytes.Contains(css, []byte("</")) {
				return nil
			}
			return newlines(css)
		})
		if first == nil {
			c.Log.Error("the client's build has no " + fragmentsFile + ": pages have no first paint until make build creates it")
			return s, nil
		}
		if s.fragments, err = readFragments(first); err != nil {
			return nil, fmt.Errorf("client/dist/%s does not match this executable (make build): %w", fragmentsFile, err)
		}
	}
	return s, nil
}

// ServeHTTP serves a client route, an asset, robots.txt, sitemap.xml, manifest.webmanifest or sw.js.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	SecurityHeaders(h, s.c.HTTPS(r))
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		respondText(w, r, http.StatusMethodNotAllowed, "This address can only be read.")
		return
	}
	p := r.URL.Path
	if p == "/sw.js" && !s.c.Offline {
		p = "/sw-off.js"
	}
	if a := s.assets[p]; a != nil {
		a.serve(w, r)
		return
	}
	switch p {
	case "/robots.txt":
		s.serveRobots(w, r)
		return
	case "/sitemap.xml":
		s.serveSitemap(w, r)
		return
	case "/manifest.webmanifest":
		s.serveManifest(w, r)
		return
	case "/look.css":
		s.serveLook(w, r)
		return
	}
	if _, ok := icons[p]; ok {
		s.serveIcon(w, r)
		return
	}
	// A missing file is 404, never the page (docs/threat-model.md T9).
	if strings.HasPrefix(p, "/assets/") || strings.Contains(path.Base(p), ".") || strings.Contains(p, "/.") || strings.ContainsFunc(p, isForbidden) || !wantsHTML(r) {
		respondText(w, r, http.StatusNotFound, "There is nothing at this address.")
		return
	}
	s.servePage(w, r)
}

// isForbidden reports whether a character occurs in no address of the shop.
func isForbidden(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' || r == '\uFFFD' }

// wantsHTML reports whether the answer may be a page.
func wantsHTML(r *http.Request) bool {
	accept := r.Header["Accept"]
	if len(accept) == 0 {
		return true
	}
	for _, line := range accept {
		if strings.Contains(line, "text/html") || strings.Contains(line, "*/*") || strings.Contains(line, "text/*") || strings.Contains(line, "application/xhtml+xml") {
			return true
		}
	}
	return false
}

func respondText(w http.ResponseWriter, r *http.Request, status int, sentence string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write([]byte(sentence + "\n")) //nolint:errcheck // the browser disconnected
	}
}
