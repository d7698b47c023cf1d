package site

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// entries are rendered pages or files, limited in bytes: the least recently used goes first. It is safe for concurrent use.
type entries struct {
	mu    sync.Mutex
	lru   *simplelru.LRU[string, *weighed]
	bytes int
	limit int
}

// weighed is an entry with the bytes that are counted for it, which grow with each compressed form.
type weighed struct {
	*entry
	bytes int
}

func newEntries(limit int) *entries {
	limit = max(limit, minCacheBytes)
	e := &entries{limit: limit}
	e.lru, _ = simplelru.NewLRU(limit/entryBytes, func(_ string, w *weighed) { e.bytes -= w.bytes }) // fails for a size of 0 only
	return e
}

// get returns the entry of a key, nil for none.
func (e *entries) get(key string) *entry {
	e.mu.Lock()
	defer e.mu.Unlock()
	if w, ok := e.lru.Get(key); ok {
		return w.entry
	}
	return nil
}

// put adds an entry or replaces the one of its key. One that is larger than a quarter of the limit is left out.
func (e *entries) put(made *entry) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lru.Remove(made.key)
	if bytes := made.bytes(); bytes <= e.limit/4 {
		e.lru.Add(made.key, &weighed{made, bytes})
		e.grow(bytes)
	}
}

// grown counts what an entry has grown by, if it is still here.
func (e *entries) grown(made *entry, by int) {
	if by == 0 { // each page that is sent asks
		return
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if w, ok := e.lru.Peek(made.key); ok && w.body == made.body {
		w.bytes += by
		e.grow(by)
	}
}

func (e *entries) grow(by int) {
	for e.bytes += by; e.bytes > e.limit; {
		e.lru.RemoveOldest()
	}
}
