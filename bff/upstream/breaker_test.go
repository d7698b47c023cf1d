package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"slices"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func TestWhatCountsAgainstAHost(t *testing.T) {
	verdict := func(v Verdict) func() error {
		return func() error { return outcome(&Response{Status: 200}, nil, func(*Response) Verdict { return v }) }
	}
	kind := func(k Kind) func() error { return func() error { return outcome(nil, &Error{Kind: k}, nil) } }
	for name, c := range map[string]struct {
		outcome func() error
		opens   bool
	}{
		"good": {verdict(Good), false}, "rejected": {verdict(Rejected), false}, "failed": {verdict(Failed), false}, "unwell": {verdict(Unwell), true},
		"unreachable": {kind(Unreachable), true}, "timeout": {kind(Timeout), true},
		"invalid": {kind(Invalid), false}, "canceled": {kind(Canceled), false}, "busy": {kind(Busy), false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newCircuit(time.Second, func(string, float64) {})
			for range 3 * tripVolume {
				done, ok := b.allow()
				if !ok {
					break
				}
				done(c.outcome())
			}
			if open := b.State() != "closed"; open != c.opens {
				t.Errorf("the circuit is %s", b.State())
			}
		})
	}
}

// A call that is its own failure, again and again, must not keep the circuit of a sick host closed either.
func TestAFailureOfOneCallNeitherOpensNorCloses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // an open circuit is half-open two seconds later
		b := newCircuit(time.Second, func(string, float64) {})
		for range tripConsecutive {
			for _, verdict := range []Verdict{Failed, Unwell} {
				if done, ok := b.allow(); ok {
					done(outcome(&Response{Status: 502}, nil, func(*Response) Verdict { return verdict }))
				}
			}
		}
		if b.State() != "open" {
			t.Errorf("the circuit is %s", b.State())
		}
	})
}

// A host that hangs opens the circuit within 10 s of its first timeouts, whatever the timeout and the traffic.
func TestAHangingHostOpensTheCircuit(t *testing.T) {
	for _, timeout := range []time.Duration{time.Second, 5 * time.Second, 10 * time.Second, time.Minute} {
		for _, every := range []time.Duration{20 * time.Millisecond, time.Second, 2 * time.Second} {
			synctest.Test(t, func(t *testing.T) {
				b := newCircuit(timeout, func(string, float64) {})
				for range 100 { // it was well before
					done, _ := b.allow()
					done(nil)
				}
				began := time.Now()
				for b.State() == "closed" && time.Since(began) < 10*time.Minute {
					if done, ok := b.allow(); ok {
						time.AfterFunc(timeout, func() { done(&Error{Kind: Timeout}) })
					}
					time.Sleep(every)
				}
				if took := time.Since(began) - timeout; took > 10*time.Second {
					t.Errorf("timeout %s, a call every %s: opened %s after the first timeout", timeout, every, took)
				}
				time.Sleep(2 * timeout)
			})
		}
	}
}

// Half of the calls hang: the circuit opens although other calls succeed in between.
func TestAHalfDeadHostOpensTheCircuit(t *testing.T) {
	b := newCircuit(time.Second, func(string, float64) {})
	for i := range 2 * tripVolume {
		if done, ok := b.allow(); ok && i%2 == 0 {
			done(nil)
		} else if ok {
			done(&Error{Kind: Timeout})
		}
	}
	if b.State() == "closed" {
		t.Error("still closed")
	}
}

// Once a circuit is open, no customer's call goes out: the host's own probes close it soon after the host is back, even if
// those sent before still hang.
func TestOurOwnProbesCloseTheCircuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var sick atomic.Bool
		var calls, probes atomic.Int64
		states := make(chan string, 10)
		h, end := newInMemory(t, Options{Timeout: time.Minute, Changed: func(_ *Host, state string, _ error) { states <- state }},
			http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				hangs := sick.Load()
				if r.URL.Path == "/api/settings" {
					probes.Add(1)
				} else {
					calls.Add(1)
				}
				if hangs {
					<-r.Context().Done()
					return
				}
				w.Write([]byte("{}"))
			}))
		defer end()
		ask := func() error {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			_, err := h.Do(ctx, &Request{Method: http.MethodGet, Path: "me", Header: http.Header{}})
			return err
		}
		sick.Store(true)
		for h.State() == "closed" {
			ask()
		}
		before := calls.Load()
		time.Sleep(openFor + time.Second)
		if probes.Load() == 0 {
			t.Error("no probe was sent") // it hangs for a minute
		}
		for range 20 {
			var e *Error
			if err := ask(); !errors.As(err, &e) || e.Kind != Open || e.Sent {
				t.Fatalf("a customer's call while the circuit is not closed: %v", err)
			}
		}
		sick.Store(false)
		time.Sleep(2 * openFor)
		if h.State() != "closed" {
			t.Errorf("the host was back for %s before anybody noticed", 2*openFor)
		}
		if calls.Load() != before {
			t.Error("a customer's call was a trial")
		}
		if err := ask(); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if first, second := <-states, <-states; first != "open" || second != "closed" || len(states) > 0 {
			t.Errorf("%s, then %s, then %d more", first, second, len(states))
		}
	})
}

