package site

import (
	"bytes"
	"context"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/safego"
)

const (
	// pageFresh is how long a page is served without a check, pageLife how long while it is being refreshed. The page
	// tells the client the time, so it must be recent.
	pageFresh, pageLife = 15 * time.Second, 60 * time.Second
	// incompleteLife is how long a page with missing entries is served: the upstream may have recovered.
	incompleteLife = time.Second
	// minCacheBytes is the smallest limit of the page cache: about 400 pages.
	minCacheBytes = 16 << 20
	// entryBytes is the size of an entry without its body.
	entryBytes = 2048
)

// entry is a rendered page: its headers and its body.
type entry struct {
	key      string
	version  uint64
	content  uint64
	made     time.Time
	complete bool
	body     *compressed
	end      string // of the body: the part with the time
	etag     string
	headers  []headerValue
	cards    *cardIndex // of the home page
}

// card is a product or menu as the head of its own address describes it. picture is the widest image, plain the one for phones.
type card struct{ name, description, picture, plain string }

// cardIndex has everything with its own address. It is built at the first request for such an address.
type cardIndex struct {
	mu  sync.Mutex
	all map[string]card
}

// CacheKey implements cache.Weighted.
func (e *entry) CacheKey() string { return e.key }

// Weight implements cache.Weighted.
func (e *entry) Weight() int64 { return int64(e.body.bytes()) + entryBytes }

func newPageCache(bytes int) *cache.Bounded[*entry] {
	bytes = max(bytes, minCacheBytes)
	return cache.NewBounded[*entry](int64(bytes), bytes/entryBytes, nil)
}

// servePage serves a client route.
func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	if s.shell == nil {
		respondText(w, r, http.StatusServiceUnavailable, "The client is not built: run make build.")
		return
	}
	branch := s.branchOf(r)
	lang := s.langOf(r, branch)
	show := ""
	var query url.Values
	if r.URL.RawQuery != "" {
		query = r.URL.Query()
	}
	at := s.fragments.at(r.URL.Path, query)
	if at.home() && query != nil {
		for _, kind := range []string{"product", "menu", "page"} {
			if v := query.Get(kind); v != "" && len(v) <= 128 {
				show = kind + "=" + v
				break
			}
		}
	}
	// On a first visit, and on the first one after a release, the browser does not have the style sheet.
	inline := s.shell.styles == nil || cookie(r, "styles") != s.shell.styles.file
	var shown *card
	if show != "" {
		// Only what is on the menu has its own page; anything else is the home page.
		if shown = s.card(r.Context(), branch, lang, at, show, inline); shown == nil {
			show = ""
		}
	}
	e := s.page(r.Context(), branch, lang, at, show, shown, inline)
	h := w.Header()
	for i := range e.headers {
		h[e.headers[i].name] = e.headers[i].value
	}
	s.pages.Reweigh(e, e.body.send(w, r, e.etag))
}

// card returns the product, menu or information page of an address, nil if there is none.
func (s *Site) card(ctx context.Context, branch, lang string, home place, show string, inline bool) *card {
	e := s.page(ctx, branch, lang, home, "", nil, inline)
	e.cards.mu.Lock()
	defer e.cards.mu.Unlock()
	all := e.cards.all
	if all == nil {
		f := s.collect(ctx, branch, lang, home, s.c.Wait)
		same := f.content(nil) == e.content
		f.read(home)
		all = f.cards()
		if same { // otherwise the page will be rendered again, and its index with it
			e.cards.all = all
			s.pages.Reweigh(e, cardBytes(all))
		}
	}
	if c, ok := all[show]; ok {
		return &c
	}
	return nil
}

// cardBytes estimates the size of an index.
func cardBytes(all map[string]card) (bytes int64) {
	for name, c := range all {
		bytes += int64(len(name) + len(c.name) + len(c.description) + len(c.picture) + len(c.plain) + 100)
	}
	return bytes
}

