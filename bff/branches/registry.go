// Package branches has the registry of upstreams: the main host, those of the configuration, and those that GET branches
// of the main host lists (docs/wire.md section 2). State that belongs to one branch is in its Branch.
package branches

import (
	"encoding/json"
	"iter"
	"log/slog"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tablefront/bff/envelope"
	"tablefront/bff/upstream"
)

// maxListed limits how many branches GET branches may add to the configured ones.
const maxListed = 1000

// Branch is one upstream.
type Branch struct {
	*upstream.Host
	*series
	// Languages are those that it serves.
	Languages Languages
	// Health is whether fetching its public responses fails.
	Health Health

	// Version changes with every cached response of the branch.
	Version atomic.Uint64

	title  atomic.Value // a string
	noXSRF atomic.Int64 // unix nanoseconds
}

// Title returns the branch's name from GET branches, empty for none.
func (b *Branch) Title() string {
	title, _ := b.title.Load().(string)
	return title
}

// SetNoXSRF records that a GET of the branch set no XSRF cookie.
func (b *Branch) SetNoXSRF(now time.Time) { b.noXSRF.Store(now.Add(time.Minute).UnixNano()) }

// NoXSRF reports whether a recent GET of the branch set no XSRF cookie.
func (b *Branch) NoXSRF(now time.Time) bool { return now.UnixNano() < b.noXSRF.Load() }

// Listed is an entry of GET branches.
type Listed struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type Options struct {
	Pool *upstream.Pool
	// Metrics is where the series of the branches are registered; nil: nowhere.
	Metrics prometheus.Registerer
	Log     *slog.Logger
	// Main is the address of the main host, Extra those of further allowed branches.
	Main  string
	Extra []string
}

// Registry is the set of branches. It is safe for concurrent use; lookups read one immutable table.
type Registry struct {
	// Main is the main host.
	Main *Branch

	o          Options
	metrics    metrics
	configured map[string]bool // canonical
	mu         sync.Mutex
	hosts      map[string]*Branch // by canonical URL, so that a branch that stays listed keeps its circuit and connections
	lives      uint64             // how often a branch was listed that was not before
	table      atomic.Pointer[table]
}

// table is what was made of one list. It is never changed.
type table struct {
	// find has every listed spelling and every canonical address.
	find map[string]*Branch
	list []Listed
	byID map[string]*Branch
	// loaded is whether GET branches has been read since the start, or since the last purge.
	loaded bool
}

// New makes a Registry. Errors: ErrAddress.
func New(o Options) (*Registry, error) {
	r := &Registry{o: o, metrics: newMetrics(o.Metrics), configured: map[string]bool{}, hosts: map[string]*Branch{}}
	canonical, err := CanonicalURL(o.Main)
	if err != nil {
		return nil, err
	}
	for _, e := range o.Extra {
		c, err := CanonicalURL(e)
		if err != nil {
			return nil, err
		}
		r.configured[c] = true
	}
	r.Main = r.host(canonical, true)
	r.rebuild(nil, false)
	return r, nil
}

func (r *Registry) host(canonical string, main bool) *Branch {
	if b := r.hosts[canonical]; b != nil {
		return b
	}
	b := &Branch{Host: r.o.Pool.Host(canonical, main, main || r.configured[canonical])}
	b.series = r.metrics.of(b)
	// A branch that left the list and came back starts above whatever its versions reached before: no page of its
	// earlier life may pass for one of this.
	r.lives++
	b.Version.Store(r.lives << 32)
	r.hosts[canonical] = b
	return b
}

// rebuild makes the table from a list, which counts as loaded when it came from the main host.
func (r *Registry) rebuild(list []Listed, loaded bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := &table{find: map[string]*Branch{r.Main.Base: r.Main}, byID: map[string]*Branch{}, loaded: loaded}
	for c := range r.configured {
		t.find[c] = r.host(c, false)
	}
	plainAllowed := strings.HasPrefix(r.Main.Base, "http://")
	for _, entry := range list[:min(len(list), maxListed)] {
		c, err := CanonicalURL(entry.URL)
		if err != nil || strings.HasPrefix(c, "http://") && !plainAllowed && !r.configured[c] {
			continue
		}
		b := r.Main
		if c != r.Main.Base {
			b = r.host(c, false)
		}
		t.find[c] = b
		t.find[entry.URL] = b
		if b.title.Swap(entry.Name) != entry.Name {
			r.metrics.named(b)
		}
		t.list = append(t.list, entry)
	}
	for c, b := range r.hosts {
		if t.find[c] == nil { // it is no longer listed
			delete(r.hosts, c)
			r.metrics.forget(b)
			b.Close()
			continue
		}
		t.byID[b.ID] = b
	}
	r.table.Store(t)
}

// Invalidate keeps the list, but it does not count as loaded until it has been read again.
func (r *Registry) Invalidate() {
	r.mu.Lock()
	defer r.mu.Unlock()
	t := *r.table.Load()
	t.loaded = false
	r.table.Store(&t)
}

// Read stores the response of GET branches in the contract's form. What is not a list of branches changes nothing and is logged.
func (r *Registry) Read(body []byte) {
	var list []Listed
	if err := json.Unmarshal(envelope.Data(body), &list); err != nil || list == nil {
		r.o.Log.Warn("GET branches did not answer a list of branches; they stay as they are")
		return
	}
	r.rebuild(list, true)
}

// Lookup finds a listed branch by its URL, nil for none. Errors: ErrAddress.
func (r *Registry) Lookup(raw string) (*Branch, error) {
	t := r.table.Load()
	if b := t.find[raw]; b != nil {
		return b, nil
	}
	c, err := CanonicalURL(raw)
	if err != nil {
		return nil, err
	}
	return t.find[c], nil
}

// Find is Lookup without the reason for a missing branch; "" is the main host.
func (r *Registry) Find(raw string) *Branch {
	if raw == "" {
		return r.Main
	}
	b, _ := r.Lookup(raw)
	return b
}

// Loaded reports whether GET branches has been read, so that a missing branch is final.
func (r *Registry) Loaded() bool { return r.table.Load().loaded }

// List returns the list of GET branches, in its order. It must not be modified.
func (r *Registry) List() []Listed { return r.table.Load().list }

// ByID finds a branch by the ID of its Host, nil for none.
func (r *Registry) ByID(id string) *Branch { return r.table.Load().byID[id] }

// All yields every branch.
func (r *Registry) All() iter.Seq[*Branch] { return maps.Values(r.table.Load().byID) }
