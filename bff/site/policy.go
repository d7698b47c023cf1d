package site

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

var securityHeaders = []headerValue{
	{"Content-Security-Policy", []string{"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"}},
	{"Cross-Origin-Opener-Policy", []string{"same-origin-allow-popups"}},
	{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
	{"Permissions-Policy", []string{"camera=(), microphone=(), payment=(), usb=(), geolocation=(self), browsing-topics=()"}},
	{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
	{"X-Content-Type-Options", []string{"nosniff"}},
	{"X-Frame-Options", []string{"DENY"}},
}

var hstsValue = []string{"max-age=63072000; includeSubDomains"}

// SecurityHeaders sets the headers of docs/threat-model.md T16 that every response has, also of the API and of errors. A
// page's own policy replaces the strict one set here.
func SecurityHeaders(h http.Header, https bool) {
	for i := range securityHeaders {
		h[securityHeaders[i].name] = securityHeaders[i].value
	}
	if https {
		h["Strict-Transport-Security"] = hstsValue
	}
}

// policy collects what the page's Content-Security-Policy allows besides the shop's own origin.
type policy struct {
	script, style, connect, frame, img []string
}

func (p *policy) String() string {
	with := func(base string, extra []string) string {
		slices.Sort(extra)
		for _, e := range slices.Compact(extra) {
			base += " " + e
		}
		return base
	}
	frame := with("", p.frame)
	if frame == "" {
		frame = " 'none'"
	}
	return "default-src 'none'; " + with("script-src 'self'", p.script) + "; " + with("style-src 'self'", p.style) + "; " +
		with("connect-src 'self'", p.connect) + "; " + with("img-src 'self' https: data:", p.img) +
		"; font-src 'self'; manifest-src 'self'; worker-src 'self'; frame-src" + frame +
		"; frame-ancestors 'none'; base-uri 'none'; form-action 'self'"
}

var policyHost = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]{1,5})?$|^\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?$`)

// originOf returns the origin of an http(s) address as a policy source, empty for anything else. So no setting can add
// other directives to the policy.
func originOf(address string) string {
	address = strings.TrimSpace(address)
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || !policyHost.MatchString(u.Host) {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}

// policy returns the page's policy for the branches whose images it shows. look is its inline style; with inline, the first
// screen's styles are another one.
func (s *Site) policy(branches []Branch, code *customCode, look string, inline bool) *policy {
	p := &policy{script: slices.Clone(s.shell.hashes), style: []string{hashOf(look)}}
	if inline && s.shell.styles != nil {
		p.style = append(p.style, s.shell.styles.hash)
	}
	// All https images are allowed; http upstreams are listed.
	plain := strings.NewReplacer("{", "", "}", "")
	images := []string{s.c.MainHost, plain.Replace(s.c.TilesURL), plain.Replace(s.c.ImagesURL)}
	for _, b := range branches {
		images = append(images, b.URL)
	}
	for _, address := range images {
		if o := originOf(address); strings.HasPrefix(o, "http://") {
			p.img = append(p.img, o)
		}
	}
	if s.c.GoogleClientID != "" {
		if o := originOf(s.c.GoogleScriptURL); o != "" {
			p.script, p.connect, p.frame, p.style = append(p.script, o), append(p.connect, o), append(p.frame, o), append(p.style, o)
		}
	}
	if s.c.FacebookAppID != "" {
		if o := originOf(s.c.FacebookScriptURL); o != "" {
			p.script, p.connect = append(p.script, o), append(p.connect, o)
			if o == "https://connect.facebook.net" {
				p.connect = append(p.connect, "https://www.facebook.com", "https://graph.facebook.com")
				p.frame = append(p.frame, "https://www.facebook.com")
			} else {
				p.frame = append(p.frame, o)
			}
		}
	}
	if code != nil {
		p.script, p.style = append(p.script, code.scripts...), append(p.style, code.styles...)
		p.connect, p.frame, p.img = append(p.connect, code.connects...), append(p.frame, code.frames...), append(p.img, code.images...)
	}
	return p
}

// customCode is the parsed CUSTOM_HEADER_CODE: balanced markup, and what the policy must allow for it.
type customCode struct {
	markup                                    string
	scripts, styles, connects, frames, images []string
}

// literal matches the addresses in an inline script: tag snippets load their script from such an address.
var literal = regexp.MustCompile(`(?:https?:)?//[A-Za-z0-9][A-Za-z0-9.-]*\.[A-Za-z]{2,}(?::[0-9]{1,5})?`)

// newCustomCode parses the setting and serializes it again, so that an unclosed tag can't affect the rest of the page.
func newCustomCode(setting string) *customCode {
	if strings.TrimSpace(setting) == "" {
		return nil
	}
	nodes, err := html.ParseFragment(strings.NewReader(string(newlines([]byte(setting)))), &html.Node{
		Type: html.ElementNode, Data: "body", DataAtom: atom.Body,
	})
	if err != nil {
		return nil
	}
	c := &customCode{}
	var out strings.Builder
	for _, n := range nodes {
		c.look(n)
		if err := html.Render(&out, n); err != nil {
			return nil
		}
	}
	c.markup = out.String()
	return c
}

func (c *customCode) look(n *html.Node) {
	if n.Type == html.ElementNode {
		switch n.DataAtom {
		case atom.Script:
			if src, ok := attr(n, "src"); ok {
				if o := originOf(src); o != "" {
					c.scripts, c.connects = append(c.scripts, o), append(c.connects, o)
				}
			} else if n.FirstChild != nil {
				text := n.FirstChild.Data
				c.scripts = append(c.scripts, hashOf(text))
				for _, address := range literal.FindAllString(text, 64) {
					if o := originOf(address); o != "" {
						c.scripts, c.connects = append(c.scripts, o), append(c.connects, o)
					}
				}
			}
		case atom.Style:
			if n.FirstChild != nil {
				c.styles = append(c.styles, hashOf(n.FirstChild.Data))
			}
		case atom.Link:
			if rel, _ := attr(n, "rel"); strings.Contains(strings.ToLower(rel), "stylesheet") {
				href, _ := attr(n, "href")
				if o := originOf(href); o != "" {
					c.styles = append(c.styles, o)
				}
			}
		case atom.Iframe:
			src, _ := attr(n, "src")
			if o := originOf(src); o != "" {
				c.frames = append(c.frames, o)
			}
		case atom.Img:
			src, _ := attr(n, "src")
			if o := originOf(src); strings.HasPrefix(o, "http://") {
				c.images = append(c.images, o)
			}
		}
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		c.look(child)
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
