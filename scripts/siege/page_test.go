package siege

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A result has the lines of one attack.
type result struct {
	attack string
	lines  []line
	took   time.Duration
}

func verdict(l line) string {
	if l.passed {
		return "passed"
	}
	return "FAILED"
}

const pageHead = `# The siege

For auditors: what the executable does under attack, measured from outside. Made by ` + "`make siege`" + `; the files of ` + "`scripts/siege/`" + ` describe the attacks.
` + "`make test`" + ` runs the same attacks, smaller, on a gateway with its libraries' defaults: there every line fails.

All attacks together take 20 to 30 minutes, by the machine's load; ` + "`make siege ATTACKS=orders,memory`" + ` runs some and keeps the other lines. So each line says when it was measured, how long its attack
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

// writeReport writes the page as Markdown. Lines of other attacks stay as they are.
func writeReport(name, kind string, r result) error {
	old, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	rows := rowsOf(string(old))
	rows[r.attack] = nil
	measured := fmt.Sprintf("%s, %s, %s, %d cores%s", time.Now().Format(time.DateOnly), r.took.Round(time.Second), kind, runtime.NumCPU(), load())
	for _, l := range r.lines {
		cells := []string{r.attack, l.figure, l.bound, l.reached, verdict(l), measured}
		for i, c := range cells {
			cells[i] = strings.NewReplacer("|", "\\|", "\n", " ", "\r", " ").Replace(c)
		}
		rows[r.attack] = append(rows[r.attack], "| "+strings.Join(cells, " | ")+" |\n")
	}
	var b strings.Builder
	b.WriteString(pageHead)
	for _, a := range attacks {
		if len(rows[a.name]) == 0 {
			fmt.Fprintf(&b, "| %s | – | – | – | not measured yet | – |\n", a.name)
		}
		b.WriteString(strings.Join(rows[a.name], ""))
	}
	if _, remarks, ok := strings.Cut(string(old), remarksHead); ok {
		b.WriteString(remarksHead + remarks)
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

// A run of one attack keeps the rows of the others, and replaces its own older rows.
func TestReportIsMerged(t *testing.T) {
	page := filepath.Join(t.TempDir(), "siege.md")
	for _, r := range []result{
		{attack: "orders", lines: []line{{figure: "calls | callers", reached: "9", passed: false}}},
		{attack: "memory", lines: []line{{figure: "slow clients", reached: "all closed", passed: true}}},
		{attack: "orders", lines: []line{{figure: "calls | callers", bound: "1", reached: "1", passed: true}}},
	} {
		if err := writeReport(page, "long", r); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	orders, memory := rowsOf(string(text))["orders"], rowsOf(string(text))["memory"]
	if len(orders) != 1 || !strings.Contains(orders[0], `| calls \| callers | 1 | 1 | passed |`) || len(memory) != 1 || !strings.Contains(memory[0], "all closed") {
		t.Errorf("%s", text)
	}
	if !strings.Contains(string(text), "| outage | – | – | – | not measured yet |") {
		t.Error("the page does not say what was not measured")
	}
}

// A tally counts what must not happen, and keeps the first as an example.
type tally struct {
	n     atomic.Int64
	first atomic.Pointer[string]
}

func (t *tally) add(format string, args ...any) {
	t.n.Add(1)
	text := fmt.Sprintf(format, args...)
	t.first.CompareAndSwap(nil, &text)
}

// example is the first one, to be appended to a figure.
func (t *tally) example() string {
	if e := t.first.Load(); e != nil {
		return ", e.g. " + *e
	}
	return ""
}

// thousands writes 1000000 as 1,000,000.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
}

// after measures how long it takes until something is so: its text, and whether it was within the bound.
func after(bound time.Duration, isSo func() bool) (text string, passed bool) {
	for begun := time.Now(); time.Since(begun) < bound+10*time.Second; time.Sleep(2 * time.Millisecond) {
		if isSo() {
			took := time.Since(begun)
			return milliseconds(took), took <= bound
		}
	}
	return "never", false
}
