package site

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/net/html"

	"tablefront/bff/site/accent"
	"tablefront/bff/site/firstpaint"
)

// builtFragments returns the fragments of the client build.
func builtFragments() []byte {
	b, err := os.ReadFile("../../client/dist/" + firstpaint.File)
	if err != nil {
		panic("run make build: " + err.Error())
	}
	return b
}

// withParts returns the client's build with some parts replaced.
func withParts(t *testing.T, parts map[string]any) map[string]any {
	t.Helper()
	var all map[string]any
	if err := json.Unmarshal(builtFragments(), &all); err != nil {
		t.Fatal(err)
	}
	maps.Copy(all, parts)
	return all
}

// withBuild starts a site with the client's build in which some parts are replaced.
func withBuild(t *testing.T, parts map[string]any) *Site {
	t.Helper()
	b, err := json.Marshal(withParts(t, parts))
	if err != nil {
		t.Fatal(err)
	}
	with := maps.Clone(dist)
	with[firstpaint.File] = &fstest.MapFile{Data: b}
	return newSiteOf(with, newFakeSource())
}

// TestPlaces: which screens there are, with which guards, is the client's choice.
func TestPlaces(t *testing.T) {
	s := withBuild(t, map[string]any{
		"places": []any{
			map[string]any{"name": "home", "path": "/", "guard": "home"},
			map[string]any{"name": "x", "path": "/x/:y", "title": "Another page", "guard": "closed", "head": map[string]any{"narrow": true}, "scripts": []string{"/assets/a.js", "/assets/b.js"}},
		},
		"guards":       map[string]any{"home": []any{}, "closed": []any{map[string]any{"when": []string{"!newMoon"}}, map[string]any{"when": []string{}, "to": "/"}}},
		"factSettings": map[string]any{"newMoon": "NEW_MOON"},
	})
	if page := root(t, get(s, "/x/1")); !strings.Contains(page, `<h1 class="Screen_title"><span lang="en" dir="ltr">Another page</span></h1>`) || !strings.Contains(page, "Screen_narrow") ||
		!strings.Contains(page, `data-scripts="/assets/a.js /assets/b.js"`) {
		t.Error(page)
	}
}

// TestFragments: the executable depends on no class or element of the markup.
func TestFragments(t *testing.T) {
	fragments := withParts(t, nil)["fragments"].(map[string]any)
	fragments["menuCard"] = strings.ReplaceAll(fragments["menuCard"].(string), `class="MenuCard_card ComboCard_card`, `class="ComboCard_tile`)
	if page := root(t, get(withBuild(t, map[string]any{"fragments": fragments}), "/")); !strings.Contains(page, `<article class="ComboCard_tile`) {
		t.Errorf("another class: %s", page)
	}
}

// root returns the content of #root.
func root(t testing.TB, w *httptest.ResponseRecorder) string {
	t.Helper()
	_, rest, found := strings.Cut(w.Body.String(), `<div id="root">`)
	inside, _, ended := strings.Cut(rest, `<script type="application/`)
	if !found || !ended {
		t.Fatal("no #root before the data")
	}
	return inside
}

