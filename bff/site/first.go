package site

import (
	"cmp"
	"encoding/json"
	"html"
	"html/template"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The first paint is what a customer sees before any script has run. Its markup comes from the client (client/src/first); this
// file fills it with values. client/e2e/first.desktop.spec.ts compares it with the client that replaces it.

// firstPaint is the page: header, and the menu or an inner page's head.
type firstPaint struct {
	Name, Logo           string
	OpenMenu, Main, Cart template.HTML
	Menu                 *firstMenu   // nil on other screens
	Screen               *firstScreen // nil for the menu, or with the header only

	sheet *firstSheet // over the menu, outside of #root; nil if there is none
	leads []leadPicture
}

// firstSheet is the sheet of the address's product or menu, over the menu. The client's sheet replaces it
// (client/src/ui/modal.ts).
type firstSheet struct {
	Name, Description, URL, Wide, Service string
	Close                                 template.HTML
}

// Sized and SizedWide return the addresses of its images in a width.
func (s firstSheet) Sized(width int) template.Srcset     { return sized(s.Service, s.URL, width) }
func (s firstSheet) SizedWide(width int) template.Srcset { return sized(s.Service, s.Wide, width) } //nolint:revive // described above

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

type firstMenu struct {
	Title, Branch, OpenState, Categories, Search, Allergens template.HTML
	Pictures                                                bool
	Strip                                                   *firstStrip
	Slides                                                  []firstSlide
	Section                                                 *firstSection
}

// firstStrip shows how, where and when, before anything is chosen.
type firstStrip struct {
	How, Where, When, Change template.HTML
	Delivery, Curbside       bool // selects the icon
}

// firstImage is an image; without an address, a plate with a letter is drawn. Service is the image service for other widths,
// empty if there is none.
type firstImage struct{ URL, Letter, Service string }

// Sized returns the image's address in a width.
func (i firstImage) Sized(width int) template.Srcset { return sized(i.Service, i.URL, width) }

// sized fills the template of an image service exactly as client/src/shop/pictures.ts does, so that browsers fetch an image once.
func sized(service, address string, width int) template.Srcset {
	escaped := strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").Replace(url.QueryEscape(address))
	return template.Srcset(strings.NewReplacer("{url}", escaped, "{width}", strconv.Itoa(width)).Replace(service)) //nolint:gosec // the operator's template, and escaped
}

// serviceFor returns the image service for an image, empty for vector images.
func (s *Site) serviceFor(address string) string {
	if u, err := url.Parse(address); err != nil || address == "" || strings.HasSuffix(strings.ToLower(u.Path), ".svg") {
		return ""
	}
	return s.c.ImagesURL
}

type firstSlide struct {
	ID       string
	Name     template.HTML
	Pictured bool
	Eager    bool
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
	Address, Name, Description, Price string
	Eager, Lead                       bool
	firstImage
}

type firstMenuCard struct {
	firstCard
	Parts template.HTML
	Plain bool
}

type firstProductCard struct {
	firstCard
	Allergens template.HTML
	Codes     string
	Plain     bool
}

// leadPicture is the largest image of the first screen, with a media attribute if only some window sizes show it.
type leadPicture struct{ url, media string }

// open adds the sheet of the address over the menu, so that a link to a dish shows it at once.
func (p *firstPaint) open(s *Site, f *facts, show string, shown *card) {
	kind, _, _ := strings.Cut(show, "=")
	if p.Menu == nil || shown == nil || kind != "product" && kind != "menu" {
		return
	}
	p.sheet = &firstSheet{Name: shown.name, Description: shown.description, Close: f.markup("Close"), URL: f.picture(shown.plain)}
	p.sheet.Service = s.serviceFor(p.sheet.URL)
	wide := f.picture(shown.picture)
	switch p.leads = nil; {
	case p.sheet.URL == "":
	case wide == p.sheet.URL || wide == "":
		p.leads = []leadPicture{{url: p.sheet.URL}}
	default:
		p.sheet.Wide = wide
		p.leads = []leadPicture{{p.sheet.URL, ` media="(width < 40rem)"`}, {wide, ` media="(width >= 40rem)"`}}
	}
}

// screen returns the head of an inner page, nil if a guard would redirect.
func (s *Site) screen(f *facts, at place) *firstScreen {
	if f.settings == nil {
		return nil
	}
	shown, stored := s.fragments.guarded(f, at)
	if shown == nil || shown.Head == nil {
		return nil
	}
	of := shown.Head
	head := &firstScreen{
		Breadcrumb: f.markup("Breadcrumb"), Title: f.markup(cmp.Or(at.Title, shown.Title)), Stored: stored, Scripts: strings.Join(shown.Scripts, " "),
		Narrow: of.Narrow || of.Images != "" && !f.hasImages(of.Images), Pictured: !of.Bare && f.picture(f.text("BREADCRUMB_BACKGROUND")) != "",
	}
	for _, step := range append([]step{s.fragments.HomeStep}, of.Trail...) {
		head.Trail = append(head.Trail, firstStep{f.markup(step.Label), step.Path})
	}
	return head
}

// first returns the data of a page's first paint. If a guard would redirect (docs/specification.md section 2), it has the header
// only.
func (s *Site) first(f *facts, at place) *firstPaint {
	limits := s.fragments.Limits
	p := &firstPaint{
		Name: f.text("SITE_TITLE"), Logo: f.picture(f.text("LOGO")),
		OpenMenu: f.markup("Open the menu"), Main: f.markup("Main"), Cart: f.markup("Cart"),
	}
	title := cmp.Or(escaped(p.Name), f.markup("Menu"))
	p.Name = cmp.Or(p.Name, f.branchName(), f.say("Menu"))
	if p.Screen = s.screen(f, at); p.Screen != nil {
		if p.Screen.Pictured {
			p.leads = []leadPicture{{url: f.picture(f.text("BREADCRUMB_BACKGROUND"))}}
		}
		return p
	}
	if shown, _ := s.fragments.guarded(f, s.fragments.at("/", nil)); !at.home() || f.categories == nil || f.menus == nil || shown == nil || !shown.home() {
		return p
	}
	m := &firstMenu{
		Title: title, Categories: f.markup("Categories"), Search: f.markup("Search the menu"), Allergens: f.markup("Allergens"),
		Pictures: !f.on("HIDE_CATEGORY_IMAGES"), OpenState: f.markup("Open"), Strip: s.firstStrip(f),
	}
	p.Menu = m
	if m.Branch = escaped(f.branchName()); m.Branch == "" && len(f.branches) > 1 {
		m.Branch = f.markup("Choose a branch")
	}
	menus, categories := list[dish](f.menus), f.categoryList
	slide := func(id, name string, shown template.HTML, poster *image) {
		sl := firstSlide{ID: id, Name: shown, Pictured: m.Pictures}
		if m.Pictures {
			sl.Eager, sl.firstImage = len(m.Slides) < limits.EagerSlides, firstImage{URL: f.variant(poster, "circle", "square"), Letter: s.fragments.letterOf(name)}
			sl.Service = s.serviceFor(sl.URL)
		}
		m.Slides = append(m.Slides, sl)
	}
	if len(menus) > 0 {
		slide("menus", f.say("Menus"), f.markup("Menus"), posterOf(menus[0].Media))
		m.Section = f.firstMenus(menus, &s.fragments)
	}
	for _, c := range categories {
		slide("category-"+c.ID.text(), c.Name, escaped(c.Name), posterOf(c.Media))
	}
	if m.Section == nil && len(categories) > 0 {
		m.Section = f.firstProducts(categories[0], &s.fragments)
	}
	if m.Section != nil {
		p.leads = m.Section.leads()
		for i := range m.Section.Menus {
			m.Section.Menus[i].Service = s.serviceFor(m.Section.Menus[i].URL)
		}
		for i := range m.Section.Products {
			m.Section.Products[i].Service = s.serviceFor(m.Section.Products[i].URL)
		}
	}
	return p
}

// escaped is a text of the upstream as markup.
func escaped(text string) template.HTML { return template.HTML(html.EscapeString(text)) } //nolint:gosec // escaped

// leads returns the image of the first card, if it has one.
func (sec *firstSection) leads() []leadPicture {
	for _, c := range sec.Menus[:min(1, len(sec.Menus))] {
		if c.URL != "" {
			return []leadPicture{{url: c.URL}}
		}
	}
	for _, c := range sec.Products[:min(1, len(sec.Products))] {
		if c.URL != "" {
			return []leadPicture{{url: c.URL}}
		}
	}
	return nil
}

// firstStrip returns the strip before anything is chosen (client/src/features/menu/DeliveryStrip.tsx), nil if nothing can be
// ordered.
func (s *Site) firstStrip(f *facts) *firstStrip {
	var offered []deliverType
	for _, d := range s.fragments.DeliverTypes {
		if f.on(d.Setting) {
			offered = append(offered, d)
		}
	}
	w := s.fragments.Words
	strip := &firstStrip{How: f.markup(w.How), When: f.markup(w.When), Change: f.markup(w.Change)}
	switch len(offered) {
	case 0:
		return nil
	case 1:
		only := offered[0]
		strip.How, strip.Delivery, strip.Curbside = f.markup(only.Label), only.Type == "delivery", only.Type == "curbside"
		if strip.Delivery {
			strip.Where = f.markup(w.Where)
		}
	}
	return strip
}

func (f *facts) firstMenus(menus []dish, build *fragments) *firstSection {
	sec := &firstSection{ID: "menus", Title: f.markup("Menus"), Fixed: true, Plain: withoutPictures(menus)}
	for i, d := range menus[:min(len(menus), build.Limits.Menus)] {
		c := firstMenuCard{firstCard: f.firstCard("menu", d, build), Plain: sec.Plain}
		c.Price = amount(d.Price)
		if !sec.Plain {
			c.URL, c.Eager, c.Lead = f.variant(posterOf(d.Media), "wide"), i < build.Limits.EagerMenus, i == 0
		}
		if n := len(d.Items); n > 1 {
			c.Parts = template.HTML(strings.ReplaceAll(string(f.markup("Parts: {{count}}")), "{{count}}", strconv.Itoa(n))) //nolint:gosec // escaped by markup
		}
		sec.Menus = append(sec.Menus, c)
	}
	return sec
}

func (f *facts) firstProducts(of category, build *fragments) *firstSection {
	products := f.dishes(0)
	sec := &firstSection{ID: "category-" + of.ID.text(), Title: escaped(of.Name), Description: textOf(of.Description), Plain: withoutPictures(products)}
	sec.Gallery = of.Media != nil && len(of.Media.Gallery) > 0
	for i, d := range products[:min(len(products), build.Limits.Products)] {
		c := firstProductCard{firstCard: f.firstCard("product", d, build), Plain: sec.Plain}
		if len(d.Sizes) > 0 {
			c.Price = amount(d.Sizes[0].Price) + " €"
		}
		var codes []string
		for _, a := range d.Allergens {
			codes = append(codes, a.Name)
		}
		c.Allergens, c.Codes = f.markup("Allergens"), strings.Join(codes, ", ")
		if !sec.Plain {
			c.URL, c.Eager, c.Lead = f.variant(posterOf(d.Media), "square"), i < build.Limits.EagerProducts, i == 0
		}
		sec.Products = append(sec.Products, c)
	}
	return sec
}

// branchName is the name of the chosen branch, empty if none is chosen.
func (f *facts) branchName() string {
	for _, b := range list[struct{ Name, URL string }](f.branchList) {
		if f.branch != "" && strings.EqualFold(strings.TrimRight(b.URL, "/"), strings.TrimRight(f.branch, "/")) {
			return b.Name
		}
	}
	return ""
}

// withoutPictures reports whether none of these has an image: their cards are then text only.
func withoutPictures(dishes []dish) bool {
	return !slices.ContainsFunc(dishes, func(d dish) bool { return urlOf(posterOf(d.Media)) != "" })
}

func (f *facts) firstCard(kind string, d dish, build *fragments) firstCard {
	description, _ := d.Description.(string)
	return firstCard{
		Address: "/?" + kind + "=" + url.QueryEscape(d.ID.text()), Name: d.Name, Description: shortened(description, build.Limits.Description),
		firstImage: firstImage{Letter: build.letterOf(d.Name)},
	}
}

// shortened cuts a text to a number of characters and adds an ellipsis.
func shortened(s string, most int) string {
	if utf8.RuneCountInString(s) <= most {
		return s
	}
	return string([]rune(s)[:most]) + "…"
}

// letterOf returns the letter on a drawn plate.
func (c *fragments) letterOf(name string) string { return strings.ToUpper(c.Letter.FindString(name)) }

func posterOf(m *media) *image {
	if m == nil {
		return nil
	}
	return m.Poster
}

// variant returns the address of the first of an image's variants that exists, otherwise of the image.
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

// active reports whether the shop takes orders at all, true if that is unknown (client/src/app/facts.ts).
func (f *facts) active() bool {
	var hours struct {
		Meta struct {
			IsActive *bool `json:"isActive"`
		} `json:"meta"`
	}
	return json.Unmarshal(f.hours, &hours) != nil || hours.Meta.IsActive == nil || *hours.Meta.IsActive
}
