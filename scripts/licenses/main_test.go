package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Everything that package.json and go.mod name for the program is in the notices with its text.
// testsOnly are no part of a build.
var testsOnly = []string{
	"github.com/alicebob/miniredis/v2", "github.com/getkin/kin-openapi", "github.com/santhosh-tekuri/jsonschema/v6", "gopkg.in/yaml.v3", "pgregory.net/rapid",
}

func TestEveryDependencyIsNamed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "licenses.txt")
	if err := write("../..", file); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text := string(raw)
	named := []string{"Go standard library go"}
	var manifest struct{ Dependencies map[string]string }
	read(t, "../../package.json", &manifest)
	for name, version := range manifest.Dependencies {
		named = append(named, name+" "+version+"\t")
	}
	for _, m := range regexp.MustCompile(`(?m)^\t(\S+) (v\S+)$`).FindAllStringSubmatch(firstBlock(t), -1) {
		if !slices.Contains(testsOnly, m[1]) {
			named = append(named, m[1]+" "+m[2]+"\t")
		}
	}
	if len(named) < 30 {
		t.Fatalf("only %d dependencies were found", len(named))
	}
	for _, n := range named {
		if !strings.Contains(text, "\n"+n) {
			t.Errorf("%q is missing", n)
		}
	}
	for _, phrase := range []string{"SIL OPEN FONT LICENSE", "Mozilla Public License", "Copyright (c) Meta Platforms", "HashiCorp, Inc.", "Copyright 2009 The Go Authors"} {
		if !strings.Contains(strings.ToLower(text), strings.ToLower(phrase)) {
			t.Errorf("no text has %q", phrase)
		}
	}
}

// firstBlock is the part of go.mod that lists what is imported directly.
func firstBlock(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(raw), "require (")
	block, _, _ := strings.Cut(rest, "\n)")
	return block
}

func read(t *testing.T, file string, into any) {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestAMissingTextIsNamed(t *testing.T) {
	dir := t.TempDir()
	folder := func(name, file, text string) string {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(path, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(path, file), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	mit := "Permission is hereby granted, free of\ncharge, to any person"
	text, err := notices("OWN", []part{
		{name: "b", version: "2", dir: folder("b", "LICENSE.md", mit)},
		{name: "a", version: "1", dir: folder("a", "license", mit)},
		{name: "bare", version: "3", dir: folder("bare", "README.md", "x"), declared: "MIT"},
		{name: "noted", version: "4", dir: folder("noted", "NOTICE", "x")},
		{name: "odd", version: "5", dir: folder("odd", "COPYING", "All rights reserved")},
		{name: "said", version: "6", dir: folder("said", "COPYING", "All rights reserved"), declared: "LicenseRef-said"},
	})
	if err == nil {
		t.Fatal("nothing is missing")
	}
	for _, want := range []string{"bare 3 has no licence text", "noted 4 has no licence text", "odd 5 has a licence that"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%q is not in: %v", want, err)
		}
	}
	if n := strings.Count(err.Error(), "\n") + 1; n != 3 {
		t.Errorf("%d faults: %v", n, err)
	}
	if !strings.Contains(text, "OWN") || !strings.Contains(text, "\na 1\tMIT\nb 2\tMIT\n") || !strings.Contains(text, "\na 1\nb 2\n\nPermission") || strings.Count(text, "Permission") != 1 {
		t.Errorf("notices:\n%s", text)
	}
}
