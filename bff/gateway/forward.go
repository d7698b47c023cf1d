package gateway

import (
	"context"
	"errors"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/cookiejar"
	"tablefront/bff/fault"
	"tablefront/bff/orders"
	"tablefront/bff/upstream"
)

// forwarding makes calls at the upstream.
type forwarding struct {
	caller *caller
	logins socialLogins
}

// answerForwarded is the last step: it makes the call at the upstream on the customer's behalf.
func (f forwarding) answerForwarded(x *exchange) error {
	ctx := x.r.Context() // a GET is cancelled when its browser disconnects
	if !x.out.call.Safe() {
		ctx = context.WithoutCancel(ctx) // a write continues when its browser disconnects
	}
	a, err := f.caller.forward(ctx, &x.out)
	if err != nil || a.verdict != upstream.Good {
		f.logins.forget(x)
	}
	if x.fallback != nil && (err != nil || a.verdict != upstream.Good) {
		x.sendCached(x.fallback, cache.Stale, f.caller.now())
		return nil
	}
	if err != nil {
		return err
	}
	switch a.verdict {
	case upstream.Good:
		x.quota.Return()
	case upstream.Absent:
		if !f.caller.catalogue.SettingsSucceed(ctx, x.out.branch) {
			return unusable(errMissing)
		}
		a = absence(x.out.call)
	}
	x.sendAnswer(a)
	return nil
}

// forward makes a call on a customer's behalf. A write is sent once; only after a 419, which means that it was not
// carried out, it is sent a second time with a new XSRF token. Its error wraps orders.ErrNotSent if a write was certainly
// not carried out.
func (c *caller) forward(ctx context.Context, o *outgoing) (*answer, error) {
	began := time.Now()
	defer func() { o.took = time.Since(began) }()
	ctx, cancel := context.WithTimeout(ctx, c.config.UpstreamTimeout)
	defer cancel()
	if _, wait := c.pauses.Get(pauseKey(o)); wait > 0 {
		return nil, errors.Join(orders.ErrNotSent, fault.RateLimited.After(wait, errors.New("the upstream answered 429 with Retry-After")))
	}
	if !o.call.Safe() && o.jar.Value(cookiejar.XSRFName) == "" && !o.branch.NoXSRF(time.Now()) {
		if err := c.fetchXSRF(ctx, o); err != nil {
			return nil, errors.Join(orders.ErrNotSent, err)
		}
	}
	a, err := c.send(ctx, o)
	if err == nil && a.Status == statusXSRF && !o.call.Safe() {
		if err := c.fetchXSRF(ctx, o); err != nil {
			return nil, errors.Join(orders.ErrNotSent, err)
		}
		a, err = c.send(ctx, o)
	}
	if failed, is := errors.AsType[*upstream.Error](err); is && !failed.Sent {
		err = errors.Join(orders.ErrNotSent, err)
	}
	if err != nil {
		return nil, err
	}
	if o.call.Pay && a.outdates() {
		c.catalogue.Outdate(o.branch)
	}
	return c.joinPages(ctx, o, a)
}
