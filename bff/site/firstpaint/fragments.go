// Package firstpaint makes the first paint: what a customer sees before any script has run. Its markup comes from the client
// (client/src/first), whose build renders it into first.json with placeholders; this package fills them with values.
// client/e2e/first.desktop.spec.ts compares it with the client that replaces it.
package firstpaint

import (
	"encoding/json"
	"errors"
	"html/template"
	"regexp"
	"slices"
	"strings"
)

// File is the file of the client's build with the fragments of the first paint (client/src/first).
const File = "first.json"

// Options are the settings that a first paint depends on.
type Options struct {
	ImagesURL                           string // an image service, which serves images in the width at which they are shown
	Country, Language, Locale, Currency string
	Phone                               string // the restaurant's, where the settings have none
}

// Build is what a build of the client knows of its first paint: its views as templates, and its routes. html/template escapes
// everything that an upstream sent. The zero value paints nothing.
type Build struct {
	options   Options
	templates *template.Template
	// Brand is the name of the brand whose views the build has (docs/brand.md), empty for the plain product.
	Brand  string
	Limits limits
	// Fonts are the font stacks of the families that the client hosts; RightToLeft are the right-to-left languages.
	Fonts       map[string]string
	RightToLeft []string
	// The client's routes, and the texts of the strip before anything is chosen.
	HomeStep     step
	Places       []Place
	Guards       map[string][]guardStep
	FactSettings map[string]string
	// TopBarSettings are those that fill the top bar, besides the branch, the hours and the languages.
	TopBarSettings []string
	DeliverTypes   []deliverType
	Words          stripWords
	Letter         *regexp.Regexp
	Separator      *regexp.Regexp // between the restaurant's name and the branch's
	Money          moneyFormats
}

// deliverType is a delivery type, the setting that enables it, and its translation key.
type deliverType struct{ Type, Setting, Label string }

// stripWords are the translation keys of the strip: how, where, when, and change.
type stripWords struct{ How, Where, When, Change string }

// limits says how much of the menu is in the first paint, and which images are loaded at once
// (client/src/features/menu/firstScreen.ts).
type limits struct {
	Menus, Products, EagerMenus, EagerProducts, EagerSlides int
	Description                                             int // characters of a card's description
}

// Read parses first.json. A test compares the client's build with what this package fills.
func Read(raw []byte, o Options) (Build, error) {
	file := struct {
		Fragments map[string]string
		Build
	}{Build: Build{options: o, templates: template.New("")}}
	errs := []error{json.Unmarshal(raw, &file)}
	if file.Letter == nil || file.Separator == nil {
		errs = append(errs, errors.New("it is of another revision"))
	}
	for name, source := range file.Fragments {
		_, err := file.templates.New(name).Parse(source)
		errs = append(errs, err)
	}
	return file.Build, errors.Join(errs...)
}

// fill returns a fragment's markup, empty if it fails, which leaves the page to the client.
func (b *Build) fill(name string, data any) string {
	var out strings.Builder
	if b.templates.ExecuteTemplate(&out, name, data) != nil {
		return ""
	}
	return out.String()
}

// letterOf returns the letter on a drawn plate.
func (b *Build) letterOf(name string) string { return strings.ToUpper(b.Letter.FindString(name)) }

// splitBranchName splits a branch's name where it begins with the restaurant's, as client/src/domain/text.ts does.
func (b *Build) splitBranchName(name, restaurant string) (before, own string) {
	rest, found := strings.CutPrefix(name, restaurant)
	if restaurant == "" || !found {
		return "", name
	}
	if own = rest[len(b.Separator.FindString(rest)):]; own == "" || own == rest {
		return "", name
	}
	return name[:len(name)-len(own)], own
}

// DirectionOf is the reading direction of a language.
func (b *Build) DirectionOf(lang string) string {
	base, _, _ := strings.Cut(strings.ToLower(lang), "-")
	if slices.Contains(b.RightToLeft, base) {
		return "rtl"
	}
	return "ltr"
}
