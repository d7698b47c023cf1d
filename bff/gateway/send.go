package gateway

import (
	"context"
	"errors"
	"net/http"
	"time"

	"tablefront/bff/fault"
	"tablefront/bff/orders"
	"tablefront/bff/upstream"
)

// send makes the call once.
func (c *caller) send(ctx context.Context, o *outgoing) (a *answer, err error) {
	var useless error
	client := ""
	if o.client.Addr.IsValid() {
		client = o.client.Prefix()
	}
	_, err = o.branch.Do(ctx, &upstream.Request{
		Client: client,
		Method: o.call.Method, Path: o.path, Header: o.header(), Body: o.body, Retry: o.anonymous,
		Judge: func(r *upstream.Response) upstream.Verdict {
			a, useless = answerOf(o.call, r)
			return a.verdict
		},
	})
	if err != nil {
		return nil, err
	}
	return c.receive(o, a, useless)
}

// receive acts on what is not for the browser: cookies, tokens, unsafe URLs, pauses. useless says why nothing of the answer may be shown.
func (c *caller) receive(o *outgoing, a *answer, useless error) (*answer, error) {
	if o.jar != nil {
		o.jar.Take(a.upstream.Header["Set-Cookie"], o.branch.BasePath, time.Now())
	}
	switch {
	case a.upstream.Status == http.StatusTooManyRequests:
		c.pause(o, a.retryAfter)
	case a.Status < 200 || a.Status >= 400:
	case a.Status >= 300 && !o.anonymous && o.call != callCheck && leadsToLogin(a.upstream):
		a.Status, a.Body, a.fault, a.Refused = http.StatusUnauthorized, []byte(`{}`), nil, true
		return a, nil
	case a.Status >= 300:
		return nil, redirected(o, a.Status, newRedirectError(a.upstream.Header.Get("Location")))
	}
	if useless != nil {
		return nil, useless
	}
	if a.fault != nil {
		a.Body = a.fault.Body(o.id)
	}
	if a.verdict == upstream.Good {
		c.read(o, a)
		c.withholdUnsafeURL(o, a)
		if err := c.keepToken(o, a); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// redirected returns the fault for a redirect that is not followed. After 301, 307 and 308 an order was not carried out;
// after 302 and 303, which backends also answer to a processed form, it may have been.
func redirected(o *outgoing, status int, why error) error {
	if o.call.Once && (status == http.StatusFound || status == http.StatusSeeOther) {
		return fault.OutcomeUnknown.Because(why)
	}
	f := fault.UpstreamInvalid.Because(why)
	if o.call.Once {
		return errors.Join(orders.ErrNotSent, f) // frees the key
	}
	return f
}

// statusXSRF is an upstream's answer to a missing or expired XSRF token; the call was not carried out.
const statusXSRF = 419

// fetchXSRF makes a GET, with the customer's cookies and without his token, so that the upstream sets its XSRF cookie.
func (c *caller) fetchXSRF(ctx context.Context, o *outgoing) error {
	get := outgoing{branch: o.branch, call: callSettings, path: callSettings.Path, lang: o.lang, id: o.id, client: o.client, host: o.host, jar: o.jar}
	r, err := o.branch.Do(ctx, &upstream.Request{Method: http.MethodGet, Path: get.path, Header: get.header(), Retry: true, Judge: judgeSettings})
	if err != nil {
		return err
	}
	before := len(o.jar.Set)
	o.jar.Take(r.Header["Set-Cookie"], o.branch.BasePath, time.Now())
	if len(o.jar.Set) == before && r.Status < 300 {
		o.branch.SetNoXSRF(time.Now())
	}
	return nil
}
