package main

import (
	"log/slog"
	"os"
	"runtime/debug"

	"github.com/KimMachineGun/automemlimit/memlimit"
)

// limitMemory sets the garbage collector's soft limit to nine tenths of the limit of the container or unit, if there is one:
// near the limit the collector runs more often, so that the process is not killed. GOMEMLIMIT wins.
func limitMemory(log *slog.Logger, ofCgroup memlimit.Provider) {
	if os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	limit, err := ofCgroup()
	if err != nil { // no limit, or no Linux
		log.Debug("no memory limit", "reason", err.Error())
		return
	}
	debug.SetMemoryLimit(int64(limit / 10 * 9))
}
