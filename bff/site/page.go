package site

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"

	"tablefront/bff/safego"
	"tablefront/bff/site/firstpaint"
	"tablefront/bff/site/shop"
)

const (
	// pageFresh is how long a page is served without a check, pageLife how long while it is being refreshed. The page
	// tells the client the time, so it must be recent.
	pageFresh, pageLife = 15 * time.Second, 60 * time.Second
	// incompleteLife is how long a page with missing responses is served: the upstream may have recovered.
	incompleteLife = time.Second
)

// view is what a page shows. Each is rendered and cached on its own.
type view struct {
	branch shop.Branch // the zero value is the main host
	lang   string
	at     firstpaint.Place
	shown  card // what the address opens over the home page, if anything
	inline bool // the first screen's styles are in the page
}

// card is a product, menu or information page as the head of its own address describes it. picture is the widest image, plain
// the one for phones.
type card struct{ kind, address, name, description, picture, plain string }

// cardIndex has everything with its own address. It is built at the first request for such an address.
type cardIndex struct {
	mu        sync.Mutex
	byAddress map[string]card
}

func (v view) key() string {
	key := v.branch.URL + "\n" + v.lang + "\n" + v.at.Name + "\n" + v.shown.address
	if !v.inline {
		key += "\nseen"
	}
	return key
}

func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	if s.shell == nil {
		respondText(w, r, http.StatusServiceUnavailable, "no-store", "The client is not built: run make build.\n")
		return
	}
	v, query := s.viewOf(r), r.URL.Query()
	v.at = s.first.At(r.URL.EscapedPath(), query) // an order's code may have a slash
	// On a first visit, and on the first one after a release, the browser does not have the style sheet.
	v.inline = s.shell.styles != "" && cookie(r, "styles") != s.shell.file
	for _, kind := range []string{"product", "menu", "page"} {
		if id := query.Get(kind); v.at.Home() && id != "" && len(id) <= 128 {
			v.shown = s.card(r.Context(), v, shop.Address(kind, id))
			break
		}
	}
	s.page(r.Context(), v).send(w, r)
}

// card returns the product, menu or information page of an address. If there is none, the address is the home page's.
func (s *Site) card(ctx context.Context, home view, address string) card {
	e := s.page(ctx, home)
	e.cards.mu.Lock()
	defer e.cards.mu.Unlock()
	if e.cards.byAddress != nil {
		return e.cards.byAddress[address]
	}
	f := s.collectAndRead(ctx, home, s.c.wait)
	all := f.cards()
	if f.found.Load() == e.content.found { // otherwise something was not collected in time, now or for the page
		e.cards.byAddress = all
	}
	return all[address]
}

// page returns a rendered page, from the cache if it is fresh enough.
func (s *Site) page(ctx context.Context, v view) *document {
	key := v.key()
	refresh := func() (any, error) { return s.refresh(ctx, key, v), nil }
	if e := s.pages.get(key); e != nil && e.content.version == s.version(v.branch.URL) {
		age := s.c.now().Sub(e.made)
		switch {
		case age < 0:
		case age < incompleteLife, age < pageFresh && e.complete:
			return e
		case age < pageLife && e.complete:
			safego.Go(s.c.Log, "refreshing a page", func() { s.refreshes.Do(key, refresh) })
			return e
		}
	}
	made, _, _ := s.refreshes.Do(key, refresh)
	return made.(*document)
}

// version changes with every cached response that a page of the branch contains.
func (s *Site) version(branch string) uint64 { return s.source.Version("") + s.source.Version(branch) }

// refresh renders a page and caches it. If nothing has changed, it only gets a new timestamp. The version is read first, so a
// response that changes meanwhile causes another refresh.
func (s *Site) refresh(ctx context.Context, key string, v view) *document {
	version, now, began := s.version(v.branch.URL), s.c.now(), time.Now()
	f := s.collect(ctx, v, s.c.wait, maxMissing)
	if left := s.c.wait - time.Since(began); left > s.c.wait/4 && s.version(v.branch.URL) != version {
		version = s.version(v.branch.URL) // missing responses were fetched meanwhile and are now cached
		f = s.collect(ctx, v, left, maxMissing)
	}
	// At most four pages are rendered or compressed at a time, which limits memory.
	s.renderSlots <- struct{}{}
	defer func() { <-s.renderSlots }()
	var e document
	content := content{version, f.found.Load(), f.stale, v.shown}
	if old := s.pages.get(key); old != nil && old.content == content {
		e = *old
		text := e.text()
		e.setText(append(text[:len(text)-len(s.pageEnd(old.made))], s.pageEnd(now)...))
	} else {
		e = f.render(now)
	}
	e.key, e.content, e.made = key, content, now
	s.pages.put(&e)
	return &e
}

