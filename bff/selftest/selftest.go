// Package selftest lets an operator prove an installation: it starts a hostile upstream on this machine and attacks a
// shop with the operator's own configuration in front of it (command `tablefront selftest`, docs/siege.md figure
// 24). Each line names a defect that the obvious gateway has (docs/threat-model.md, B1 to B17) or a threat of section 3,
// and says whether it is absent here.
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

// Setup is what a shop under test is opened with.
type Setup struct {
	// Upstream is the hostile upstream's address.
	Upstream string
	// Listener is the public one; it is the shop's to close.
	Listener net.Listener
}

// Shop is a shop under test.
type Shop struct {
	// Stop drains and closes it.
	Stop func() error
}

// Options of a run.
type Options struct {
	// Open starts a shop. It is called once a line, and twice for the restart.
	Open func(Setup) (*Shop, error)
	// LoopbackTrusted says that the operator believes forwarded addresses from this machine, so they cannot be told
	// from forged ones here.
	LoopbackTrusted bool
	// BrowserTokens says that tokens go to the browser by configuration (TABLEFRONT_TOKEN_CUSTODY=browser).
	BrowserTokens bool
	// NoLimits says that the limits are off by configuration (TABLEFRONT_LIMIT_FACTOR=0).
	NoLimits bool
	// Only runs the lines with these ids; empty: all.
	Only []string
}

// Result is one line.
type Result struct {
	ID, What string
	// Detail is the figure reached.
	Detail string
	// Off says why the line does not count: the operator configured it so.
	Off string
	Err error
	// Took is how long it took.
	Took time.Duration
}

// probe is one attack. It returns what it measured, and an error when the shop is not as it must be.
type probe struct {
	id, what string
	off      func(Options) string
	run      func(*bench) (string, error)
}

// Run attacks the shop, prints a line for each attack in the order of the list, and tells whether all were fended off.
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
	// B9 measures the process's memory and B16 its manners under load: they run alone, at the end.
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
	fmt.Fprintf(out, "\n%d lines: %d ok, %d failed, %d off by configuration; %.1f s\n", len(todo), len(todo)-failed-off, failed, off, time.Since(began).Seconds())
	return failed == 0 && len(todo) > 0
}

func (p *probe) attempt(ctx context.Context, o Options) (r Result) {
	r = Result{ID: p.id, What: p.what}
	began := time.Now()
	defer func() {
		if e := recover(); e != nil {
			r.Err = fmt.Errorf("the shop or the test broke: %v: %s", e, debug.Stack())
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
		r.Err = fmt.Errorf("the shop did not end well: %w", err)
	}
	return r
}
