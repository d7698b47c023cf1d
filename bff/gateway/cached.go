package gateway

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/cache"
	"tablefront/bff/catalogue"
	"tablefront/bff/fault"
	"tablefront/bff/representation"
	"tablefront/bff/upstream"
)

// answerCached is the step that answers public calls from cached responses (docs/architecture.md section 3.6).
func (g *Gateway) answerCached(x *exchange) error {
	if !g.isPublic(x.out.call) {
		return nil
	}
	r := x.out.call.request(x.out.branch, x.out.path, x.out.lang)
	if strings.Contains(x.out.call.Path, "{") && !g.catalogue.Lists(x.r.Context(), r) { // each request is a call to the upstream
		if _, wait, err := g.limits.Admit("GET unlisted", x.out.branch.ID, x.out.client.Prefix, nil); err != nil {
			return fault.RateLimited.After(wait, err)
		}
	}
	found, state, err := g.catalogue.Get(x.r.Context(), r)
	if state == cache.Miss {
		x.out.took, x.cached = time.Since(x.start), state.String()
	}
	var answered answerError
	switch {
	case err == nil:
		g.sendCached(x, found, state)
	case upstream.VerdictOf(err) == upstream.PerUser:
		x.fallback = found // the next steps make the call with the customer's credentials
	case errors.As(err, &answered):
		g.sendAnswer(x, answered.answer)
	default:
		return err
	}
	return nil
}

// isPublic reports whether a call has the same response for all customers, so that it is cached and pages may contain it.
func (c *caller) isPublic(call *Call) bool {
	return call.Class != cache.Never && !(c.config.CataloguePerUser && strings.HasPrefix(call.Path, "products/"))
}

// request returns the catalogue's request for a public call.
func (c *Call) request(b *branches.Branch, path, lang string) catalogue.Request {
	return catalogue.Request{Branch: b, Call: c.Path, Path: path, Class: c.Class, Lang: lang}
}

// sendCached sends a cached response: 304 if the browser has it, else the best encoding it accepts.
func (g *Gateway) sendCached(x *exchange, c *cache.Entry, state cache.State) {
	h := x.w.Header()
	h["Etag"] = []string{c.ETag}
	h.Set("Vary", "Lang, X-Branch, Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=0, must-revalidate")
	h["X-Cache"] = []string{state.String()}
	h["Age"] = []string{strconv.Itoa(int(c.Age(g.now()) / time.Second))}
	x.cached = state.String()
	if representation.Matches(x.r.Header["If-None-Match"], c.ETag) {
		g.write(x, http.StatusNotModified, nil, nil)
		return
	}
	body := c.Body
	encoding := representation.Choose(x.r.Header["Accept-Encoding"], true, true)
	if packed := c.Encoded(encoding); packed != nil {
		body = packed
		h["Content-Encoding"] = encoding.Header()
	}
	g.write(x, http.StatusOK, jsonValue, body)
}
