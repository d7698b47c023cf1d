package gateway

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/catalogue"
	"tablefront/bff/fault"
	"tablefront/bff/logging"
	"tablefront/bff/orders"
	"tablefront/bff/representation"
	"tablefront/bff/upstream"
)

// fetch makes the anonymous request for a response that the catalogue caches.
func (c *caller) fetch(ctx context.Context, r *catalogue.Request) (body []byte, err error) {
	o := &outgoing{branch: r.Branch, call: find(http.MethodGet, r.Call), path: r.Path, lang: r.Lang, id: c.nextID(), anonymous: true}
	if _, wait := c.pauses.Get(pauseKey(o)); wait > 0 {
		return nil, fault.RateLimited.After(wait, catalogue.ErrPaused)
	}
	began := time.Now()
	a, err := c.send(ctx, o)
	r.Branch.Took(time.Since(began))
	if err == nil {
		a, err = c.joinPages(ctx, o, a)
	}
	switch {
	case err != nil:
		return nil, err
	case a.verdict == upstream.Absent && !(o.call == callBranches && len(c.branches.List()) > 0): // a restarting backend may not take every branch away
		a = absence(o.call)
		err = answerError{a}
	case a.verdict != upstream.Good:
		return nil, answerError{a}
	case c.isWorse(ctx, a, r, o.call):
		return nil, unusable(errUnread)
	case representation.VariesByUser(a.upstream.Header["Vary"]):
		err = errVaries
	}
	if c.config.BuiltinTexts && o.call == callTranslations {
		_, lang, _ := strings.Cut(r.Path, "?lang=")
		a.Body = withBuiltinTexts(a.Body, cmp.Or(lang, r.Lang))
	}
	return a.Body, err
}

// absence is the answer in place of an optional call that the upstream does not have: an empty one that is cached like a success, or, for a call about one dish
// or menu, a 404.
func absence(call *Call) *answer {
	a := &answer{Answer: orders.Answer{Status: http.StatusNotFound, Body: []byte(`{}`), Header: jsonHeader}, verdict: upstream.Absent}
	if call.Empty != "" {
		a.Status, a.Body = http.StatusOK, []byte(call.Empty)
	}
	return a
}

// answerError is the error of a fetch whose response is not cached: the browser gets it as it is.
type answerError struct{ *answer }

func (e answerError) Error() string { return "the upstream answered " + strconv.Itoa(e.Status) }

// Verdict is what upstream.VerdictOf finds.
func (e answerError) Verdict() upstream.Verdict { return e.verdict }

var errVaries = fmt.Errorf("%w: its Vary names Cookie, Authorization or *", cache.ErrNotCacheable)

// fetchCauses are the causes of a failed fetch: those of the upstream's failures, and these.
var fetchCauses = []string{"open", "busy", "http_4xx", "said_no", "uncacheable"}

// fetchCause says in one word why a fetch failed; "" for what is no failure: a 401 or 403 of the catalogue, which some backends show
// to customers only, a dish or a category that is gone, a pause that the upstream wants, a browser that disconnected.
func fetchCause(r *catalogue.Request, err error) string {
	var answered answerError
	var failed *upstream.Error
	var f *fault.Fault
	var foreign foreignError
	verdict := upstream.VerdictOf(err)
	switch {
	case verdict == upstream.PerUser && strings.HasPrefix(r.Call, "products/"), verdict == upstream.Gone, errors.Is(err, catalogue.ErrPaused):
		return ""
	case errors.Is(err, cache.ErrNotCacheable):
		return "uncacheable"
	case errors.Is(err, errSaidNo):
		return "said_no"
	case verdict < upstream.Failed:
		return "http_4xx"
	case errors.As(err, &answered), errors.As(err, &foreign) && foreign.status >= http.StatusInternalServerError:
		return "http_5xx"
	case errors.As(err, &f) && f.Code == fault.UpstreamInvalid.Code:
		return "invalid"
	case !errors.As(err, &failed):
		return "other"
	case failed.Kind == upstream.Canceled:
		return ""
	case failed.Kind == upstream.Open:
		return "open"
	case failed.Kind == upstream.Busy:
		return "busy"
	}
	return upstream.CauseOf(err)
}

// logEvery is how often the same line about a branch's responses is logged.
const logEvery = time.Minute

// noteFailedFetch counts and logs a response that could not be fetched or cached. Customers get the older one for up to a
// day, so nothing else shows it.
func (c *caller) noteFailedFetch(r *catalogue.Request, err error) {
	cause := fetchCause(r, err)
	if cause == "" {
		return
	}
	call := find(http.MethodGet, r.Call)
	c.recorder.metrics.fetchFailures.WithLabelValues(call.String(), cause).Inc()
	if r.Branch == c.branches.Main && call == callSettings {
		if said := withStatus(cause, err); cause != "open" {
			c.mainFailure.Store(said)
		} else { // which does not say what has opened the circuit
			c.mainFailure.CompareAndSwap(nil, said)
		}
	}
	// A host that does not answer is logged once, what it answers for each call.
	key := r.Branch.ID + " " + cause
	if strings.HasPrefix(cause, "http_") || slices.Contains([]string{"invalid", "said_no", "uncacheable"}, cause) {
		key += " " + r.Call
	}
	if !c.logged.PutNew(key, struct{}{}, logEvery) {
		return
	}
	attrs := []any{"branch", r.Branch.Name, "call", call.String(), "cause", cause, "error", logging.SafeCause(err)}
	if last := r.Branch.LastFailure(); cause == "open" && last != nil {
		attrs = append(attrs, "since", upstream.CauseOf(last))
	}
	if todo := Remedy(err); todo != "" {
		attrs = append(attrs, "remedy", todo)
	}
	c.recorder.log.Warn("a public response could not be refreshed", attrs...)
}
