package site

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// entries are rendered pages or files, limited in bytes: the least recently used goes first. It is safe for concurrent use.
type entries struct {
	mu    sync.Mutex
	lru   *simplelru.LRU[string, *entry]
	bytes int
	limit int
}

func newEntries(limit int) *entries {
	limit = max(limit, minCacheBytes)
	e := &entries{limit: limit}
	e.lru, _ = simplelru.NewLRU(limit/entryBytes, func(_ string, gone *entry) { e.bytes -= gone.bytes() }) // fails for a size of 0 only
	return e
}

// get returns the entry of a key, nil for none.
func (e *entries) get(key string) *entry {
	e.mu.Lock()
	defer e.mu.Unlock()
	made, _ := e.lru.Get(key)
	return made
}

// put adds an entry or replaces the one of its key. One that is larger than a quarter of the limit is left out.
func (e *entries) put(made *entry) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lru.Remove(made.key)
	if made.bytes() > e.limit/4 {
		return
	}
	e.lru.Add(made.key, made)
	for e.bytes += made.bytes(); e.bytes > e.limit; {
		e.lru.RemoveOldest()
	}
}
