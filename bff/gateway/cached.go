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
	"tablefront/bff/representation"
	"tablefront/bff/upstream"
)

// cachedCalls answers public calls.
type cachedCalls struct {
	caller *caller
	gate   *gate
}

// answerCached is the step that answers public calls from cached responses (docs/architecture.md section 3.6).
func (c cachedCalls) answerCached(x *exchange) error {
	if !c.caller.isPublic(x.out.call) {
		return nil
	}
	r := x.out.call.request(x.out.branch, x.out.path, x.out.lang)
	if strings.Contains(x.out.call.Path, "{") && !c.caller.catalogue.Lists(x.r.Context(), r) { // each request is a call to the upstream
		if err := c.gate.admit(x, "GET unlisted", x.out.branch.ID); err != nil {
			return err
		}
	}
	found, state, err := c.caller.catalogue.Get(x.r.Context(), r)
	if state == cache.Miss {
		x.out.took, x.cached = time.Since(x.start), state.String()
	}
	var answered answerError
	switch {
	case err == nil:
		x.sendCached(found, state, c.caller.now())
	case upstream.VerdictOf(err) == upstream.PerUser:
		x.fallback = found // the next steps make the call with the customer's credentials
	case errors.As(err, &answered):
		x.sendAnswer(answered.answer)
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
func (x *exchange) sendCached(c *cache.Entry, state cache.State, now time.Time) {
	h := x.w.Header()
	h["Etag"] = []string{c.ETag}
	h.Set("Vary", "Lang, X-Branch, Accept-Encoding")
	h.Set("Cache-Control", "public, max-age=0, must-revalidate")
	h["X-Cache"] = []string{state.String()}
	h["Age"] = []string{strconv.Itoa(int(c.Age(now) / time.Second))}
	x.cached = state.String()
	if representation.Matches(x.r.Header["If-None-Match"], c.ETag) {
		x.write(http.StatusNotModified, nil, nil)
		return
	}
	body := c.Body
	encoding := representation.Choose(x.r.Header["Accept-Encoding"], true, true)
	if packed := c.Encoded(encoding); packed != nil {
		body = packed
		h["Content-Encoding"] = encoding.Header()
	}
	x.write(http.StatusOK, jsonValue, body)
}
