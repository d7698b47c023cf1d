package site

import (
	"bytes"
	"cmp"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"

	xhtml "golang.org/x/net/html"
)

const defaultAccent = "#c2410c" // client/src/ui/tokens.css has the derived colours; a test compares them

// shopName is SITE_TITLE, or the product's own name.
func (f *facts) shopName() string {
	if t := f.text("SITE_TITLE"); t != "" {
		return cut(t, 120)
	}
	return "Tablefront"
}

// description is a one-line description of the shop; there is no setting for it.
func (f *facts) description() string {
	parts := []string{f.shopName()}
	for _, w := range [][2]string{{"ALLOW_DELIVERY", "Delivery"}, {"ALLOW_TAKEAWAY", "Takeaway"}, {"ALLOW_CURBSIDE", "Curbside"}, {"RESERVATION_ENABLED", "Reservation"}} {
		if f.on(w[0]) {
			parts = append(parts, f.say(w[1]))
		}
	}
	for _, key := range []string{"ADDRESS", "PHONE"} {
		if t := f.text(key); t != "" {
			parts = append(parts, strings.Join(strings.Fields(t), " "))
		}
	}
	return cut(strings.Join(parts, " · "), 300)
}

// head renders the page's head. shown is the product or menu of the address, if any.
func (s *Site) head(f *facts, at place, show string, shown *card) []byte {
	var b bytes.Buffer
	title, description, picture := f.shopName(), f.description(), f.picture(f.text("LOGO"))
	if at.Title != "" {
		title = f.say(at.Title) + " · " + title
		description = cut(f.say(at.Title)+" · "+description, 300)
	}
	if p := f.sharedPicture(); p != "" && at.home() {
		picture = p
	}
	canonical := at.Path
	if shown != nil {
		title = cut(shown.name, 120) + " · " + f.shopName()
		if shown.description != "" {
			description = cut(shown.description, 300)
		}
		if p := f.picture(shown.picture); p != "" {
			picture = p
		}
		kind, value, _ := strings.Cut(show, "=")
		canonical = "/?" + kind + "=" + url.QueryEscape(value)
	}
	tag := func(open, value, end string) {
		if value != "" {
			b.WriteString(open + html.EscapeString(value) + end + "\n")
		}
	}
	tag("<title>", title, "</title>")
	tag(`<meta name="description" content="`, description, `">`)
	tag(`<meta name="theme-color" data-scheme="light" media="(prefers-color-scheme: light)" content="`, s.shopAccent(f), `">`)
	tag(`<meta name="theme-color" data-scheme="dark" media="(prefers-color-scheme: dark)" content="`, deriveAccent(s.shopAccent(f), "dark").Fill, `">`)
	if icon := f.picture(f.text("FAVICON")); icon != "" {
		tag(`<link rel="icon" href="`, icon, `">`)
		// iOS does not show SVG icons.
		if u, err := url.Parse(icon); err != nil || strings.HasSuffix(strings.ToLower(u.Path), ".svg") {
			icon = "/icon-180.png"
		}
		tag(`<link rel="apple-touch-icon" href="`, icon, `">`)
	} else if !s.shell.icon && s.assets["/icon.svg"] != nil {
		tag(`<link rel="icon" href="`, "/icon.svg", `">`)
	}
	b.WriteString("<link rel=\"manifest\" href=\"/manifest.webmanifest\">\n")
	if !at.Indexed {
		b.WriteString("<meta name=\"robots\" content=\"noindex\">\n")
		return b.Bytes()
	}
	lang := func(l string) string {
		if l == s.c.Language {
			return s.c.PublicURL + canonical
		}
		if strings.Contains(canonical, "?") {
			return s.c.PublicURL + canonical + "&lang=" + l
		}
		return s.c.PublicURL + canonical + "?lang=" + l
	}
	tag(`<link rel="canonical" href="`, lang(f.lang), `">`)
	if len(f.langs) > 1 {
		for _, l := range f.langs {
			tag(`<link rel="alternate" hreflang="`+html.EscapeString(l)+`" href="`, lang(l), `">`)
		}
		tag(`<link rel="alternate" hreflang="x-default" href="`, s.c.PublicURL+canonical, `">`)
	}
	tag(`<meta property="og:type" content="`, "website", `">`)
	tag(`<meta property="og:site_name" content="`, f.shopName(), `">`)
	tag(`<meta property="og:title" content="`, title, `">`)
	tag(`<meta property="og:description" content="`, description, `">`)
	tag(`<meta property="og:locale" content="`, strings.ReplaceAll(f.lang, "-", "_"), `">`)
	for _, l := range f.langs {
		if l != f.lang {
			tag(`<meta property="og:locale:alternate" content="`, strings.ReplaceAll(l, "-", "_"), `">`)
		}
	}
	if s.c.PublicURL != "" {
		tag(`<meta property="og:url" content="`, lang(f.lang), `">`)
	}
	tag(`<meta property="og:image" content="`, picture, `">`)
	if picture != "" {
		tag(`<meta property="og:image:alt" content="`, title, `">`)
		tag(`<meta name="twitter:card" content="`, "summary_large_image", `">`)
	}
	return b.Bytes()
}

