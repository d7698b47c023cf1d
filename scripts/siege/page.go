package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

func verdict(l line) string {
	if l.passed {
		return "passed"
	}
	return "FAILED"
}

// printPage prints the page and reports whether every line passed.
func printPage(results []result) bool {
	all := true
	fmt.Printf("\n%-7s %-64s %-24s %s\n", "", "figure", "bound", "reached")
	for _, r := range results {
		for _, l := range r.lines {
			all = all && l.passed
			fmt.Printf("%-7s %-64s %-24s %s\n", verdict(l), l.figure, l.bound, l.reached)
		}
	}
	return all
}

const pageHead = `# The siege

For auditors: what the executable does under attack, measured from outside. Made by ` + "`make siege`" + `; the files of ` + "`scripts/siege/`" + ` describe the attacks.
` + "`go run ./scripts/siege -insecure -short`" + ` runs the same attacks on a gateway with its libraries' defaults: there every line fails.

All attacks together take 20 to 30 minutes, by the machine's load; ` + "`make siege ATTACKS=stampede,memory`" + ` runs some and keeps the other lines. So each line says when it was measured, how long its attack
took, in which size, and the load average of the machine (the attack included). The bounds are for the size "long".

| attack | figure | bound | reached | verdict | measured |
|---|---|---|---|---|---|
`

// remarksHead begins the part of the page that is written by hand; every run keeps it.
const remarksHead = "\n## Remarks\n"

// load is the load average of the last minute: times measured on a busy machine mean little.
func load() string {
	text, _ := os.ReadFile("/proc/loadavg")
	one, _, _ := strings.Cut(string(text), " ")
	if one == "" {
		return ""
	}
	return ", load " + one
}

// writeReport writes the page as Markdown. Lines of attacks that were not carried out this time stay as they are.
func writeReport(name, kind string, results []result) error {
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	rows := rowsOf(string(old))
	for _, r := range results {
		if len(r.lines) > 0 {
			rows[r.attack] = nil
		}
		for _, l := range r.lines {
			measured := fmt.Sprintf("%s, %s, %s, %d cores%s", time.Now().Format(time.DateOnly), r.took.Round(time.Second), kind, runtime.NumCPU(), load())
			cells := []string{r.attack, l.figure, l.bound, l.reached, verdict(l), measured}
			for i, c := range cells {
				if c == "" {
					c = "–"
				}
				cells[i] = strings.NewReplacer("|", "\\|", "\n", " ", "\r", " ").Replace(c)
			}
			rows[r.attack] = append(rows[r.attack], "| "+strings.Join(cells, " | ")+" |\n")
		}
	}
	var b strings.Builder
	b.WriteString(pageHead)
	for _, a := range attacks {
		if len(rows[a.name]) == 0 {
			fmt.Fprintf(&b, "| %s | – | – | – | not measured yet | – |\n", a.name)
		}
		b.WriteString(strings.Join(rows[a.name], ""))
	}
	if _, remarks, ok := strings.Cut(string(old), remarksHead); ok { // written by hand
		b.WriteString(remarksHead + remarks)
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(b.String()), 0o644)
}

// rowsOf returns the rows of a page by attack, without those of attacks that were not measured.
func rowsOf(page string) map[string][]string {
	rows := map[string][]string{}
	for row := range strings.Lines(page) {
		for _, a := range attacks {
			if strings.HasPrefix(row, "| "+a.name+" | ") && !strings.Contains(row, "| not measured yet |") {
				rows[a.name] = append(rows[a.name], row)
			}
		}
	}
	return rows
}
