// Package safego runs background work whose panic must not end the process.
package safego

import (
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/singleflight"
)

// Go runs work in a goroutine of its own. A panic in work is logged at error with its value and stack; name says in the
// log what was running. Deferred calls in work run as usual, so work frees what it holds with defer.
func Go(log *slog.Logger, name string, work func()) {
	go Run(log, name, work)
}

// Run calls work in the caller's goroutine. A panic is logged as Go does.
// A loop calls Run for each round, so that a panic ends the round and not the loop.
func Run(log *slog.Logger, name string, work func()) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("a background task panicked", "task", name, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	work()
}

// Group waits for tasks that run in goroutines of their own. The zero value has no limit.
type Group struct{ tasks errgroup.Group }

// Limited returns a Group of which at most n tasks run at a time.
func Limited(n int) *Group {
	var g Group
	g.tasks.SetLimit(n)
	return &g
}

// Start runs work as Go does, as soon as the limit allows it; until then it blocks.
func (g *Group) Start(log *slog.Logger, name string, work func()) {
	g.tasks.Go(func() error {
		Run(log, name, work)
		return nil
	})
}

// Wait returns when all tasks have ended, whether they panicked or not.
func (g *Group) Wait() { g.tasks.Wait() }

// ErrPanicked is what the callers of Join get if the work panicked.
var ErrPanicked = errors.New("safego: the work panicked")

// Join runs work in a goroutine of its own, once for all concurrent callers with the same key. A panic is logged as Go does.
func Join(log *slog.Logger, name string, group *singleflight.Group, key string, work func() (any, error)) <-chan singleflight.Result {
	return group.DoChan(key, func() (result any, err error) {
		err = ErrPanicked
		Run(log, name, func() { result, err = work() })
		return result, err
	})
}