// sharedPicture is the preview image of a link to the shop: the first image of the menu that is neither SVG nor AVIF, which few
// social networks support; empty if there is none.
func (f *facts) sharedPicture() string {
	candidates := list[dish](f.menus)
	if len(f.products) > 0 {
		candidates = append(candidates, f.dishes(0)...)
	}
	for _, d := range candidates {
		if d.Media == nil || d.Media.Poster == nil {
			continue
		}
		for _, address := range []string{d.Media.Poster.Wide, d.Media.Poster.URL} {
			p := f.picture(address)
			if u, err := url.Parse(p); p != "" && err == nil && !strings.HasSuffix(u.Path, ".svg") && !strings.HasSuffix(u.Path, ".avif") {
				return p
			}
		}
	}
	return ""
}

// cards returns the products, menus and information pages, which have their own addresses.
func (f *facts) cards() map[string]card {
	out := map[string]card{}
	add := func(kind string, d dish) {
		c := card{name: d.Name, description: cut(strings.Join(strings.Fields(textOf(d.Description)), " "), 300)}
		if d.Media != nil {
			c.plain = urlOf(d.Media.Poster)
			if c.picture = c.plain; d.Media.Poster != nil && d.Media.Poster.Wide != "" {
				c.picture = d.Media.Poster.Wide
			}
		}
		if d.Name != "" && len(out) < maxAddresses {
			out[kind+"="+d.ID.text()] = c
		}
	}
	for i := range f.products {
		for _, d := range f.dishes(i) {
			add("product", d)
		}
	}
	for _, m := range list[dish](f.menus) {
		add("menu", m)
	}
	for _, p := range list[struct {
		ID   id
		Name string
		Text any
	}](f.pages) {
		if p.Name != "" && len(out) < 10_000 {
			out["page="+p.ID.text()] = card{name: p.Name, description: wordsOf(textOf(p.Text), 300)}
		}
	}
	return out
}

var days = [...]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

var timeOfDay = regexp.MustCompile(`^([01]\d|2[0-4]):[0-5]\d$`)

type object = map[string]any

