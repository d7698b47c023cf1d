//go:build !linux

package main

import "runtime/debug"

// givePagesBack tells the system that memory which only the start has used is not needed any more.
func givePagesBack() { debug.FreeOSMemory() }
