package site

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// anyColour matches a colour in a setting: #rgb or #rrggbb, with or without the #.
var anyColour = regexp.MustCompile(`(?i)^#?([0-9a-f]{3}|[0-9a-f]{6})$`)

// shopAccent is the accent colour as #rrggbb: the operator's, otherwise the setting's, otherwise the default.
func (s *Site) shopAccent(f *facts) string {
	for _, c := range []string{s.c.Accent, f.text("PRIMARY_COLOR")} {
		m := anyColour.FindStringSubmatch(strings.TrimSpace(c))
		if m == nil {
			continue
		}
		if d := m[1]; len(d) == 3 {
			return "#" + strings.Repeat(d[:1], 2) + strings.Repeat(d[1:2], 2) + strings.Repeat(d[2:], 2)
		}
		return "#" + m[1]
	}
	return defaultAccent
}

// serveLook serves the look of the branch and language of the plain cookies as a style sheet, for a client whose settings
// or language changed after its page was rendered (client/src/shop/head.ts).
func (s *Site) serveLook(w http.ResponseWriter, r *http.Request) {
	branch := s.branchOf(r)
	lang := s.langOf(r, branch)
	s.serveFile(w, r, "look\n"+branch+"\n"+lang, "text/css; charset=utf-8", s.version(branch), func() []byte {
		return []byte(s.look(s.collectAndRead(r.Context(), branch, lang, place{}, s.c.Wait)))
	})
}

// look writes the shop's colours, fonts and background pictures as custom properties (client/src/ui/tokens.css).
// It contains only validated values, so no setting can end the style element or add a rule.
func (s *Site) look(f *facts) string {
	var b strings.Builder
	b.WriteString(":root{")
	accent := s.shopAccent(f)
	for _, scheme := range []string{"light", "dark"} {
		a := deriveAccent(accent, scheme)
		for _, p := range [][2]string{
			{"fill", a.Fill}, {"on-fill", a.OnFill}, {"fill-hover", a.FillHover}, {"text", a.Text}, {"tint", a.Tint}, {"border", a.Border}, {"focus", a.Focus},
		} {
			b.WriteString("--accent-" + p[0] + "-" + scheme + ":" + p[1] + ";")
		}
	}
	heading, text := f.fontNames()
	b.WriteString("--font-text:" + s.fontStack(f, text) + ";--font-heading:" + s.fontStack(f, heading) + ";")
	for _, picture := range [][2]string{{"page", "BACKGROUND_IMAGE"}, {"screen", "BREADCRUMB_BACKGROUND"}} {
		if u, err := url.Parse(f.picture(f.text(picture[1]))); err == nil && u.Host != "" {
			b.WriteString("--" + picture[0] + `-picture:url("` + strings.NewReplacer(`"`, "%22", `\`, "%5C", "<", "%3C", ">", "%3E", ")", "%29", "\n", "").Replace(u.String()) + `");`)
		}
	}
	b.WriteString("}")
	return b.String()
}

var arabicScript = regexp.MustCompile(`(?i)^(ar|fa|ur|ckb|ps)\b`)

// isFamilyName reports whether a text consists of at most 60 letters, digits and joining characters. A regular expression for
// this would take two megabytes.
func isFamilyName(s string) bool {
	return s != "" && utf8.RuneCountInString(s) <= 60 && !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && r != ' ' && r != '_' && r != '-'
	})
}

// plainFont returns a family's name, empty if it contains anything else.
func plainFont(name string) string {
	name, _, _ = strings.Cut(name, ",")
	name = strings.TrimSpace(strings.NewReplacer("'", "", `"`, "").Replace(name))
	if n := len(name) - len(" variable"); n > 0 && strings.EqualFold(name[n:], " variable") {
		name = strings.TrimSpace(name[:n])
	}
	if !isFamilyName(name) {
		return ""
	}
	return name
}

// fontNames returns the fonts of headings and texts from DEFAULT_FONT and FONT_SETTINGS, empty if there are none.
func (f *facts) fontNames() (heading, text string) {
	text = plainFont(f.text("DEFAULT_FONT"))
	heading = text
	written := f.text("FONT_SETTINGS")
	if !strings.HasPrefix(written, "{") {
		if written != "" {
			heading = plainFont(written)
		}
		return heading, text
	}
	var parts map[string]any
	if json.Unmarshal([]byte(written), &parts) != nil {
		return heading, text
	}
	pick := func(fallback string, keys ...string) string {
		for _, k := range keys {
			if v, ok := parts[k].(string); ok {
				if n := plainFont(v); n != "" {
					return n
				}
			}
		}
		return fallback
	}
	text = pick(text, "text", "body", "default")
	heading = pick(text, "heading", "headings", "title")
	return heading, text
}

func (s *Site) fontStack(f *facts, name string) string {
	var parts []string
	if c := s.fragments.Fonts[strings.ToLower(name)]; c != "" {
		parts = append(parts, c)
	} else if name != "" {
		parts = append(parts, `"`+name+`"`)
	}
	if arabicScript.MatchString(f.lang) {
		parts = append(parts, s.fragments.Fonts["noto sans arabic"])
	}
	return strings.Join(append(parts, "var(--font-fallback)"), ",")
}
