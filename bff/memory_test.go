package main

import (
	"errors"
	"log/slog"
	"runtime/debug"
	"testing"
)

// The collector aims at nine tenths of the unit's or container's limit, unless there is none or GOMEMLIMIT is set.
func TestMemoryLimit(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	for _, c := range []struct {
		name, variable string
		limit          uint64
		err            error
		want           int64
	}{
		{"a limit", "", 512 << 20, nil, (512 << 20) / 10 * 9},
		{"no limit", "", 0, errors.New("no limit"), before},
		{"GOMEMLIMIT", "100MiB", 512 << 20, nil, before},
	} {
		debug.SetMemoryLimit(before)
		t.Setenv("GOMEMLIMIT", c.variable)
		limitMemory(slog.New(slog.DiscardHandler), func() (uint64, error) { return c.limit, c.err })
		if got := debug.SetMemoryLimit(-1); got != c.want {
			t.Errorf("%s: %d, not %d", c.name, got, c.want)
		}
	}
}
