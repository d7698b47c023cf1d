package gateway

import (
	"sync"
	"time"

	"tablefront/bff/cache"
)

// moodFor is the least time between two changes of what customers are told about a branch, and how long it must have
// fared well before it counts as well (HARDENING F26: no flicker).
const moodFor = 30 * time.Second

// mood is whether fetching a branch's copies fails, told slowly: the circuit follows every failure, what customers are
// told does not.
type mood struct {
	mu               sync.Mutex
	failing, lastBad bool
	changed, bad     time.Time
}

// note takes the outcome of a fetch; changed: customers are told something else from now on.
func (m *mood) note(good bool, now time.Time) (changed bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lastBad = !good
	if !good {
		m.bad = now
	}
	return m.turn(now)
}

// is tells whether the branch counts as failing.
func (m *mood) is(now time.Time) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.turn(now)
	return m.failing
}

func (m *mood) turn(now time.Time) bool {
	want := m.lastBad || m.failing && now.Sub(m.bad) < moodFor
	if want == m.failing || !m.changed.IsZero() && now.Sub(m.changed) < moodFor {
		return false
	}
	m.failing, m.changed = want, now
	return true
}

// noteFetch takes the outcome of a fetch; pages are made anew when it changes what they say.
func (b *branch) noteFetch(good bool, now time.Time) {
	if b.mood.note(good, now) {
		b.version.Add(1)
	}
}

// pageCalls are the calls whose copies every page holds, and the catalogue that most do.
var pageCalls = []*Call{callSettings, callLanguages, callPages, callHours, callMenus, callCategories}

// FailingSince fills site.Failing: the time of the oldest copy that is past its time because the branch's upstream fails.
func (g *Gateway) FailingSince(branchURL string) (time.Time, bool) {
	b := g.branches.main
	if branchURL != "" {
		found, _, err := g.branches.lookup(branchURL)
		if err != nil || found == nil {
			return time.Time{}, false
		}
		b = found
	}
	now := g.copyTime(time.Now())
	if !b.mood.is(now) {
		return time.Time{}, false
	}
	var oldest *cache.Copy
	for _, call := range pageCalls {
		c := g.keeper.Peek(g.key(b, g.config.Language, call.Path), now)
		if c != nil && c.Age(now) >= g.keeper.Policy(c.Class).Fresh && (oldest == nil || c.Stored.Before(oldest.Stored)) {
			oldest = c
		}
	}
	if oldest == nil {
		return time.Time{}, false
	}
	return oldest.Stored, true
}
