package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// A result is all runs of one case.
type result struct {
	testCase
	figures map[string][]figure
}

// order is the order of the targets in tables and plots.
var order = []string{"handler", "reverseproxy", "tablefront", "nginx", "varnish", "defaults"}

func spread(figures []figure, of func(figure) float64) (low, median, high float64) {
	var all []float64
	for _, f := range figures {
		all = append(all, of(f))
	}
	slices.Sort(all)
	return all[0], all[len(all)/2], all[len(all)-1]
}

func (r result) median(name string) (micros, ratio, toNginx float64) {
	_, micros, _ = spread(r.figures[name], func(f figure) float64 { return f.micros })
	_, ratio, _ = spread(r.figures[name], func(f figure) float64 { return f.ratio })
	_, toNginx, _ = spread(r.figures[name], func(f figure) float64 { return f.toNginx })
	return micros, ratio, toNginx
}

// passed reports whether the median ratio is within the gate.
func (r result) passed() bool {
	_, ratio, _ := r.median("tablefront")
	return r.gate == 0 || ratio <= r.gate
}

func (r result) verdict() string {
	_, ratio, _ := r.median("tablefront")
	switch {
	case r.gate == 0:
		return ""
	case ratio <= r.aim:
		return "aim reached"
	case ratio <= r.gate:
		return "within the gate"
	default:
		return "GATE MISSED"
	}
}

func (r result) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%-26s gate %.2f, aim %.2f: %s\n", r.name, r.gate, r.aim, r.verdict())
	for _, name := range order {
		if r.figures[name] == nil {
			continue
		}
		low, micros, high := spread(r.figures[name], func(f figure) float64 { return f.micros })
		lowRatio, ratio, highRatio := spread(r.figures[name], func(f figure) float64 { return f.ratio })
		_, _, toNginx := r.median(name)
		_, rate, _ := spread(r.figures[name], func(f figure) float64 { return f.rate })
		fmt.Fprintf(&b, "    %-14s %6.1f / %6.1f / %6.1f µs CPU a request   ratio %.2f / %.2f / %.2f   %5.2f × nginx   %7.0f requests a second\n", name, low, micros, high, lowRatio, ratio, highRatio, toNginx, rate)
	}
	return b.String()
}

// notesHead begins the part of the report that is written by hand; every run keeps it.
const notesHead = "## Where the time goes"