// page returns a rendered page, from the cache if it is fresh enough. shown is the card of the address, if any.
func (s *Site) page(ctx context.Context, branch, lang string, at place, show string, shown *card, inline bool) *entry {
	key := branch + "\n" + lang + "\n" + at.Name + "\n" + show
	if !inline {
		key += "\nseen"
	}
	refresh := func() (any, error) {
		return s.refresh(context.WithoutCancel(ctx), key, branch, lang, at, show, shown, inline), nil
	}
	e := s.pages.Get(key)
	if e != nil && e.version == s.version(branch) {
		age := s.c.Now().Sub(e.made)
		switch {
		case age >= 0 && age < incompleteLife, age >= 0 && age < pageFresh && e.complete:
			return e
		case age >= 0 && age < pageLife && e.complete:
			safego.Go(s.c.Log, "refreshing a page", func() { s.refreshes.Do(key, refresh) }) //nolint:errcheck // it never fails
			return e
		}
	}
	made, _, _ := s.refreshes.Do(key, refresh)
	return made.(*entry) //nolint:forcetypeassert // the function above
}

// version changes with every cache entry that a page of the branch contains.
func (s *Site) version(branch string) uint64 { return s.source.Version("") + s.source.Version(branch) }

// refresh renders a page and caches it. If its content has not changed, it only gets a new timestamp. The version is read
// first, so an entry that changes meanwhile causes another refresh.
func (s *Site) refresh(ctx context.Context, key, branch, lang string, at place, show string, shown *card, inline bool) *entry {
	version, now, began := s.version(branch), s.c.Now(), time.Now()
	f := s.collect(ctx, branch, lang, at, s.c.Wait)
	if left := s.c.Wait - time.Since(began); left > s.c.Wait/4 && s.version(branch) != version {
		version = s.version(branch) // missing entries were fetched meanwhile and are now cached
		f = s.collect(ctx, branch, lang, at, left)
	}
	content := f.content(shown)
	// At most four pages are rendered or compressed at a time, which limits memory.
	s.renderSlots <- struct{}{}
	defer func() { <-s.renderSlots }()
	old := s.pages.Peek(key)
	var e *entry
	if old != nil && old.content == content {
		text, end := old.body.text(), s.pageEnd(now)
		text = append(text[:len(text)-len(old.end)], end...)
		e = &entry{complete: old.complete, body: compress(text), end: end, etag: etagOf(text), headers: slices.Clone(old.headers), cards: old.cards}
	} else {
		e = s.render(f, at, show, shown, now, inline)
	}
	e.key, e.version, e.content, e.made = key, version, content, now
	e.headers[len(e.headers)-1] = headerValue{"Etag", []string{e.etag}}
	s.pages.Put(e)
	return e
}

// pageEnd is the part of a page after its boot data: the time, and the end of the shell.
func (s *Site) pageEnd(now time.Time) string {
	return bootEnd(now) + "</script>" + string(s.shell.after)
}

// render renders a page from the collected data.
func (s *Site) render(f *facts, at place, show string, shown *card, now time.Time, inline bool) *entry {
	f.read(at)
	var code *customCode
	if s.c.CustomCode {
		code = newCustomCode(f.text("CUSTOM_HEADER_CODE"))
	}
	e := &entry{complete: f.complete}
	if at.home() {
		e.cards = &cardIndex{}
	}
	head := s.head(f, at, show, shown)
	look, first := s.look(f), &firstPaint{}
	if s.fragments.templates != nil {
		first = s.first(f, at)
		first.open(s, f, show, shown)
	}
	if s.c.ImagesURL != "" { // the browser chooses the width, so the preload is left to the image element
		first.leads = nil
	}
	for _, lead := range first.leads {
		head = append(head, `<link rel="preload" as="image" fetchpriority="high" href="`+html.EscapeString(lead.url)+`"`+lead.media+">\n"...)
	}
	head = append(head, "<style data-look>"+look+"</style>\n"...)
	if code != nil {
		head = append(head, code.markup...)
	}
	var tail []byte
	if first.sheet != nil {
		tail = s.fragments.fill("sheet", first.sheet)
	}
	if at.Indexed {
		tail = append(append(append(tail, `<script type="application/ld+json">`...), s.structured(f, at)...), "</script>"...)
	}
	tail = append(append(tail, `<script type="application/json" id="boot">`...), s.boot(f)...)
	e.end = s.pageEnd(now)
	text := append(s.shell.page(f.lang, s.directionOf(f.lang), code != nil, inline, head, s.fragments.fill("page", first), tail), e.end...)
	e.body, e.etag = compress(text), etagOf(text)
	e.headers = []headerValue{
		{"Content-Type", []string{"text/html; charset=utf-8"}},
		{"Content-Language", []string{f.lang}},
		{"Cache-Control", []string{"private, no-cache"}},
		{"Vary", []string{"Accept-Encoding, Cookie, Accept"}},
		{"Content-Security-Policy", []string{s.policy(f.branches, code, look, inline).String()}},
		{}, // the ETag
	}
	return e
}

