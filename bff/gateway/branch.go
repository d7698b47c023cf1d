package gateway

import (
	"context"
	"encoding/json"
	"errors"
	"net/netip"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"tablefront/bff/site"
	"tablefront/bff/upstream"
)

// branch is one upstream as the gateway sees it. Everything that belongs to it alone is here or in its Host
// (HARDENING R4).
type branch struct {
	*upstream.Host
	// name is what logs and metrics call it: "main" or its address, without https://.
	name string
	// listedAs is the name that GET branches gives it; nil: none.
	listedAs atomic.Pointer[string]
	metrics  branchMetrics
	// version changes with every kept copy of this branch.
	version atomic.Uint64
	// languages are the names its GET languages lists; nil: not known.
	languages atomic.Pointer[map[string]string]
	// noLanguages is until when they are not asked for again (unix nanoseconds); unlisted is what passes meanwhile.
	noLanguages atomic.Int64
	unlisted    unlisted
	// mood is whether fetching copies fails.
	mood mood
	// perUser are the cache keys that are passed with the customer's credentials for now.
	perUser perUserKeys
	// noXSRF is until when the branch is known to hand out no anti-forgery cookie; unix nanoseconds.
	noXSRF atomic.Int64
}

// title is the name that GET branches gives the branch, empty for none.
func (b *branch) title() string {
	if p := b.listedAs.Load(); p != nil {
		return *p
	}
	return ""
}

// knowsNoXSRF tells whether asking the branch for an anti-forgery cookie would be in vain.
func (b *branch) knowsNoXSRF(now time.Time) bool { return now.UnixNano() < b.noXSRF.Load() }

// maxBranches bounds the list that GET branches may extend the shop by.
const maxBranches = 1000

// branches knows which upstreams there are: the main host, those of the configuration, and those that GET branches of
// the main host lists (WIRE section 2). Lookups read one immutable table.
type branches struct {
	pool       *upstream.Pool
	metrics    *metrics
	main       *branch
	configured map[string]bool // canonical
	mu         sync.Mutex
	hosts      map[string]*branch // by canonical address, kept so that a branch keeps its circuit and connections
	byID       sync.Map           // Host.ID to *branch
	lives      uint64             // how often a branch was listed that was not before
	table      atomic.Pointer[branchTable]
}

type branchTable struct {
	// find has every listed spelling and every canonical address.
	find map[string]*branch
	// loaded tells whether GET branches has been read since the start, or since the last purge.
	loaded bool
	list   []site.Branch
}

func newBranches(pool *upstream.Pool, m *metrics, mainURL string, extra []string) (*branches, error) {
	b := &branches{pool: pool, metrics: m, configured: map[string]bool{}, hosts: map[string]*branch{}}
	canonical, err := CanonicalURL(mainURL)
	if err != nil {
		return nil, err
	}
	for _, e := range extra {
		c, err := CanonicalURL(e)
		if err != nil {
			return nil, err
		}
		b.configured[c] = true
	}
	b.main = b.host(canonical, true)
	b.rebuild(nil, false)
	return b, nil
}

func (b *branches) host(canonical string, main bool) *branch {
	if h := b.hosts[canonical]; h != nil {
		return h
	}
	h := &branch{Host: b.pool.Host(canonical, main, main || b.configured[canonical])}
	// A branch that left the list and came back starts above whatever its versions reached before: no page of its
	// earlier life may pass for one of this.
	b.lives++
	h.version.Store(b.lives << 32)
	h.name = strings.TrimPrefix(canonical, "https://")
	if main {
		h.name = "main"
	}
	h.metrics = b.metrics.ofBranch(h.name)
	b.hosts[canonical] = h
	b.byID.Store(h.ID, h)
	return h
}

// rebuild makes the table anew from a list, which counts as loaded when it came from the main host.
func (b *branches) rebuild(list []site.Branch, loaded bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := &branchTable{find: map[string]*branch{b.main.Base: b.main}, loaded: loaded}
	for c := range b.configured {
		t.find[c] = b.host(c, false)
	}
	plainAllowed := strings.HasPrefix(b.main.Base, "http://")
	for _, entry := range list[:min(len(list), maxBranches)] {
		c, err := CanonicalURL(entry.URL)
		if err != nil || strings.HasPrefix(c, "http://") && !plainAllowed && !b.configured[c] {
			continue
		}
		h := b.main
		if c != b.main.Base {
			h = b.host(c, false)
		}
		t.find[c] = h
		t.find[entry.URL] = h
		h.listedAs.Store(&entry.Name)
		t.list = append(t.list, entry)
	}
	for c, h := range b.hosts { // what is no longer listed must not pile up
		if t.find[c] == nil {
			delete(b.hosts, c)
			b.byID.Delete(h.ID)
			b.metrics.forget(h.name)
			h.Close()
		}
	}
	b.table.Store(t)
}

// doubt keeps the list, and lets no branch be refused by it before it has been read again.
func (b *branches) doubt() {
	b.mu.Lock()
	defer b.mu.Unlock()
	t := *b.table.Load()
	t.loaded = false
	b.table.Store(&t)
}

// read takes over the answer of GET branches. A list that cannot be read changes nothing: it stays as it was.
func (b *branches) read(body []byte) {
	var list []site.Branch
	if json.Unmarshal(body, &list) != nil {
		return
	}
	b.rebuild(list, true)
}