// structured returns the page's structured data: schema.org Restaurant with opening hours, menu and actions. A data block
// needs no permission of the policy.
func (s *Site) structured(f *facts, at place) []byte {
	base := s.c.PublicURL
	r := object{"@context": "https://schema.org", "@type": "Restaurant", "name": f.shopName()}
	put := func(o object, key string, v any) {
		switch t := v.(type) {
		case string:
			if t == "" {
				return
			}
		case []any:
			if len(t) == 0 {
				return
			}
		case []string:
			if len(t) == 0 {
				return
			}
		}
		o[key] = v
	}
	put(r, "@id", absolute(base, "/#restaurant"))
	put(r, "url", absolute(base, "/"))
	put(r, "image", f.picture(f.text("LOGO")))
	put(r, "telephone", cmp.Or(f.text("PHONE"), s.c.Phone))
	put(r, "email", f.text("CONTACT_EMAIL"))
	put(r, "currenciesAccepted", s.c.Currency)
	if a := f.text("ADDRESS"); a != "" {
		r["address"] = object{"@type": "PostalAddress", "streetAddress": strings.Join(strings.Fields(a), " "), "addressCountry": strings.ToUpper(s.c.Country)}
	}
	if lat, lng, ok := coordinates(f.text("RESTAURANT_COORDINATES")); ok {
		r["geo"] = object{"@type": "GeoCoordinates", "latitude": lat, "longitude": lng}
	}
	var same []string
	for _, key := range []string{"FACEBOOK", "INSTAGRAM", "PINTEREST", "LINKEDIN", "TWITTER", "TRIPADVISOR", "TIKTOK"} {
		if o := originOf(f.text(key)); strings.HasPrefix(o, "https://") {
			same = append(same, f.text(key))
		}
	}
	put(r, "sameAs", same)
	put(r, "openingHoursSpecification", f.openingHours())
	if f.settings != nil {
		r["acceptsReservations"] = f.on("RESERVATION_ENABLED")
	}
	var actions []any
	var methods []string
	if f.on("ALLOW_DELIVERY") {
		methods = append(methods, "http://purl.org/goodrelations/v1#DeliveryModeOwnFleet")
	}
	if f.on("ALLOW_TAKEAWAY") || f.on("ALLOW_CURBSIDE") {
		methods = append(methods, "http://purl.org/goodrelations/v1#DeliveryModePickUp")
	}
	if base != "" && len(methods) > 0 {
		actions = append(actions, object{
			"@type": "OrderAction", "target": entryPoint(base+"/", f.lang), "deliveryMethod": methods,
		})
	}
	if base != "" && f.on("RESERVATION_ENABLED") {
		actions = append(actions, object{
			"@type": "ReserveAction", "target": entryPoint(base+reservationAddress, f.lang),
			"result": object{"@type": "FoodEstablishmentReservation"},
		})
	}
	put(r, "potentialAction", actions)
	if at.home() {
		if m := s.menu(f); m != nil {
			r["hasMenu"] = m
		}
	} else {
		put(r, "hasMenu", absolute(base, "/"))
	}
	out, err := json.Marshal(r) // escapes <, > and &
	if err != nil {
		return []byte("{}")
	}
	return out
}

// reservationAddress opens the reservation form; a test compares its parameter with client/src/shop/paths.ts.
const reservationAddress = "/?reservation=1"

// entryPoint is the start of an action, the same page on every device.
func entryPoint(address, lang string) object {
	return object{
		"@type": "EntryPoint", "urlTemplate": address, "inLanguage": lang,
		"actionPlatform": []string{"https://schema.org/DesktopWebPlatform", "https://schema.org/MobileWebPlatform"},
	}
}

// wordsOf returns at most n bytes of the text of an HTML fragment, without its markup.
func wordsOf(fragment string, n int) string {
	var words []string
	size := 0
	for z := xhtml.NewTokenizer(strings.NewReader(fragment)); size <= n; {
		kind := z.Next()
		if kind == xhtml.ErrorToken {
			break
		}
		name, _ := z.TagName()
		if tag := string(name); kind == xhtml.StartTagToken && (tag == "script" || tag == "style") {
			z.Next()
		}
		if kind == xhtml.TextToken {
			for _, w := range strings.Fields(html.UnescapeString(string(z.Raw()))) {
				words, size = append(words, w), size+len(w)+1
			}
		}
	}
	return cut(strings.Join(words, " "), n)
}

func absolute(base, path string) string {
	if base == "" {
		return ""
	}
	return base + path
}

