package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

func verdict(l line) string {
	if l.held {
		return "held"
	}
	return "BROKEN"
}

// printPage prints the page and tells whether every bound held.
func printPage(results []result) bool {
	all := true
	fmt.Printf("\n%-7s %-64s %-24s %s\n", "", "figure", "bound", "reached")
	for _, r := range results {
		for _, l := range r.lines {
			all = all && l.held
			fmt.Printf("%-7s %-64s %-24s %s\n", verdict(l), l.figure, l.bound, l.reached)
			if l.nginx != "" {
				fmt.Printf("%-7s %-64s %-24s %s\n", "", "", "nginx, the same attack", l.nginx)
			}
		}
	}
	return all
}

// writeReport writes the page as Markdown.
func writeReport(name, kind string, took time.Duration, results []result) error {
	var b strings.Builder
	b.WriteString("# The siege\n\nWhat the executable does under attack, from outside. Made by `make siege`; how, stands at the top of each file of `scripts/siege/`.\n" +
		"`go run ./scripts/siege -weak -short` runs the same against a gateway with its libraries' defaults: there every line turns red.\n\n")
	fmt.Fprintf(&b, "%s run of %s, %s on %d cores, %s.\n\n", strings.ToUpper(kind[:1])+kind[1:], time.Now().Format(time.DateOnly), took.Round(time.Second), runtime.NumCPU(), runtime.GOOS+"/"+runtime.GOARCH)
	b.WriteString("| figure | bound | reached | verdict | nginx, the same attack |\n|---|---|---|---|---|\n")
	for _, r := range results {
		for _, l := range r.lines {
			beside := l.nginx
			if beside == "" {
				beside = "–"
			}
			cells := []string{l.figure, l.bound, l.reached, verdict(l), beside}
			for i := range cells {
				cells[i] = strings.ReplaceAll(cells[i], "|", "\\|")
			}
			b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
		}
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}
