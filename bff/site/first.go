package site

import (
	"cmp"
	"encoding/json"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"tablefront/bff/rawjson"
)

// The first paint is what a customer sees before any script has run. Its markup comes from the client (client/src/first); this
// file fills it with values. client/e2e/first.desktop.spec.ts compares it with the client that replaces it.

// firstPaint is the page: header, and the menu or an inner page's head.
type firstPaint struct {
	Name, Logo           string
	OpenMenu, Main, Cart template.HTML
	Menu                 *firstMenu     // nil on other screens
	Screen               *firstScreen   // nil for the menu, or with the header only
	Branches             *firstBranches // below the head of the choice of a branch

	sheet *firstSheet // over the menu, outside of #root; nil if there is none
	leads []leadPicture
}

// leadPicture is the largest image of the first screen, which is preloaded unless it is empty. Media are the windows that show
// it, empty for all. With an image service the browser chooses its width, so only the image element can load it.
type leadPicture struct{ URL, Media string }

// firstSheet is the sheet of the address's product or menu, over the menu. The client's sheet replaces it
// (client/src/ui/modal.ts).
type firstSheet struct {
	Name, Description string
	Close             template.HTML
	Wide              string // the image of wide windows, empty for the same
	firstImage
}

// SizedWide is Sized for the image of wide windows.
func (s firstSheet) SizedWide(width int) template.Srcset {
	return firstImage{s.Wide, s.Service}.Sized(width)
}

// firstScreen is the head of an inner page: breadcrumb, h1, and the image behind them.
type firstScreen struct {
	Breadcrumb, Title template.HTML
	Trail             []firstStep
	Narrow, Pictured  bool
	Stored            string // what must be in the browser's storage for this screen; otherwise start.ts removes it
	Scripts           string // paths of the screen's own scripts, which start.ts requests
}

type firstStep struct {
	Label template.HTML
	Path  string
}

// firstBranches is the choice of a branch. Its dropdown works only with scripts.
type firstBranches struct {
	Label, Continue, All, Postcode template.HTML
	Cards                          []branchCard
}

// branchCard is a branch's card; Chosen is the badge of the customer's own, empty for others.
type branchCard struct {
	Name, URL      string
	Chosen, Action template.HTML
}

type firstMenu struct {
	Title, Branch, OpenState, Categories, Search, Allergens template.HTML
	Pictures                                                bool
	Hero                                                    *firstHero // nil without pictures
	Strip                                                   *firstStrip
	Slides                                                  []firstSlide
	Section                                                 *firstSection
}

// firstHero is the restaurant's pictures above the menu.
type firstHero struct {
	Label    template.HTML
	Several  bool
	Pictures []firstHeroPicture
}

// firstHeroPicture is one of them. Lead marks the largest image of the first screen.
type firstHeroPicture struct {
	Letter string
	Lead   bool
	firstImage
}

// firstStrip shows how, where and when, before anything is chosen.
type firstStrip struct {
	How, Where, When, Change template.HTML
	Delivery, Curbside       bool // selects the icon
}

// firstImage is an image; without an address, a plate with a letter is drawn. Service is the image service for other widths,
// empty if there is none.
type firstImage struct{ URL, Service string }

// Sized returns the image's address in a width. It fills the template of the image service exactly as
// client/src/shop/restaurant/pictures.ts does, so that browsers fetch an image once.
func (i firstImage) Sized(width int) template.Srcset {
	return template.Srcset(strings.NewReplacer("{url}", encodeComponent(i.URL), "{width}", strconv.Itoa(width)).Replace(i.Service)) //nolint:gosec // the operator's template, and escaped
}

// encodeComponent is encodeURIComponent of JavaScript.
func encodeComponent(text string) string {
	return strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").Replace(url.QueryEscape(text))
}

type firstSlide struct {
	ID              string
	Name            template.HTML
	Pictured, Eager bool
	Letter          string
	firstImage
}

type firstSection struct {
	ID, Description       string
	Title                 template.HTML
	Fixed, Plain, Gallery bool // fixed-price menus; cards without pictures; pictures beside them
	Menus                 []firstMenuCard
	Products              []firstProductCard
}

// firstCard has the fields that both kinds of cards share. Lead marks the largest image of the first screen.
type firstCard struct {
	Address, Name, Description, Letter string
	Price, Litre                       template.HTML
	Plain, Eager, Lead                 bool
	Later                              bool // only the client can write the price: its space is reserved
	firstImage
}

type firstMenuCard struct {
	firstCard
	Parts, InsteadOf template.HTML
	Was, Discount    string // of a menu with a discount
}

type firstProductCard struct {
	firstCard
	Allergens template.HTML
	Codes     string
	raw       json.RawMessage
}

