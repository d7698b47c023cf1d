package main

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// The command capacity measures what each kind of request costs the executable, computes a model for restaurant groups of
// any size from that, replays a day of customers through the executable and compares it with the model. Responses have a
// real shop's sizes: settings 18 KB, a category's products 61 KB.
//
//	siege capacity [-seconds 150] [-branches 25] [-visits 6000] [-orders 600] [-report docs/capacity.md]

// requestCosts are the model's measured inputs.
type requestCosts struct {
	page, asset, cached, unchanged, forwarded, order float64         // CPU, microseconds per request
	refresh, small                                   float64         // CPU of refreshing a large and a small cache entry
	idle                                             float64         // microseconds of CPU per second without requests
	render, renew                                    map[int]float64 // CPU of rendering a page, and of refreshing its timestamp, by the number of branches: a page lists them all
	assets                                           int             // files that the page references
	empty, perBranch                                 float64         // peak resident KiB: with one branch; of each further branch
	entries                                          float64         // KiB of a branch's cache entries, as TABLEFRONT_CACHE_BYTES counts them
	// by number of branches: the CPU of a page, of a cached and of a forwarded call
	growth map[int][3]float64
}

// What a visit and an order request besides the page and its files. The page contains the data of the first screen, so a
// visit's calls are those of the categories that are opened.
const (
	visitCached    = 6   // categories opened
	visitUnchanged = 1   // the page again, 304
	visitForwarded = 0.3 // "me" of signed-in customers
	orderForwarded = 1   // the order, shown afterwards
	sharedShare    = 0.8 // Zipf exponent of the distribution of visits over branches
	firstScreen    = 9   // calls that a browser would make without the data in the page
	headroom       = 0.6 // share of a core that may be used
)

// orderCached are the cached calls of the checkout, bootCalls the calls whose responses a page contains.
var (
	orderCached = []string{"areas", "taxes", "checkout/payment-providers"}
	bootCalls   = append([]string{"settings", "translations?lang=de", "languages", "pages", "branches", "working-hours", "products/categories", "products/menus"}, allCategories()...)
)

// allCategories are the calls for the products of each category: a page contains those of the first, its structured data and
// sitemap all of them.
func allCategories() []string {
	var calls []string
	for i := range categoriesOfAShop {
		calls = append(calls, fmt.Sprintf("products/categories/%d/products", i+1))
	}
	return calls
}

// How long cache entries and pages are fresh, in seconds. In the replayed day settings and translations are fresh as long as the
// catalogue, to fit its compressed time.
const freshCatalogue, freshHours, freshPage, freshSettings = 30.0, 15.0, 15.0, 300.0

// openedCategories are the categories that a visit opens.
var openedCategories = allCategories()[1 : 1+visitCached]

// isLarge reports whether the response of a call is large, which has its own cost.
func isLarge(call string) bool { return call == "settings" || strings.HasSuffix(call, "/products") }

// capacityRun is one run of `siege capacity`.
type capacityRun struct {
	seconds, branches, visits, orders int
}

func (s *siege) capacity(run capacityRun, report string) error {
	dir, err := os.MkdirTemp("", "tablefront-capacity-")
	if err != nil {
		return err
	}
	s.dir = dir
	defer func() {
		for _, g := range s.started {
			g.kill()
		}
		_ = os.RemoveAll(dir)
	}()
	s.say("measuring the CPU per request …")
	p, err := s.measureCosts()
	if err != nil {
		return err
	}
	s.say("replaying a day in %d seconds …", run.seconds)
	d, err := s.replay(run, p)
	if err != nil {
		return err
	}
	page := capacityPage(run, p, d)
	if report == "" {
		fmt.Print(page)
	} else if err := os.MkdirAll(filepath.Dir(report), 0o755); err != nil {
		return err
	} else if err := os.WriteFile(report, []byte(page), 0o644); err != nil {
		return err
	}
	for _, l := range d.lines {
		s.say("%s: predicted %.1f, measured %.1f %s (%+.0f %%)", l.what, l.predicted, l.measured, l.unit, 100*l.off())
	}
	if d.failed > 0 {
		return fmt.Errorf("%d of %d requests failed, e.g. %s", d.failed, d.requests, d.example)
	}
	for _, l := range d.lines {
		if math.Abs(l.off()) > 0.2 {
			return fmt.Errorf("the prediction of %s is off by more than 20 %%", l.what)
		}
	}
	return nil
}

