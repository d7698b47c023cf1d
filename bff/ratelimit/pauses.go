package ratelimit

import (
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Pauses stores until when an upstream must not be called (Retry-After), by key. It is safe for concurrent use.
type Pauses struct {
	now   func() time.Time
	mu    sync.Mutex
	until *simplelru.LRU[string, time.Time]
}

// NewPauses makes a Pauses that holds at most 50,000 keys. now is the clock.
func NewPauses(now func() time.Time) *Pauses {
	p := &Pauses{now: now}
	p.until, _ = simplelru.NewLRU[string, time.Time](maxBuckets, nil) // fails for a size of 0 only
	return p
}

// Pause leaves a key alone for a time.
func (p *Pauses) Pause(key string, wait time.Duration) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.until.Add(key, p.now().Add(wait))
}

// Left is how long a key is still to be left alone; 0: it is not.
func (p *Pauses) Left(key string) time.Duration {
	p.mu.Lock()
	defer p.mu.Unlock()
	until, ok := p.until.Peek(key)
	if !ok {
		return 0
	}
	wait := until.Sub(p.now())
	if wait <= 0 {
		p.until.Remove(key)
	}
	return max(wait, 0)
}
