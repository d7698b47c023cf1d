// Package ratelimit counts what clients and accounts do (docs/architecture.md section 3.12). All state is bounded: the
// least recently used is forgotten first.
package ratelimit

import (
	"context"
	"sync"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Counter is a count that a cluster shares (package cluster).
type Counter interface {
	Take(ctx context.Context, key string, burst float64, every time.Duration) (wait time.Duration, err error)
	GiveBack(ctx context.Context, key string, every time.Duration)
}

const (
	maxBuckets = 50_000
	// aloneFor is how long an instance counts alone after Shared failed.
	aloneFor = time.Second
)

type Options struct {
	// Factor multiplies every rule; 0 or less: there are no limits.
	Factor float64
	// Shared counts for all instances together; nil: this instance counts alone. After Shared
	// failed it is not called for a second: a Redis that does not respond must not delay every call.
	Shared Counter
	// Now is the clock.
	Now func() time.Time
}

// Limiter is a set of token buckets. It is safe for concurrent use.
type Limiter struct {
	o  Options
	mu sync.Mutex
	// buckets holds the time at which each will be full again. A full bucket says as little as none.
	buckets *simplelru.LRU[string, time.Time]
	proven  *lru.Cache[string, struct{}] // clients and accounts that belong together
	// alone is until when Shared is not used, after a failure.
	alone time.Time
}

func New(o Options) *Limiter {
	l := &Limiter{o: o}
	l.buckets, _ = simplelru.NewLRU[string, time.Time](maxBuckets, nil) // fails for a size of 0 only
	l.proven, _ = lru.New[string, struct{}](maxBuckets)                 // as above
	return l
}

// take takes one from a bucket, or says how long to wait for it.
func (l *Limiter) take(key string, r rule) (wait time.Duration) {
	r.burst *= l.o.Factor
	r.every = time.Duration(float64(r.every) / l.o.Factor)
	now := l.o.Now()
	if l.sharing(now) {
		wait, err := l.o.Shared.Take(context.Background(), key, r.burst, r.every)
		if err == nil {
			return wait
		}
		now = l.o.Now()
		l.mu.Lock()
		l.alone = now.Add(aloneFor)
		l.mu.Unlock()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	full, _ := l.buckets.Get(key)
	if full.Before(now) {
		full = now
	}
	full = full.Add(r.every)
	if wait := full.Sub(now) - time.Duration(r.burst*float64(r.every)); wait > 0 {
		return wait
	}
	l.buckets.Add(key, full)
	return 0
}

// sharing reports whether Shared is to be called now.
func (l *Limiter) sharing(now time.Time) bool {
	if l.o.Shared == nil {
		return false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return !now.Before(l.alone)
}

func (l *Limiter) giveBack(key string, r rule) {
	every := time.Duration(float64(r.every) / l.o.Factor)
	if l.sharing(l.o.Now()) {
		l.o.Shared.GiveBack(context.Background(), key, every)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if full, ok := l.buckets.Peek(key); ok {
		l.buckets.Add(key, full.Add(-every))
	}
}
