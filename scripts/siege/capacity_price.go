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

// cpuSeconds is what a process has used so far, user and system. The scheduler counts it by the nanosecond for each thread.
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

// While a price is taken, customers come as they do in the day that is replayed: so many in a second, each asking so many
// things one after the other. It matters: a program that is woken for each request has more work with it than one that is
// never idle.
const customersASecond, thingsACustomer = 50, 16

// cost asks n times, at the pace of customers, and gives the CPU that each took, in microseconds.
func (g *gateway) cost(n int, ask func(i int) error) (float64, error) {
	before := cpuSeconds(g.pid())
	begun := time.Now()
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	for first := 0; first < n; first += thingsACustomer {
		time.Sleep(time.Until(begun.Add(time.Duration(first/thingsACustomer) * time.Second / customersASecond)))
		wg.Go(func() {
			for i := first; i < min(first+thingsACustomer, n); i++ {
				if err := ask(i); err != nil {
					failed.CompareAndSwap(nil, &err)
				}
			}
		})
	}
	wg.Wait()
	if err := failed.Load(); err != nil {
		return 0, *err
	}
	g.settle() // what goes on beside the answers is part of their price
	return 1e6 * (cpuSeconds(g.pid()) - before) / float64(n), nil
}

// all asks n times, as fast as it goes: to bring something about, not to measure it.
func all(n int, ask func(i int) error) error {
	var failed atomic.Pointer[error]
	inParallel(8, n, func(_, i int) {
		if err := ask(i); err != nil {
			failed.CompareAndSwap(nil, &err)
		}
	})
	if err := failed.Load(); err != nil {
		return *err
	}
	return nil
}

// settle waits until the process has nothing to do any more.
func (g *gateway) settle() {
	for deadline, used := time.Now().Add(20*time.Second), -1.0; time.Now().Before(deadline); time.Sleep(250 * time.Millisecond) {
		now := cpuSeconds(g.pid())
		if now-used < 0.02 {
			return
		}
		used = now
	}
}

// metric reads one of the figures that the gateway tells its operator.
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

// pageFile finds the files that a page names.
var pageFile = regexp.MustCompile(`/assets/[A-Za-z0-9_.-]+`)

// filesOf are the files that a page names, each once.
func filesOf(page []byte) []string {
	files := pageFile.FindAllString(string(page), -1)
	slices.Sort(files)
	return slices.Compact(files)
}

