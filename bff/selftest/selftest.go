// Package selftest implements the command tablefront selftest: it starts a hostile upstream on this machine and attacks
// an instance with the operator's configuration in front of it. Each test is named after a row of docs/threat-model.md
// (B and T) or docs/failures.md (F).
package selftest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime/debug"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"tablefront/bff/gateway"
)

// probe is one test. detail is printed if it passes; run can replace it with what it measured.
type probe struct {
	id, what, detail string
	run              func(*bench)
}

// Run attacks this gateway with an operator's configuration, prints a line for each test in the order of the list, and
// reports whether all passed.
func Run(ctx context.Context, c gateway.Config, dist fs.FS, out io.Writer) bool {
	return run(ctx, probes, ownGateway(c, dist), off(c), out)
}

// run runs tests. off says by id why a test does not apply.
func run(ctx context.Context, probes []probe, start start, off map[string]string, out io.Writer) bool {
	ctx, cancel := context.WithTimeout(ctx, 58*time.Second)
	defer cancel()
	results := make([]chan result, len(probes))
	for i := range results {
		results[i] = make(chan result, 1)
	}
	attempt := func(i int) { results[i] <- probes[i].attempt(ctx, start) }
	began := time.Now()
	go func() {
		var group errgroup.Group
		group.SetLimit(4)
		for i, p := range probes {
			switch {
			case off[p.id] != "":
			case p.id == "B9" || p.id == "B16": // alone, as they measure the memory of the process and a restart under load
				defer attempt(i)
			default:
				group.Go(func() error { attempt(i); return nil })
			}
		}
		group.Wait() //nolint:errcheck // there are none
	}()
	failed, skipped := 0, 0
	for i, p := range probes {
		if why := off[p.id]; why != "" {
			skipped++
			fmt.Fprintf(out, "off   %-4s %s: %s\n", p.id, p.what, why)
			continue
		}
		r := <-results[i]
		if r.err != nil {
			failed++
			fmt.Fprintf(out, "FAIL  %-4s %s: %s\n", p.id, p.what, strings.ReplaceAll(r.err.Error(), "\n", "; "))
			continue
		}
		fmt.Fprintf(out, "ok    %-4s %s (%s)\n", p.id, p.what, r.detail)
	}
	fmt.Fprintf(out, "\n%d tests: %d ok, %d failed, %d off by configuration; %.1f s\n", len(probes), len(probes)-failed-skipped, failed, skipped, time.Since(began).Seconds())
	return failed == 0 && len(probes) > 0
}

// result is what a test measured, and why it failed.
type result struct {
	detail string
	err    error
}

func (p *probe) attempt(ctx context.Context, start start) (r result) {
	defer func() {
		if e := recover(); e != nil {
			r.err = fmt.Errorf("panic: %v: %s", e, debug.Stack())
		}
	}()
	b, err := newBench(ctx, start)
	if err != nil {
		return result{err: err}
	}
	b.detail = p.detail
	p.run(b)
	err = b.close()
	b.want(err == nil, "the shop stopped with an error: %w", err)
	return result{b.detail, errors.Join(b.failures...)}
}
