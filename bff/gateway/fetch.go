package gateway

import (
	"bytes"
	"context"
	"net/http"
	"strings"
	"time"

	"tablefront/bff/catalogue"
	"tablefront/bff/site"
	"tablefront/bff/upstream"
)

// fetch makes the anonymous request for a response that the catalogue caches.
func (g *Gateway) fetch(ctx context.Context, r *catalogue.Request) (out catalogue.Response, err error) {
	call := find(http.MethodGet, r.Call)
	o := &outgoing{branch: r.Branch, call: call, path: r.Path, lang: r.Lang, id: g.nextID(), anonymous: true}
	if wait := g.paused(o); wait > 0 {
		return out, faultRateLimited(wait, catalogue.ErrPaused)
	}
	var inner []byte
	ctx, end := g.tracer.Start(ctx, call.String(), r.Branch.Name, o.id)
	defer end()
	began := time.Now()
	a, err := r.Branch.Do(ctx, &upstream.Request{
		Method: http.MethodGet, Path: r.Path, Header: o.header(), Retry: true,
		Check: func(status int, header http.Header, body []byte) (err error) {
			inner, err = prove(call, status, header, body)
			return err
		},
	})
	r.Branch.Metrics.Upstream(time.Since(began))
	if err != nil {
		return out, judged(err)
	}
	defer a.Body.Release()
	if a.Status < 200 || a.Status >= 300 {
		return out, g.refused(o, a)
	}
	if call == callPages {
		inner = site.SanitisePages(inner)
	}
	return catalogue.Response{Body: bytes.Clone(inner), Varies: variesByUser(a.Header["Vary"])}, nil
}

// refused returns the error for a response that is not a success.
func (g *Gateway) refused(o *outgoing, a *upstream.Answer) error {
	if a.Status < 400 {
		return faultInvalid(http.StatusBadGateway, errRedirect)
	}
	if a.Status == http.StatusTooManyRequests {
		g.pause(o, a.Header.Get("Retry-After"))
	}
	out := g.relayOf(o, a, a.Body.B)
	out.body, out.memory = bytes.Clone(out.body), nil
	return out
}

// variesByUser reports whether a response declares that it depends on the user.
func variesByUser(vary []string) bool {
	for _, line := range vary {
		for name := range strings.SplitSeq(line, ",") {
			switch strings.ToLower(strings.TrimSpace(name)) {
			case "*", "cookie", "authorization":
				return true
			}
		}
	}
	return false
}
