package accent

import (
	"regexp"
	"strings"
)

// Default is the accent of a shop that has none; client/src/ui/tokens.css has the derived colours.
const Default = "#c2410c"

// anyColour matches a colour in a setting: #rgb or #rrggbb, with or without the #.
var anyColour = regexp.MustCompile(`(?i)^#?([0-9a-f]{3}|[0-9a-f]{6})$`)

// Parse returns a written colour as #rrggbb, empty if it is none.
func Parse(written string) string {
	m := anyColour.FindStringSubmatch(strings.TrimSpace(written))
	switch {
	case m == nil:
		return ""
	case len(m[1]) == 3:
		d := m[1]
		return "#" + strings.Repeat(d[:1], 2) + strings.Repeat(d[1:2], 2) + strings.Repeat(d[2:], 2)
	}
	return "#" + m[1]
}

// Styles writes the colours that are derived from an accent, as custom properties. /look.css?accent=#rrggbb has them for the
// look page, which tries an accent out (client/tools/look/LookEditor.tsx).
func Styles(accent string) string {
	var b strings.Builder
	b.WriteString(":root{")
	for _, scheme := range []string{"light", "dark"} {
		a := Derive(accent, scheme)
		for _, p := range [][2]string{
			{"fill", a.Fill}, {"on-fill", a.OnFill}, {"fill-hover", a.FillHover}, {"text", a.Text}, {"tint", a.Tint}, {"border", a.Border}, {"focus", a.Focus},
		} {
			b.WriteString("--accent-" + p[0] + "-" + scheme + ":" + p[1] + ";")
		}
	}
	return b.String() + "}"
}
