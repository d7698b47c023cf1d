package gateway

import (
	"context"
	"errors"
	"net/url"

	"tablefront/bff/cache"
	"tablefront/bff/reading"
	"tablefront/bff/upstream"
)

// joinPages returns the answer with the further pages of a public list, which it fetches, after the first (docs/wire.md section 1). If one of them fails, so
// does the list, with that page's answer or error.
func (c *caller) joinPages(ctx context.Context, o *outgoing, first *answer) (*answer, error) {
	if first.verdict != upstream.Good || o.call.Class == cache.Never || !o.call.schema.IsList() {
		return first, nil
	}
	asked, err := url.Parse(o.branch.Base + "/api/" + o.path)
	if err != nil {
		return first, nil
	}
	page := *o
	pageOf := func(a *answer) reading.Page {
		return reading.Page{List: a.Body, Whole: a.upstream.Body, Links: a.upstream.Header["Link"]}
	}
	first.Body, err = reading.JoinPages(pageOf(first), *asked, func(query string) (none reading.Page, err error) {
		page.path = o.path + "?" + query
		next, err := c.send(ctx, &page)
		switch {
		case err != nil:
			return none, err
		case next.verdict == upstream.Absent, next.verdict == upstream.Gone: // the list is not
			return none, unusable(errMissing)
		case next.verdict != upstream.Good:
			return none, answerError{next}
		}
		return pageOf(next), nil
	})
	if failed, is := errors.AsType[answerError](err); is {
		return failed.answer, nil
	}
	if errors.Is(err, reading.ErrPages) {
		if c.logged.PutNew("pages "+o.branch.ID+" "+o.path, struct{}{}, logEvery) {
			c.recorder.log.Warn("a list is not read whole", "branch", o.branch.Name, "call", o.call.String(), "error", err.Error())
		}
		err = nil
	}
	return first, err
}
