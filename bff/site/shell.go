package site

import (
	"html"
	"io/fs"
	"regexp"
	"strings"

	xhtml "golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// shell is the client's index.html, split where the page's own parts are inserted: after <html, before </head>, inside #root and
// before </body>. head is split where the first screen's styles are.
type shell struct {
	before, head, headEnd, root, body, after string

	// The styles of the first screen: inline in the page on a first visit, which saves a round trip, and a file afterwards
	// (client/src/start.ts).
	file, link         string // the file's address, which changes with its content, and its element
	styles, stylesHash string // the inline element, and the hash of its content for the policy; empty if they can't be inline

	hashes []string // of its inline scripts, for the policy
}

var (
	// own matches what the page sets itself.
	own = regexp.MustCompile(`(?is)\s*<title\b[^>]*>.*?</title>`)
	// whole matches an index.html.
	whole = regexp.MustCompile(`(?s)^(.*?)<html\b[^>]*>(.*?)(<link\s[^>]*rel="stylesheet"[^>]*href="/([^"]+\.css)"[^>]*>)(.*?)(</head>.*?<div id="root">)(.*)(</body>.*)$`)
)

// newShell splits the index.html of a build.
func newShell(index []byte, dist fs.FS) (*shell, error) {
	text := own.ReplaceAllString(newlines(string(index)), "")
	m := whole.FindStringSubmatch(text)
	if m == nil { // no build's, so that the page's parts come first
		return &shell{root: text}, nil
	}
	sh := &shell{before: m[1], head: m[2], link: m[3], file: "/" + m[4], headEnd: m[5], root: m[6], body: m[7], after: m[8]}
	css, err := fs.ReadFile(dist, m[4])
	if err != nil {
		return nil, err
	}
	if styles := newlines(string(css)); !strings.Contains(styles, "</") {
		sh.styles, sh.stylesHash = `<style data-file="`+html.EscapeString(sh.file)+`">`+styles+"</style>", hashOf(styles)
	}
	doc, err := xhtml.Parse(strings.NewReader(text))
	if err != nil {
		return nil, err
	}
	for n := range doc.Descendants() {
		if _, src := attr(n, "src"); n.DataAtom == atom.Script && n.FirstChild != nil && !src {
			sh.hashes = append(sh.hashes, hashOf(n.FirstChild.Data))
		}
	}
	return sh, nil
}

// page joins the parts, up to the shell's end. head, first (the first paint, in #root) and tail are HTML. With inline, the
// first screen's styles are in the page.
func (sh *shell) page(lang, dir string, inline, lightOnly bool, head, first, tail string) string {
	tag, styles := `<html lang="`+html.EscapeString(lang)+`" dir="`+dir+`"`, sh.link
	if lightOnly {
		tag += " data-light-only" // read by client/src/scheme.ts before anything is painted
	}
	if inline {
		styles = sh.styles
	}
	return sh.before + tag + ">" + sh.head + styles + sh.headEnd + head + sh.root + first + sh.body + tail
}
