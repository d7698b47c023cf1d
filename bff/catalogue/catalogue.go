// Package catalogue serves the public calls from the cache (docs/architecture.md section 3.6). Responses are fetched
// without credentials, one upstream request at a time per key, refreshed when they are stale, and served stale while the
// upstream fails.
package catalogue

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/singleflight"

	"tablefront/bff/branches"
	"tablefront/bff/cache"
	"tablefront/bff/upstream"
)

// The documented paths of calls whose responses describe the branches.
const (
	settingsPath     = "settings"
	translationsPath = "translations"
	languagesPath    = "languages"
	branchesPath     = "branches"

	categoryProductsPath = "products/categories/{id}/products"
)

const (
	// languagesWait is how long a call waits for the list of a branch's languages.
	languagesWait = time.Second
	// absentAfter is how long an optional call must have been missing until its cached response is replaced by the empty answer.
	absentAfter = 10 * time.Minute
)

var errNothing = errors.New("catalogue: the settings are missing as well")

// ErrPaused means that no request was made, because the upstream has sent Retry-After.
var ErrPaused = errors.New("catalogue: the upstream answered 429 with Retry-After")

// Request identifies a response.
type Request struct {
	Branch *branches.Branch
	// Call is the documented path, Path the filled one with its query.
	Call, Path string
	Class      cache.Class
	Lang       string
}

// key returns the cache key. Nothing else may influence the response.
func (r Request) key() string { return r.Branch.ID + " " + r.Lang + " " + r.Path }

// pathOf returns the path of a key.
func pathOf(key string) string { return key[strings.LastIndexByte(key, ' ')+1:] }

type Options struct {
	Branches *branches.Registry
	// Fetch makes the anonymous request and returns the unwrapped body, which the cache takes ownership of. Its error has a verdict (upstream.VerdictOf): with Absent
	// comes the empty answer. Besides, it may be ErrPaused, or with a body cache.ErrNotCacheable.
	Fetch func(context.Context, *Request) ([]byte, error)
	// Failed is called with each failed Fetch, and with each whose response may not be cached.
	Failed func(*Request, error)
	// Language is the default language.
	Language string
	// Cache configures the cache; its FetchTimeout, Now and Log are those of the Catalogue as well, and must be set. The
	// Catalogue sets its Changed.
	Cache cache.Options
}

// Catalogue is safe for concurrent use. Close it at the end.
type Catalogue struct {
	*cache.Cache
	o           Options
	branchesKey string
	settings    singleflight.Group // of SettingsSucceed, by branch
}

// New returns a Catalogue, with the branches and languages of the snapshot.
func New(o Options) *Catalogue {
	c := &Catalogue{}
	o.Cache.Changed = c.changed
	c.o, c.Cache = o, cache.New(o.Cache)
	c.branchesKey = c.request(o.Branches.Main, branchesPath).key()
	c.changed(c.branchesKey)
	for b := range o.Branches.All() {
		c.changed(c.request(b, languagesPath).key())
	}
	return c
}

func (c *Catalogue) now() time.Time { return c.o.Cache.Now() }

// request returns the Request of a call of the class Catalogue without parameters, in the default language.
func (c *Catalogue) request(b *branches.Branch, call string) Request {
	return Request{Branch: b, Call: call, Path: call, Class: cache.Catalogue, Lang: c.o.Language}
}

// Stored returns a usable response, however stale, without fetching it; nil if there is none, or if it is outdated.
func (c *Catalogue) Stored(ctx context.Context, r Request) *cache.Entry {
	c.spell(ctx, &r)
	return c.Peek(r.key())
}

// Get finds a response, or fetches it. With an error of the verdict PerUser it also returns an older public response as Stale, if there is one,
// for use while the upstream fails. Other errors are those of Fetch, or ctx's.
func (c *Catalogue) Get(ctx context.Context, r Request) (*cache.Entry, cache.State, error) {
	c.spell(ctx, &r)
	found, state, err := c.Cache.Get(ctx, r.key(), c.Lists(ctx, r), c.fetcher(r))
	if found != nil && upstream.VerdictOf(err) != upstream.PerUser {
		err = nil // an older one is better than none
	}
	return found, state, err
}

// Lists reports whether a response may be stored: the call has no parameter, or a cached list of the branch names the category, dish or menu. So nobody can add keys.
func (c *Catalogue) Lists(ctx context.Context, r Request) bool {
	list, id := listOf(r.Path)
	if list == "" {
		return true
	}
	c.spell(ctx, &r)
	if last, failure := c.Last(r.key()); last != nil || failure != nil {
		return true
	}
	r.Call, r.Path = list, list
	if strings.HasSuffix(list, "/products") {
		r.Call = categoryProductsPath
	}
	found, _, err := c.Get(ctx, r)
	return err == nil && found.Lists(id)
}

