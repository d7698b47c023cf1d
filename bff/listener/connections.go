package listener

import (
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"
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

	mu sync.Mutex
	// incomplete are the connections without a first complete request header (Slowloris) since when they were opened, idle
	// those between two requests, both with the oldest first. active have a request in flight.
	incomplete *simplelru.LRU[net.Conn, time.Time]
	idle       *simplelru.LRU[net.Conn, struct{}]
	active     map[net.Conn]bool
}

func newConnections() *connections {
	a := &connections{now: time.Now, max: maxConnections, active: map[net.Conn]bool{}}
	// One more than the limit: victim decides what is closed.
	a.incomplete, _ = simplelru.NewLRU[net.Conn, time.Time](maxConnections+1, nil) // fails for a size of 0 only
	a.idle, _ = simplelru.NewLRU[net.Conn, struct{}](maxConnections+1, nil)        // as above
	return a
}

// connState is http.Server.ConnState. A connection is new until net/http has read its first complete header.
func (a *connections) connState(c net.Conn, state http.ConnState) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if state == http.StateNew {
		a.add(c)
		return
	}
	known := a.remove(c) // otherwise it was closed for another
	switch {
	case known && state == http.StateActive:
		a.active[c] = true
	case known && state == http.StateIdle:
		a.idle.Add(c, struct{}{})
	}
}

func (a *connections) add(c net.Conn) {
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetWriteBuffer(sendBuffer)
	}
	a.incomplete.Add(c, a.now())
	for victim := a.victim(); victim != nil; victim = a.victim() {
		a.remove(victim)
		victim.Close()
	}
}

// victim returns the connection to close; nil: there is room for all. A header that takes too long gives way first, then
// the connection that has been idle for the longest time.
func (a *connections) victim() net.Conn {
	full := a.open() > a.max
	oldest, since, _ := a.incomplete.GetOldest()
	idlest, _, _ := a.idle.GetOldest()
	switch {
	case oldest != nil && a.now().Sub(since) > honestHeader && (full || a.incomplete.Len() > maxIncomplete):
		return oldest
	case full && idlest != nil, a.idle.Len() > maxIdle:
		return idlest
	case full:
		return oldest
	}
	return nil
}

func (a *connections) open() int { return a.incomplete.Len() + a.idle.Len() + len(a.active) }

// remove reports whether the connection was open.
func (a *connections) remove(c net.Conn) bool {
	active := a.active[c]
	delete(a.active, c)
	return active || a.idle.Remove(c) || a.incomplete.Remove(c)
}
