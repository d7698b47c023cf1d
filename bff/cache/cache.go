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
	k := &Cache{
		o: o,
		policies: [4]policy{
			Settings:  {fresh: o.TTL, relaxed: o.TTL + time.Hour, usable: forever},
			Catalogue: {fresh: 30 * time.Second, relaxed: 10 * time.Minute, usable: day},
			Hours:     {fresh: 15 * time.Second, relaxed: 5 * time.Minute, usable: day},
		},
		entries: NewBounded[*Entry](o.MaxBytes, maxEntries), fetches: &singleflight.Group{},
	}
	k.life, k.end = context.WithCancel(context.Background())
	if o.SnapshotPath != "" {
		k.startSnapshots()
	}
	return k
}

// IsFresh reports whether an entry may be served without a call to the upstream.
func (k *Cache) IsFresh(c *Entry, now time.Time) bool { return c.Age(now) < k.policies[c.Class].fresh }

// Close writes the snapshot and stops background work. It may be called more than once.
func (k *Cache) Close() {
	k.end()
	k.snapshots.Wait()
}

// Lookup finds an entry. Hit: it is fresh. Stale: it may be sent at once, and the caller should call Refresh. Miss: there
// is none, or it is too old to be sent without trying a fetch; call Fetch. Lookup does not allocate.
func (k *Cache) Lookup(key string, now time.Time) (*Entry, State) {
	c := k.Peek(key, now)
	switch {
	case c == nil:
		return nil, Miss
	case k.IsFresh(c, now):
		return c, Hit
	case c.Age(now) < k.policies[c.Class].relaxed, c.recentlyFailed(now):
		return c, Stale
	}
	return nil, Miss
}

func (c *Entry) recentlyFailed(now time.Time) bool {
	at := c.failedAt.Load()
	return at != nil && now.Sub(*at) < pause
}

