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
