package site

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// documents are rendered pages or files, limited in bytes: the least recently used goes first. It is safe for concurrent use.
type documents struct {
	mu    sync.Mutex
	lru   *simplelru.LRU[string, *document]
	bytes int
	limit int
}

func newDocuments(limit int) *documents {
	limit = max(limit, minCacheBytes)
	e := &documents{limit: limit}
	e.lru, _ = simplelru.NewLRU(limit/documentBytes, func(_ string, gone *document) { e.bytes -= gone.bytes() }) // fails for a size of 0 only
	return e
}

func (e *documents) get(key string) *document {
	e.mu.Lock()
	defer e.mu.Unlock()
	made, _ := e.lru.Get(key)
	return made
}

// put adds a document or replaces the one of its key. One that is larger than a quarter of the limit is left out.
func (e *documents) put(made *document) {
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
