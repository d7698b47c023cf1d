package site

import (
	"bytes"
	"html"
	"regexp"
	"slices"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// shell is the client's index.html, split where the page's own parts are inserted: after <html, before </head>, inside #root and
// before </body>.
type shell struct {
	before, head, root, body, after []byte
	icon                            bool     // the client has its own icon
	hashes                          []string // of its inline scripts, for the policy
	styles                          *firstStyles
}

// firstStyles are the styles of the first screen: inline in the page on a first visit, which saves a round trip, and a file
// afterwards (client/src/start.ts).
type firstStyles struct {
	file string // its address, which changes with its content
	at   int    // the position of its link in shell.head
	link []byte
	tag  []byte // the same as a style element
	hash string // of its content, for the policy
}

var (
	htmlTag  = regexp.MustCompile(`(?i)<html\b[^>]*>`)
	titleTag = regexp.MustCompile(`(?is)\s*<title\b[^>]*>.*?</title>`)
	ownMeta  = regexp.MustCompile(`(?i)\s*<meta\s[^>]*name="(?:description|theme-color)"[^>]*>`)
	ownLink  = regexp.MustCompile(`(?i)\s*<link\s[^>]*rel="(?:manifest|canonical)"[^>]*>`)
	iconLink = regexp.MustCompile(`(?i)<link\s[^>]*rel="(?:shortcut )?icon"[^>]*>`)
)

var styleLink = regexp.MustCompile(`<link\s[^>]*rel="stylesheet"[^>]*href="(/[^"]+\.css)"[^>]*>`)

var rootTag = []byte(`<div id="root">`)

// newShell splits an index.html and removes what the page sets itself. style returns the content of a style sheet, nil if it
// can't be inline.
func newShell(index []byte, style func(address string) []byte) *shell {
	index = newlines(index)
	index = titleTag.ReplaceAll(index, nil)
	index = ownMeta.ReplaceAll(index, nil)
	index = ownLink.ReplaceAll(index, nil)
	sh := &shell{icon: iconLink.Match(index)}
	rest := index
	if at := htmlTag.FindIndex(index); at != nil {
		sh.before, rest = index[:at[0]], index[at[1]:]
	}
	if at := bytes.Index(rest, []byte("</head>")); at >= 0 {
		sh.head, rest = rest[:at], rest[at:]
		if m := styleLink.FindSubmatchIndex(sh.head); m != nil {
			file := string(sh.head[m[2]:m[3]])
			if css := style(file); css != nil {
				sh.styles = &firstStyles{
					file: file, at: m[0], link: sh.head[m[0]:m[1]], hash: hashOf(string(css)),
					tag: slices.Concat([]byte(`<style data-file="`+html.EscapeString(file)+`">`), css, []byte("</style>")),
				}
			}
		}
	}
	if at := bytes.LastIndex(rest, []byte("</body>")); at >= 0 {
		sh.body, sh.after = rest[:at], rest[at:]
	} else {
		sh.body = rest
	}
	if at := bytes.Index(sh.body, rootTag); at >= 0 {
		at += len(rootTag)
		sh.root, sh.body = sh.body[:at], sh.body[at:]
	}
	if doc, err := xhtml.Parse(bytes.NewReader(index)); err == nil {
		sh.hash(doc)
	}
	return sh
}

func (sh *shell) hash(n *xhtml.Node) {
	if n.DataAtom == atom.Script && n.FirstChild != nil {
		if _, src := attr(n, "src"); !src {
			sh.hashes = append(sh.hashes, hashOf(n.FirstChild.Data))
		}
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		sh.hash(c)
	}
}

// page joins the parts, up to the shell's end. head, first (the first paint, in #root) and tail are HTML. With inline, the
// first screen's styles are in the page.
func (sh *shell) page(lang, dir string, custom, inline bool, head, first, tail []byte) []byte {
	out := make([]byte, 0, len(sh.before)+len(sh.head)+len(sh.root)+len(sh.body)+len(head)+len(first)+len(tail)+64)
	out = append(out, sh.before...)
	out = append(out, `<html lang="`+html.EscapeString(lang)+`" dir="`+dir+`"`...)
	if custom {
		out = append(out, ` data-custom-code="page"`...)
	}
	out = append(out, '>')
	if inline && sh.styles != nil {
		out = append(append(append(out, sh.head[:sh.styles.at]...), sh.styles.tag...), sh.head[sh.styles.at+len(sh.styles.link):]...)
	} else {
		out = append(out, sh.head...)
	}
	out = append(out, head...)
	if sh.root != nil {
		out = append(append(out, sh.root...), first...)
	}
	out = append(out, sh.body...)
	return append(out, tail...)
}

// directionOf is the reading direction of a language.
func (s *Site) directionOf(lang string) string {
	base, _, _ := strings.Cut(strings.ToLower(lang), "-")
	if slices.Contains(s.fragments.RightToLeft, base) {
		return "rtl"
	}
	return "ltr"
}