// price measures the model's inputs.
func (s *siege) price() (prices, error) {
	p := prices{growth: map[int][3]float64{}, render: map[int]float64{}, renew: map[int]float64{}}
	r, err := s.group(many)
	if err != nil {
		return p, err
	}
	defer r.close()
	g, err := s.gateway("price", r.main().url(), capacitySettings)
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
		a, err := v.ask(ctx, "GET", path, "", append([]string{"X-Branch", r.hosts[branch].url(), "Lang", "de", "Accept-Encoding", "br"}, headers...)...)
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
	first, err := newVisitor(g, client, 0).ask(ctx, "GET", "/", "", "Accept", "text/html")
	if err != nil {
		return p, err
	}
	files := filesOf(first.body)
	p.assets = len(files)
	if p.assets == 0 {
		return p, fmt.Errorf("the page names no files: is the client built into the executable? (make build)")
	}
	g.settle()
	atRest := cpuSeconds(g.pid())
	time.Sleep(5 * time.Second)
	p.idle = 1e6 * (cpuSeconds(g.pid()) - atRest) / 5

	const n = 4_000
	var known atomic.Value // the page's ETag, which changes with the time that it tells
	known.Store("")
	steps := []struct {
		to  *float64
		n   int
		ask func(i int) error
	}{
		{&p.small, many - 1, func(i int) error { return get(i, 1+i, "/api/areas") }},
		{&p.refresh, many - 1, func(i int) error { return get(i, 1+i, "/api/products/categories/2/products") }},
		{&p.page, n, func(i int) error { return get(i, 0, "/", "Accept", "text/html") }},
		{&p.asset, n, func(i int) error { return get(i, 0, files[i%len(files)]) }},
		{&p.kept, n, func(i int) error { return get(i, 0, "/api/products/categories/1/products") }},
		{&p.forwarded, n / 2, func(i int) error { return get(i, 0, "/api/me") }},
		{&p.order, n / 2, func(i int) error { return s.placeOne(ctx, g, client, r.hosts[0], 10_000+i) }},
		{&p.unchanged, n, func(i int) error {
			now, err := tag(i, 0, "/", "Accept", "text/html", "If-None-Match", known.Load().(string)) //nolint:forcetypeassert // it holds nothing else
			if err == nil {
				known.Store(now)
			}
			return err
		}},
	}
	for _, step := range steps {
		if *step.to, err = g.cost(step.n, step.ask); err != nil {
			return p, err
		}
	}
	for _, branches := range []int{1, 10, 100, many} {
		s.say("%d branches …", branches)
		var costs [3]float64
		visited := min(branches, visited) // their first visits take long, and are no part of the figure
		for kind, path := range []string{"/", "/api/products/categories/2/products", "/api/me"} {
			// Warm, and packed for the second who asks: what is measured is the number of branches, not their first visit.
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
		if err := s.pageCosts(n, &p); err != nil {
			return p, err
		}
	}
	return p, nil
}

// few and many are the numbers of branches for which a page is priced; other sizes are on the line through both.
const few, many = 100, 500

// visited is how many of a group's branches customers visit while a page or the number of branches is priced: half of the few.
const visited = few / 2

// pageCosts notes the CPU of making a page whose copies are there and of telling a page the time, in a group of so many
// branches, and for the few, which fit into all bounds, what memory a branch takes up.
func (s *siege) pageCosts(branches int, p *prices) error {
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
	ask := func(branch int, path, accept string) error {
		v := newVisitor(g, client, branch)
		at := r.hosts[branch].url()
		v.cookie = map[string]string{"branch": url.QueryEscape(at), "lang": "de"}
		a, err := v.ask(context.Background(), "GET", path, "", "X-Branch", at, "Lang", "de", "Accept", accept, "Accept-Encoding", "br")
		if err == nil && a.status != 200 {
			err = fmt.Errorf("%s: %d", path, a.status)
		}
		return err
	}
	if err := ask(0, "/api/branches", "*/*"); err != nil {
		return err
	}
	if err := ask(0, "/", "text/html"); err != nil {
		return err
	}
	g.settle()
	empty := g.peakMemory() * 1024
	// The first half of the few is visited, for the memory: at first, and again when everything kept is old, as what a copy takes up while it is
	// fetched, proved and packed anew lies beside what is kept.
	visits := func() error {
		for _, call := range bootCalls {
			if err := all(visited, func(i int) error { return ask(i, "/api/"+call, "*/*") }); err != nil {
				return err
			}
		}
		if err := all(visited, func(i int) error { return ask(i, "/", "text/html") }); err != nil {
			return err
		}
		for _, call := range lookedAt { // twice, so that it is packed
			if err := all(2*visited, func(i int) error { return ask(i%visited, "/api/"+call, "*/*") }); err != nil {
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
	copies := g.metric("tablefront_cache_bytes") / 1024 / visited
	// The pages of the other half are made, and given a new timestamp.
	page := func(i int) error { return ask(visited+i, "/", "text/html") }
	for _, call := range bootCalls {
		if err := all(visited, func(i int) error { return ask(visited+i, "/api/"+call, "*/*") }); err != nil {
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
	p.renew[branches] = max(0, p.renew[branches]-p.page-p.small) // the hours' copy is as old as the page
	if branches == few {
		p.empty, p.perBranch, p.copies = empty, memory, copies
	}
	return nil
}
