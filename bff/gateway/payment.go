package gateway

import (
	"context"
	"crypto/sha256"

	"tablefront/bff/payment"
	"tablefront/bff/rawjson"
)

// answerCheck is the step that verifies a customer's payment once.
func (g *Gateway) answerCheck(x *exchange) error {
	if x.call != callCheck {
		return nil
	}
	key := sha256.Sum256([]byte(x.branch.ID + "\x00" + x.token + "\x00" + x.lang + "\x00" + x.path))
	a, err := g.payments.Check(string(key[:]), g.now(), func() (a *relay, final bool, err error) {
		if a, err = g.forward(context.WithoutCancel(x.r.Context()), &x.outgoing); err != nil {
			return nil, false, err
		}
		// A declined payment may be paid a moment later with the same sess.
		return a, a.verdict == Good, nil
	})
	if err == nil {
		g.sendRelay(x, a)
	}
	return err
}

// withholdUnsafeURL removes an unsafe payment URL from an order's response; the rest of the response passes unchanged.
func (g *Gateway) withholdUnsafeURL(o *outgoing, a *relay) {
	if !o.call.Has(Pay) || len(a.Body) == 0 {
		return
	}
	for _, path := range [][]string{{"url"}, {"data", "url"}} {
		at := rawjson.Find(a.Body, path...)
		target, _ := rawjson.Unquote(at.Of(a.Body))
		if target != "" && !payment.Allowed(target, g.config.PaymentHosts, o.branch.Base) {
			a.Body = rawjson.Apply(a.Body, rawjson.Edit{At: at, With: []byte(`null,"urlRefused":true`)})
		}
	}
}
