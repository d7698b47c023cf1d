package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"strings"
	"sync"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/site"
	"tablefront/bff/upstream"
)

// key names a kept copy: upstream, language, path with its query. Nothing else may change an answer (HARDENING T8).
func (g *Gateway) key(b *branch, lang, path string) string {
	return b.ID + " " + lang + " " + path
}

// fetch brings a fresh copy of one key, without anybody's credentials (HARDENING R1).
type fetch struct {
	g    *Gateway
	b    *branch
	call *Call
	path string
	lang string
	key  string
}

func (g *Gateway) fetcher(b *branch, call *Call, path, lang, key string) cache.Fetcher {
	return &fetch{g, b, call, path, lang, key}
}

const (
	// perUserFor is how long a key is passed with the customer's credentials after the anonymous request got 401 or 403.
	perUserFor = time.Minute
	// maxPerUser bounds how many keys of a branch are known to be so; any other is asked for anonymously first.
	maxPerUser = 1000
)

// perUserKeys are cache keys whose anonymous request got 401 or 403, and until when that counts.
type perUserKeys struct {
	mu    sync.Mutex
	until map[string]time.Time
}

func (p *perUserKeys) add(key string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.until) >= maxPerUser {
		maps.DeleteFunc(p.until, func(_ string, until time.Time) bool { return !until.After(now) })
	}
	if p.until == nil {
		p.until = map[string]time.Time{}
	}
	if len(p.until) < maxPerUser {
		p.until[key] = now.Add(perUserFor)
	}
}

func (p *perUserKeys) has(key string, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.until[key].After(now)
}

// FetchCopy asks the upstream, and notes how it fares.
func (f *fetch) FetchCopy(ctx context.Context) (*cache.Copy, error) {
	c, err := f.ask(ctx)
	var answered *relay
	var up *upstream.Error
	switch {
	case errors.Is(err, errPaused), errors.As(err, &up) && up.Kind == upstream.Canceled: // says nothing about the host
	case err == nil, errors.Is(err, cache.ErrNotKept), errors.As(err, &answered) && answered.status < 500:
		f.b.noteFetch(true, f.g.copyTime(time.Now()))
	default:
		f.b.noteFetch(false, f.g.copyTime(time.Now()))
	}
	return c, err
}

// ask asks the upstream.
func (f *fetch) ask(ctx context.Context) (*cache.Copy, error) {
	o := &outgoing{branch: f.b, call: f.call, path: f.path, lang: f.lang, id: f.g.nextID(), anonymous: true}
	if wait := f.g.paused(o); wait > 0 {
		return nil, faultRateLimited(wait, errPaused)
	}
	var inner []byte
	ctx, end := f.g.trace(ctx, o)
	defer end()
	began := time.Now()
	a, err := f.b.Do(ctx, &upstream.Request{
		Method: http.MethodGet, Path: f.path, Header: o.header(), Retry: true,
		Check: func(status int, header http.Header, body []byte) (err error) {
			inner, err = prove(f.call, status, header, body)
			return err
		},
	})
	f.g.metrics.upstreamTook(f.b, time.Since(began))
	if err != nil {
		return nil, judged(err)
	}
	defer a.Body.Release()
	if a.Status != http.StatusOK && (a.Status < 200 || a.Status >= 300) {
		return nil, f.refused(o, a)
	}
	if f.call == callPages {
		inner = site.SanitisePages(inner)
	}
	c := cache.NewCopy(f.key, f.call.Keep, append(make([]byte, 0, len(inner)), inner...), f.g.copyTime(time.Now()))
	if variesByUser(a.Header["Vary"]) {
		return c, cache.ErrNotKept
	}
	return c, nil
}

// refused makes an error of an answer that is no success.
func (f *fetch) refused(o *outgoing, a *upstream.Answer) error {
	if a.Status >= 300 && a.Status < 400 {
		return faultInvalid(http.StatusBadGateway, errRedirect)
	}
	if a.Status == http.StatusTooManyRequests {
		f.g.pause(o, a.Header.Get("Retry-After"))
	}
	out := f.g.relayOf(o, a, a.Body.B)
	out.body, out.memory = append([]byte(nil), out.body...), nil
	switch a.Status {
	case http.StatusUnauthorized, http.StatusForbidden:
		out.perUser = true
		f.b.perUser.add(f.key, time.Now())
	case http.StatusNotFound, http.StatusGone:
		out.gone = true
	}
	return out
}

// variesByUser tells whether an answer says of itself that it depends on who asks.
func variesByUser(vary []string) bool {
	for _, line := range vary {
		for name := range strings.SplitSeq(line, ",") {
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "*", "cookie", "authorization":
				return true
			}
		}
	}
	return false
}

