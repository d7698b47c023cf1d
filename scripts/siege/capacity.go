package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The command capacity measures what each kind of request costs the executable, states the model that follows for a
// restaurant group of any size, replays a day of customers through the executable and compares (issue "capacity on paper, checked by a
// run"). Answers have a real shop's sizes: settings 18 KB, a category's products 61 KB.
//
//	siege capacity [-seconds 150] [-branches 25] [-visits 6000] [-orders 600] [-report docs/capacity.md]

// prices are the model's measured inputs.
type prices struct {
	page, asset, kept, unchanged, forwarded, order float64         // CPU, microseconds a request
	refresh, small                                 float64         // of a large copy, of a small one
	idle                                           float64         // microseconds a second, when nobody comes
	render, renew                                  map[int]float64 // a page made, a page told the time, by the branches that the group has: it names them all
	assets                                         int             // files that the page itself names
	empty, perBranch                               float64         // KiB resident at most: with one branch; a further branch's copies and pages
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

const categoriesOfAShop = 12

// How long copies and pages are fresh, in seconds. Settings and translations are as long as the catalogue in the replayed
// day, which is shorter than their five minutes.
const freshCatalogue, freshHours, freshPage, freshSettings = 30.0, 15.0, 15.0, 300.0

// lookedAt are the categories that a visit looks at.
var lookedAt = allCategories()[1 : 1+visitKept]

// isLarge tells the copies that are worth a price of their own.
func isLarge(call string) bool { return call == "settings" || strings.HasSuffix(call, "/products") }

// day is how customers are spread over the hours, from midnight: lunch and dinner.
var day = [24]float64{0, 0, 0, 0, 0, 0, 0, 1, 2, 3, 4, 8, 12, 9, 4, 3, 4, 9, 14, 13, 8, 4, 2, 0}

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

// group opens a restaurant group of n branches with answers of a real shop's size.
func (s *siege) group(n int) (*restaurant, error) {
	r, err := s.restaurant(n)
	if err != nil {
		return nil, err
	}
	setting := strings.Builder{}
	for i := range 120 {
		fmt.Fprintf(&setting, `{"key":"KEY_%d","value":"%s"},`, i, strings.Repeat(string(rune('a'+i%26)), 130))
	}
	settings := `{"data":[` + setting.String() + `{"key":"SITE_TITLE","value":"Capacity"}]}`
	var categories, products []string
	for i := 1; i <= categoriesOfAShop; i++ {
		categories = append(categories, fmt.Sprintf(`{"id":%d,"name":"Category %d","description":""}`, i, i))
	}
	for i := range 40 {
		products = append(products, fmt.Sprintf(`{"id":%d,"name":"Dish %d of the house","description":"%s","sizes":[{"id":1,"name":"small","price":8.5},{"id":2,"name":"large","price":11}],"extras":[],"variants":[],"additives":[],"allergens":[]}`, i+1, i, randomWords(1300, uint64(i))))
	}
	dishes := `{"data":[` + strings.Join(products, ",") + `],"meta":{"category":{"data":` + categories[0] + `}}}`
	script := func(w http.ResponseWriter, req *http.Request, _ []byte) bool {
		if _, err := req.Cookie("XSRF-TOKEN"); err != nil && req.Method == http.MethodGet {
			http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: fmt.Sprintf("xsrf-%d", time.Now().UnixNano()), Path: "/"})
		}
		switch path := strings.TrimPrefix(req.URL.Path, "/api/"); {
		case path == "settings":
			reply(w, 200, settings)
		case path == "products/categories":
			reply(w, 200, `{"data":[`+strings.Join(categories, ",")+`]}`)
		case strings.HasPrefix(path, "products/categories/"):
			reply(w, 200, dishes)
		case path == "products/menus":
			reply(w, 200, `{"data":[]}`)
		default:
			return false
		}
		return true
	}
	for _, h := range r.hosts {
		h.play(script)
	}
	return r, nil
}

// randomWords is text that packs about as well as real text does.
func randomWords(n int, seed uint64) string {
	random := rand.New(rand.NewPCG(seed, 7))
	words := strings.Fields("with fresh tomatoes basil mozzarella and our own oven baked bread rice noodles chicken beef lentils garlic oil served warm spicy sauce herbs lemon cream mushrooms peppers onions cheese salad seasonal vegetables grilled slowly cooked")
	var b strings.Builder
	for b.Len() < n {
		b.WriteString(words[random.IntN(len(words))] + strconv.Itoa(random.IntN(50)) + " ")
	}
	return b.String()[:n]
}

