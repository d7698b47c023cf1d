package site

import (
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"tablefront/bff/site/shop"
)

// securityHeaders are those of docs/threat-model.md T16. A page's own policy replaces the strict one.
var securityHeaders = http.Header{
	"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"},
	"Cross-Origin-Opener-Policy":   {"same-origin-allow-popups"},
	"Cross-Origin-Resource-Policy": {"same-origin"},
	"Permissions-Policy":           {"camera=(), microphone=(), payment=(), usb=(), geolocation=(self), browsing-topics=()"},
	"Referrer-Policy":              {"strict-origin-when-cross-origin"},
	"X-Content-Type-Options":       {"nosniff"},
	"X-Frame-Options":              {"DENY"},
}

func (s *Site) setSecurityHeaders(h http.Header, https bool) {
	maps.Copy(h, securityHeaders)
	if https {
		s.c.SetHSTS(h)
	}
}

// policy has the sources that the page's Content-Security-Policy allows besides the shop's own origin, by directive.
type policy map[string][]string

// allow adds a source to directives. Without a source it does nothing.
func (p policy) allow(source string, directives ...string) {
	for _, d := range directives {
		if source != "" {
			p[d] = append(p[d], source)
		}
	}
}

func (p policy) String() string {
	directive := func(name string, always ...string) string {
		sources := append(always, slices.Compact(slices.Sorted(slices.Values(p[name])))...)
		if len(sources) == 0 {
			sources = []string{"'none'"}
		}
		return name + " " + strings.Join(sources, " ")
	}
	return strings.Join([]string{
		"default-src 'none'", directive("script-src", "'self'"), directive("style-src", "'self'"), directive("connect-src", "'self'"), directive("img-src", "'self'", "https:", "data:"),
		directive("font-src", "'self'"), "manifest-src 'self'", "worker-src 'self'", directive("frame-src"), "frame-ancestors 'none'", "base-uri 'none'", "form-action 'self'",
	}, "; ")
}

// PolicyDirectives are the directives that the operator may extend by hosts, by the name of the variable: TABLEFRONT_CSP_{name}.
var PolicyDirectives = []struct{ Name, Directive string }{
	{"SCRIPT", "script-src"}, {"CONNECT", "connect-src"}, {"STYLE", "style-src"}, {"FONT", "font-src"}, {"IMG", "img-src"}, {"FRAME", "frame-src"},
}

// policySource matches a host of TABLEFRONT_CSP_*: an https or wss origin, perhaps with all its subdomains.
var policySource = regexp.MustCompile(`^(https|wss)://(\*\.)?([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(:[0-9]{1,5})?$`)

// ParsePolicyHost checks a host that the operator adds to the policy. Keywords, paths and whole schemes are errors, which do not quote it: nothing of them may weaken it.
func ParsePolicyHost(v string) (string, error) {
	host := strings.ToLower(strings.TrimSuffix(v, "/"))
	if !policySource.MatchString(host) {
		return "", errors.New("must be a host such as https://tags.example, https://*.tags.example or wss://chat.example: no path, no keyword")
	}
	return host, nil
}

// allowImages allows the images of http origins. Those of https are always allowed.
func (p policy) allowImages(addresses ...string) {
	for _, address := range addresses {
		if o := shop.OriginOf(address); strings.HasPrefix(o, "http://") {
			p.allow(o, "img-src")
		}
	}
}

