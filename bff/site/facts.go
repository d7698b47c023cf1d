package site

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/maphash"
	"html"
	"html/template"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"tablefront/bff/rawjson"
)

// facts is what is known of a shop for one branch and language: the cached responses, and what is parsed of them.
type facts struct {
	branch, lang string
	base         string // the base of relative image addresses
	branches     []Branch

	settings, translations, languages, pages, branchList, hours []byte
	categories, menus                                           []byte // of the home page
	categoryList                                                []category
	products                                                    [][]byte // of each category, nil if not cached
	parsed                                                      [][]dish // those that were parsed
	providers, taxes                                            []byte   // of the checkout
	stale                                                       string   // since when the entries are stale, RFC 3339; empty if they are not

	set      map[string]setting
	words    map[string]string
	langs    []string
	complete bool // no entry is missing
}

type image struct {
	URL    string `json:"url"`
	Wide   string `json:"wide"`
	Square string `json:"square"`
	Circle string `json:"circle"`
}

type media struct {
	Poster, Icon, Splash, Background *image
	Gallery, Slider                  []json.RawMessage
}

type setting struct {
	Value any
	Media *media
}

// id is an id as the upstream sends it, compared as text.
type id struct{ raw json.RawMessage }

func (i *id) UnmarshalJSON(b []byte) error { i.raw = append(i.raw[:0], b...); return nil }

func (i id) text() string {
	var s string
	if json.Unmarshal(i.raw, &s) == nil {
		return s
	}
	return string(i.raw)
}

type dish struct {
	ID          id
	Name        string
	Description any
	Media       *media
	Sizes       []struct{ Price json.Number }
	Price       json.Number
	Discount    json.Number
	Allergens   []struct{ Name string }
	Items       []json.RawMessage
}

type category struct {
	ID          id
	Name        string
	Description any
	Media       *media
}

