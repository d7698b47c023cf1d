package branches

import (
	"sync"
	"time"
)

// hysteresis is the least time between two changes of a Health, and how long fetches must have succeeded before a branch
// counts as healthy again, so that the notice customers see does not flicker.
const hysteresis = 30 * time.Second

// Health is whether a branch counts as degraded. Unlike the circuit breaker, it does not follow every failure. The zero
// value is healthy.
type Health struct {
	mu                  sync.Mutex
	degraded, failed    bool // failed: the last fetch
	changed, lastFailed time.Time
}

// Note records the outcome of a fetch. changed is true if it changes the result of Degraded.
func (h *Health) Note(ok bool, now time.Time) (changed bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.failed = !ok
	if !ok {
		h.lastFailed = now
	}
	return h.turn(now)
}

func (h *Health) Degraded(now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.turn(now)
	return h.degraded
}

func (h *Health) turn(now time.Time) bool {
	want := h.failed || h.degraded && now.Sub(h.lastFailed) < hysteresis
	if want == h.degraded || !h.changed.IsZero() && now.Sub(h.changed) < hysteresis {
		return false
	}
	h.degraded, h.changed = want, now
	return true
}
