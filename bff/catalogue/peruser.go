package catalogue

import (
	"maps"
	"sync"
	"time"
)

const (
	// perUserFor is how long a key is fetched with the customer's credentials after the anonymous request got 401 or 403.
	perUserFor = time.Minute
	// maxPerUser limits how many such keys are remembered; any other is requested anonymously first.
	maxPerUser = 1000
)

// perUserKeys are cache keys whose anonymous request got 401 or 403, and until when that is remembered.
type perUserKeys struct {
	mu    sync.RWMutex
	until map[string]time.Time
}

func (p *perUserKeys) add(key string, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.until) >= maxPerUser {
		maps.DeleteFunc(p.until, func(_ string, until time.Time) bool { return !until.After(now) })
	}
	if p.until == nil {
		p.until = map[string]time.Time{}
	}
	if len(p.until) < maxPerUser {
		p.until[key] = now.Add(perUserFor)
	}
}

func (p *perUserKeys) has(key string, now time.Time) bool {
	p.mu.RLock()
	defer p.mu.RUnlock()
	return len(p.until) > 0 && p.until[key].After(now)
}
