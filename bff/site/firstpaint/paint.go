package firstpaint

import (
	"cmp"
	"encoding/json"
	"html/template"
	"slices"
	"strconv"
	"strings"

	"tablefront/bff/rawjson"
	"tablefront/bff/site/shop"
)

// View is what is painted.
type View struct {
	*shop.Facts
	At     Place
	Opened *Opened // over the menu; nil if nothing is
}

// Opened is the product or menu whose sheet is over the menu. Picture is the widest image, Plain the one for phones.
type Opened struct{ Name, Description, Picture, Plain string }

// Painted is the markup of a first paint.
type Painted struct {
	Root  string // inside #root
	Sheet string // after #root; empty if nothing is opened
	Leads []Lead
}

// Lead is the largest image of the first screen, which is preloaded unless it is empty. Media are the windows that show it, empty for
// all. With an image service the browser chooses its width, so only the image element can load it.
type Lead struct{ URL, Media string }

// Paint fills the fragments with a view's values. If a guard would redirect (docs/specification.md section 2), it paints the header only.
func (b *Build) Paint(v View) (painted Painted) {
	if b.templates == nil {
		return painted
	}
	p := (&painter{v, b}).page()
	painted.Root = b.fill("page", p)
	if p.sheet != nil {
		painted.Sheet = b.fill("sheet", p.sheet)
	}
	if b.options.ImagesURL == "" {
		painted.Leads = p.leads
	}
	return painted
}

// painter makes the data of a view's fragments.
type painter struct {
	View
	build *Build
}

// page is the page: header, and the menu or an inner page's head.
type page struct {
	Name, Logo           string
	TopBar               bool // the header has a top bar
	OpenMenu, Main, Cart template.HTML
	Menu                 *menu         // nil on other screens
	Screen               *screen       // nil for the menu, or with the header only
	Branches             *branchChoice // below the head of the choice of a branch

	sheet *sheet // over the menu, outside of #root; nil if there is none
	leads []Lead
}

// sheet is the sheet of the address's product or menu, over the menu. The client's sheet replaces it
// (client/src/ui/modal.ts).
type sheet struct {
	Name, Description string
	Close             template.HTML
	Wide              string // the image of wide windows, empty for the same
	image
}

// SizedWide is Sized for the image of wide windows.
func (s sheet) SizedWide(width int) template.Srcset {
	return image{s.Wide, s.Service}.Sized(width)
}

// screen is the head of an inner page: breadcrumb, h1, and the image behind them.
type screen struct {
	Breadcrumb, Title template.HTML
	Trail             []crumb
	Narrow, Pictured  bool
	Stored            string // what must be in the browser's storage for this screen; otherwise start.ts removes it
	Scripts           string // paths of the screen's own scripts, which start.ts requests
}

type crumb struct {
	Label template.HTML
	Path  string
}

// branchChoice is the choice of a branch. Its dropdown works only with scripts.
type branchChoice struct {
	Label, Continue, All, Postcode template.HTML
	Cards                          []branchCard
}

// branchCard is a branch's card; Chosen is the badge of the customer's own, empty for others.
type branchCard struct {
	Name, URL      string
	Chosen, Action template.HTML
}

type menu struct {
	Title, Restaurant, Branch, OpenState, Categories, Search, Allergens template.HTML // Restaurant: the beginning of the branch's name that only screen readers read
	Pictures, Place                                                     bool          // Place: branch or open state are shown
	Hero                                                                *hero         // nil without pictures
	Strip                                                               *strip
	Slides                                                              []slide // none if there is only one
	Section                                                             *section
}

// hero is the restaurant's pictures above the menu.
type hero struct {
	Label    template.HTML
	Several  bool
	Pictures []heroPicture
}

// heroPicture is one of them. Lead marks the largest image of the first screen.
type heroPicture struct {
	Letter string
	Lead   bool
	image
}

// strip shows how, where and when, before anything is chosen.
type strip struct {
	How, Where, When, Change template.HTML
	Delivery, Curbside       bool // selects the icon
}

// image is an image; without an address, a plate with a letter is drawn. Service is the image service for other widths,
// empty if there is none.
type image struct{ URL, Service string }