func writeReport(name string, results []result, lines []line) error {
	var b strings.Builder
	b.WriteString("# What a request costs\n\nFor anyone who compares gateways, and for anyone who changes this one.\n\nCPU time of the gateway's processes per request, and its ratio to what net/http itself costs in the same repetition: a bare handler for cached responses, a bare `httputil.ReverseProxy` for forwarded calls (median of the repetitions; minimum and maximum in brackets). Made by `make bench`, which installs wrk, nginx and Varnish or says what is missing. The comment at the top of `scripts/bench/main.go` describes the method.\n\n")
	fmt.Fprintf(&b, "Measured on %s, %s.\n\n| case | net/http floor | Tablefront | ratio | gate | aim | | Tablefront × nginx | floor × nginx | varnish × nginx | gin and resty with defaults × nginx |\n|---|---|---|---|---|---|---|---|---|---|---|\n", time.Now().Format(time.DateOnly), machine())
	for _, r := range results {
		cost := func(name string) string {
			low, micros, high := spread(r.figures[name], func(f figure) float64 { return f.micros })
			return fmt.Sprintf("%.1f µs (%.1f–%.1f)", micros, low, high)
		}
		low, ratio, high := spread(r.figures["tablefront"], func(f figure) float64 { return f.ratio })
		toNginx := func(name string) string {
			if r.figures[name] == nil {
				return "–"
			}
			_, _, ratio := r.median(name)
			return fmt.Sprintf("%.2f", ratio)
		}
		limit := func(v float64) string {
			if v == 0 {
				return "–"
			}
			return fmt.Sprintf("%.2f", v)
		}
		fmt.Fprintf(&b, "| %s | %s | %s | **%.2f** (%.2f–%.2f) | %s | %s | %s | %s | %s | %s | %s |\n", r.name, cost(r.floor()), cost("tablefront"), ratio, low, high,
			limit(r.gate), limit(r.aim), r.verdict(), toNginx("tablefront"), toNginx(r.floor()), toNginx("varnish"), toNginx("defaults"))
	}
	plot := strings.TrimSuffix(filepath.Base(name), ".md") + ".svg"
	fmt.Fprintf(&b, "\nRequests a second are not reported here: the upstream and the load generator share the other core.\n\n![CPU time per request by case](%s)\n", plot)
	if len(lines) > 0 {
		b.WriteString("\n## Absolute figures\n\n| figure | gate | reached | |\n|---|---|---|---|\n")
		for _, l := range lines {
			verdict := "passed"
			if !l.passed {
				verdict = "MISSED"
			}
			fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", l.name, l.gate, l.reached, verdict)
		}
		b.WriteString("\nThree figures are minimum / median / maximum. `make siege` measures cache stampedes and memory under attack.\n")
	}
	if old, err := os.ReadFile(name); err == nil {
		if at := strings.Index(string(old), notesHead); at >= 0 {
			b.WriteString("\n" + string(old[at:]))
		}
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	if err := os.WriteFile(name, []byte(b.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(filepath.Dir(name), plot), []byte(drawPlot(results)), 0o644)
}

// machine describes the machine of the measurement.
func machine() string {
	model := "an unknown processor"
	info, _ := os.ReadFile("/proc/cpuinfo")
	for text := range strings.Lines(string(info)) {
		if name, value, ok := strings.Cut(text, ":"); ok && strings.TrimSpace(name) == "model name" {
			model = strings.TrimSpace(value)
			break
		}
	}
	return fmt.Sprintf("%d cores of %s, %s", runtime.NumCPU(), model, runtime.Version())
}

// drawPlot draws a bar chart, one group per case, on a logarithmic scale so that both 6 and 600 µs are readable.
func drawPlot(results []result) string {
	colour := map[string]string{"handler": "#9c7aa3", "nginx": "#6b7a90", "tablefront": "#c2410c", "varnish": "#4f7cac", "reverseproxy": "#7aa37a", "defaults": "#b59f3b"}
	const left, width, bar, gap = 190, 720, 14, 18
	longest := 1.0
	rows := 0
	for _, r := range results {
		for _, name := range order {
			if r.figures[name] != nil {
				micros, _, _ := r.median(name)
				longest = max(longest, micros)
				rows++
			}
		}
	}
	scale := func(v float64) float64 { return math.Log10(1+v) / math.Log10(1+longest) * (width - left - 120) }
	height := rows*bar + len(results)*gap + 50
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="system-ui, sans-serif" font-size="12"><rect width="100%%" height="100%%" fill="#fff"/>`, width, height)
	y := 20
	for _, r := range results {
		fmt.Fprintf(&b, `<text x="%d" y="%d" text-anchor="end" fill="#222">%s</text>`, left-10, y+bar, r.name)
		for _, name := range order {
			if r.figures[name] == nil {
				continue
			}
			micros, ratio, _ := r.median(name)
			fmt.Fprintf(&b, `<rect x="%d" y="%d" width="%.1f" height="%d" fill="%s"/><text x="%.1f" y="%d" fill="#444" font-size="10">%.1f µs · ×%.2f</text>`, left, y, scale(micros), bar-3, colour[name], left+scale(micros)+5, y+bar-5, micros, ratio)
			y += bar
		}
		y += gap
	}
	x := left
	for _, name := range order {
		fmt.Fprintf(&b, `<rect x="%d" y="%d" width="10" height="10" fill="%s"/><text x="%d" y="%d" fill="#222">%s</text>`, x, y, colour[name], x+15, y+9, name)
		x += 120
	}
	b.WriteString("</svg>\n")
	return b.String()
}
