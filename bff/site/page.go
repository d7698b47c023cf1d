package site

import (
	"bytes"
	"compress/gzip"
	"context"
	"html"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/andybalholm/brotli"
	"golang.org/x/sync/singleflight"
)

const (
	// pageFresh is how long a page is served without a thought; pageLife how long while a new one is made. The page
	// tells the client the time, so it must not be old.
	pageFresh, pageLife = 15 * time.Second, 60 * time.Second
	// poorLife is how long a page is served that lacks copies: the upstream may be back.
	poorLife = time.Second
	maxBytes = 16 << 20
)

// entry is a page made ready: all its encodings and headers.
type entry struct {
	version  uint64
	made     time.Time
	complete bool
	forms    forms
	etag     string
	headers  []headerValue
	dishes   map[string]card // of the home page: what a product's or menu's own address needs
	used     int64
	bytes    int
}

// card is a product or menu as its own address shows it.
type card struct{ name, description, picture string }

// pageCache keeps pages, the least used go first when it is full.
type pageCache struct {
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
	e.bytes = len(e.forms.plain) + len(e.forms.br) + len(e.forms.gzip) + 512
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
	for c.bytes > maxBytes && len(c.entries) > 1 {
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
	at := routeOf(r.URL.Path)
	show := ""
	if at.home && r.URL.RawQuery != "" {
		query := r.URL.Query()
		for _, kind := range []string{"product", "menu", "page"} {
			if v := query.Get(kind); v != "" && len(v) <= 128 {
				show = kind + "=" + v
				break
			}
		}
	}
	if show != "" {
		// Only what is on the menu has a page of its own; anything else is the home page.
		if e := s.page(r.Context(), branch, lang, at, ""); e != nil {
			if _, ok := e.dishes[show]; !ok {
				show = ""
			}
		}
	}
	e := s.page(r.Context(), branch, lang, at, show)
	h := w.Header()
	for i := range e.headers {
		h[e.headers[i].name] = e.headers[i].value
	}
	e.forms.send(w, r, e.etag)
}

// page gives a page made ready, from the cache where it is fresh enough.
func (s *Site) page(ctx context.Context, branch, lang string, at route, show string) *entry {
	key := branch + "\n" + lang + "\n" + at.name + "\n" + show
	version := s.source.Version("") + s.source.Version(branch)
	now := s.c.Now()
	e := s.pages.get(key)
	if e != nil && e.version == version {
		age := now.Sub(e.made)
		switch {
		case age >= 0 && age < poorLife, age >= 0 && age < pageFresh && e.complete:
			return e
		case age >= 0 && age < pageLife && e.complete:
			go s.pages.group.Do(key, func() (any, error) { //nolint:errcheck // it never fails
				return s.make(context.WithoutCancel(ctx), key, branch, lang, at, show), nil
			})
			return e
		}
	}
	made, _, _ := s.pages.group.Do(key, func() (any, error) {
		return s.make(context.WithoutCancel(ctx), key, branch, lang, at, show), nil
	})
	return made.(*entry) //nolint:forcetypeassert // the function above
}

// make makes a page and keeps it. The version is read first: a copy that changes meanwhile makes the page again.
func (s *Site) make(ctx context.Context, key, branch, lang string, at route, show string) *entry {
	version := s.source.Version("") + s.source.Version(branch)
	now := s.c.Now()
	f := s.gather(ctx, branch, lang, at.home, s.c.Wait)
	var code *customCode
	if s.c.CustomCode {
		code = newCustomCode(f.text("CUSTOM_HEADER_CODE"))
	}
	e := &entry{version: version, made: now, complete: f.complete}
	var shown *card
	if at.home {
		e.dishes = f.cards()
		if c, ok := e.dishes[show]; ok && show != "" {
			shown = &c
		}
	}
	head := s.head(f, at, show, shown)
	look, first := s.look(f), s.first(f, at)
	if lead := first.lead(); lead != "" {
		head = append(head, `<link rel="preload" as="image" fetchpriority="high" href="`+html.EscapeString(lead)+"\">\n"...)
	}
	head = append(head, "<style>"+look+"</style>\n"...)
	if code != nil {
		head = append(head, code.markup...)
	}
	tail := append([]byte(`<script type="application/json" id="boot">`), s.boot(f, at.home, now)...)
	tail = append(tail, "</script>"...)
	if at.indexed {
		tail = append(append(append(tail, `<script type="application/ld+json">`...), s.structured(f, at)...), "</script>"...)
	}
	body := s.shell.page(f.lang, directionOf(f.lang), code != nil, head, first.write(), tail)
	e.forms, e.etag = compress(body), etagOf(body)
	e.headers = []headerValue{
		{"Content-Type", []string{"text/html; charset=utf-8"}},
		{"Content-Language", []string{f.lang}},
		{"Cache-Control", []string{"private, no-cache"}},
		{"Vary", []string{"Accept-Encoding, Cookie, Accept"}},
		{"Etag", []string{e.etag}},
		{"Content-Security-Policy", []string{s.policy(f.branches, code, look).String()}},
	}
	s.pages.put(key, e)
	return e
}

func compress(body []byte) forms {
	f := forms{plain: body}
	var br, gz bytes.Buffer
	bw := brotli.NewWriterLevel(&br, 5)
	bw.Write(body) //nolint:errcheck // a bytes.Buffer takes everything
	bw.Close()     //nolint:errcheck // as above
	gw := gzip.NewWriter(&gz)
	gw.Write(body) //nolint:errcheck // as above
	gw.Close()     //nolint:errcheck // as above
	if br.Len() < len(body) {
		f.br = br.Bytes()
	}
	if gz.Len() < len(body) {
		f.gzip = gz.Bytes()
	}
	return f
}

// branchOf reads the branch of the plain cookie, "" unless it is listed. The list is only looked at, not waited for.
func (s *Site) branchOf(r *http.Request) string {
	wanted := cookie(r, "branch")
	if wanted == "" || len(wanted) > 2048 {
		return ""
	}
	wanted = strings.TrimRight(wanted, "/")
	ctx, cancel := context.WithTimeout(r.Context(), s.c.Wait)
	defer cancel()
	for _, b := range s.source.Branches(ctx) {
		if strings.EqualFold(strings.TrimRight(b.URL, "/"), wanted) {
			return b.URL
		}
	}
	return ""
}

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

// tongues are the languages of a branch as its copies said at one version.
type tongues struct {
	version uint64
	langs   []string
}

// languages gives the branch's languages. They are read once for each version of its copies, since every visitor of
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
