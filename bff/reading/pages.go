package reading

import (
	"bytes"
	"errors"
	"net/url"
	"strconv"

	"tablefront/bff/rawjson"
)

// MaxPages limits how many pages of a list are followed.
const MaxPages = 20

// Why a list is not read whole.
var (
	ErrManyPages = errors.New("reading: a list has more pages than are read")
	ErrPage      = errors.New("reading: a list has pages that can't be read: only the first ones are")
)

// JoinPages appends to a public list its further pages. body is the list and whole the response with its envelope, which was asked for at an
// address; fetch does the same for a page, by its query. The error is that of fetch, ErrManyPages or ErrPage; then joined has the pages before.
func JoinPages(body, whole []byte, asked url.URL, fetch func(query string) (body, whole []byte, err error)) (joined []byte, err error) {
	for n := 1; ; n++ {
		query := PagingOf(whole).query(&asked, n)
		if query == "" {
			return body, nil
		}
		if n == MaxPages {
			return body, ErrManyPages
		}
		page, next, err := fetch(query)
		if err != nil {
			return body, err
		}
		more, ok := join(body, page)
		if !ok {
			return body, ErrPage
		}
		body, whole, asked.RawQuery = more, next, query
	}
}

// Paging says which page of a list a response is.
type Paging struct {
	// Current and Total count from 1; 0: not told.
	Current, Total int
	// Next is the address of the next page, as it was told; empty for none.
	Next string
}

// PagingOf finds the paging of a response with its envelope: `meta.pagination`, `meta.current_page` and `meta.last_page`, `links.next`.
// A response without any has the zero value.
func PagingOf(whole []byte) (p Paging) {
	number := func(path ...string) int {
		raw := rawjson.Find(whole, path...).Of(whole)
		n, err := strconv.Atoi(string(bytes.Trim(raw, `"`)))
		if err != nil {
			return 0
		}
		return n
	}
	p.Current, p.Total = number("meta", "pagination", "current_page"), number("meta", "pagination", "total_pages")
	if p.Total == 0 {
		p.Current, p.Total = number("meta", "current_page"), number("meta", "last_page")
	}
	p.Next, _ = rawjson.Unquote(rawjson.Find(whole, "links", "next").Of(whole))
	return p
}

// query returns the query of the page after the one with a number, which was asked for at an address; "" if there is none, or if it
// is at another host or path.
func (p Paging) query(asked *url.URL, page int) string {
	next, err := asked.Parse(p.Next)
	switch {
	case p.Next != "" && err == nil && next.Host == asked.Host && next.EscapedPath() == asked.EscapedPath() && next.RawQuery != "":
		return next.RawQuery
	case p.Total > page && (p.Current == 0 || p.Current == page):
		return "page=" + strconv.Itoa(page+1)
	}
	return ""
}

// IsList reports whether a response has a list, itself or as its `data`.
func (schema Schema) IsList() bool {
	n := &nodes[schema]
	if data := n.member("data"); data != nil {
		n = &nodes[data.node]
	}
	return n.kind == list
}

// join appends the elements of a page to the list of a response, which is the response itself or its `data`. ok is false if one of them
// has no list, or if the page has the same elements.
func join(body, page []byte) (joined []byte, ok bool) {
	at, more := listIn(body), listIn(page)
	if !at.Found() || !more.Found() || bytes.Equal(at.Of(body), more.Of(page)) {
		return body, false
	}
	elements := bytes.TrimSpace(page[more.Start+1 : more.End-1])
	if len(elements) == 0 {
		return body, true
	}
	if len(bytes.TrimSpace(body[at.Start+1:at.End-1])) > 0 {
		elements = append([]byte(","), elements...)
	}
	return rawjson.Apply(body, rawjson.Edit{At: rawjson.Span{Start: at.End - 1, End: at.End - 1}, With: elements}), true
}

// listIn finds the list of a response.
func listIn(body []byte) rawjson.Span {
	at := space(body, 0)
	if at < len(body) && body[at] == '[' {
		return rawjson.Span{Start: at, End: skip(body, at)}
	}
	if data := rawjson.Find(body, "data"); data.Found() && body[data.Start] == '[' {
		return data
	}
	return rawjson.Span{}
}
