package gateway

import (
	"context"
	"net/url"

	"tablefront/bff/reading"
)

// joinPages fetches the further pages of a public list and appends them to the first (docs/wire.md section 1). If one of them fails, so
// does the list: the older one is served.
func (g *Gateway) joinPages(ctx context.Context, o *outgoing, first *relay) error {
	if !o.call.schema.IsList() {
		return nil
	}
	asked, err := url.Parse(o.branch.Base + "/api/" + o.path)
	if err != nil {
		return nil
	}
	page := *o
	paging := reading.PagingOf(first.from.Body)
	for n := 1; ; n++ {
		query := paging.Query(asked, n)
		if query == "" {
			return nil
		}
		if n == reading.MaxPages {
			g.warnPages(o, "a list has more pages than are read", n, paging)
			return nil
		}
		page.path = o.path + "?" + query
		next, err := g.send(ctx, &page)
		if err != nil {
			return err
		}
		if next.verdict != Good {
			return answeredError{next}
		}
		joined, ok := reading.Join(first.Body, next.Body)
		if !ok {
			g.warnPages(o, "a list has pages that can't be read: only the first ones are shown", n, paging)
			return nil
		}
		first.Body, paging = joined, reading.PagingOf(next.from.Body)
		asked.RawQuery = query
	}
}

// warnPages logs a list that is not read whole.
func (g *Gateway) warnPages(o *outgoing, message string, read int, paging reading.Paging) {
	key := "pages " + o.branch.ID + " " + o.path
	if g.logged.PutNew(key, struct{}{}, logEvery) {
		g.log.Warn(message, "branch", o.branch.Name, "call", o.call.String(), "read", read, "pages", paging.Total)
	}
}
