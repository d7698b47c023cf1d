package gateway

import (
	"container/list"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// guardedListener hands out connections that watch what net/http does not: heads that two parsers may read differently,
// and readers that have stopped reading (HARDENING T13 and T24).
type guardedListener struct {
	net.Listener
	// g answers hits on the connections.
	g *Gateway
	// open are those that have not sent a head yet.
	open   halfOpen
	memory memoryLimit
}

// Accept fills net.Listener.
func (l *guardedListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.memory.opened()
	g := &guardedConn{Conn: c, hits: l.g.newHits(c), open: &l.open, memory: &l.memory, waits: l.open.enter(c)}
	g.hits.conn = g
	return g, nil
}

type guardedConn struct {
	net.Conn
	head headWatch
	hits *hits

	open   *halfOpen
	waits  *list.Element
	left   atomic.Bool // it is not in open any more
	memory *memoryLimit
	closed atomic.Bool

	// A call that is answered beside net/http is one that net/http does not know of: when it closes a connection that it
	// believes idle, the connection stays until the call is answered.
	mu           sync.Mutex
	busy, ending bool
}

// begin begins a call beside net/http; false: the connection is closed.
func (c *guardedConn) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.busy = !c.ending
	return c.busy
}

// finish ends it; false: net/http has closed the connection in the meantime.
func (c *guardedConn) finish() bool {
	c.mu.Lock()
	c.busy = false
	ending := c.ending
	c.mu.Unlock()
	if ending {
		c.Conn.Close() //nolint:errcheck // nobody is left to be told
	}
	return !ending
}

// leave takes the connection out of those that have not sent a head.
func (c *guardedConn) leave() {
	if !c.left.Load() && !c.left.Swap(true) {
		c.open.leave(c.waits)
	}
}

// Close fills net.Conn.
func (c *guardedConn) Close() error {
	c.leave()
	if !c.closed.Swap(true) {
		c.memory.closed()
	}
	c.mu.Lock()
	c.ending = true
	busy := c.busy
	c.mu.Unlock()
	if busy {
		return nil // finish closes it
	}
	return c.Conn.Close()
}

// headBuffer is the least room that net/http offers when it waits for a head; what it reads beside a running call, to
// see whether the browser is still there, is a single byte.
const headBuffer = 1 << 10

// Read refuses a head that net/http would forgive, and answers hits before net/http sees them. Between two messages
// net/http has sent the last answer and waits for the next head, so nothing else writes to the connection then.
func (c *guardedConn) Read(p []byte) (int, error) {
	for {
		n, err := c.Conn.Read(p)
		if n > 0 && len(p) >= headBuffer && c.head.between() {
			rest, bad := c.hits.serve(c.Conn, p[:n])
			if bad != nil {
				return 0, bad
			}
			if len(rest) == 0 && err == nil {
				c.leave()
				continue
			}
			if len(rest) < n {
				c.leave()
				n = copy(p, rest)
			}
		}
		c.hits.handUp(c.Conn)
		if bad := c.head.see(p[:n]); bad != nil {
			return 0, bad
		}
		if c.head.whole {
			c.leave()
		}
		return n, err
	}
}

const (
	// stalledAfter is how long a reader may take nothing at all of a larger answer.
	stalledAfter = 7 * time.Second
	// blockingSize is the size from which a write may have to wait for its reader.
	blockingSize = 8 << 10
	// stalledPiece is what a reader has to take in that time.
	stalledPiece = 256 << 10
)

// Write gives up on a reader that takes nothing.
func (c *guardedConn) Write(p []byte) (int, error) {
	if len(p) < blockingSize {
		return c.Conn.Write(p)
	}
	written := 0
	for len(p) > 0 {
		part := p[:min(len(p), stalledPiece)]
		c.Conn.SetWriteDeadline(time.Now().Add(stalledAfter)) //nolint:errcheck // then the write fails
		n, err := c.Conn.Write(part)
		written += n
		if err != nil {
			return written, err
		}
		p = p[n:]
	}
	return written, nil
}

// CloseWrite lets net/http end a connection so that the last answer still arrives.
func (c *guardedConn) CloseWrite() error {
	if t, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return t.CloseWrite()
	}
	return c.Conn.Close()
}