// Sized returns the image's address in a width. It fills the template of the image service exactly as
// client/src/restaurant/pictures.ts does, so that browsers fetch an image once.
func (i image) Sized(width int) template.Srcset {
	return template.Srcset(strings.NewReplacer("{url}", shop.EncodeComponent(i.URL), "{width}", strconv.Itoa(width)).Replace(i.Service))
}

type slide struct {
	ID              string
	Name            template.HTML
	Pictured, Eager bool
	Letter          string
	image
}

type section struct {
	ID, Description       string
	Title                 template.HTML
	Fixed, Plain, Gallery bool // fixed-price menus; cards without pictures; pictures beside them
	Menus                 []menuCard
	Products              []productCard
}

// card has the fields that both kinds of cards share. Lead marks the largest image of the first screen.
type card struct {
	Address, Name, Description, Letter string
	Price, Litre                       template.HTML
	SoldOut                            template.HTML // the badge's text; empty: for sale
	Plain, Eager, Lead                 bool
	Later                              bool // only the client can write the price: its space is reserved
	image
}

type menuCard struct {
	card
	Parts, InsteadOf template.HTML
	Was, Discount    string // of a menu with a discount
}

type productCard struct {
	card
	Allergens template.HTML
	Codes     string
	raw       json.RawMessage
}

// Field returns a field of the product as the backend sends it, for a replaced view (docs/brand.md): a text or a number; empty for anything
// else.
func (c productCard) Field(name string) string {
	var fields map[string]any
	if json.Unmarshal(c.raw, &fields) != nil {
		return ""
	}
	if number, ok := fields[name].(float64); ok {
		return strconv.FormatFloat(number, 'f', -1, 64)
	}
	return shop.TextOf(fields[name])
}

func (f *painter) page() *page {
	title := f.Text("SITE_TITLE")
	p := &page{
		Name: cmp.Or(title, f.Branch.Name, f.Say("Menu")), Logo: f.PictureOf("LOGO"),
		TopBar: f.topBar(), OpenMenu: f.Markup("Open the menu"), Main: f.Markup("Main"), Cart: f.Markup("Cart"),
	}
	if p.Screen = f.screen(); p.Screen != nil {
		p.Branches = f.branchChoice()
		if p.Screen.Pictured {
			p.leads = []Lead{{URL: f.PictureOf("BREADCRUMB_BACKGROUND")}}
		}
	}
	if shown, _ := f.build.guarded(f.Facts, f.build.At("/", nil)); p.Screen != nil || !f.At.Home() || f.Raw["categories"] == nil || f.Raw["menus"] == nil || shown == nil || !shown.Home() {
		return p
	}
	restaurant, branch := f.build.splitBranchName(f.Branch.Name, title)
	p.Menu = &menu{
		Title: cmp.Or(shop.Escaped(title), f.Markup("Menu")), Restaurant: shop.Escaped(restaurant), Branch: shop.Escaped(branch), Categories: f.Markup("Categories"), Search: f.Markup("Search the menu"),
		Allergens: f.Markup("Allergens"), Pictures: !f.On("HIDE_CATEGORY_IMAGES"), Strip: f.strip(),
	}
	if f.hasHours() {
		p.Menu.OpenState = f.Markup("Open")
	}
	p.Menu.Place = f.hasBranch() || f.hasHours()
	p.hero(f, title)
	if f.Branch.Name == "" && len(f.Branches) > 1 {
		p.Menu.Branch = f.Markup("Choose a branch")
	}
	switch {
	case len(f.Menus) > 0:
		p.Menu.slide(f, "menus", f.Say("Menus"), f.Markup("Menus"), f.Menus[0].Media)
		p.Menu.Section = p.menus(f)
	case len(f.Categories) > 0:
		p.Menu.Section = p.products(f)
	}
	for _, c := range f.Categories {
		p.Menu.slide(f, "category-"+c.ID.Text(), c.Name, shop.Escaped(c.Name), c.Media)
	}
	if len(p.Menu.Slides) == 1 {
		p.Menu.Slides = nil
	}
	if f.Opened != nil {
		p.open(f)
	}
	return p
}

