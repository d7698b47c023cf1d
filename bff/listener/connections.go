package listener

import (
	"context"
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
// are too many, the one that has waited for its client longest is closed: a browser opens another one at once.
type connections struct {
	max int

	mu   sync.Mutex
	open map[net.Conn]bool
	// waiting are those that are idle, or whose request is incomplete, the oldest first.
	waiting *simplelru.LRU[net.Conn, bool]
}

func newConnections(limit int) *connections {
	waiting, _ := simplelru.NewLRU[net.Conn, bool](limit+1, nil) // fails for a size of 0 only
	return &connections{max: limit, open: map[net.Conn]bool{}, waiting: waiting}
}

// connState is http.Server.ConnState. A connection is new until net/http has read its first complete header.
func (a *connections) connState(c net.Conn, state http.ConnState) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting.Remove(c)
	switch state {
	case http.StateNew:
		if tcp, ok := c.(*net.TCPConn); ok {
			tcp.SetWriteBuffer(sendBuffer)
		}
		a.open[c] = true
		a.waiting.Add(c, true)
		if len(a.open) > a.max {
			victim, _, _ := a.waiting.RemoveOldest()
			delete(a.open, victim)
			victim.Close()
		}
	case http.StateIdle:
		a.waiting.Add(c, true)
	case http.StateClosed, http.StateHijacked:
		delete(a.open, c)
	}
}

// waits says that the body of a request in flight is still to come.
func (a *connections) waits(c net.Conn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.open[c] {
		a.waiting.Add(c, true)
	}
}

// complete says that the body of a request in flight has come.
func (a *connections) complete(c net.Conn) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.waiting.Remove(c)
}

// connection is the key of a request's connection in its context.
type connection struct{}

// withConnection is http.Server.ConnContext.
func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connection{}, c)
}
