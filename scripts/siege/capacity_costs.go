package main

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// cpuSeconds is the CPU time of a process so far, user and system. The scheduler counts it in nanoseconds per thread.
func cpuSeconds(pid int) float64 {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/schedstat", pid))
	sum := 0.0
	for _, t := range threads {
		text, _ := os.ReadFile(t)
		used, _, _ := strings.Cut(string(text), " ")
		ns, _ := strconv.ParseFloat(used, 64)
		sum += ns / 1e9
	}
	return sum
}

func (g *gateway) pid() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.cmd.Process.Pid
}

// Costs are measured at the request rate of the replayed day: so many customers a second, each with so many sequential requests.
// A process that is woken for each request needs more CPU per request than one that is never idle.
const customersPerSecond, requestsPerCustomer = 50, 16

// cost makes n requests at that rate and returns the CPU per request, in microseconds.
func (g *gateway) cost(n int, send func(i int) error) (float64, error) {
	before := cpuSeconds(g.pid())
	begun := time.Now()
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	for first := 0; first < n; first += requestsPerCustomer {
		time.Sleep(time.Until(begun.Add(time.Duration(first/requestsPerCustomer) * time.Second / customersPerSecond)))
		wg.Go(func() {
			for i := first; i < min(first+requestsPerCustomer, n); i++ {
				if err := send(i); err != nil {
					failed.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	wg.Wait()
	if err := failed.Load(); err != nil {
		return 0, *err
	}
	g.settle() // background work is part of the cost
	return 1e6 * (cpuSeconds(g.pid()) - before) / float64(n), nil
}

// all makes n requests as fast as possible, without measuring.
func all(n int, send func(i int) error) error {
	var failed atomic.Pointer[error]
	inParallel(8, n, func(_, i int) {
		if err := send(i); err != nil {
			failed.CompareAndSwap(nil, &err)
		}
	})
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// settle waits until the process is idle.
func (g *gateway) settle() {
	for deadline, used := time.Now().Add(20*time.Second), -1.0; time.Now().Before(deadline); time.Sleep(250 * time.Millisecond) {
		now := cpuSeconds(g.pid())
		if now-used < 0.02 {
			return
		}
		used = now
	}
}

// metric reads a metric of the gateway.
func (g *gateway) metric(name string) float64 {
	answer, err := http.Get("http://" + g.metrics + "/metrics")
	if err != nil {
		return 0
	}
	defer answer.Body.Close() //nolint:errcheck // it was read
	text, _ := io.ReadAll(answer.Body)
	for l := range strings.Lines(string(text)) {
		if value, ok := strings.CutPrefix(l, name+" "); ok {
			n, _ := strconv.ParseFloat(strings.TrimSpace(value), 64)
			return n
		}
	}
	return 0
}

// pageFile matches the files that a page references.
var pageFile = regexp.MustCompile(`/assets/[A-Za-z0-9_.-]+`)

// filesOf returns the files that a page references, each once.
func filesOf(page []byte) []string {
	files := pageFile.FindAllString(string(page), -1)
	slices.Sort(files)
	return slices.Compact(files)
}

// measureCosts measures the model's inputs.
func (s *siege) measureCosts() (requestCosts, error) {
	p := requestCosts{growth: map[int][3]float64{}, render: map[int]float64{}, renew: map[int]float64{}}
	r, err := s.group(many)
	if err != nil {
		return p, err
	}
	defer r.close()
	g, err := s.gateway("costs", r.main().url(), capacitySettings)
	if err != nil {
		return p, err
	}
	defer g.kill()
	client := browsers(64, 60*time.Second)
	ctx := context.Background()
	visitors := make([]*visitor, many)
	for i := range visitors {
		visitors[i] = newVisitor(g, client, i)
		visitors[i].token = tokenOf(i)
	}
	tag := func(i, branch int, path string, headers ...string) (string, error) {
		v := *visitors[i%many]
		v.cookie = map[string]string{"branch": url.QueryEscape(r.hosts[branch].url()), "lang": "de"}
		a, err := v.send(ctx, "GET", path, "", append([]string{"X-Branch", r.hosts[branch].url(), "Lang", "de", "Accept-Encoding", "br"}, headers...)...)
		switch {
		case err != nil:
			return "", err
		case a.status != 200 && a.status != 304:
			return "", fmt.Errorf("%s: %d %.80s", path, a.status, a.body)
		}
		return a.header.Get("Etag"), nil
	}
	get := func(i, branch int, path string, headers ...string) error {
		_, err := tag(i, branch, path, headers...)
		return err
	}
	if err := get(0, 0, "/api/branches"); err != nil {
		return p, err
	}
	if err := get(0, 0, "/"); err != nil {
		return p, err
	}
	first, err := newVisitor(g, client, 0).send(ctx, "GET", "/", "", "Accept", "text/html")
	if err != nil {
		return p, err
	}
	files := filesOf(first.body)
	p.assets = len(files)
	if p.assets == 0 {
		return p, fmt.Errorf("the page references no files: is the client built into the executable? (make build)")
	}
	g.settle()
	atRest := cpuSeconds(g.pid())
	time.Sleep(5 * time.Second)
	p.idle = 1e6 * (cpuSeconds(g.pid()) - atRest) / 5

	const n = 4_000
	var known atomic.Value // the page's ETag, which changes with its timestamp
	known.Store("")
	steps := []struct {
		to   *float64
		n    int
		send func(i int) error
	}{
		{&p.small, many - 1, func(i int) error { return get(i, 1+i, "/api/areas") }},
		{&p.refresh, many - 1, func(i int) error { return get(i, 1+i, "/api/products/categories/2/products") }},
		{&p.page, n, func(i int) error { return get(i, 0, "/", "Accept", "text/html") }},
		{&p.asset, n, func(i int) error { return get(i, 0, files[i%len(files)]) }},
		{&p.cached, n, func(i int) error { return get(i, 0, "/api/products/categories/1/products") }},
		{&p.forwarded, n / 2, func(i int) error { return get(i, 0, "/api/me") }},
		{&p.order, n / 2, func(i int) error { return s.placeOne(ctx, g, client, r.hosts[0], 10_000+i) }},
		{&p.unchanged, n, func(i int) error {
			now, err := tag(i, 0, "/", "Accept", "text/html", "If-None-Match", known.Load().(string)) //nolint:forcetypeassert // only strings are stored
			if err == nil {
				known.Store(now)
			}
			return err
		}},
	}
	for _, step := range steps {
		if *step.to, err = g.cost(step.n, step.send); err != nil {
			return p, err
		}
	}
	for _, branches := range []int{1, 10, 100, many} {
		s.say("%d branches …", branches)
		var costs [3]float64
		visited := min(branches, visited) // first visits are slow and not measured
		for kind, path := range []string{"/", "/api/products/categories/2/products", "/api/me"} {
			// Fills the cache, compressed forms included: the effect of the number of branches is measured, not of first visits.
			if err := all(2*visited, func(i int) error { return get(i, i*branches/visited%branches, path) }); err != nil {
				return p, err
			}
			if costs[kind], err = g.cost(n/2, func(i int) error { return get(i, rand.IntN(visited)*branches/visited, path) }); err != nil {
				return p, err
			}
		}
		p.growth[branches] = costs
	}
	for _, n := range []int{few, many} {
		s.say("pages of %d branches …", n)
		if err := s.measurePages(n, &p); err != nil {
			return p, err
		}
	}
	return p, nil
}

// few and many are the numbers of branches for which pages are measured; other numbers are interpolated linearly.
const few, many = 100, 500

// visited is how many of a group's branches are visited in these measurements: half of few.
const visited = few / 2

// measurePages measures the CPU of rendering a page from cached responses and of refreshing its timestamp, in a group of so many
// branches, and with few branches also the memory per branch.
func (s *siege) measurePages(branches int, p *requestCosts) error {
	r, err := s.group(branches)
	if err != nil {
		return err
	}
	defer r.close()
	g, err := s.gateway(fmt.Sprintf("pages-%d", branches), r.main().url(), capacitySettings)
	if err != nil {
		return err
	}
	defer g.kill()
	client := browsers(64, 60*time.Second)
	send := func(branch int, path, accept string) error {
		v := newVisitor(g, client, branch)
		at := r.hosts[branch].url()
		v.cookie = map[string]string{"branch": url.QueryEscape(at), "lang": "de"}
		a, err := v.send(context.Background(), "GET", path, "", "X-Branch", at, "Lang", "de", "Accept", accept, "Accept-Encoding", "br")
		if err == nil && a.status != 200 {
			err = fmt.Errorf("%s: %d", path, a.status)
		}
		return err
	}
	if err := send(0, "/api/branches", "*/*"); err != nil {
		return err
	}
	// One branch with the day's traffic: connections, compressors and garbage need memory whatever the number of branches.
	calls := append([]string{"/"}, openedCategories...)
	if _, err := g.cost(4_000, func(i int) error {
		if at := i % len(calls); at > 0 {
			return send(0, "/api/"+calls[at], "*/*")
		}
		return send(0, "/", "text/html")
	}); err != nil {
		return err
	}
	empty := g.peakMemory() * 1024
	// The first half of the branches is visited to measure memory: with an empty cache, and again with stale entries, because an entry
	// and its replacement are in memory at the same time.
	visits := func() error {
		for _, call := range bootCalls {
			if err := all(visited, func(i int) error { return send(i, "/api/"+call, "*/*") }); err != nil {
				return err
			}
		}
		if err := all(visited, func(i int) error { return send(i, "/", "text/html") }); err != nil {
			return err
		}
		for _, call := range openedCategories { // twice, so that the compressed form is cached
			if err := all(2*visited, func(i int) error { return send(i%visited, "/api/"+call, "*/*") }); err != nil {
				return err
			}
		}
		return nil
	}
	if err := visits(); err != nil {
		return err
	}
	if branches == few {
		time.Sleep(time.Duration(freshCatalogue+1) * time.Second)
		if err := visits(); err != nil {
			return err
		}
	}
	memory := max(0, g.peakMemory()*1024-empty) / (visited - 1)
	entries := g.metric("tablefront_cache_bytes") / 1024 / visited
	// The pages of the other half are rendered, and then get a new timestamp.
	page := func(i int) error { return send(visited+i, "/", "text/html") }
	for _, call := range bootCalls {
		if err := all(visited, func(i int) error { return send(visited+i, "/api/"+call, "*/*") }); err != nil {
			return err
		}
	}
	g.settle()
	made := time.Now()
	if p.render[branches], err = g.cost(visited, page); err != nil {
		return err
	}
	p.render[branches] -= p.page
	time.Sleep(time.Until(made.Add(time.Duration(freshPage+1) * time.Second)))
	if p.renew[branches], err = g.cost(visited, page); err != nil {
		return err
	}
	p.renew[branches] = max(0, p.renew[branches]-p.page-p.small) // refreshing it also refreshes working-hours
	if branches == few {
		p.empty, p.perBranch, p.entries = empty, memory, entries
	}
	return nil
}
