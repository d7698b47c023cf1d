// Package firstpaint makes the first paint: what a customer sees before any script has run. Its markup comes from the client
// (client/src/first), whose build renders it into first.json with placeholders; this package fills them with values.
// client/e2e/first.desktop.spec.ts compares it with the client that replaces it.
package firstpaint

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"maps"
	"reflect"
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

// fragmentData has a value that fills each fragment, with one value for every other fragment in it. Every exported field and
// method is a placeholder of its fragment, and vice versa.
var fragmentData = map[string]any{
	"page":        page{Menu: &menu{}, Screen: &screen{}, Branches: &branchChoice{}},
	"branches":    branchChoice{Cards: []branchCard{{}}},
	"branch":      branchCard{},
	"screen":      screen{Trail: []crumb{{}}},
	"step":        crumb{},
	"menu":        menu{Hero: &hero{}, Strip: &strip{}, Slides: []slide{{}}, Section: &section{}},
	"hero":        hero{Pictures: []heroPicture{{}}},
	"heroPicture": heroPicture{image: exampleImage},
	"strip":       strip{},
	"slide":       slide{Pictured: true, image: exampleImage},
	"section":     section{Menus: []menuCard{{}}, Products: []productCard{{}}},
	"menuCard":    menuCard{card: card{image: exampleImage}},
	"productCard": productCard{card: card{image: exampleImage}},
	"sheet":       sheet{Wide: "/x", image: exampleImage},
}

var exampleImage = image{"/x", "/{url}"}

var (
	action      = regexp.MustCompile(`{{[^}]*}}`)
	placeholder = regexp.MustCompile(`\.([A-Z]\w*)`)
)

// Read parses first.json. It fails if the file and fragmentData do not match: a placeholder without a value would be
// empty, and a value without a placeholder would be lost.
func Read(raw []byte, o Options) (none Build, err error) {
	file := struct {
		Fragments map[string]string
		Build
	}{Build: Build{options: o, templates: template.New("")}}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return none, err
	}
	f := file.Build
	all := reflect.ValueOf(f.Limits)
	for i := range all.NumField() {
		if all.Field(i).Int() <= 0 {
			return none, fmt.Errorf("the limit %s is missing", all.Type().Field(i).Name)
		}
	}
	if len(f.Money.Locales) == 0 || len(f.Money.Exponents) == 0 {
		return none, errors.New("the formats of money are missing")
	}
	if len(f.Fonts) == 0 || len(f.RightToLeft) == 0 {
		return none, errors.New("the fonts or the languages from right to left are missing")
	}
	if f.Letter == nil || f.Letter.String() == "" || f.Separator == nil || f.Separator.String() == "" || len(f.DeliverTypes) == 0 || f.Words == (stripWords{}) || f.HomeStep == (step{}) {
		return none, errors.New("the first letter of a name, what separates names, or the words of the strip, are missing")
	}
	errs := []error{f.checkPlaces(), differing("fragment", file.Fragments, fragmentData)}
	for name, source := range file.Fragments {
		_, err := f.templates.New(name).Parse(source)
		errs = append(errs, err)
		if data, ok := fragmentData[name]; ok {
			errs = append(errs, differing("placeholder of "+name, placeholdersIn(source), placeholdersOf(reflect.TypeOf(data))))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return none, err
	}
	for name, data := range fragmentData {
		if err := f.templates.ExecuteTemplate(io.Discard, name, data); err != nil {
			return none, err
		}
	}
	return f, nil
}

// optionalPlaceholder is used by replaced views only (docs/brand.md).
const optionalPlaceholder = "Field"

// placeholdersIn returns those that a template uses, placeholdersOf those that a type fills, both without the optional one.
func placeholdersIn(source string) map[string]bool {
	names := map[string]bool{}
	for _, a := range action.FindAllString(source, -1) {
		for _, m := range placeholder.FindAllStringSubmatch(a, -1) {
			names[m[1]] = true
		}
	}
	delete(names, optionalPlaceholder)
	return names
}

func placeholdersOf(t reflect.Type) map[string]bool {
	names := map[string]bool{}
	for _, field := range reflect.VisibleFields(t) {
		if field.IsExported() && !field.Anonymous {
			names[field.Name] = true
		}
	}
	for i := range t.NumMethod() {
		names[t.Method(i).Name] = true
	}
	delete(names, optionalPlaceholder)
	return names
}

// differing lists what only one of two sets has.
func differing[A, B any](what string, client map[string]A, here map[string]B) error {
	var errs []error
	for _, name := range slices.Sorted(maps.Keys(client)) {
		if _, ok := here[name]; !ok {
			errs = append(errs, fmt.Errorf("unknown %s: %s", what, name))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(here)) {
		if _, ok := client[name]; !ok {
			errs = append(errs, fmt.Errorf("missing %s: %s", what, name))
		}
	}
	return errors.Join(errs...)
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
