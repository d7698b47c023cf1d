package site

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tablefront/bff/envelope"
	"tablefront/bff/rawjson"
	"tablefront/bff/safego"
	"tablefront/bff/site/firstpaint"
	"tablefront/bff/site/shop"
)

// part is a cached response that the boot data contains.
type part struct {
	name, call string                      // in the boot data; docs/specification.md section 7
	open       byte                        // the JSON delimiter that it begins with
	on         func(firstpaint.Place) bool // the places that have it; nil: all
	optional   bool                        // a page without it is complete
}

var parts = []part{
	{name: "settings", call: "settings", open: '['},
	{name: "translations", call: "translations", open: '{'},
	{name: "languages", call: callLanguages, open: '['},
	{name: "pages", call: "pages", open: '['},
	{name: "branches", call: "branches", open: '['},
	{name: "workingHours", call: "working-hours", open: '{'},
	{name: "categories", call: "products/categories", open: '[', on: firstpaint.Place.Home},
	{name: "menus", call: "products/menus", open: '[', on: firstpaint.Place.Home},
	{name: "paymentProviders", call: "checkout/payment-providers", open: '[', on: firstpaint.Place.Checkout, optional: true},
	{name: "taxes", call: "taxes", open: '[', on: sells, optional: true},
}

func sells(p firstpaint.Place) bool { return p.Home() || p.Checkout() }

// facts is what is known of a shop for a view: the cached responses, and what is parsed of them.
type facts struct {
	s *Site
	view
	*shop.Facts
	langs    []string     // those of the branch
	main     []byte       // the main host's settings, if the page needs them too
	found    atomic.Int64 // how many responses were cached
	stale    string       // since when the responses are stale, RFC 3339; empty if they are not
	complete bool         // no part is missing; set by read
}

const (
	callLanguages        = "languages"
	callCategoryProducts = "products/categories/{id}/products"
	// maxCategories limits how many lists of products a page or sitemap contains.
	maxCategories = 1000
	// maxMissing is how many lists of products that a page does not show it requests because they are missing, each time that it collects its facts. So a visit makes
	// the same few calls whatever the number of categories, and the structured data is complete after some visits.
	maxMissing = 2
)

// collectAndRead collects the responses for a view, with every list of products, and parses them. It takes at most wait.
func (s *Site) collectAndRead(ctx context.Context, v view, wait time.Duration) *facts {
	f := s.collect(ctx, v, wait, maxCategories)
	f.read()
	return f
}

// collect collects the cached responses without parsing them, and triggers the refresh of the stale ones that the page shows. Of the lists of products that it does
// not show it takes what is stored, however stale, and requests at most so many that are missing.
func (s *Site) collect(ctx context.Context, v view, wait time.Duration, missing int) *facts {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), wait)
	defer cancel()
	f := &facts{s: s, view: v, Facts: shop.New(v.branch, v.lang, s.c.Upstream, s.c.ProxyPictures)}
	var tasks safego.Group
	start := func(work func()) { tasks.Start(s.c.Log, "collecting a page", work) }
	var mu sync.Mutex
	for _, p := range parts {
		if p.on != nil && !p.on(v.at) {
			continue
		}
		start(func() {
			if raw := f.response(ctx, p.call, "", p.open, true); raw != nil {
				mu.Lock()
				defer mu.Unlock()
				f.Raw[p.name] = raw
			}
		})
	}
	if f.mainCode() {
		start(func() { f.main = f.beginning('[', s.source.Cached(ctx, "", f.lang, "settings", "", true)) })
	}
	start(func() { f.Branches = s.source.Branches(ctx) })
	tasks.Wait()
	f.langs = s.source.Languages(ctx, v.branch.URL)
	f.ReadCategories()
	calls := safego.Limited(4) // in order: the page shows the first ones
	for i, c := range f.Categories[:min(len(f.Categories), maxCategories)] {
		if ctx.Err() != nil {
			break
		}
		if i > 0 {
			if f.Products[i] = f.response(ctx, callCategoryProducts, c.ID.Text(), '{', false); f.Products[i] != nil || missing == 0 {
				continue
			}
			missing--
		}
		calls.Start(s.c.Log, "collecting a category", func() {
			f.Products[i] = f.response(ctx, callCategoryProducts, c.ID.Text(), '{', true)
		})
	}
	calls.Wait()
	if since, failing := s.source.FailingSince(v.branch.URL); failing {
		f.stale = since.UTC().Format(time.RFC3339)
	}
	return f
}

// response is Source.Cached for the branch, with a body that begins with the given JSON delimiter.
func (f *facts) response(ctx context.Context, call, id string, open byte, fetch bool) []byte {
	lang := f.lang
	if call == callLanguages {
		lang = f.s.c.Language
	}
	return f.beginning(open, f.s.source.Cached(ctx, f.branch.URL, lang, call, id, fetch))
}

// beginning returns a response that begins with the given JSON delimiter, nil for any other.
func (f *facts) beginning(open byte, b []byte) []byte {
	if open == '[' {
		b = envelope.Data(b)
	}
	if !bytes.HasPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte{open}) {
		return nil
	}
	f.found.Add(1)
	return b
}

// read parses what was collected. What is written into the page unchanged must be valid JSON; anything else is left out
// (docs/threat-model.md T30).
func (f *facts) read() {
	f.complete = f.main != nil || !f.mainCode()
	for _, p := range parts {
		if !json.Valid(f.Raw[p.name]) {
			delete(f.Raw, p.name)
			perUser := f.s.c.CataloguePerUser && strings.HasPrefix(p.call, "products/")
			f.complete = f.complete && (p.optional || p.on != nil && !p.on(f.at) || perUser)
		}
	}
	if len(f.Products) > 0 && !json.Valid(f.Products[0]) {
		f.Products[0] = nil
	}
	f.Read()
}

// mainCode reports whether the page of a branch has the main host's CUSTOM_HEADER_CODE: a script on the shop's origin can read
// what belongs to every branch.
func (f *facts) mainCode() bool { return f.s.c.CustomCode && !f.s.c.BranchCode && f.branch.URL != "" }

// customCode is the CUSTOM_HEADER_CODE of the page, empty for none.
func (f *facts) customCode() string {
	const key = "CUSTOM_HEADER_CODE"
	switch {
	case !f.s.c.CustomCode:
		return ""
	case f.mainCode():
		return shop.SettingText(f.main, key)
	}
	return f.Text(key)
}

// boot writes the boot data (schema Boot in contracts/bff.yaml) for a script block, up to the time, which pageEnd adds. It
// contains no `<`, so nothing in it can end the script element.
func (f *facts) boot() string {
	var b strings.Builder
	b.WriteString(`{"config":` + string(f.s.public))
	put := func(name string, raw []byte) {
		if raw != nil {
			b.WriteString(`,"` + name + `":`)
			b.Write(raw)
		}
	}
	branch := []byte("null")
	if f.branch.URL != "" {
		branch = rawjson.Quote(f.branch.URL)
	}
	put("branch", branch)
	put("lang", rawjson.Quote(f.lang))
	if f.stale != "" {
		put("stale", rawjson.Quote(f.stale))
	}
	for _, p := range parts {
		put(p.name, f.Raw[p.name])
	}
	if len(f.Products) > 0 && f.Products[0] != nil {
		put("firstCategory", slices.Concat([]byte(`{"id":`), f.Categories[0].ID.RawMessage, []byte(`,"products":`), f.Products[0], []byte("}")))
	}
	return strings.ReplaceAll(b.String(), "<", `\u003c`)
}