// hasHours reports whether the open state is shown. Hours that are not known yet have their space.
func (f *painter) hasHours() bool { return f.Hours.Data != nil || f.Raw["workingHours"] == nil }

// hasBranch reports whether a branch, or the choice of one, is shown.
func (f *painter) hasBranch() bool { return f.Branch.Name != "" || len(f.Branches) > 1 }

// topBar reports whether the top bar of wide screens has content (client/src/app/useHasTopBar.ts).
func (f *painter) topBar() bool {
	return f.hasBranch() || f.hasHours() || f.build.options.Phone != "" || len(shop.List[string](f.Raw["languages"])) > 1 || slices.ContainsFunc(f.build.TopBarSettings, f.On)
}

// hero adds the restaurant's pictures (client/src/features/menu/Hero.tsx).
func (p *page) hero(f *painter, title string) {
	hero := hero{Label: f.Markup("Pictures")}
	for _, i := range f.Slides("SPLASH_LOGO") {
		if shown := f.image(i.Wide, i.URL); shown.URL != "" {
			hero.Pictures = append(hero.Pictures, heroPicture{Letter: f.build.letterOf(title), Lead: len(hero.Pictures) == 0, image: shown})
		}
	}
	if len(hero.Pictures) > 0 {
		hero.Several = len(hero.Pictures) > 1
		p.Menu.Hero, p.leads = &hero, []Lead{{URL: hero.Pictures[0].URL}}
	}
}

// open adds the sheet of the address over the menu, so that a link to a dish shows it at once.
func (p *page) open(f *painter) {
	p.sheet = &sheet{Name: f.Opened.Name, Description: f.Opened.Description, Close: f.Markup("Close"), image: f.image(f.Opened.Plain)}
	plain, wide := p.sheet.URL, f.Picture(f.Opened.Picture)
	p.leads = []Lead{{URL: plain}}
	if plain != "" && wide != "" && wide != plain {
		p.sheet.Wide = wide
		p.leads = []Lead{{plain, "(width < 40rem)"}, {wide, "(width >= 40rem)"}}
	}
}

// screen returns the head of an inner page, nil if a guard would redirect.
func (f *painter) screen() *screen {
	shown, stored := f.build.guarded(f.Facts, f.At)
	if f.Raw["settings"] == nil || shown == nil || shown.Head == nil {
		return nil
	}
	of := shown.Head
	screen := &screen{
		Breadcrumb: f.Markup("Breadcrumb"), Title: f.Markup(cmp.Or(f.At.Title, shown.Title)), Stored: stored, Scripts: strings.Join(shown.Scripts, " "),
		Narrow: of.Narrow || of.Images != "" && !f.HasImages(of.Images), Pictured: !of.Bare && f.PictureOf("BREADCRUMB_BACKGROUND") != "",
	}
	for _, step := range append([]step{f.build.HomeStep}, of.Trail...) {
		screen.Trail = append(screen.Trail, crumb{f.Markup(step.Label), step.Path})
	}
	return screen
}

// branchChoice returns the choice of a branch, nil on other screens.
func (f *painter) branchChoice() *branchChoice {
	shown, _ := f.build.guarded(f.Facts, f.At)
	if shown == nil || shown.Name != "selectBranch" || f.Raw["branches"] == nil || len(f.Branches) == 0 {
		return nil
	}
	all := &branchChoice{Label: f.Markup("Branch"), Continue: f.Markup("Continue"), All: f.Markup("All branches"), Postcode: f.Markup("Your postcode")}
	for _, b := range f.Branches {
		card := branchCard{Name: b.Name, URL: b.URL, Action: f.Markup("Order here")}
		if b.URL == f.Branch.URL {
			card.Chosen, card.Action = f.Markup("Your branch"), f.Markup("Stay here")
		}
		all.Cards = append(all.Cards, card)
	}
	return all
}

