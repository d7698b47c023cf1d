package cache

import "sync"

// Weighted is a value of a Bounded, with its key and its weight in bytes.
type Weighted interface {
	comparable
	CacheKey() string
	Weight() int64
}

// Bounded is a cache limited in bytes and entries: a segmented LRU. A new entry is on probation and becomes protected
// with its first hit, so a flood of invented keys evicts only other new entries. A protected entry is only marked by a
// hit and moves when room is needed (second chance): a hit then writes to one node instead of three.
type Bounded[T Weighted] struct {
	mu         sync.Mutex
	items      map[string]*node[T]
	probation  segment[T]
	protected  segment[T]
	bytes      int64
	protectedB int64
	maxBytes   int64
	maxEntries int
	dropped    func(T)
}

// node is an entry, in one of the two segments.
type node[T Weighted] struct {
	c                 T
	protected, marked bool
	weight            int64
	newer, older      *node[T]
}

// segment is a ring of nodes; its own is between the newest and the oldest.
type segment[T Weighted] struct {
	ends node[T]
	n    int
}

func (r *segment[T]) pushFront(s *node[T]) {
	s.newer, s.older = &r.ends, r.ends.older
	s.older.newer, r.ends.older = s, s
	r.n++
}

func (r *segment[T]) remove(s *node[T]) {
	s.newer.older, s.older.newer = s.older, s.newer
	s.newer, s.older = nil, nil
	r.n--
}

// oldest returns the node at the end, nil of an empty segment.
func (r *segment[T]) oldest() *node[T] {
	if r.n == 0 {
		return nil
	}
	return r.ends.newer
}

// protectedShare of the bytes and entries is for protected entries.
const protectedShare = 0.8

// NewBounded returns a Bounded. dropped, if not nil, is called with every removed value, while a lock is held.
func NewBounded[T Weighted](maxBytes int64, maxEntries int, dropped func(T)) *Bounded[T] {
	b := &Bounded[T]{items: map[string]*node[T]{}, maxBytes: maxBytes, maxEntries: maxEntries, dropped: dropped}
	for _, r := range []*segment[T]{&b.probation, &b.protected} {
		r.ends.newer, r.ends.older = &r.ends, &r.ends
	}
	return b
}

// Get returns the value of a key and counts it as a hit; the zero value if there is none.
func (b *Bounded[T]) Get(key string) (none T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.items[key]
	if s == nil {
		return none
	}
	if s.protected {
		if !s.marked { // an unconditional write would invalidate the cache line of other processors at each hit
			s.marked = true
		}
		return s.c
	}
	b.probation.remove(s)
	s.protected = true
	b.protectedB += s.weight
	b.protected.pushFront(s)
	for b.protectedB > int64(protectedShare*float64(b.maxBytes)) ||
		b.protected.n > int(protectedShare*float64(b.maxEntries)) {
		b.demote()
	}
	return s.c
}

// demote moves the protected entry that was idle longest back to probation.
func (b *Bounded[T]) demote() {
	s := b.idlest()
	b.protected.remove(s)
	s.protected = false
	b.protectedB -= s.weight
	b.probation.pushFront(s)
}

// idlest returns the oldest protected node without a mark. Those with one go to the front, unmarked, so the search ends.
func (b *Bounded[T]) idlest() *node[T] {
	s := b.protected.oldest()
	for s != nil && s.marked {
		s.marked = false
		b.protected.remove(s)
		b.protected.pushFront(s)
		s = b.protected.oldest()
	}
	return s
}

// Peek is Get without counting a hit.
func (b *Bounded[T]) Peek(key string) (none T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.items[key]; s != nil {
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
	if s := b.items[c.CacheKey()]; s != nil {
		b.bytes += w - s.weight
		if s.protected {
			b.protectedB += w - s.weight
		}
		s.c, s.weight = c, w
	} else {
		s = &node[T]{c: c, weight: w}
		b.items[c.CacheKey()] = s
		b.probation.pushFront(s)
		b.bytes += w
	}
	b.shrink()
	return true
}

// reweigh adds to the weight of a value that is in the cache.
func (b *Bounded[T]) reweigh(c T, by int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.items[c.CacheKey()]
	if s == nil || s.c != c {
		return false
	}
	s.weight += by
	b.bytes += by
	if s.protected {
		b.protectedB += by
	}
	b.shrink()
	return true
}

func (b *Bounded[T]) shrink() {
	for b.bytes > b.maxBytes || len(b.items) > b.maxEntries {
		s := b.probation.oldest()
		if s == nil {
			s = b.idlest()
		}
		b.remove(s)
	}
}

func (b *Bounded[T]) remove(s *node[T]) {
	if s.protected {
		b.protected.remove(s)
		b.protectedB -= s.weight
	} else {
		b.probation.remove(s)
	}
	b.bytes -= s.weight
	delete(b.items, s.c.CacheKey())
	if b.dropped != nil {
		b.dropped(s.c)
	}
}

// Remove removes the value of a key.
func (b *Bounded[T]) Remove(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.items[key]; s != nil {
		b.remove(s)
	}
}

func (b *Bounded[T]) removeWhere(match func(key string) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for key, s := range b.items {
		if match(key) {
			b.remove(s)
		}
	}
}

func (b *Bounded[T]) each(visit func(T)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, s := range b.items {
		visit(s.c)
	}
}

// Size returns the number of entries and their weight.
func (b *Bounded[T]) Size() (entries int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items), b.bytes
}
