package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The test's own executable also runs the insecure gateway.
func TestMain(m *testing.M) {
	if os.Getenv("SIEGE_INSECURE") != "" {
		if err := serveInsecure(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// An attack that does not succeed on the libraries' defaults proves nothing: every line must be able to fail.
func TestEveryAttackSucceedsOnTheInsecureGateway(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes and takes half a minute")
	}
	t.Setenv("SIEGE_INSECURE", "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("attacks", func(t *testing.T) {
		for _, a := range attacks {
			t.Run(a.name, func(t *testing.T) {
				if names := a.missing(); len(names) > 0 {
					t.Skipf("NOT RUN: this machine has no %v", names)
				}
				t.Parallel()
				red := map[string]bool{}
				// Kills and double clicks happen at random moments, so an attack has three runs.
				survived := map[string]string{}
				for range 3 {
					s := &siege{size: tiny, command: []string{self}, insecure: true, ports: &ports{}, say: t.Logf}
					results, err := s.run(a.name, false)
					if err != nil {
						t.Fatal(err)
					}
					clear(survived)
					for _, r := range results {
						for _, l := range r.lines {
							if l.bound == "can be carried out" {
								t.Fatalf("the attack could not be carried out: %s", l.reached)
							}
							if name, _, _ := strings.Cut(l.figure, ":"); l.passed && !red[name] {
								survived[name] = l.reached
							} else if !l.passed {
								red[name] = true
							}
						}
					}
					if len(survived) == 0 {
						return
					}
				}
				for figure, reached := range survived {
					t.Errorf("the insecure gateway passes: %s (%s)", figure, reached)
				}
			})
		}
	})
}

// Three real executables behind a real nginx with a real Redis: `ATTACKS=cluster make siege` does the same at full size.
func TestThreeInstancesBehindNginx(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the executable and starts processes")
	}
	if _, err := os.Stat("../../client/dist/index.html"); err != nil {
		t.Skip("NOT RUN: the client is not built (make build)")
	}
	for _, a := range attacks {
		if names := a.missing(); a.name == "cluster" && len(names) > 0 {
			t.Skipf("NOT RUN: this machine has no %v (scripts/setup servers installs them)", names)
		}
	}
	binary := filepath.Join(t.TempDir(), "tablefront")
	if out, err := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", binary, "../../bff").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	s := &siege{size: tiny, command: []string{binary, "serve"}, ports: &ports{}, say: t.Logf}
	results, err := s.run("cluster", false)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range results[0].lines {
		if !l.passed {
			t.Errorf("%s: %s, the bound is %s", l.figure, l.reached, l.bound)
		}
	}
	if len(results[0].lines) < 5 {
		t.Errorf("only %d figures", len(results[0].lines))
	}
}

// A run of one attack keeps the rows of the others, and replaces its own older rows.
func TestReportIsMerged(t *testing.T) {
	page := filepath.Join(t.TempDir(), "siege.md")
	for _, r := range []result{
		{attack: "stampede", lines: []line{{figure: "calls | callers", reached: "9", passed: false}}},
		{attack: "memory", lines: []line{{figure: "slow clients", reached: "all closed", passed: true}}},
		{attack: "stampede", lines: []line{{figure: "calls | callers", reached: "1", passed: true}}},
		{attack: "memory"}, // not run this time
	} {
		if err := writeReport(page, "long", []result{r}); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	stampede, memory := rowsOf(string(text))["stampede"], rowsOf(string(text))["memory"]
	if len(stampede) != 1 || !strings.Contains(stampede[0], `| calls \| callers | – | 1 | passed |`) || len(memory) != 1 || !strings.Contains(memory[0], "all closed") {
		t.Errorf("%s", text)
	}
	if !strings.Contains(string(text), "| outage | – | – | – | not measured yet |") {
		t.Error("the page does not say what was not measured")
	}
}

func TestPercentile(t *testing.T) {
	var times []time.Duration
	for i := range 100 {
		times = append(times, time.Duration(100-i)*time.Millisecond)
	}
	if p := percentile(times, 99); p != 100*time.Millisecond {
		t.Error(p)
	}
	if p := percentile(times, 50); p != 51*time.Millisecond {
		t.Error(p)
	}
	if p := percentile(nil, 99); p != 0 {
		t.Error(p)
	}
}
