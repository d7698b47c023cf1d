package reading

import (
	"bytes"
	"html"
	"regexp"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"tablefront/bff/rawjson"
)

// conforms reports whether the content of a JSON string, as it is written, is a text of the contract's form.
func (n *node) conforms(raw []byte) bool {
	if n.words != nil {
		for _, w := range n.words {
			if w == string(raw) {
				return true
			}
		}
		return false
	}
	switch n.form {
	case plain, htmlText, setting:
		if !n.suspect(raw) {
			return true
		}
		value, ok := rawjson.Unquote(append(append([]byte{'"'}, raw...), '"'))
		return !ok || n.read(value) == value
	case clock, endClock:
		return len(raw) == 5 && clockPattern.Match(raw) && !(n.form == endClock && string(raw) == "23:59")
	case dateTime:
		return isDateTime(raw)
	}
	return true
}

// read returns a text as it is meant: plain ones without tags and entities, HTML as such, and a setting, unless it is HTML, without entities.
func (n *node) read(value string) string {
	switch {
	case n.form == plain:
		return withoutMarkup(value)
	case n.form == htmlText:
		return unescapedHTML(value)
	case n.form == setting && !strings.Contains(value, "<"):
		return unescaped(value)
	}
	return value
}

// suspect reports whether a text may contain entities or tags.
func (n *node) suspect(raw []byte) bool {
	if len(raw) > 64 {
		return bytes.IndexByte(raw, '&') >= 0 || bytes.IndexByte(raw, '\\') >= 0 || n.form == plain && bytes.IndexByte(raw, '<') >= 0
	}
	for _, c := range raw {
		if c == '&' || c == '\\' || c == '<' && n.form == plain {
			return true
		}
	}
	return false
}

// The tags that backends leave in plain texts.
const tags = `/?(?:a|abbr|b|big|blockquote|br|center|code|div|em|font|h[1-6]|hr|i|li|ol|p|pre|s|small|span|strike|strong|sub|sup|table|tbody|td|th|tr|u|ul)(?:\s[^<>]*|\s*/)?`

var (
	tag       = regexp.MustCompile(`(?i)<` + tags + `>`)
	block     = regexp.MustCompile(`(?i)<(?:/(?:p|div|li|h[1-6]|tr|blockquote|ul|ol)|br\s*/?)>`)
	escaped   = regexp.MustCompile(`(?i)&lt;` + tags + `&gt;`)
	entity    = regexp.MustCompile(`&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});`)
	manySpace = regexp.MustCompile(`[ \t\r\n]*\n[ \t\r\n]*`)
)

// withoutMarkup removes the tags and entities of a text. A second time changes nothing.
func withoutMarkup(s string) string {
	for range 8 {
		before := s
		if tag.MatchString(s) {
			s = strings.TrimSpace(manySpace.ReplaceAllString(tag.ReplaceAllString(block.ReplaceAllString(s, "\n"), ""), "\n"))
		}
		if s = unescaped(s); s == before {
			break
		}
	}
	return s
}

// unescapedHTML is an HTML text that was escaped as a whole.
func unescapedHTML(s string) string {
	for range 8 {
		if tag.MatchString(s) || !escaped.MatchString(s) {
			break
		}
		s = unescaped(s)
	}
	return s
}

// unescaped replaces the entities of a text; an & without its ; stays, and so does a name that is none, such as &notes;.
func unescaped(s string) string {
	return entity.ReplaceAllStringFunc(s, func(of string) string {
		if text := html.UnescapeString(of); text == ";" || !strings.HasSuffix(text, ";") {
			return text
		}
		return of
	})
}

// FromLatin1 returns a text in ISO-8859-1, as browsers understand that name, in UTF-8. A text that is UTF-8 in spite of its
// label stays as it is.
func FromLatin1(text []byte) []byte {
	if utf8.Valid(text) {
		return text
	}
	out, err := charmap.Windows1252.NewDecoder().Bytes(text)
	if err != nil {
		return text
	}
	return out
}