// listOf returns the list that names what a path is about, and its id: "products/menus" and "5" of products/menus/5; "" for a path without a parameter.
func listOf(path string) (list, id string) {
	part := strings.Split(path, "/")
	if len(part) < 3 {
		return "", ""
	}
	list, id = strings.Join(part[:2], "/"), part[2]
	if len(part) == 5 {
		list, id = strings.Join(part[:4], "/"), part[4]
	}
	if plain, err := url.PathUnescape(id); err == nil {
		id = plain
	}
	return list, id
}

func (c *Catalogue) fetcher(r Request) cache.Fetcher {
	return func(ctx context.Context) (*cache.Entry, error) {
		body, err := c.o.Fetch(ctx, &r)
		if upstream.VerdictOf(err) == upstream.Absent {
			body, err = c.settleAbsence(ctx, &r, body, err)
		}
		made := err == nil || errors.Is(err, cache.ErrNotCacheable)
		if err != nil && c.o.Failed != nil {
			c.o.Failed(&r, err)
		}
		failed, is := errors.AsType[*upstream.Error](err)
		silent := errors.Is(err, ErrPaused) || is && failed.Kind == upstream.Canceled // about the host
		if !silent && r.Branch.Health.Note(made || upstream.VerdictOf(err) < upstream.Failed, c.now()) {
			r.Branch.Version.Add(1)
		}
		if made {
			return cache.NewEntry(r.key(), r.Class, body, c.now()), err
		}
		return nil, err
	}
}

// absence is the error of a call that the upstream does not have.
type absence struct {
	verdict upstream.Verdict // Absent while the cached response stays, then Gone
	since   time.Time
	answer  error // for the browser
}

func (a absence) Error() string {
	return "catalogue: no such call since " + a.since.UTC().Format(time.RFC3339)
}

// Verdict is what upstream.VerdictOf finds.
func (a absence) Verdict() upstream.Verdict { return a.verdict }

func (a absence) Unwrap() error { return a.answer }

// settleAbsence decides what the answer "no such call" means. A proxy in front of a backend that restarts says the same, so it counts only while the settings
// can be fetched, and replaces a cached response only once it has lasted.
func (c *Catalogue) settleAbsence(ctx context.Context, r *Request, empty []byte, answer error) ([]byte, error) {
	now := c.now()
	old, failure := c.Last(r.key())
	if old != nil && bytes.Equal(old.Body, empty) {
		return empty, nil
	}
	if !c.SettingsSucceed(ctx, r.Branch) {
		return nil, &upstream.Error{Kind: upstream.Invalid, Sent: true, Cause: errNothing}
	}
	missing := absence{verdict: upstream.Absent, since: now}
	errors.As(failure, &missing)
	switch {
	case old != nil && now.Sub(missing.since) < absentAfter:
		return nil, missing
	case strings.Contains(r.Call, "{"): // one dish or menu
		return nil, absence{upstream.Gone, now, answer}
	}
	return empty, nil
}

// SettingsSucceed fetches the settings of a branch now and reports whether that succeeds. Callers share a fetch, so it continues when the first disconnects.
func (c *Catalogue) SettingsSucceed(ctx context.Context, b *branches.Branch) bool {
	_, err, _ := c.settings.Do(b.ID, func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), c.o.Cache.FetchTimeout)
		defer cancel()
		r := c.request(b, settingsPath)
		r.Class = cache.Settings
		return c.fetcher(r)(ctx)
	})
	return err == nil
}

// changed is called with the key of every response that was added, replaced or removed.
func (c *Catalogue) changed(key string) {
	id, _, _ := strings.Cut(key, " ")
	b := c.o.Branches.ByID(id)
	if b == nil {
		return
	}
	b.Version.Add(1)
	path := pathOf(key)
	if path != languagesPath && (path != branchesPath || b != c.o.Branches.Main) {
		return
	}
	found := c.Peek(key)
	switch {
	case found == nil:
	case path == languagesPath:
		b.Languages.Read(found.Body)
	default:
		c.o.Branches.Read(found.Body)
	}
}

// Purge removes the responses whose key begins with a prefix: a branch's ID and a space, or "" for all. If the main host's
// are removed, an unlisted branch is rejected only after GET branches has been called again.
func (c *Catalogue) Purge(prefix string) (entries int) {
	entries = c.Cache.Purge(prefix)
	if prefix == "" || prefix == c.o.Branches.Main.ID+" " {
		c.o.Branches.Invalidate()
	}
	return entries
}

