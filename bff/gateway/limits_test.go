package gateway

import (
	"strconv"
	"testing"
	"time"
)

func TestLimits(t *testing.T) {
	now := time.Now()
	l := newLimits(1, func() time.Time { return now })
	r := rule{burst: 3, every: 10 * time.Second}
	take := func(key string, want time.Duration) {
		t.Helper()
		if wait := l.take(key, r); wait != want {
			t.Fatalf("%s has to wait for %s, not for %s", key, wait, want)
		}
	}
	for range 3 {
		take("a", 0)
	}
	take("a", 10*time.Second)
	take("b", 0) // nobody pays for another
	now = now.Add(4 * time.Second)
	take("a", 6*time.Second)
	now = now.Add(6 * time.Second)
	take("a", 0)
	take("a", 10*time.Second)
	l.giveBack("a", r)
	take("a", 0)
	take("a", 10*time.Second)
	now = now.Add(time.Hour) // what was saved up is never more than a burst
	for range 3 {
		take("a", 0)
	}
	take("a", 10*time.Second)
}

// A crowd that has gone leaves nothing behind; who still has to wait is not forgotten for newcomers.
func TestLimitsForgetWhoNeedNotWait(t *testing.T) {
	now := time.Now()
	l := newLimits(1, func() time.Time { return now })
	r := rule{burst: 1, every: time.Minute}
	for i := range 2 * maxBuckets {
		l.take(strconv.Itoa(i), r)
	}
	if len(l.buckets) != maxBuckets || l.idle.Len() != maxBuckets {
		t.Fatalf("%d buckets", len(l.buckets))
	}
	now = now.Add(2 * time.Minute)
	l.take("waits", rule{burst: 1, every: time.Hour})
	for i := range maxBuckets / 2 {
		l.take("new "+strconv.Itoa(i), r)
	}
	if len(l.buckets) > maxBuckets/2+forgottenAtOnce {
		t.Errorf("%d buckets are left of a crowd that has gone", len(l.buckets))
	}
	if wait := l.take("waits", rule{burst: 1, every: time.Hour}); wait <= 0 {
		t.Error("who had to wait was forgotten")
	}
}
