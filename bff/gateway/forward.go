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
	relayed, err := g.forward(ctx, &x.outgoing)
	var failed *upstream.Error
	if x.fallback != nil && errors.As(err, &failed) {
		g.sendCached(x, x.fallback, cache.Stale)
		return nil
	}
	if err != nil {
		return err
	}
	if relayed.Status < 300 {
		x.quota.Return()
	}
	g.sendRelay(x, relayed)
	relayed.from.Release()
	return nil
}

// forward makes a call on a customer's behalf. A write is sent once; only after a 419, which means that it was not
// carried out, it is sent a second time with a new XSRF token. Its error wraps orders.ErrNotSent if a write was certainly
// not carried out.
func (g *Gateway) forward(ctx context.Context, o *outgoing) (*relay, error) {
	began := time.Now()
	defer func() { o.upstream = time.Since(began) }()
	ctx, cancel := context.WithTimeout(ctx, g.config.UpstreamTimeout)
	defer cancel()
	if wait := g.pauses.Left(pauseKey(o)); wait > 0 {
		return nil, errors.Join(orders.ErrNotSent, faultRateLimited.After(wait, errors.New("the upstream answered 429 with Retry-After")))
	}
	if !o.call.Safe() && o.jar.Value(cookiejar.XSRFName) == "" && !o.branch.NoXSRF(time.Now()) {
		if err := g.fetchXSRF(ctx, o); err != nil {
			return nil, errors.Join(orders.ErrNotSent, err)
		}
	}
	a, err := g.send(ctx, o)
	if err == nil && a.Status == statusXSRF && !o.call.Safe() {
		if err := g.fetchXSRF(ctx, o); err != nil {
			return nil, errors.Join(orders.ErrNotSent, err)
		}
		a, err = g.send(ctx, o)
	}
	var failed *upstream.Error
	if errors.As(err, &failed) && !failed.Sent {
		err = errors.Join(orders.ErrNotSent, err)
	}
	return a, err
}

// fetchXSRF makes a GET so that the upstream sets its XSRF cookie.
func (g *Gateway) fetchXSRF(ctx context.Context, o *outgoing) error {
	look := *o
	look.call, look.path, look.body, look.token, look.orderKey = callSettings, callSettings.Path, nil, "", ""
	a, err := look.branch.Do(ctx, &upstream.Request{Method: http.MethodGet, Path: look.path, Header: look.header(), Retry: true})
	if err != nil {
		return err
	}
	before := len(o.jar.Set)
	o.jar.Take(a.Header["Set-Cookie"], o.branch.BasePath, time.Now())
	if len(o.jar.Set) == before && a.Status < 300 {
		o.branch.SetNoXSRF(time.Now())
	}
	return nil
}

// send makes the call once and validates the response.
func (g *Gateway) send(ctx context.Context, o *outgoing) (out *relay, err error) {
	ctx, traceparent, end := g.tracer.Start(ctx, o.call.String(), o.branch.Name, o.id, o.client.Traceparent)
	defer func() {
		failure := err
		if err == nil && out.Status >= http.StatusInternalServerError {
			failure = out
		}
		end(failure)
	}()
	o.traceparent = traceparent
	a, err := o.branch.Do(ctx, &upstream.Request{Method: o.call.Method, Path: o.path, Header: o.header(), Body: o.body, Retry: o.anonymous})
	if err != nil {
		return nil, err
	}
	if out, err = relayOf(o.call, a); err != nil {
		return nil, err
	}
	g.replaceAbsent(o, out)
	if o.jar != nil {
		o.jar.Take(a.Header["Set-Cookie"], o.branch.BasePath, time.Now())
	}
	switch {
	case out.Status < 300:
		g.checkPayment(o, out)
		if err := g.keepToken(o, out); err != nil {
			return nil, err
		}
	case out.Status < 400:
		return nil, redirected(o, out.Status)
	case out.Status == http.StatusTooManyRequests:
		g.pause(o, out.retryAfter)
	}
	return out, nil
}

// redirected returns the fault for a redirect that is not followed. After 301, 307 and 308 an order was not carried out;
// after 302 and 303, which backends also answer to a processed form, it may have been.
func redirected(o *outgoing, status int) error {
	if o.call.Has(Once) && (status == http.StatusFound || status == http.StatusSeeOther) {
		return faultOutcomeUnknown.Because(errRedirect)
	}
	f := faultInvalid.Because(errRedirect)
	if o.call.Has(Once) {
		return errors.Join(orders.ErrNotSent, f) // frees the key
	}
	return f
}

// statusXSRF is an upstream's answer to a missing or expired XSRF token; the call was not carried out.
const statusXSRF = 419
