package gateway

import (
	"context"
	"crypto/sha256"
	"time"

	"golang.org/x/sync/singleflight"

	"tablefront/bff/expiring"
	"tablefront/bff/rawjson"
	"tablefront/bff/upstream"
)

const (
	// approvedFor is how long the answer to a check of an approved payment is reused: a reload of the return asks the backend once.
	approvedFor = 10 * time.Second
	maxApproved = 5_000
)

// payments checks payments, and remembers those that are approved.
type payments struct {
	caller   *caller
	approved *expiring.Map[*answer] // the answers to checks of approved payments
	checking singleflight.Group
}

func newPayments(c *caller) *payments {
	return &payments{caller: c, approved: expiring.New[*answer](maxApproved, c.now)}
}

// answerCheck is the step that verifies a customer's payment, once for all that ask at the same time.
func (p *payments) answerCheck(x *exchange) error {
	if x.out.call != callCheck {
		return nil
	}
	key := sha256.Sum256([]byte(x.out.branch.ID + "\x00" + x.out.token + "\x00" + x.out.lang + "\x00" + x.out.path))
	found, err, _ := p.checking.Do(string(key[:]), func() (any, error) {
		if a, left := p.approved.Get(string(key[:])); left > 0 {
			return a, nil
		}
		a, err := p.caller.forward(context.WithoutCancel(x.r.Context()), &x.out)
		if err == nil && a.verdict == upstream.Good { // a declined payment may be paid a moment later with the same sess
			p.approved.Put(string(key[:]), a, approvedFor)
		}
		return a, err
	})
	if err != nil {
		return err
	}
	x.sendAnswer(found.(*answer))
	return nil
}

// withholdUnsafeURL removes an unsafe payment URL from an order's response; the rest of the response passes unchanged.
func (c *caller) withholdUnsafeURL(o *outgoing, a *answer) {
	if !o.call.Pay || len(a.Body) == 0 {
		return
	}
	for _, path := range [][]string{{"url"}, {"data", "url"}} {
		at := rawjson.Find(a.Body, path...)
		target, _ := rawjson.Unquote(at.Of(a.Body))
		if target != "" && !isPaymentPage(target, c.config.PaymentHosts, o.branch.Base) {
			a.Body = rawjson.Apply(a.Body, rawjson.Edit{At: at, With: []byte(`null,"urlRefused":true`)})
		}
	}
}
