package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// bareGoroutines lists the go statements of a file. What they start ends the process when it panics.
func bareGoroutines(path string, src []byte) (found []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if g, ok := n.(*ast.GoStmt); ok {
			found = append(found, files.Position(g.Pos()).String())
		}
		return true
	})
	return found, nil
}

// TestBackgroundWorkCannotEndTheProcess: goroutines are started by safego, which recovers. The selftest is a command of its
// own: a panic there does not end a running shop.
func TestBackgroundWorkCannotEndTheProcess(t *testing.T) {
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "selftest/") || path == "safego/safego.go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		found, err := bareGoroutines(path, src)
		for _, at := range found {
			t.Errorf("%s: start it with safego.Go", at)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 30 {
		t.Errorf("only %d files were looked at", files)
	}
	for _, canary := range []string{"go f()", "go func() {}()", "if true { defer func() { go f() }() }"} {
		if found, err := bareGoroutines("x.go", []byte("package p\nfunc f() { "+canary+" }")); err != nil || len(found) != 1 {
			t.Errorf("%q: %v, %v", canary, found, err)
		}
	}
	if found, err := bareGoroutines("x.go", []byte("package p\nfunc f() { safego.Go(nil, `go f()`, f) }")); err != nil || len(found) != 0 {
		t.Errorf("a call of safego: %v, %v", found, err)
	}
}
