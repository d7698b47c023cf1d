package upstream

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

const (
	// maxInFlight bounds the concurrent calls to one host.
	maxInFlight = 512
	// writesReserve is how many of them are for writes: no crowd of slow GETs takes an order's place.
	writesReserve = 64
)

// ErrShare is the cause of a Busy call of a client that has its share of the calls in flight already.
var ErrShare = errors.New("upstream: the client has too many calls in flight")

// crowd counts the calls in flight to a host.
type crowd struct {
	mu       sync.Mutex
	all      int
	byClient map[string]int
}

// enter counts a call of a client, "" for nobody's, or says why it may not be made now: there are limit in flight, or the client has share (0: any) of them.
func (c *crowd) enter(client string, limit, share int) *Error {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.all >= limit:
		return &Error{Kind: Busy, RetryAfter: time.Second}
	case share > 0 && client != "" && c.byClient[client] >= share:
		return &Error{Kind: Busy, RetryAfter: time.Second, Cause: ErrShare}
	}
	c.all++
	if client != "" {
		if c.byClient == nil {
			c.byClient = map[string]int{}
		}
		c.byClient[client]++
	}
	return nil
}

func (c *crowd) leave(client string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all--
	if client == "" {
		return
	}
	if c.byClient[client]--; c.byClient[client] == 0 {
		delete(c.byClient, client)
	}
}

// enter counts a call to the API; GETs leave a reserve for writes.
func (h *Host) enter(r *Request) *Error {
	limit := maxInFlight
	if r.Method == http.MethodGet {
		limit -= writesReserve
	}
	return h.crowd.enter(r.Client, limit, h.pool.o.Share)
}

// InFlight is the number of calls under way.
func (h *Host) InFlight() int64 {
	h.crowd.mu.Lock()
	defer h.crowd.mu.Unlock()
	return int64(h.crowd.all)
}
