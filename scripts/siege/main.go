// Command siege attacks the executable from outside with hostile clients, failing backends and killed processes, and writes a
// page of figures: what was measured, the limit, the result (docs/siege.md). It uses only what docs/wire.md documents: HTTP
// on both sides, signals and the process table.
//
//	siege [-short] [-only name] [-binary bin/tablefront] [-report docs/siege.md]
//	siege -only stampede,memory -report docs/siege.md    some attacks only; the page keeps the rows of the others, each with its date
//	siege -insecure    the same against a gateway with insecure defaults: every attack must succeed
//
// The short form takes about two minutes, the long one about half an hour. The exit code is 1 if a limit is exceeded.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"syscall"
	"time"
)

// A line is one figure of the page.
type line struct {
	figure, bound, reached string
	passed                 bool
}

// An attack measures one thing and returns its lines. An error means that it could not be carried out, which fails the siege
// like an exceeded limit.
type attack struct {
	name string
	run  func(*siege) ([]line, error)
	// needs are programs of this machine without which it can't be carried out.
	needs []string
}

// missing names the programs that an attack needs and this machine lacks.
func (a attack) missing() []string {
	var names []string
	for _, name := range a.needs {
		if _, err := exec.LookPath(name); err != nil {
			names = append(names, name)
		}
	}
	return names
}

// attacks in the order of the page; secrets comes last, since it searches the logs and data of all the others.
var attacks = []attack{
	{name: "isolation", run: isolation},
	{name: "orders", run: checkouts},
	{name: "outage", run: outage},
	{name: "stampede", run: stampede},
	{name: "memory", run: memory},
	{name: "restart", run: restarts},
	{name: "cluster", run: clusterFaults, needs: []string{"nginx", "redis-server"}},
	{name: "secrets", run: secrets},
}

// A size is how much of each attack is carried out.
type size struct {
	isolation              int // requests
	orders, kills          int
	stall                  time.Duration // after which a response that never comes ends
	outages                int           // restarts while the upstream is down
	stampede, stampedeKeys int           // concurrent requests, keys
	hostileKeys            int
	bombs, bombSize        int // concurrent, and MiB
	memoryTime             time.Duration
	incompleteHeaders      int // connections
	restarts, restartLoad  int // and requests during them
	doubles, clusterOrders int // double clicks on two instances, orders while instances are killed
	outageIsLong           bool
}

var (
	long = size{
		isolation: 1_000_000, orders: 100_000, kills: 1_000, stall: 30 * time.Second, outages: 10, stampede: 10_000, stampedeKeys: 5, hostileKeys: 1_000_000, bombs: 100, bombSize: 512, memoryTime: 12 * time.Minute, incompleteHeaders: 5_000,
		restarts: 50, restartLoad: 1_000_000, doubles: 2_000, clusterOrders: 5_000, outageIsLong: true,
	}
	short = size{
		isolation: 15_000, orders: 1_500, kills: 12, stall: 15 * time.Second, outages: 3, stampede: 2_000, stampedeKeys: 3, hostileKeys: 20_000, bombs: 20, bombSize: 512, memoryTime: time.Minute, incompleteHeaders: 300,
		restarts: 3, restartLoad: 5_000, doubles: 200, clusterOrders: 600,
	}
	tiny = size{
		isolation: 2_000, orders: 150, kills: 2, stall: 5 * time.Second, outages: 1, stampede: 200, stampedeKeys: 2, hostileKeys: 20_000, bombs: 4, bombSize: 64, incompleteHeaders: 100, memoryTime: 15 * time.Second,
		restarts: 2, restartLoad: 1_000, doubles: 30, clusterOrders: 90,
	}
)

