package gateway

import (
	"context"
	"net/http"
	"strings"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/catalogue"
)

// fetch makes the anonymous request for a response that the catalogue caches.
func (g *Gateway) fetch(ctx context.Context, r *catalogue.Request) (body []byte, err error) {
	o := &outgoing{branch: r.Branch, call: find(http.MethodGet, r.Call), path: r.Path, lang: r.Lang, id: g.nextID(), anonymous: true}
	if wait := g.paused(o); wait > 0 {
		return nil, faultRateLimited.After(wait, catalogue.ErrPaused)
	}
	began := time.Now()
	a, err := g.send(ctx, o)
	r.Branch.Metrics.Upstream(time.Since(began))
	switch {
	case err != nil:
		return nil, err
	case a.Status >= 400:
		return nil, a
	case variesByUser(a.from.Header["Vary"]):
		err = cache.ErrNotCacheable
	}
	return a.own().Body, err
}

// variesByUser reports whether a response declares that it depends on the user.
func variesByUser(vary []string) bool {
	for name := range strings.SplitSeq(strings.ToLower(strings.Join(vary, ",")), ",") {
		switch strings.TrimSpace(name) {
		case "*", "cookie", "authorization":
			return true
		}
	}
	return false
}
