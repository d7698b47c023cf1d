// Package expiring remembers values for a time. What outsiders can add to is bounded: beyond the size, what was put first goes.
// golang-lru's own expirable cache has one lifetime for all values and a goroutine that never ends.
package expiring

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Map is safe for concurrent use.
type Map[V any] struct {
	now    func() time.Time
	mu     sync.Mutex
	values *simplelru.LRU[string, value[V]]
}

type value[V any] struct {
	of    V
	until time.Time
}

// New returns a Map of at most so many keys. now is its clock.
func New[V any](size int, now func() time.Time) *Map[V] {
	values, _ := simplelru.NewLRU[string, value[V]](size, nil) // fails for a size of 0 only
	return &Map[V]{now: now, values: values}
}

// Put remembers a value for a time, in place of an older one.
func (m *Map[V]) Put(key string, of V, life time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values.Add(key, value[V]{of, m.now().Add(life)})
}

// PutNew is Put for a key that has no value. It reports whether that is so.
func (m *Map[V]) PutNew(key string, of V, life time.Duration) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	now := m.now()
	if old, ok := m.values.Peek(key); ok && now.Before(old.until) {
		return false
	}
	m.values.Add(key, value[V]{of, now.Add(life)})
	return true
}

// Get returns the value of a key and for how much longer it is remembered; left is 0 if there is none.
func (m *Map[V]) Get(key string) (of V, left time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	v, _ := m.values.Peek(key)
	if left = v.until.Sub(m.now()); left <= 0 {
		return of, 0
	}
	return v.of, left
}

func (m *Map[V]) Remove(key string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.values.Remove(key)
}