// Peek returns an entry if it is usable at all, however stale, without fetching.
func (k *Cache) Peek(key string, now time.Time) *Entry {
	if c := k.entries.Get(key); c != nil && c.Age(now) < k.policies[c.Class].usable {
		return c
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
func (k *Cache) Refresh(c *Entry, fetch Fetcher) {
	if c.recentlyFailed(k.o.Now()) {
		return
	}
	if first := c.refreshing.CompareAndSwap(false, true); first {
		k.join(c.Key, c, fetch)
	}
}

// Fetch fetches an entry. Concurrent callers with the same key share one fetch, which has its own deadline and continues
// when its first caller disconnects. If it fails, Fetch returns an older entry that is still usable as Stale, else the
// error. It returns ctx's error if ctx ends first.
func (k *Cache) Fetch(ctx context.Context, key string, fetch Fetcher) (*Entry, State, error) {
	old := k.Peek(key, k.o.Now())
	done := k.join(key, old, fetch)
	var late <-chan time.Time // never, without an older entry
	if old != nil {
		late = time.After(refreshTimeout)
	}
	select {
	case r := <-done:
		if r.Err == nil || old == nil || errors.Is(r.Err, ErrNotFound) {
			c, _ := r.Val.(*Entry) // none after a panic
			return c, Miss, r.Err
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
func (k *Cache) join(key string, old *Entry, fetch Fetcher) <-chan singleflight.Result {
	k.purging.RLock()
	fetches := k.fetches
	k.purging.RUnlock()
	return safego.Join(k.o.Log, "fetch of a cached response", fetches, key, func() (any, error) {
		err := safego.ErrPanicked
		defer func() { // also after a panic
			if old == nil {
				return
			}
			if err != nil {
				now := k.o.Now()
				old.failedAt.Store(&now)
			}
			old.refreshing.Store(false)
		}()
		var c *Entry
		c, err = k.run(key, old, fetches, fetch)
		return c, err
	})
}

func (k *Cache) run(key string, old *Entry, fetches *singleflight.Group, fetch Fetcher) (*Entry, error) {
	if c, state := k.Lookup(key, k.o.Now()); state == Hit { // fetched since the caller's lookup
		return c, nil
	}
	ctx, cancel := context.WithTimeout(k.life, k.o.FetchTimeout)
	defer cancel()
	shared := k.fromSecond(ctx, key, old)
	c, err := shared, error(nil)
	if shared == nil || !k.IsFresh(shared, k.o.Now()) {
		c, err = fetch(ctx)
	}
	switch {
	case errors.Is(err, ErrNotCacheable) && c != nil:
		return c, nil
	case errors.Is(err, ErrNotFound) && old != nil:
		k.entries.Remove(key)
		k.notify(key)
		return nil, err
	case err != nil && shared != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrNotCacheable):
		c = shared // another instance's older entry is better than none
	case err != nil:
		return nil, err
	}
	k.purging.RLock()
	defer k.purging.RUnlock()
	if k.fetches == fetches { // otherwise the response may be from before the purge
		k.put(c)
		if c != shared && k.o.Second != nil {
			k.o.Second.Save(c.Key, encode(c), day)
		}
	}
	return c, nil
}

// fromSecond loads an entry from the second level that is usable and newer than the given one.
func (k *Cache) fromSecond(ctx context.Context, key string, old *Entry) *Entry {
	if k.o.Second == nil {
		return nil
	}
	_, c, err := decode(k.o.Second.Load(ctx, key))
	if err != nil || c == nil || c.Key != key || old != nil && !c.Stored.After(old.Stored) {
		return nil
	}
	return k.adopted(c)
}

// adopted returns an entry from outside of this process, nil if it is too old to be used.
func (k *Cache) adopted(c *Entry) *Entry {
	now := k.o.Now()
	if c.Stored.After(now) { // another clock must not keep an entry fresh forever
		c.Stored = now
	}
	if c.Age(now) >= k.policies[c.Class].usable {
		return nil
	}
	return c
}

// put stores an entry. One with the same body as before takes over the compressed forms.
func (k *Cache) put(c *Entry) {
	old := k.entries.Get(c.Key)
	same := old != nil && old.ETag == c.ETag && len(old.Body) == len(c.Body)
	if same {
		c.forms = old.forms
	}
	stored := k.entries.Put(c)
	switch {
	case !stored:
		// The older one may not be served in its place. Every request is a fetch from now on.
		k.entries.Remove(c.Key)
		if old != nil {
			k.notify(c.Key)
		}
		if k.o.Oversized != nil {
			k.o.Oversized(c.Key, c.Weight())
		}
	case same:
		k.refreshed.Store(true)
	default:
		k.notify(c.Key)
	}
}

// notify notifies of an entry that was added, replaced or removed.
func (k *Cache) notify(key string) {
	k.changed.Store(true)
	if k.o.Changed != nil {
		k.o.Changed(key)
	}
}

// Purge removes every entry whose key starts with prefix ("" for all), here and in the snapshot. The results of running
// fetches are sent to their callers but not cached.
func (k *Cache) Purge(prefix string) (entries int) {
	k.purging.Lock()
	defer k.purging.Unlock()
	k.fetches = &singleflight.Group{}
	for _, c := range k.entries.values() {
		if strings.HasPrefix(c.Key, prefix) {
			k.entries.Remove(c.Key)
			k.notify(c.Key)
			entries++
		}
	}
	return entries
}

// Evictions returns how many entries were removed to make room.
func (k *Cache) Evictions() uint64 { return k.entries.Evictions() }

// Snapshot returns when this process wrote the snapshot last, the zero time for never, and how often that failed.
func (k *Cache) Snapshot() (written time.Time, failures uint64) {
	if at := k.written.Load(); at != 0 {
		written = time.Unix(0, at)
	}
	return written, k.unwritten.Load()
}

// Size returns the number of entries and their weight in bytes.
func (k *Cache) Size() (entries int, bytes int64) { return k.entries.Size() }
