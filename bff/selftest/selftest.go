// Package selftest implements the command tablefront selftest: it starts a hostile upstream on this machine and attacks
// an instance with the operator's configuration in front of it. Each test is named after a row of docs/threat-model.md
// (B and T) or docs/failures.md (F).
package selftest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"time"
)

// Setup is what an instance under test is started with.
type Setup struct {
	// Upstream is the hostile upstream's address.
	Upstream string
	// Listener is the public listener; the instance closes it.
	Listener net.Listener
}

// Shop is an instance under test.
type Shop struct {
	// Stop drains and closes it.
	Stop func() error
}

// Options of a run.
type Options struct {
	// Open starts an instance. It is called once per test, more often by the restart test.
	Open func(Setup) (*Shop, error)
	// LoopbackTrusted: the operator trusts forwarded addresses from this machine, so forged ones can't be tested here.
	LoopbackTrusted bool
	// BrowserTokens: tokens go to the browser by configuration (TABLEFRONT_TOKEN_CUSTODY=browser).
	BrowserTokens bool
	// NoLimits: the rate limits are off by configuration (TABLEFRONT_LIMIT_FACTOR=0).
	NoLimits bool
	// Only selects tests by id; empty: all.
	Only []string
}

// Result is the result of one test.
type Result struct {
	ID, What string
	// Detail says what was measured.
	Detail string
	// Off says by which configuration the test does not apply.
	Off  string
	Err  error
	Took time.Duration
}

// probe is one test. run returns what it measured, and an error if the attack succeeded.
type probe struct {
	id, what string
	off      func(Options) string
	run      func(*bench) (string, error)
}

// Run runs the tests, prints a line for each in the order of the list, and reports whether all passed.
func Run(ctx context.Context, o Options, out io.Writer) bool {
	ctx, cancel := context.WithTimeout(ctx, 58*time.Second)
	defer cancel()
	var todo []probe
	for _, p := range probes {
		if len(o.Only) == 0 || slices.Contains(o.Only, p.id) {
			todo = append(todo, p)
		}
	}
	results := make([]Result, len(todo))
	ready := make([]chan struct{}, len(todo))
	slots := make(chan struct{}, 4)
	// B9 measures the memory of the process and B16 a restart under load: they run alone, at the end.
	var together, alone []int
	for i, p := range todo {
		ready[i] = make(chan struct{})
		if p.id == "B9" || p.id == "B16" {
			alone = append(alone, i)
		} else {
			together = append(together, i)
		}
	}
	began := time.Now()
	go func() {
		var wg sync.WaitGroup
		for _, i := range together {
			slots <- struct{}{}
			wg.Go(func() {
				defer func() { <-slots }()
				results[i] = todo[i].attempt(ctx, o)
				close(ready[i])
			})
		}
		wg.Wait()
		for _, i := range alone {
			results[i] = todo[i].attempt(ctx, o)
			close(ready[i])
		}
	}()
	failed, off := 0, 0
	for i := range todo {
		<-ready[i]
		r := results[i]
		switch {
		case r.Off != "":
			off++
			fmt.Fprintf(out, "off   %-4s %s: %s\n", r.ID, r.What, r.Off)
		case r.Err != nil:
			failed++
			fmt.Fprintf(out, "FAIL  %-4s %s: %s\n", r.ID, r.What, strings.ReplaceAll(r.Err.Error(), "\n", "; "))
		default:
			fmt.Fprintf(out, "ok    %-4s %s (%s)\n", r.ID, r.What, r.Detail)
		}
	}
	fmt.Fprintf(out, "\n%d tests: %d ok, %d failed, %d off by configuration; %.1f s\n", len(todo), len(todo)-failed-off, failed, off, time.Since(began).Seconds())
	return failed == 0 && len(todo) > 0
}

func (p *probe) attempt(ctx context.Context, o Options) (r Result) {
	r = Result{ID: p.id, What: p.what}
	began := time.Now()
	defer func() {
		if e := recover(); e != nil {
			r.Err = fmt.Errorf("panic: %v: %s", e, debug.Stack())
		}
		r.Took = time.Since(began)
	}()
	if p.off != nil {
		if r.Off = p.off(o); r.Off != "" {
			return r
		}
	}
	b, err := newBench(ctx, o)
	if err != nil {
		r.Err = err
		return r
	}
	r.Detail, r.Err = p.run(b)
	if err := b.close(); err != nil && r.Err == nil && !errors.Is(err, net.ErrClosed) {
		r.Err = fmt.Errorf("the shop stopped with an error: %w", err)
	}
	return r
}
