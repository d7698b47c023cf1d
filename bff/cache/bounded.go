package cache

import (
	"container/list"
	"sync"
)

// Kept is what a Bounded holds: it knows its own key and what it weighs against the bound, in bytes.
type Kept interface {
	comparable
	KeptAs() string
	Weight() int64
}

// Bounded keeps copies within a number of bytes and entries. A newcomer enters on probation and is protected once it
// is asked for again, so a flood of invented keys only ever pushes out other newcomers (HARDENING T10).
//
// It is the store behind the shop's kept copies, and behind the general HTTP cache of package httpcache.
type Bounded[T Kept] struct {
	mu         sync.Mutex
	items      map[string]*list.Element
	probation  list.List // front: newest
	protected  list.List
	bytes      int64
	protectedB int64
	maxBytes   int64
	maxEntries int
	dropped    func(T)
}

type seat[T Kept] struct {
	c         T
	weight    int64
	protected bool
}

// protectedShare of the bytes and entries is for copies that were asked for more than once.
const protectedShare = 0.8

// NewBounded makes one of so many bytes and entries. dropped, if not nil, is told what goes; it is called under a lock.
func NewBounded[T Kept](maxBytes int64, maxEntries int, dropped func(T)) *Bounded[T] {
	b := &Bounded[T]{items: map[string]*list.Element{}, maxBytes: maxBytes, maxEntries: maxEntries, dropped: dropped}
	b.probation.Init()
	b.protected.Init()
	return b
}

// Get finds what is kept under a key and counts it as use; the zero value for nothing.
func (b *Bounded[T]) Get(key string) (none T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.items[key]
	if e == nil {
		return none
	}
	s := e.Value.(*seat[T]) //nolint:forcetypeassert // the lists hold nothing else
	if s.protected {
		b.protected.MoveToFront(e)
		return s.c
	}
	b.probation.Remove(e)
	s.protected = true
	b.protectedB += s.weight
	b.items[key] = b.protected.PushFront(s)
	for b.protectedB > int64(protectedShare*float64(b.maxBytes)) ||
		b.protected.Len() > int(protectedShare*float64(b.maxEntries)) {
		b.demote()
	}
	return s.c
}

// demote sends the protected copy that was idle longest back to probation.
func (b *Bounded[T]) demote() {
	e := b.protected.Back()
	s := b.protected.Remove(e).(*seat[T]) //nolint:forcetypeassert // as above
	s.protected = false
	b.protectedB -= s.weight
	b.items[s.c.KeptAs()] = b.probation.PushFront(s)
}

// Peek looks without counting it as use.
func (b *Bounded[T]) Peek(key string) (none T) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.items[key]; e != nil {
		return e.Value.(*seat[T]).c //nolint:forcetypeassert // as above
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
	if e := b.items[c.KeptAs()]; e != nil {
		s := e.Value.(*seat[T]) //nolint:forcetypeassert // as above
		b.bytes += w - s.weight
		if s.protected {
			b.protectedB += w - s.weight
		}
		s.c, s.weight = c, w
	} else {
		b.items[c.KeptAs()] = b.probation.PushFront(&seat[T]{c: c, weight: w})
		b.bytes += w
	}
	b.shrink()
	return true
}

// reweigh notes that a kept copy became heavier.
func (b *Bounded[T]) reweigh(c T, by int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.items[c.KeptAs()]
	if e == nil || e.Value.(*seat[T]).c != c { //nolint:forcetypeassert // as above
		return false
	}
	s := e.Value.(*seat[T]) //nolint:forcetypeassert // as above
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
		e := b.probation.Back()
		if e == nil {
			e = b.protected.Back()
		}
		b.remove(e)
	}
}

func (b *Bounded[T]) remove(e *list.Element) {
	s := e.Value.(*seat[T]) //nolint:forcetypeassert // as above
	if s.protected {
		b.protected.Remove(e)
		b.protectedB -= s.weight
	} else {
		b.probation.Remove(e)
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
	if e := b.items[key]; e != nil {
		b.remove(e)
	}
}

func (b *Bounded[T]) removeWhere(match func(key string) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for key, e := range b.items {
		if match(key) {
			b.remove(e)
		}
	}
}

func (b *Bounded[T]) each(visit func(T)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.items {
		visit(e.Value.(*seat[T]).c) //nolint:forcetypeassert // as above
	}
}

// Size is what is kept.
func (b *Bounded[T]) Size() (entries int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items), b.bytes
}