// Outdate makes the responses that an order depends on be fetched again before they are served: a refused order may say that they have changed.
func (c *Catalogue) Outdate(b *branches.Branch) {
	c.Expire(b.ID+" ", func(key string) bool {
		path := pathOf(key)
		return strings.HasPrefix(path, "products/") || path == "areas" || path == "taxes" || path == "checkout/payment-providers"
	})
}

// spell replaces the languages of a request by the spelling under which they are cached; unknown ones by the default.
func (c *Catalogue) spell(ctx context.Context, r *Request) {
	r.Lang = c.language(ctx, r.Branch, r.Lang)
	if r.Call == translationsPath {
		if name, value, ok := strings.Cut(r.Path, "?lang="); ok {
			r.Path = name + "?lang=" + c.language(ctx, r.Branch, value)
		}
	}
}

func (c *Catalogue) language(ctx context.Context, b *branches.Branch, lang string) string {
	if lang == c.o.Language {
		return lang
	}
	c.Languages(ctx, b)
	return b.Languages.Admit(lang, c.o.Language)
}

// Languages returns the languages that a branch lists. If they are not known, it waits for them for a second at most.
func (c *Catalogue) Languages(ctx context.Context, b *branches.Branch) []string {
	if b.Languages.Due(time.Now()) {
		ctx, cancel := context.WithTimeout(ctx, min(languagesWait, c.o.Cache.FetchTimeout))
		defer cancel()
		if list, _, err := c.Get(ctx, c.request(b, languagesPath)); err == nil {
			b.Languages.Read(list.Body) // it can be seen a moment before changed is called
		}
		b.Languages.Asked(time.Now())
	}
	return b.Languages.Listed()
}

// Branch finds a listed branch by its URL, nil for none. It fetches the list if it is not loaded. Errors:
// branches.ErrAddress, and those of Get.
func (c *Catalogue) Branch(ctx context.Context, raw string) (*branches.Branch, error) {
	c.refreshBranches()
	loaded := c.o.Branches.Loaded()
	found, err := c.o.Branches.Lookup(raw)
	if err != nil || found != nil || loaded {
		return found, err
	}
	if err := c.loadBranches(ctx); err != nil {
		return nil, err
	}
	return c.o.Branches.Lookup(raw)
}

func (c *Catalogue) List(ctx context.Context) []branches.Listed {
	c.refreshBranches()
	if !c.o.Branches.Loaded() {
		c.loadBranches(ctx)
	}
	return c.o.Branches.List()
}

func (c *Catalogue) loadBranches(ctx context.Context) error {
	list, _, err := c.Get(ctx, c.request(c.o.Branches.Main, branchesPath))
	if err == nil && !c.o.Branches.Loaded() { // it can be seen a moment before changed is called
		c.o.Branches.Read(list.Body)
	}
	return err
}

// refreshBranches refreshes the list of branches in the background while it is in use.
func (c *Catalogue) refreshBranches() {
	c.Refresh(c.branchesKey, c.fetcher(c.request(c.o.Branches.Main, branchesPath)))
}

// DegradedSince returns the time of the oldest stale response of the given calls while the branch is degraded and one of
// these calls could not be refreshed: another call that always fails is no outage. It returns false otherwise.
func (c *Catalogue) DegradedSince(b *branches.Branch, calls []string) (oldest time.Time, degraded bool) {
	if !b.Health.Degraded(c.now()) {
		return time.Time{}, false
	}
	for _, call := range calls {
		r, failure := c.Last(c.request(b, call).key())
		if r == nil || c.IsFresh(r) {
			continue
		}
		degraded = degraded || upstream.VerdictOf(failure) >= upstream.Failed
		if oldest.IsZero() || r.Stored.Before(oldest) {
			oldest = r.Stored
		}
	}
	return oldest, degraded
}

// Warm fetches requests of the default language and retries until it has them or ctx ends. A refusal is final but for the first
// request, without which the shop is not ready.
func (c *Catalogue) Warm(ctx context.Context, wanted []Request) {
	first := wanted[0]
	for pause := 250 * time.Millisecond; ; pause = min(2*pause, 2*time.Second) {
		wanted = slices.DeleteFunc(wanted, func(r Request) bool {
			_, _, err := c.Get(ctx, r)
			return err == nil || upstream.VerdictOf(err) < upstream.Failed && r != first
		})
		if len(wanted) == 0 {
			return
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}
