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
	judged atomic.Int64
	series
}

// note records a verdict.
func (h *health) note(verdict error) {
	if errors.Is(verdict, ErrUncounted) {
		return
	}
	h.judged.Store(time.Now().UnixNano())
	if verdict == nil {
		h.failure.Store(nil)
		h.up.Set(1)
		return
	}
	h.failure.Store(&verdict)
	h.up.Set(0)
	h.failed[CauseOf(verdict)].Inc()
}

// LastFailure is why the last call or probe failed, nil if it did not.
func (h *health) LastFailure() error {
	if err := h.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// watch probes the host until life ends: every openFor while its circuit is not closed or its last call failed, and when no call was
// made for a while, so that an outage is seen without customers. A probe that hangs does not delay the next.
func (h *Host) watch(life context.Context) {
	log := h.pool.o.Log
	safego.Go(log, "health probes", func() {
		for {
			wait := h.jitteredIdle()
			if h.State() != "closed" || h.LastFailure() != nil {
				wait = min(wait, openFor)
			}
			select {
			case <-life.Done():
				return
			case <-h.wake:
				continue
			case <-time.After(wait):
			}
			switch {
			case h.State() != "closed":
				unwell := *h.unwell.Load()
				safego.Go(log, "health probe", func() { h.probe(unwell) })
			case h.LastFailure() != nil || time.Since(time.Unix(0, h.judged.Load())) >= h.pool.o.Idle/2:
				safego.Go(log, "health probe", func() { h.probeIdle(life) })
			}
		}
	})
}

// awaken makes watch look again, after what changes how soon the next probe is due.
func (h *Host) awaken() {
	select {
	case h.wake <- struct{}{}:
	default:
	}
}

// jitteredIdle is Options.Idle by up to a fifth longer or shorter, so that many hosts are not probed at once.
func (h *Host) jitteredIdle() time.Duration {
	var random [1]byte
	rand.Read(random[:])
	return h.pool.o.Idle*4/5 + time.Duration(random[0])*h.pool.o.Idle*2/5/255
}

// settings is the request of a probe.
func (h *Host) settings() *Request {
	return &Request{Method: http.MethodGet, Path: "settings", Header: http.Header{"Accept": {"application/json"}}, Judge: h.pool.o.Judge}
}

// probe makes a call past the open circuit, which closes if the host responds. Its result counts only while unwell has not ended.
func (h *Host) probe(unwell context.Context) {
	ctx, cancel := context.WithTimeout(unwell, h.pool.o.Timeout)
	defer cancel()
	a, err := h.send(ctx, h.settings())
	if unwell.Err() != nil {
		return
	}
	verdict := judge(a, err, h.pool.o.Judge)
	h.note(verdict)
	if verdict == nil || errors.Is(verdict, ErrUncounted) {
		h.circuit.close()
	}
}

// probeIdle makes a call that counts like a customer's. A failure is soon followed by another probe.
func (h *Host) probeIdle(life context.Context) {
	ctx, cancel := context.WithTimeout(life, h.pool.o.Timeout)
	defer cancel()
	h.Do(ctx, h.settings())
	if h.LastFailure() != nil {
		h.awaken()
	}
}
