// Command bench measures what a request costs: CPU time (user and system) of the gateway's processes per request, as a ratio to what
// net/http itself costs in the same repetition: a bare handler for cached responses, a bare httputil.ReverseProxy for forwarded
// calls. Ratios are meaningful also on a busy machine. Requests per second are printed for information only.
//
// Method: the gateway under test is pinned to core 0; the upstream and wrk (64 keep-alive connections) to core 1; each run is warmed
// up, the targets are shuffled inside each repetition, and the minimum, median and maximum of the repetitions are printed.
//
//	bench run [-seconds 2] [-repetitions 5] [-case name] [-absolute=false] [-report docs/bench.md]
//	bench load ...           the open-loop client; started by run
//	bench stub ADDR          the upstream
//	bench handler ADDR       floor: a bare net/http handler with the response in memory
//	bench reverseproxy ADDR  floor: a bare httputil.ReverseProxy
//	bench defaults ADDR      peer: a gateway with the defaults of gin and resty
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
)

// A testCase is one kind of request and its limits.
type testCase struct {
	name   string
	method string
	path   string
	header map[string]string
	body   []byte
	// cached: nginx answers from its cache; otherwise it forwards on a connection that stays open.
	cached bool
	status int
	// gate and aim are ratios to the floor; 0: none.
	gate, aim  float64
	defaults   bool
	withCookie bool
}

// floor is the target that a case is compared with.
func (c testCase) floor() string {
	if c.cached {
		return "handler"
	}
	return "reverseproxy"
}

var cases = []testCase{
	{name: "cached settings, identity", method: "GET", path: "/api/settings", header: map[string]string{"Accept-Encoding": "identity"}, cached: true, status: 200, gate: 1.5, aim: 1.25, defaults: true},
	{name: "cached settings, gzip", method: "GET", path: "/api/settings", header: map[string]string{"Accept-Encoding": "gzip"}, cached: true, status: 200, gate: 1.7, aim: 1.4},
	{name: "cached settings, 304", method: "GET", path: "/api/settings", header: map[string]string{"Accept-Encoding": "identity"}, cached: true, status: 304},
	{name: "GET me, forwarded", method: "GET", path: "/api/me", header: map[string]string{"Authorization": "Bearer abc"}, status: 200, gate: 1.8, aim: 1.4, defaults: true, withCookie: true},
	{name: "61 KB, unwrapped", method: "GET", path: "/api/products/menus", status: 200, gate: 2.2, aim: 1.7, defaults: true},
	{name: "61 KB with meta", method: "GET", path: "/api/products/categories/3/products", status: 200, gate: 2.2, aim: 1.7, defaults: true},
	{name: "POST 2 KB", method: "POST", path: "/api/contact", header: map[string]string{"Content-Type": "application/json"}, body: contactBody(), status: 200, gate: 1.6, aim: 1.3, defaults: true, withCookie: true},
}

func contactBody() []byte {
	return []byte(`{"fname":"Ada","lname":"Lovelace","email":"ada@example.org","subject":"Lob","message":"` + strings.Repeat("Das war gut. ", 140) + `","terms":true}`)
}

func main() {
	if len(os.Args) < 2 {
		os.Args = append(os.Args, "run")
	}
	var err error
	switch command := os.Args[1]; command {
	case "run":
		flags := flag.NewFlagSet("run", flag.ExitOnError)
		seconds := flags.Int("seconds", 2, "length of one run")
		repetitions := flags.Int("repetitions", 5, "runs of each target")
		only := flags.String("case", "", "only the cases whose name contains one of these, comma-separated")
		report := flags.String("report", "", "where to write a report in Markdown, and a plot beside it")
		absoluteFigures := flags.Bool("absolute", true, "also measure orders, memory, start, added latency and scaling")
		binary := flags.String("binary", "bin/tablefront", "the executable under test")
		_ = flags.Parse(os.Args[2:])
		err = run(*binary, *seconds, *repetitions, *only, *report, *absoluteFigures)
	case "load":
		err = runLoad(os.Args[2:])
	case "stub", "handler", "reverseproxy", "defaults":
		if len(os.Args) < 3 {
			err = fmt.Errorf("bench %s needs an address to listen on", command)
			break
		}
		upstream := ""
		if len(os.Args) > 3 {
			upstream = os.Args[3]
		}
		err = map[string]func(addr, upstream string) error{"stub": stub, "handler": bareHandler, "reverseproxy": reverseProxy, "defaults": defaults}[command](os.Args[2], upstream)
	default:
		err = fmt.Errorf("bench knows run, load, stub, handler, reverseproxy and defaults, not %q", command)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func run(binary string, seconds, repetitions int, only, report string, more bool) error {
	testbed, err := newTestbed(binary)
	if err != nil {
		return err
	}
	defer testbed.close()
	var results []result
	for _, c := range cases {
		if only != "" && !slices.ContainsFunc(strings.Split(only, ","), func(part string) bool { return strings.Contains(c.name, part) }) {
			continue
		}
		targets := testbed.targetsOf(c)
		r := result{testCase: c, figures: map[string][]figure{}}
		for range repetitions {
			rand.Shuffle(len(targets), func(i, j int) { targets[i], targets[j] = targets[j], targets[i] })
			round := map[string]figure{}
			for _, t := range targets {
				f, err := testbed.measure(t, c, seconds)
				for range 2 {
					if err != nil { // up to two retries of a failed run
						f, err = testbed.measure(t, c, seconds)
					}
				}
				if err != nil {
					return fmt.Errorf("%s, %s: %w", c.name, t.name, err)
				}
				round[t.name] = f
			}
			for name, f := range round {
				f.ratio, f.toNginx = f.micros/round[c.floor()].micros, f.micros/round["nginx"].micros
				r.figures[name] = append(r.figures[name], f)
			}
		}
		results = append(results, r)
		fmt.Print(r.text())
	}
	var lines []line
	var failed error
	if more {
		lines, failed = testbed.absoluteFigures()
	}
	passed := true
	for _, r := range results {
		passed = passed && r.passed()
	}
	for _, l := range lines {
		passed = passed && l.passed
	}
	if report != "" {
		failed = errors.Join(failed, writeReport(report, results, lines))
	}
	if !passed {
		failed = errors.Join(failed, errors.New("a gate was missed"))
	}
	return failed
}
