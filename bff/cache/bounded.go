package cache

import (
	"slices"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Weighted is a value of a Bounded, with its key and its weight in bytes.
type Weighted interface {
	CacheKey() string
	Weight() int64
}

// Bounded is a cache limited in bytes and entries: a segmented LRU. A new entry is on probation and becomes protected
// with its first hit, so a flood of invented keys evicts only other new entries. It is safe for concurrent use.
type Bounded[T Weighted] struct {
	mu                   sync.Mutex
	probation, protected *segment[T]
	maxBytes             int64
	maxEntries           int
	evictions            uint64
}

// segment counts the bytes of its values.
type segment[T Weighted] struct {
	*simplelru.LRU[string, *weighed[T]]
	bytes int64
}

// weighed is a value with the weight that is counted for it.
type weighed[T Weighted] struct {
	value  T
	weight int64
}

// protectedShare of the bytes and entries is for protected entries.
const protectedShare = 0.8

// NewBounded returns a Bounded.
func NewBounded[T Weighted](maxBytes int64, maxEntries int) *Bounded[T] {
	return &Bounded[T]{probation: newSegment[T](maxEntries), protected: newSegment[T](maxEntries), maxBytes: maxBytes, maxEntries: maxEntries}
}

func newSegment[T Weighted](maxEntries int) *segment[T] {
	s := &segment[T]{}
	s.LRU, _ = simplelru.NewLRU(maxEntries, func(_ string, w *weighed[T]) { s.bytes -= w.weight }) // fails for a size of 0 only
	return s
}

func (s *segment[T]) add(key string, w *weighed[T]) {
	s.bytes += w.weight
	s.Add(key, w)
}

// Get returns the value of a key and counts it as a hit; the zero value if there is none.
func (b *Bounded[T]) Get(key string) (none T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if w, ok := b.protected.Get(key); ok {
		return w.value
	}
	w, ok := b.probation.Peek(key)
	if !ok {
		return none
	}
	b.probation.Remove(key)
	b.protected.add(key, w)
	for b.protected.bytes > int64(protectedShare*float64(b.maxBytes)) || b.protected.Len() > int(protectedShare*float64(b.maxEntries)) {
		idlest, demoted, _ := b.protected.RemoveOldest()
		b.probation.add(idlest, demoted)
	}
	return w.value
}

// find returns what is stored for a key and its segment, nil for nothing.
func (b *Bounded[T]) find(key string) (*segment[T], *weighed[T]) {
	for _, s := range [...]*segment[T]{b.protected, b.probation} {
		if w, ok := s.Peek(key); ok {
			return s, w
		}
	}
	return nil, nil
}

// Put adds a value or replaces the one of its key. It returns false, and does nothing, for a value heavier than a quarter of
// the bound.
func (b *Bounded[T]) Put(value T) bool {
	key, weight := value.CacheKey(), value.Weight()
	if weight > b.maxBytes/4 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	s, w := b.find(key)
	if s == nil {
		s, w = b.probation, &weighed[T]{}
		s.add(key, w)
	}
	w.value = value
	b.grow(s, w, weight-w.weight)
	return true
}

// Reweigh adds to the weight of a key's value, if there is one.
func (b *Bounded[T]) Reweigh(key string, by int64) {
	if by == 0 { // each page that is sent asks
		return
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if s, w := b.find(key); s != nil {
		b.grow(s, w, by)
	}
}

func (b *Bounded[T]) grow(s *segment[T], w *weighed[T], by int64) {
	w.weight += by
	s.bytes += by
	for b.probation.bytes+b.protected.bytes > b.maxBytes || b.probation.Len()+b.protected.Len() > b.maxEntries {
		if _, _, ok := b.probation.RemoveOldest(); !ok {
			b.protected.RemoveOldest()
		}
		b.evictions++
	}
}

// Evictions returns how many values were removed to make room.
func (b *Bounded[T]) Evictions() uint64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.evictions
}

// Remove removes the value of a key.
func (b *Bounded[T]) Remove(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.probation.Remove(key)
	b.protected.Remove(key)
}

func (b *Bounded[T]) values() (values []T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, w := range slices.Concat(b.probation.Values(), b.protected.Values()) {
		values = append(values, w.value)
	}
	return values
}

// Size returns the number of entries and their weight.
func (b *Bounded[T]) Size() (entries int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.probation.Len() + b.protected.Len(), b.probation.bytes + b.protected.bytes
}
