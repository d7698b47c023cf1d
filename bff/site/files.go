package site

import (
	"bytes"
	"context"
	"encoding/json"
	"html"
	"net/http"
	"strings"
	"time"

	"tablefront/bff/site/accent"
	"tablefront/bff/site/firstpaint"
	"tablefront/bff/site/shop"
)

const (
	// fileLife is how long sitemap.xml, manifests, icons and looks are cached.
	fileLife = 30 * time.Second
	// sitemapWait is how long a sitemap waits for missing responses: crawlers can wait, and an incomplete sitemap would be used.
	sitemapWait = 10 * time.Second
	// maxAddresses is the limit of a sitemap by its protocol.
	maxAddresses = 50_000
)

// serveShopFile serves a file that is made from the facts of the request's branch and language.
func (s *Site) serveShopFile(w http.ResponseWriter, r *http.Request, kind string, build func(*facts) []byte) {
	v, ctx := s.viewOf(r), context.WithoutCancel(r.Context())
	s.file(r.URL.Path+"\n"+v.key(), kind, s.version(v.branch.URL), func() []byte { return build(s.collectAndRead(ctx, v, s.c.wait)) }).send(w, r)
}

// file returns a file from the cache, or builds it, once for all concurrent requests.
func (s *Site) file(key, kind string, version uint64, build func() []byte) *document {
	cached := func(now time.Time) *document {
		if e := s.files.get(key); e != nil && e.content.version == version && now.Sub(e.made) <= fileLife && !now.Before(e.made) {
			return e
		}
		return nil
	}
	if e := cached(s.c.now()); e != nil {
		return e
	}
	made, _, _ := s.refreshes.Do("file\n"+key, func() (any, error) {
		now := s.c.now()
		if e := cached(now); e != nil { // built since this request looked
			return e, nil
		}
		control := "public, max-age=300"
		if strings.HasPrefix(kind, "text/css") { // it is requested after a change
			control = "private, no-cache"
		}
		e := &document{key: key, content: content{version: version}, made: now, headers: http.Header{"Content-Type": {kind}, "Cache-Control": {control}, "Vary": {"Accept-Encoding, Accept-Language, Cookie"}}}
		e.setText(build())
		s.files.put(e)
		return e, nil
	})
	return made.(*document)
}

// icon returns an icon, drawn once for each colour: branches and languages share it.
func (s *Site) icon(address, colour string) []byte {
	key := "drawn\n" + address + "\n" + colour
	drawn, _, _ := s.refreshes.Do(key, func() (any, error) {
		e := s.files.get(key)
		if e == nil {
			e = &document{key: key, headers: http.Header{}}
			e.setText(accent.Draw(accent.Icons[address].Size, accent.Icons[address].Maskable, colour))
			s.files.put(e)
		}
		return e.text(), nil
	})
	return drawn.([]byte)
}

func (f *facts) manifest() []byte {
	icons, seen := []any{}, ""
	for _, key := range []string{"FAVICON", "LOGO"} {
		if p := f.PictureOf(key); p != "" && p != seen {
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
		if at[1] != reservationAddress || f.On("RESERVATION_ENABLED") {
			shortcuts = append(shortcuts, object{"name": f.Say(at[0]), "url": at[1]})
		}
	}
	return encoded(object{
		"id": "/", "name": f.shopName(), "short_name": cut(f.shopName(), 24), "description": f.description(), "lang": f.lang, "dir": f.s.first.DirectionOf(f.lang),
		"start_url": "/", "scope": "/", "display": "standalone", "theme_color": f.accent(), "background_color": "#ffffff", "icons": icons,
		"categories": []string{"food", "shopping"}, "shortcuts": shortcuts,
	})
}

// encoded is an object as JSON, with <, > and & escaped.
func encoded(o object) []byte {
	out, _ := json.Marshal(o)
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
	case !shop.Host.MatchString(host) || len(host) > 255:
		return ""
	case client.HTTPS:
		return "https://" + host
	}
	return "http://" + host
}

func (s *Site) serveRobots(w http.ResponseWriter, r *http.Request) {
	text := "User-agent: *\nDisallow: /api/\nDisallow: /bff/\nDisallow: /me\nDisallow: /checkout\nDisallow: /login\nDisallow: /register\nDisallow: /reset-password\n"
	if base := s.base(r); base != "" {
		text += "Sitemap: " + base + "/sitemap.xml\n"
	}
	respondText(w, r, http.StatusOK, "public, max-age=300", text)
}

// serveSecurity says where vulnerabilities are reported (RFC 9116).
func (s *Site) serveSecurity(w http.ResponseWriter, r *http.Request) {
	contact := s.c.SecurityContact
	if !strings.HasPrefix(contact, "https://") {
		contact = "mailto:" + contact
	}
	text := "Contact: " + contact + "\nExpires: " + s.c.now().UTC().AddDate(0, 6, 0).Format("2006-01-02T00:00:00Z") + "\nPreferred-Languages: " + s.c.Language + ", en\n"
	if base := s.base(r); strings.HasPrefix(base, "https://") {
		text += "Canonical: " + base + "/.well-known/security.txt\n"
	}
	respondText(w, r, http.StatusOK, "public, max-age=300", text)
}

// serveSitemap lists the pages for search engines: home, contact, information pages, products and menus of the main host in the
// default language.
func (s *Site) serveSitemap(w http.ResponseWriter, r *http.Request) {
	ctx, base, version, kind := context.WithoutCancel(r.Context()), s.base(r), s.version(""), "application/xml"
	// Its addresses are the same for each host that the shop is requested by.
	addresses := func() []byte {
		f := s.collectAndRead(ctx, view{lang: s.c.Language, at: firstpaint.HomePlace}, sitemapWait)
		addresses := []string{"/", "/contact"}
		if s.c.AccessibilityContact != "" {
			addresses = append(addresses, "/accessibility")
		}
		for _, p := range f.Pages {
			addresses = append(addresses, shop.Address("page", p.ID.Text()))
		}
		f.eachDish(func(kind string, d shop.Dish) { addresses = append(addresses, shop.Address(kind, d.ID.Text())) })
		var b bytes.Buffer
		b.WriteString("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n")
		for _, address := range addresses[:min(len(addresses), maxAddresses)] {
			b.WriteString("<url><loc>" + html.EscapeString(hostOfSitemap+address) + "</loc></url>\n")
		}
		b.WriteString("</urlset>\n")
		return b.Bytes()
	}
	s.file("sitemap\n"+base, kind, version, func() []byte {
		return bytes.ReplaceAll(s.file("sitemap", kind, version, addresses).text(), []byte(hostOfSitemap), []byte(html.EscapeString(base)))
	}).send(w, r)
}

// hostOfSitemap is replaced by the shop's address in a sitemap. No address of the shop has this character.
const hostOfSitemap = "\uFFFD"
