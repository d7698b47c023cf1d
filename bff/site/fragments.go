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

// fragmentsFile is the file of the client's build with the fragments of the first paint (client/src/first).
const fragmentsFile = "first.json"

// fragments are the client's views as templates. html/template escapes everything that an upstream sent. Without templates there
// is no first paint.
type fragments struct {
	templates *template.Template
	Limits    limits
	// Fonts are the font stacks of the families that the client hosts; RightToLeft are the right-to-left languages.
	Fonts       map[string]string
	RightToLeft []string
	// The client's routes, and the texts of the strip before anything is chosen.
	HomeStep     step
	Places       []place
	Guards       map[string][]guardStep
	FactSettings map[string]string
	DeliverTypes []deliverType
	Words        stripWords
	Letter       *regexp.Regexp
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

// fragmentData has the type that fills each fragment. Every exported field is a placeholder of its fragment, and vice versa.
var fragmentData = map[string]any{
	"page": firstPaint{}, "screen": firstScreen{}, "step": firstStep{}, "menu": firstMenu{}, "strip": firstStrip{}, "slide": firstSlide{},
	"section": firstSection{}, "menuCard": firstMenuCard{}, "productCard": firstProductCard{}, "sheet": firstSheet{},
}

// readFragments parses first.json. It fails if the file and fragmentData do not match: a placeholder without a value would be
// empty, and a value without a placeholder would be lost.
func readFragments(raw []byte) (fragments, error) {
	file := struct {
		Fragments map[string]string
		fragments
	}{fragments: fragments{templates: template.New("")}}
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
	if file.Letter == nil || file.Letter.String() == "" || len(file.DeliverTypes) == 0 || file.Words == (stripWords{}) || file.HomeStep == (step{}) {
		return fragments{}, errors.New("the first letter of a name, or the words of the strip, are missing")
	}
	f := file.fragments
	errs := []error{f.checkPlaces(), differing("fragment", file.Fragments, fragmentData)}
	for name, source := range file.Fragments {
		t, err := f.templates.New(name).Parse(source)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		placeholders, fields := map[string]bool{}, map[string]bool{}
		findPlaceholders(t.Tree.Root, placeholders)
		if of, ok := fragmentData[name]; ok {
			for _, field := range reflect.VisibleFields(reflect.TypeOf(of)) {
				if field.IsExported() && !field.Anonymous {
					fields[field.Name] = true
				}
			}
			for i := range reflect.TypeOf(of).NumMethod() {
				fields[reflect.TypeOf(of).Method(i).Name] = true
			}
			errs = append(errs, differing("placeholder of "+name, placeholders, fields))
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fragments{}, err
	}
	// Execute each fragment with zero values and with all fields set.
	for name, of := range fragmentData {
		for _, data := range []reflect.Value{reflect.New(reflect.TypeOf(of)).Elem(), example(reflect.TypeOf(of))} {
			if err := f.templates.ExecuteTemplate(new(bytes.Buffer), name, data.Interface()); err != nil {
				return fragments{}, err
			}
		}
	}
	return f, nil
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

// findPlaceholders collects the fields that a template uses.
func findPlaceholders(n parse.Node, placeholders map[string]bool) {
	branch := func(b *parse.BranchNode) {
		findPlaceholders(b.Pipe, placeholders)
		findPlaceholders(b.List, placeholders)
		if b.ElseList != nil {
			findPlaceholders(b.ElseList, placeholders)
		}
	}
	switch n := n.(type) {
	case *parse.ListNode:
		for _, child := range n.Nodes {
			findPlaceholders(child, placeholders)
		}
	case *parse.ActionNode:
		findPlaceholders(n.Pipe, placeholders)
	case *parse.TemplateNode:
		findPlaceholders(n.Pipe, placeholders)
	case *parse.IfNode:
		branch(&n.BranchNode)
	case *parse.WithNode:
		branch(&n.BranchNode)
	case *parse.RangeNode:
		branch(&n.BranchNode)
	case *parse.PipeNode:
		for _, command := range n.Cmds {
			for _, argument := range command.Args {
				findPlaceholders(argument, placeholders)
			}
		}
	case *parse.FieldNode:
		placeholders[n.Ident[0]] = true
	}
}

// example returns a value of a type with every field set.
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

// fill returns a fragment's markup, nil if it fails, which leaves the page to the client.
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
