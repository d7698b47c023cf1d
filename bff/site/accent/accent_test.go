package accent

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestAccent: the colours derived from any accent have enough contrast on every background, in both schemes.
func TestAccent(t *testing.T) {
	if a := Derive("#b3261e", "light"); a.Fill != "#b3261e" {
		t.Errorf("a good colour was changed: %s", a.Fill)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 4000 {
		colour, scheme := fmt.Sprintf("#%06x", random.IntN(1<<24)), []string{"light", "dark"}[i%2]
		a := Derive(colour, scheme)
		for _, ground := range append([]string{a.Tint}, surfaces[scheme]...) {
			for what, c := range map[string]float64{
				"text": contrast(a.Text, ground) / 4.5, "border": contrast(a.Border, ground) / 3, "focus": contrast(a.Focus, ground) / 3,
			} {
				if c < 1 {
					t.Fatalf("%s %s: the %s on %s", colour, scheme, what, ground)
				}
			}
		}
		for _, ground := range surfaces[scheme] {
			if contrast(a.Fill, ground) < 3 {
				t.Fatalf("%s %s: the fill on %s", colour, scheme, ground)
			}
		}
		if contrast(a.OnFill, a.Fill) < 4.5 || contrast(a.OnFill, a.FillHover) < 4.5 {
			t.Fatalf("%s %s: on the fill", colour, scheme)
		}
	}
}

// TestTokens: the surfaces and the default accent are those of the client's tokens, and its text colours have enough contrast on every surface.
func TestTokens(t *testing.T) {
	b, err := os.ReadFile("../../../client/src/ui/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, found := strings.Cut(string(b), "[data-scheme='dark']")
	if !found {
		t.Fatal("no dark scheme")
	}
	for scheme, css := range map[string]string{"light": light, "dark": dark} {
		token := func(name string) string {
			m := regexp.MustCompile(`--` + name + `: (#[0-9a-f]{6});`).FindStringSubmatch(css)
			if m == nil {
				t.Fatalf("%s: no --%s", scheme, name)
			}
			return m[1]
		}
		if s := []string{token("surface-page"), token("surface-raised"), token("surface-sunken")}; !slices.Equal(s, surfaces[scheme]) {
			t.Errorf("%s: the surfaces are %v", scheme, s)
		}
		for ink, least := range map[string]float64{"ink": 7, "ink-quiet": 4.5, "line-strong": 3, "danger": 4.5, "success": 4.5, "warning": 4.5} {
			for _, ground := range surfaces[scheme] {
				if contrast(token(ink), ground) < least {
					t.Errorf("%s: --%s on %s", scheme, ink, ground)
				}
			}
		}
		a := Derive(Default, scheme)
		for name, want := range map[string]string{"fill": a.Fill, "on-fill": a.OnFill, "fill-hover": a.FillHover, "text": a.Text, "tint": a.Tint, "border": a.Border, "focus": a.Focus} {
			if !strings.Contains(css, "var(--accent-"+name+"-"+scheme+", "+want+")") {
				t.Errorf("%s: the default --accent-%s is not %s", scheme, name, want)
			}
		}
	}
}