// TestFirstPaint: the page has the header, the categories and the first cards, with text and images.
func TestFirstPaint(t *testing.T) {
	source := newFakeSource()
	w := get(newSite(source), "/")
	page := root(t, w)
	for _, want := range []string{
		`>Zum Goldenen Löffel</h1>`, `src="https://shop.example/media/logo.svg"`, `<a href="#menus"`, `>Menüs</span>`, `<a href="#category-3"`, `<a href="#category-p-4"`,
		`<a href="/?menu=5" data-card="true" class="MenuCard_link">Mittagsmenü</a>`, `Suppe und Hauptgang`, `>Choose a branch</span>`, `>Lieferung</span>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page)
		}
	}
	if strings.Contains(page, "style=") || strings.Contains(page, "<script") {
		t.Error("the policy would not allow it")
	}
	source.put("products/menus", "[]")
	page = root(t, get(newSite(source), "/"))
	for _, want := range []string{`<a href="/?product=301" data-card="true" class="MenuCard_link">Margherita</a>`, `src="https://shop.example/media/m.avif"`, `fetchPriority="high"`, "Aus dem Steinofen", "MenuSection_cards"} {
		if !strings.Contains(page, want) {
			t.Errorf("without menus: no %s in %s", want, page)
		}
	}
	whole := get(newSite(source), "/").Body.String()
	if !strings.Contains(whole, `<link rel="preload" as="image" fetchpriority="high" href="https://shop.example/media/m.avif">`) {
		t.Error("the first picture is not asked for at once")
	}
	if p := root(t, get(newSite(source), "/contact")); !strings.Contains(p, "Header_header") || strings.Contains(p, "MenuPage") {
		t.Error("another screen: the header, and no menu")
	}
}

// TestFirstPaintOfAnUnknownDiscount: the combo is shown as the client shows it, without a price.
func TestFirstPaintOfAnUnknownDiscount(t *testing.T) {
	for discount, priced := range map[string]bool{"10": true, `"unknown"`: false, "110": false} {
		source := newFakeSource()
		source.put("products/menus", `[{"id":5,"name":"Mittagsmenü","description":"","price":14.90,"discount":`+discount+`,"items":[]}]`)
		page := root(t, get(newSite(source), "/"))
		_, card, found := strings.Cut(page, `class="MenuCard_link">Mittagsmenü</a>`)
		card, _, _ = strings.Cut(card, "MenuCard_link")
		if got := strings.Contains(card, "14,90"); !found || got != priced {
			t.Errorf("a discount of %s: found %t, a price %t\n%s", discount, found, got, card)
		}
	}
}

// TestFirstPaintOfWhatIsSoldOut: the badge is there at once, so that the card does not change when the client shows it.
func TestFirstPaintOfWhatIsSoldOut(t *testing.T) {
	badge := regexp.MustCompile(`class="Badge_badge[^"]*">(<span[^>]*>)?Sold out<`)
	for stock, sold := range map[string]bool{`"available":true`: false, `"available":false`: true, `"maxQty":0`: true} {
		source := newFakeSource()
		source.put("products/menus", `[{"id":5,"name":"Mittagsmenü","description":"","price":14.90,"discount":10,`+stock+`,"items":[]}]`)
		if page := root(t, get(newSite(source), "/")); badge.MatchString(page) != sold || strings.Contains(page, "Badge_filled") == sold {
			t.Errorf("a combo with %s: sold out %t, want %t\n%s", stock, !sold, sold, page)
		}
		source.put("products/menus", "[]")
		for _, sizes := range []string{`"sizes":[{"id":1,"name":"26 cm","price":8.50}],` + stock, `"sizes":[{"id":1,"name":"26 cm","price":8.50,` + stock + `}]`} {
			source.put(callCategoryProducts+"?3", `{"data":[{"id":301,"name":"Margherita",`+sizes+`}],"meta":{"category":{"data":{"id":3,"name":"Pizza"}}}}`)
			if page := root(t, get(newSite(source), "/")); badge.MatchString(page) != sold {
				t.Errorf("a dish with %s: sold out %t, want %t\n%s", sizes, !sold, sold, page)
			}
		}
	}
}

// TestHero: the pictures of SPLASH_LOGO are above the menu, the first is the largest of the first screen and preloaded; without
// such there is nothing.
func TestHero(t *testing.T) {
	source := newFakeSource()
	for media, want := range map[string]string{
		`{"slider":[{"url":"/a.avif","wide":"/a-wide.avif"},{"url":"javascript:x"}],"gallery":[{"url":"/b.avif"}]}`: `role="group" aria-label="Pictures" tabindex="0" class="Layout_bar Layout_gap2 Layout_scrolls Hero_hero Hero_several">`,
		`{"slider":[{"url":"/a-wide.avif"}]}`: `Hero_hero">`,
		`{"splash":{"url":"/a-wide.avif"}}`:   "",
	} {
		source.responses["settings"] = `[{"key":"SPLASH_LOGO","value":"","media":` + media + `}]`
		whole := get(newSite(source), "/").Body.String()
		page := root(t, get(newSite(source), "/"))
		_, after, found := strings.Cut(page, want)
		hero, _, _ := strings.Cut(after, `<h1`)
		if want == "" {
			if strings.Contains(page, "Hero_hero") || strings.Contains(whole, `href="https://shop.example/a-wide.avif"`) {
				t.Errorf("a picture without a slider: %s", page)
			}
			continue
		}
		if !found || !strings.Contains(hero, `src="https://shop.example/a-wide.avif"`) || strings.Count(hero, "<img") != 1+strings.Count(media, "/b.avif") {
			t.Errorf("%s: %s", media, page)
		}
		if strings.Count(whole, `rel="preload" as="image"`) != 1 || !strings.Contains(whole, `href="https://shop.example/a-wide.avif">`) || strings.Count(page, `fetchPriority="high"`) != 1 {
			t.Errorf("not the one that is loaded first: %s", whole)
		}
	}
}

