package safego

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/sync/singleflight"
)

// A panic is logged with its value and stack, deferred calls run, and the process goes on.
func TestGo(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&out, nil))
	released, ended := false, make(chan struct{})
	Go(slog.New(&signalling{log.Handler(), ended}), "refresh", func() {
		defer func() { released = true }()
		panic("a value")
	})
	<-ended
	var line struct{ Level, Task, Panic, Stack string }
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatal(err)
	}
	if line.Level != "ERROR" || line.Task != "refresh" || line.Panic != "a value" || !strings.Contains(line.Stack, "TestGo") {
		t.Errorf("logged %s", out.String())
	}
	if !released {
		t.Error("a deferred call of the task did not run")
	}
}

// The tasks of a group that panic are logged; Wait returns when all have ended, and no more than the limit run at a time.
func TestGroup(t *testing.T) {
	var out bytes.Buffer
	var running, most, ran atomic.Int64
	group := Limited(2)
	for i := range 20 {
		group.Start(slog.New(slog.NewJSONHandler(&out, nil)), "part", func() {
			defer running.Add(-1)
			most.Store(max(most.Load(), running.Add(1)))
			ran.Add(1)
			if i == 7 {
				panic("a value")
			}
		})
	}
	group.Wait()
	if ran.Load() != 20 || most.Load() > 2 || strings.Count(out.String(), "a background task panicked") != 1 {
		t.Errorf("%d ran, at most %d at a time, logged %s", ran.Load(), most.Load(), out.String())
	}
}

// A panic is the error of all callers; the next call runs again.
func TestJoin(t *testing.T) {
	log, group := slog.New(slog.DiscardHandler), &singleflight.Group{}
	if r := <-Join(log, "lookup", group, "key", func() (any, error) { panic("a value") }); !errors.Is(r.Err, ErrPanicked) || r.Val != nil {
		t.Errorf("%v, %v", r.Val, r.Err)
	}
	if r := <-Join(log, "lookup", group, "key", func() (any, error) { return 7, nil }); r.Err != nil || r.Val != 7 {
		t.Errorf("%v, %v", r.Val, r.Err)
	}
}

// signalling closes ended once something was logged.
type signalling struct {
	slog.Handler
	ended chan struct{}
}

func (s *signalling) Handle(ctx context.Context, r slog.Record) error {
	defer close(s.ended)
	return s.Handler.Handle(ctx, r)
}
