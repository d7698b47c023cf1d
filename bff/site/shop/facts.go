// Package shop reads what a backend says of a shop: the cached responses of a branch in a language.
package shop

import (
	"cmp"
	"encoding/json"
	"html"
	"html/template"
	"net/url"
	"slices"
	"strings"

	"tablefront/bff/branches"
	"tablefront/bff/rawjson"
	"tablefront/bff/reading"
)

// Branch is one row of GET branches (docs/wire.md section 4).
type Branch = branches.Listed

// Facts are what is known of a shop: the responses, and what is parsed of them.
type Facts struct {
	Branch     Branch // the zero value is the main host
	Lang       string
	Branches   []Branch          // all that are listed
	Raw        map[string][]byte // the responses by name; none that is missing
	Categories []Item
	Products   [][]byte // of each category, nil if not cached

	// Set by Read.
	Menus []Dish
	Pages []InfoPage
	Hours struct {
		Data map[string][]struct{ Start, End string }
		Meta struct{ IsActive *bool }
	}

	upstream string // the main host's canonical URL
	proxied  bool   // pictures come from the shop's own origin
	base     *url.URL
	dishes   [][]Dish // those that were parsed
	set      map[string]setting
	words    map[string]string
}

// New returns the facts of a branch without any response. upstream is the main host's URL. With proxied, the shop's own origin serves the
// pictures of the main host and the branches.
func New(branch Branch, lang, upstream string, proxied bool) *Facts {
	f := &Facts{Branch: branch, Lang: lang, Raw: map[string][]byte{}, upstream: upstream, proxied: proxied}
	var err error
	if f.base, err = url.Parse(cmp.Or(branch.URL, upstream) + "/"); err != nil {
		f.base = &url.URL{}
	}
	return f
}

// ReadCategories parses the categories, which say what other responses there are.
func (f *Facts) ReadCategories() {
	f.Categories = List[Item](f.Raw["categories"])
	f.Products, f.dishes = make([][]byte, len(f.Categories)), make([][]Dish, len(f.Categories))
}

// Read parses the other responses.
func (f *Facts) Read() {
	f.set = settingsOf(f.Raw["settings"])
	f.Menus, f.Pages = List[Dish](f.Raw["menus"]), List[InfoPage](f.Raw["pages"])
	json.Unmarshal(f.Raw["translations"], &f.words)
	json.Unmarshal(f.Raw["workingHours"], &f.Hours)
}

func settingsOf(raw []byte) map[string]setting {
	set := map[string]setting{}
	for _, row := range List[struct {
		Key string
		setting
	}](raw) {
		set[row.Key] = row.setting
	}
	return set
}

// SettingText returns the text of one of these settings, as Text does.
func SettingText(settings []byte, key string) string {
	return (&Facts{set: settingsOf(settings)}).Text(key)
}

type Image struct{ URL, Wide, Square, Circle string }

// Media are the images of a setting, a category or a dish.
type Media struct {
	Poster, Icon, Splash, Background Image
	Gallery, Slider                  []Image
}

type setting struct {
	Value string
	Media Media
}

// ID is an id as the upstream sends it, compared as text.
type ID struct{ json.RawMessage }

func (i ID) Text() string {
	var s string
	if json.Unmarshal(i.RawMessage, &s) == nil {
		return s
	}
	return string(i.RawMessage)
}

// Item is a category, or what a product or a menu has in common with it.
type Item struct {
	ID          ID
	Name        string
	Description string
	Media       Media
}

// Stock is what a backend says of how much is left of a dish or a size.
type Stock struct {
	Available *bool
	MaxQty    *float64
}

// SoldOut reports whether the backend says that none is left.
func (s Stock) SoldOut() bool {
	return s.Available != nil && !*s.Available || s.MaxQty != nil && *s.MaxQty == 0
}

type Size struct {
	Name  string
	Price json.Number
	Stock
}

// Percent is a discount: one that can't be read is a text (docs/wire.md section 1), which is no number here either.
type Percent struct{ json.Number }

// UnmarshalJSON never fails: the rest of the dish can be shown.
func (p *Percent) UnmarshalJSON(raw []byte) error {
	if json.Unmarshal(raw, &p.Number) != nil {
		p.Number = "unknown"
	}
	return nil
}

type Dish struct {
	Item
	Sizes []Size
	Stock
	Price     json.Number
	Discount  Percent
	Allergens []struct{ Name string }
	Items     []json.RawMessage
}

// InfoPage is one of the GET pages.
type InfoPage struct {
	ID   ID
	Name string
	Text string
}

// List parses a list. What could not be read into the contract's form (docs/wire.md section 1) is left out.
func List[T any](raw []byte) []T {
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

// Dishes returns the products of the i-th category. They are parsed when they are needed first.
func (f *Facts) Dishes(i int) []Dish {
	if raw := f.Products[i]; f.dishes[i] == nil && raw != nil {
		f.dishes[i] = List[Dish](rawjson.Find(raw, "data").Of(raw))
	}
	return f.dishes[i]
}

// Text is a setting's value, or if it is empty the image it falls back to (docs/specification.md section 3).
func (f *Facts) Text(key string) string {
	s := f.set[key]
	if t := strings.TrimSpace(s.Value); t != "" {
		return t
	}
	if key == "BACKGROUND_IMAGE" {
		return s.Media.Background.URL
	}
	return cmp.Or(s.Media.Poster.URL, s.Media.Icon.URL, s.Media.Splash.URL, s.Media.Background.URL)
}

// Slides returns the slider and gallery images of a setting, slider first, by the rules of
// client/src/restaurant/settings.ts.
func (f *Facts) Slides(key string) []Image {
	all := slices.Concat(f.set[key].Media.Slider, f.set[key].Media.Gallery)
	return slices.DeleteFunc(all, func(i Image) bool { return i.URL == "" })
}

// HasImages reports whether a setting has its own images, by the same rules.
func (f *Facts) HasImages(key string) bool {
	if len(f.Slides(key)) > 0 {
		return true
	}
	one := f.Text(key)
	return f.On(key) && one != "1" && !strings.EqualFold(one, "true")
}

// On reports whether a switch is on: neither empty nor one of the contract's values for off.
func (f *Facts) On(key string) bool { return IsOn(f.Text(key)) }

// IsOn reports whether the value of a setting switches something on.
func IsOn(value string) bool { return value != "" && !reading.IsOff(value) }

// Say translates a text; without a translation it returns the text itself (docs/specification.md section 1).
func (f *Facts) Say(text string) string { return cmp.Or(f.words[text], text) }

// Markup is say for the first paint: a text without a translation carries the language of its source, as in the client
// (client/src/jsx/sourceTexts.ts). In an attribute html/template leaves out the tags.
func (f *Facts) Markup(text string) template.HTML {
	if f.words[text] == "" && !strings.HasPrefix(f.Lang, "en") {
		return `<span lang="en" dir="ltr">` + Escaped(text) + `</span>`
	}
	return Escaped(f.Say(text))
}

func Escaped(text string) template.HTML { return template.HTML(html.EscapeString(text)) }

// Address is the client's address of a product, a menu or an information page.
func Address(kind, id string) string { return "/?" + kind + "=" + url.QueryEscape(id) }

// TextOf is a value if it is a text, without surrounding space; otherwise empty.
func TextOf(v any) string {
	s, _ := v.(string)
	return strings.TrimSpace(s)
}
