package reading

import (
	"bytes"
	"cmp"
	"errors"
	"net/url"
	"strconv"

	"tablefront/bff/rawjson"
)

// maxPages limits how many pages of a list are followed.
const maxPages = 20

// ErrPages means that only the first pages of a list are read.
var ErrPages = errors.New("reading: only the first pages of a list are read: there are too many, or one can't be read")

// JoinPages appends to a public list its further pages. body is the list and whole the response with its envelope, which was asked for at an
// address; fetch does the same for a page, by its query. The error is that of fetch or ErrPages; then joined has the pages before.
func JoinPages(body, whole []byte, asked url.URL, fetch func(query string) (body, whole []byte, err error)) (joined []byte, err error) {
	for n := 1; ; n++ {
		paging := pagingOf(whole)
		query := paging.query(&asked, n)
		switch {
		case query == "" && paging.next != "":
			return body, ErrPages
		case query == "":
			return body, nil
		case n == maxPages:
			return body, ErrPages
		}
		page, next, err := fetch(query)
		if err != nil {
			return body, err
		}
		more, ok := join(body, page)
		if !ok {
			return body, ErrPages
		}
		body, whole, asked.RawQuery = more, next, query
	}
}

// paging says which page of a list a response is.
type paging struct {
	current, total int    // from 1; 0: not told
	next           string // the address of the next page, as it was told; empty for none
}

// pagingOf finds the paging of a response with its envelope: in `meta.pagination`, in `meta`, beside `data` or in it. A response without any has the zero value.
func pagingOf(whole []byte) (p paging) {
	root := members(whole)
	meta := members(root["meta"])
	for _, in := range []map[string][]byte{members(meta["pagination"]), meta, root, members(root["data"])} {
		number := func(name string) int {
			n, _ := strconv.Atoi(string(bytes.Trim(in[name], `"`))) // anything else is 0
			return n
		}
		p.current, p.total = number("current_page"), cmp.Or(number("total_pages"), number("last_page"))
		for _, next := range [][]byte{in["next_page_url"], members(in["links"])["next"]} {
			if text, ok := rawjson.Unquote(next); ok {
				p.next = text
			}
		}
		if p.total > 0 || p.next != "" {
			break
		}
	}
	return p
}

// query returns the query of the page after the one with a number, which was asked for at an address; "" if there is none, or if it
// is at another host or path.
func (p paging) query(asked *url.URL, page int) string {
	next, err := asked.Parse(p.next)
	switch {
	case p.next != "" && err == nil && next.Host == asked.Host && next.EscapedPath() == asked.EscapedPath() && next.RawQuery != "":
		return next.RawQuery
	case p.total > page && (p.current == 0 || p.current == page):
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
