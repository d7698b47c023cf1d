package cache

import (
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Weighted is a value of a Bounded, with its key and its weight in bytes.
type Weighted interface {
	comparable
	CacheKey() string
	Weight() int64
}

// Bounded is a cache limited in bytes and entries: a segmented LRU. A new entry is on probation and becomes protected
// with its first hit, so a flood of invented keys evicts only other new entries. It is safe for concurrent use.
type Bounded[T Weighted] struct {
	mu                   sync.Mutex
	probation, protected *simplelru.LRU[string, *weighed[T]]
	bytes, protectedB    int64
	maxBytes             int64
	maxEntries           int
	dropped              func(T)
}

// weighed is a value with the weight that is counted for it.
type weighed[T Weighted] struct {
	c      T
	weight int64
}

// protectedShare of the bytes and entries is for protected entries.
const protectedShare = 0.8

// NewBounded returns a Bounded. dropped, if not nil, is called with every removed value, while a lock is held.
func NewBounded[T Weighted](maxBytes int64, maxEntries int, dropped func(T)) *Bounded[T] {
	b := &Bounded[T]{maxBytes: maxBytes, maxEntries: maxEntries, dropped: dropped}
	// One more than the limit: shrink decides what is removed.
	b.probation, _ = simplelru.NewLRU[string, *weighed[T]](maxEntries+1, nil) // fails for a size of 0 only
	b.protected, _ = simplelru.NewLRU[string, *weighed[T]](maxEntries+1, nil) // as above
	return b
}

// Get returns the value of a key and counts it as a hit; the zero value if there is none.
func (b *Bounded[T]) Get(key string) (none T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, ok := b.protected.Get(key); ok {
		return s.c
	}
	s, ok := b.probation.Peek(key)
	if !ok {
		return none
	}
	b.probation.Remove(key)
	b.protected.Add(key, s)
	b.protectedB += s.weight
	for b.protectedB > int64(protectedShare*float64(b.maxBytes)) || b.protected.Len() > int(protectedShare*float64(b.maxEntries)) {
		idlest, demoted, _ := b.protected.RemoveOldest()
		b.protectedB -= demoted.weight
		b.probation.Add(idlest, demoted)
	}
	return s.c
}

// find returns what is stored for a key, nil for nothing.
func (b *Bounded[T]) find(key string) (s *weighed[T], protected bool) {
	if s, ok := b.protected.Peek(key); ok {
		return s, true
	}
	s, _ = b.probation.Peek(key)
	return s, false
}

// Peek is Get without counting a hit.
func (b *Bounded[T]) Peek(key string) (none T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, _ := b.find(key); s != nil {
		return s.c
	}
	return none
}

// Put adds a value or replaces the one of its key. It returns false, and does nothing, for a value heavier than an eighth of
// the bound.
func (b *Bounded[T]) Put(c T) bool {
	w := c.Weight()
	if w > b.maxBytes/8 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s, protected := b.find(c.CacheKey())
	if s == nil {
		s = &weighed[T]{}
		b.probation.Add(c.CacheKey(), s)
	}
	s.c = c
	b.weigh(s, protected, w-s.weight)
	return true
}

// Reweigh adds to the weight of a value, if it is still in the cache.
func (b *Bounded[T]) Reweigh(c T, by int64) {
	if by == 0 { // each page that is sent asks
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, protected := b.find(c.CacheKey()); s != nil && s.c == c {
		b.weigh(s, protected, by)
	}
}

func (b *Bounded[T]) weigh(s *weighed[T], protected bool, by int64) {
	s.weight += by
	b.bytes += by
	if protected {
		b.protectedB += by
	}
	for b.bytes > b.maxBytes || b.probation.Len()+b.protected.Len() > b.maxEntries {
		oldest, _, ok := b.probation.GetOldest()
		if !ok {
			oldest, _, _ = b.protected.GetOldest()
		}
		b.remove(oldest)
	}
}

func (b *Bounded[T]) remove(key string) {
	s, protected := b.find(key)
	if s == nil {
		return
	}
	if protected {
		b.protected.Remove(key)
		b.protectedB -= s.weight
	} else {
		b.probation.Remove(key)
	}
	b.bytes -= s.weight
	if b.dropped != nil {
		b.dropped(s.c)
	}
}

// Remove removes the value of a key.
func (b *Bounded[T]) Remove(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.remove(key)
}

func (b *Bounded[T]) removeWhere(match func(key string) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, key := range slices.Concat(b.probation.Keys(), b.protected.Keys()) {
		if match(key) {
			b.remove(key)
		}
	}
}

func (b *Bounded[T]) each(visit func(T)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range slices.Concat(b.probation.Values(), b.protected.Values()) {
		visit(s.c)
	}
}

// Size returns the number of entries and their weight.
func (b *Bounded[T]) Size() (entries int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.probation.Len() + b.protected.Len(), b.bytes
}