// TestFirstPaintOfADish: a customer who opens the address of a dish sees its sheet at once, outside of #root, and its image is preloaded.
func TestFirstPaintOfADish(t *testing.T) {
	source := newFakeSource()
	page := get(newSite(source), "/?product=301").Body.String()
	_, sheet, _ := strings.Cut(page, `<div id="first-sheet">`)
	sheet, _, found := strings.Cut(sheet, `<script type="application/`)
	if !found {
		t.Fatalf("no sheet before the data: %s", page)
	}
	for _, want := range []string{`<h2 class="Sheet_title">Margherita</h2>`, "<p>Tomate, Mozzarella", `src="https://shop.example/media/m.avif"`, `srcSet="https://shop.example/media/m-wide.avif"`, `<a href="/" aria-label="Close"`} {
		if !strings.Contains(sheet, want) {
			t.Errorf("no %s in %s", want, sheet)
		}
	}
	for _, want := range []string{`href="https://shop.example/media/m.avif" media="(width < 40rem)">`, `href="https://shop.example/media/m-wide.avif" media="(width >= 40rem)">`} {
		if !strings.Contains(page, `<link rel="preload" as="image" fetchpriority="high" `+want) {
			t.Errorf("not asked for at once: %s", want)
		}
	}
	if strings.Count(page, `rel="preload" as="image"`) != 2 {
		t.Error("another picture is asked for at once")
	}
	if menu := get(newSite(source), "/?menu=5").Body.String(); !strings.Contains(menu, `<h2 class="Sheet_title">Mittagsmenü</h2>`) {
		t.Error("a menu's address has no sheet")
	}
	for _, target := range []string{"/", "/?page=4", "/?product=none", "/contact?product=301"} {
		if strings.Contains(get(newSite(source), target).Body.String(), "first-sheet") {
			t.Errorf("%s has a sheet", target)
		}
	}
	source.responses["working-hours"] = `{"data":{},"meta":{"isOpenNow":false,"nextOpen":null,"isActive":false}}`
	if strings.Contains(get(newSite(source), "/?product=301").Body.String(), "first-sheet") {
		t.Error("the guard leads away, and the sheet is painted")
	}
}

// TestFirstPaintWaits: the menu is not painted if a guard redirects or nothing is known.
func TestFirstPaintWaits(t *testing.T) {
	for name, change := range map[string]func(*fakeSource){
		"no branch chosen": func(source *fakeSource) { source.responses["settings"] = `[{"key":"HAS_BRANCH","value":"1"}]` },
		"not active": func(source *fakeSource) {
			source.responses["working-hours"] = `{"data":{},"meta":{"isOpenNow":false,"nextOpen":null,"isActive":false}}`
		},
		"no copies": func(source *fakeSource) { source.responses = map[string]string{} },
		"broken":    func(source *fakeSource) { source.responses["products/menus"] = `{"a":1}` },
	} {
		source := newFakeSource()
		change(source)
		if p := root(t, get(newSite(source), "/")); strings.Contains(p, "MenuPage") || !strings.Contains(p, "Header_header") {
			t.Errorf("%s: %s", name, p)
		}
	}
	source := newFakeSource()
	source.responses["settings"] = `[{"key":"HAS_BRANCH","value":"1"}]`
	if p := root(t, get(newSite(source), "/", "Cookie", "branch=https%3A%2F%2Fmitte.example")); !strings.Contains(p, ">Mitte</span>") {
		t.Error("the chosen branch does not open the menu")
	}
}

