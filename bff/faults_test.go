package main

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// saidFault is one of the BFF's own errors, as parsed from the source.
type saidFault struct{ status, code, message string }

// faultTypes are the struct types of docs/wire.md section 3's errors, by package; their literals begin with status, code,
// message.
var faultTypes = map[string]string{"gateway": "Fault", "social": "Refusal", "geocode": "fault"}

// faultsOf reads every fault literal of a package.
func faultsOf(t *testing.T, room string) (out []saidFault) {
	t.Helper()
	entries, err := os.ReadDir(room)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), room+"/"+e.Name(), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			lit, ok := n.(*ast.CompositeLit)
			if !ok {
				return true
			}
			name, ok := lit.Type.(*ast.Ident)
			if !ok || name.Name != faultTypes[room] || len(lit.Elts) < 3 {
				return true
			}
			code, codeOK := lit.Elts[1].(*ast.BasicLit)
			message, messageOK := lit.Elts[2].(*ast.BasicLit)
			if !codeOK || !messageOK { // one fault made of another
				return true
			}
			f := saidFault{status: "kept"}
			if status, ok := lit.Elts[0].(*ast.BasicLit); ok {
				f.status = status.Value
			}
			f.code, _ = strconv.Unquote(code.Value)
			f.message, _ = strconv.Unquote(message.Value)
			out = append(out, f)
			return true
		})
	}
	if len(out) == 0 {
		t.Fatalf("no fault was found in %s", room)
	}
	return out
}

// TestEveryFaultIsTranslated compares the messages of the BFF's own errors with mocks/translations/faults.json, both ways.
func TestEveryFaultIsTranslated(t *testing.T) {
	raw, err := os.ReadFile("../mocks/translations/faults.json")
	if err != nil {
		t.Fatal(err)
	}
	var translated map[string]map[string]string
	if err := json.Unmarshal(raw, &translated); err != nil {
		t.Fatal(err)
	}
	said := map[string]bool{}
	for room := range faultTypes {
		for _, f := range faultsOf(t, room) {
			said[f.message] = true
			for _, lang := range []string{"de", "tr", "ar"} {
				if translated[f.message][lang] == "" {
					t.Errorf("%s: %q has no %s", room, f.message, lang)
				}
			}
		}
	}
	for message := range translated {
		if !said[message] {
			t.Errorf("%q is translated, and nobody says it", message)
		}
	}
}

// TestMocksSayTheSameFaults compares the list in mocks/bff.ts with the gateway's, both ways.
func TestMocksSayTheSameFaults(t *testing.T) {
	raw, err := os.ReadFile("../mocks/bff.ts")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)const FAULTS = \{(.*?)\n\} as const`).FindSubmatch(raw)
	if list == nil {
		t.Fatal("mocks/bff.ts has no list of faults")
	}
	var theirs, ours []saidFault
	for _, m := range regexp.MustCompile(`(\w+): \[\s*(\d+),\s*(?:'([^']*)'|"([^"]*)"),?\s*\]`).FindAllSubmatch(list[1], -1) {
		theirs = append(theirs, saidFault{string(m[2]), string(m[1]), string(m[3]) + string(m[4])})
	}
	for _, f := range faultsOf(t, "gateway") {
		if f.status == "kept" { // the upstream's own, 502 where it has none
			f.status = "502"
		}
		ours = append(ours, f)
	}
	for _, f := range ours {
		if !slices.Contains(theirs, f) {
			t.Errorf("the mocks do not say %+v", f)
		}
	}
	for _, f := range theirs {
		if !slices.Contains(ours, f) {
			t.Errorf("only the mocks say %+v", f)
		}
	}
}