// policy returns the policy of a page with an inline style.
func (f *facts) policy(look string) policy {
	s, p := f.s, policy{"script-src": slices.Clone(f.s.shell.hashes)}
	p.allow(hashOf(look), "style-src")
	if f.inline {
		p.allow(s.shell.stylesHash, "style-src")
	}
	plain := strings.NewReplacer("{", "", "}", "")
	p.allowImages(s.c.Upstream, plain.Replace(s.c.TilesURL), plain.Replace(s.c.ImagesURL))
	for _, b := range f.Branches {
		p.allowImages(b.URL)
	}
	for _, own := range ownFonts(f.fonts()) {
		p.allow(shop.OriginOf(own.file.String()), "font-src")
	}
	for directive, hosts := range s.c.PolicyHosts {
		p[directive] = append(p[directive], hosts...)
	}
	if s.c.GoogleClientID != "" {
		// Not the whole origin: accounts.google.com has an endpoint (JSONP) that would run any script.
		script := s.c.GoogleScriptURL
		p.allow(script, "script-src")
		p.allow(script[:strings.LastIndexByte(script, '/')+1], "connect-src", "frame-src", "style-src")
	}
	if s.c.FacebookAppID != "" {
		p.allow(shop.OriginOf(s.c.FacebookScriptURL), "script-src", "connect-src")
		p.allow("https://www.facebook.com", "connect-src", "frame-src")
		p.allow("https://graph.facebook.com", "connect-src")
	}
	return p
}

// literal matches the addresses in an inline script: tag snippets load their script from such an address.
var literal = regexp.MustCompile(`(?:https?:)?//[A-Za-z0-9][A-Za-z0-9.-]*\.[A-Za-z]{2,}(?::[0-9]{1,5})?`)

// allowCode parses a CUSTOM_HEADER_CODE and allows what it needs. The returned markup is serialized again, so that an unclosed
// tag can't affect the rest of the page.
func (p policy) allowCode(setting string) (markup string) {
	nodes, err := html.ParseFragment(strings.NewReader(newlines(setting)), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body})
	if err != nil {
		return ""
	}
	var out strings.Builder
	for _, n := range nodes {
		n = awaitConsent(n)
		if err := html.Render(&out, n); err != nil {
			return ""
		}
		p.allowElement(n)
		for inside := range n.Descendants() {
			p.allowElement(inside)
		}
	}
	return out.String()
}

// awaitConsent puts every element with data-consent into a template, in which it neither runs nor loads until the client takes it out
// (client/src/consent). A script of type text/plain does not run anyway. It returns the node's replacement.
func awaitConsent(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; {
		next := c.NextSibling
		if t := awaitConsent(c); t != c {
			n.InsertBefore(t, next)
		}
		c = next
	}
	name, asks := attr(n, "data-consent")
	kind, _ := attr(n, "type")
	if n.Type != html.ElementNode || !asks || n.DataAtom == atom.Template || n.DataAtom == atom.Script && kind == "text/plain" {
		return n
	}
	t := &html.Node{Type: html.ElementNode, Data: "template", DataAtom: atom.Template, Attr: []html.Attribute{{Key: "data-consent", Val: name}}}
	if n.Parent != nil {
		n.Parent.RemoveChild(n)
	}
	t.AppendChild(n)
	return t
}

func (p policy) allowElement(n *html.Node) {
	text := ""
	if n.FirstChild != nil {
		text = n.FirstChild.Data
	}
	src, external := attr(n, "src")
	switch n.DataAtom {
	case atom.Script:
		p.allow(shop.OriginOf(src), "script-src", "connect-src")
		if external || text == "" {
			return
		}
		p.allow(hashOf(text), "script-src")
		for _, address := range literal.FindAllString(text, 64) {
			p.allow(shop.OriginOf(address), "script-src", "connect-src")
		}
	case atom.Style:
		if text != "" {
			p.allow(hashOf(text), "style-src")
		}
	case atom.Link:
		if rel, _ := attr(n, "rel"); strings.Contains(strings.ToLower(rel), "stylesheet") {
			href, _ := attr(n, "href")
			p.allow(shop.OriginOf(href), "style-src")
		}
	case atom.Iframe:
		p.allow(shop.OriginOf(src), "frame-src")
	case atom.Img:
		p.allowImages(src)
	}
}

func attr(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}

func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// newlines normalises line breaks as a browser does before it hashes.
func newlines(text string) string { return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text) }