// lookup finds a listed branch. loaded tells whether the answer no is final.
func (b *branches) lookup(raw string) (found *branch, loaded bool, err error) {
	t := b.table.Load()
	if h := t.find[raw]; h != nil {
		return h, t.loaded, nil
	}
	c, err := CanonicalURL(raw)
	if err != nil {
		return nil, true, err
	}
	return t.find[c], t.loaded, nil
}

var errBranchURL = errors.New("not an address a branch can have")

// CanonicalURL brings the address of an upstream to its one spelling: scheme and host in lower case, the host in
// ASCII, no default port, no trailing slash. Anything that different readers could read differently is refused:
// userinfo, query, fragment, escapes, backslashes, dot segments, spaces, numbers that only look like an address.
func CanonicalURL(raw string) (string, error) {
	if raw == "" || len(raw) > 2048 || !utf8.ValidString(raw) {
		return "", errBranchURL
	}
	for i := range len(raw) {
		if c := raw[i]; c <= ' ' || c == 0x7f || strings.IndexByte(`\%@?#<>"{}|^`+"`", c) >= 0 {
			return "", errBranchURL
		}
	}
	u, err := url.Parse(raw)
	if err != nil || u.Opaque != "" || u.User != nil {
		return "", errBranchURL
	}
	scheme := strings.ToLower(u.Scheme)
	if scheme != "http" && scheme != "https" {
		return "", errBranchURL
	}
	host, err := canonicalHost(u)
	if err != nil {
		return "", err
	}
	port := u.Port()
	if strings.HasSuffix(u.Host, ":") || port != "" && (len(port) > 5 || port[0] == '0') {
		return "", errBranchURL
	}
	if scheme == "http" && port == "80" || scheme == "https" && port == "443" {
		port = ""
	}
	if port != "" {
		host += ":" + port
	}
	path := strings.TrimRight(u.Path, "/")
	for segment := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if path != "" && (segment == "" || strings.Trim(segment, ".") == "") {
			return "", errBranchURL
		}
	}
	return scheme + "://" + host + path, nil
}

func canonicalHost(u *url.URL) (string, error) {
	name := u.Hostname()
	if strings.HasPrefix(u.Host, "[") {
		a, err := netip.ParseAddr(name)
		if err != nil || !a.Is6() || a.Zone() != "" {
			return "", errBranchURL
		}
		return "[" + a.String() + "]", nil
	}
	if a, err := netip.ParseAddr(name); err == nil && a.Is4() {
		return a.String(), nil
	}
	ascii, err := idna.Lookup.ToASCII(name)
	if err != nil || ascii == "" || strings.HasSuffix(ascii, ".") || len(ascii) > 253 {
		return "", errBranchURL
	}
	ascii = strings.ToLower(ascii)
	if again, err := idna.Lookup.ToASCII(ascii); err != nil || again != ascii {
		return "", errBranchURL
	}
	last := ascii[strings.LastIndexByte(ascii, '.')+1:]
	if last[0]-'0' <= 9 { // 127.1, 0x7f.1 and 2130706433 are addresses to some readers
		return "", errBranchURL
	}
	return ascii, nil
}

// chooseBranch is the step that finds the upstream of a call (DESIGN section 3.2). Nothing is sent to an address that
// is not listed. GET branches is always the main host's.
func (g *Gateway) chooseBranch(x *exchange) error {
	values := x.r.Header["X-Branch"]
	if len(values) == 0 || values[0] == "" || x.call == callBranches {
		x.branch = g.branches.main
		return nil
	}
	if len(values) > 1 {
		return faultUnknownBranch(errBranchURL)
	}
	g.touchBranches(x.start)
	found, loaded, err := g.branches.lookup(values[0])
	if err == nil && found == nil && !loaded {
		ctx, cancel := context.WithTimeout(x.r.Context(), g.config.UpstreamTimeout)
		defer cancel()
		list, err := g.kept(ctx, g.branches.main, callBranches, callBranches.Path, g.config.Language)
		if err != nil {
			return err
		}
		if !g.branches.table.Load().loaded { // the copy can be seen a moment before it is taken over
			g.branches.read(list)
		}
		if found, _, err = g.branches.lookup(values[0]); err != nil {
			return faultUnknownBranch(err)
		}
	}
	if err != nil || found == nil {
		return faultUnknownBranch(err)
	}
	x.branch = found
	return nil
}

// touchBranches keeps the list of branches from growing old while customers of branches are there.
func (g *Gateway) touchBranches(now time.Time) {
	next := g.nextTouch.Load()
	at := now.UnixNano()
	if at < next || !g.nextTouch.CompareAndSwap(next, at+int64(5*time.Second)) {
		return
	}
	key := g.key(g.branches.main, g.config.Language, "branches")
	if c := g.keeper.Peek(key, g.copyTime(now)); c != nil {
		if c.Age(g.copyTime(now)) >= g.keeper.Policy(c.Class).Fresh {
			g.keeper.Refresh(c, g.fetcher(g.branches.main, callBranches, "branches", g.config.Language, key))
		}
		return
	}
	if !g.branches.table.Load().loaded {
		return // somebody who needs it fetches it
	}
	go func() {
		ctx, cancel := context.WithTimeout(g.life, g.config.UpstreamTimeout)
		defer cancel()
		g.kept(ctx, g.branches.main, callBranches, "branches", g.config.Language) //nolint:errcheck // the list stays as it was
	}()
}
