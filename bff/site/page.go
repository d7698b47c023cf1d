package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"html"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"tablefront/bff/safego"
)

const (
	// pageFresh is how long a page is served without a thought; pageLife how long while a new one is made. The page
	// tells the client the time, so it must not be old.
	pageFresh, pageLife = 15 * time.Second, 60 * time.Second
	// poorLife is how long a page is served that lacks entries: the upstream may be back.
	poorLife = time.Second
	// leastBytes is the least bound of what is kept: some 400 pages.
	leastBytes = 16 << 20
	// entryBytes is what an entry takes up beside its body.
	entryBytes = 2048
)

// entry is a page made ready: its headers and its body.
type entry struct {
	version  uint64
	content  uint64
	made     time.Time
	complete bool
	body     *packed
	text     [sha256.Size]byte // of the body without the time
	etag     string
	headers  []headerValue
	cards    *cardIndex // of the home page
	used     int64
	bytes    int
}

// card is a product or menu as its own address shows it. picture is the widest there is, plain the one for phones.
type card struct{ name, description, picture, plain string }

// cardIndex knows what has an address of its own. It is made when the first such address is asked for.
type cardIndex struct {
	mu  sync.Mutex
	all map[string]card
}

// pageCache keeps pages, the least used go first when it is full.
type pageCache struct {
	most    int // bytes; leastBytes at least
	mu      sync.Mutex
	entries map[string]*entry
	bytes   int
	clock   int64
	group   singleflight.Group
}

func (c *pageCache) get(key string) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	e := c.entries[key]
	if e != nil {
		c.clock++
		e.used = c.clock
	}
	return e
}

func (c *pageCache) put(key string, e *entry) {
	e.bytes = e.body.bytes() + entryBytes
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil {
		c.entries = map[string]*entry{}
	}
	if old := c.entries[key]; old != nil {
		c.bytes -= old.bytes
	}
	c.clock++
	e.used = c.clock
	c.entries[key] = e
	c.bytes += e.bytes
	c.shrink(key)
}

// grew notes that an entry takes up more.
func (c *pageCache) grew(key string, e *entry, by int) {
	if by == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[key] != e {
		return
	}
	e.bytes += by
	c.bytes += by
	c.shrink(key)
}

// shrink keeps the bound; the entry at key stays.
func (c *pageCache) shrink(key string) {
	for c.bytes > max(c.most, leastBytes) && len(c.entries) > 1 {
		oldest := ""
		for k, o := range c.entries {
			if k != key && (oldest == "" || o.used < c.entries[oldest].used) {
				oldest = k
			}
		}
		c.bytes -= c.entries[oldest].bytes
		delete(c.entries, oldest)
	}
}