// at interpolates a page's cost for a number of branches.
func at(costs map[int]float64, branches int) float64 {
	slope := (costs[many] - costs[few]) / (many - few)
	return max(0, costs[few]+slope*float64(branches-few))
}

// refreshCost is the CPU of refreshing a call's cache entry, in microseconds.
func (p requestCosts) refreshCost(call string) float64 {
	if isLarge(call) {
		return p.refresh
	}
	return p.small
}

// shares is the distribution of visits over branches.
func shares(n int) []float64 {
	out, sum := make([]float64, n), 0.0
	for i := range out {
		out[i] = 1 / math.Pow(float64(i+1), sharedShare)
		sum += out[i]
	}
	for i := range out {
		out[i] /= sum
	}
	return out
}

// refreshes is how often an entry that is requested `rate` times a second is refreshed in `length` seconds: once per request that
// finds it stale.
func refreshes(rate, fresh, length float64) float64 { return length * rate / (1 + rate*fresh) }

// backgroundWork is the work besides customers' requests: refreshed cache entries, pages with a refreshed timestamp, and the CPU of
// both in microseconds.
type backgroundWork struct{ entries, cpu, pages float64 }

// background is the model of that at one branch, for v visits and o orders per second over `length` seconds.
func (p requestCosts) background(branches int, v, o, length, settings float64) (w backgroundWork) {
	makes := refreshes(v, freshPage, 1)
	w.pages = makes * length
	add := func(call string, rate, fresh float64) {
		n := refreshes(rate, fresh, length)
		w.entries += n
		w.cpu += n * p.refreshCost(call)
	}
	for _, call := range bootCalls {
		fresh := freshCatalogue
		switch call {
		case "working-hours":
			fresh = freshHours
		case "settings", "translations?lang=de":
			fresh = settings
		}
		rate := makes
		if i := slices.Index(openedCategories, call); i >= 0 { // visits request it too
			rate += v
		}
		add(call, rate, fresh)
	}
	for _, call := range orderCached {
		add(call, o, freshCatalogue)
	}
	w.cpu += w.pages * at(p.renew, branches)
	return w
}

// ofDay is the model of a day whose hours take `hour` seconds.
func (p requestCosts) ofDay(branches int, visits, orders, hour float64) (sum backgroundWork) {
	total := 0.0
	for _, weight := range day {
		total += weight
	}
	for _, share := range shares(branches) {
		for _, weight := range day {
			if weight == 0 {
				continue
			}
			per := share * weight / total / hour
			w := p.background(branches, visits*per, orders*per, hour, freshCatalogue)
			sum.entries, sum.cpu, sum.pages = sum.entries+w.entries, sum.cpu+w.cpu, sum.pages+w.pages
		}
		// The cache is filled but stale at the start, so the first visits refresh everything: on average half a refresh more.
		sum.pages += 0.5
		sum.cpu += 0.5 * at(p.renew, branches)
		for _, call := range append(append([]string{}, bootCalls...), orderCached...) {
			sum.entries += 0.5
			sum.cpu += 0.5 * p.refreshCost(call)
		}
	}
	return sum
}

// visit is the CPU of a visit without an order, in microseconds, with all entries and pages cached.
func (p requestCosts) visit() float64 {
	return p.page + float64(p.assets)*p.asset + visitCached*p.cached + visitUnchanged*p.unchanged + visitForwarded*p.forwarded
}

// orderCost is what an order adds to a visit.
func (p requestCosts) orderCost() float64 {
	return float64(len(orderCached))*p.cached + p.order + orderForwarded*p.forwarded
}

// need is the model for the busiest hour.
func (p requestCosts) need(branches int, visits, orders float64) (cores, memory, calls, without float64) {
	var beside backgroundWork
	for _, share := range shares(branches) {
		w := p.background(branches, visits*share/3600, orders*share/3600, 3600, freshSettings)
		beside.entries, beside.cpu = beside.entries+w.entries, beside.cpu+w.cpu
	}
	passed := visits*visitForwarded + orders*(2+orderForwarded)
	seconds := (visits*p.visit()+orders*p.orderCost()+beside.cpu)/1e6 + 3600*p.idle/1e6
	return seconds / 3600 / headroom, p.memory(branches), beside.entries + passed,
		visits*(firstScreen+visitCached) + orders*float64(len(orderCached)) + passed
}

// memory is the peak resident memory of the process, in MiB.
func (p requestCosts) memory(branches int) float64 {
	return (p.empty + p.perBranch*float64(branches-1)) / 1024
}
