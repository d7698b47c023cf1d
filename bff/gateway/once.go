package gateway

import (
	"context"
	"crypto/sha256"
	"net/http"
	"sync/atomic"
	"time"

	"tablefront/bff/orders"
)

// answerOnce is the step that sends an order once per key (docs/architecture.md section 3.8). Without a key a write is
// still sent at most once, but a second click is a second order.
func (g *Gateway) answerOnce(x *exchange) error {
	if x.orderKey == "" {
		return nil
	}
	o := x.outgoing // the call may outlive its request
	o.jar = x.jar.Copy()
	var fresh atomic.Pointer[relay]
	began := time.Now()
	answer, err := g.journal.Do(context.WithoutCancel(x.r.Context()), g.attempt(x), func(ctx context.Context) (orders.Answer, error) {
		a, err := g.forward(ctx, &o)
		if err != nil {
			return orders.Answer{}, err
		}
		fresh.Store(a.own())
		header := http.Header{"Content-Type": a.contentType}
		if a.retryAfter != "" {
			header["Retry-After"] = []string{a.retryAfter}
		}
		body := a.body
		if a.fault != nil {
			body = a.fault.Body(o.id)
		}
		return orders.Answer{Status: a.status, Header: header, Body: body}, nil
	})
	x.upstream = time.Since(began)
	if err != nil {
		return err
	}
	if a := fresh.Load(); a != nil && !answer.Replayed {
		x.jar.Set = append(x.jar.Set, o.jar.Set...)
		g.countOutcome(x, a)
		g.sendRelay(x, a)
		return nil
	}
	x.replayed, x.jar = true, nil // the cookies were those of the first call
	x.w.Header()["Idempotency-Replayed"] = []string{"true"}
	g.sendRelay(x, &relay{
		status: answer.Status, body: answer.Body, contentType: answer.Header["Content-Type"],
		retryAfter: answer.Header.Get("Retry-After"),
	})
	return nil
}

// attempt identifies the order by branch and key. The subject decides who may read the recorded response; call and body
// distinguish a repeat from another order with the same key.
func (g *Gateway) attempt(x *exchange) orders.Attempt {
	subject := "guest"
	if x.token != "" { // of a login or a table
		subject = "token " + x.token
	}
	call := x.call.String()
	return orders.Attempt{
		Branch: x.branch.Base, Key: x.orderKey, Subject: subject, Call: call, RequestID: x.id,
		BodyHash: sha256.Sum256(append([]byte(call+"\x00"), x.body...)),
	}
}
