package gateway

import (
	"context"
	"crypto/sha256"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"

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
	calls singleflight.Group
	known *lru.Cache[string, paymentCheck]
}

type paymentCheck struct {
	at     time.Time
	answer *relay
}

func newPayments() *payments {
	known, _ := lru.New[string, paymentCheck](maxPayments) // fails for a size of 0 only
	return &payments{known: known}
}

// check calls ask once for callers with the same key and returns its response to all of them. Failures are not
// remembered: the next caller calls ask again.
func (p *payments) check(key string, now time.Time, ask func() (*relay, error)) (*relay, error) {
	answer, err, _ := p.calls.Do(key, func() (any, error) {
		if c, ok := p.known.Get(key); ok && now.Sub(c.at) < paymentMemory {
			return c.answer, nil
		}
		a, err := ask()
		if err == nil && a.Status < 500 {
			p.known.Add(key, paymentCheck{now, a})
		}
		return a, err
	})
	a, _ := answer.(*relay)
	return a, err
}

// answerCheck is the step that verifies a customer's payment once.
func (g *Gateway) answerCheck(x *exchange) error {
	if x.call != callCheck {
		return nil
	}
	key := sha256.Sum256([]byte(x.branch.ID + "\x00" + x.token + "\x00" + x.lang + "\x00" + x.path))
	a, err := g.payments.check(string(key[:]), x.start, func() (*relay, error) {
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
	if !o.call.Has(Pay) || len(a.Body) == 0 {
		return
	}
	at, target := textInData(a.Body, "url")
	if target == "" || payment.Allowed(target, g.config.PaymentHosts, o.branch.Base) {
		return
	}
	a.Body = rawjson.Apply(a.Body, rawjson.Edit{At: at, With: []byte(`null,"urlRefused":true`)})
}
