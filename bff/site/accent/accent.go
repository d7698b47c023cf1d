// Package accent derives the shop's colours from its accent and draws the icons in it.
package accent

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// The colours derived from the restaurant's accent: text, hover, focus and tint are computed in OKLCH, and their lightness is
// adjusted until they reach the required contrast.

// surfaces are the background colours of client/src/ui/tokens.css, by scheme.
var surfaces = map[string][]string{
	"light": {"#faf8f5", "#ffffff", "#f2eee8"},
	"dark":  {"#14110f", "#1e1a17", "#292420"},
}

// Colours are the colours derived from the accent for one scheme, each #rrggbb, under the names of their tokens.
type Colours struct {
	Fill, OnFill, FillHover, Text, Tint, Border, Focus string
}

type oklch struct{ l, c, h float64 }

func channels(hex string) [3]float64 {
	n, _ := strconv.ParseUint(strings.TrimPrefix(hex, "#"), 16, 32)
	return [3]float64{float64(n>>16&255) / 255, float64(n>>8&255) / 255, float64(n&255) / 255}
}

func linear(v float64) float64 {
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

func gamma(v float64) float64 {
	if v <= 0.0031308 {
		return v * 12.92
	}
	return 1.055*math.Pow(v, 1/2.4) - 0.055
}

func luminance(hex string) float64 {
	rgb := channels(hex)
	return 0.2126*linear(rgb[0]) + 0.7152*linear(rgb[1]) + 0.0722*linear(rgb[2])
}

// contrast of two colours by WCAG 2: 1 to 21.
func contrast(one, other string) float64 {
	a, b := luminance(one), luminance(other)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

func toOklch(hex string) oklch {
	rgb := channels(hex)
	r, g, b := linear(rgb[0]), linear(rgb[1]), linear(rgb[2])
	l := math.Cbrt(0.4122214708*r + 0.5363325363*g + 0.0514459929*b)
	m := math.Cbrt(0.2119034982*r + 0.6806995451*g + 0.1073969566*b)
	s := math.Cbrt(0.0883024619*r + 0.2817188376*g + 0.6299787005*b)
	a := 1.9779984951*l - 2.428592205*m + 0.4505937099*s
	bb := 0.0259040371*l + 0.7827717662*m - 0.808675766*s
	return oklch{0.2104542553*l + 0.793617785*m - 0.0040720468*s, math.Hypot(a, bb), math.Atan2(bb, a)}
}

func (o oklch) linear() [3]float64 {
	a, b := o.c*math.Cos(o.h), o.c*math.Sin(o.h)
	cube := func(v float64) float64 { return v * v * v }
	l := cube(o.l + 0.3963377774*a + 0.2158037573*b)
	m := cube(o.l - 0.1055613458*a - 0.0638541728*b)
	s := cube(o.l - 0.0894841775*a - 1.291485548*b)
	return [3]float64{
		4.0767416621*l - 3.3077115913*m + 0.2309699292*s,
		-1.2684380046*l + 2.6097574011*m - 0.3413193965*s,
		-0.0041960863*l - 0.7034186147*m + 1.707614701*s,
	}
}

// hex returns the nearest displayable colour, with the same lightness and hue and less chroma.
func (o oklch) hex() string {
	o.l = min(1, max(0, o.l))
	inside := func(c float64) bool {
		rgb := oklch{o.l, c, o.h}.linear()
		return slices.Min(rgb[:]) >= -0.0005 && slices.Max(rgb[:]) <= 1.0005
	}
	if high := o.c; !inside(high) {
		low := 0.0
		for range 16 {
			middle := (low + high) / 2
			if inside(middle) {
				low = middle
			} else {
				high = middle
			}
		}
		o.c = low
	}
	hex := "#"
	for _, v := range o.linear() {
		hex += fmt.Sprintf("%02x", int(min(1, gamma(max(0, v)))*255+0.5))
	}
	return hex
}

// moveLightness returns the colour for which ok is true, of the same hue and nearest in lightness, towards black (0) or white (1).
func moveLightness(from oklch, towards float64, ok func(string) bool) string {
	const steps = 100
	for step := 0.0; step <= steps; step++ {
		if c := (oklch{from.l + ((towards-from.l)*step)/steps, from.c, from.h}).hex(); ok(c) {
			return c
		}
	}
	return oklch{l: towards}.hex()
}

// Derive derives every accent colour of a scheme ("light" or "dark") from a #rrggbb, readable on every background.
func Derive(colour, scheme string) Colours {
	base, grounds := toOklch(colour), surfaces[scheme]
	away, tint := 0.0, oklch{0.957, min(base.c, 0.028), base.h}
	if scheme == "dark" {
		away, tint = 1, oklch{0.29, min(base.c, 0.045), base.h}
	}
	// clears reports whether a colour has this contrast to each of the grounds.
	clears := func(c string, least float64, grounds []string) bool {
		return !slices.ContainsFunc(grounds, func(ground string) bool { return contrast(c, ground) < least })
	}
	onDark := oklch{0.17, min(base.c, 0.03), base.h}.hex()
	readable := func(fill string) string {
		switch {
		case contrast("#ffffff", fill) >= 4.5:
			return "#ffffff"
		case contrast(onDark, fill) >= 4.5:
			return onDark
		}
		return ""
	}
	a := Colours{Tint: tint.hex()}
	a.Fill = moveLightness(base, away, func(c string) bool { return clears(c, 3, grounds) && readable(c) != "" })
	a.OnFill = readable(a.Fill)
	filled := toOklch(a.Fill)
	by := 0.05
	if a.OnFill == "#ffffff" {
		by = -0.06
	}
	if a.FillHover = (oklch{filled.l + by, filled.c, filled.h}).hex(); contrast(a.OnFill, a.FillHover) < 4.5 {
		a.FillHover = a.Fill
	}
	every := slices.Concat(grounds, []string{a.Tint})
	a.Text = moveLightness(filled, away, func(c string) bool { return clears(c, 4.5, every) })
	a.Border = moveLightness(filled, away, func(c string) bool { return clears(c, 3, every) })
	a.Focus = moveLightness(filled, away, func(c string) bool { return clears(c, 3.2, every) })
	return a
}
