// Package cache caches the responses of public calls (docs/architecture.md section 3.6, docs/threat-model.md R1, T7, T10,
// docs/failures.md F25). The caller's Fetcher fetches them without credentials; this package decides when, and that only
// one fetch runs per key.
package cache

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"math"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"

	"tablefront/bff/safego"
)

// State is the result of a lookup.
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

// Options of a Cache. The zero value works.
type Options struct {
	// TTL is the freshness of the class Settings (TABLEFRONT_CACHE_TTL). Default 5 min.
	TTL time.Duration
	// MaxBytes limits the whole cache. Default 20 MiB.
	MaxBytes int64
	// FetchTimeout is the deadline of a fetch, which continues when its first caller disconnects. Default 10 s.
	FetchTimeout time.Duration
	// SnapshotPath is the file that brings entries back after a restart; empty: none.
	SnapshotPath string
	// Second is a second level that several instances share; nil: none.
	Second Second
	// Changed is called with the key of every entry that was added, replaced or removed.
	Changed func(key string)
	// Oversized is called with the key and weight of a response that is too large to be cached; nil: not told.
	Oversized func(key string, bytes int64)
	Log       *slog.Logger
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

// Second is a second cache level, shared by several instances. It may be unreachable at any time: then Load returns nil
// and Save does nothing, both after a short timeout.
type Second interface {
	// Load returns the value saved under a key, nil for none.
	Load(ctx context.Context, key string) []byte
	// Save stores a value for a time, in the background.
	Save(key string, value []byte, life time.Duration)
}

const (
	maxEntries = 16384
	// refreshTimeout is how long a caller waits for the refresh of an entry that is past relaxed.
	refreshTimeout = time.Second
	// pause is how long a key whose refresh failed is left alone.
	pause = time.Second
	// day is how long entries are usable. Those of the class Settings do not expire, except in the second level.
	day     = 24 * time.Hour
	forever = math.MaxInt64
)

// Cache is safe for concurrent use.
type Cache struct {
	o        Options
	policies [4]policy
	entries  *Bounded[*Entry]

	purging sync.RWMutex        // read-locked while an entry is stored, locked by Purge
	fetches *singleflight.Group // of those that began after the last purge

	// changed is set when the content differs from the snapshot, refreshed when only times do.
	changed, refreshed atomic.Bool
	snapshots          safego.Group
	written            atomic.Int64 // when the snapshot was written last (unix nanoseconds), 0: never
	unwritten          atomic.Uint64

	life context.Context //nolint:containedctx // the life of the cache, not of a call
	end  context.CancelFunc
}

// New returns a Cache with the entries of the snapshot, if there is one. A damaged snapshot is renamed and logged.
func New(o Options) *Cache {
	o.TTL = cmp.Or(o.TTL, 5*time.Minute)
	o.MaxBytes = cmp.Or(o.MaxBytes, 20<<20)
	o.FetchTimeout = cmp.Or(o.FetchTimeout, 10*time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	if o.Now == nil {
		o.Now = time.Now
	}
	c := &Cache{
		o: o,
		policies: [4]policy{
			Settings:  {fresh: o.TTL, relaxed: o.TTL + time.Hour, usable: forever},
			Catalogue: {fresh: 30 * time.Second, relaxed: 10 * time.Minute, usable: day},
			Hours:     {fresh: 15 * time.Second, relaxed: 5 * time.Minute, usable: day},
		},
		entries: NewBounded[*Entry](o.MaxBytes, maxEntries), fetches: &singleflight.Group{},
	}
	c.life, c.end = context.WithCancel(context.Background())
	if o.SnapshotPath != "" {
		c.startSnapshots()
	}
	return c
}

// IsFresh reports whether an entry may be served without a call to the upstream.
func (c *Cache) IsFresh(e *Entry, now time.Time) bool { return e.Age(now) < c.policies[e.Class].fresh }

// Close writes the snapshot and stops background work. It may be called more than once.
func (c *Cache) Close() {
	c.end()
	c.snapshots.Wait()
}

// Lookup finds an entry. Hit: it is fresh. Stale: it may be sent at once, and the caller should call Refresh. Miss: there
// is none, or it is too old to be sent without trying a fetch; call Fetch. Lookup does not allocate.
func (c *Cache) Lookup(key string, now time.Time) (*Entry, State) {
	e := c.Peek(key, now)
	switch {
	case e == nil:
		return nil, Miss
	case c.IsFresh(e, now):
		return e, Hit
	case e.Age(now) < c.policies[e.Class].relaxed, e.recentlyFailed(now):
		return e, Stale
	}
	return nil, Miss
}

func (e *Entry) recentlyFailed(now time.Time) bool {
	at := e.failedAt.Load()
	return at != nil && now.Sub(*at) < pause
}

// Peek returns an entry if it is usable at all, however stale, without fetching.
func (c *Cache) Peek(key string, now time.Time) *Entry {
	if e := c.entries.Get(key); e != nil && e.Age(now) < c.policies[e.Class].usable {
		return e
	}
	return nil
}

// Fetcher fetches an entry from the upstream without credentials. ErrNotCacheable with an entry means that the response is
// sent to the callers that wait for it, but not cached.
type Fetcher func(ctx context.Context) (*Entry, error)

// ErrNotFound is wrapped by a fetch's error when the upstream answers that the resource does not exist. An older entry is
// then removed, not served.
var ErrNotFound = errors.New("cache: the upstream answered 404 or 410")

// ErrNotCacheable marks an entry that may be sent but not cached.
var ErrNotCacheable = errors.New("cache: the response may not be cached")

// Refresh starts a fetch in the background, unless one is running or the last one has just failed.
func (c *Cache) Refresh(e *Entry, fetch Fetcher) {
	if e.recentlyFailed(c.o.Now()) {
		return
	}
	if first := e.refreshing.CompareAndSwap(false, true); first {
		c.join(e.Key, e, fetch)
	}
}

// Fetch fetches an entry. Concurrent callers with the same key share one fetch, which has its own deadline and continues
// when its first caller disconnects. If it fails, Fetch returns an older entry that is still usable as Stale, else the
// error. It returns ctx's error if ctx ends first.
func (c *Cache) Fetch(ctx context.Context, key string, fetch Fetcher) (*Entry, State, error) {
	old := c.Peek(key, c.o.Now())
	done := c.join(key, old, fetch)
	var late <-chan time.Time // never, without an older entry
	if old != nil {
		late = time.After(refreshTimeout)
	}
	select {
	case r := <-done:
		if r.Err == nil || old == nil || errors.Is(r.Err, ErrNotFound) {
			e, _ := r.Val.(*Entry) // none after a panic
			return e, Miss, r.Err
		}
	case <-late:
	case <-ctx.Done():
		if old == nil {
			return nil, Miss, ctx.Err()
		}
	}
	return old, Stale, nil
}

// join starts the fetch of a key, unless one that began after the last purge is running.
func (c *Cache) join(key string, old *Entry, fetch Fetcher) <-chan singleflight.Result {
	c.purging.RLock()
	fetches := c.fetches
	c.purging.RUnlock()
	return safego.Join(c.o.Log, "fetch of a cached response", fetches, key, func() (any, error) {
		err := safego.ErrPanicked
		defer func() { // also after a panic
			if old == nil {
				return
			}
			if err != nil {
				now := c.o.Now()
				old.failedAt.Store(&now)
			}
			old.refreshing.Store(false)
		}()
		var e *Entry
		e, err = c.run(key, old, fetches, fetch)
		return e, err
	})
}

func (c *Cache) run(key string, old *Entry, fetches *singleflight.Group, fetch Fetcher) (*Entry, error) {
	if e, state := c.Lookup(key, c.o.Now()); state == Hit { // fetched since the caller's lookup
		return e, nil
	}
	ctx, cancel := context.WithTimeout(c.life, c.o.FetchTimeout)
	defer cancel()
	shared := c.fromSecond(ctx, key, old)
	e, err := shared, error(nil)
	if shared == nil || !c.IsFresh(shared, c.o.Now()) {
		e, err = fetch(ctx)
	}
	switch {
	case errors.Is(err, ErrNotCacheable) && e != nil:
		return e, nil
	case errors.Is(err, ErrNotFound) && old != nil:
		c.entries.Remove(key)
		c.notify(key)
		return nil, err
	case err != nil && shared != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrNotCacheable):
		e = shared // another instance's older entry is better than none
	case err != nil:
		return nil, err
	}
	c.purging.RLock()
	defer c.purging.RUnlock()
	if c.fetches == fetches { // otherwise the response may be from before the purge
		c.put(e)
		if e != shared && c.o.Second != nil {
			c.o.Second.Save(e.Key, encode(e), day)
		}
	}
	return e, nil
}

// fromSecond loads an entry from the second level that is usable and newer than the given one.
func (c *Cache) fromSecond(ctx context.Context, key string, old *Entry) *Entry {
	if c.o.Second == nil {
		return nil
	}
	_, e, err := decode(c.o.Second.Load(ctx, key))
	if err != nil || e == nil || e.Key != key || old != nil && !e.Stored.After(old.Stored) {
		return nil
	}
	return c.adopted(e)
}

// adopted returns an entry from outside of this process, nil if it is too old to be used.
func (c *Cache) adopted(e *Entry) *Entry {
	now := c.o.Now()
	if e.Stored.After(now) { // another clock must not keep an entry fresh forever
		e.Stored = now
	}
	if e.Age(now) >= c.policies[e.Class].usable {
		return nil
	}
	return e
}

// put stores an entry. One with the same body as before takes over the compressed forms.
func (c *Cache) put(e *Entry) {
	old := c.entries.Get(e.Key)
	same := old != nil && old.ETag == e.ETag && len(old.Body) == len(e.Body)
	if same {
		e.forms = old.forms
	}
	stored := c.entries.Put(e)
	switch {
	case !stored:
		// The older one may not be served in its place. Every request is a fetch from now on.
		c.entries.Remove(e.Key)
		if old != nil {
			c.notify(e.Key)
		}
		if c.o.Oversized != nil {
			c.o.Oversized(e.Key, e.Weight())
		}
	case same:
		c.refreshed.Store(true)
	default:
		c.notify(e.Key)
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
	c.purging.Lock()
	defer c.purging.Unlock()
	c.fetches = &singleflight.Group{}
	for _, e := range c.entries.values() {
		if strings.HasPrefix(e.Key, prefix) {
			c.entries.Remove(e.Key)
			c.notify(e.Key)
			entries++
		}
	}
	return entries
}

// Evictions returns how many entries were removed to make room.
func (c *Cache) Evictions() uint64 { return c.entries.Evictions() }

// Snapshot returns when this process wrote the snapshot last, the zero time for never, and how often that failed.
func (c *Cache) Snapshot() (written time.Time, failures uint64) {
	if at := c.written.Load(); at != 0 {
		written = time.Unix(0, at)
	}
	return written, c.unwritten.Load()
}

// Size returns the number of entries and their weight in bytes.
func (c *Cache) Size() (entries int, bytes int64) { return c.entries.Size() }
