// Package cache caches the responses of public calls (docs/architecture.md section 3.6, docs/threat-model.md R1, T7, T10,
// docs/failures.md F25). The caller's Fetcher fetches them without credentials, and the caller decides which keys are stored;
// this package decides when to fetch, and that only one fetch runs per key.
package cache

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	gocache "github.com/patrickmn/go-cache"
	"github.com/prometheus/client_golang/prometheus"
	"golang.org/x/sync/singleflight"

	"tablefront/bff/safego"
	"tablefront/bff/upstream"
)

// State is the result of a Get.
type State uint8

// The states, as X-Cache spells them.
const (
	Miss State = iota
	Hit
	Stale
)

// String is the value of X-Cache.
func (s State) String() string { return [...]string{"miss", "hit", "stale"}[s] }

// policy is how long entries of one class may be served.
type policy struct {
	// fresh is how long an entry is served without a call to the upstream.
	fresh time.Duration
	// relaxed is how old an entry may be to be served at once while one refresh runs. An older one waits for the refresh,
	// though no longer than refreshTimeout.
	relaxed time.Duration
	// usable is how old an entry may be to be served while the upstream is failing.
	usable time.Duration
}

// Options of a Cache. TTL, MaxBytes, FetchTimeout, Log and Now are required.
type Options struct {
	// TTL is the freshness of the class Settings, and the longest of any (TABLEFRONT_CACHE_TTL).
	TTL time.Duration
	// MaxBytes limits the sum of all entries.
	MaxBytes int64
	// FetchTimeout is the deadline of a fetch, which continues when its first caller disconnects.
	FetchTimeout time.Duration
	// SnapshotPath is the file that brings entries back after a restart; empty: none.
	SnapshotPath string
	// Changed is called with the key of every entry that was added, replaced or removed.
	Changed func(key string)
	// Metrics is where the series of the cache are registered; nil: nowhere.
	Metrics prometheus.Registerer
	Log     *slog.Logger
	// Now is the clock.
	Now func() time.Time
}

const (
	// refreshTimeout is how long a caller waits for the refresh of an entry that is past relaxed.
	refreshTimeout = time.Second
	// pause is how long a key whose refresh failed is left alone.
	pause = time.Second
	// perUserFor is how long a key is fetched with the customer's credentials after the anonymous request got 401 or 403.
	perUserFor = time.Minute
	// goneFor is how long the 404 of a dish, category or menu is answered without asking again.
	goneFor = 30 * time.Second
	// day is how long entries are usable. Those of the class Settings do not expire.
	day     = 24 * time.Hour
	forever = math.MaxInt64
	// cleanup is how often expired entries are removed.
	cleanup = 10 * time.Minute
)

// item is what is known of a key. It is never changed, only replaced.
type item struct {
	// entry is the last good response, nil for none.
	entry *Entry
	// expired is whether the entry must be fetched again before it is served, if that is possible.
	expired bool
	// failed is why the last fetch failed, nil if it did not; the upstream is not asked again before next.
	failed error
	next   time.Time
}

// Cache is safe for concurrent use.
type Cache struct {
	o        Options
	policies [4]policy
	items    *gocache.Cache
	bytes    atomic.Int64
	metrics

	storing sync.Mutex   // held while an item is replaced
	warned  time.Time    // when a response was too large last
	purging sync.RWMutex // read-locked while a fetch is stored, locked by Purge
	fetches *singleflight.Group

	changed   atomic.Bool // since the snapshot was written
	snapshots safego.Group

	life context.Context
	end  context.CancelFunc
}

// New returns a Cache with the entries of the snapshot, if there is one. A damaged snapshot is renamed and logged.
func New(o Options) *Cache {
	c := &Cache{
		o: o,
		policies: [4]policy{
			Settings:  {fresh: o.TTL, relaxed: o.TTL + time.Hour, usable: forever},
			Catalogue: {fresh: min(o.TTL, 30*time.Second), relaxed: 10 * time.Minute, usable: day},
			Hours:     {fresh: min(o.TTL, 15*time.Second), relaxed: 5 * time.Minute, usable: day},
		},
		items: gocache.New(gocache.NoExpiration, cleanup), fetches: &singleflight.Group{},
	}
	c.metrics = c.newMetrics(o.Metrics)
	c.items.OnEvicted(func(_ string, value any) { c.bytes.Add(-weight(value)) })
	c.life, c.end = context.WithCancel(context.Background())
	if o.SnapshotPath != "" {
		c.startSnapshots()
	}
	return c
}

// Close writes the snapshot and stops background work. It may be called more than once.
func (c *Cache) Close() {
	c.end()
	c.snapshots.Wait()
}

func (c *Cache) item(key string) *item {
	value, _ := c.items.Get(key)
	it, _ := value.(*item)
	return it
}

