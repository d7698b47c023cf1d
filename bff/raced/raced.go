//go:build race

// Package raced says to tests whether the race detector is on, which makes a test ten times as slow.
package raced

import "testing"

// Is reports whether the race detector is on.
const Is = true

// Skip skips a test of a single goroutine, in which there is nothing to detect. `make test-go` runs it without the detector.
func Skip(t *testing.T) {
	t.Helper()
	t.Skip("a single goroutine: make test-go runs it without the race detector")
}
