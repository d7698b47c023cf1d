package gateway

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tablefront/bff/cookiejar"
)

const (
	// paymentMemory is how long a response of checkout/check is reused.
	paymentMemory = 10 * time.Second
	maxPayments   = 5_000
)

// payments remembers responses of checkout/check for a short time, so that reloading a payment return calls the upstream
// once.
type payments struct {
	mu    sync.Mutex
	known *simplelru.LRU[[32]byte, *paymentCheck]
}

// paymentCheck is one call; a and err may be read once done is closed.
type paymentCheck struct {
	at   time.Time
	done chan struct{}
	a    *relay
	err  error
}

func newPayments() *payments {
	p := &payments{}
	p.known, _ = simplelru.NewLRU[[32]byte, *paymentCheck](maxPayments, nil) // fails for a size of 0 only
	return p
}

// check calls ask once for concurrent callers with the same key and returns its response to all of them. Failures are not
// remembered: the next caller calls ask again.
func (p *payments) check(key [32]byte, now time.Time, ask func() (*relay, error)) *paymentCheck {
	p.mu.Lock()
	if c, ok := p.known.Get(key); ok && now.Sub(c.at) < paymentMemory {
		p.mu.Unlock()
		return c
	}
	c := &paymentCheck{at: now, done: make(chan struct{}), err: errPanic}
	p.known.Add(key, c)
	p.mu.Unlock()
	defer func() {
		if c.err != nil || c.a.status >= 500 {
			p.forget(key, c)
		}
		close(c.done)
	}()
	c.a, c.err = ask()
	return c
}

func (p *payments) forget(key [32]byte, c *paymentCheck) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, ok := p.known.Peek(key); ok && known == c {
		p.known.Remove(key)
	}
}

// answerCheck is the step that verifies a customer's payment once.
func (g *Gateway) answerCheck(x *exchange) error {
	if x.call != callCheck {
		return nil
	}
	x.jar = cookiejar.Open(x.branch.ID, x.r.Header["Cookie"])
	key := sha256.Sum256([]byte(x.branch.ID + "\x00" + x.token + "\x00" + x.lang + "\x00" + x.path))
	c := g.payments.check(key, x.start, func() (*relay, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(x.r.Context()), g.config.UpstreamTimeout)
		defer cancel()
		began := time.Now()
		a, err := g.forward(ctx, x.outgoing(x.jar))
		x.upstream = time.Since(began)
		if a != nil {
			a.own()
		}
		return a, err
	})
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
