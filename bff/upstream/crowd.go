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

// enter counts a call, or says why it may not be made now.
func (h *Host) enter(r *Request) *Error {
	c := &h.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	limit := maxInFlight
	if r.Method == http.MethodGet {
		limit -= writesReserve
	}
	switch share := h.pool.o.Share; {
	case c.all >= limit:
		return &Error{Kind: Busy, RetryAfter: time.Second}
	case share > 0 && r.Client != "" && c.byClient[r.Client] >= share:
		return &Error{Kind: Busy, RetryAfter: time.Second, Cause: ErrShare}
	}
	c.all++
	if r.Client != "" {
		if c.byClient == nil {
			c.byClient = map[string]int{}
		}
		c.byClient[r.Client]++
	}
	return nil
}

func (h *Host) leave(r *Request) {
	c := &h.crowd
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all--
	if r.Client == "" {
		return
	}
	if c.byClient[r.Client]--; c.byClient[r.Client] == 0 {
		delete(c.byClient, r.Client)
	}
}

// InFlight is the number of calls under way.
func (h *Host) InFlight() int64 {
	h.crowd.mu.Lock()
	defer h.crowd.mu.Unlock()
	return int64(h.crowd.all)
}
