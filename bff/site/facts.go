package site

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"html"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tablefront/bff/rawjson"
	"tablefront/bff/safego"
)

// part is a cached response that the boot data contains.
type part struct {
	name, call string           // in the boot data; docs/specification.md section 7
	open       byte             // the JSON delimiter that it begins with
	on         func(place) bool // the places that have it
	optional   bool             // a page without it is complete
}

var parts = []part{
	{name: "settings", call: "settings", open: '[', on: place.every},
	{name: "translations", call: "translations", open: '{', on: place.every},
	{name: "languages", call: callLanguages, open: '[', on: place.every},
	{name: "pages", call: "pages", open: '[', on: place.every},
	{name: "branches", call: "branches", open: '[', on: place.every},
	{name: "workingHours", call: "working-hours", open: '{', on: place.every},
	{name: "categories", call: "products/categories", open: '[', on: place.home},
	{name: "menus", call: "products/menus", open: '[', on: place.home},
	{name: "paymentProviders", call: "checkout/payment-providers", open: '[', on: place.checkout, optional: true},
	{name: "taxes", call: "taxes", open: '[', on: place.sells, optional: true},
}

// facts is what is known of a shop for a view: the cached responses, and what is parsed of them.
type facts struct {
	s *Site
	view
	base     *url.URL          // of relative image addresses
	branches []Branch          // all that are listed
	langs    []string          // those of the branch
	raw      map[string][]byte // the parts by name; none that is missing
	main     []byte            // the main host's settings, if the page needs them too
	found    atomic.Int64      // how many responses were cached
	stale    string            // since when the entries are stale, RFC 3339; empty if they are not

	categories []item
	products   [][]byte // of each category, nil if not cached
	parsed     [][]dish // those that were parsed

	// Set by read.
	complete bool // no part is missing
	set      map[string]setting
	words    map[string]any
	menus    []dish
	pages    []infoPage
	hours    struct {
		Data map[string]json.RawMessage
		Meta struct{ IsActive any }
	}
}

type image struct{ URL, Wide, Square, Circle string }

type media struct {
	Poster, Icon, Splash, Background image
	Gallery, Slider                  []json.RawMessage
}

type setting struct {
	Value any
	Media media
}

// id is an id as the upstream sends it, compared as text.
type id struct{ json.RawMessage }

func (i id) text() string {
	var s string
	if json.Unmarshal(i.RawMessage, &s) == nil {
		return s
	}
	return string(i.RawMessage)
}

// item is a category, or what a product or a menu has in common with it.
type item struct {
	ID          id
	Name        string
	Description any
	Media       media
}

// dish is a product or a menu.
type dish struct {
	item
	Sizes []struct {
		Name  string
		Price json.Number
	}
	Price, Discount json.Number
	Allergens       []struct{ Name string }
	Items           []json.RawMessage
}

type infoPage struct {
	ID   id
	Name string
	Text any
}

const (
	callLanguages        = "languages"
	callCategoryProducts = "products/categories/{id}/products"
	// maxCategories limits how many lists of products a page or sitemap requests.
	maxCategories = 1000
)

// collectAndRead collects the entries for a view and parses them. It takes at most wait.
func (s *Site) collectAndRead(ctx context.Context, v view, wait time.Duration) *facts {
	f := s.collect(ctx, v, wait)
	f.read()
	return f
}

