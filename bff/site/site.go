// Package site serves the page: one index.html for every client route, rendered with boot data, head and policy from
// cached responses, and the client's hashed assets (docs/architecture.md section 4, docs/threat-model.md T14 to T16).
package site

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"path"
	"regexp"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"tablefront/bff/proxies"
	"tablefront/bff/site/accent"
	"tablefront/bff/site/assets"
	"tablefront/bff/site/firstpaint"
	"tablefront/bff/site/shop"
)

// Source provides the page's data: the gateway's cached responses.
type Source interface {
	// Cached returns the body of a cached response as the browser gets it (unwrapped, page texts sanitised), nil if there is none, for a public GET
	// of docs/specification.md section 7: call is the documented path ("settings", "products/categories/{id}/products"), id its parameter, if it has
	// one. branchURL is a listed branch, or "" for the main host. It may be stale. With fetch, a missing one is
	// waited for until ctx ends, and a stale one refreshed. The caller does not change the bytes.
	Cached(ctx context.Context, branchURL, lang, call, id string, fetch bool) []byte
	// Branches returns the listed branches, without waiting longer than ctx. The caller does not change the list.
	Branches(ctx context.Context) []shop.Branch
	// Languages returns the language tags that a branch lists, without waiting longer than ctx. The caller does not change the list.
	Languages(ctx context.Context, branchURL string) []string
	// Version changes whenever a cached response of the branch ("" for the main host) changes or is purged. It is called for
	// every request of a page and must be cheap.
	Version(branchURL string) uint64
	// FailingSince returns the time of the branch's oldest stale response in use, and false while its upstream works.
	FailingSince(branchURL string) (time.Time, bool)
}

// Options of a Site: what the operator sets, and what the gateway gives.
type Options struct {
	Settings
	// Client returns the scheme and host of the browser's request, as trusted proxies report them.
	Client func(*http.Request) proxies.Client
	Log    *slog.Logger

	// CataloguePerUser means that there is no public catalogue: a page without one is complete.
	CataloguePerUser bool

	PageBytes int // limits the cache of rendered pages; default and minimum: 16 MiB

	wait time.Duration    // how long a page waits for responses that are not cached; default 800 ms
	now  func() time.Time // the clock; nil: the system's
}

// indexFile is the page of a build.
const indexFile = "index.html"

// Site is the handler for every path that is not one of the BFF's own (gateway.isOurs).
type Site struct {
	c           Options
	public      []byte // the answer of GET /bff/config
	source      Source
	assets      *assets.Files
	shell       *shell // nil if the client is not built
	first       firstpaint.Build
	pages       *documents
	files       *documents         // sitemap.xml, icons and manifests, since crawlers request them often
	refreshes   singleflight.Group // by the key of a page or file
	renderSlots chan struct{}      // limits concurrent rendering
}

// New reads the client's files from dist (client/dist). dist without an index.html is no error: the page then says that the
// client was not built. New fails if the first paint can't be read.
func New(c Options, dist fs.FS, source Source) (*Site, error) {
	c.wait = cmp.Or(c.wait, 800*time.Millisecond)
	if c.now == nil {
		c.now = time.Now
	}
	s := &Site{c: c, public: c.Public(), source: source, pages: newDocuments(c.PageBytes), files: newDocuments(0), renderSlots: make(chan struct{}, 4)}
	var err error
	if s.assets, err = assets.Read(dist, indexFile, firstpaint.File); err != nil {
		c.Log.Error("the client's files cannot be read", "error", err)
	}
	index, err := fs.ReadFile(dist, indexFile)
	if err != nil {
		return s, nil
	}
	if s.shell, err = newShell(index, dist); err != nil {
		return nil, err
	}
	first, err := fs.ReadFile(dist, firstpaint.File)
	if err != nil {
		c.Log.Error("the client's build has no " + firstpaint.File + ": pages have no first paint until make build creates it")
		return s, nil
	}
	if s.first, err = firstpaint.Read(first, firstpaint.Options{
		ImagesURL: c.ImagesURL, Country: c.Country, Language: c.Language, Locale: c.Locale, Currency: c.Currency, Phone: c.ShopPhone,
	}); err != nil {
		return nil, fmt.Errorf("client/dist/%s cannot be read (make build): %w", firstpaint.File, err)
	}
	return s, nil
}

// ServeHTTP serves a client route, an asset, robots.txt, sitemap.xml, manifest.webmanifest or sw.js.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	s.setSecurityHeaders(h, s.c.Client(r).HTTPS)
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		s.servePosted(w, r)
		return
	}
	p := r.URL.Path
	if p == "/sw.js" && !s.c.Offline {
		p = "/sw-off.js"
	}
	if s.assets.Serve(w, r, p) {
		return
	}
	_, isIcon := accent.Icons[p]
	switch {
	case p == "/robots.txt":
		s.serveRobots(w, r)
	case p == "/.well-known/security.txt" && s.c.SecurityContact != "":
		s.serveSecurity(w, r)
	case p == "/sitemap.xml" && s.base(r) != "": // it has absolute addresses only
		s.serveSitemap(w, r)
	case p == "/manifest.webmanifest":
		s.serveShopFile(w, r, "application/manifest+json", (*facts).manifest)
	case p == "/look.css" && accent.Parse(r.URL.Query().Get("accent")) != "":
		h.Set("Content-Type", "text/css; charset=utf-8")
		h.Set("Cache-Control", "no-store")
		sendText(w, r, http.StatusOK, []byte(accent.Styles(accent.Parse(r.URL.Query().Get("accent")))))
	case p == "/look.css":
		s.serveShopFile(w, r, "text/css; charset=utf-8", func(f *facts) []byte { return []byte(f.look()) })
	case isIcon:
		s.serveShopFile(w, r, "image/png", func(f *facts) []byte { return s.icon(p, f.accent()) })
	// A missing file is 404, never the page (docs/threat-model.md T9).
	case strings.HasPrefix(p, "/assets/"), s.isFile(r), strings.Contains(p, "/."), strings.ContainsFunc(p, isForbidden), !acceptsPage.MatchString(strings.Join(r.Header["Accept"], ",")):
		respondText(w, r, http.StatusNotFound, "no-store", "There is nothing at this address.\n")
	default:
		s.servePage(w, r)
	}
}

// isFile reports whether an address looks like a file's: it has a dot at its end, and is no screen's. An order's code may have one.
func (s *Site) isFile(r *http.Request) bool {
	return strings.Contains(path.Base(r.URL.Path), ".") && s.first.At(r.URL.EscapedPath(), r.URL.Query()).Unknown()
}

// isForbidden reports whether a character occurs in no address of the shop.
func isForbidden(r rune) bool { return r < ' ' || r == 0x7f || r == '\\' || r == '\uFFFD' }

// acceptsPage matches an Accept header that allows a page.
var acceptsPage = regexp.MustCompile(`^$|\*/\*|text/(html|\*)|application/xhtml\+xml`)

// Screens returns the paths of the client's screens (firstpaint.Build.Screens).
func (s *Site) Screens() []string { return s.first.Screens() }
