package gateway

import (
	"container/list"
	"net"
	"sync"
)

// maxHalfOpen is how many connections may be open without having sent a whole head. A browser's are so for a moment; who
// holds them open for longer is slow on purpose. Each costs about 13 KB.
const maxHalfOpen = 1536

// halfOpen knows the connections that have not sent a whole head yet. When there are too many, the oldest are closed:
// honest ones are young (HARDENING T24 and section 5, figure 6).
type halfOpen struct {
	mu    sync.Mutex
	conns list.List // oldest in front
}

// enter notes a new connection. The result is for leave.
func (h *halfOpen) enter(c net.Conn) *list.Element {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.conns.Len() >= maxHalfOpen {
		oldest := h.conns.Remove(h.conns.Front()).(net.Conn) //nolint:forcetypeassert // the list holds nothing else
		defer oldest.Close()                                 //nolint:errcheck // it is given up
	}
	return h.conns.PushBack(c)
}

// leave forgets a connection that has sent a head, or has ended. A second call is harmless.
func (h *halfOpen) leave(e *list.Element) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.conns.Remove(e)
}
