package listener

import (
	"net"
	"net/http"
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

const (
	// maxConnections is how many connections may be open. A browser has at most six, so this is more than a thousand customers
	// at the same moment. An idle one costs about 14 KB, one with a request in flight about 26 KB.
	maxConnections = 8192
	// sendBuffer limits how much of a response the kernel buffers for a slow reader (see pacedWriter).
	sendBuffer = 64 << 10
)

// connections limits the open connections, by their states as net/http reports them; it never reads from them. Where there
// are too many, the one that is idle for the longest time is closed: a browser opens another one at once.
type connections struct {
	max int

	mu   sync.Mutex
	open map[net.Conn]bool
	idle *simplelru.LRU[net.Conn, bool] // the oldest first
}

func newConnections() *connections {
	idle, _ := simplelru.NewLRU[net.Conn, bool](maxConnections+1, nil) // fails for a size of 0 only
	return &connections{max: maxConnections, open: map[net.Conn]bool{}, idle: idle}
}

// connState is http.Server.ConnState. A connection is new until net/http has read its first complete header.
func (a *connections) connState(c net.Conn, state http.ConnState) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.idle.Remove(c)
	switch state {
	case http.StateNew:
		if tcp, ok := c.(*net.TCPConn); ok {
			tcp.SetWriteBuffer(sendBuffer)
		}
		a.open[c] = true
		if len(a.open) > a.max {
			a.makeRoom(c)
		}
	case http.StateIdle:
		a.idle.Add(c, true)
	case http.StateClosed, http.StateHijacked:
		delete(a.open, c)
	}
}

// makeRoom closes the connection that is idle for the longest time, or the new one.
func (a *connections) makeRoom(fresh net.Conn) {
	victim, _, ok := a.idle.RemoveOldest()
	if !ok {
		victim = fresh
	}
	delete(a.open, victim)
	victim.Close()
}
