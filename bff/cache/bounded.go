package cache

import (
	"container/list"
	"sync"
)

// bounded keeps copies within a number of bytes and entries. A newcomer enters on probation and is protected once it
// is asked for again, so a flood of invented keys only ever pushes out other newcomers (HARDENING T10).
type bounded struct {
	mu         sync.Mutex
	items      map[string]*list.Element
	probation  list.List // front: newest
	protected  list.List
	bytes      int64
	protectedB int64
	maxBytes   int64
	maxEntries int
	dropped    func(*Copy)
}

type seat struct {
	c         *Copy
	weight    int64
	protected bool
}

// protectedShare of the bytes and entries is for copies that were asked for more than once.
const protectedShare = 0.8

func newBounded(maxBytes int64, maxEntries int, dropped func(*Copy)) *bounded {
	b := &bounded{items: map[string]*list.Element{}, maxBytes: maxBytes, maxEntries: maxEntries, dropped: dropped}
	b.probation.Init()
	b.protected.Init()
	return b
}

func (b *bounded) get(key string) *Copy {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.items[key]
	if e == nil {
		return nil
	}
	s := e.Value.(*seat) //nolint:forcetypeassert // the lists hold nothing else
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
func (b *bounded) demote() {
	e := b.protected.Back()
	s := b.protected.Remove(e).(*seat) //nolint:forcetypeassert // as above
	s.protected = false
	b.protectedB -= s.weight
	b.items[s.c.Key] = b.probation.PushFront(s)
}

// peek looks without counting it as use.
func (b *bounded) peek(key string) *Copy {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.items[key]; e != nil {
		return e.Value.(*seat).c //nolint:forcetypeassert // as above
	}
	return nil
}

// put keeps a copy, in the place of an older one of the same key. A copy that would need more than an eighth of the
// bound is not kept.
func (b *bounded) put(c *Copy) bool {
	w := c.size()
	if w > b.maxBytes/8 {
		return false
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.items[c.Key]; e != nil {
		s := e.Value.(*seat) //nolint:forcetypeassert // as above
		b.bytes += w - s.weight
		if s.protected {
			b.protectedB += w - s.weight
		}
		s.c, s.weight = c, w
	} else {
		b.items[c.Key] = b.probation.PushFront(&seat{c: c, weight: w})
		b.bytes += w
	}
	b.shrink()
	return true
}

// reweigh notes that a kept copy became heavier.
func (b *bounded) reweigh(c *Copy, by int64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	e := b.items[c.Key]
	if e == nil || e.Value.(*seat).c != c { //nolint:forcetypeassert // as above
		return false
	}
	s := e.Value.(*seat) //nolint:forcetypeassert // as above
	s.weight += by
	b.bytes += by
	if s.protected {
		b.protectedB += by
	}
	b.shrink()
	return true
}

func (b *bounded) shrink() {
	for b.bytes > b.maxBytes || len(b.items) > b.maxEntries {
		e := b.probation.Back()
		if e == nil {
			e = b.protected.Back()
		}
		b.remove(e)
	}
}

func (b *bounded) remove(e *list.Element) {
	s := e.Value.(*seat) //nolint:forcetypeassert // as above
	if s.protected {
		b.protected.Remove(e)
		b.protectedB -= s.weight
	} else {
		b.probation.Remove(e)
	}
	b.bytes -= s.weight
	delete(b.items, s.c.Key)
	if b.dropped != nil {
		b.dropped(s.c)
	}
}

func (b *bounded) removeKey(key string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if e := b.items[key]; e != nil {
		b.remove(e)
	}
}

func (b *bounded) removeWhere(match func(key string) bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for key, e := range b.items {
		if match(key) {
			b.remove(e)
		}
	}
}

func (b *bounded) each(visit func(*Copy)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.items {
		visit(e.Value.(*seat).c) //nolint:forcetypeassert // as above
	}
}

func (b *bounded) size() (entries int, bytes int64) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return len(b.items), b.bytes
}
