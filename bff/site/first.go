package site

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"net/url"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

//go:embed first.html
var firstSource string

// firstTemplate writes what is seen before any script has run. html/template escapes everything an upstream sent.
var firstTemplate = template.Must(template.New("").Parse(firstSource))

// firstMenus and firstProducts are how many cards the first paint has: a screen's worth.
const firstMenus, firstProducts = 4, 8

type firstPaint struct {
	Name, Title, Logo, OpenMenu, Cart string
	Menu                              *firstMenu   // nil: another screen
	Screen                            *firstScreen // nil: the menu, or only the header
	Sheet                             *firstSheet  // nil: nothing lies over it
}

// firstSheet is the sheet of a product or menu whose address it is, over the menu (client/src/ui/Sheet.tsx takes its
// place).
type firstSheet struct {
	Name, Description, Close string
	Picture                  *firstPicture // nil: none
}

// firstScreen is the head of an inner page: the way to it, its h1, and the picture behind them (client/src/shop/Screen.tsx).
type firstScreen struct {
	Breadcrumb, Title, Width, Picture string
	Trail                             []firstStep
	Stored                            string // what the browser has to have stored for this to be the screen: start.ts takes it away else
}

type firstStep struct{ Label, Path string }

type firstMenu struct {
	Branch, OpenState, How, HowIcon, Where, When, Change, Categories, Search, Allergens string
	Pictures                                                                            bool
	Slides                                                                              []firstSlide
	Section                                                                             *firstSection
}

type firstSlide struct {
	ID, Name string
	Picture  *firstPicture
}

type firstSection struct {
	ID, Title, Description, Layout string
	Gallery                        bool
	Menus, Products                []firstCard
}

type firstCard struct {
	Address, Name, Description, Price, Parts, Codes string
	Picture                                         *firstPicture
}

// firstPicture is a picture in its frame. Wide is the one for wide windows where that is another (client/src/ui/Picture.tsx).
// Lead is the one picture the first screen lives from (the largest).
type firstPicture struct {
	URL, Wide, Class, Ratio, Letter string
	Round, Eager, Lead              bool
}

// leadPicture is the picture the first screen lives from, and where only some windows show it the attribute that says so.
type leadPicture struct{ url, media string }

// leads finds the picture the first screen lives from: none, one, or one for each kind of window.
func (p *firstPaint) leads() []leadPicture {
	one := func(url string) []leadPicture {
		if url == "" {
			return nil
		}
		return []leadPicture{{url: url}}
	}
	switch {
	case p.Sheet != nil && p.Sheet.Picture == nil:
		return nil
	case p.Sheet != nil && p.Sheet.Picture.Wide != "":
		return []leadPicture{{p.Sheet.Picture.URL, ` media="(width < 40rem)"`}, {p.Sheet.Picture.Wide, ` media="(width >= 40rem)"`}}
	case p.Sheet != nil:
		return one(p.Sheet.Picture.URL)
	case p.Screen != nil:
		return one(p.Screen.Picture)
	case p.Menu == nil || p.Menu.Section == nil:
		return nil
	}
	for _, c := range append(append([]firstCard{}, p.Menu.Section.Menus...), p.Menu.Section.Products...) {
		if c.Picture != nil && c.Picture.Lead {
			return one(c.Picture.URL)
		}
	}
	return nil
}

// open lays the sheet of the address over the menu: whoever was sent a dish sees it, not the menu behind it.
func (p *firstPaint) open(f *facts, show string, shown *card) {
	kind, _, _ := strings.Cut(show, "=")
	if p.Menu == nil || shown == nil || kind != "product" && kind != "menu" {
		return
	}
	p.Sheet = &firstSheet{Name: shown.name, Description: shown.description, Close: f.say("Close")}
	if plain, wide := f.picture(shown.plain), f.picture(shown.picture); plain != "" {
		p.Sheet.Picture = &firstPicture{URL: plain, Ratio: "16/9", Lead: true}
		if wide != plain {
			p.Sheet.Picture.Wide = wide
		}
	}
}

