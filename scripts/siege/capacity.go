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

// prices are the model's measured inputs.
type prices struct {
	page, asset, kept, unchanged, forwarded, order float64         // CPU, microseconds a request
	refresh, small                                 float64         // of a large copy, of a small one
	idle                                           float64         // microseconds a second, when nobody comes
	render, renew                                  map[int]float64 // a page made, a page with a refreshed timestamp, by the branches that the group has: it names them all
	assets                                         int             // files that the page itself names
	empty, perBranch                               float64         // KiB resident at most: with one branch; a further branch's copies and pages
	copies                                         float64         // KiB that a branch's copies count for in TABLEFRONT_CACHE_BYTES
	// by branches: the cost of a page, of a kept and of a forwarded call with so many of them
	growth map[int][3]float64
}

// What a visit and an order ask for beside the page and its files. The page carries what the first screen shows, so a
// visit's calls are the categories that are looked at.
const (
	visitKept      = 6   // categories looked at
	visitUnchanged = 1   // the page again, not modified
	visitForwarded = 0.3 // "me" of those who are signed in
	orderForwarded = 1   // the order's page afterwards
	sharedShare    = 0.8 // how uneven branches are: Zipf's exponent
	firstScreen    = 9   // calls of which the page spares a browser: what the first screen shows
	headroom       = 0.6 // a core counts as busy at this share
)

// orderKept are the calls that the checkout's page makes, bootCalls those whose copies go into a page.
var (
	orderKept = []string{"areas", "taxes", "checkout/payment-providers"}
	bootCalls = append([]string{"settings", "translations?lang=de", "languages", "pages", "branches", "working-hours", "products/categories", "products/menus"}, allCategories()...)
)

// allCategories are the calls for the products of each category: a page carries those of the first, and its structured
// data and sitemap all of them.
func allCategories() []string {
	var calls []string
	for i := range categoriesOfAShop {
		calls = append(calls, fmt.Sprintf("products/categories/%d/products", i+1))
	}
	return calls
}

// How long copies and pages are fresh, in seconds. Settings and translations are as long as the catalogue in the replayed
// day, which is shorter than their five minutes.
const freshCatalogue, freshHours, freshPage, freshSettings = 30.0, 15.0, 15.0, 300.0

// lookedAt are the categories that a visit looks at.
var lookedAt = allCategories()[1 : 1+visitKept]

// isLarge tells the copies that are worth a price of their own.
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
	s.say("what a request costs …")
	p, err := s.price()
	if err != nil {
		return err
	}
	s.say("a day in %d seconds …", run.seconds)
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
			return fmt.Errorf("the model misses %s by more than 20 %%", l.what)
		}
	}
	return nil
}

// at is a page's cost in a group with so many branches.
func at(costs map[int]float64, branches int) float64 {
	slope := (costs[many] - costs[few]) / (many - few)
	return max(0, costs[few]+slope*float64(branches-few))
}

// copyCost is the CPU of fetching a call's copy, in microseconds.
func (p prices) copyCost(call string) float64 {
	if isLarge(call) {
		return p.refresh
	}
	return p.small
}

// shares are how visits are spread over branches.
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

// refreshes is how often a copy is fetched in an hour of `length` seconds that is asked for `rate` times a second: once
// when it is stale and somebody asks.
func refreshes(rate, fresh, length float64) float64 { return length * rate / (1 + rate*fresh) }

// work is what goes on beside customers' requests: cache entries fetched, pages with a refreshed timestamp, the CPU of both in microseconds.
type work struct{ copies, cpu, pages float64 }

// behind is the model of that, for customers that come evenly for `length` seconds: v visits and o orders a second at one
// branch.
func (p prices) behind(branches int, v, o, length, settings float64) (w work) {
	makes := refreshes(v, freshPage, 1)
	w.pages = makes * length
	add := func(call string, rate, fresh float64) {
		n := refreshes(rate, fresh, length)
		w.copies += n
		w.cpu += n * p.copyCost(call)
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
		if i := slices.Index(lookedAt, call); i >= 0 { // asked for by visits too
			rate += v
		}
		add(call, rate, fresh)
	}
	for _, call := range orderKept {
		add(call, o, freshCatalogue)
	}
	w.cpu += w.pages * at(p.renew, branches)
	return w
}

// ofDay is the model of a whole day in which an hour takes `hour` seconds.
func (p prices) ofDay(branches int, visits, orders, hour float64) (sum work) {
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
			w := p.behind(branches, visits*per, orders*per, hour, freshCatalogue)
			sum.copies, sum.cpu, sum.pages = sum.copies+w.copies, sum.cpu+w.cpu, sum.pages+w.pages
		}
		// The day begins with a shop that was open yesterday: the first who comes finds everything stale. The last refresh is
		// followed, on average, by half a lifetime.
		sum.pages += 0.5
		sum.cpu += 0.5 * at(p.renew, branches)
		for _, call := range append(append([]string{}, bootCalls...), orderKept...) {
			sum.copies += 0.5
			sum.cpu += 0.5 * p.copyCost(call)
		}
	}
	return sum
}

// visit is the CPU of a visit without an order, in microseconds, copies and pages being there.
func (p prices) visit() float64 {
	return p.page + float64(p.assets)*p.asset + visitKept*p.kept + visitUnchanged*p.unchanged + visitForwarded*p.forwarded
}

// orderCost is what an order adds to a visit.
func (p prices) orderCost() float64 {
	return float64(len(orderKept))*p.kept + p.order + orderForwarded*p.forwarded
}

// need is the model for an hour at its busiest.
func (p prices) need(branches int, visits, orders float64) (cores, memory, calls, without float64) {
	var beside work
	for _, share := range shares(branches) {
		w := p.behind(branches, visits*share/3600, orders*share/3600, 3600, freshSettings)
		beside.copies, beside.cpu = beside.copies+w.copies, beside.cpu+w.cpu
	}
	passed := visits*visitForwarded + orders*(2+orderForwarded)
	seconds := (visits*p.visit()+orders*p.orderCost()+beside.cpu)/1e6 + 3600*p.idle/1e6
	return seconds / 3600 / headroom, p.memory(branches), beside.copies + passed,
		visits*(firstScreen+visitKept) + orders*float64(len(orderKept)) + passed
}

// memory is what the process takes up at most, in MiB.
func (p prices) memory(branches int) float64 {
	return (p.empty + p.perBranch*float64(branches-1)) / 1024
}
