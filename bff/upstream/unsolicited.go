package upstream

import (
	"context"
	"errors"
	"net"
	"net/http/httptrace"
	"sync/atomic"
)

// net/http takes a connection out of the pool before it has looked at what else came with the last response. A host that sends more
// than it was asked for would answer the next customer with it. HTTP/1.1 has no other sign than the order of events: a response whose
// first byte came before its request got the connection belongs to nobody.

var errUnsolicited = errors.New("upstream: the response came before its request")

// watchedConn knows whether bytes came since a request got it.
type watchedConn struct {
	net.Conn
	received atomic.Bool
}

func (c *watchedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.received.Store(true)
	}
	return n, err
}

// watchedRequest watches the one request that goes out with its context.
type watchedRequest struct {
	conn        atomic.Pointer[watchedConn]
	sent        atomic.Bool
	unsolicited atomic.Bool
}

func (r *watchedRequest) watch(ctx context.Context) context.Context {
	return httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) {
			r.sent.Store(true)
			c := info.Conn
			if encrypted, ok := c.(interface{ NetConn() net.Conn }); ok {
				c = encrypted.NetConn()
			}
			if watched, ok := c.(*watchedConn); ok {
				watched.received.Store(false)
				r.conn.Store(watched)
			}
		},
		GotFirstResponseByte: func() {
			if c := r.conn.Load(); c != nil && !c.received.Load() {
				r.unsolicited.Store(true)
				c.Close()
			}
		},
	})
}