// Fetcher fetches an entry from the upstream without credentials. The verdict on its error (upstream.VerdictOf) says how long it holds, and whether an older entry is
// still served. ErrNotCacheable with an entry means that the response is sent to the callers that wait for it, but not cached.
type Fetcher func(ctx context.Context) (*Entry, error)

// ErrNotCacheable marks an entry that may be sent but not cached.
var ErrNotCacheable = errors.New("cache: the response may not be cached")

// IsFresh reports whether an entry may be served without a call to the upstream.
func (c *Cache) IsFresh(e *Entry) bool { return e.Age(c.o.Now()) < c.policies[e.Class].fresh }

func (c *Cache) isFresh(it *item) bool {
	return it != nil && it.entry != nil && !it.expired && c.IsFresh(it.entry)
}

// Peek returns an entry if it is usable at all, however stale, without fetching; nil for one that was expired (Expire).
func (c *Cache) Peek(key string) *Entry {
	it := c.item(key)
	if it != nil && it.expired {
		return nil
	}
	e, _ := c.last(it)
	return e
}

// Last returns the last entry of a key while it is usable, even if it was expired, and why the last fetch failed.
func (c *Cache) Last(key string) (*Entry, error) { return c.last(c.item(key)) }

func (c *Cache) last(it *item) (*Entry, error) {
	switch {
	case it == nil:
		return nil, nil
	case it.entry == nil || it.entry.Age(c.o.Now()) >= c.policies[it.entry.Class].usable:
		return nil, it.failed
	}
	return it.entry, it.failed
}

// Get returns an entry: a fresh one as Hit, one that was just fetched as Miss, an older one as Stale, which is refreshed in the background or, if it is too old to be
// served without a try, within a second. Concurrent callers with the same key share one fetch, which has its own deadline and continues when its first caller disconnects.
// If the fetch fails, Get returns its error, and with it an older entry that is still usable. It returns ctx's error if ctx ends first. With store false
// the response is not stored. A Hit does not allocate.
func (c *Cache) Get(ctx context.Context, key string, store bool, fetch Fetcher) (*Entry, State, error) {
	now := c.o.Now()
	it := c.item(key)
	if c.isFresh(it) {
		return it.entry, Hit, nil
	}
	old, _ := c.last(it)
	switch {
	case it != nil && it.failed != nil && now.Before(it.next):
		return old, Stale, it.failed
	case old != nil && !it.expired && old.Age(now) < c.policies[old.Class].relaxed:
		c.join(key, store, fetch)
		return old, Stale, nil
	}
	var late <-chan time.Time // never, without an older entry
	if old != nil {
		late = time.After(refreshTimeout)
	}
	select {
	case r := <-c.join(key, store, fetch):
		if r.Err == nil {
			e, _ := r.Val.(*Entry) // none after a panic
			return e, Miss, nil
		}
		if old == nil || upstream.VerdictOf(r.Err) == upstream.Gone {
			return nil, Miss, r.Err
		}
		return old, Stale, r.Err
	case <-late:
		return old, Stale, nil
	case <-ctx.Done():
		if old == nil {
			return nil, Miss, ctx.Err()
		}
		return old, Stale, nil
	}
}

// Refresh starts a fetch in the background, unless the entry is fresh or the last fetch has just failed.
func (c *Cache) Refresh(key string, fetch Fetcher) {
	if it := c.item(key); it != nil && !c.isFresh(it) && (it.failed == nil || !c.o.Now().Before(it.next)) {
		c.join(key, true, fetch)
	}
}

// join starts the fetch of a key, unless one that began after the last purge is running.
func (c *Cache) join(key string, store bool, fetch Fetcher) <-chan singleflight.Result {
	c.purging.RLock()
	fetches := c.fetches
	c.purging.RUnlock()
	return safego.Join(c.o.Log, "fetch of a cached response", fetches, key, func() (any, error) {
		if it := c.item(key); c.isFresh(it) { // fetched since the caller looked
			return it.entry, nil
		}
		ctx, cancel := context.WithTimeout(c.life, c.o.FetchTimeout)
		defer cancel()
		var e *Entry
		err := safego.ErrPanicked
		defer func() { // also after a panic
			c.purging.RLock()
			defer c.purging.RUnlock()
			if store && c.fetches == fetches { // otherwise the response may be from before the purge
				c.settle(key, e, err)
			}
		}()
		e, err = fetch(ctx)
		if errors.Is(err, ErrNotCacheable) && e != nil {
			return e, nil
		}
		return e, err
	})
}