// TestLook: the page's inline style has the shop's colours and fonts, and the policy allows exactly this style.
func TestLook(t *testing.T) {
	source := newFakeSource()
	source.responses["settings"] = `[{"key":"PRIMARY_COLOR","value":"0a5"},{"key":"DEFAULT_FONT","value":"Inter"},{"key":"FONT_SETTINGS","value":"{\"heading\":\"Fraunces\",\"text\":\"</style><script>\"}"},{"key":"BACKGROUND_IMAGE","value":"/bg.webp?a=\")</style>"}]`
	w := get(newSite(source), "/", "Cookie", "lang=ar; styles=%2Fassets%2Fmain-abc.css")
	n := element(t, w.Body.String(), func(n *html.Node) bool { return n.Data == "style" && len(n.Attr) == 1 && n.Attr[0].Key == "data-look" })
	if n == nil {
		t.Fatal("no style")
	}
	style := n.FirstChild.Data
	for _, want := range []string{
		"--accent-fill-light:" + accent.Derive("#00aa55", "light").Fill, `--font-text:var(--font-inter,"Inter Fallback"),var(--font-noto-sans-arabic,"Noto Sans Arabic"),var(--font-fallback)`,
		`--font-heading:var(--font-fraunces,"Fraunces Fallback")`, `--page-picture:url("https://shop.example/bg.webp?a=%22%29%3C/style%3E");`,
	} {
		if !strings.Contains(style, want) {
			t.Errorf("no %s in %s", want, style)
		}
	}
	// A colour in its short form also colours the browser's bars and the installed app.
	for address, want := range map[string]string{"/": `media="(prefers-color-scheme: light)" content="#00aa55"`, "/manifest.webmanifest": `"theme_color":"#00aa55"`} {
		if body := get(newSite(source), address).Body.String(); !strings.Contains(body, want) {
			t.Errorf("%s: no %s", address, want)
		}
	}
	csp := w.Header().Get("Content-Security-Policy")
	if !strings.Contains(csp, "style-src 'self' "+hashOf(style)+";") {
		t.Errorf("the policy does not allow the style: %s", csp)
	}
}

// TestOwnFonts: a font by its address becomes a family of the page, its host is in the policy, and nothing else becomes a rule.
func TestOwnFonts(t *testing.T) {
	look := func(heading string) (style, csp string) {
		source := newFakeSource()
		setting, err := json.Marshal([]map[string]string{{"key": "FONT_SETTINGS", "value": `{"heading":"` + heading + `","text":"Inter"}`}})
		if err != nil {
			t.Fatal(err)
		}
		source.responses["settings"] = string(setting)
		w := get(newSite(source), "/")
		n := element(t, w.Body.String(), func(n *html.Node) bool { return n.Data == "style" && len(n.Attr) == 1 && n.Attr[0].Key == "data-look" })
		return n.FirstChild.Data, w.Header().Get("Content-Security-Policy")
	}
	style, csp := look("https://fonts.example/canela.woff2?v=1")
	for _, want := range []string{`--font-heading:"Shop Heading",var(--font-fallback);`, `@font-face{font-family:"Shop Heading";src:url("https://fonts.example/canela.woff2?v=1");`} {
		if !strings.Contains(style, want) {
			t.Errorf("no %s in %s", want, style)
		}
	}
	if !strings.Contains(csp, "font-src 'self' https://fonts.example;") || !strings.Contains(csp, hashOf(style)) {
		t.Error(csp)
	}
	for _, bad := range []string{"https://fonts.example/a.css", "http://fonts.example/a.woff2", "https://u:p@fonts.example/a.woff2", "https:///a.woff2"} {
		if style, csp := look(bad); strings.Contains(style, "@font-face") || strings.Contains(csp, "fonts.example") {
			t.Errorf("%s: %s %s", bad, style, csp)
		}
	}
	if style, _ := look(`https://fonts.example/a.woff2#\")}</style><script>.woff2`); strings.Contains(style, "<") || strings.Count(style, "}") > 2 {
		t.Error(style)
	}
}

