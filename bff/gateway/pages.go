package gateway

import (
	"context"
	"errors"
	"net/url"

	"tablefront/bff/reading"
	"tablefront/bff/upstream"
)

// joinPages fetches the further pages of a public list and appends them to the first (docs/wire.md section 1). If one of them fails, so
// does the list: the older one is served.
func (c *caller) joinPages(ctx context.Context, o *outgoing, first *answer) error {
	if !o.call.schema.IsList() {
		return nil
	}
	asked, err := url.Parse(o.branch.Base + "/api/" + o.path)
	if err != nil {
		return nil
	}
	page := *o
	first.Body, err = reading.JoinPages(first.Body, first.upstream.Body, *asked, func(query string) (body, whole []byte, err error) {
		page.path = o.path + "?" + query
		next, err := c.send(ctx, &page)
		if err != nil {
			return nil, nil, err
		}
		if next.verdict != upstream.Good {
			return nil, nil, answerError{next}
		}
		return next.Body, next.upstream.Body, nil
	})
	if errors.Is(err, reading.ErrPages) {
		if c.logged.PutNew("pages "+o.branch.ID+" "+o.path, struct{}{}, logEvery) {
			c.recorder.log.Warn("a list is not read whole", "branch", o.branch.Name, "call", o.call.String(), "error", err.Error())
		}
		return nil
	}
	return err
}