// branchOf returns the branch of the plain cookie, "" unless it is listed. It does not wait for the list.
func (s *Site) branchOf(r *http.Request) string {
	wanted := cookie(r, "branch")
	if wanted == "" || len(wanted) > 2048 {
		return ""
	}
	ctx, cancel := context.WithTimeout(r.Context(), s.c.Wait)
	defer cancel()
	list := s.source.Branches(ctx)
	known := s.listed.Load()
	if known == nil || !slices.Equal(known.list, list) {
		known = &addresses{list, map[string]string{}}
		for _, b := range slices.Backward(list) { // of two equal ones the first counts
			known.find[plainAddress(b.URL)] = b.URL
		}
		s.listed.Store(known)
	}
	return known.find[plainAddress(wanted)]
}

// addresses maps normalised addresses to the branches of a list.
type addresses struct {
	list []Branch
	find map[string]string
}

// plainAddress normalises an address for comparison.
func plainAddress(address string) string { return strings.ToLower(strings.TrimRight(address, "/")) }

// langOf returns the language of ?lang= (so that each language has an address, see hreflang) or of the plain cookie, if the branch
// lists it, otherwise the default language.
func (s *Site) langOf(r *http.Request, branch string) string {
	wanted := ""
	if strings.Contains(r.URL.RawQuery, "lang=") {
		wanted = r.URL.Query().Get("lang")
	}
	if wanted == "" {
		wanted = cookie(r, "lang")
	}
	if wanted == "" || len(wanted) > 16 || !languageTag.MatchString(wanted) || strings.EqualFold(wanted, s.c.Language) {
		return s.c.Language
	}
	return s.language(wanted, s.languages(r.Context(), branch))
}

// branchLanguages are the languages of a branch at one version of its cache entries.
type branchLanguages struct {
	version uint64
	langs   []string
}

// languages returns the branch's languages. They are parsed once for each version of its cache entries, because every request
// with a language needs them.
func (s *Site) languages(ctx context.Context, branch string) []string {
	version := s.source.Version(branch)
	if v, ok := s.branchLanguages.Load(branch); ok {
		if t, ok := v.(*branchLanguages); ok && t.version == version {
			return t.langs
		}
	}
	ctx, cancel := context.WithTimeout(ctx, s.c.Wait)
	defer cancel()
	f := &facts{branch: branch}
	f.languages = s.part(ctx, f, s.c.Language, "languages", '[', nil)
	f.readLanguages()
	if f.languages != nil {
		s.branchLanguages.Store(branch, &branchLanguages{version, f.langs})
	}
	return f.langs
}

// cookie returns the value of a plain cookie without parsing the others.
func cookie(r *http.Request, name string) string {
	for _, line := range r.Header["Cookie"] {
		for part := range strings.SplitSeq(line, ";") {
			k, v, ok := strings.Cut(strings.TrimSpace(part), "=")
			if !ok || k != name {
				continue
			}
			if plain, err := url.PathUnescape(strings.Trim(v, `"`)); err == nil {
				return plain
			}
		}
	}
	return ""
}

// escapeBlock makes JSON safe inside a script element: without `<` it can't end the element.
func escapeBlock(raw []byte) []byte { return bytes.ReplaceAll(raw, []byte("<"), []byte(`\u003c`)) }