// pageEnd ends the boot data with the time, the only part that changes at every refresh, and the shell.
func (s *Site) pageEnd(now time.Time) string {
	return `,"now":"` + now.UTC().Format(time.RFC3339) + `"}</script>` + s.shell.after
}

func (f *facts) render(now time.Time) document {
	f.read()
	s, look := f.s, f.look()
	policy := f.policy(look)
	code := policy.allowCode(f.customCode())
	shown := firstpaint.View{Facts: f.Facts, At: f.at}
	if c := f.shown; c.kind == "product" || c.kind == "menu" {
		shown.Opened = &firstpaint.Opened{Name: c.name, Description: c.description, Picture: c.picture, Plain: c.plain}
	}
	first := s.first.Paint(shown)
	tail := first.Sheet
	if f.at.Indexed {
		tail += `<script type="application/ld+json">` + f.structured() + "</script>"
	}
	tail += `<script type="application/json" id="boot">` + f.boot()
	e := document{complete: f.complete, headers: http.Header{
		"Content-Type":            {"text/html; charset=utf-8"},
		"Content-Language":        {f.lang},
		"Cache-Control":           {"private, no-cache"},
		"Vary":                    {"Accept-Encoding, Accept-Language, Cookie, Accept"},
		"Content-Security-Policy": {policy.String()},
	}}
	if f.at.Home() {
		e.cards = &cardIndex{}
	}
	if f.at.Unknown() && len(s.first.Places) > 0 {
		e.status = http.StatusNotFound // the client leads on to the home page
	}
	head := f.head(first.Leads, look, code)
	e.setText([]byte(s.shell.page(f.lang, s.first.DirectionOf(f.lang), f.inline, s.c.LightOnly, head, first.Root, tail) + s.pageEnd(now)))
	return e
}

// viewOf returns the view of a request: the branch of the plain cookie, and the language of ?lang= (so that each language has an
// address, see hreflang), of the plain cookie or, on a first visit, of the browser. What is not listed becomes the main host and
// the default language: others must not create pages (docs/threat-model.md T10).
func (s *Site) viewOf(r *http.Request) view {
	ctx, cancel := context.WithTimeout(r.Context(), s.c.wait)
	defer cancel()
	v := view{lang: s.c.Language}
	if wanted := strings.TrimRight(cookie(r, "branch"), "/"); wanted != "" {
		for _, b := range s.source.Branches(ctx) {
			if strings.EqualFold(strings.TrimRight(b.URL, "/"), wanted) {
				v.branch = b
				break
			}
		}
	}
	wanted, accepted := cmp.Or(r.URL.Query().Get("lang"), cookie(r, "lang")), r.Header.Get("Accept-Language")
	switch {
	case strings.EqualFold(wanted, v.lang), wanted == "" && accepted == "":
	case wanted == "":
		v.lang = spoken(accepted, v.lang, s.source.Languages(ctx, v.branch.URL))
	default:
		for _, l := range s.source.Languages(ctx, v.branch.URL) {
			if strings.EqualFold(l, wanted) {
				v.lang = l
			}
		}
	}
	return v
}

// spoken returns the listed language that an Accept-Language header prefers, else the default one.
func spoken(accepted, standard string, listed []string) string {
	preferred, _, err := language.ParseAcceptLanguage(accepted)
	if err != nil {
		return standard
	}
	names, tags := []string{standard}, []language.Tag{language.Make(standard)}
	for _, l := range listed {
		if tag, err := language.Parse(l); err == nil && l != standard {
			names, tags = append(names, l), append(tags, tag)
		}
	}
	if _, i, sure := language.NewMatcher(tags).Match(preferred...); sure >= language.High {
		return names[i]
	}
	return standard
}

func cookie(r *http.Request, name string) string {
	c, err := r.Cookie(name)
	if err != nil {
		return ""
	}
	plain, _ := url.PathUnescape(c.Value)
	return plain
}
