package firstpaint

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// built returns the first.json of the client's build, and what Read makes of it.
func built(t *testing.T) ([]byte, Build) {
	t.Helper()
	raw, err := os.ReadFile("../../../client/dist/" + File)
	if err != nil {
		t.Fatal("run make build: ", err)
	}
	b, err := Read(raw, Options{})
	if err != nil {
		t.Fatal(err)
	}
	return raw, b
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

// TestTheBuildFits: the client's build has the parts, fragments and placeholders that this package fills, and no others: a placeholder without a value would be empty,
// and a value without a placeholder lost.
func TestTheBuildFits(t *testing.T) {
	raw, b := built(t)
	var file struct {
		Fragments map[string]string
		Build
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		t.Error(err)
	}
	parts := reflect.ValueOf(b)
	for i := range parts.NumField() {
		if name := parts.Type().Field(i).Name; parts.Field(i).IsZero() && name != "Brand" && name != "options" {
			t.Errorf("%s is missing", name)
		}
	}
	limits := reflect.ValueOf(b.Limits)
	for i := range limits.NumField() {
		if limits.Field(i).Int() <= 0 {
			t.Errorf("the limit %s is missing", limits.Type().Field(i).Name)
		}
	}
	same(t, "fragment", file.Fragments, fragmentData)
	for name, data := range fragmentData {
		same(t, "placeholder of "+name, placeholdersIn(file.Fragments[name]), placeholdersOf(reflect.TypeOf(data)))
		if err := b.templates.ExecuteTemplate(io.Discard, name, data); err != nil {
			t.Error(err)
		}
	}
}

// TestTheGuardsFit: places, guards and facts refer to what there is.
func TestTheGuardsFit(t *testing.T) {
	_, b := built(t)
	if b.At("/", nil).Guard == "" {
		t.Error("the home page has no guard")
	}
	for _, p := range b.Places {
		if p.Name == "" || !strings.HasPrefix(p.Path, "/") {
			t.Errorf("the place %q has no path or no name", p.Name+p.Path)
		}
		if _, ok := b.Guards[p.Guard]; p.Guard != "" && !ok {
			t.Errorf("unknown guard of %s: %s", p.Name, p.Guard)
		}
	}
	for name, steps := range b.Guards {
		for _, s := range steps {
			if s.To != "" && b.At(s.To, nil).Unknown() {
				t.Errorf("the guard %s redirects to an unknown place: %s", name, s.To)
			}
			for _, when := range s.When {
				if fact := strings.TrimPrefix(when, "!"); fact != factActive && !slices.Contains(factsOfBrowser, fact) && b.FactSettings[fact] == "" {
					t.Errorf("unknown fact of the guard %s: %s", name, fact)
				}
			}
		}
	}
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

// same fails for what only one of two sets has.
func same[A, B any](t *testing.T, what string, client map[string]A, here map[string]B) {
	t.Helper()
	if a, b := slices.Sorted(maps.Keys(client)), slices.Sorted(maps.Keys(here)); !slices.Equal(a, b) {
		t.Errorf("%s: the client has %q, this package %q", what, a, b)
	}
}
