package deploy_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	makeTarget = regexp.MustCompile("`make ([a-z][a-z-]*)")
	targetLine = regexp.MustCompile(`(?m)^([a-z][a-z-]*):`)
	inCode     = regexp.MustCompile("`((?:bff|client|contracts|docs|mocks|scripts)/[A-Za-z0-9_./-]+)`")
	linked     = regexp.MustCompile(`\]\(([^)#:]+)(?:#[^)]*)?\)`)
)

// What the documents refer to exists: targets of make, files in backticks, links.
func TestDocumentsNameWhatExists(t *testing.T) {
	root := "../.."
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	targets := map[string]bool{}
	for _, m := range targetLine.FindAllStringSubmatch(string(makefile), -1) {
		targets[m[1]] = true
	}
	documents, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	decisions, err := filepath.Glob(filepath.Join(root, "docs", "decisions", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	documents = append(documents, decisions...)
	for _, name := range []string{"README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "mocks/README.md", "client/src/shop/README.md"} {
		documents = append(documents, filepath.Join(root, name))
	}
	seen := 0
	for _, name := range documents {
		page, err := os.ReadFile(name)
		if err != nil {
			t.Error(err)
			continue
		}
		text := string(page)
		for _, m := range makeTarget.FindAllStringSubmatch(text, -1) {
			if seen++; !targets[m[1]] {
				t.Errorf("%s: there is no `make %s`", name, m[1])
			}
		}
		for _, m := range inCode.FindAllStringSubmatch(text, -1) {
			seen++
			if strings.HasPrefix(m[1], "client/dist") {
				continue // created by the build
			}
			if _, err := os.Stat(filepath.Join(root, m[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
		for _, m := range linked.FindAllStringSubmatch(text, -1) {
			if seen++; strings.Contains(m[1], " ") {
				continue
			}
			if _, err := os.Stat(filepath.Join(filepath.Dir(name), m[1])); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
	if seen < 50 {
		t.Errorf("only %d names found: the patterns miss too much", seen)
	}
}

var (
	barePage = regexp.MustCompile(`(?:^|[^\w/.@-])([A-Za-z][\w.-]*\.md)\b`)
	bareFile = regexp.MustCompile("`([\\w-][\\w.-]*\\.(?:go|ts|tsx|css|yaml|yml|json|cjs|mjs|html|svg|png|env|example))`")
)

// A page that is named without its folder exists, in documents and in comments; so does a file in backticks of a document.
func TestBareNamesExist(t *testing.T) {
	root := "../.."
	names := map[string]bool{"area-slug.md": true} // the pattern of decisions
	texts := map[string]string{}
	err := filepath.WalkDir(root, func(name string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case "node_modules", ".git", "bin", "dist", "dist-mock", ".cache", "gallery", "data", "test-results", "testdata":
				return filepath.SkipDir
			}
			return nil
		}
		names[entry.Name()] = true
		switch filepath.Ext(name) {
		case ".go", ".ts", ".tsx", ".css", ".md", ".yaml", ".yml", ".cjs", ".html", ".conf", ".example", ".service", ".socket", "":
			text, err := os.ReadFile(name)
			texts[name] = string(text)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for name, text := range texts {
		if filepath.Base(name) == "documents_test.go" {
			continue // has names that do not exist
		}
		found := barePage.FindAllStringSubmatch(text, -1)
		if filepath.Ext(name) == ".md" {
			found = append(found, bareFile.FindAllStringSubmatch(text, -1)...)
		}
		for _, m := range found {
			if seen++; !names[m[1]] {
				t.Errorf("%s names %s, which does not exist", name, m[1])
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d names found: the patterns miss too much", seen)
	}
	// The pattern finds a bare name of a page that is not here.
	if m := barePage.FindStringSubmatch("// As ROADMAP.md says."); m == nil || names[m[1]] {
		t.Error("a page that does not exist is not found")
	}
}

// Comments cite pages of this repository only, and sections that these pages have.
func TestCitedPagesAndSectionsExist(t *testing.T) {
	root := "../.."
	cited := regexp.MustCompile(`\bdocs/([a-z-]+(?:/[a-z-]+)?\.md)(?:,? sections? ([0-9]+(?:\.[0-9]+)?))?`)
	headings := map[string]string{}
	seen := 0
	err := filepath.WalkDir(root, func(name string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			switch entry.Name() {
			case "node_modules", ".git", "bin", "dist", ".cache", "gallery", "test-results", "testdata":
				return filepath.SkipDir
			}
			return nil
		}
		switch filepath.Ext(name) {
		case ".go", ".ts", ".tsx", ".css", ".md", ".yaml", ".yml", ".cjs", ".html", "":
		default:
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		for _, m := range cited.FindAllStringSubmatch(string(text), -1) {
			page, ok := headings[m[1]]
			if !ok {
				raw, err := os.ReadFile(filepath.Join(root, "docs", m[1]))
				if err != nil {
					t.Errorf("%s cites %s, which does not exist", name, m[0])
				}
				page = string(raw)
				headings[m[1]] = page
			}
			seen++
			if m[2] != "" && !regexp.MustCompile(`(?m)^#+ `+regexp.QuoteMeta(m[2])+`\b`).MatchString(page) {
				t.Errorf("%s cites %s: the page has no such section", name, m[0])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if seen < 20 {
		t.Errorf("only %d citations found: the pattern misses too much", seen)
	}
}

// The index of decisions and its pages, both ways; each page has its parts.
func TestDecisions(t *testing.T) {
	folder := "../../docs/decisions"
	index, err := os.ReadFile(filepath.Join(folder, "README.md"))
	if err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, m := range linked.FindAllStringSubmatch(string(index), -1) {
		listed[m[1]] = true
	}
	pages, err := filepath.Glob(filepath.Join(folder, "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range pages {
		name := filepath.Base(page)
		if name == "README.md" {
			continue
		}
		if !listed[name] {
			t.Errorf("the index does not list %s", name)
		}
		delete(listed, name)
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range []string{"# ", "Status: ", "Context", "Decision", "Consequence"} {
			if !strings.Contains(string(text), part) {
				t.Errorf("%s has no %q", name, part)
			}
		}
	}
	for name := range listed {
		t.Errorf("the index lists %s, which does not exist", name)
	}
}
