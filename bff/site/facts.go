package site

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"hash/maphash"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"time"

	"tablefront/bff/rawjson"
)

// facts is what is known of a shop for one branch and language: the entries as they are, and what the head needs of them.
type facts struct {
	branch, lang string
	base         string // what relative picture addresses belong to
	branches     []Branch

	settings, translations, languages, pages, branchList, hours, categories, menus []byte
	categoryList                                                                   []category
	products                                                                       [][]byte // of each category; nil where there is no copy
	parsed                                                                         [][]dish // of those that were read
	stale                                                                          string   // since when the entries are old, RFC 3339; empty: they are not

	set      map[string]setting
	words    map[string]string
	langs    []string
	complete bool // nothing that should be there was missing
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

// id is an id as the upstream gives it, compared as text.
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
	// menuCategories and menuDishes bound the menu of the structured data, which is a taste of it in every home page: whole,
	// it would weigh more than the page. Search engines find every dish by the sitemap and its own address.
	menuCategories, menuDishes = 30, 120
	// maxCategories bounds how many lists of products one page or sitemap asks for.
	maxCategories = 1000
	// sitemapWait is how long a sitemap waits for cold entries: a machine asks for it, and half a one would be believed.
	sitemapWait = 10 * time.Second
)

// gather collects the entries for a page and reads them. home asks for the catalogue too. It never takes longer than wait.
func (s *Site) gather(ctx context.Context, branch, lang string, home bool, wait time.Duration) *facts {
	f := s.collect(ctx, branch, lang, home, wait)
	f.read(home)
	return f
}

// collect brings the entries together as they are, which costs next to nothing when they are there, and brings about that
// those which are old are fetched anew.
func (s *Site) collect(ctx context.Context, branch, lang string, home bool, wait time.Duration) *facts {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), wait)
	defer cancel()
	f := &facts{branch: branch, base: branch}
	if branch == "" {
		f.base = s.c.MainHost
	}
	// The language must be one of the branch's: a made-up one must not cost entries (docs/threat-model.md T10).
	f.languages = s.part(ctx, f, s.c.Language, "languages", '[')
	f.readLanguages()
	f.lang = s.language(lang, f.langs)

	var wg sync.WaitGroup
	get := func(into *[]byte, call string, kind byte, params map[string]string) {
		wg.Go(func() {
			b, ok := s.source.Cached(ctx, branch, f.lang, call, params)
			if ok && isKind(b, kind) {
				*into = b
			}
		})
	}
	get(&f.settings, "settings", '[', nil)
	get(&f.translations, "translations", '{', map[string]string{"lang": f.lang})
	get(&f.pages, "pages", '[', nil)
	get(&f.branchList, "branches", '[', nil)
	get(&f.hours, "working-hours", '{', nil)
	wg.Go(func() { f.branches = s.source.Branches(ctx) })
	if home {
		get(&f.menus, "products/menus", '[', nil)
		get(&f.categories, "products/categories", '[', nil)
	}
	wg.Wait()
	if home {
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
		slots <- struct{}{} // the first ones first: the page shows them
		wg.Go(func() {
			defer func() { <-slots }()
			b, ok := s.source.Cached(ctx, f.branch, f.lang, callCategoryProducts, map[string]string{"id": c.ID.text()})
			if ok && isKind(b, '{') {
				f.products[i] = b
			}
		})
	}
	wg.Wait()
}

// read reads what was collected. What goes into the page as it is must be whole JSON; anything else is left out
// (docs/threat-model.md T30).
func (f *facts) read(home bool) {
	whole := []*[]byte{&f.settings, &f.translations, &f.languages, &f.pages, &f.branchList, &f.hours, &f.categories, &f.menus}
	if len(f.products) > 0 {
		whole = append(whole, &f.products[0])
	}
	for _, b := range whole {
		if !json.Valid(*b) {
			*b = nil
		}
	}
	f.complete = !home || f.categories != nil && f.menus != nil
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

// content tells two collections apart: equal ones make equal pages, but for the time.
func (f *facts) content(shown *card) uint64 {
	var h maphash.Hash
	h.SetSeed(contentSeed)
	put := func(part []byte) {
		var size [9]byte
		if part != nil {
			size[8] = 1
		}
		binary.LittleEndian.PutUint64(size[:], uint64(len(part)))
		h.Write(size[:]) //nolint:errcheck // it never fails
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
	for _, b := range [][]byte{f.settings, f.translations, f.languages, f.pages, f.branchList, f.hours, f.categories, f.menus} {
		put(b)
	}
	for _, b := range f.products {
		put(b)
	}
	return h.Sum64()
}

var contentSeed = maphash.MakeSeed()

func (s *Site) part(ctx context.Context, f *facts, lang, call string, kind byte) []byte {
	b, ok := s.source.Cached(ctx, f.branch, lang, call, nil)
	if !ok || !isKind(b, kind) {
		return nil
	}
	return b
}

// isKind reports whether a body begins as JSON of the kind the page needs does.
func isKind(b []byte, open byte) bool {
	b = bytes.TrimLeft(b, " \t\r\n")
	return len(b) > 0 && b[0] == open
}

// language chooses among the branch's languages; with none known, only the default one.
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

// list reads a list tolerantly: elements of another shape are left out.
func list[T any](raw []byte) []T {
	var whole []T
	if json.Unmarshal(raw, &whole) == nil { // as it should be
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

// text is a setting's value, or where it is empty the picture it falls back to (docs/specification.md section 3).
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

// hasImages reports whether a setting shows pictures of its own, as client/src/shop/settings.ts finds them.
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

// isOn reports whether a switch's value means on: neither empty nor one of the contract's ways to write off.
func isOn(value string) bool {
	switch strings.ToLower(strings.TrimSpace(value)) {
	case "", "0", "false", "off", "no":
		return false
	}
	return true
}

// say translates one of the page's own words; a missing translation is the word itself (docs/specification.md section 1).
func (f *facts) say(word string) string {
	if t := f.words[word]; t != "" {
		return t
	}
	return word
}

// picture makes a picture's address absolute; empty when it is none a page may show.
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

// dishes are the products of the category at a place in the list.
func (f *facts) dishes(i int) []dish {
	if f.parsed[i] == nil && f.products[i] != nil {
		f.parsed[i] = dishesIn(f.products[i])
	}
	return f.parsed[i]
}

// dishesIn reads the products of a category's copy.
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

// boot writes the boot data (schema Boot in contracts/bff.yaml) for a script block, up to the time, which bootEnd adds: no
// `<` is left in it, so nothing in it can end the block.
func (s *Site) boot(f *facts, home bool) []byte {
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
	if home {
		put("categories", f.categories)
		put("menus", f.menus)
		if len(f.products) > 0 && f.products[0] != nil {
			out = append(out, `,"firstCategory":{"id":`...)
			out = append(out, f.categoryList[0].ID.raw...)
			out = append(out, `,"products":`...)
			out = append(append(out, f.products[0]...), '}')
		}
	}
	return escapeBlock(out)
}

// bootEnd ends the boot data with the time, the one thing in a page that is never the same.
func bootEnd(now time.Time) string { return `,"now":"` + now.UTC().Format(time.RFC3339) + `"}` }