// Field returns a field of the product as the backend sends it, for a replaced view (docs/brand.md): a text or a number; empty for anything
// else.
func (c firstProductCard) Field(name string) string {
	var fields map[string]any
	if json.Unmarshal(c.raw, &fields) != nil {
		return ""
	}
	if number, ok := fields[name].(float64); ok {
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	return textOf(fields[name])
}

// first returns the data of a page's first paint. If a guard would redirect (docs/specification.md section 2), it has the header
// only.
func (f *facts) first() *firstPaint {
	build := &f.s.fragments
	title := f.text("SITE_TITLE")
	p := &firstPaint{
		Name: cmp.Or(title, f.branch.Name, f.say("Menu")), Logo: f.pictureOf("LOGO"),
		OpenMenu: f.markup("Open the menu"), Main: f.markup("Main"), Cart: f.markup("Cart"),
	}
	if p.Screen = f.firstScreen(); p.Screen != nil {
		p.Branches = f.firstBranches()
		if p.Screen.Pictured {
			p.leads = []leadPicture{{URL: f.pictureOf("BREADCRUMB_BACKGROUND")}}
		}
	}
	if shown, _ := build.guarded(f, build.at("/", nil)); p.Screen != nil || !f.at.home() || f.raw["categories"] == nil || f.raw["menus"] == nil || shown == nil || !shown.home() {
		return p
	}
	p.Menu = &firstMenu{
		Title: cmp.Or(escaped(title), f.markup("Menu")), Branch: escaped(f.branch.Name), Categories: f.markup("Categories"), Search: f.markup("Search the menu"),
		Allergens: f.markup("Allergens"), Pictures: !f.on("HIDE_CATEGORY_IMAGES"), OpenState: f.markup("Open"), Strip: f.firstStrip(),
	}
	p.hero(f, title)
	if f.branch.Name == "" && len(f.branches) > 1 {
		p.Menu.Branch = f.markup("Choose a branch")
	}
	switch {
	case len(f.menus) > 0:
		p.Menu.slide(f, "menus", f.say("Menus"), f.markup("Menus"), f.menus[0].Media)
		p.Menu.Section = p.menus(f)
	case len(f.categories) > 0:
		p.Menu.Section = p.products(f)
	}
	for _, c := range f.categories {
		p.Menu.slide(f, "category-"+c.ID.text(), c.Name, escaped(c.Name), c.Media)
	}
	if f.shown.kind == "product" || f.shown.kind == "menu" {
		p.open(f)
	}
	return p
}

// hero adds the restaurant's pictures (client/src/features/menu/Hero.tsx).
func (p *firstPaint) hero(f *facts, title string) {
	hero := firstHero{Label: f.markup("Pictures")}
	for _, i := range f.slides("SPLASH_LOGO") {
		if shown := f.image(i.Wide, i.URL); shown.URL != "" {
			hero.Pictures = append(hero.Pictures, firstHeroPicture{Letter: f.s.fragments.letterOf(title), Lead: len(hero.Pictures) == 0, firstImage: shown})
		}
	}
	if len(hero.Pictures) > 0 {
		hero.Several = len(hero.Pictures) > 1
		p.Menu.Hero, p.leads = &hero, []leadPicture{{URL: hero.Pictures[0].URL}}
	}
}

// open adds the sheet of the address over the menu, so that a link to a dish shows it at once.
func (p *firstPaint) open(f *facts) {
	p.sheet = &firstSheet{Name: f.shown.name, Description: f.shown.description, Close: f.markup("Close"), firstImage: f.image(f.shown.plain)}
	plain, wide := p.sheet.URL, f.picture(f.shown.picture)
	p.leads = []leadPicture{{URL: plain}}
	if plain != "" && wide != "" && wide != plain {
		p.sheet.Wide = wide
		p.leads = []leadPicture{{plain, "(width < 40rem)"}, {wide, "(width >= 40rem)"}}
	}
}

// firstScreen returns the head of an inner page, nil if a guard would redirect.
func (f *facts) firstScreen() *firstScreen {
	shown, stored := f.s.fragments.guarded(f, f.at)
	if f.raw["settings"] == nil || shown == nil || shown.Head == nil {
		return nil
	}
	of := shown.Head
	screen := &firstScreen{
		Breadcrumb: f.markup("Breadcrumb"), Title: f.markup(cmp.Or(f.at.Title, shown.Title)), Stored: stored, Scripts: strings.Join(shown.Scripts, " "),
		Narrow: of.Narrow || of.Images != "" && !f.hasImages(of.Images), Pictured: !of.Bare && f.pictureOf("BREADCRUMB_BACKGROUND") != "",
	}
	for _, step := range append([]step{f.s.fragments.HomeStep}, of.Trail...) {
		screen.Trail = append(screen.Trail, firstStep{f.markup(step.Label), step.Path})
	}
	return screen
}

// firstBranches returns the choice of a branch, nil on other screens.
func (f *facts) firstBranches() *firstBranches {
	shown, _ := f.s.fragments.guarded(f, f.at)
	if shown == nil || shown.Name != "selectBranch" || f.raw["branches"] == nil || len(f.branches) == 0 {
		return nil
	}
	all := &firstBranches{Label: f.markup("Branch"), Continue: f.markup("Continue"), All: f.markup("All branches"), Postcode: f.markup("Your postcode")}
	for _, b := range f.branches {
		card := branchCard{Name: b.Name, URL: b.URL, Action: f.markup("Order here")}
		if b.URL == f.branch.URL {
			card.Chosen, card.Action = f.markup("Your branch"), f.markup("Stay here")
		}
		all.Cards = append(all.Cards, card)
	}
	return all
}

// firstStrip returns the strip before anything is chosen (client/src/features/menu/DeliveryStrip.tsx), nil if nothing can be
// ordered.
func (f *facts) firstStrip() *firstStrip {
	offered := slices.DeleteFunc(slices.Clone(f.s.fragments.DeliverTypes), func(d deliverType) bool { return !f.on(d.Setting) })
	if len(offered) == 0 {
		return nil
	}
	w, only := f.s.fragments.Words, offered[0]
	strip := &firstStrip{How: f.markup(w.How), When: f.markup(w.When), Change: f.markup(w.Change)}
	if len(offered) == 1 {
		strip.How, strip.Delivery, strip.Curbside = f.markup(only.Label), only.Type == "delivery", only.Type == "curbside"
	}
	if strip.Delivery {
		strip.Where = f.markup(w.Where)
	}
	return strip
}

func (m *firstMenu) slide(f *facts, id, name string, shown template.HTML, pictures media) {
	s := firstSlide{ID: id, Name: shown, Pictured: m.Pictures, Letter: f.s.fragments.letterOf(name)}
	if m.Pictures {
		s.Eager = len(m.Slides) < f.s.fragments.Limits.EagerSlides
		s.firstImage = f.image(pictures.Poster.Circle, pictures.Poster.Square, pictures.Poster.URL)
	}
	m.Slides = append(m.Slides, s)
}

func (p *firstPaint) menus(f *facts) *firstSection {
	limits := f.s.fragments.Limits
	sec := &firstSection{ID: "menus", Title: f.markup("Menus"), Fixed: true, Plain: withoutPictures(f.menus)}
	for i, d := range f.menus[:min(len(f.menus), limits.Menus)] {
		c := firstMenuCard{firstCard: p.card(f, "menu", d, sec.Plain, i, limits.EagerMenus, d.Media.Poster.Wide)}
		f.menuPrice(&c, d)
		if n := len(d.Items); n > 1 {
			c.Parts = template.HTML(strings.ReplaceAll(string(f.markup("{{count}} items")), "{{count}}", strconv.Itoa(n))) //nolint:gosec // escaped by markup
		}
		sec.Menus = append(sec.Menus, c)
	}
	return sec
}

func (p *firstPaint) products(f *facts) *firstSection {
	of, products, limits := f.categories[0], f.dishes(0), f.s.fragments.Limits
	sec := &firstSection{
		ID: "category-" + of.ID.text(), Title: escaped(of.Name), Description: textOf(of.Description),
		Plain: withoutPictures(products), Gallery: len(of.Media.Gallery) > 0,
	}
	// As the backend sends them; list leaves out what is not a product.
	whole := list[json.RawMessage](rawjson.Find(f.products[0], "data").Of(f.products[0]))
	for i, d := range products[:min(len(products), limits.Products)] {
		c := firstProductCard{firstCard: p.card(f, "product", d, sec.Plain, i, limits.EagerProducts, d.Media.Poster.Square), Allergens: f.markup("Allergens")}
		if len(whole) == len(products) {
			c.raw = whole[i]
		}
		f.productPrice(&c.firstCard, d)
		var codes []string
		for _, a := range d.Allergens {
			codes = append(codes, a.Name)
		}
		c.Codes = strings.Join(codes, ", ")
		sec.Products = append(sec.Products, c)
	}
	return sec
}

// withoutPictures reports whether none of these has an image: their cards are then text only.
func withoutPictures(dishes []dish) bool {
	return !slices.ContainsFunc(dishes, func(d dish) bool { return d.Media.Poster.URL != "" })
}

// card returns what both kinds of cards share, for the i-th dish of a section. It prefers the given crop of the image.
func (p *firstPaint) card(f *facts, kind string, d dish, plain bool, i, eager int, crop string) firstCard {
	build := &f.s.fragments
	description, _ := d.Description.(string)
	if r := []rune(description); len(r) > build.Limits.Description {
		description = string(r[:build.Limits.Description]) + "…"
	}
	c := firstCard{Address: addressOf(kind, d.ID.text()), Name: d.Name, Description: description, Letter: build.letterOf(d.Name), Plain: plain}
	if !plain {
		c.firstImage, c.Eager, c.Lead = f.image(crop, d.Media.Poster.URL), i < eager, i == 0 && p.Menu.Hero == nil
	}
	if c.Lead {
		p.leads = []leadPicture{{URL: c.URL}}
	}
	return c
}

// image returns the first of these images that a page may show. Vector images have no other widths.
func (f *facts) image(addresses ...string) firstImage {
	i := firstImage{URL: f.picture(addresses...)}
	if i.URL != "" && !isFile(i.URL, ".svg") {
		i.Service = f.s.c.ImagesURL
	}
	return i
}
