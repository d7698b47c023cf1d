package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"text/template/parse"
)

// fragmentsFile is the file of the client's build that holds the fragments of the first paint (client/src/first).
const fragmentsFile = "first.json"

// fragments are the client's views as templates. html/template escapes everything an upstream sent. Without templates the
// first paint is left out.
type fragments struct {
	templates *template.Template
	limits    limits
	// fonts are the families the client hosts, as they stand in a font stack; rightToLeft the languages read that way.
	fonts       map[string]string
	rightToLeft []string
	// What the client knows of its routes, and the words of the strip before anything is chosen.
	homeStep     step
	places       []place
	guards       map[string][]guardStep
	factSettings map[string]string
	deliverTypes []deliverType
	words        stripWords
	letter       *regexp.Regexp
}

// deliverType is a way to the customer, the setting that offers it, and its translation key.
type deliverType struct{ Type, Setting, Label string }

// stripWords are the translation keys of the strip: how of several ways, where to, when, and the word for changing it.
type stripWords struct{ How, Where, When, Change string }

// limits is how much of the menu is in the first paint, and which of its pictures are loaded at once
// (client/src/features/menu/firstScreen.ts).
type limits struct {
	Menus, Products, EagerMenus, EagerProducts, EagerSlides int
	Description                                             int // characters of a card's description
}

// fragmentData is what each fragment is filled with. Every exported field is a hole of its fragment, and every hole a field.
var fragmentData = map[string]any{
	"page": firstPaint{}, "screen": firstScreen{}, "step": firstStep{}, "menu": firstMenu{}, "strip": firstStrip{}, "slide": firstSlide{},
	"section": firstSection{}, "menuCard": firstMenuCard{}, "productCard": firstProductCard{}, "sheet": firstSheet{},
}

// readFragments parses first.json. It fails when the file and fragmentData do not match: a hole that nothing fills would
// be painted as nothing, and a value without a hole would be lost.
func readFragments(raw []byte) (fragments, error) {
	var file struct {
		Fragments   map[string]string
		Limits      limits
		Fonts       map[string]string
		RightToLeft []string

		HomeStep     step
		Places       []place
		Guards       map[string][]guardStep
		FactSettings map[string]string
		DeliverTypes []deliverType
		Words        stripWords
		Letter       string
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return fragments{}, err
	}
	all := reflect.ValueOf(file.Limits)
	for i := range all.NumField() {
		if all.Field(i).Int() <= 0 {
			return fragments{}, fmt.Errorf("the limit %s is missing", all.Type().Field(i).Name)
		}
	}
	if len(file.Fonts) == 0 || len(file.RightToLeft) == 0 {
		return fragments{}, errors.New("the fonts or the languages from right to left are missing")
	}
	f := fragments{
		templates: template.New(""), limits: file.Limits, fonts: file.Fonts, rightToLeft: file.RightToLeft,
		homeStep: file.HomeStep, places: file.Places, guards: file.Guards, factSettings: file.FactSettings,
		deliverTypes: file.DeliverTypes, words: file.Words,
	}
	var err error
	if f.letter, err = regexp.Compile(file.Letter); err != nil || file.Letter == "" || len(file.DeliverTypes) == 0 || file.Words == (stripWords{}) || file.HomeStep == (step{}) {
		return fragments{}, errors.Join(errors.New("the first letter of a name, or the words of the strip, are missing"), err)
	}
	errs := []error{f.checkPlaces(), differing("fragment", file.Fragments, fragmentData)}
	for name, source := range file.Fragments {
		t, err := f.templates.New(name).Parse(source)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		holes, fields := map[string]bool{}, map[string]bool{}
		findHoles(t.Tree.Root, holes)
		if of, ok := fragmentData[name]; ok {
			for _, field := range reflect.VisibleFields(reflect.TypeOf(of)) {
				if field.IsExported() && !field.Anonymous {
					fields[field.Name] = true
				}
			}
			for i := range reflect.TypeOf(of).NumMethod() {
				fields[reflect.TypeOf(of).Method(i).Name] = true
			}
			errs = append(errs, differing("hole of "+name, holes, fields))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fragments{}, err
	}
	// What a fragment makes of nothing, and of everything.
	for name, of := range fragmentData {
		for _, data := range []reflect.Value{reflect.New(reflect.TypeOf(of)).Elem(), example(reflect.TypeOf(of))} {
			if err := f.templates.ExecuteTemplate(new(bytes.Buffer), name, data.Interface()); err != nil {
				return fragments{}, err
			}
		}
	}
	return f, nil
}

// differing names what only one of two sets has.
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

// findHoles collects the fields that a template asks for.
func findHoles(n parse.Node, holes map[string]bool) {
	branch := func(b *parse.BranchNode) {
		findHoles(b.Pipe, holes)
		findHoles(b.List, holes)
		if b.ElseList != nil {
			findHoles(b.ElseList, holes)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			findHoles(child, holes)
		}
	case *parse.ActionNode:
		findHoles(n.Pipe, holes)
	case *parse.TemplateNode:
		findHoles(n.Pipe, holes)
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.PipeNode:
		for _, command := range n.Cmds {
			for _, argument := range command.Args {
				findHoles(argument, holes)
			}
		}
	case *parse.FieldNode:
		holes[n.Ident[0]] = true
	}
}

// example is a value of a type with something in every field.
func example(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.String:
		v.SetString("x")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Pointer:
		v.Set(reflect.New(t.Elem()))
		v.Elem().Set(example(t.Elem()))
	case reflect.Slice:
		v.Set(reflect.Append(v, example(t.Elem())))
	case reflect.Struct:
		for _, field := range reflect.VisibleFields(t) {
			if field.IsExported() && !field.Anonymous {
				v.FieldByIndex(field.Index).Set(example(field.Type))
			}
		}
	}
	return v
}

// fill gives a fragment's markup; nil when it can't be made, which leaves the page to the client.
func (f fragments) fill(name string, data any) []byte {
	if f.templates == nil {
		return nil
	}
	var b bytes.Buffer
	if f.templates.ExecuteTemplate(&b, name, data) != nil {
		return nil
	}
	return b.Bytes()
}
