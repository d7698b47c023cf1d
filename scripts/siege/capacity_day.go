package main

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// day is the distribution of visits over the hours of a day, with peaks at lunch and dinner.
var day = [24]float64{0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 8, 12, 9, 4, 3, 4, 9, 14, 13, 8, 4, 2, 0}

// placeOne places an order as a new guest.
func (s *siege) placeOne(ctx context.Context, g *gateway, client *http.Client, h *host, order int) error {
	v := newVisitor(g, client, order)
	body := fmt.Sprintf(`{"cart":{"items":[{"type":"productItem","productId":12,"sizeId":31,"qty":2,"price":21,"extraIds":[],"optionIds":[]}],"source":"web","price":23.5,"total":25.15},"name":"Ada","notes":"@@order=%d@@ %s","deliverType":"takeaway","deliverAt":"now","terms":true}`, order, strings.Repeat("n", 600))
	a, err := v.send(ctx, "POST", "/api/checkout/v2", body, "Idempotency-Key", fmt.Sprintf("capacity-%d", order), "X-Branch", h.url(), "Lang", "de")
	if err == nil && a.status != 200 {
		err = fmt.Errorf("an order: %d %.80s", a.status, a.body)
	}
	return err
}

// A comparison has a predicted and a measured figure.
type comparison struct {
	what, unit          string
	predicted, measured float64
}

func (c comparison) off() float64 { return (c.measured - c.predicted) / max(c.predicted, 1e-9) }

type dayResult struct {
	lines            []comparison
	requests, failed int64
	example          string
	lateness         time.Duration
	uncached         float64 // upstream calls of the day without a cache
	cached           float64 // and with it
}

// A plannedVisit is one customer's visit: when, at which branch, and whether it has a login and an order.
type plannedVisit struct {
	at             time.Duration
	branch         int
	orders, signed bool
}

// planVisits distributes a day's visits over hours and branches, the same way in each run.
func planVisits(run capacityRun) []plannedVisit {
	random := rand.New(rand.NewPCG(20261121, 1))
	pick := func(weights []float64) int {
		sum := 0.0
		for _, w := range weights {
			sum += w
		}
		x := random.Float64() * sum
		for i, w := range weights {
			if x -= w; x < 0 {
				return i
			}
		}
		return len(weights) - 1
	}
	hour := float64(run.seconds) / 24
	branches := shares(run.branches)
	all := make([]plannedVisit, run.visits)
	for i := range all {
		at := (float64(pick(day[:])) + random.Float64()) * hour
		all[i] = plannedVisit{time.Duration(at * float64(time.Second)), pick(branches), i < run.orders, random.Float64() < visitForwarded}
	}
	slices.SortFunc(all, func(a, b plannedVisit) int { return cmp.Compare(a.at, b.at) })
	return all
}

// customers visit a shop and count their requests.
type customers struct {
	s      *siege
	g      *gateway
	r      *restaurant
	client *http.Client
	files  []string // that the page references

	requests, failed, forwarded, orders atomic.Int64
	example                             atomic.Pointer[string]
}

func (c *customers) fail(what string) {
	c.failed.Add(1)
	c.example.CompareAndSwap(nil, &what)
}

func (c *customers) send(v *visitor, path string, headers ...string) *response {
	a, err := v.send(context.Background(), "GET", path, "", headers...)
	c.requests.Add(1)
	switch {
	case err != nil:
		c.fail(path + ": " + err.Error())
	case a.status != 200 && a.status != 304:
		c.fail(fmt.Sprintf("%s: %d", path, a.status))
	default:
		return a
	}
	return nil
}

