package listener

import (
	"container/list"
	"context"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxConnections is how many connections may be open. A browser has at most six, so this is some thousand customers
	// at the same moment; each costs about 14 KB.
	maxConnections = 16384
	// maxIncomplete is how many of them may not have sent a complete request header yet.
	maxIncomplete = 1024
	// honestHeader is how long such a connection is not closed: a normal header arrives in one packet and is read at once.
	honestHeader = 2 * time.Second
	// sendBuffer limits how much of a response the kernel buffers for a slow reader (see pacedWriter).
	sendBuffer = 64 << 10
)

// connections limits the open connections. net/http (ConnContext, ConnState) and the handler report their states; it
// never reads from them.
type connections struct {
	now func() time.Time

	mu   sync.Mutex
	open map[net.Conn]*connection
	// incomplete are the connections without a complete request header, oldest first (Slowloris).
	incomplete list.List
}

type connection struct {
	net.Conn
	all      *connections
	since    time.Time
	element  *list.Element
	complete atomic.Bool
}

type connectionKey struct{}

func newConnections() *connections {
	return &connections{now: time.Now, open: map[net.Conn]*connection{}}
}

// connContext is http.Server.ConnContext: it registers a new connection.
func (a *connections) connContext(ctx context.Context, c net.Conn) context.Context {
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetWriteBuffer(sendBuffer) //nolint:errcheck // then the system's own size
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	n := &connection{Conn: c, all: a, since: a.now()}
	n.element = a.incomplete.PushBack(n)
	a.open[c] = n
	a.evict()
	return context.WithValue(ctx, connectionKey{}, n)
}

// evict closes the oldest connections without a complete header while there are too many of them or the connection limit
// is reached. If there are none, it closes the newest connection.
func (a *connections) evict() {
	for a.incomplete.Len() > 0 {
		full := len(a.open) > maxConnections
		oldest := a.incomplete.Front().Value.(*connection) //nolint:forcetypeassert // the list holds nothing else
		slow := a.incomplete.Len() > maxIncomplete && a.now().Sub(oldest.since) > honestHeader
		if !full && !slow {
			return
		}
		a.remove(oldest)
		oldest.Close() //nolint:errcheck // net/http finds it closed
	}
}

func (a *connections) remove(c *connection) {
	if !c.complete.Swap(true) {
		a.incomplete.Remove(c.element)
	}
	delete(a.open, c.Conn)
}

// connState is http.Server.ConnState: it removes a closed connection.
func (a *connections) connState(c net.Conn, state http.ConnState) {
	if state != http.StateClosed && state != http.StateHijacked {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if n := a.open[c]; n != nil {
		a.remove(n)
	}
}

// headerComplete records that the connection of a request has sent a complete header.
func headerComplete(ctx context.Context) {
	c, ok := ctx.Value(connectionKey{}).(*connection)
	if !ok || c.complete.Load() {
		return
	}
	c.all.mu.Lock()
	defer c.all.mu.Unlock()
	if !c.complete.Swap(true) {
		c.all.incomplete.Remove(c.element)
	}
}
