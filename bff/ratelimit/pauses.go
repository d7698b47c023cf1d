package ratelimit

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// Pauses stores until when an upstream must not be called, by key. It is safe for concurrent use.
type Pauses struct {
	now   func() time.Time
	until *lru.Cache[string, time.Time]
}

// NewPauses makes a Pauses that holds at most so many keys. now is the clock.
func NewPauses(keys int, now func() time.Time) *Pauses {
	until, _ := lru.New[string, time.Time](keys) // fails for a size of 0 only
	return &Pauses{now, until}
}

// Pause leaves a key alone for a time.
func (p *Pauses) Pause(key string, wait time.Duration) { p.until.Add(key, p.now().Add(wait)) }

// Left is how long a key is still to be left alone; 0: it is not.
func (p *Pauses) Left(key string) time.Duration {
	until, _ := p.until.Peek(key)
	return max(until.Sub(p.now()), 0)
}
