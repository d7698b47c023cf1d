package cache

import "sync"

// Kept is what a Bounded holds: it knows its own key and what it weighs against the bound, in bytes.
type Kept interface {
	comparable
	KeptAs() string
	Weight() int64
}

// Bounded keeps copies within a number of bytes and entries. A newcomer enters on probation and is protected once it
// is asked for again, so a flood of invented keys only ever pushes out other newcomers (HARDENING T10). What is
// protected is only marked when it is asked for, and moves when room is needed: a hit then touches one seat, not three,
// which is what it costs with ten thousand of them.
type Bounded[T Kept] struct {
	mu         sync.Mutex
	items      map[string]*seat[T]
	probation  row[T]
	protected  row[T]
	bytes      int64
	protectedB int64
	maxBytes   int64
	maxEntries int
	dropped    func(T)
}

// seat is the place of one copy, in one of the two rows.
type seat[T Kept] struct {
	c                 T
	protected, marked bool
	weight            int64
	newer, older      *seat[T]
}

// row is a ring of seats; its own stands between the newest and the oldest.
type row[T Kept] struct {
	ends seat[T]
	n    int
}

func (r *row[T]) pushFront(s *seat[T]) {
	s.newer, s.older = &r.ends, r.ends.older
	s.older.newer, r.ends.older = s, s
	r.n++
}

func (r *row[T]) remove(s *seat[T]) {
	s.newer.older, s.older.newer = s.older, s.newer
	s.newer, s.older = nil, nil
	r.n--
}

// oldest is the seat at the end, nil of an empty row.
func (r *row[T]) oldest() *seat[T] {
	if r.n == 0 {
		return nil
	}
	return r.ends.newer
}

// protectedShare of the bytes and entries is for copies that were asked for more than once.
const protectedShare = 0.8

// NewBounded makes one of so many bytes and entries. dropped, if not nil, is told what goes; it is called under a lock.
func NewBounded[T Kept](maxBytes int64, maxEntries int, dropped func(T)) *Bounded[T] {
	b := &Bounded[T]{items: map[string]*seat[T]{}, maxBytes: maxBytes, maxEntries: maxEntries, dropped: dropped}
	for _, r := range []*row[T]{&b.probation, &b.protected} {
		r.ends.newer, r.ends.older = &r.ends, &r.ends
	}
	return b
}

// Get finds what is kept under a key and counts it as use; the zero value for nothing.
func (b *Bounded[T]) Get(key string) (none T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.items[key]
	if s == nil {
		return none
	}
	if s.protected {
		if !s.marked { // a write would take the seat out of the other processors' caches at each hit
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

// demote sends the protected copy that was idle longest back to probation.
func (b *Bounded[T]) demote() {
	s := b.idlest()
	b.protected.remove(s)
	s.protected = false
	b.protectedB -= s.weight
	b.probation.pushFront(s)
}

// idlest is the oldest protected seat that was not asked for since it came to the end of its row; those that were go to
// the front again, unmarked, so that the search ends.
func (b *Bounded[T]) idlest() *seat[T] {
	s := b.protected.oldest()
	for s != nil && s.marked {
		s.marked = false
		b.protected.remove(s)
		b.protected.pushFront(s)
		s = b.protected.oldest()
	}
	return s
}

// Peek looks without counting it as use.
func (b *Bounded[T]) Peek(key string) (none T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.items[key]; s != nil {
		return s.c
	}
	return none
}

// Put keeps a copy, in the place of an older one of the same key. A copy that would need more than an eighth of the
// bound is not kept.
func (b *Bounded[T]) Put(c T) bool {
	w := c.Weight()
	if w > b.maxBytes/8 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if s := b.items[c.KeptAs()]; s != nil {
		b.bytes += w - s.weight
		if s.protected {
			b.protectedB += w - s.weight
		}
		s.c, s.weight = c, w
	} else {
		s = &seat[T]{c: c, weight: w}
		b.items[c.KeptAs()] = s
		b.probation.pushFront(s)
		b.bytes += w
	}
	b.shrink()
	return true
}

// reweigh notes that a kept copy became heavier.
func (b *Bounded[T]) reweigh(c T, by int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.items[c.KeptAs()]
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

func (b *Bounded[T]) remove(s *seat[T]) {
	if s.protected {
		b.protected.remove(s)
		b.protectedB -= s.weight
	} else {
		b.probation.remove(s)
	}
	b.bytes -= s.weight
	delete(b.items, s.c.KeptAs())
	if b.dropped != nil {
		b.dropped(s.c)
	}
}

// Remove forgets what is kept under a key.
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

// Size is what is kept.
func (b *Bounded[T]) Size() (entries int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items), b.bytes
}