// writeSheet gives the markup of the sheet, which lies outside of #root: it stays until the shop's own is open
// (client/src/ui/modal.ts). Nil when there is none.
func (p *firstPaint) writeSheet() []byte {
	if p.Sheet == nil {
		return nil
	}
	return markup("sheet", p.Sheet)
}

// write gives the markup for #root; nil when it cannot be made, which leaves the page to the client.
func (p *firstPaint) write() []byte {
	return markup("first", p)
}

// markup fills in a part of first.html; nil when that can't be done.
func markup(part string, of any) []byte {
	var b bytes.Buffer
	if firstTemplate.ExecuteTemplate(&b, part, of) != nil {
		return nil
	}
	return b.Bytes()
}

// screen is the head of an inner page; nil where a guard would lead away from it.
func (s *Site) screen(f *facts, at route) *firstScreen {
	sc := at.screen
	if sc == nil || f.settings == nil || sc.only != nil && !sc.only(f) {
		return nil
	}
	head := &firstScreen{Breadcrumb: f.say("Breadcrumb"), Title: f.say(cmp.Or(sc.heading, at.title)), Width: "wide", Picture: f.picture(f.text("BREADCRUMB_BACKGROUND"))}
	if sc.narrow || sc.images != "" && !f.hasImages(sc.images) {
		head.Width = "narrow"
	}
	if sc.stored != nil {
		head.Stored = sc.stored(f)
	}
	head.Trail = []firstStep{{f.say("Home"), "/"}}
	for _, step := range sc.trail {
		head.Trail = append(head.Trail, firstStep{f.say(step.label), step.path})
	}
	return head
}

// first collects the first paint of a page. Where a guard would lead away from a screen (SPEC section 2), there is only
// the header.
func (s *Site) first(f *facts, at route) *firstPaint {
	p := &firstPaint{
		Name: f.text("SITE_TITLE"), Logo: f.picture(f.text("LOGO")),
		OpenMenu: f.say("Open the menu"), Cart: f.say("Cart"),
	}
	p.Title = cmp.Or(p.Name, f.say("Menu"))
	p.Name = cmp.Or(p.Name, f.say("Home"))
	p.Screen = s.screen(f, at)
	if p.Screen != nil || !at.home || f.categories == nil || f.menus == nil || f.on("HAS_BRANCH") && f.branch == "" || !f.active() {
		return p
	}
	m := &firstMenu{
		Change: f.say("Change"), When: f.say("Now"), Categories: f.say("Categories"), Search: f.say("Search the menu"), Allergens: f.say("Allergens"),
		Pictures: !f.on("HIDE_CATEGORY_IMAGES"), OpenState: f.say("Open"),
	}
	p.Menu = m
	for _, b := range list[struct{ Name, URL string }](f.branchList) {
		if m.Branch == "" && len(f.branches) > 1 {
			m.Branch = f.say("Choose a branch")
		}
		if f.branch != "" && strings.EqualFold(strings.TrimRight(b.URL, "/"), strings.TrimRight(f.branch, "/")) {
			m.Branch = b.Name
		}
	}
	m.offer(f)
	menus, categories := list[dish](f.menus), f.categoryList
	slide := func(id, name string, poster *image) {
		sl := firstSlide{ID: id, Name: name}
		if m.Pictures {
			sl.Picture = &firstPicture{
				URL: f.variant(poster, "circle", "square"), Class: "CategorySlider_picture", Ratio: "1", Letter: letterOf(name), Round: true, Eager: len(m.Slides) < 3,
			}
		}
		m.Slides = append(m.Slides, sl)
	}
	if len(menus) > 0 {
		slide("menus", f.say("Menus"), posterOf(menus[0].Media))
		m.Section = f.firstMenus(menus)
	}
	for _, c := range categories {
		slide("category-"+c.ID.text(), c.Name, posterOf(c.Media))
	}
	if m.Section == nil && len(categories) > 0 {
		m.Section = f.firstProducts(categories[0])
	}
	return p
}

