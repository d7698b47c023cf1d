package gateway

import (
	"context"
	"crypto/sha256"

	"tablefront/bff/orders"
)

// ordering sends orders by the journal.
type ordering struct {
	caller  *caller
	journal *orders.Journal
}

// answerOnce is the step that sends an order once per key (docs/architecture.md section 3.8). Without a key a write is
// still sent at most once, but a second click is a second order.
func (o ordering) answerOnce(x *exchange) error {
	if x.out.orderKey == "" {
		return nil
	}
	var a *answer // of this call; the journal runs it and waits for it, since this context does not end
	recorded, err := o.journal.Do(context.WithoutCancel(x.r.Context()), attempt(x), func(ctx context.Context) (orders.Answer, error) {
		var err error
		if a, err = o.caller.forward(ctx, &x.out); err != nil {
			return orders.Answer{}, err
		}
		return a.Answer, nil
	})
	if err != nil {
		return err
	}
	if recorded.Replayed {
		a = &answer{Answer: recorded}
		x.replayed, x.out.jar = true, nil // the cookies were those of the first call
		x.w.Header()["Idempotency-Replayed"] = []string{"true"}
	}
	x.sendAnswer(a)
	return nil
}

// attempt identifies the order by branch and key. The subject decides who may read the recorded response; the body
// distinguishes a repeat from another order with the same key. The call does not: where checkout/v2 is missing, the client sends the
// same order to another call, and after a lost answer it begins anew.
func attempt(x *exchange) orders.Attempt {
	subject := "guest"
	if x.out.token != "" { // of a login or a table
		subject = "token " + x.out.token
	}
	return orders.Attempt{
		Branch: x.out.branch.Base, Key: x.out.orderKey, Subject: subject, Call: x.out.call.String(), RequestID: x.out.id,
		BodyHash: sha256.Sum256(x.out.body),
	}
}
