package upstream

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"
)

const (
	// openFor is how long an open circuit refuses at once before one call may try the host again. It bounds how late a
	// host's return is noticed (HARDENING section 5, figure 4: within 5 s).
	openFor = 2 * time.Second
	// window is the time over which failures are counted while the circuit is closed.
	window = 10 * time.Second
	// tripConsecutive failures in a row open the circuit, as does tripShare of at least tripVolume calls in a window.
	tripConsecutive = 5
	tripVolume      = 20
	tripShare       = 0.5
)

// errFailing is the outcome of a call that the host answered with a 5xx.
var errFailing = errors.New("upstream: the host answers 5xx")

// breaker is one host's circuit (DESIGN section 3.7). 5xx, time-outs and connection failures count; 4xx do not, and a
// browser that went away says nothing about the host.
type breaker struct {
	circuit *gobreaker.TwoStepCircuitBreaker[struct{}]
	// warned is until when one failure is enough (unix nanoseconds): another shop has seen the host fail.
	warned atomic.Int64
}

// warnedFor is how long a hint holds.
const warnedFor = 10 * time.Second

// warn takes a hint. It opens nothing by itself: what another shop can't reach, this one may.
func (b *breaker) warn() { b.warned.Store(time.Now().Add(warnedFor).UnixNano()) }

// newBreaker makes a host's circuit. hangUpsCount brings B8 back.
func newBreaker(name string, changed func(state string), hangUpsCount bool) *breaker {
	b := &breaker{}
	b.circuit = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name:        name,
		MaxRequests: 1,
		Interval:    window,
		Timeout:     openFor,
		ReadyToTrip: func(c gobreaker.Counts) bool {
			return c.ConsecutiveFailures >= tripConsecutive ||
				c.ConsecutiveFailures >= 1 && time.Now().UnixNano() < b.warned.Load() ||
				c.Requests >= tripVolume && float64(c.TotalFailures) >= tripShare*float64(c.Requests)
		},
		IsExcluded: func(err error) bool { return errors.Is(err, context.Canceled) && !hangUpsCount },
		OnStateChange: func(_ string, _, to gobreaker.State) {
			if changed != nil {
				changed(to.String())
			}
		},
	})
	return b
}

// allow asks whether a call may go out. done must be called with its outcome: nil, errFailing, a failure, or
// context.Canceled when the browser went away.
func (b *breaker) allow() (done func(error), ok bool) {
	done, err := b.circuit.Allow()
	return done, err == nil
}

// state is "closed", "half-open" or "open".
func (b *breaker) state() string { return b.circuit.State().String() }
