package ratelimit

import (
	"context"
	"errors"
	"strconv"
	"testing"
	"time"
)

func TestLimits(t *testing.T) {
	now := time.Now()
	l := New(Options{Factor: 1, Now: func() time.Time { return now }})
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
	take("b", 0) // one key does not use another's quota
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

// The memory is bounded, whatever the number of clients.
func TestClientsAreBounded(t *testing.T) {
	l := New(Options{Factor: 1, Now: time.Now})
	for i := range 2 * maxBuckets {
		l.take(strconv.Itoa(i), rule{burst: 1, every: time.Minute})
	}
	if l.buckets.Len() != maxBuckets {
		t.Errorf("%d buckets", l.buckets.Len())
	}
}

// failing is a shared counter that fails and counts its calls.
type failing struct{ asked int }

func (f *failing) Take(context.Context, string, float64, time.Duration) (time.Duration, error) {
	f.asked++
	return 0, errors.New("no answer")
}

func (f *failing) GiveBack(context.Context, string, time.Duration) { f.asked++ }

func TestACountThatFailsIsNotAskedByEveryCall(t *testing.T) {
	now := time.Now()
	shared := &failing{}
	l := New(Options{Factor: 1, Shared: shared, Now: func() time.Time { return now }})
	r := rule{burst: 3, every: 10 * time.Second}
	for n := range 5 {
		if wait := l.take("a", r); wait > 0 != (n >= 3) {
			t.Errorf("call %d waits for %s", n, wait)
		}
		l.giveBack("b", r)
	}
	if shared.asked != 1 {
		t.Errorf("it was asked %d times", shared.asked)
	}
	now = now.Add(time.Second)
	if l.take("a", r); shared.asked != 2 {
		t.Errorf("after a second it was asked %d times", shared.asked)
	}
}
