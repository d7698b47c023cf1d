// Package safego runs background work whose panic must not end the process.
package safego

import (
	"fmt"
	"log/slog"
	"runtime/debug"
)

// Go runs work in a goroutine of its own. A panic in work is logged at error with its value and stack; name says in the
// log what was running. Deferred calls in work run as usual, so work frees what it holds with defer.
func Go(log *slog.Logger, name string, work func()) {
	go Run(log, name, work)
}

// Run calls work in the caller's goroutine and reports whether it returned without a panic. A panic is logged as Go does.
// A loop calls Run for each round, so that a panic ends the round and not the loop.
func Run(log *slog.Logger, name string, work func()) (ok bool) {
	defer func() {
		if p := recover(); p != nil {
			log.Error("a background task panicked", "task", name, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
		}
	}()
	work()
	return true
}