func (f *facts) openingHours() []any {
	var hours struct {
		Data map[string]json.RawMessage
	}
	if json.Unmarshal(f.hours, &hours) != nil {
		return nil
	}
	var out []any
	for _, day := range days {
		for _, h := range list[struct{ Start, End string }](hours.Data[day]) {
			if !timeOfDay.MatchString(h.Start) || !timeOfDay.MatchString(h.End) {
				continue
			}
			end := h.End
			if end == "24:00" {
				end = "23:59"
			}
			out = append(out, object{
				"@type": "OpeningHoursSpecification", "dayOfWeek": "https://schema.org/" + strings.ToUpper(day[:1]) + day[1:],
				"opens": h.Start, "closes": end,
			})
		}
	}
	return out
}

// menu returns the shop's menu by sections, up to menuDishes.
func (s *Site) menu(f *facts) object {
	var sections []any
	left := menuDishes
	item := func(kind string, d dish, price string) object {
		o := object{"@type": "MenuItem", "name": d.Name}
		if d.Media != nil {
			if p := f.picture(urlOf(d.Media.Poster)); p != "" {
				o["image"] = p
			}
		}
		if t := strings.Join(strings.Fields(textOf(d.Description)), " "); t != "" {
			o["description"] = cut(t, 200)
		}
		if a := absolute(s.c.PublicURL, "/?"+kind+"="+url.QueryEscape(d.ID.text())); a != "" {
			o["url"] = a
		}
		if price != "" {
			o["offers"] = object{"@type": "Offer", "price": price, "priceCurrency": s.c.Currency}
		}
		return o
	}
	section := func(name, description string, items []any) {
		o := object{"@type": "MenuSection", "name": name}
		if description != "" {
			o["description"] = cut(description, 200)
		}
		if len(items) > 0 {
			o["hasMenuItem"] = items
		}
		sections = append(sections, o)
	}
	var menus []any
	for _, m := range list[dish](f.menus) {
		if left == 0 || m.Name == "" {
			break
		}
		left--
		menus = append(menus, item("menu", m, discounted(m.Price, m.Discount)))
	}
	if len(menus) > 0 {
		section(f.say("Menus"), "", menus)
	}
	for i, c := range f.categoryList {
		if i == menuCategories || c.Name == "" {
			break
		}
		var items []any
		var products []dish
		if left > 0 {
			products = f.dishes(i)
		}
		for _, d := range products {
			if left == 0 {
				break
			}
			if d.Name == "" {
				continue
			}
			left--
			price := ""
			if len(d.Sizes) > 0 {
				price = amount(d.Sizes[0].Price)
			}
			items = append(items, item("product", d, price))
		}
		section(c.Name, textOf(c.Description), items)
	}
	if len(sections) == 0 {
		return nil
	}
	return object{"@type": "Menu", "inLanguage": f.lang, "hasMenuSection": sections}
}

// cut shortens a text to at most n bytes, at a character boundary.
func cut(s string, n int) string {
	s = strings.ToValidUTF8(s, "")
	if len(s) <= n {
		return s
	}
	s = s[:n-len("…")]
	for !utf8.ValidString(s) {
		s = s[:len(s)-1]
	}
	return strings.TrimRight(s, " ") + "…"
}

