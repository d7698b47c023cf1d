package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"tablefront/bff/raced"
)

// bareGoroutines lists what starts goroutines in a file other than safego: go statements, the Go methods of sync.WaitGroup and
// errgroup.Group, singleflight's DoChan and AfterFunc. What they start ends the process when it panics.
func bareGoroutines(path string, src []byte) (found []string, err error) {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GoStmt:
			found = append(found, files.Position(n.Pos()).String())
		case *ast.SelectorExpr: // called, or handed on as a value
			from, _ := n.X.(*ast.Ident)
			switch n.Sel.Name {
			case "Go":
				if from != nil && from.Name == "safego" {
					return true
				}
				found = append(found, files.Position(n.Pos()).String())
			case "DoChan", "AfterFunc", "TryGo":
				found = append(found, files.Position(n.Pos()).String())
			}
		}
		return true
	})
	return found, nil
}

// harmless are files whose AfterFunc only flushes, closes or cancels.
var harmless = map[string]bool{"cluster/messages.go": true, "upstream/picture.go": true}

// eachFile calls look with every file of the gateway that is not a test.
func eachFile(t *testing.T, look func(path string, src []byte) error) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		path = filepath.ToSlash(path)
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files++
		return look(path, src)
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 30 {
		t.Errorf("only %d files were looked at", files)
	}
}

// The log is handed to what writes it: what goes to slog's default logger or to package log is not in the shop's log.
func TestNothingUsesTheDefaultLogger(t *testing.T) {
	raced.Skip(t)
	usage := regexp.MustCompile(`\bslog\.(Default|SetDefault|Debug|Info|Warn|Error|Log|LogAttrs)(Context)?\(|\blog\.(Print|Fatal|Panic)(f|ln)?\(|\blog\.Default\(`)
	eachFile(t, func(path string, src []byte) error {
		if at := usage.Find(src); at != nil {
			t.Errorf("%s: %s", path, at)
		}
		return nil
	})
	for _, canary := range []string{"slog.Default().Warn(m)", "slog.InfoContext(ctx, m)", "log.Printf(m)", "log.Fatal(m)"} {
		if !usage.MatchString(canary) {
			t.Errorf("%s is not found", canary)
		}
	}
}

// TestBackgroundWorkCannotEndTheProcess: goroutines are started by safego, which recovers.
func TestBackgroundWorkCannotEndTheProcess(t *testing.T) {
	eachFile(t, func(path string, src []byte) error {
		if path == "safego/safego.go" || harmless[path] {
			return nil
		}
		found, err := bareGoroutines(path, src)
		for _, at := range found {
			t.Errorf("%s: start it with safego", at)
		}
		return err
	})
	for _, canary := range []string{
		"go f()", "go func() {}()", "if true { defer func() { go f() }() }",
		"var wg sync.WaitGroup; wg.Go(f)", "s.group.calls.Go(func() error { return nil })", "start := calls.Go; start(f)", "calls.TryGo(f)",
		"r := <-group.DoChan(`k`, f)", "time.AfterFunc(time.Second, f)", "context.AfterFunc(ctx, f)",
	} {
		if found, err := bareGoroutines("x.go", []byte("package p\nfunc f() { "+canary+" }")); err != nil || len(found) != 1 {
			t.Errorf("%q: %v, %v", canary, found, err)
		}
	}
	if found, err := bareGoroutines("x.go", []byte("package p\nfunc f() { safego.Go(nil, `go f()`, f); g.Start(nil, `wg.Go`, f); group.Do(`k`, f) }")); err != nil || len(found) != 0 {
		t.Errorf("a call of safego: %v, %v", found, err)
	}
}
