// Package siege attacks the executable from outside with hostile clients, failing backends and killed processes, and writes a page of
// figures: what was measured, the bound, the result (docs/siege.md). It uses only what docs/wire.md documents: HTTP on both sides, signals and
// the process table. `make siege` runs the attacks at full size; `go test` runs them small.
package siege

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var (
	isLong = flag.Bool("long", false, "half an hour instead of a few seconds for each attack")
	only   = flag.String("only", "cluster", "the attacks of TestSiege, comma-separated; empty: all")
	report = flag.String("report", "", "the page to write, in Markdown")
)

// A line is one figure of the page.
type line struct {
	figure, bound, reached string
	passed                 bool
}

// An attack measures one thing and returns its lines.
type attack struct {
	name string
	run  func(*siege) []line
	// needs are programs of this machine without which it can't be carried out.
	needs []string
}

func (a attack) isChosen() bool {
	return *only == "" || strings.Contains(","+*only+",", ","+a.name+",")
}

// attacks in the order of the page.
var attacks = []attack{
	{name: "isolation", run: isolation},
	{name: "orders", run: checkouts},
	{name: "outage", run: outage},
	{name: "memory", run: memory},
	{name: "cluster", run: clusterFaults, needs: []string{"nginx", "redis-server"}},
}

// A size is how much of each attack is carried out.
type size struct {
	name                   string
	isolation              int // requests
	orders, kills          int
	stall                  time.Duration // after which a response that never comes ends
	outages, crawls        int           // restarts while the upstream is down, and visits of everything after each
	hostileKeys            int
	bombs, bombSize        int // concurrent, and MiB
	memoryTime             time.Duration
	incompleteHeaders      int // connections
	crowd                  int // concurrent requests for one key
	doubles, clusterOrders int // double clicks on two instances, orders while instances are killed
}

var (
	long = size{
		name: "long", isolation: 1_000_000, orders: 100_000, kills: 1_000, stall: 30 * time.Second, outages: 10, crawls: 10, hostileKeys: 1_000_000, bombs: 100, bombSize: 512,
		memoryTime: 12 * time.Minute, incompleteHeaders: 5_000, crowd: 8_000, doubles: 2_000, clusterOrders: 5_000,
	}
	small = size{
		name: "small", isolation: 2_000, orders: 150, kills: 2, stall: 5 * time.Second, outages: 1, crawls: 3, hostileKeys: 20_000, bombs: 8, bombSize: 64,
		memoryTime: 15 * time.Second, incompleteHeaders: 100, crowd: 200, doubles: 30, clusterOrders: 90,
	}
)

// A siege is the run of one attack.
type siege struct {
	*testing.T
	size
	// command starts the gateway under attack; it is configured by environment alone.
	command []string
}

func (s *siege) must(err error) {
	s.Helper()
	if err != nil {
		s.Fatal(err)
	}
}

// carryOut runs an attack on the gateway that command starts.
func carryOut(t *testing.T, a attack, of size, command ...string) []line {
	t.Helper()
	for _, program := range a.needs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("NOT RUN: this machine has no %s (scripts/setup servers installs it)", program)
		}
	}
	lines := a.run(&siege{T: t, size: of, command: command})
	for _, l := range lines {
		t.Logf("%s: %s (%s)", verdict(l), l.figure, l.reached)
	}
	return lines
}

// TestMain also runs the insecure gateway, in a process of its own.
func TestMain(m *testing.M) {
	if os.Getenv("SIEGE_INSECURE") != "" {
		panic(serveInsecure())
	}
	os.Exit(m.Run())
}

func TestSiege(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the executable and starts processes")
	}
	if _, err := os.Stat("../../client/dist/index.html"); err != nil {
		t.Skip("NOT RUN: the client is not built (make build)")
	}
	binary := filepath.Join(t.TempDir(), "tablefront")
	if out, err := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", binary, "../../bff").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	of := small
	if *isLong {
		of = long
	}
	for _, a := range attacks {
		if !a.isChosen() {
			continue
		}
		t.Run(a.name, func(t *testing.T) {
			begun := time.Now()
			lines := carryOut(t, a, of, binary, "serve")
			for _, l := range lines {
				if !l.passed {
					t.Errorf("%s: %s, the bound is %s", l.figure, l.reached, l.bound)
				}
			}
			if *report != "" {
				if err := writeReport(*report, of.name, result{a.name, lines, time.Since(begun)}); err != nil {
					t.Error(err)
				}
			}
		})
	}
}

// An attack that does not succeed on the libraries' defaults proves nothing: every line must be able to fail.
func TestEveryAttackSucceedsOnTheInsecureGateway(t *testing.T) {
	if !*isLong {
		t.Skip("it tests the attacks, not the product: part of make siege, and of CI where an attack has changed")
	}
	t.Setenv("SIEGE_INSECURE", "1")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	t.Run("attacks", func(t *testing.T) {
		for _, a := range attacks {
			if !a.isChosen() {
				continue
			}
			t.Run(a.name, func(t *testing.T) {
				t.Parallel()
				failed := map[string]bool{}
				survived := map[string]string{}
				// Kills and double clicks happen at random moments, so an attack has three runs.
				for try := 0; try < 3 && (try == 0 || len(survived) > 0); try++ {
					clear(survived)
					t.Run("try", func(t *testing.T) {
						for _, l := range carryOut(t, a, small, self) {
							if name, _, _ := strings.Cut(l.figure, ":"); !l.passed {
								failed[name] = true
							} else if !failed[name] {
								survived[name] = l.reached
							}
						}
					})
				}
				for figure, reached := range survived {
					t.Errorf("the insecure gateway passes: %s (%s)", figure, reached)
				}
			})
		}
	})
}