// kept returns the body of a kept copy, fetching it if need be.
func (g *Gateway) kept(ctx context.Context, b *branch, call *Call, path, lang string) ([]byte, error) {
	key := g.key(b, lang, path)
	c, state := g.keeper.Lookup(key, g.copyTime(time.Now()))
	if state == cache.Hit {
		return c.Body, nil
	}
	f := g.fetcher(b, call, path, lang, key)
	if state == cache.Stale {
		g.keeper.Refresh(c, f)
		return c.Body, nil
	}
	c, _, err := g.keeper.Fetch(ctx, key, f)
	if err != nil {
		return nil, err
	}
	return c.Body, nil
}

// changed is told of every kept copy that came, changed or went.
func (g *Gateway) changed(key string) {
	id, rest, _ := strings.Cut(key, " ")
	found, ok := g.branches.byID.Load(id)
	if !ok {
		return
	}
	b := found.(*branch) //nolint:forcetypeassert // the map holds nothing else
	b.version.Add(1)
	_, path, _ := strings.Cut(rest, " ")
	switch {
	case path == callLanguages.Path:
		if c := g.keeper.Peek(key, g.copyTime(time.Now())); c != nil {
			b.readLanguages(c.Body)
		}
	case path == callBranches.Path && b == g.branches.main:
		if c := g.keeper.Peek(key, g.copyTime(time.Now())); c != nil {
			g.branches.read(c.Body)
		}
	}
}

// readLanguages takes over the names that GET languages lists.
func (b *branch) readLanguages(body []byte) {
	var list []struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(body, &list) != nil || len(list) == 0 {
		return
	}
	names := make(map[string]string, len(list))
	for _, l := range list[:min(len(list), 200)] {
		if isLanguage(l.Name) {
			names[strings.ToLower(l.Name)] = l.Name
		}
	}
	if len(names) == 0 {
		return
	}
	if old := b.languages.Load(); old != nil && maps.Equal(*old, names) {
		return
	}
	b.languages.Store(&names)
}

// knownTranslations brings an invented language in the query of translations back to the default one.
func (g *Gateway) knownTranslations(ctx context.Context, b *branch, path string) string {
	name, value, ok := strings.Cut(path, "?lang=")
	if !ok {
		return path
	}
	if known := g.keptLanguage(ctx, b, value); known != value {
		return name + "?lang=" + known
	}
	return path
}

// Kept fills site.Source.
func (g *Gateway) Kept(ctx context.Context, branchURL, lang, call string, params map[string]string) ([]byte, bool) {
	row := find(http.MethodGet, call)
	if row == nil || row.Keep == cache.Never {
		return nil, false
	}
	b := g.branches.main
	if branchURL != "" && row != callBranches {
		found, _, err := g.branches.lookup(branchURL)
		if err != nil || found == nil {
			return nil, false
		}
		b = found
	}
	if lang == "" || !isLanguage(lang) {
		lang = g.config.Language
	}
	lang = g.keptLanguage(ctx, b, lang)
	path, err := fillNamed(row, params)
	if err != nil {
		return nil, false
	}
	body, err := g.kept(ctx, b, row, g.knownTranslations(ctx, b, path), lang)
	return body, err == nil
}

var errMissingParam = errors.New("a parameter is missing")

// fillNamed fills a documented path and its query from named parameters.
func fillNamed(call *Call, params map[string]string) (string, error) {
	var values []string
	rest := call.Path
	for {
		open := strings.IndexByte(rest, '{')
		if open < 0 {
			break
		}
		end := open + strings.IndexByte(rest[open:], '}')
		value, err := decodeParam(params[rest[open+1:end]], false, maxParam)
		if err != nil {
			return "", errMissingParam
		}
		values = append(values, value)
		rest = rest[end+1:]
	}
	path := fillPath(call.Path, values)
	for name := range strings.FieldsSeq(call.Query) {
		if v := params[name]; v != "" && checkQuery(name, v) == nil {
			path += "?" + name + "=" + v // only lang, which needs no escape
			break
		}
	}
	return path, nil
}

// Branches fills site.Source.
func (g *Gateway) Branches(ctx context.Context) []site.Branch {
	g.touchBranches(time.Now())
	t := g.branches.table.Load()
	if !t.loaded {
		list, err := g.kept(ctx, g.branches.main, callBranches, callBranches.Path, g.config.Language)
		if err == nil && !g.branches.table.Load().loaded {
			g.branches.read(list)
		}
		t = g.branches.table.Load()
	}
	return t.list
}

// Version fills site.Source.
func (g *Gateway) Version(branchURL string) uint64 {
	b := g.branches.main
	if branchURL != "" {
		if found, _, err := g.branches.lookup(branchURL); err == nil && found != nil {
			b = found
		}
	}
	return b.version.Load()
}