// TestLightOnly: the page says before its first paint that there is no dark appearance.
func TestLightOnly(t *testing.T) {
	marked := func(light bool) bool {
		source := newFakeSource()
		return strings.Contains(get(newSite(source, func(c *Options) { c.LightOnly = light }), "/").Body.String(), ` data-light-only`)
	}
	if !marked(true) || marked(false) {
		t.Error("the root element")
	}
}

// TestImageService: every image of the first paint and of a sheet uses the image service, except vector images; an http service
// is in the policy.
func TestImageService(t *testing.T) {
	source := newFakeSource()
	source.put("products/menus", "[]")
	s := newSite(source, func(c *Options) { c.ImagesURL = "http://img.example/w{width},q=75/{url}" })
	w := get(s, "/?product=301")
	for _, want := range []string{
		`srcSet="http://img.example/w160,q=75/https%3A%2F%2Fshop.example%2Fmedia%2Fm.avif 160w, http://img.example/w320,q=75/https%3A%2F%2Fshop.example%2Fmedia%2Fm.avif 320w, `,
		`http://img.example/w640,q=75/https%3A%2F%2Fshop.example%2Fmedia%2Fm-wide.avif 640w`, `sizes="(width &gt;= 48rem) 18rem, 7rem"`,
	} {
		if !strings.Contains(w.Body.String(), want) {
			t.Errorf("no %s in %s", want, w.Body)
		}
	}
	if strings.Contains(w.Body.String(), "img.example/w160,q=75/https%3A%2F%2Fshop.example%2Fmedia%2Flogo.svg") || strings.Contains(w.Body.String(), `rel="preload" as="image"`) {
		t.Error("a drawing is resized, or a picture asked for in a width that nobody chose")
	}
	if !strings.Contains(w.Header().Get("Content-Security-Policy"), "img-src 'self' https: data: http://img.example") {
		t.Errorf("the policy: %s", w.Header().Get("Content-Security-Policy"))
	}
	if strings.Contains(get(newSite(newFakeSource()), "/").Body.String(), "sizes=") {
		t.Error("without a service everything is as the upstream has it")
	}
}

// TestStylesInPage: on a first visit the styles are inline, with their hash in the policy; a browser that has the file gets a
// link to it, and after a release the inline styles again.
func TestStylesInPage(t *testing.T) {
	const tag, link = `<style data-file="/assets/main-abc.css">@layer base;.a{color:red}</style>`, `<link rel="stylesheet" crossorigin href="/assets/main-abc.css">`
	s := newSite(newFakeSource())
	hash := hashOf("@layer base;.a{color:red}")
	for _, path := range []string{"/", "/contact", "/?product=301"} {
		for cookie, inPage := range map[string]bool{"": true, "styles=%2Fassets%2Fmain-abc.css": false, "styles=%2Fassets%2Fmain-old.css": true} {
			w := get(s, path, "Cookie", cookie)
			body, csp := w.Body.String(), w.Header().Get("Content-Security-Policy")
			if strings.Contains(body, tag) != inPage || strings.Contains(body, link) == inPage || strings.Contains(csp, hash) != inPage {
				t.Errorf("%s %q: in the page %v, as a link %v, policy %s", path, cookie, strings.Contains(body, tag), strings.Contains(body, link), csp)
			}
		}
	}
}

