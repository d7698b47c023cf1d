package upstream

import (
	"context"
	"crypto/rand"
	"errors"
	"net/http"
	"sync/atomic"
	"time"

	"tablefront/bff/safego"
)

// health is what is known of a host from its calls and probes.
type health struct {
	// failure is the verdict of the last call if it was a failure of the host.
	failure atomic.Pointer[error]
	// judged is when the last verdict came (unix nanoseconds).
	judged   atomic.Int64
	failures [len(Causes)]atomic.Uint64
	retries  atomic.Uint64
}

// note records a verdict.
func (h *health) note(verdict error) {
	if errors.Is(verdict, ErrUncounted) {
		return
	}
	h.judged.Store(time.Now().UnixNano())
	if verdict == nil {
		h.failure.Store(nil)
		return
	}
	h.failure.Store(&verdict)
	cause := CauseOf(verdict)
	for i := range Causes {
		if Causes[i] == cause {
			h.failures[i].Add(1)
		}
	}
}

// LastFailure is why the last call or probe failed, nil if it did not.
func (h *health) LastFailure() error {
	if err := h.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// Failures yields how many calls and probes failed, by cause.
func (h *health) Failures(yield func(cause string, n uint64) bool) {
	for i := range Causes {
		if !yield(Causes[i], h.failures[i].Load()) {
			return
		}
	}
}

// Retries is how many GETs were sent a second time.
func (h *health) Retries() uint64 { return h.retries.Load() }

// watch requests the settings of a host that no call was made to for a while, until life ends. A failure is followed by
// probes every openFor, until the host responds or its circuit is open and has probes of its own.
func (h *Host) watch(life context.Context) {
	idle := h.pool.o.Idle
	jittered := func() time.Duration { // by up to a fifth, so that many hosts are not probed at once
		var random [1]byte
		rand.Read(random[:]) //nolint:errcheck // it never fails
		return idle*4/5 + time.Duration(random[0])*idle*2/5/255
	}
	safego.Go(h.pool.o.Log, "idle probes", func() {
		for wait := jittered(); ; {
			select {
			case <-life.Done():
				return
			case <-time.After(wait):
			}
			wait = jittered()
			since := time.Since(time.Unix(0, h.judged.Load()))
			if since < idle/2 && h.LastFailure() == nil {
				continue
			}
			safego.Run(h.pool.o.Log, "idle probe", func() {
				if !h.probeIdle(life) {
					wait = min(wait, openFor)
				}
			})
		}
	})
}

// probeIdle makes one call that counts like a customer's, and reports whether the host responded. It does nothing while the
// circuit is not closed.
func (h *Host) probeIdle(life context.Context) (ok bool) {
	ctx, cancel := context.WithTimeout(life, h.pool.o.Timeout)
	defer cancel()
	_, err := h.Do(ctx, &Request{Method: http.MethodGet, Path: "settings", Header: http.Header{"Accept": {"application/json"}}, Judge: h.pool.o.Judge})
	var e *Error
	return h.LastFailure() == nil || errors.As(err, &e) && e.Kind == Open
}
