package main

import (
	"bytes"
	"fmt"
	"os"
	"runtime/debug"
	"syscall"
)

// givePagesBack tells the system that what only the start has used is not needed any more: memory that the collector has
// freed, and the pages of the executable, of which a start touches two thirds and a running shop a tenth. They stay in the
// system's cache and come back by themselves when they are used.
func givePagesBack() {
	debug.FreeOSMemory()
	exe, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.ReadFile("/proc/self/maps")
	if err != nil {
		return
	}
	for line := range bytes.Lines(maps) {
		if start, end, ok := neverWritten(string(line), exe); ok {
			syscall.Syscall(syscall.SYS_MADVISE, start, end-start, syscall.MADV_DONTNEED) //nolint:errcheck // then they stay
		}
	}
}

// neverWritten reads a line of /proc/self/maps; ok is false unless it is a part of the executable that nobody can write
// to: of any other, what was written would be lost.
func neverWritten(line, exe string) (start, end uintptr, ok bool) {
	var access, offset, device, inode, name string
	n, err := fmt.Sscanf(line, "%x-%x %s %s %s %s %s", &start, &end, &access, &offset, &device, &inode, &name)
	return start, end, err == nil && n == 7 && name == exe && start < end && (access == "r--p" || access == "r-xp")
}
