package gateway

import (
	"container/list"
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"tablefront/bff/cookiejar"
)

// payments remembers the answers of checkout/check for a moment, so that a payment return that is opened again and
// again asks the upstream once.
type payments struct {
	mu    sync.Mutex
	known map[[32]byte]*list.Element
	order list.List // front: newest
}

type paymentCheck struct {
	key  [32]byte
	at   time.Time
	done chan struct{}
	a    *relay
	err  error
}

const (
	paymentMemory = 10 * time.Second
	maxPayments   = 5_000
)

func newPayments() *payments {
	p := &payments{known: map[[32]byte]*list.Element{}}
	p.order.Init()
	return p
}

// find returns the check of a pair, or a new one that the caller must carry out.
func (p *payments) find(key [32]byte, now time.Time) (c *paymentCheck, mine bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.known[key]; e != nil {
		c := e.Value.(*paymentCheck) //nolint:forcetypeassert // the list holds nothing else
		if now.Sub(c.at) < paymentMemory {
			return c, false
		}
		p.drop(e)
	}
	for p.order.Len() >= maxPayments {
		p.drop(p.order.Back())
	}
	c = &paymentCheck{key: key, at: now, done: make(chan struct{})}
	p.known[key] = p.order.PushFront(c)
	return c, true
}

func (p *payments) drop(e *list.Element) {
	delete(p.known, p.order.Remove(e).(*paymentCheck).key) //nolint:forcetypeassert // as above
}

// forget lets the next caller ask again: what failed says nothing about the payment.
func (p *payments) forget(c *paymentCheck) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e := p.known[c.key]; e != nil && e.Value == c {
		p.drop(e)
	}
}

// answerCheck is the step that asks once for the same pair of the same customer.
func (g *Gateway) answerCheck(x *exchange) error {
	if x.call != callCheck {
		return nil
	}
	x.jar = cookiejar.Open(x.branch.ID, x.r.Header["Cookie"])
	key := sha256.Sum256([]byte(x.branch.ID + "\x00" + x.token + "\x00" + x.lang + "\x00" + x.path))
	c, mine := g.payments.find(key, x.start)
	if mine {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(x.r.Context()), g.config.UpstreamTimeout)
		defer cancel()
		began := time.Now()
		c.a, c.err = g.forward(ctx, x.outgoing(x.jar))
		x.upstream = time.Since(began)
		if c.a != nil {
			c.a.own()
		}
		if c.err != nil || c.a.status >= 500 {
			g.payments.forget(c)
		}
		close(c.done)
	}
	select {
	case <-c.done:
	case <-x.r.Context().Done():
		return x.r.Context().Err()
	}
	if c.err != nil {
		return c.err
	}
	g.sendRelay(x, c.a)
	return nil
}