func (c *Cache) settle(key string, e *Entry, err error) {
	old := c.item(key)
	var before *Entry
	if old != nil {
		before = old.entry
	}
	now := c.o.Now()
	switch verdict := upstream.VerdictOf(err); {
	case err == nil:
		if before != nil && before.ETag == e.ETag && len(before.Body) == len(e.Body) {
			e.forms = before.forms
			c.store(key, &item{entry: e})
			c.changed.Store(true)
			return
		}
		c.store(key, &item{entry: e})
		c.notify(key)
	case errors.Is(err, ErrNotCacheable):
	case verdict == upstream.Gone:
		c.store(key, &item{failed: err, next: now.Add(goneFor)})
		if before != nil {
			c.notify(key)
		}
	case verdict == upstream.PerUser:
		c.store(key, &item{entry: before, expired: old != nil && old.expired, failed: err, next: now.Add(perUserFor)})
	case before != nil: // otherwise nothing is known, and the next caller tries at once
		c.store(key, &item{entry: before, expired: old.expired, failed: err, next: now.Add(pause)})
	}
}

// weight is the memory of an item: the body with its compressed forms, and what belongs to it.
func weight(value any) int64 {
	const overhead = 512
	if it, ok := value.(*item); ok && it.entry != nil {
		return int64(len(it.entry.Body))*5/4 + int64(len(it.entry.Key)) + overhead
	}
	return overhead
}

// store replaces the item of a key. If the sum is over the limit, those go that were refreshed longest ago: what customers ask for is refreshed.
func (c *Cache) store(key string, it *item) {
	c.storing.Lock()
	defer c.storing.Unlock()
	life, now := time.Duration(gocache.NoExpiration), c.o.Now()
	switch {
	case it.entry == nil:
		life = it.next.Sub(now) + pause
	case c.policies[it.entry.Class].usable != forever:
		life = max(c.policies[it.entry.Class].usable-it.entry.Age(now), pause)
	}
	if weight(it) > c.o.MaxBytes/4 { // an older one may not be served in its place
		c.items.Delete(key)
		c.evictions.Inc()
		if c.o.Now().Sub(c.warned) > time.Minute {
			c.warned = c.o.Now()
			c.o.Log.Warn("a response is too large to be cached, so every visit fetches it: raise TABLEFRONT_CACHE_BYTES to more than five times its size", "bytes", len(it.entry.Body))
		}
		return
	}
	grown := weight(it)
	if old, ok := c.items.Get(key); ok {
		grown -= weight(old)
	} else {
		c.items.Delete(key) // one that has expired is counted until it is evicted
	}
	c.items.Set(key, it, life)
	if c.bytes.Add(grown) > c.o.MaxBytes {
		c.makeRoom()
	}
}

func (c *Cache) makeRoom() {
	age := func(it *item) time.Duration {
		if it.entry == nil {
			return forever
		}
		return it.entry.Age(c.o.Now())
	}
	items := c.items.Items()
	keys := make([]string, 0, len(items))
	for key := range items {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Compare(age(items[b].Object.(*item)), age(items[a].Object.(*item)))
	})
	for _, key := range keys {
		if c.bytes.Load() <= c.o.MaxBytes*9/10 {
			return
		}
		c.items.Delete(key)
		c.evictions.Inc()
		c.notify(key)
	}
}

// notify notifies of an entry that was added, replaced or removed.
func (c *Cache) notify(key string) {
	c.changed.Store(true)
	if c.o.Changed != nil {
		c.o.Changed(key)
	}
}

// Purge removes every entry whose key starts with prefix ("" for all), here and in the snapshot. The results of running
// fetches are sent to their callers but not cached.
func (c *Cache) Purge(prefix string) (entries int) {
	return c.each(prefix, func(key string, it *item) bool {
		c.items.Delete(key)
		if it.entry != nil {
			c.notify(key)
		}
		return it.entry != nil
	})
}

// Expire makes the entries whose key starts with prefix and that match be fetched again before they are served; while that fails, they still are.
func (c *Cache) Expire(prefix string, match func(key string) bool) (entries int) {
	return c.each(prefix, func(key string, it *item) bool {
		if it.entry == nil || !match(key) {
			return false
		}
		c.store(key, &item{entry: it.entry, expired: true})
		c.notify(key)
		return true
	})
}

// each visits the items whose key starts with prefix while no fetch is stored; those under way are not stored at all.
func (c *Cache) each(prefix string, visit func(key string, it *item) bool) (entries int) {
	c.purging.Lock()
	defer c.purging.Unlock()
	c.fetches = &singleflight.Group{}
	for key, value := range c.items.Items() {
		if it, _ := value.Object.(*item); it != nil && strings.HasPrefix(key, prefix) && visit(key, it) {
			entries++
		}
	}
	return entries
}

// Size returns the number of entries and their weight in bytes.
func (c *Cache) Size() (entries int, bytes int64) {
	for _, value := range c.items.Items() {
		if it, _ := value.Object.(*item); it != nil && it.entry != nil {
			entries++
		}
	}
	return entries, c.bytes.Load()
}
