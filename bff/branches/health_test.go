package branches

import (
	"testing"
	"time"
)

func TestF26_AFlappingUpstreamDoesNotFlicker(t *testing.T) {
	var m Health
	at := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	began, changes, last := at, 0, false
	var changedAt time.Time
	see := func() {
		now := m.Degraded(at)
		if now == last {
			return
		}
		if !changedAt.IsZero() && at.Sub(changedAt) < hysteresis {
			t.Fatalf("changed after %s", at.Sub(changedAt))
		}
		last, changedAt = now, at
		changes++
	}
	for at.Sub(began) < 10*time.Minute { // five seconds well, five seconds not
		m.Note(int(at.Sub(began)/(5*time.Second))%2 == 0, at)
		see()
		at = at.Add(250 * time.Millisecond)
	}
	if changes != 1 || !m.Degraded(at) {
		t.Errorf("%d changes in ten minutes of flapping, degraded %v", changes, m.Degraded(at))
	}
	for recovered := at; at.Sub(recovered) < 2*hysteresis; at = at.Add(time.Second) {
		m.Note(true, at)
		see()
	}
	if changes != 2 || m.Degraded(at) {
		t.Errorf("%d changes after it went well again, degraded %v", changes, m.Degraded(at))
	}
	if m.Note(true, at); m.Degraded(at) {
		t.Error("a healthy branch counts as degraded")
	}
}
