package reading

import (
	"bytes"
	"errors"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"tablefront/bff/rawjson"
)

// maxPages limits how many pages of a list are followed.
const maxPages = 20

// ErrPages means that only the first pages of a list are read.
var ErrPages = errors.New("reading: only the first pages of a list are read: there are too many, or one can't be read")

// Page is a list as far as one response has it.
type Page struct {
	List  []byte
	Whole []byte   // the response with its envelope
	Links []string // the header Link
}

// JoinPages appends to a public list its further pages. The first was asked for at an address; fetch fetches one by its query. The error is that of
// fetch or ErrPages; then joined has the pages before.
func JoinPages(first Page, asked url.URL, fetch func(query string) (Page, error)) (joined []byte, err error) {
	joined = first.List
	for page, n := first, 1; ; n++ {
		paging := pagingOf(page)
		query := paging.query(&asked, n)
		switch {
		case query == "" && (paging.next != "" || paging.more):
			return joined, ErrPages
		case query == "":
			return joined, nil
		case n == maxPages:
			return joined, ErrPages
		}
		if page, err = fetch(query); err != nil {
			return joined, err
		}
		more, ok := join(joined, page.List)
		if !ok {
			return joined, ErrPages
		}
		joined, asked.RawQuery = more, query
	}
}

// paging says which page of a list a response is.
type paging struct {
	current, total int    // from 1; 0: not told
	next           string // the address of the next page, as it was told; empty for none
	more           bool   // there is a next page, wherever
}

// linkNext is the address of the next page in a header Link.
var linkNext = regexp.MustCompile(`<([^>]*)>[^,<]*;\s*rel="?next\b`)

// pagingOf finds the paging of a response: in its header Link, in `meta.pagination`, in `meta`, beside `data` or in it. A response without any has the zero value.
func pagingOf(page Page) (p paging) {
	if link := linkNext.FindStringSubmatch(strings.Join(page.Links, ",")); link != nil {
		return paging{next: link[1]}
	}
	root := members(page.Whole)
	meta := members(root["meta"])
	for _, in := range []map[string][]byte{members(meta["pagination"]), meta, root, members(root["data"])} {
		number := func(names ...string) (n int) {
			for _, name := range names {
				if n == 0 {
					n, _ = strconv.Atoi(string(bytes.Trim(in[name], `"`))) // anything else is 0
				}
			}
			return n
		}
		p.current, p.total = number("current_page", "currentPage", "page"), number("total_pages", "last_page", "totalPages", "lastPage", "pageCount", "page_count")
		p.more = string(in["has_more"]) == "true" || string(in["hasMore"]) == "true"
		next := members(in["links"])["next"]
		for _, address := range [][]byte{in["next_page_url"], next, members(next)["href"]} {
			if text, ok := rawjson.Unquote(address); ok {
				p.next = text
			}
		}
		if p.total > 0 || p.next != "" || p.more {
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
