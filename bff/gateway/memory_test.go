package gateway

import (
	"runtime/debug"
	"testing"
)

func TestMemoryLimitFollowsConnections(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	m := memoryLimit{base: 1 << 40}
	for range 2 * limitStep {
		m.opened()
	}
	if got, want := debug.SetMemoryLimit(-1), int64(1<<40+2*limitStep*connectionBytes); got != want {
		t.Errorf("with %d connections %d, not %d", 2*limitStep, got, want)
	}
	for range 2 * limitStep {
		m.closed()
	}
	if got := debug.SetMemoryLimit(-1); got != 1<<40 {
		t.Errorf("with none %d", got)
	}
	none := memoryLimit{}
	for range limitStep {
		none.opened()
	}
	if got := debug.SetMemoryLimit(-1); got != 1<<40 {
		t.Error("a limit where there is none")
	}
}
