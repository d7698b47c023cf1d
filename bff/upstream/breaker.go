package upstream

import (
	"errors"
	"net/http"
	"time"

	"github.com/sony/gobreaker/v2"
)

const (
	// openFor is the time between two health probes of a host whose circuit is open.
	openFor = 2 * time.Second
	// window is the time over which results are counted, from the start of their calls. The time of a call comes on top,
	// so that the result of a call that timed out still counts.
	window = 60 * time.Second
	// bucket is the step in which old results leave the window.
	bucket = 5 * time.Second
	// tripConsecutive failures in a row open the circuit, as does tripShare of at least tripVolume results in a window.
	tripConsecutive = 5
	tripVolume      = 20
	tripShare       = 0.5
)

var (
	errUnwell  = errors.New("upstream: the host answered 502, 503 or 504")
	errForeign = &Error{Kind: Invalid, Sent: true, Cause: errors.New("the host answered something else than the backend's own JSON")}
	// errUncounted is the outcome of a call that says nothing about the host.
	errUncounted = errors.New("upstream: not counted by the circuit")
)

// outcome is what the circuit counts of a call (docs/architecture.md section 3.7): nil, a failure of the host, or errUncounted for a failure of that call only and for
// a client that disconnects. A nil judge takes each answer as a good one.
func outcome(a *Response, err *Error, judge func(*Response) Verdict) error {
	switch {
	case err != nil && (err.Kind == Unreachable || err.Kind == Timeout):
		return err
	case err != nil:
		return errUncounted
	case judge == nil:
		return nil
	}
	switch verdict := judge(a); {
	case verdict < Failed:
		return nil
	case verdict == Failed:
		return errUncounted
	case a.Status >= http.StatusInternalServerError: // these differ in the cause only
		return errUnwell
	}
	return errForeign
}

// circuit is one host's circuit breaker. Customers' calls pass only while it is closed. Once it is open, the host's own
// health probes decide when it closes, so that no customer's call is used as a probe and no client can make a probe fail.
type circuit struct {
	breaker *gobreaker.TwoStepCircuitBreaker[struct{}]
}

// newCircuit returns a closed circuit. changed is called with each state and its value in metrics: 0 closed, 1 half-open, 2 open.
func newCircuit(timeout time.Duration, changed func(state string, value float64)) *circuit {
	return &circuit{breaker: gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		MaxRequests:  1,
		Interval:     window + timeout,
		BucketPeriod: bucket,
		Timeout:      openFor,
		ReadyToTrip: func(n gobreaker.Counts) bool {
			results := n.TotalFailures + n.TotalSuccesses
			return n.ConsecutiveFailures >= tripConsecutive ||
				results >= tripVolume && float64(n.TotalFailures) >= tripShare*float64(results)
		},
		IsExcluded:    func(err error) bool { return errors.Is(err, errUncounted) },
		OnStateChange: func(_ string, _, to gobreaker.State) { changed(to.String(), float64(to)) },
	})}
}

// allow reports whether a customer's call may be sent. done must be called with its verdict.
func (c *circuit) allow() (done func(error), ok bool) {
	if c.breaker.State() != gobreaker.StateClosed {
		return nil, false
	}
	done, err := c.breaker.Allow()
	return done, err == nil
}

// close closes the circuit after a successful probe, or does nothing if it is not half-open.
func (c *circuit) close() {
	if c.breaker.State() != gobreaker.StateHalfOpen {
		return
	}
	if done, err := c.breaker.Allow(); err == nil {
		done(nil)
	}
}

// State is "closed", "half-open" or "open".
func (c *circuit) State() string { return c.breaker.State().String() }