// TestLooksOfMocks: the colours that the mocks use without a BFF are those of the page. UPDATE=1 writes them.
func TestLooksOfMocks(t *testing.T) {
	const file = "../../mocks/data/looks.json"
	b, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var looks map[string]string
	if err := json.Unmarshal(b, &looks); err != nil || len(looks) < 3 {
		t.Fatalf("%d looks, %v", len(looks), err)
	}
	for colour, look := range looks {
		source := newFakeSource()
		source.put("settings", `[{"key":"PRIMARY_COLOR","value":"`+colour+`"}]`)
		made, _, _ := strings.Cut(get(newSite(source), "/look.css").Body.String(), "--font-text")
		if made += "}"; made != look && os.Getenv("UPDATE") == "" {
			t.Errorf("%s: the page has %s", colour, made)
		}
		looks[colour] = made
	}
	if os.Getenv("UPDATE") != "" {
		if b, err = json.MarshalIndent(looks, "", "  "); err == nil {
			err = os.WriteFile(file, append(b, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// TestLookSheet: /look.css has the page's look, by branch and language, and is revalidated each time.
func TestLookSheet(t *testing.T) {
	s := newSite(newFakeSource())
	style := func(cookie string) string {
		return element(t, get(s, "/", "Cookie", cookie).Body.String(), func(n *html.Node) bool { return n.Data == "style" && len(n.Attr) == 1 && n.Attr[0].Key == "data-look" }).FirstChild.Data
	}
	for _, cookie := range []string{"", "lang=ar", "branch=https%3A%2F%2Fmitte.example"} {
		w := get(s, "/look.css", "Cookie", cookie)
		if h := w.Header(); w.Body.String() != style(cookie) || h.Get("Content-Type") != "text/css; charset=utf-8" || h.Get("Cache-Control") != "private, no-cache" || !strings.Contains(h.Get("Vary"), "Cookie") {
			t.Errorf("%q: %v %s", cookie, h, w.Body)
		}
	}
}

// TestTriedAccent: /look.css?accent= has the colours of another accent and nothing else of the shop; what is no colour changes nothing.
func TestTriedAccent(t *testing.T) {
	s := newSite(newFakeSource())
	own := get(s, "/look.css").Body.String()
	for query, want := range map[string]string{"%2300aa55": accent.Styles("#00aa55"), "0a5": accent.Styles("#00aa55"), "red;}": own, "": own} {
		if look := get(s, "/look.css?accent="+query).Body.String(); look != want {
			t.Errorf("%s: %s", query, look)
		}
	}
	if get(s, "/look.css").Body.String() != own {
		t.Error("one that was tried out is the shop's")
	}
}

// A font family's name is written into a style sheet, so it must not contain anything else.
func TestPlainFont(t *testing.T) {
	for written, want := range map[string]string{
		"Inter": "Inter", "'Noto Sans Arabic', serif": "Noto Sans Arabic", "Fraunces Variable": "Fraunces", "思源黑体 2": "思源黑体 2", "a_b-c": "a_b-c",
		strings.Repeat("ä", 60): strings.Repeat("ä", 60), strings.Repeat("a", 61): "",
		"": "", "x;color:red": "", "x{}": "", "x\\": "", "url(x)": "", "a\nb": "", "\xff": "", "a\u00a0b": "", "</style>": "",
	} {
		if got := plainFont(written); got != want {
			t.Errorf("%q: %q", written, got)
		}
	}
}

// TestFirstPaintOfScreens: every other screen has a first paint of its head, unless a guard redirects.
func TestFirstPaintOfScreens(t *testing.T) {
	settings := func(more string) string {
		return `[{"key":"BREADCRUMB_BACKGROUND","value":"/bread.avif"}` + more + `]`
	}
	for name, c := range map[string]struct{ path, settings, cookie, want string }{
		"a plain one":             {"/contact", "", "", ` class="Screen_head Screen_pictured"><div class="Screen_inside Screen_wide">`},
		"its title":               {"/contact", "", "", `>Kontakt</li></ol></nav><h1 class="Screen_title">Kontakt</h1>`},
		"the choice of a branch":  {"/", `,{"key":"HAS_BRANCH","value":"1"}`, "", `<div data-stored="!branchUrl" data-scripts="/assets/`},
		"but with a branch":       {"/", `,{"key":"HAS_BRANCH","value":"1"}`, "branch=https%3A%2F%2Fmitte.example", ""},
		"but from a table":        {"/?table=T1", `,{"key":"HAS_BRANCH","value":"1"}`, "", ""},
		"the menu":                {"/", "", "", ""},
		"the login":               {"/login", "", "", `<div data-stored="!token" data-scripts="/assets/`},
		"narrow":                  {"/login", "", "", ` class="Screen_head Screen_pictured"><div class="Screen_inside Screen_narrow">`},
		"with pictures":           {"/login", `,{"key":"LOGIN_IMAGES","value":"","media":{"slider":[{"url":"/a.avif"}]}}`, "", `<div class="Screen_inside Screen_wide">`},
		"with one picture":        {"/login", `,{"key":"LOGIN_IMAGES","value":"/a.avif"}`, "", `<div class="Screen_inside Screen_wide">`},
		"with a switch for one":   {"/login", `,{"key":"LOGIN_IMAGES","value":"1"}`, "", `<div class="Screen_inside Screen_narrow">`},
		"no registration":         {"/register", "", "", ""},
		"registration":            {"/register", `,{"key":"ALLOW_REGISTRATION","value":"1"}`, "", `<h1 class="Screen_title"><span lang="en" dir="ltr">Register</span></h1>`},
		"the checkout":            {"/checkout", "", "", `data-stored="token"`},
		"the checkout of a guest": {"/checkout", `,{"key":"ALLOW_GUEST_CHECKOUT","value":"1"}`, "", ` class="Screen_head"><div class="Screen_inside Screen_wide">`},
		"an order of a guest":     {"/checkout?order=A-1", `,{"key":"ALLOW_GUEST_CHECKOUT","value":"1"}`, "", ""},
		"an order":                {"/me/my-orders/A-1", "", "", `<a href="/me/my-orders"><span lang="en" dir="ltr">My Orders</span></a>`},
		"a code with a slash":     {"/me/my-orders/2026%2F117", "", "", `<a href="/me/my-orders"><span lang="en" dir="ltr">My Orders</span></a>`},
		"a new order":             {"/me/my-orders/A-1?state=new", "", "", `<h1 class="Screen_title"><span lang="en" dir="ltr">Thank you for your order</span></h1>`},
		"addresses":               {"/me/address-list/create", `,{"key":"USES_NEW_ADDRESS_SYSTEM","value":"1"}`, "", `<a href="/me/address-list"><span lang="en" dir="ltr">My Addresses</span></a>`},
		"addresses, the old way":  {"/me/address-list/create", "", "", ""},
		"unknown":                 {"/me/else", "", "", ""},
	} {
		source := newFakeSource()
		source.responses["settings"] = settings(c.settings)
		w := get(newSite(source), c.path, "Cookie", c.cookie)
		page := root(t, w)
		if c.want == "" && strings.Contains(page, "Screen_head") || !strings.Contains(page, c.want) {
			t.Errorf("%s: want %q in %s", name, c.want, page)
		}
		if preloaded := strings.Contains(w.Body.String(), `href="https://shop.example/bread.avif">`); preloaded != (c.want != "" && !strings.HasPrefix(c.path, "/checkout")) {
			t.Errorf("%s: the picture is asked for beforehand: %v", name, preloaded)
		}
	}
}

// TestSourceTexts: a text without a translation carries the language of its source where it is text, and no tag where it is an attribute.
func TestSourceTexts(t *testing.T) {
	source := newFakeSource()
	for cookie, want := range map[string]string{"lang=de": `<span lang="en" dir="ltr">Home</span>`, "lang=ar": `<span lang="en" dir="ltr">Home</span>`, "lang=en": `>Home</a>`} {
		page := root(t, get(newSite(source), "/contact", "Cookie", cookie))
		if !strings.Contains(page, want) || !strings.Contains(page, `aria-label="Open the menu"`) {
			t.Errorf("%s: no %s in %s", cookie, want, page)
		}
		if strings.Contains(page, `<span lang="en" dir="ltr">Kontakt`) {
			t.Errorf("%s: a translated text is marked", cookie)
		}
	}
}

// TestABuildWithoutFragments: the page has no first paint, but everything that the client needs.
func TestABuildWithoutFragments(t *testing.T) {
	without := maps.Clone(dist)
	delete(without, firstpaint.File)
	s := newSiteOf(without, newFakeSource())
	for _, path := range []string{"/", "/checkout", "/?product=7"} {
		if w := get(s, path); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), `id="boot"`) {
			t.Errorf("%s: %d %.200s", path, w.Code, w.Body)
		}
	}
}
