package gateway

import (
	"context"
	"errors"
	"net/http"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/cookiejar"
	"tablefront/bff/orders"
	"tablefront/bff/upstream"
)

// answerForwarded is the last step: it makes the call at the upstream on the customer's behalf.
func (g *Gateway) answerForwarded(x *exchange) error {
	ctx := x.r.Context() // a GET is cancelled when its browser disconnects
	if !x.call.Safe() {
		ctx = context.WithoutCancel(ctx) // a write continues when its browser disconnects
	}
	ctx, cancel := context.WithTimeout(ctx, g.config.UpstreamTimeout)
	defer cancel()
	x.jar = cookiejar.Open(x.branch.ID, x.r.Header["Cookie"])
	o := x.outgoing(x.jar)
	began := time.Now()
	relayed, err := g.forward(ctx, o)
	x.upstream = time.Since(began)
	g.countOutcome(x, relayed)
	var failed *upstream.Error
	if x.fallback != nil && errors.As(err, &failed) {
		g.sendCached(x, x.fallback, cache.Stale)
		return nil
	}
	if err != nil {
		return err
	}
	g.sendRelay(x, relayed)
	relayed.release()
	return nil
}

// forward makes a call on a customer's behalf. A write is sent once; only after a 419, which means that it was not
// carried out, it is sent a second time with a new XSRF token.
func (g *Gateway) forward(ctx context.Context, o *outgoing) (*relay, error) {
	if wait := g.paused(o); wait > 0 {
		return nil, faultRateLimited(wait, errPaused)
	}
	if !o.call.Safe() && o.jar.Value(cookiejar.XSRFName) == "" && !o.branch.NoXSRF(time.Now()) {
		if err := g.fetchXSRF(ctx, o); err != nil {
			return nil, err
		}
	}
	a, err := g.send(ctx, o)
	if err == nil && a.status == statusXSRF && !o.call.Safe() {
		a.release()
		if err := g.fetchXSRF(ctx, o); err != nil {
			return nil, err
		}
		a, err = g.send(ctx, o)
	}
	return a, err
}

// fetchXSRF makes a GET so that the upstream sets its XSRF cookie. If it fails, nothing of the write has been sent.
func (g *Gateway) fetchXSRF(ctx context.Context, o *outgoing) error {
	look := *o
	look.call, look.path, look.body, look.token, look.orderKey = callSettings, callSettings.Path, nil, "", ""
	a, err := look.branch.Do(ctx, &upstream.Request{Method: http.MethodGet, Path: look.path, Header: look.header(), Retry: true})
	if err != nil {
		return notSent(err)
	}
	a.Body.Release()
	before := len(o.jar.Set)
	o.jar.Take(a.Header["Set-Cookie"], o.branch.BasePath, time.Now())
	if len(o.jar.Set) == before && a.Status < 300 {
		o.branch.SetNoXSRF(time.Now())
	}
	return nil
}

// notSent marks the failure of a call made before a write: the write itself was not sent.
func notSent(err error) error {
	var e *upstream.Error
	if errors.As(err, &e) {
		c := *e
		c.Sent = false
		return &c
	}
	return err
}

// send makes the call once and validates the response.
func (g *Gateway) send(ctx context.Context, o *outgoing) (*relay, error) {
	var inner []byte
	ctx, end := g.tracer.Start(ctx, o.call.String(), o.branch.Name, o.id)
	defer end()
	a, err := o.branch.Do(ctx, &upstream.Request{
		Method: o.call.Method, Path: o.path, Header: o.header(), Body: o.body,
		Check: func(status int, header http.Header, body []byte) (err error) {
			inner, err = prove(o.call, status, header, body)
			return err
		},
	})
	if err != nil {
		return nil, judged(err)
	}
	if o.jar != nil {
		o.jar.Take(a.Header["Set-Cookie"], o.branch.BasePath, time.Now())
	}
	out := g.relayOf(o, a, inner)
	if a.Status == http.StatusTooManyRequests {
		g.pause(o, a.Header.Get("Retry-After"))
	}
	if out.status >= 200 && out.status < 300 {
		if err := g.keepToken(o, out); err != nil {
			out.release()
			return nil, err
		}
		g.checkPayment(o, out)
	} else if out.status >= 300 && out.status < 400 {
		out.release()
		return nil, redirected(o, out.status)
	}
	return out, nil
}

// redirected returns the fault for a redirect that is not followed. After 301, 307 and 308 an order was not carried out;
// after 302 and 303, which backends also answer to a processed form, it may have been.
func redirected(o *outgoing, status int) error {
	if o.call.Has(Once) && (status == http.StatusFound || status == http.StatusSeeOther) {
		return faultOutcomeUnknown(errRedirect)
	}
	f := faultInvalid(http.StatusBadGateway, errRedirect)
	if o.call.Has(Once) {
		return errors.Join(orders.ErrNotSent, f) // frees the key
	}
	return f
}

// statusXSRF is an upstream's answer to a missing or expired XSRF token; the call was not carried out.
const statusXSRF = 419
