package site

import (
	"regexp"
	"sync"

	"github.com/microcosm-cc/bluemonday"

	"tablefront/bff/langtag"
	"tablefront/bff/rawjson"
)

// pageHTML is what an information page may contain: text, lists, tables, images and links, but no styles, forms, frames or
// scripts.
var pageHTML = sync.OnceValue(func() *bluemonday.Policy {
	p := bluemonday.NewPolicy()
	p.AllowElements("p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "div", "span", "section", "article", "header", "footer",
		"strong", "b", "em", "i", "u", "s", "small", "sub", "sup", "mark", "abbr", "cite", "q", "code", "pre", "blockquote", "address",
		"ul", "ol", "li", "dl", "dt", "dd", "figure", "figcaption", "details", "summary", "time",
		"table", "caption", "thead", "tbody", "tfoot", "tr", "th", "td", "colgroup", "col")
	p.AllowAttrs("href").OnElements("a")
	p.AllowURLSchemes("https", "mailto", "tel")
	p.AllowRelativeURLs(true)
	p.AddTargetBlankToFullyQualifiedLinks(true) // also adds rel="noopener"
	p.AllowAttrs("src", "alt", "width", "height", "loading").OnElements("img")
	p.AllowAttrs("colspan", "rowspan", "scope").OnElements("td", "th")
	p.AllowAttrs("start").Matching(bluemonday.Integer).OnElements("ol")
	p.AllowAttrs("datetime").OnElements("time")
	p.AllowAttrs("title").Globally()
	p.AllowAttrs("lang").Matching(langtag.Pattern).Globally()
	p.AllowAttrs("dir").Matching(regexp.MustCompile(`^(ltr|rtl|auto)$`)).Globally()
	p.AllowAttrs("id").Matching(regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)).OnElements("h1", "h2", "h3", "h4", "h5", "h6")
	return p
})

// SanitisePages returns the body of a response of GET pages with the HTML in each page's `text` reduced to what is safe
// (docs/threat-model.md T14). All other bytes stay as they are; a body that is not a list of pages (bare, or under `data`) is
// returned unchanged.
func SanitisePages(body []byte) []byte {
	pages := rawjson.Span{End: len(body)}
	if data := rawjson.Find(body, "data"); data.Found() {
		pages = data
	}
	elements, err := rawjson.Elements(pages.Of(body))
	if err != nil {
		return body
	}
	var edits []rawjson.Edit
	for _, e := range elements {
		start := pages.Start + e.Start
		page := body[start : pages.Start+e.End]
		members, _ := rawjson.Members(page)
		for _, m := range members { // browsers use the last of two texts: both are sanitised
			text, ok := rawjson.Unquote(m.Value.Of(page))
			if m.Name != "text" || !ok {
				continue
			}
			if clean := pageHTML().Sanitize(text); clean != text {
				at := rawjson.Span{Start: start + m.Value.Start, End: start + m.Value.End}
				edits = append(edits, rawjson.Edit{At: at, With: rawjson.Quote(clean)})
			}
		}
	}
	return rawjson.Apply(body, edits...)
}
