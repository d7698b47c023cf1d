package upstream

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// One client has a share of the calls in flight, and GETs leave a reserve for writes.
func TestACrowdOfSlowGETsTakesNoOrdersPlace(t *testing.T) {
	h := NewPool(t.Context(), Options{Timeout: 10 * time.Second, MaxAnswer: 16 << 20, Log: slog.New(slog.DiscardHandler), Share: 32}).Host("http://127.0.0.1:1", true, true)
	get := func(client string) *Error { return h.enter(&Request{Method: http.MethodGet, Client: client}) }
	for range 32 {
		if err := get("a"); err != nil {
			t.Fatal(err)
		}
	}
	if err := get("a"); err == nil || !errors.Is(err, ErrShare) || err.Sent {
		t.Errorf("one more of the same client: %v", err)
	}
	if err := h.enter(&Request{Method: http.MethodPost, Client: "a"}); err == nil {
		t.Error("the share is for writes, too")
	}
	for h.InFlight() < maxInFlight-writesReserve {
		if err := get(""); err != nil {
			t.Fatal(err)
		}
	}
	if err := get("b"); err == nil || err.Kind != Busy || errors.Is(err, ErrShare) {
		t.Errorf("a GET in the reserve: %v", err)
	}
	for range writesReserve {
		if err := h.enter(&Request{Method: http.MethodPost}); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.enter(&Request{Method: http.MethodPost}); err == nil {
		t.Error("one more than there may be")
	}
	for range 32 {
		h.crowd.leave("a")
	}
	if err := get("a"); err != nil && errors.Is(err, ErrShare) || len(h.crowd.byClient) != 0 {
		t.Errorf("%v, %v are counted", err, h.crowd.byClient)
	}
}

// trickling is a body of which each piece comes after a pause.
type trickling struct {
	ctx    context.Context
	pauses []time.Duration
}

func (b *trickling) Close() error { return nil }

func (b *trickling) Read(p []byte) (int, error) {
	if len(b.pauses) == 0 {
		return 0, io.EOF
	}
	pause := b.pauses[0]
	b.pauses = b.pauses[1:]
	select {
	case <-time.After(pause):
		return copy(p, "piece"), nil
	case <-b.ctx.Done():
		return 0, b.ctx.Err()
	}
}

// A picture may take longer than the timeout, as long as it comes; one that stalls ends. A customer who reads slowly gets it all.
func TestAPictureMayTakeItsTime(t *testing.T) {
	const within = 10 * time.Second
	for name, row := range map[string]struct {
		pauses []time.Duration
		whole  bool
	}{
		"steadily":    {[]time.Duration{within / 2, within / 2, within / 2, within / 2, within / 2}, true},
		"with a halt": {[]time.Duration{within / 2, 2 * within}, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancel(t.Context())
				ended := false
				stalled := time.AfterFunc(within, cancel)
				stalled.Stop()
				body := &progressing{ReadCloser: &trickling{ctx, row.pauses}, stalled: stalled, within: within, end: func() { ended = true; cancel() }}
				var err error
				for n := 0; err == nil; {
					n, err = body.Read(make([]byte, 100))
					if n > 0 {
						time.Sleep(3 * within) // the customer reads
					}
				}
				if (err == io.EOF) != row.whole {
					t.Errorf("%v", err)
				}
				if err := body.Close(); err != nil || !ended {
					t.Errorf("%v, ended %v", err, ended)
				}
			})
		})
	}
}
