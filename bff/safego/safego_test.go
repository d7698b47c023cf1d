package safego

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
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

func TestRun(t *testing.T) {
	log := slog.New(slog.DiscardHandler)
	if !Run(log, "fine", func() {}) {
		t.Error("a task without a panic was reported as one with")
	}
	if Run(log, "broken", func() { panic("a value") }) {
		t.Error("a panic was not reported")
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
