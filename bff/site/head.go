package site

import (
	"cmp"
	_ "embed" // of the head's markup
	"slices"
	"strings"
	"text/template"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"tablefront/bff/site/accent"
	"tablefront/bff/site/firstpaint"
	"tablefront/bff/site/shop"
)

// shopName is SITE_TITLE, or the product's own name.
func (f *facts) shopName() string { return cut(cmp.Or(f.Text("SITE_TITLE"), "Tablefront"), 120) }

// description is a one-line description of the shop; there is no setting for it.
func (f *facts) description() string {
	parts := []string{f.shopName()}
	for _, w := range [][2]string{{"ALLOW_DELIVERY", "Delivery"}, {"ALLOW_TAKEAWAY", "Takeaway"}, {"ALLOW_CURBSIDE", "Curbside"}, {"RESERVATION_ENABLED", "Reservation"}} {
		if f.On(w[0]) {
			parts = append(parts, f.Say(w[1]))
		}
	}
	for _, key := range []string{"ADDRESS", "PHONE"} {
		if t := f.Text(key); t != "" {
			parts = append(parts, oneLine(t))
		}
	}
	return cut(strings.Join(parts, " · "), 300)
}

//go:embed head.tmpl
var headMarkup string

// headTemplate escapes only what it is told to: the look and the custom code are markup, as they are.
var headTemplate = template.Must(template.New("head").Funcs(template.FuncMap{
	"locale": func(lang string) string { return strings.ReplaceAll(lang, "-", "_") },
}).Parse(strings.TrimSuffix(headMarkup, "\n")))

// head renders the page's head, with the look and the operator's own code.
func (f *facts) head(leads []firstpaint.Lead, look, code string) string {
	s, title, description, canonical := f.s, f.shopName(), f.description(), f.s.c.PublicURL+f.at.Path
	picture := f.PictureOf("LOGO")
	if f.at.Home() {
		picture = cmp.Or(f.sharedPicture(), picture)
	}
	if f.at.Title != "" {
		title = f.Say(f.at.Title) + " · " + title
		description = cut(f.Say(f.at.Title)+" · "+description, 300)
	}
	if c := f.shown; c.address != "" {
		title, canonical = cut(c.name, 120)+" · "+title, s.c.PublicURL+c.address
		description = cmp.Or(cut(c.description, 300), description)
		picture = cmp.Or(f.Picture(c.picture), picture)
	}
	icon := f.PictureOf("FAVICON")
	touchIcon := icon
	if shop.IsFile(icon, ".svg") {
		touchIcon = "/icon-180.png" // iOS does not show SVG icons
	}
	inLanguage := func(l string) string {
		switch {
		case l == s.c.Language:
			return canonical
		case strings.Contains(canonical, "?"):
			return canonical + "&lang=" + l
		}
		return canonical + "?lang=" + l
	}
	var b strings.Builder
	headTemplate.Execute(&b, object{
		"Shop": f.shopName(), "Title": title, "Description": description, "Picture": f.absolutePicture(picture), "Icon": icon, "TouchIcon": touchIcon,
		"Accent": f.accent(), "DarkAccent": accent.Derive(f.accent(), "dark").Fill,
		"Indexed": f.at.Indexed, "PublicURL": s.c.PublicURL, "Canonical": canonical, "In": inLanguage, "Lang": f.lang, "Languages": f.langs,
		"Leads": leads, "Look": look, "Code": code,
	})
	return b.String()
}

// sharedPicture is the preview image of a link to the shop: the first image of the menu that is neither SVG nor AVIF, which few
// social networks support; empty if there is none.
func (f *facts) sharedPicture() string {
	candidates := f.Menus
	if len(f.Products) > 0 {
		candidates = slices.Concat(f.Menus, f.Dishes(0))
	}
	for _, d := range candidates {
		for _, address := range []string{d.Media.Poster.Wide, d.Media.Poster.URL} {
			if p := f.Picture(address); p != "" && !shop.IsFile(p, ".svg", ".avif") {
				return p
			}
		}
	}
	return ""
}

// eachDish calls visit with every menu and product, and the name of its kind in addresses.
func (f *facts) eachDish(visit func(kind string, d shop.Dish)) {
	for _, d := range f.Menus {
		visit("menu", d)
	}
	for i := range f.Categories {
		for _, d := range f.Dishes(i) {
			visit("product", d)
		}
	}
}

// cards returns the products, menus and information pages by address.
func (f *facts) cards() map[string]card {
	all := map[string]card{}
	add := func(kind string, id shop.ID, c card) {
		if c.kind, c.address = kind, shop.Address(kind, id.Text()); c.name != "" && len(all) < maxAddresses {
			all[c.address] = c
		}
	}
	f.eachDish(func(kind string, d shop.Dish) {
		poster := d.Media.Poster
		add(kind, d.ID, card{name: d.Name, description: cut(oneLine(strings.TrimSpace(d.Description)), 300), picture: cmp.Or(poster.Wide, poster.URL), plain: poster.URL})
	})
	for _, p := range f.Pages {
		add("page", p.ID, card{name: p.Name, description: wordsOf(strings.TrimSpace(p.Text), 300)})
	}
	return all
}

// wordsOf returns at most n bytes of the text of an HTML fragment, without its markup.
func wordsOf(fragment string, n int) string {
	doc, err := xhtml.Parse(strings.NewReader(fragment))
	if err != nil {
		return ""
	}
	var words []string
	for node := range doc.Descendants() {
		if node.Type == xhtml.TextNode && node.Parent.DataAtom != atom.Script && node.Parent.DataAtom != atom.Style {
			words = append(words, strings.Fields(node.Data)...)
		}
	}
	return cut(strings.Join(words, " "), n)
}

// oneLine is a text without line breaks and repeated spaces.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

// cut shortens a text to at most n bytes, at a character boundary.
func cut(s string, n int) string {
	if s = strings.ToValidUTF8(s, ""); len(s) > n {
		s = strings.TrimRight(strings.ToValidUTF8(s[:n-len("…")], ""), " ") + "…"
	}
	return s
}