// collect collects the cache entries without parsing them, and triggers the refresh of stale ones.
func (s *Site) collect(ctx context.Context, v view, wait time.Duration) *facts {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), wait)
	defer cancel()
	f := &facts{s: s, view: v, raw: map[string][]byte{}}
	var err error
	if f.base, err = url.Parse(cmp.Or(v.branch.URL, s.c.Upstream) + "/"); err != nil {
		f.base = &url.URL{}
	}
	var tasks safego.Group
	start := func(work func()) { tasks.Start(s.c.Log, "collecting a page", work) }
	var mu sync.Mutex
	for _, p := range parts {
		if !p.on(v.at) {
			continue
		}
		start(func() {
			if raw := f.cached(ctx, p.call, p.open, map[string]string{"lang": v.lang}); raw != nil {
				mu.Lock()
				defer mu.Unlock()
				f.raw[p.name] = raw
			}
		})
	}
	if f.mainCode() {
		start(func() { f.main = f.cachedOf(ctx, "", f.lang, "settings", '[', nil) })
	}
	start(func() { f.branches = s.source.Branches(ctx) })
	tasks.Wait()
	f.langs = s.source.Languages(ctx, v.branch.URL)
	f.categories = list[item](f.raw["categories"])
	f.products, f.parsed = make([][]byte, len(f.categories)), make([][]dish, len(f.categories))
	calls := safego.Limited(4) // in order: the page shows the first ones
	for i, c := range f.categories[:min(len(f.categories), maxCategories)] {
		if ctx.Err() != nil {
			break
		}
		calls.Start(s.c.Log, "collecting a category", func() {
			f.products[i] = f.cached(ctx, callCategoryProducts, '{', map[string]string{"id": c.ID.text()})
		})
	}
	calls.Wait()
	if since, failing := s.source.FailingSince(v.branch.URL); failing {
		f.stale = since.UTC().Format(time.RFC3339)
	}
	return f
}

// cached returns a response that begins with the given JSON delimiter, nil if there is none.
func (f *facts) cached(ctx context.Context, call string, open byte, params map[string]string) []byte {
	lang := f.lang
	if call == callLanguages {
		lang = f.s.c.Language
	}
	return f.cachedOf(ctx, f.branch.URL, lang, call, open, params)
}

// cachedOf is cached for any host and language.
func (f *facts) cachedOf(ctx context.Context, branchURL, lang, call string, open byte, params map[string]string) []byte {
	b, ok := f.s.source.Cached(ctx, branchURL, lang, call, params)
	if !ok || !bytes.HasPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte{open}) {
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
		if !json.Valid(f.raw[p.name]) {
			delete(f.raw, p.name)
			perUser := f.s.c.CataloguePerUser && strings.HasPrefix(p.call, "products/")
			f.complete = f.complete && (p.optional || !p.on(f.at) || perUser)
		}
	}
	if len(f.products) > 0 && !json.Valid(f.products[0]) {
		f.products[0] = nil
	}
	f.set = settingsOf(f.raw["settings"])
	f.menus, f.pages = list[dish](f.raw["menus"]), list[infoPage](f.raw["pages"])
	json.Unmarshal(f.raw["translations"], &f.words) //nolint:errcheck // what has another shape stays empty
	json.Unmarshal(f.raw["workingHours"], &f.hours) //nolint:errcheck // as above
}

// settingsOf reads GET settings.
func settingsOf(raw []byte) map[string]setting {
	set := map[string]setting{}
	for _, row := range list[struct {
		Key string
		setting
	}](raw) {
		set[row.Key] = row.setting
	}
	return set
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
		return (&facts{set: settingsOf(f.main)}).text(key)
	}
	return f.text(key)
}

// list parses a list tolerantly: elements of another shape are left out.
func list[T any](raw []byte) []T {
	var whole []T
	if json.Unmarshal(raw, &whole) == nil { // the usual case
		return whole
	}
	elements, err := rawjson.Elements(raw)
	if err != nil {
		return nil
	}
	out := make([]T, 0, len(elements))
	for _, e := range elements {
		var v T
		if json.Unmarshal(e.Of(raw), &v) == nil {
			out = append(out, v)
		}
	}
	return out
}

// dishes returns the products of the i-th category. They are parsed when they are needed first.
func (f *facts) dishes(i int) []dish {
	if raw := f.products[i]; f.parsed[i] == nil && raw != nil {
		f.parsed[i] = list[dish](rawjson.Find(raw, "data").Of(raw))
	}
	return f.parsed[i]
}

