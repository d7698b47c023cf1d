package gateway

import (
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tablefront/bff/payment"
	"tablefront/bff/rawjson"
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

// paymentCheck is one call. ask makes it once and gives its response to every caller.
type paymentCheck struct {
	at  time.Time
	ask func() (*relay, error)
}

func newPayments() *payments {
	p := &payments{}
	p.known, _ = simplelru.NewLRU[[32]byte, *paymentCheck](maxPayments, nil) // fails for a size of 0 only
	return p
}

// check calls ask once for callers with the same key and returns its response to all of them. Failures are not
// remembered: the next caller calls ask again.
func (p *payments) check(key [32]byte, now time.Time, ask func() (*relay, error)) (a *relay, err error) {
	p.mu.Lock()
	c, ok := p.known.Get(key)
	if !ok || now.Sub(c.at) >= paymentMemory {
		c = &paymentCheck{now, sync.OnceValues(ask)}
		p.known.Add(key, c)
	}
	p.mu.Unlock()
	defer func() {
		if a != nil && a.status < 500 {
			return
		}
		p.mu.Lock() // it failed or panicked
		defer p.mu.Unlock()
		if known, _ := p.known.Peek(key); known == c {
			p.known.Remove(key)
		}
	}()
	return c.ask()
}

// answerCheck is the step that verifies a customer's payment once.
func (g *Gateway) answerCheck(x *exchange) error {
	if x.call != callCheck {
		return nil
	}
	key := sha256.Sum256([]byte(x.branch.ID + "\x00" + x.token + "\x00" + x.lang + "\x00" + x.path))
	a, err := g.payments.check(key, x.start, func() (*relay, error) {
		began := time.Now()
		defer func() { x.upstream = time.Since(began) }()
		a, err := g.forward(context.WithoutCancel(x.r.Context()), &x.outgoing)
		if err != nil {
			return nil, err
		}
		return a.own(), nil
	})
	if err != nil {
		return err
	}
	g.sendRelay(x, a)
	return nil
}

// checkPayment removes an unsafe payment URL from an order's response; the rest of the response passes unchanged.
func (g *Gateway) checkPayment(o *outgoing, a *relay) {
	if !o.call.Has(Pay) || len(a.body) == 0 {
		return
	}
	at := findInData(a.body, "url")
	target, ok := rawjson.Unquote(at.Of(a.body))
	if !ok || target == "" || payment.Allowed(target, g.config.PaymentHosts, o.branch.Base) {
		return
	}
	a.body = rawjson.Apply(a.body, rawjson.Edit{At: at, With: []byte(`null,"urlRefused":true`)})
}
