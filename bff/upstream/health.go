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
	// failure is the outcome of the last call if it was a failure of the host.
	failure atomic.Pointer[error]
	// judged is when the last outcome came, or a probe was sent (unix nanoseconds).
	judged atomic.Int64
	series
}

func (h *health) note(outcome error) {
	if errors.Is(outcome, errUncounted) {
		return
	}
	h.judged.Store(time.Now().UnixNano())
	if outcome == nil {
		h.failure.Store(nil)
		h.up.Set(1)
		return
	}
	h.failure.Store(&outcome)
	h.up.Set(0)
	h.failed[CauseOf(outcome)].Inc()
}

// LastFailure is why the last call or probe failed, nil if it did not.
func (h *health) LastFailure() error {
	if err := h.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// leastIdle is the time without a call after which a host is probed; up to half of it is added.
const leastIdle = 24 * time.Second

// watch probes the host until it is closed: every openFor while its circuit is not closed or its last call failed, and when no call was
// made for a while, so that an outage is seen without customers. A probe that hangs does not delay the next.
func (h *Host) watch() {
	life, end := context.WithCancel(h.pool.life)
	h.end = end
	var random [1]byte
	rand.Read(random[:])
	idle := leastIdle + time.Duration(random[0])*leastIdle/2/255 // so that many hosts are not probed at once
	log := h.pool.o.Log
	h.judged.Store(time.Now().UnixNano())
	safego.Go(log, "health probes", func() {
		for {
			select {
			case <-life.Done():
				return
			case <-time.After(openFor):
			}
			if h.State() == "closed" && h.LastFailure() == nil && time.Since(time.Unix(0, h.judged.Load())) < idle {
				continue
			}
			h.judged.Store(time.Now().UnixNano())
			safego.Go(log, "health probe", func() { h.probe(life) })
		}
	})
}

// probe asks for the settings. Its outcome counts like a customer's. It passes an open circuit, which closes if the host responds; if it has closed since, the
// probe says nothing more.
func (h *Host) probe(life context.Context) {
	ctx, cancel := context.WithTimeout(life, h.pool.o.Timeout)
	defer cancel()
	done, closed := h.allow()
	a, err := h.send(ctx, &Request{Method: http.MethodGet, Path: "settings", Header: http.Header{"Accept": {"application/json"}}})
	result := outcome(a, err, h.pool.o.Judge)
	switch {
	case closed:
		h.note(result)
		done(result)
	case h.State() != "closed":
		h.note(result)
		if result == nil || errors.Is(result, errUncounted) {
			h.circuit.close()
		}
	}
}