// strip returns the strip before anything is chosen (client/src/features/menu/DeliveryStrip.tsx), nil if nothing can be
// ordered.
func (f *painter) strip() *strip {
	offered := slices.DeleteFunc(slices.Clone(f.build.DeliverTypes), func(d deliverType) bool { return !f.On(d.Setting) })
	if len(offered) == 0 {
		return nil
	}
	w, only := f.build.Words, offered[0]
	strip := &strip{How: f.Markup(w.How), When: f.Markup(w.When), Change: f.Markup(w.Change)}
	if len(offered) == 1 {
		strip.How, strip.Delivery, strip.Curbside = f.Markup(only.Label), only.Type == "delivery", only.Type == "curbside"
	}
	if strip.Delivery {
		strip.Where = f.Markup(w.Where)
	}
	return strip
}

func (m *menu) slide(f *painter, id, name string, shown template.HTML, pictures shop.Media) {
	s := slide{ID: id, Name: shown, Pictured: m.Pictures, Letter: f.build.letterOf(name)}
	if m.Pictures {
		s.Eager = len(m.Slides) < f.build.Limits.EagerSlides
		s.image = f.image(pictures.Poster.Circle, pictures.Poster.Square, pictures.Poster.URL)
	}
	m.Slides = append(m.Slides, s)
}

func (p *page) menus(f *painter) *section {
	limits := f.build.Limits
	sec := &section{ID: "menus", Title: f.Markup("Menus"), Fixed: true, Plain: withoutPictures(f.Menus)}
	for i, d := range f.Menus[:min(len(f.Menus), limits.Menus)] {
		c := menuCard{card: p.card(f, "menu", d, sec.Plain, i, limits.EagerMenus, d.Media.Poster.Wide)}
		f.menuPrice(&c, d)
		if n := len(d.Items); n > 1 {
			c.Parts = template.HTML(strings.ReplaceAll(string(f.Markup("{{count}} items")), "{{count}}", strconv.Itoa(n)))
		}
		sec.Menus = append(sec.Menus, c)
	}
	return sec
}

func (p *page) products(f *painter) *section {
	of, products, limits := f.Categories[0], f.Dishes(0), f.build.Limits
	sec := &section{
		ID: "category-" + of.ID.Text(), Title: shop.Escaped(of.Name), Description: strings.TrimSpace(of.Description),
		Plain: withoutPictures(products), Gallery: len(of.Media.Gallery) > 0,
	}
	// As the backend sends them; list leaves out what is not a product.
	whole := shop.List[json.RawMessage](rawjson.Find(f.Products[0], "data").Of(f.Products[0]))
	for i, d := range products[:min(len(products), limits.Products)] {
		c := productCard{card: p.card(f, "product", d, sec.Plain, i, limits.EagerProducts, d.Media.Poster.Square), Allergens: f.Markup("Allergens")}
		if len(whole) == len(products) {
			c.raw = whole[i]
		}
		f.productPrice(&c.card, d)
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
func withoutPictures(dishes []shop.Dish) bool {
	return !slices.ContainsFunc(dishes, func(d shop.Dish) bool { return d.Media.Poster.URL != "" })
}

// card returns what both kinds of cards share, for the i-th dish of a section. It prefers the given crop of the image.
func (p *page) card(f *painter, kind string, d shop.Dish, plain bool, i, eager int, crop string) card {
	build := f.build
	description := d.Description
	// A combo's is whole: it may say the lowest price of the last thirty days.
	if kind == "product" {
		description = cutAfterWord(description, build.Limits.Description)
	}
	c := card{Address: shop.Address(kind, d.ID.Text()), Name: d.Name, Description: description, Letter: build.letterOf(d.Name), Plain: plain}
	if !plain {
		c.image, c.Eager, c.Lead = f.image(crop, d.Media.Poster.URL), i < eager, i == 0 && p.Menu.Hero == nil
	}
	if c.Lead {
		p.leads = []Lead{{URL: c.URL}}
	}
	return c
}

// image returns the first of these images that a page may show. Vector images have no other widths.
func (f *painter) image(addresses ...string) image {
	i := image{URL: f.Picture(addresses...)}
	if i.URL != "" && !shop.IsFile(i.URL, ".svg") {
		i.Service = f.build.options.ImagesURL
	}
	return i
}