// serveManifest serves the web app manifest of the branch and language.
func (s *Site) serveManifest(w http.ResponseWriter, r *http.Request) {
	branch := s.branchOf(r)
	lang := s.langOf(r, branch)
	s.serveFile(w, r, "manifest\n"+branch+"\n"+lang, "application/manifest+json", s.version(branch), func() []byte {
		f := s.collectAndRead(r.Context(), branch, lang, place{}, s.c.Wait)
		icons := []any{}
		seen := map[string]bool{}
		for _, key := range []string{"FAVICON", "LOGO"} {
			if p := f.picture(f.text(key)); p != "" && !seen[p] {
				seen[p] = true
				icons = append(icons, object{"src": p, "sizes": "any", "purpose": "any"})
			}
		}
		if s.assets["/icon.svg"] != nil {
			icons = append(icons, object{"src": "/icon.svg", "sizes": "any", "type": "image/svg+xml"})
		}
		icons = append(icons,
			object{"src": "/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
			object{"src": "/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
			object{"src": "/icon-maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
		)
		m := object{
			"id": "/", "name": f.shopName(), "short_name": cut(f.shopName(), 24), "description": f.description(), "lang": f.lang, "dir": s.directionOf(f.lang),
			"start_url": "/", "scope": "/", "display": "standalone", "theme_color": s.shopAccent(f), "background_color": "#ffffff", "icons": icons,
			"categories": []string{"food", "shopping"},
		}
		shortcuts := []any{}
		for _, at := range [][2]string{{"Cart", "/checkout"}, {"Reservation", reservationAddress}, {"My Orders", "/me/my-orders"}, {"Contact Us", "/contact"}} {
			if at[1] != reservationAddress || f.on("RESERVATION_ENABLED") {
				shortcuts = append(shortcuts, object{"name": f.say(at[0]), "url": at[1]})
			}
		}
		m["shortcuts"] = shortcuts
		out, err := json.Marshal(m)
		if err != nil {
			return []byte("{}")
		}
		return out
	})
}

// base is the shop's public address.
func (s *Site) base(r *http.Request) string {
	if s.c.PublicURL != "" {
		return s.c.PublicURL
	}
	host := s.c.Host(r)
	if !policyHost.MatchString(host) || len(host) > 255 {
		return ""
	}
	if s.c.HTTPS(r) {
		return "https://" + strings.ToLower(host)
	}
	return "http://" + strings.ToLower(host)
}

func (s *Site) serveRobots(w http.ResponseWriter, r *http.Request) {
	text := "User-agent: *\nDisallow: /api/\nDisallow: /bff/\nDisallow: /me\nDisallow: /_table-cards\nDisallow: /checkout\nDisallow: /login\nDisallow: /register\nDisallow: /reset-password\n"
	if base := s.base(r); base != "" {
		text += "Sitemap: " + base + "/sitemap.xml\n"
	}
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", "public, max-age=300")
	if !notModified(w, r, etagOf([]byte(text))) {
		sendText(w, r, []byte(text))
	}
}

// maxAddresses is the limit of a sitemap by its protocol.
const maxAddresses = 50_000

var notInSlug = regexp.MustCompile(`[^\p{L}\p{N}]+`)

// slugOf returns the URL fragment of a category, as the client computes it (client/src/domain/text.ts).
func slugOf(name string) string {
	return strings.Trim(notInSlug.ReplaceAllString(strings.ToLower(name), "-"), "-")
}

// serveSitemap lists the pages for search engines: home, contact, information pages, categories, products and menus of the main
// host in the default language.
func (s *Site) serveSitemap(w http.ResponseWriter, r *http.Request) {
	base := s.base(r)
	if base == "" {
		respondText(w, r, http.StatusNotFound, "There is nothing at this address.")
		return
	}
	s.serveFile(w, r, "sitemap\n"+base, "application/xml", s.source.Version(""), func() []byte {
		f := s.collectAndRead(r.Context(), "", s.c.Language, homePlace, sitemapWait)
		var b bytes.Buffer
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
		n := 0
		add := func(path string) {
			if n < maxAddresses {
				n++
				b.WriteString("<url><loc>" + html.EscapeString(base+path) + "</loc></url>\n")
			}
		}
		add("/")
		add("/contact")
		if s.c.Accessibility {
			add("/accessibility")
		}
		for _, p := range list[struct{ ID id }](f.pages) {
			add("/?page=" + url.QueryEscape(p.ID.text()))
		}
		for _, m := range list[dish](f.menus) {
			add("/?menu=" + url.QueryEscape(m.ID.text()))
		}
		for _, c := range f.categoryList {
			if slug := slugOf(c.Name); slug != "" {
				add("/#" + url.PathEscape(slug))
			}
		}
		for i := range f.categoryList {
			for _, d := range f.dishes(i) {
				add("/?product=" + url.QueryEscape(d.ID.text()))
			}
		}
		b.WriteString("</urlset>\n")
		return b.Bytes()
	})
}
