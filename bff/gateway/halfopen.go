package gateway

import (
	"bytes"
	"container/list"
	"net"
	"sync"
	"syscall"
	"time"
)

// maxHalfOpen is how many connections may be open without having sent a whole head. A browser's are so for a moment; who
// holds them open for longer is slow on purpose. Each costs about 13 KB.
const maxHalfOpen = 1536

// halfOpen knows the connections that have not sent a whole head yet. When there are too many, the oldest are ended:
// honest ones are young (HARDENING T24 and section 5, figure 6). One whose head has come and is only not read yet is not
// slow, this machine is: when a crowd comes at once, it is taken in faster than it is listened to.
type halfOpen struct {
	mu    sync.Mutex
	conns list.List // oldest in front
	seen  [maxHeader]byte
}

// looksAtOnce is how many of the oldest are looked at for a newcomer's sake.
const looksAtOnce = 4

// enter notes a new connection. The result is for leave.
func (h *halfOpen) enter(c net.Conn) *list.Element {
	h.mu.Lock()
	defer h.mu.Unlock()
	for range looksAtOnce {
		if h.conns.Len() < maxHalfOpen {
			break
		}
		oldest := h.conns.Front()
		if conn := oldest.Value.(net.Conn); !h.headWaits(conn) { //nolint:forcetypeassert // the list holds nothing else
			h.conns.Remove(oldest)
			// Whoever waits for the rest of its head gives up now; one that has just read it does not notice.
			conn.SetReadDeadline(time.Unix(1, 0)) //nolint:errcheck // then it has ended already
			break
		}
		h.conns.MoveToBack(oldest)
	}
	return h.conns.PushBack(c)
}

// headWaits tells whether a connection has sent a head, or the body behind one, that nobody has read yet.
func (h *halfOpen) headWaits(c net.Conn) bool {
	s, ok := c.(syscall.Conn)
	if !ok {
		return false
	}
	sock, err := s.SyscallConn()
	if err != nil {
		return false
	}
	return bytes.Contains(h.seen[:peek(sock, h.seen[:])], []byte("\r\n\r\n"))
}

// leave forgets a connection that has sent a head, or has ended. A second call is harmless.
func (h *halfOpen) leave(e *list.Element) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.conns.Remove(e)
}
