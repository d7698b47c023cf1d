package site

import (
	"cmp"
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"tablefront/bff/site/accent"
	"tablefront/bff/site/shop"
)

// accent is the accent colour as #rrggbb: the operator's, otherwise the setting's, otherwise the default.
func (f *facts) accent() string {
	return cmp.Or(accent.Parse(f.s.c.Accent), accent.Parse(f.Text("PRIMARY_COLOR")), accent.Default)
}

// look writes the shop's colours, fonts and background pictures as custom properties (client/src/ui/tokens.css). /look.css has
// them for a client whose settings or language changed after its page was rendered (client/src/restaurant/head.ts).
// It contains only validated values, so no setting can end the style element or add a rule.
func (f *facts) look() string {
	var b strings.Builder
	b.WriteString(strings.TrimSuffix(accent.Styles(f.accent()), "}"))
	heading, text := f.fonts()
	b.WriteString("--font-text:" + f.fontStack(text.name) + ";--font-heading:" + f.fontStack(heading.name) + ";")
	for _, picture := range [][2]string{{"page", "BACKGROUND_IMAGE"}, {"screen", "BREADCRUMB_BACKGROUND"}} {
		if u, err := url.Parse(f.PictureOf(picture[1])); err == nil && u.Path != "" {
			b.WriteString("--" + picture[0] + "-picture:" + cssURL(u) + ";")
		}
	}
	b.WriteString("}")
	for _, own := range ownFonts(heading, text) {
		b.WriteString(`@font-face{font-family:"` + own.name + `";src:` + cssURL(own.file) + `;font-weight:100 900;font-display:swap}`)
	}
	return b.String()
}

// cssURL writes an address that can't end its style element, rule or value.
func cssURL(u *url.URL) string {
	return `url("` + strings.NewReplacer(`"`, "%22", `\`, "%5C", "<", "%3C", ">", "%3E", ")", "%29", "\n", "").Replace(u.String()) + `")`
}

// font is a font of the settings: a family that the shop or the device has, or a file of its own.
type font struct {
	name string   // empty: none
	file *url.URL // nil: a family
}

// fontOf reads a font of the settings: the name of a family, or the https address of a WOFF2 or WOFF file, which becomes a family of
// the given name.
func fontOf(setting, own string) font {
	if !strings.HasPrefix(setting, "https://") {
		return font{name: plainFont(setting)}
	}
	u, err := url.Parse(strings.TrimSpace(setting))
	if err != nil || shop.OriginOf(setting) == "" || !fontFile.MatchString(u.Path) {
		return font{}
	}
	return font{name: own, file: u}
}

var fontFile = regexp.MustCompile(`(?i)\.woff2?$`)

// ownFonts returns the fonts that have a file.
func ownFonts(fonts ...font) []font {
	return slices.DeleteFunc(fonts, func(f font) bool { return f.file == nil })
}

// fonts returns the fonts of headings and texts from FONT_SETTINGS, or otherwise DEFAULT_FONT; empty if there are none.
func (f *facts) fonts() (heading, text font) {
	var fonts struct{ Heading, Text any }
	json.Unmarshal([]byte(f.Text("FONT_SETTINGS")), &fonts)
	plain := fontOf(f.Text("DEFAULT_FONT"), "Shop")
	return cmp.Or(fontOf(shop.TextOf(fonts.Heading), "Shop Heading"), plain), cmp.Or(fontOf(shop.TextOf(fonts.Text), "Shop Text"), plain)
}

// plainFont returns a family's name, empty if it contains anything else than at most 60 letters, digits and joining characters.
// A regular expression for this would take two megabytes.
func plainFont(name string) string {
	name, _, _ = strings.Cut(name, ",")
	name = strings.TrimSpace(strings.NewReplacer("'", "", `"`, "").Replace(name))
	if n := len(name) - len(" variable"); n > 0 && strings.EqualFold(name[n:], " variable") {
		name = strings.TrimSpace(name[:n])
	}
	foreign := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsNumber(r) && !strings.ContainsRune(" _-", r)
	}
	if utf8.RuneCountInString(name) > 60 || strings.ContainsFunc(name, foreign) {
		return ""
	}
	return name
}

var arabicScript = regexp.MustCompile(`(?i)^(ar|fa|ur|ckb|ps)\b`)

func (f *facts) fontStack(name string) string {
	var stack []string
	if name != "" {
		stack = append(stack, cmp.Or(f.s.first.Fonts[strings.ToLower(name)], `"`+name+`"`))
	}
	if arabicScript.MatchString(f.lang) {
		stack = append(stack, f.s.first.Fonts["noto sans arabic"])
	}
	return strings.Join(append(stack, "var(--font-fallback)"), ",")
}