var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$`)

const (
	callCategoryProducts = "products/categories/{id}/products"
	// menuCategories and menuDishes limit the menu in the structured data: a whole menu would be larger than the page. Search
	// engines find every dish by the sitemap and its own address.
	menuCategories, menuDishes = 30, 120
	// maxCategories limits how many lists of products a page or sitemap requests.
	maxCategories = 1000
	// sitemapWait is how long a sitemap waits for missing entries: crawlers can wait, and an incomplete sitemap would be used.
	sitemapWait = 10 * time.Second
)

// collectAndRead collects the entries for a place and parses them. It takes at most wait.
func (s *Site) collectAndRead(ctx context.Context, branch, lang string, at place, wait time.Duration) *facts {
	f := s.collect(ctx, branch, lang, at, wait)
	f.read(at)
	return f
}

// collect collects the cache entries without parsing them, and triggers the refresh of stale ones.
func (s *Site) collect(ctx context.Context, branch, lang string, at place, wait time.Duration) *facts {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), wait)
	defer cancel()
	f := &facts{branch: branch, base: branch}
	if branch == "" {
		f.base = s.c.MainHost
	}
	// The language must be one of the branch's: others must not create entries (docs/threat-model.md T10).
	f.languages = s.part(ctx, f, s.c.Language, "languages", '[', nil)
	f.readLanguages()
	f.lang = s.language(lang, f.langs)

	var wg sync.WaitGroup
	get := func(into *[]byte, call string, kind byte, params map[string]string) {
		wg.Go(func() { *into = s.part(ctx, f, f.lang, call, kind, params) })
	}
	get(&f.settings, "settings", '[', nil)
	get(&f.translations, "translations", '{', map[string]string{"lang": f.lang})
	get(&f.pages, "pages", '[', nil)
	get(&f.branchList, "branches", '[', nil)
	get(&f.hours, "working-hours", '{', nil)
	wg.Go(func() { f.branches = s.source.Branches(ctx) })
	switch {
	case at.home():
		get(&f.menus, "products/menus", '[', nil)
		get(&f.categories, "products/categories", '[', nil)
	case at.checkout():
		get(&f.providers, "checkout/payment-providers", '[', nil)
		get(&f.taxes, "taxes", '[', nil)
	}
	wg.Wait()
	if at.home() {
		s.collectProducts(ctx, f)
	}
	if failing, ok := s.source.(Failing); ok {
		if since, bad := failing.FailingSince(branch); bad {
			f.stale = since.UTC().Format(time.RFC3339)
		}
	}
	return f
}

func (s *Site) collectProducts(ctx context.Context, f *facts) {
	f.categoryList = list[category](f.categories)
	f.products = make([][]byte, len(f.categoryList))
	f.parsed = make([][]dish, len(f.categoryList))
	var wg sync.WaitGroup
	slots := make(chan struct{}, 4)
	for i, c := range f.categoryList {
		if i == maxCategories || ctx.Err() != nil {
			break
		}
		slots <- struct{}{} // in order: the page shows the first ones
		wg.Go(func() {
			defer func() { <-slots }()
			f.products[i] = s.part(ctx, f, f.lang, callCategoryProducts, '{', map[string]string{"id": c.ID.text()})
		})
	}
	wg.Wait()
}

// read parses what was collected. What is written into the page unchanged must be valid JSON; anything else is left out
// (docs/threat-model.md T30).
func (f *facts) read(at place) {
	whole := []*[]byte{&f.settings, &f.translations, &f.languages, &f.pages, &f.branchList, &f.hours, &f.categories, &f.menus, &f.providers, &f.taxes}
	if len(f.products) > 0 {
		whole = append(whole, &f.products[0])
	}
	for _, b := range whole {
		if !json.Valid(*b) {
			*b = nil
		}
	}
	f.complete = !at.home() || f.categories != nil && f.menus != nil
	for _, b := range [][]byte{f.settings, f.translations, f.languages, f.pages, f.branchList, f.hours} {
		f.complete = f.complete && b != nil
	}
	f.readSettings()
	f.words = map[string]string{}
	var words map[string]any
	if json.Unmarshal(f.translations, &words) == nil {
		for k, v := range words {
			if t, ok := v.(string); ok && t != "" {
				f.words[k] = t
			}
		}
	}
}

// content is a hash of everything collected: the same hash renders the same page, except for the time.
func (f *facts) content(shown *card) uint64 {
	var h maphash.Hash
	h.SetSeed(contentSeed)
	put := func(part []byte) {
		var size [9]byte
		if part != nil {
			size[8] = 1
		}
		binary.LittleEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:]) //nolint:errcheck // a hash never fails
		h.Write(part)    //nolint:errcheck // as above
	}
	put([]byte(f.lang))
	put([]byte(f.stale))
	if shown != nil {
		for _, s := range []string{shown.name, shown.description, shown.picture, shown.plain} {
			put([]byte(s))
		}
	}
	for _, b := range f.branches {
		put([]byte(b.Name))
		put([]byte(b.URL))
	}
	for _, b := range [][]byte{f.settings, f.translations, f.languages, f.pages, f.branchList, f.hours, f.categories, f.menus, f.providers, f.taxes} {
		put(b)
	}
	for _, b := range f.products {
		put(b)
	}
	return h.Sum64()
}

var contentSeed = maphash.MakeSeed()

// part returns a cached response that begins with the given JSON delimiter, nil if there is none.
func (s *Site) part(ctx context.Context, f *facts, lang, call string, kind byte, params map[string]string) []byte {
	b, ok := s.source.Cached(ctx, f.branch, lang, call, params)
	if !ok || !isKind(b, kind) {
		return nil
	}
	return b
}

// isKind reports whether a body begins with the given JSON delimiter.
func isKind(b []byte, open byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) > 0 && b[0] == open
}

// language returns the wanted language if the branch lists it, otherwise the default one.
func (s *Site) language(wanted string, langs []string) string {
	for _, l := range langs {
		if strings.EqualFold(l, wanted) {
			return l
		}
	}
	return s.c.Language
}

func (f *facts) readLanguages() {
	for _, l := range list[struct{ Name any }](f.languages) {
		if name, ok := l.Name.(string); ok && len(name) <= 16 && languageTag.MatchString(name) && len(f.langs) < 50 {
			f.langs = append(f.langs, name)
		}
	}
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

func (f *facts) readSettings() {
	f.set = map[string]setting{}
	for _, s := range list[struct {
		Key any
		setting
	}](f.settings) {
		if key, ok := s.Key.(string); ok {
			f.set[key] = s.setting
		}
	}
}

// text is a setting's value, or if it is empty the image it falls back to (docs/specification.md section 3).
func (f *facts) text(key string) string {
	s, ok := f.set[key]
	if !ok {
		return ""
	}
	switch v := s.Value.(type) {
	case string:
		if t := strings.TrimSpace(v); t != "" {
			return t
		}
	case float64:
		b, _ := json.Marshal(v) //nolint:errchkjson // a number
		return string(b)
	case bool:
		if v {
			return "true"
		}
		return "false"
	}
	if s.Media == nil {
		return ""
	}
	if key == "BACKGROUND_IMAGE" {
		return urlOf(s.Media.Background)
	}
	for _, i := range []*image{s.Media.Poster, s.Media.Icon, s.Media.Splash, s.Media.Background} {
		if u := urlOf(i); u != "" {
			return u
		}
	}
	return ""
}

// hasImages reports whether a setting has its own images, by the rules of client/src/shop/settings.ts.
func (f *facts) hasImages(key string) bool {
	if m := f.set[key].Media; m != nil {
		for _, raw := range append(append([]json.RawMessage{}, m.Slider...), m.Gallery...) {
			var i image
			if json.Unmarshal(raw, &i) == nil && i.URL != "" {
				return true
			}
		}
	}
	one := f.text(key)
	return f.on(key) && one != "1" && !strings.EqualFold(one, "true")
}

func urlOf(i *image) string {
	if i == nil {
		return ""
	}
	return i.URL
}

// on reports whether a switch is on.
func (f *facts) on(key string) bool { return isOn(f.text(key)) }

// isOn reports whether a switch's value means on: neither empty nor one of the contract's values for off.
func isOn(value string) bool {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "", "0", "false", "off", "no":
		return false
	}
	return true
}

// say translates one of the page's own texts; without a translation it returns the text itself (docs/specification.md section 1).
func (f *facts) say(word string) string {
	if t := f.words[word]; t != "" {
		return t
	}
	return word
}

// markup is say for the first paint: a text without a translation carries the language of its source, as in the client
// (client/src/jsx/sourceTexts.ts). In an attribute html/template leaves out the tags.
func (f *facts) markup(text string) template.HTML {
	said := html.EscapeString(f.say(text))
	if f.words[text] == "" && !strings.HasPrefix(f.lang, "en") {
		said = `<span lang="en" dir="ltr">` + said + `</span>`
	}
	return template.HTML(said) //nolint:gosec // escaped above
}

// picture returns an image's absolute address, empty if a page may not show it.
func (f *facts) picture(address string) string {
	if address == "" {
		return ""
	}
	base, err := url.Parse(f.base + "/")
	if err != nil {
		return ""
	}
	u, err := base.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil {
		return ""
	}
	return u.String()
}

func textOf(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(s)
}

// dishes returns the products of the i-th category.
func (f *facts) dishes(i int) []dish {
	if f.parsed[i] == nil && f.products[i] != nil {
		f.parsed[i] = dishesIn(f.products[i])
	}
	return f.parsed[i]
}

// dishesIn parses the products in a category's response.
func dishesIn(raw []byte) []dish {
	var whole struct{ Data []dish }
	if json.Unmarshal(raw, &whole) == nil {
		return whole.Data
	}
	if data := rawjson.Find(raw, "data"); data.Found() {
		return list[dish](data.Of(raw))
	}
	return nil
}

// boot writes the boot data (schema Boot in contracts/bff.yaml) for a script block, up to the time, which bootEnd adds. It
// contains no `<`, so nothing in it can end the script element.
func (s *Site) boot(f *facts) []byte {
	out := append([]byte(`{"config":`), s.c.Public...)
	put := func(name string, raw []byte) {
		if raw != nil {
			out = append(out, `,"`+name+`":`...)
			out = append(out, raw...)
		}
	}
	if f.branch == "" {
		put("branch", []byte("null"))
	} else {
		put("branch", rawjson.Quote(f.branch))
	}
	put("lang", rawjson.Quote(f.lang))
	if f.stale != "" {
		put("stale", rawjson.Quote(f.stale))
	}
	put("settings", f.settings)
	put("translations", f.translations)
	put("languages", f.languages)
	put("pages", f.pages)
	put("branches", f.branchList)
	put("workingHours", f.hours)
	put("categories", f.categories)
	put("menus", f.menus)
	if len(f.products) > 0 && f.products[0] != nil {
		out = append(out, `,"firstCategory":{"id":`...)
		out = append(out, f.categoryList[0].ID.raw...)
		out = append(out, `,"products":`...)
		out = append(append(out, f.products[0]...), '}')
	}
	put("paymentProviders", f.providers)
	put("taxes", f.taxes)
	return escapeBlock(out)
}

// bootEnd ends the boot data with the time, the only part that changes at every refresh.
func bootEnd(now time.Time) string { return `,"now":"` + now.UTC().Format(time.RFC3339) + `"}` }