// visit makes the requests of the n-th customer: the page and its files, the categories, perhaps the account and an order.
func (c *customers) visit(n int, e plannedVisit) {
	v := newVisitor(c.g, c.client, n)
	branch := c.r.hosts[e.branch].url()
	v.cookie = map[string]string{"branch": url.QueryEscape(branch), "lang": "de"}
	headers := []string{"X-Branch", branch, "Lang", "de", "Accept-Encoding", "br"}
	page := c.send(v, "/", append(headers, "Accept", "text/html")...)
	for _, f := range c.files {
		c.send(v, f, headers...)
	}
	for _, call := range openedCategories {
		c.send(v, "/api/"+call, headers...)
	}
	if page != nil {
		c.send(v, "/", append(headers, "Accept", "text/html", "If-None-Match", page.header.Get("Etag"))...)
	}
	if e.signed {
		v.token = tokenOf(n)
		c.send(v, "/api/me", headers...)
		c.forwarded.Add(1)
		v.token = ""
	}
	if !e.orders {
		return
	}
	for _, call := range orderCached {
		c.send(v, "/api/"+call, headers...)
	}
	c.requests.Add(1)
	if err := c.s.placeOne(context.Background(), c.g, c.client, c.r.hosts[e.branch], firstOrder+n); err != nil {
		c.fail(err.Error())
	}
	c.orders.Add(1)
	v.token = tokenOf(n)
	c.send(v, fmt.Sprintf("/api/me/orders/C-%d", firstOrder+n), headers...)
	c.forwarded.Add(1)
}

// firstOrder is the number of the day's first order, yesterday the number of the first customer of the day before.
const firstOrder, yesterday = 1_000_000, 2_000_000

// visitAll starts all visits at their times and returns the largest delay.
func (c *customers) visitAll(all []plannedVisit) (late time.Duration) {
	begun := time.Now()
	var wg sync.WaitGroup
	places := make(chan struct{}, 64)
	for n, e := range all {
		time.Sleep(time.Until(begun.Add(e.at)))
		places <- struct{}{}
		late = max(late, time.Since(begun)-e.at)
		wg.Go(func() {
			c.visit(n, e)
			<-places
		})
	}
	wg.Wait()
	return late
}

// replay sends a day's requests to the executable and compares the result with the model.
func (s *siege) replay(run capacityRun, p requestCosts) (dayResult, error) {
	var d dayResult
	r, err := s.group(run.branches)
	if err != nil {
		return d, err
	}
	defer r.close()
	g, err := s.gateway("day", r.main().url(), capacitySettings)
	if err != nil {
		return d, err
	}
	defer g.kill()
	c := &customers{s: s, g: g, r: r, client: browsers(64, 60*time.Second)}
	first, err := newVisitor(g, c.client, 0).send(context.Background(), "GET", "/", "", "Accept", "text/html")
	if err != nil {
		return d, err
	}
	c.files = filesOf(first.body)
	if _, err := newVisitor(g, c.client, 0).send(context.Background(), "GET", "/api/branches", ""); err != nil {
		return d, err
	}
	for round := range 2 { // fill the cache, compressed forms included
		inParallel(8, run.branches, func(_, i int) { c.visit(yesterday+round*run.branches+i, plannedVisit{branch: i, orders: true}) })
		g.settle()
	}
	for _, counter := range []*atomic.Int64{&c.requests, &c.forwarded, &c.orders} {
		counter.Store(0)
	}
	for _, h := range r.hosts {
		h.resetCounts()
	}

	cpu := cpuSeconds(g.pid())
	d.lateness = c.visitAll(planVisits(run))
	used := cpuSeconds(g.pid()) - cpu

	d.requests, d.failed = c.requests.Load(), c.failed.Load()
	if e := c.example.Load(); e != nil {
		d.example = *e
	}
	for _, h := range r.hosts {
		d.cached += float64(h.total.Load())
	}
	const perOrder = 2 // the order, and the call that fetches the XSRF cookie for a new guest
	passed := float64(c.forwarded.Load() + perOrder*c.orders.Load())
	v, o := float64(run.visits), float64(run.orders)
	beside := p.ofDay(run.branches, v, o, float64(run.seconds)/24)
	d.uncached = v*(firstScreen+visitCached) + o*float64(len(orderCached)) + passed
	d.lines = []comparison{
		{"CPU of the day", "s", (v*p.visit() + o*p.orderCost() + beside.cpu + p.idle*float64(run.seconds)) / 1e6, used},
		{"peak memory", "MiB", p.memory(run.branches), g.peakMemory()},
		{"upstream calls of the day", "calls", beside.entries + passed, d.cached},
	}
	return d, nil
}
