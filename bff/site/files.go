package site

import (
	"bytes"
	"encoding/json"
	"html"
	"net/http"
	"strings"
	"time"
)

const (
	// fileLife is how long sitemap.xml, manifests, icons and looks are cached.
	fileLife = 30 * time.Second
	// sitemapWait is how long a sitemap waits for missing entries: crawlers can wait, and an incomplete sitemap would be used.
	sitemapWait = 10 * time.Second
	// maxAddresses is the limit of a sitemap by its protocol.
	maxAddresses = 50_000
)

// serveShopFile serves a file that is made from the facts of the request's branch and language.
func (s *Site) serveShopFile(w http.ResponseWriter, r *http.Request, kind string, build func(*facts) []byte) {
	v := s.viewOf(r)
	s.serveFile(w, r, r.URL.Path+"\n"+v.key(), kind, s.version(v.branch.URL), func() []byte { return build(s.collectAndRead(r.Context(), v, s.c.Wait)) })
}

func (s *Site) serveFile(w http.ResponseWriter, r *http.Request, key, kind string, version uint64, build func() []byte) {
	now := s.c.Now()
	e := s.files.Get(key)
	if e == nil || e.content.version != version || now.Sub(e.made) > fileLife || now.Before(e.made) {
		control := "public, max-age=300"
		if strings.HasPrefix(kind, "text/css") { // it is requested after a change
			control = "private, no-cache"
		}
		e = &entry{key: key, content: content{version: version}, made: now, headers: http.Header{"Content-Type": {kind}, "Cache-Control": {control}, "Vary": {"Accept-Encoding, Cookie"}}}
		e.setText(build())
		s.files.Put(e)
	}
	e.send(w, r, s.files)
}

func (f *facts) manifest() []byte {
	icons, seen := []any{}, ""
	for _, key := range []string{"FAVICON", "LOGO"} {
		if p := f.pictureOf(key); p != "" && p != seen {
			seen = p
			icons = append(icons, object{"src": p, "sizes": "any", "purpose": "any"})
		}
	}
	icons = append(icons,
		object{"src": "/icon-192.png", "sizes": "192x192", "type": "image/png", "purpose": "any"},
		object{"src": "/icon-512.png", "sizes": "512x512", "type": "image/png", "purpose": "any"},
		object{"src": "/icon-maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
	)
	shortcuts := []any{}
	for _, at := range [][2]string{{"Cart", "/checkout"}, {"Reservation", reservationAddress}, {"My Orders", "/me/my-orders"}, {"Contact Us", "/contact"}} {
		if at[1] != reservationAddress || f.on("RESERVATION_ENABLED") {
			shortcuts = append(shortcuts, object{"name": f.say(at[0]), "url": at[1]})
		}
	}
	return encoded(object{
		"id": "/", "name": f.shopName(), "short_name": cut(f.shopName(), 24), "description": f.description(), "lang": f.lang, "dir": f.s.fragments.directionOf(f.lang),
		"start_url": "/", "scope": "/", "display": "standalone", "theme_color": f.accent(), "background_color": "#ffffff", "icons": icons,
		"categories": []string{"food", "shopping"}, "shortcuts": shortcuts,
	})
}

// encoded is an object as JSON, with <, > and & escaped.
func encoded(o object) []byte {
	out, _ := json.Marshal(o) //nolint:errchkjson // texts, switches and finite numbers only
	return out
}

// base is the shop's public address, empty if the request has no valid host.
func (s *Site) base(r *http.Request) string {
	if s.c.PublicURL != "" {
		return s.c.PublicURL
	}
	client := s.c.Client(r)
	host := strings.ToLower(client.Host)
	switch {
	case !policyHost.MatchString(host) || len(host) > 255:
		return ""
	case client.HTTPS:
		return "https://" + host
	}
	return "http://" + host
}

func (s *Site) serveRobots(w http.ResponseWriter, r *http.Request) {
	text := "User-agent: *\nDisallow: /api/\nDisallow: /bff/\nDisallow: /me\nDisallow: /_table-cards\nDisallow: /checkout\nDisallow: /login\nDisallow: /register\nDisallow: /reset-password\n"
	if base := s.base(r); base != "" {
		text += "Sitemap: " + base + "/sitemap.xml\n"
	}
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=300")
	sendText(w, r, http.StatusOK, []byte(text))
}

// serveSitemap lists the pages for search engines: home, contact, information pages, products and menus of the main host in the
// default language.
func (s *Site) serveSitemap(w http.ResponseWriter, r *http.Request) {
	base := s.base(r)
	s.serveFile(w, r, "sitemap\n"+base, "application/xml", s.version(""), func() []byte {
		f := s.collectAndRead(r.Context(), view{lang: s.c.Language, at: homePlace}, sitemapWait)
		addresses := []string{"/", "/contact"}
		if s.c.AccessibilityContact != "" {
			addresses = append(addresses, "/accessibility")
		}
		for _, p := range f.pages {
			addresses = append(addresses, addressOf("page", p.ID.text()))
		}
		f.eachDish(func(kind string, d dish) { addresses = append(addresses, addressOf(kind, d.ID.text())) })
		var b bytes.Buffer
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
		for _, address := range addresses[:min(len(addresses), maxAddresses)] {
			b.WriteString("<url><loc>" + html.EscapeString(base+address) + "</loc></url>\n")
		}
		b.WriteString("</urlset>\n")
		return b.Bytes()
	})
}