// text is a setting's value, or if it is empty the image it falls back to (docs/specification.md section 3).
func (f *facts) text(key string) string {
	s := f.set[key]
	switch v := s.Value.(type) {
	case string:
		if t := strings.TrimSpace(v); t != "" {
			return t
		}
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case bool:
		return strconv.FormatBool(v)
	}
	if key == "BACKGROUND_IMAGE" {
		return s.Media.Background.URL
	}
	return cmp.Or(s.Media.Poster.URL, s.Media.Icon.URL, s.Media.Splash.URL, s.Media.Background.URL)
}

// slides returns the slider and gallery images of a setting, slider first, by the rules of
// client/src/shop/restaurant/settings.ts.
func (f *facts) slides(key string) []image {
	var all []image
	for _, raw := range slices.Concat(f.set[key].Media.Slider, f.set[key].Media.Gallery) {
		var i image
		if json.Unmarshal(raw, &i) == nil && i.URL != "" {
			all = append(all, i)
		}
	}
	return all
}

// hasImages reports whether a setting has its own images, by the same rules.
func (f *facts) hasImages(key string) bool {
	if len(f.slides(key)) > 0 {
		return true
	}
	one := f.text(key)
	return f.on(key) && one != "1" && !strings.EqualFold(one, "true")
}

// on reports whether a switch is on: neither empty nor one of the contract's values for off.
func (f *facts) on(key string) bool {
	return !slices.Contains([]string{"", "0", "false", "off", "no"}, strings.ToLower(f.text(key)))
}

// translated is the translation of one of the page's own texts, empty if there is none.
func (f *facts) translated(text string) string {
	t, _ := f.words[text].(string)
	return t
}

// say translates a text; without a translation it returns the text itself (docs/specification.md section 1).
func (f *facts) say(text string) string { return cmp.Or(f.translated(text), text) }

// markup is say for the first paint: a text without a translation carries the language of its source, as in the client
// (client/src/jsx/sourceTexts.ts). In an attribute html/template leaves out the tags.
func (f *facts) markup(text string) template.HTML {
	if f.translated(text) == "" && !strings.HasPrefix(f.lang, "en") {
		return `<span lang="en" dir="ltr">` + escaped(text) + `</span>`
	}
	return escaped(f.say(text))
}

func escaped(text string) template.HTML { return template.HTML(html.EscapeString(text)) } //nolint:gosec // escaped

// picture returns the address of the first image that a page may show, empty if there is none.
func (f *facts) picture(addresses ...string) string {
	for _, address := range addresses {
		u, err := f.base.Parse(address)
		if err == nil && address != "" && (u.Scheme == "https" || u.Scheme == "http") && u.User == nil {
			return f.proxied(u)
		}
	}
	return ""
}

// proxied returns the address under which the shop's own origin serves a picture of the main host or a branch, as
// client/src/shop/restaurant/pictures.ts does; any other, and every one without TABLEFRONT_PICTURES=proxied, stays as it is.
func (f *facts) proxied(u *url.URL) string {
	origin := originOf(u.String())
	listed := origin == originOf(f.s.c.Upstream) || slices.ContainsFunc(f.branches, func(b Branch) bool { return origin == originOf(b.URL) })
	if !f.s.c.ProxyPictures || !listed {
		return u.String()
	}
	return "/bff/picture?url=" + encodeComponent(u.String())
}

func (f *facts) pictureOf(key string) string { return f.picture(f.text(key)) }

// addressOf is the client's address of a product, a menu or an information page.
func addressOf(kind, id string) string { return "/?" + kind + "=" + url.QueryEscape(id) }

func textOf(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(s)
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
		put(p.name, f.raw[p.name])
	}
	if len(f.products) > 0 && f.products[0] != nil {
		put("firstCategory", slices.Concat([]byte(`{"id":`), f.categories[0].ID.RawMessage, []byte(`,"products":`), f.products[0], []byte("}")))
	}
	return strings.ReplaceAll(b.String(), "<", `\u003c`)
}
