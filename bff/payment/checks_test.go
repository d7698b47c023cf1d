package payment

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A check that panics leaves nobody waiting: the pipeline answers each caller, and the next one asks again.
func TestAPaymentCheckThatPanicsLeavesNobodyWaiting(t *testing.T) {
	p := NewChecks[int]()
	now, key := time.Now(), "key"
	begun, end := make(chan struct{}), make(chan struct{})
	ended := make(chan any, 2)
	check := func(ask func() (int, bool, error)) {
		defer func() { ended <- recover() }()
		p.Check(key, now, ask)
	}
	go check(func() (int, bool, error) {
		close(begun)
		<-end
		panic("broken")
	})
	<-begun
	go check(func() (int, bool, error) { panic("broken") }) // waits for the first one, or asks again after it
	close(end)
	for range 2 {
		if p := <-ended; !strings.HasPrefix(fmt.Sprint(p), "broken") {
			t.Errorf("a caller ended with %v", p)
		}
	}
	if a, err := p.Check(key, now, func() (int, bool, error) { return 200, true, nil }); err != nil || a != 200 {
		t.Errorf("the next caller got %v", err)
	}
}
