// Package eventually waits in tests for what other goroutines, processes or hosts bring about, also on a slow machine.
package eventually

import (
	"testing"
	"time"
)

// True waits until ok reports true, for a minute at most.
func True(t testing.TB, what string, ok func() bool) {
	t.Helper()
	end := time.Now().Add(time.Minute)
	for pause := time.Millisecond; !ok(); pause = min(2*pause, 50*time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("not within a minute: %s", what)
		}
		time.Sleep(pause)
	}
}