var capacitySettings = map[string]string{"TABLEFRONT_CACHE_BYTES": "536870912", "TABLEFRONT_CACHE_TTL": "30s", "TABLEFRONT_LIMIT_FACTOR": "0", "TABLEFRONT_LOG_LEVEL": "info"}

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

// pace is how many requests come in a second while a price is taken. Customers come one by one, and a program that is
// woken for each of them has more work with it than one that is never idle.
const pace = 400

// cost asks n times, at the pace of customers, and gives the CPU that each took, in microseconds.
func (g *gateway) cost(n int, ask func(i int) error) (float64, error) {
	before := cpuSeconds(g.pid())
	begun := time.Now()
	var wg sync.WaitGroup
	var failed atomic.Pointer[error]
	for i := range n {
		time.Sleep(time.Until(begun.Add(time.Duration(i) * time.Second / pace)))
		wg.Go(func() {
			if err := ask(i); err != nil {
				failed.CompareAndSwap(nil, &err)
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
	client := browsers(8, 30*time.Second)
	ctx := context.Background()
	visitors := make([]*visitor, many)
	for i := range visitors {
		visitors[i] = newVisitor(g, client, i)
		visitors[i].token = tokenOf(i)
	}
	get := func(i, branch int, path string, headers ...string) error {
		v := *visitors[i%many]
		v.cookie = map[string]string{"branch": url.QueryEscape(r.hosts[branch].url()), "lang": "de"}
		a, err := v.ask(ctx, "GET", path, "", append([]string{"X-Branch", r.hosts[branch].url(), "Lang", "de", "Accept-Encoding", "br"}, headers...)...)
		if err == nil && a.status != 200 && a.status != 304 {
			err = fmt.Errorf("%s: %d %.80s", path, a.status, a.body)
		}
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

	const n = 2_000
	plain := func(i int) error { return get(i, 0, "/api/products/menus") }
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
	}
	tag, err := newVisitor(g, client, 0).ask(ctx, "GET", "/api/products/categories/1/products", "", "Lang", "de", "X-Branch", r.hosts[0].url())
	if err != nil {
		return p, err
	}
	steps = append(steps, struct {
		to  *float64
		n   int
		ask func(i int) error
	}{&p.unchanged, n, func(i int) error {
		return get(i, 0, "/api/products/categories/1/products", "If-None-Match", tag.header.Get("Etag"))
	}})
	if err := plain(0); err != nil {
		return p, err
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
			g.settle()
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

// few and many are the numbers of branches for which a page is priced; other sizes lie on the line through both.
const few, many = 100, 500

// visited is how many of a group's branches customers visit while a page or the number of branches is priced.
const visited = 50

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
	client := browsers(8, 30*time.Second)
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
	for _, call := range bootCalls {
		if err := all(visited, func(i int) error { return ask(i, "/api/"+call, "*/*") }); err != nil {
			return err
		}
	}
	g.settle()
	page := func(i int) error { return ask(1+i, "/", "text/html") }
	made := time.Now()
	if p.render[branches], err = g.cost(visited-1, page); err != nil {
		return err
	}
	p.render[branches] -= p.page
	time.Sleep(time.Until(made.Add(time.Duration(freshPage+1) * time.Second)))
	if p.renew[branches], err = g.cost(visited-1, page); err != nil {
		return err
	}
	p.renew[branches] = max(0, p.renew[branches]-p.page-p.small) // the hours' copy is as old as the page
	if branches != few {
		return nil
	}
	for c := range visitKept { // and what a visit looks at, twice, so that it is packed
		if err := all(2*visited, func(i int) error {
			return ask(i%visited, fmt.Sprintf("/api/products/categories/%d/products", 2+c), "*/*")
		}); err != nil {
			return err
		}
	}
	p.empty, p.perBranch = empty, max(0, g.peakMemory()*1024-empty)/(visited-1)
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

// placeOne orders as a guest who has not been here before.
func (s *siege) placeOne(ctx context.Context, g *gateway, client *http.Client, h *host, order int) error {
	v := newVisitor(g, client, order)
	body := fmt.Sprintf(`{"cart":{"items":[{"type":"productItem","productId":12,"sizeId":31,"qty":2,"price":21,"extraIds":[],"optionIds":[]}],"source":"web","price":23.5,"total":25.15},"name":"Ada","notes":"@@order=%d@@ %s","deliverType":"takeaway","deliverAt":"now","terms":true}`, order, strings.Repeat("n", 600))
	a, err := v.ask(ctx, "POST", "/api/checkout/v2", body, "Idempotency-Key", fmt.Sprintf("capacity-%d", order), "X-Branch", h.url(), "Lang", "de")
	if err == nil && a.status != 200 {
		err = fmt.Errorf("an order: %d %.80s", a.status, a.body)
	}
	return err
}

// A claim is one figure of the model beside what the day showed.
type claim struct {
	what, unit          string
	predicted, measured float64
}

func (c claim) off() float64 { return (c.measured - c.predicted) / max(c.predicted, 1e-9) }

type dayResult struct {
	lines            []claim
	requests, failed int64
	example          string
	lateness         time.Duration
	uncached         float64 // upstream calls that the day would make without copies
	cached           float64 // and those that it made
	peak             float64 // MiB
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

// work is what goes on beside customers' requests: copies fetched, pages told the time, the CPU of both in microseconds.
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

// replay sends a day's customers through the executable and compares with the model.
func (s *siege) replay(run capacityRun, p prices) (dayResult, error) {
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
	client := browsers(64, 30*time.Second)
	ctx := context.Background()
	first, err := newVisitor(g, client, 0).ask(ctx, "GET", "/", "", "Accept", "text/html")
	if err != nil {
		return d, err
	}
	files := filesOf(first.body)
	if _, err := newVisitor(g, client, 0).ask(ctx, "GET", "/api/branches", ""); err != nil {
		return d, err
	}

	type event struct {
		at     time.Duration
		branch int
		orders bool
		signed bool
	}
	random := rand.New(rand.NewPCG(20261121, 1))
	weights := shares(run.branches)
	pick := func(w []float64) int {
		sum := 0.0
		for _, x := range w {
			sum += x
		}
		x := random.Float64() * sum
		for i, one := range w {
			if x -= one; x < 0 {
				return i
			}
		}
		return len(w) - 1
	}
	hour := float64(run.seconds) / 24
	events := make([]event, run.visits)
	for i := range events {
		at := (float64(pick(day[:])) + random.Float64()) * hour
		events[i] = event{time.Duration(at * float64(time.Second)), pick(weights), i < run.orders, random.Float64() < visitForwarded}
	}
	slices.SortFunc(events, func(a, b event) int { return cmp.Compare(a.at, b.at) })

	var requests, failed, forwarded, orders atomic.Int64
	var example atomic.Pointer[string]
	ask := func(v *visitor, path string, headers ...string) *asked {
		a, err := v.ask(ctx, "GET", path, "", headers...)
		requests.Add(1)
		if err != nil || a.status != 200 && a.status != 304 {
			failed.Add(1)
			text := path + ": " + fmt.Sprint(err)
			if err == nil {
				text = fmt.Sprintf("%s: %d", path, a.status)
			}
			example.CompareAndSwap(nil, &text)
			return nil
		}
		return a
	}
	visit := func(n int, e event) {
		v := newVisitor(g, client, n)
		at := r.hosts[e.branch].url()
		v.cookie = map[string]string{"branch": url.QueryEscape(at), "lang": "de"}
		headers := []string{"X-Branch", at, "Lang", "de", "Accept-Encoding", "br"}
		page := ask(v, "/", append(headers, "Accept", "text/html")...)
		for _, f := range files {
			ask(v, f, headers...)
		}
		for c := range visitKept {
			ask(v, fmt.Sprintf("/api/products/categories/%d/products", 2+c), headers...)
		}
		if page != nil {
			ask(v, "/", append(headers, "Accept", "text/html", "If-None-Match", page.header.Get("Etag"))...)
		}
		if e.signed {
			v.token = tokenOf(n)
			ask(v, "/api/me", headers...)
			forwarded.Add(1)
			v.token = ""
		}
		if !e.orders {
			return
		}
		for _, call := range orderKept {
			ask(v, "/api/"+call, headers...)
		}
		requests.Add(1)
		if err := s.placeOne(ctx, g, client, r.hosts[e.branch], 1_000_000+n); err != nil {
			failed.Add(1)
			text := err.Error()
			example.CompareAndSwap(nil, &text)
		}
		orders.Add(1)
		v.token = tokenOf(n)
		ask(v, fmt.Sprintf("/api/me/orders/C-%d", 1_000_000+n), headers...)
		forwarded.Add(1)
	}

	for round := range 2 { // the shop was open yesterday: its copies are there, and packed
		inParallel(8, run.branches, func(_, i int) { visit(2_000_000+round*run.branches+i, event{branch: i, orders: true}) })
		g.settle()
	}
	requests.Store(0)
	forwarded.Store(0)
	orders.Store(0)
	for _, h := range r.hosts {
		h.forget()
	}
	cpu := cpuSeconds(g.pid())
	begun := time.Now()
	var wg sync.WaitGroup
	places := make(chan struct{}, 64)
	var late atomic.Int64
	for n, e := range events {
		time.Sleep(time.Until(begun.Add(e.at)))
		places <- struct{}{}
		late.Store(max(late.Load(), int64(time.Since(begun)-e.at)))
		wg.Add(1)
		go func() {
			defer wg.Done()
			visit(n, e)
			<-places
		}()
	}
	wg.Wait()
	d.lateness = time.Duration(late.Load())
	used := cpuSeconds(g.pid()) - cpu
	d.requests, d.failed = requests.Load(), failed.Load()
	if e := example.Load(); e != nil {
		d.example = *e
	}
	var calls int64
	for _, h := range r.hosts {
		calls += h.total.Load()
	}
	beside := p.ofDay(run.branches, float64(run.visits), float64(run.orders), hour)
	perOrder := 2.0 // the order, and the call that fetches the cookie against forged requests for a guest who is new
	passed := float64(forwarded.Load()) + perOrder*float64(orders.Load())
	v, o := float64(run.visits), float64(run.orders)
	seconds := (v*p.visit() + o*p.orderCost() + beside.cpu + p.idle*float64(run.seconds)) / 1e6
	d.peak = g.peakMemory()
	d.cached = float64(calls)
	d.uncached = v*(firstScreen+visitKept) + o*float64(len(orderKept)) + passed
	d.lines = []claim{
		{"CPU of the day", "s", seconds, used},
		{"memory at its most", "MiB", p.memory(run.branches), d.peak},
		{"upstream calls of the day", "calls", beside.copies + passed, float64(calls)},
	}
	return d, nil
}

// visit is the CPU of a visit without an order, in microseconds, copies and pages being there.
func (p prices) visit() float64 {
	return p.page + float64(p.assets)*p.asset + visitKept*p.kept + visitUnchanged*p.unchanged + visitForwarded*p.forwarded
}

// orderCost is what an order adds to a visit.
func (p prices) orderCost() float64 {
	return float64(len(orderKept))*p.kept + p.order + orderForwarded*p.forwarded
}

// capacityPage writes the page.
func capacityPage(run capacityRun, p prices, d dayResult) string {
	var b strings.Builder
	w := func(format string, args ...any) { fmt.Fprintf(&b, format, args...) }
	w("# Capacity\n\nHow many cores, how much memory and how many calls to the backend a restaurant group needs. Made by `make capacity`, which measures the inputs, states the model\nand replays a day through the executable to see whether it holds. CPU a request depends on the machine: run it on yours. Measured %s on %d cores, %s.\n\n", time.Now().Format(time.DateOnly), runtime.NumCPU(), runtime.GOOS+"/"+runtime.GOARCH)
	w("## What to provide\n\nVisits and orders are those of the busiest hour, of all branches together; one language. A core counts as full at %.0f %%.\n\n| branches | visits an hour | orders an hour | cores | memory | calls to the backend an hour, with copies | without |\n|---|---|---|---|---|---|---|\n", 100*headroom)
	for _, c := range [][3]int{{1, 100, 20}, {1, 1000, 200}, {10, 5_000, 1_000}, {50, 20_000, 4_000}, {100, 100_000, 20_000}, {500, 500_000, 100_000}} {
		cores, memory, kept, without := p.need(c[0], float64(c[1]), float64(c[2]))
		w("| %s | %s | %s | %s | %.0f MiB | %s | %s |\n", thousands(c[0]), thousands(c[1]), thousands(c[2]), coreText(cores), memory, thousands(int(kept)), thousands(int(without)))
	}
	w("\nOne core is enough for most groups; take two, so that a restart has room, and two machines (docs/operator.md, Several machines) so that one may die.\nMemory is the process's; `TABLEFRONT_CACHE_BYTES` bounds the copies in it (20 MiB unless set: beyond about %d branches raise it, or the least used copies are fetched more often).\n\n", int(20*1024/max(p.perBranch, 1)))
	w("## The model\n\n```\nvisit   = page + %d files + %d kept calls + %d × unchanged + %.1f × forwarded            = %.0f µs\norder   = visit + %d kept calls + 1 order + %d forwarded                                  = %.0f µs\nCPU     = visits × visit + orders × (order − visit) + copies fetched × theirs + pages told the time × theirs + seconds × idle\ncopy    : refreshes a second = rate ÷ (1 + rate × fresh)      for each call, language and branch that is asked for\npage    : told the time at most every 15 s, when somebody comes; made anew only when the menu, a setting or a text has changed\nmemory  = with one branch + further branches × theirs\n```\n\n", p.assets, visitKept, visitUnchanged, visitForwarded, p.visit(), len(orderKept), orderForwarded, p.visit()+p.orderCost())
	w("A copy is fetched when it is asked for after its time (30 s for the catalogue, 15 s for hours and pages), so a busy branch costs the backend two calls a minute for each thing, a quiet one less, and more customers cost nothing more.\nWhat a visit asks for is our assumption, and stands in `scripts/siege/capacity.go`: the first page with its files, six categories looked at, three in ten signed in. Browsers keep the files for a year, so returning visitors cost less.\n\n")
	w("## The inputs, measured\n\nCPU of the process, user and system, a request; %d requests a second, brotli, answers of a real shop's size (settings 18 KB, a category 61 KB).\n\n| what | µs |\n|---|---|\n", pace)
	for _, l := range []struct {
		what string
		cost float64
	}{
		{"a page, kept", p.page},
		{"a file of the client", p.asset},
		{"a kept call of 61 KB", p.kept},
		{"the same, unchanged (304)", p.unchanged},
		{"a forwarded call", p.forwarded},
		{"an order: journaled, and the cookie against forged requests fetched", p.order},
		{"a small copy fetched", p.small},
		{"a copy of 61 KB fetched and unwrapped (packed once, again only when it has changed)", p.refresh},
		{"a page told the time, its group has 100 branches", p.renew[few]},
		{"the same, 500 branches", p.renew[many]},
		{"a page made and packed, when something in it has changed, 100 branches", p.render[few]},
		{"the same, 500 branches: it names them all", p.render[many]},
		{"a second in which nobody comes", p.idle},
	} {
		w("| %s | %.0f |\n", l.what, l.cost)
	}
	w("\nMemory, resident at its most: %.0f MiB with one branch, %.0f KiB a further branch that is visited. What thousands of connections add at worst, the siege shows (siege.md, memory and slow).\n\n", p.empty/1024, p.perBranch)
	w("## More branches cost no more\n\n| branches | a page, µs | a kept call, µs | a forwarded call, µs |\n|---|---|---|---|\n")
	for _, n := range []int{1, 10, 100, 500} {
		w("| %d | %.0f | %.0f | %.0f |\n", n, p.growth[n][0], p.growth[n][1], p.growth[n][2])
	}
	one, many := p.growth[1], p.growth[500]
	w("\nFrom 1 to 500 branches: × %.2f, × %.2f and × %.2f. Each branch is a host of its own, with its own connections and circuit.\n\n", many[0]/one[0], many[1]/one[1], many[2]/one[2])
	w("## A day, replayed\n\n%s visits and %s orders in %d branches, spread as lunch and dinner are, a day in %d seconds: %s requests, %d failed, the generator at most %s late.\nAt this speed a branch sees the traffic of one that is %.0f times as busy.\n\n| | predicted | measured | off by |\n|---|---|---|---|\n", thousands(run.visits), thousands(run.orders), run.branches, run.seconds, thousands(int(d.requests)), d.failed, milliseconds(d.lateness), 86400/float64(run.seconds))
	for _, l := range d.lines {
		w("| %s | %.1f %s | %.1f %s | %+.0f %% |\n", l.what, l.predicted, l.unit, l.measured, l.unit, 100*l.off())
	}
	for _, l := range d.lines {
		if math.Abs(l.off()) > 0.2 {
			w("\n**%s is not confirmed: off by %+.0f %%.** Reckon with %.1f times what the table says of it.\n", l.what, 100*l.off(), l.measured/max(l.predicted, 1e-9))
		}
	}
	w("\nWithout copies the same day would have asked the backend %s times instead of %s. The command fails when a line is off by more than 20 %%.\n", thousands(int(d.uncached)), thousands(int(d.cached)))
	return b.String()
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

func coreText(cores float64) string {
	if cores < 0.1 {
		return "0.1"
	}
	return strconv.FormatFloat(cores, 'f', 1, 64)
}