// offer fills in the strip as it is before anything was chosen (client/src/features/menu/DeliveryStrip.tsx).
func (m *firstMenu) offer(f *facts) {
	var offered []string
	for _, key := range []string{"ALLOW_DELIVERY", "ALLOW_TAKEAWAY", "ALLOW_CURBSIDE"} {
		if f.on(key) {
			offered = append(offered, key)
		}
	}
	switch {
	case len(offered) == 0:
	case len(offered) > 1:
		m.How = f.say("How would you like it?")
	case offered[0] == "ALLOW_DELIVERY":
		m.How, m.HowIcon, m.Where = f.say("Delivery"), "bike", f.say("Where to?")
	case offered[0] == "ALLOW_CURBSIDE":
		m.How, m.HowIcon = f.say("Curbside"), "car"
	default:
		m.How = f.say("Takeaway")
	}
}

func (f *facts) firstMenus(menus []dish) *firstSection {
	sec := &firstSection{ID: "menus", Title: f.say("Menus"), Layout: "menus"}
	for i, d := range menus {
		if i == firstMenus {
			break
		}
		c := f.firstCard("menu", d)
		c.Price = amount(d.Price)
		if n := len(d.Items); n > 1 {
			c.Parts = strings.ReplaceAll(f.say("Parts: {{count}}"), "{{count}}", strconv.Itoa(n))
		}
		c.Picture = &firstPicture{
			URL: f.variant(posterOf(d.Media), "wide"), Class: "MenuCard_picture", Ratio: "16/9", Letter: letterOf(d.Name), Eager: i < 2, Lead: i == 0,
		}
		sec.Menus = append(sec.Menus, c)
	}
	return sec
}

func (f *facts) firstProducts(of category) *firstSection {
	products := f.dishes(0)
	sec := &firstSection{ID: "category-" + of.ID.text(), Title: of.Name, Description: textOf(of.Description), Layout: "plain"}
	for _, d := range products {
		if urlOf(posterOf(d.Media)) != "" {
			sec.Layout = "cards"
		}
	}
	sec.Gallery = of.Media != nil && len(of.Media.Gallery) > 0
	for i, d := range products {
		if i == firstProducts {
			break
		}
		c := f.firstCard("product", d)
		if len(d.Sizes) > 0 {
			c.Price = amount(d.Sizes[0].Price) + " €"
		}
		var codes []string
		for _, a := range d.Allergens {
			codes = append(codes, a.Name)
		}
		c.Codes = strings.Join(codes, ", ")
		if sec.Layout == "cards" {
			c.Picture = &firstPicture{
				URL: f.variant(posterOf(d.Media), "square"), Class: "ProductCard_picture", Ratio: "1", Letter: letterOf(d.Name), Eager: i < 3, Lead: i == 0,
			}
		}
		sec.Products = append(sec.Products, c)
	}
	return sec
}

func (f *facts) firstCard(kind string, d dish) firstCard {
	description, _ := d.Description.(string)
	return firstCard{Address: "/?" + kind + "=" + url.QueryEscape(d.ID.text()), Name: d.Name, Description: shortDescription(description)}
}

// shortDescription is SPEC section 3's: 70 characters, and an ellipsis when there were more.
func shortDescription(s string) string {
	const most = 70
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// letterOf is the letter of a drawn plate: the first letter or digit of a name.
func letterOf(name string) string {
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsNumber(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return ""
}

func posterOf(m *media) *image {
	if m == nil {
		return nil
	}
	return m.Poster
}

// variant is the address of a picture's first variant there is, else of the picture.
func (f *facts) variant(i *image, names ...string) string {
	if i == nil {
		return ""
	}
	for _, n := range names {
		address := map[string]string{"wide": i.Wide, "square": i.Square, "circle": i.Circle}[n]
		if p := f.picture(address); p != "" {
			return p
		}
	}
	return f.picture(i.URL)
}

// active tells whether the shop takes orders at all; true while that is not known (client/src/app/facts.ts).
func (f *facts) active() bool {
	var hours struct {
		Meta struct {
			IsActive any `json:"isActive"`
		} `json:"meta"`
	}
	if json.Unmarshal(f.hours, &hours) != nil || hours.Meta.IsActive == nil {
		return true
	}
	return isOn(fmt.Sprint(hours.Meta.IsActive))
}
