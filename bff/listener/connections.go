package listener

import (
	"container/list"
	"net"
	"net/http"
	"sync"
	"time"
)

const (
	// maxConnections is how many connections may be open. A browser has at most six, so this is some thousand customers
	// at the same moment. An idle one costs about 14 KB, one with a request in flight about 26 KB.
	maxConnections = 16384
	// maxIdle is how many of them may be idle: a browser opens another one at once.
	maxIdle = 4096
	// maxIncomplete is how many may not have sent a complete request header yet.
	maxIncomplete = 1024
	// honestHeader is how long such a connection is not closed: a normal header arrives in one packet and is read at once.
	honestHeader = 2 * time.Second
	// sendBuffer limits how much of a response the kernel buffers for a slow reader (see pacedWriter).
	sendBuffer = 64 << 10
)

// connections limits the open connections by their states, as net/http reports them; it never reads from them.
type connections struct {
	now func() time.Time
	max int

	mu   sync.Mutex
	open map[net.Conn]*connection
	// incomplete are the connections without a first complete request header, oldest first (Slowloris); idle those
	// between two requests, longest idle first. The others have a request in flight.
	incomplete, idle list.List
}

type connection struct {
	net.Conn
	since time.Time
	// list is incomplete, idle or nil; element is the connection's place in it.
	list    *list.List
	element *list.Element
}

func newConnections() *connections {
	return &connections{now: time.Now, max: maxConnections, open: map[net.Conn]*connection{}}
}

// connState is http.Server.ConnState. A connection is new until net/http has read its first complete header.
func (a *connections) connState(c net.Conn, state http.ConnState) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if state == http.StateNew {
		a.add(c)
		return
	}
	n := a.open[c]
	if n == nil { // closed for another
		return
	}
	switch state {
	case http.StateActive:
		n.move(nil)
	case http.StateIdle:
		n.move(&a.idle)
	default: // closed or hijacked
		a.remove(n)
	}
}

func (a *connections) add(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetWriteBuffer(sendBuffer) //nolint:errcheck // then the system's own size
	}
	n := &connection{Conn: c, since: a.now()}
	n.move(&a.incomplete)
	a.open[c] = n
	for victim := a.victim(); victim != nil; victim = a.victim() {
		a.remove(victim)
		victim.Close() //nolint:errcheck // net/http finds it closed
	}
}

// victim returns the connection to close; nil: there is room for all. A header that takes too long gives way first, then
// the connection that has been idle for the longest time.
func (a *connections) victim() *connection {
	full := len(a.open) > a.max
	oldest := first(&a.incomplete)
	switch {
	case oldest != nil && a.now().Sub(oldest.since) > honestHeader && (full || a.incomplete.Len() > maxIncomplete):
		return oldest
	case full && a.idle.Len() > 0, a.idle.Len() > maxIdle:
		return first(&a.idle)
	case full:
		return oldest
	}
	return nil
}

func first(l *list.List) *connection {
	if l.Len() == 0 {
		return nil
	}
	return l.Front().Value.(*connection) //nolint:forcetypeassert // the lists hold nothing else
}

// move puts the connection at the end of a list; nil: it leaves the list it is in.
func (c *connection) move(to *list.List) {
	if c.list != nil {
		c.list.Remove(c.element)
	}
	if c.list = to; to != nil {
		c.element = to.PushBack(c)
	}
}

func (a *connections) remove(c *connection) {
	c.move(nil)
	delete(a.open, c.Conn)
}