// servePage answers a client route.
func (s *Site) servePage(w http.ResponseWriter, r *http.Request) {
	if s.shell == nil {
		plain(w, r, http.StatusServiceUnavailable, "The client is not built: run make build.")
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
	// On a first visit, and the first one after a release, the browser does not have the file with the styles.
	inline := s.shell.styles == nil || cookie(r, "styles") != s.shell.styles.file
	var shown *card
	if show != "" {
		// Only what is on the menu has a page of its own; anything else is the home page.
		if shown = s.card(r.Context(), branch, lang, at, show, inline); shown == nil {
			show = ""
		}
	}
	key, e := s.page(r.Context(), branch, lang, at, show, shown, inline)
	h := w.Header()
	for i := range e.headers {
		h[e.headers[i].name] = e.headers[i].value
	}
	grown := e.body.send(w, r, e.etag)
	s.pages.grew(key, e, grown)
}

// card finds the product, menu or information page of an address; nil when there is none.
func (s *Site) card(ctx context.Context, branch, lang string, home place, show string, inline bool) *card {
	key, e := s.page(ctx, branch, lang, home, "", nil, inline)
	e.cards.mu.Lock()
	defer e.cards.mu.Unlock()
	all := e.cards.all
	if all == nil {
		f := s.collect(ctx, branch, lang, true, s.c.Wait)
		same := f.content(nil) == e.content
		f.read(true)
		all = f.cards()
		if same { // else the page is about to be made again, and its index with it
			e.cards.all = all
			s.pages.grew(key, e, cardBytes(all))
		}
	}
	if c, ok := all[show]; ok {
		return &c
	}
	return nil
}

// cardBytes is about what an index takes up.
func cardBytes(all map[string]card) (bytes int) {
	for name, c := range all {
		bytes += len(name) + len(c.name) + len(c.description) + len(c.picture) + len(c.plain) + 100
	}
	return bytes
}

// page gives a page made ready, from the cache where it is fresh enough. shown is the card whose address it is, if any.
func (s *Site) page(ctx context.Context, branch, lang string, at place, show string, shown *card, inline bool) (key string, e *entry) {
	key = branch + "\n" + lang + "\n" + at.Name + "\n" + show
	if !inline {
		key += "\nseen"
	}
	renew := func() (any, error) {
		return s.renew(context.WithoutCancel(ctx), key, branch, lang, at, show, shown, inline), nil
	}
	e = s.pages.get(key)
	if e != nil && e.version == s.version(branch) {
		age := s.c.Now().Sub(e.made)
		switch {
		case age >= 0 && age < poorLife, age >= 0 && age < pageFresh && e.complete:
			return key, e
		case age >= 0 && age < pageLife && e.complete:
			safego.Go(s.c.Log, "renewal of a page", func() { s.pages.group.Do(key, renew) }) //nolint:errcheck // it never fails
			return key, e
		}
	}
	made, _, _ := s.pages.group.Do(key, renew)
	return key, made.(*entry) //nolint:forcetypeassert // the function above
}

// version changes with every entry that a page of the branch is made of.
func (s *Site) version(branch string) uint64 { return s.source.Version("") + s.source.Version(branch) }

// renew makes a page and keeps it. One whose entries hold what they held is only given a new timestamp. The version is read
// first: an entry that changes meanwhile renews the page again.
func (s *Site) renew(ctx context.Context, key, branch, lang string, at place, show string, shown *card, inline bool) *entry {
	version, now, began := s.version(branch), s.c.Now(), time.Now()
	f := s.collect(ctx, branch, lang, at.home(), s.c.Wait)
	if left := s.c.Wait - time.Since(began); left > s.c.Wait/4 && s.version(branch) != version {
		version = s.version(branch) // entries came that were not there: now that they are, they are found at once
		f = s.collect(ctx, branch, lang, at.home(), left)
	}
	content := f.content(shown)
	old := s.pages.get(key)
	var e *entry
	if old != nil && old.content == content {
		e = &entry{complete: old.complete, body: old.body.with(s.pageEnd(now)), text: old.text, headers: slices.Clone(old.headers), cards: old.cards}
	} else {
		e = s.makeOneOfFew(f, at, show, shown, now, inline)
	}
	e.version, e.content, e.made = version, content, now
	e.etag = etagOf([]byte(string(e.text[:]) + e.body.end))
	e.headers[len(e.headers)-1] = headerValue{"Etag", []string{e.etag}}
	s.pages.put(key, e)
	return e
}

// makeOneOfFew makes a page once there is room: a hundred at a time would take no less long, and a hundred times the
// memory.
func (s *Site) makeOneOfFew(f *facts, at place, show string, shown *card, now time.Time, inline bool) *entry {
	s.making <- struct{}{}
	defer func() { <-s.making }()
	return s.make(f, at, show, shown, now, inline)
}

// pageEnd is what follows a page's boot data: the time, and the end of the shell.
func (s *Site) pageEnd(now time.Time) string {
	return bootEnd(now) + "</script>" + string(s.shell.after)
}

// make makes a page of what was collected.
func (s *Site) make(f *facts, at place, show string, shown *card, now time.Time, inline bool) *entry {
	f.read(at.home())
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
	if s.c.ImagesURL != "" { // which width it will be is the browser's choice; the picture itself has precedence
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
	tail = append(append(tail, `<script type="application/json" id="boot">`...), s.boot(f, at.home())...)
	text := s.shell.page(f.lang, s.directionOf(f.lang), code != nil, inline, head, s.fragments.fill("page", first), tail)
	e.body, e.text = pack(text, s.pageEnd(now)), sha256.Sum256(text)
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

// branchOf reads the branch of the plain cookie, "" unless it is listed. The list is only looked at, not waited for.
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
		for _, b := range slices.Backward(list) { // of two alike the first counts
			known.find[plainAddress(b.URL)] = b.URL
		}
		s.listed.Store(known)
	}
	return known.find[plainAddress(wanted)]
}

// addresses are a list's branches by their plain address.
type addresses struct {
	list []Branch
	find map[string]string
}

// plainAddress is an address as two spellings of it are compared.
func plainAddress(address string) string { return strings.ToLower(strings.TrimRight(address, "/")) }

// langOf reads the language of ?lang= (so that each language has an address, see hreflang) or of the plain cookie. The
// result looks like a language; whether the shop has it is found out with its copies. A page key of the default language
// is used for everything else.
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

// tongues are the languages of a branch as its entries said at one version.
type tongues struct {
	version uint64
	langs   []string
}

// languages gives the branch's languages. They are read once for each version of its entries, since every visitor of
// another language asks.
func (s *Site) languages(ctx context.Context, branch string) []string {
	version := s.source.Version(branch)
	if v, ok := s.tongues.Load(branch); ok {
		if t, ok := v.(*tongues); ok && t.version == version {
			return t.langs
		}
	}
	ctx, cancel := context.WithTimeout(ctx, s.c.Wait)
	defer cancel()
	f := &facts{branch: branch}
	f.languages = s.part(ctx, f, s.c.Language, "languages", '[')
	f.readLanguages()
	if f.languages != nil {
		s.tongues.Store(branch, &tongues{version, f.langs})
	}
	return f.langs
}

// cookie reads a plain cookie without parsing the others.
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

// escapeBlock makes JSON safe inside a script block: without `<` nothing in it can end or begin one.
func escapeBlock(raw []byte) []byte { return bytes.ReplaceAll(raw, []byte("<"), []byte(`\u003c`)) }