// An outage is seen without a single customer: idle hosts are probed, and one that does not respond often enough to open its circuit.
func TestAnIdleHostIsProbed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var asked []string
		var opened error
		h, end := newInMemory(t, Options{Changed: func(_ *Host, state string, cause error) {
			if state == "open" {
				opened = cause
			}
		}}, http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { asked = append(asked, r.URL.Path) }))
		defer end()
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		if len(asked) < 3 || len(asked) > 5 || slices.ContainsFunc(asked, func(path string) bool { return path != "/api/settings" }) {
			t.Errorf("asked for %v", asked)
		}
		if err := h.LastFailure(); err != nil {
			t.Errorf("a healthy host: %v", err)
		}
		h.reads.GetClient().CloseIdleConnections()
		h.gone.Store(true)
		time.Sleep(36*time.Second + tripConsecutive*(openFor+time.Second))
		synctest.Wait()
		if CauseOf(opened) != "refused" {
			t.Errorf("the circuit opened because of %v", opened)
		}
		var e *Error
		if _, err := h.Do(t.Context(), &Request{Method: http.MethodGet, Path: "x", Header: http.Header{}}); !errors.As(err, &e) || e.Kind != Open || CauseOf(e.Cause) != "refused" {
			t.Errorf("a rejected call says %v", err)
		}
		h.gone.Store(false)
		time.Sleep(2*openFor + time.Second)
		if h.State() != "closed" {
			t.Error("the host is back, and nobody noticed")
		}
	})
}

func TestCauseOf(t *testing.T) {
	for want, err := range map[string]error{
		"": nil, "refused": syscall.ECONNREFUSED, "no_route": syscall.EHOSTUNREACH, "unknown_host": &net.DNSError{Name: "x"}, "tls": &tls.CertificateVerificationError{Err: errors.New("expired")},
		"reset": syscall.ECONNRESET, "timeout": &Error{Kind: Timeout}, "invalid": &Error{Kind: Invalid, Cause: io.ErrUnexpectedEOF}, "http_5xx": errUnwell,
		"address_not_allowed": errRefused, "other": errors.New("?"),
	} {
		if err != nil && want != "timeout" && want != "invalid" {
			err = &Error{Kind: Unreachable, Cause: &url.Error{Err: err}}
		}
		if got := CauseOf(err); got != want || want != "" && !slices.Contains(Causes[:], want) {
			t.Errorf("%v is %q, want %q", err, got, want)
		}
	}
}

// A log that hangs when the circuit opens holds up no call: the breaker's mutex is free.
func TestAChangeOfTheCircuitHoldsUpNoCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		life, end := context.WithCancel(t.Context())
		hangs := make(chan struct{})
		var told []string
		p := NewPool(life, Options{Timeout: 10 * time.Second, MaxAnswer: 16 << 20, Log: slog.New(slog.DiscardHandler), Changed: func(_ *Host, state string, _ error) {
			<-hangs
			told = append(told, state)
		}})
		h := p.Host("http://127.0.0.1:1", true, true)
		for range tripConsecutive {
			done, ok := h.allow()
			if !ok {
				t.Fatal("it is open already")
			}
			done(&Error{Kind: Timeout})
		}
		if _, ok := h.allow(); ok || h.State() != "open" {
			t.Errorf("the circuit is %s", h.State())
		}
		close(hangs)
		synctest.Wait()
		if !slices.Equal(told, []string{"open"}) {
			t.Errorf("told %v", told)
		}
		end()
		h.Close()
		synctest.Wait()
	})
}
