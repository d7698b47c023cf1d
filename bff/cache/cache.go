// Package cache caches the responses of public calls (docs/architecture.md section 3.6, docs/threat-model.md R1, T7, T10,
// docs/failures.md F25). The caller's Fetcher fetches them without credentials; this package decides when, and that only
// one fetch runs per key.
package cache

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	gocache "github.com/patrickmn/go-cache"

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

// Policy is how long entries of one class may be served.
type Policy struct {
	// Fresh is how long an entry is served without a call to the upstream.
	Fresh time.Duration
	// Relaxed is how old an entry may be to be served at once while one refresh runs. An older one waits for the refresh,
	// though no longer than refreshTimeout.
	Relaxed time.Duration
	// Usable is how old an entry may be to be served while the upstream is failing; 0: for as long as the process lives.
	Usable time.Duration
}

// Options of a Cache. The zero value works.
type Options struct {
	// TTL is the freshness of the class Settings (TABLEFRONT_CACHE_TTL). Default 5 min.
	TTL time.Duration
	// MaxBytes and MaxEntries limit the whole cache. Default 20 MiB and 16,384.
	MaxBytes   int64
	MaxEntries int
	// FetchTimeout is the deadline of a fetch, which continues when its first caller disconnects. Default 10 s.
	FetchTimeout time.Duration
	// SnapshotPath is the file that brings entries back after a restart; empty: none.
	SnapshotPath string
	// Second is a second level that several instances share; nil: none.
	Second Second
	// Changed is called with the key of every entry that was added, replaced or removed.
	Changed func(key string)
	Log     *slog.Logger
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

const (
	// refreshTimeout is how long a caller waits for the refresh of an entry that is past Relaxed.
	refreshTimeout = time.Second
	// pause is how long a key whose refresh failed is left alone.
	pause = time.Second
)

// Cache is safe for concurrent use.
type Cache struct {
	o        Options
	policies [4]Policy
	start    time.Time

	// known has the entries with few, known keys: settings, translations and the list of branches. go-cache is unbounded,
	// so knownBytes and knownEntries limit admission; what does not fit goes to the bounded part.
	known      *gocache.Cache
	knownMu    sync.Mutex
	knownBytes int64
	rest       *Bounded[*Entry]

	fetchesMu sync.Mutex
	fetches   map[string]*fetch

	stop   chan struct{}
	wg     sync.WaitGroup
	closed atomic.Bool
	life   context.Context //nolint:containedctx // the life of the cache, not of a call
	end    context.CancelFunc

	snapshot *snapshot
}

type fetch struct {
	done chan struct{}
	c    *Entry
	err  error
}

// New returns a Cache with the entries of the snapshot, if there is one. A damaged snapshot is renamed and logged.
func New(o Options) *Cache {
	if o.TTL <= 0 {
		o.TTL = 5 * time.Minute
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = 20 << 20
	}
	if o.MaxEntries <= 0 {
		o.MaxEntries = 16384
	}
	if o.FetchTimeout <= 0 {
		o.FetchTimeout = 10 * time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	k := &Cache{
		o:     o,
		start: o.Now(),
		policies: [4]Policy{
			Settings:  {Fresh: o.TTL, Relaxed: o.TTL + time.Hour},
			Catalogue: {Fresh: 30 * time.Second, Relaxed: 10 * time.Minute, Usable: 24 * time.Hour},
			Hours:     {Fresh: 15 * time.Second, Relaxed: 5 * time.Minute, Usable: 24 * time.Hour},
		},
		known:   gocache.New(gocache.NoExpiration, 0),
		fetches: map[string]*fetch{},
		stop:    make(chan struct{}),
	}
	k.rest = NewBounded(o.MaxBytes-o.MaxBytes/4, o.MaxEntries-o.MaxEntries/4, k.gone)
	k.life, k.end = context.WithCancel(context.Background())
	if o.SnapshotPath != "" {
		k.snapshot = newSnapshot(k, o.SnapshotPath)
	}
	return k
}

// Policy returns the policy of a class.
func (k *Cache) Policy(c Class) Policy { return k.policies[c] }

// Close writes the snapshot and stops background work.
func (k *Cache) Close() {
	if k.closed.Swap(true) {
		return
	}
	k.end()
	close(k.stop)
	k.wg.Wait()
	if k.snapshot != nil {
		k.snapshot.close()
	}
}

// Lookup finds an entry. Hit: it is fresh. Stale: it may be sent at once, and the caller should call Refresh. Miss: there
// is none, or it is too old to be sent without trying a fetch; call Fetch. Lookup does not allocate.
func (k *Cache) Lookup(key string, now time.Time) (*Entry, State) {
	c := k.find(key)
	if c == nil {
		return nil, Miss
	}
	age := c.Age(now)
	p := &k.policies[c.Class]
	switch {
	case age < p.Fresh:
		return c, Hit
	case p.Usable > 0 && age >= p.Usable:
		return nil, Miss
	case age < p.Relaxed, k.recentlyFailed(c, now):
		return c, Stale
	}
	return nil, Miss
}

func (k *Cache) recentlyFailed(c *Entry, now time.Time) bool {
	at := c.failedAt.Load()
	return at != 0 && now.Sub(k.start)-time.Duration(at) < pause
}

// find searches both stores.
func (k *Cache) find(key string) *Entry {
	if c, ok := k.known.Get(key); ok {
		return c.(*Entry) //nolint:forcetypeassert // the store holds nothing else
	}
	return k.rest.Get(key)
}

// Peek returns an entry if it is usable at all, however stale, without fetching.
func (k *Cache) Peek(key string, now time.Time) *Entry {
	c := k.find(key)
	if c == nil {
		return nil
	}
	if p := k.policies[c.Class]; p.Usable > 0 && c.Age(now) >= p.Usable {
		return nil
	}
	return c
}

// Fetcher fetches an entry from the upstream without credentials. ErrNotCacheable with an entry means that the response is
// sent to the callers that wait for it, but not cached.
type Fetcher interface {
	FetchEntry(ctx context.Context) (*Entry, error)
}

// ErrNotFound is wrapped by a fetch's error when the upstream answers that the resource does not exist. An older entry is
// then removed, not served.
var ErrNotFound = errors.New("cache: the upstream answered 404 or 410")

// ErrNotCacheable marks an entry that may be sent but not cached.
var ErrNotCacheable = errors.New("cache: the response may not be cached")

// Refresh starts a fetch in the background, unless one is running or the last one has just failed.
func (k *Cache) Refresh(c *Entry, f Fetcher) {
	if c.refreshing.Load() || k.recentlyFailed(c, k.o.Now()) || !c.refreshing.CompareAndSwap(false, true) {
		return
	}
	k.join(c.Key, c, f)
}

// Refreshing reports whether Refresh would do nothing, so that the caller need not build a Fetcher.
func (k *Cache) Refreshing(c *Entry, now time.Time) bool {
	return c.refreshing.Load() || k.recentlyFailed(c, now)
}

// Fetch fetches an entry. Concurrent callers with the same key share one fetch, which has its own deadline and continues
// when its first caller disconnects. If it fails, Fetch returns an older entry that is still usable as Stale, else the
// error. It returns ctx's error if ctx ends first.
func (k *Cache) Fetch(ctx context.Context, key string, f Fetcher) (*Entry, State, error) {
	old := k.Peek(key, k.o.Now())
	ft, fresh := k.join(key, old, f)
	if fresh != nil {
		return fresh, Hit, nil
	}
	if old == nil {
		select {
		case <-ft.done:
			return ft.c, Miss, ft.err
		case <-ctx.Done():
			return nil, Miss, ctx.Err()
		}
	}
	wait := time.NewTimer(refreshTimeout)
	defer wait.Stop()
	select {
	case <-ft.done:
		if ft.err == nil || errors.Is(ft.err, ErrNotFound) {
			return ft.c, Miss, ft.err
		}
	case <-wait.C:
	case <-ctx.Done():
	}
	return old, Stale, nil
}

// join finds or starts the fetch of a key. A caller whose lookup was before the end of the last fetch gets the result of
// that fetch instead of starting a second one.
func (k *Cache) join(key string, old *Entry, f Fetcher) (*fetch, *Entry) {
	k.fetchesMu.Lock()
	if ft := k.fetches[key]; ft != nil {
		k.fetchesMu.Unlock()
		return ft, nil
	}
	if c, state := k.Lookup(key, k.o.Now()); state == Hit {
		k.fetchesMu.Unlock()
		if old != nil {
			old.refreshing.Store(false)
		}
		return nil, c
	}
	ft := &fetch{done: make(chan struct{})}
	k.fetches[key] = ft
	k.fetchesMu.Unlock()
	safego.Go(k.o.Log, "fetch of a cached response", func() { k.run(key, ft, old, f) })
	return ft, nil
}

func (k *Cache) run(key string, ft *fetch, old *Entry, f Fetcher) {
	ctx, cancel := context.WithTimeout(k.life, k.o.FetchTimeout)
	defer cancel()
	ft.err = errors.New("cache: the fetch panicked")
	defer func() {
		k.fetchesMu.Lock()
		if k.fetches[key] == ft {
			delete(k.fetches, key)
		}
		k.fetchesMu.Unlock()
		if old != nil {
			if ft.err != nil {
				old.failedAt.Store(max(1, int64(k.o.Now().Sub(k.start))))
			}
			old.refreshing.Store(false)
		}
		close(ft.done)
	}()
	shared := k.fromSecond(ctx, key, old)
	c, err := shared, error(nil)
	if shared == nil || shared.Age(k.o.Now()) >= k.policies[shared.Class].Fresh {
		c, err = f.FetchEntry(ctx)
		if err != nil && shared != nil && !errors.Is(err, ErrNotFound) && !errors.Is(err, ErrNotCacheable) {
			c, err = shared, nil // another instance's older entry is better than none
		}
	}
	switch {
	case err == nil:
		k.fetchesMu.Lock()
		current := k.fetches[key] == ft // after a purge in between, this response must not be stored
		if current {
			k.put(c)
			if c != shared {
				k.toSecond(c)
			}
		}
		k.fetchesMu.Unlock()
		ft.c, ft.err = c, nil
	case errors.Is(err, ErrNotCacheable) && c != nil:
		ft.c, ft.err = c, nil
	case errors.Is(err, ErrNotFound):
		ft.err = err
		if old != nil {
			k.remove(key)
		}
	default:
		ft.err = err
	}
}

// remove removes an entry from both stores.
func (k *Cache) remove(key string) {
	k.knownMu.Lock()
	if c := k.peekKnown(key); c != nil {
		k.known.Delete(key)
		k.knownBytes -= c.Weight()
		k.gone(c)
	}
	k.knownMu.Unlock()
	k.rest.Remove(key)
	if k.o.Changed != nil {
		k.o.Changed(key)
	}
}

// put adds an entry to one of the stores.
func (k *Cache) put(c *Entry) {
	old := k.peekKnown(c.Key)
	changed := true
	if old == nil {
		if was := k.rest.Peek(c.Key); was != nil {
			changed = was.ETag != c.ETag
			k.inherit(c, was)
		}
	} else {
		changed = old.ETag != c.ETag
		k.inherit(c, old)
	}
	if c.Class == Settings || strings.HasSuffix(c.Key, knownSuffix) {
		if k.putKnown(c, old) {
			k.noticed(c, changed)
			return
		}
	}
	if k.rest.Put(c) {
		k.noticed(c, changed)
	}
}

// inherit takes the compressed forms of an older entry with the same body, so that it is not compressed twice.
func (k *Cache) inherit(c, old *Entry) {
	if c.ETag != old.ETag || len(c.Body) != len(old.Body) {
		return
	}
	c.packedSize.Store(old.packedSize.Load())
	for i := range old.forms {
		if f := old.forms[i].Load(); f != nil {
			c.forms[i].Store(f)
			c.packing[i].Store(true)
		}
	}
}

// knownSuffix ends the key of the list of branches, which is stored in known.
const knownSuffix = " branches"

func (k *Cache) peekKnown(key string) *Entry {
	if c, ok := k.known.Get(key); ok {
		return c.(*Entry) //nolint:forcetypeassert // the store holds nothing else
	}
	return nil
}

// putKnown stores an entry in go-cache if its quarter of the limit has room.
func (k *Cache) putKnown(c, old *Entry) bool {
	w := c.Weight()
	k.knownMu.Lock()
	defer k.knownMu.Unlock()
	grow := w
	if old != nil {
		grow -= old.Weight()
	}
	full := k.knownBytes+grow > k.o.MaxBytes/4 || old == nil && k.known.ItemCount() >= k.o.MaxEntries/4
	if full {
		if old != nil {
			k.known.Delete(c.Key)
			k.knownBytes -= old.Weight()
		}
		return false
	}
	k.knownBytes += grow
	k.known.Set(c.Key, c, gocache.NoExpiration)
	return true
}

// weigh adds the size of compressed forms to the weight of an entry.
func (k *Cache) weigh(c *Entry, by int64) {
	if k.peekKnown(c.Key) == c {
		k.knownMu.Lock()
		k.knownBytes += by
		k.knownMu.Unlock()
		return
	}
	k.rest.Reweigh(c, by)
}

func (k *Cache) noticed(c *Entry, changed bool) {
	if k.snapshot != nil {
		k.snapshot.note(c)
	}
	if changed && k.o.Changed != nil {
		k.o.Changed(c.Key)
	}
}

func (k *Cache) gone(c *Entry) {
	if k.snapshot != nil {
		k.snapshot.drop(c.Key)
	}
}

// Purge removes every entry whose key starts with prefix ("" for all), here and in the snapshot. The results of running
// fetches are sent to their callers but not cached.
func (k *Cache) Purge(prefix string) (copies int) {
	match := func(key string) bool { return strings.HasPrefix(key, prefix) }
	k.fetchesMu.Lock()
	defer k.fetchesMu.Unlock()
	for key := range k.fetches {
		if match(key) {
			delete(k.fetches, key)
		}
	}
	var keys []string
	k.knownMu.Lock()
	for key, item := range k.known.Items() {
		if match(key) {
			c := item.Object.(*Entry) //nolint:forcetypeassert // the store holds nothing else
			k.known.Delete(key)
			k.knownBytes -= c.Weight()
			k.gone(c)
			keys = append(keys, key)
		}
	}
	k.knownMu.Unlock()
	k.rest.removeWhere(func(key string) bool {
		if match(key) {
			keys = append(keys, key)
			return true
		}
		return false
	})
	if k.o.Changed != nil {
		for _, key := range keys {
			k.o.Changed(key)
		}
	}
	return len(keys)
}

// Size returns the number of entries and their weight in bytes.
func (k *Cache) Size() (entries int, bytes int64) {
	entries, bytes = k.rest.Size()
	k.knownMu.Lock()
	defer k.knownMu.Unlock()
	return entries + k.known.ItemCount(), bytes + k.knownBytes
}

// each visits every entry.
func (k *Cache) each(visit func(*Entry)) {
	for _, item := range k.known.Items() {
		visit(item.Object.(*Entry)) //nolint:forcetypeassert // the store holds nothing else
	}
	k.rest.each(visit)
}
