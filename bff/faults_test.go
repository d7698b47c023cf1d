package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"tablefront/contracts"
)

// saidFault is one of the BFF's own errors, as parsed from the source.
type saidFault struct{ status, code, message string }

// faulty are the packages that make errors, those of docs/wire.md section 3 in package fault.
var faulty = []string{"fault", "social", "geocode"}

// faultsOf reads every fault.New and every other message of a package.
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
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			var text [3]string
			literal := func(i int, arg ast.Expr) {
				value, ok := arg.(*ast.BasicLit)
				if !ok {
					t.Fatalf("%s/%s: status, code and message of a fault must be literals", room, e.Name())
				}
				text[i] = value.Value
			}
			switch name, selects := call.Fun.(*ast.SelectorExpr); {
			case selects && name.Sel.Name == "Saying":
				literal(2, call.Args[0])
			case selects && fmt.Sprint(name.X, ".", name.Sel) == "fault.New", room == "fault" && fmt.Sprint(call.Fun) == "New":
				for i, arg := range call.Args {
					literal(i, arg)
				}
			default:
				return true
			}
			f := saidFault{status: text[0]}
			f.code, _ = strconv.Unquote(text[1])
			f.message, _ = strconv.Unquote(text[2])
			out = append(out, f)
			return true
		})
	}
	if len(out) == 0 {
		t.Fatalf("no fault was found in %s", room)
	}
	return out
}

// TestEveryFaultIsTranslated: the messages of the BFF's own errors are in every file of contracts/translations.
func TestEveryFaultIsTranslated(t *testing.T) {
	for _, lang := range []string{"de", "tr", "ar"} {
		translated := contracts.Texts(lang)
		for _, room := range faulty {
			for _, f := range faultsOf(t, room) {
				if translated[f.message] == "" {
					t.Errorf("%s: %q has no %s", room, f.message, lang)
				}
			}
		}
	}
}

// TestMocksSayTheSameFaults compares the list in mocks/runtimes/bff.ts with the gateway's, both ways.
func TestMocksSayTheSameFaults(t *testing.T) {
	raw, err := os.ReadFile("../mocks/runtimes/bff.ts")
	if err != nil {
		t.Fatal(err)
	}
	list := regexp.MustCompile(`(?s)const FAULTS = \{(.*?)\n\} as const`).FindSubmatch(raw)
	if list == nil {
		t.Fatal("mocks/runtimes/bff.ts has no list of faults")
	}
	var theirs []saidFault
	for _, m := range regexp.MustCompile(`(\w+): \[\s*(\d+),\s*(?:'([^']*)'|"([^"]*)"),?\s*\]`).FindAllSubmatch(list[1], -1) {
		theirs = append(theirs, saidFault{string(m[2]), string(m[1]), string(m[3]) + string(m[4])})
	}
	ours := faultsOf(t, "fault")
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