// A siege is one run of the attacks.
type siege struct {
	size
	// command starts the gateway under attack; it is configured by environment alone.
	command  []string
	insecure bool
	dir      string
	say      func(format string, args ...any)
	ports    *ports
	started  []*gateway
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "insecure" {
		if err := serveInsecure(); err != nil {
			fmt.Fprintln(os.Stderr, "siege insecure:", err)
			os.Exit(1)
		}
		return
	}
	isShort := flag.Bool("short", false, "two minutes instead of half an hour")
	isTiny := flag.Bool("tiny", false, "the smallest size with which every line can fail")
	only := flag.String("only", "", "only these attacks, comma-separated")
	isolated := flag.Int("isolation", 0, "requests of the attack isolation; 0: by the size")
	binary := flag.String("binary", "bin/tablefront", "the executable under attack")
	insecure := flag.Bool("insecure", false, "attack a gateway with insecure defaults instead: every line has to fail")
	report := flag.String("report", "", "where to write the page in Markdown")
	portBase := flag.Int("port-base", 0, "first port to use; 0: any that are free")
	memoryTime := flag.Duration("memory-time", 0, "limit of the attack memory; 0: by the size")
	keep := flag.Bool("keep", false, "keep logs and data folders")
	flag.Parse()

	s := &siege{size: long, command: []string{*binary, "serve"}, insecure: *insecure, ports: &ports{next: *portBase}, say: func(format string, args ...any) {
		fmt.Fprintf(os.Stderr, "  "+format+"\n", args...)
	}}
	kind := "long"
	if *isShort {
		s.size, kind = short, "short"
	}
	if *isTiny {
		s.size, kind = tiny, "tiny"
	}
	if *isolated > 0 {
		s.isolation = *isolated
	}
	if *memoryTime > 0 {
		s.memoryTime = *memoryTime
	}
	if *insecure {
		self, err := os.Executable()
		if err != nil {
			fmt.Fprintln(os.Stderr, "siege:", err)
			os.Exit(1)
		}
		s.command = []string{self, "insecure"}
	} else if _, err := exec.LookPath(*binary); err != nil {
		fmt.Fprintf(os.Stderr, "siege: %s does not exist; run `make build`\n", *binary)
		os.Exit(1)
	}
	begun := time.Now()
	results, err := s.run(*only, *keep)
	if err != nil {
		fmt.Fprintln(os.Stderr, "siege:", err)
		os.Exit(1)
	}
	passed := printPage(results)
	fmt.Printf("\n%s siege, %s\n", kind, time.Since(begun).Round(time.Second))
	if *report != "" {
		if err := writeReport(*report, kind, results); err != nil {
			fmt.Fprintln(os.Stderr, "siege:", err)
			os.Exit(1)
		}
	}
	if !passed {
		os.Exit(1)
	}
}

// A result has the lines of one attack.
type result struct {
	attack string
	lines  []line
	took   time.Duration
}

// run runs the attacks one after the other and stops everything that it started.
func (s *siege) run(only string, keep bool) ([]result, error) {
	dir, err := os.MkdirTemp("", "tablefront-siege-")
	if err != nil {
		return nil, err
	}
	s.dir = dir
	defer func() {
		for _, g := range s.started {
			g.kill()
		}
		if keep {
			s.say("logs and data folders are in %s", dir)
			return
		}
		_ = os.RemoveAll(dir)
	}()
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, os.Interrupt, syscall.SIGTERM)
	defer signal.Stop(interrupted)
	go func() {
		if _, ok := <-interrupted; ok {
			os.Exit(130) // child processes end with their parent (Pdeathsig)
		}
	}()

	var results []result
	for _, a := range attacks {
		if only != "" && !strings.Contains(","+only+",", ","+a.name+",") {
			continue
		}
		if names := a.missing(); len(names) > 0 {
			s.say("%s: NOT RUN, this machine has no %s (scripts/siege/run installs it)", a.name, strings.Join(names, ", "))
			results = append(results, result{attack: a.name})
			continue
		}
		s.say("%s …", a.name)
		begun := time.Now()
		lines, err := a.run(s)
		if err != nil {
			lines = append(lines, line{figure: a.name, bound: "can be carried out", reached: err.Error()})
		}
		took := time.Since(begun)
		for _, l := range lines {
			s.say("%s: %s (%s)", verdict(l), l.figure, l.reached)
		}
		s.say("%s took %s", a.name, took.Round(time.Millisecond))
		results = append(results, result{a.name, lines, took})
	}
	if len(results) == 0 {
		return nil, fmt.Errorf("unknown attack %q", only)
	}
	return results, nil
}
