package gateway

import (
	"runtime/debug"
	"sync/atomic"
)

const (
	// connectionBytes is what an open connection costs: buffers of net/http and two stacks.
	connectionBytes = 14 << 10
	// limitStep is how many connections come or go before the limit follows.
	limitStep = 256
)

// memoryLimit lets the collector work harder before memory grows past what the kept copies and the work around them need
// (HARDENING section 5, figure 6), and follows the number of connections: a limit below what is alive would make it work
// without end and everybody wait.
type memoryLimit struct {
	base  int64 // 0: there is no limit
	conns atomic.Int64
}

func (m *memoryLimit) opened() { m.follow(m.conns.Add(1)) }
func (m *memoryLimit) closed() { m.follow(m.conns.Add(-1)) }

func (m *memoryLimit) follow(conns int64) {
	if m.base > 0 && conns%limitStep == 0 {
		debug.SetMemoryLimit(m.base + conns*connectionBytes)
	}
}
