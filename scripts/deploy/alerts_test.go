package deploy_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"gopkg.in/yaml.v3"

	"tablefront/bff/cluster/redistest"
	"tablefront/bff/freeaddr"
)

// promtool returns the path of Prometheus's rule tester: installed, or unpacked by scripts/deploy/tools. Without one the
// test is skipped; `make test` and CI install it first.
func promtool(t *testing.T) string {
	t.Helper()
	for _, name := range []string{"promtool", "../../.cache/deploy-tools/usr/bin/promtool"} {
		if path, err := exec.LookPath(name); err == nil {
			if path, err = filepath.Abs(path); err == nil {
				return path
			}
		}
	}
	t.Skip("no promtool here (scripts/deploy/tools fetches it on Debian and Ubuntu)")
	return ""
}

// A backend responds to every call with an empty list by default.
type backend struct {
	*httptest.Server
	mu     sync.Mutex
	answer http.HandlerFunc // nil for the default
}

func newBackend(t *testing.T) *backend {
	t.Helper()
	b := &backend{}
	b.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		b.mu.Lock()
		answer := b.answer
		b.mu.Unlock()
		if answer != nil {
			answer(w, r)
			return
		}
		b.defaultResponse(w, r)
	}))
	t.Cleanup(func() { b.CloseClientConnections(); b.Close() })
	return b
}

func (b *backend) defaultResponse(w http.ResponseWriter, _ *http.Request) {
	http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: "x", Path: "/"})
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, `{"data":[]}`)
}

func (b *backend) respond(h http.HandlerFunc) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answer = h
}

// loseOrders closes the connection of every order after reading it.
func (b *backend) loseOrders() {
	b.respond(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			panic(http.ErrAbortHandler)
		}
		b.defaultResponse(w, r)
	})
}

// A process runs the executable with its own configuration.
type process struct {
	t             *testing.T
	shop, metrics string
	data          string
	env           []string
	cmd           *exec.Cmd
	log           bytes.Buffer
	orders        int
}

// temporary is the folder of the executable.
var temporary string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if temporary, err = os.MkdirTemp("", "tablefront-deploy-"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(temporary)
		return m.Run()
	}())
}

// executable links the program once for all tests and returns its path.
var executable = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-o", filepath.Join(temporary, "tablefront"), "../../bff").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return filepath.Join(temporary, "tablefront"), nil
})

func startShop(t *testing.T, upstream string, settings ...string) *process {
	t.Helper()
	p := &process{t: t, shop: freeaddr.New(t), metrics: freeaddr.New(t), data: t.TempDir()}
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "TABLEFRONT_") {
			p.env = append(p.env, pair)
		}
	}
	p.env = append(p.env, "TABLEFRONT_ADDR="+p.shop, "TABLEFRONT_METRICS_ADDR="+p.metrics, "TABLEFRONT_UPSTREAM="+upstream,
		"TABLEFRONT_DATA_DIR="+p.data, "TABLEFRONT_SESSION_KEY="+strings.Repeat("A", 43)+"=", "TABLEFRONT_LIMIT_FACTOR=0",
		"TABLEFRONT_UPSTREAM_TIMEOUT=5s", "TABLEFRONT_CACHE_TTL=1ms")
	p.env = append(p.env, settings...)
	p.start()
	t.Cleanup(p.kill)
	return p
}

func (p *process) start() {
	p.t.Helper()
	name, err := executable()
	if err != nil {
		p.t.Fatal(err)
	}
	p.cmd = exec.Command(name, "serve")
	p.cmd.Env, p.cmd.Stderr = p.env, &p.log
	if err := p.cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.until("the shop answers", func() bool {
		r, err := http.Get("http://" + p.metrics + "/healthz")
		if err != nil {
			return false
		}
		defer r.Body.Close()
		return r.StatusCode == http.StatusOK
	})
}

func (p *process) kill() {
	_ = p.cmd.Process.Signal(syscall.SIGKILL)
	_ = p.cmd.Wait()
}

func (p *process) until(what string, ok func() bool) {
	p.t.Helper()
	for end := time.Now().Add(2 * time.Minute); time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		if ok() {
			return
		}
	}
	p.kill() // so that its log is complete
	p.t.Fatalf("never: %s\n%s", what, p.log.String())
}

// order sends a checkout and returns its status.
func (p *process) order() int {
	p.t.Helper()
	p.orders++
	r, err := http.NewRequest(http.MethodPost, "http://"+p.shop+"/api/checkout/v2", strings.NewReader(`{"cart":{"items":[]}}`))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Idempotency-Key", "alert-order-"+strconv.Itoa(p.orders))
	return p.status(r)
}

// post sends a JSON body and returns the status.
func (p *process) post(path, body string) int {
	p.t.Helper()
	r, err := http.NewRequest(http.MethodPost, "http://"+p.shop+path, strings.NewReader(body))
	if err != nil {
		p.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	return p.status(r)
}

func (p *process) get(path string) int {
	p.t.Helper()
	r, err := http.NewRequest(http.MethodGet, "http://"+p.shop+path, nil)
	if err != nil {
		p.t.Fatal(err)
	}
	return p.status(r)
}

func (p *process) status(r *http.Request) int {
	p.t.Helper()
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		p.t.Fatal(err)
	}
	defer a.Body.Close()
	io.Copy(io.Discard, a.Body)
	return a.StatusCode
}

// metricsNow returns the current series, by name and labels.
func (p *process) metricsNow() map[string]float64 {
	p.t.Helper()
	a, err := http.Get("http://" + p.metrics + "/metrics")
	if err != nil {
		p.t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		p.t.Fatal(err)
	}
	series := map[string]float64{}
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		at := strings.LastIndexByte(line, ' ')
		if at < 0 || line[0] == '#' || !strings.HasPrefix(line, "tablefront_") && !strings.HasPrefix(line, "process_") {
			continue
		}
		if series[line[:at]], err = strconv.ParseFloat(line[at+1:], 64); err != nil {
			p.t.Fatal(err)
		}
	}
	return series
}

// A recording is what Prometheus would have scraped, every half minute. Only time is simulated: a state that was recorded once
// is repeated, with the same increments of its counters, for its duration.
type recording struct {
	scrapes []map[string]float64 // nil if the shop did not respond
	raw     map[string]float64   // the last scrape, without the repeated increments
}

const scrapeEvery = 30 * time.Second

// evaluateEvery is Prometheus's default, since prometheus.yaml sets none.
const evaluateEvery = "1m"

func (r *recording) duration() time.Duration { return time.Duration(len(r.scrapes)-1) * scrapeEvery }

// start takes the first scrape of a process.
func (r *recording) start(now map[string]float64) {
	r.scrapes, r.raw = append(r.scrapes, now), now
}

// next takes the next scrape of the same process and adds the repeated increments to its counters.
func (r *recording) next(now map[string]float64) {
	last := r.scrapes[len(r.scrapes)-1]
	next := map[string]float64{}
	for name, v := range now {
		if isCounter(name) {
			v += last[name] - r.raw[name]
		}
		next[name] = v
	}
	r.scrapes, r.raw = append(r.scrapes, next), now
}

// repeat repeats the last n scrapes for a time: gauges unchanged, counters with the same increments.
func (r *recording) repeat(n int, long time.Duration) {
	period := slices.Clone(r.scrapes[len(r.scrapes)-n:])
	before := r.scrapes[len(r.scrapes)-n-1]
	for end := r.duration() + long; r.duration() < end; {
		offset := r.scrapes[len(r.scrapes)-1]
		for _, scrape := range period {
			next := map[string]float64{}
			for name, v := range scrape {
				if isCounter(name) {
					v += offset[name] - before[name]
				}
				next[name] = v
			}
			r.scrapes = append(r.scrapes, next)
		}
	}
}

func isCounter(series string) bool {
	name, _, _ := strings.Cut(series, "{")
	for _, end := range []string{"_total", "_bucket", "_sum", "_count"} {
		if strings.HasSuffix(name, end) {
			return true
		}
	}
	return false
}

// input returns the recording in promtool's format: the series of these metrics.
func (r *recording) input(metrics map[string]bool) []map[string]string {
	names := map[string]bool{}
	for _, scrape := range r.scrapes {
		for name := range scrape {
			if metric, _, _ := strings.Cut(name, "{"); metrics[metric] {
				names[name] = true
			}
		}
	}
	column := func(value func(map[string]float64) (float64, bool)) string {
		var out []string
		for _, scrape := range r.scrapes {
			if v, ok := value(scrape); ok {
				out = append(out, strconv.FormatFloat(v, 'f', -1, 64))
			} else {
				out = append(out, "_")
			}
		}
		return strings.Join(out, " ")
	}
	up := column(func(scrape map[string]float64) (float64, bool) {
		if scrape == nil {
			return 0, true
		}
		return 1, true
	})
	all := []map[string]string{{"series": `up{job="tablefront",instance="shop:9090"}`, "values": up}}
	for name := range names {
		labelled := name + `{job="tablefront",instance="shop:9090"}`
		if base, labels, ok := strings.Cut(name, "{"); ok {
			labelled = base + `{job="tablefront",instance="shop:9090",` + labels
		}
		all = append(all, map[string]string{"series": labelled, "values": column(func(scrape map[string]float64) (float64, bool) {
			v, ok := scrape[name]
			return v, ok
		})})
	}
	return all
}

// A faultCase is a fault and the alerts that it must raise: exactly these.
type faultCase struct {
	// fault causes it and records; the recording begins with a quarter of an hour of normal operation.
	fault func(t *testing.T, r *recording)
	fires []string
}

var (
	ofShop   = map[string]string{"job": "tablefront", "instance": "shop:9090"}
	ofBranch = map[string]string{"job": "tablefront", "branch": "main"}
)

// alertLabels are the labels of each alert, which its texts may use. Every alert is here and in at least one faultCase.
var alertLabels = map[string]map[string]string{
	"TablefrontDown": ofShop, "TablefrontUpstreamDown": {"job": "tablefront", "branch": "main", "name": ""}, "TablefrontOutcomeUnknown": ofBranch,
	"TablefrontOrdersPaused": ofBranch, "TablefrontOrdersFailing": ofBranch, "TablefrontJournalNotReady": ofShop, "TablefrontRestarting": ofShop,
	"TablefrontErrors": ofShop, "TablefrontStale": ofShop, "TablefrontUpstreamSlow": ofBranch, "TablefrontMemory": ofShop,
	"TablefrontUpstreamChanged": {"job": "tablefront", "call": "GET me"},
	"TablefrontVisitsSlower":    {"job": "tablefront", "screen": "/", "metric": "lcp"},
}

// normalOperation is a quarter of an hour with visits and orders.
func normalOperation(t *testing.T, p *process, r *recording) {
	t.Helper()
	visit := func() {
		for range 20 {
			p.get("/api/products/menus")
		}
		if status := p.order(); status != http.StatusOK {
			t.Fatalf("an order on a good day: %d\n%s", status, p.log.String())
		}
	}
	p.get("/api/settings")
	r.start(p.metricsNow())
	visit()
	r.next(p.metricsNow())
	r.repeat(1, 15*time.Minute)
}

// record takes a scrape after the program reached a state, which then lasts for a time.
func (r *recording) record(p *process, state func(), long time.Duration) {
	state()
	r.next(p.metricsNow())
	if long > 0 {
		r.repeat(1, long)
	}
}

// memory is a period in which the process has so many bytes.
func (r *recording) memory(p *process, bytes float64, long time.Duration) {
	now := p.metricsNow()
	now["process_resident_memory_bytes"] = bytes
	r.next(now)
	r.repeat(1, long)
}

// quiet is a period without customers.
func (r *recording) quiet(p *process, long time.Duration) { r.record(p, func() {}, long) }

var faultCases = map[string]faultCase{
	"nothing is wrong": {fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		r.quiet(p, time.Hour)
	}},
	// Each visitor gets a stale response, which is refreshed for the next one.
	"a quiet shop is healthy": {fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		const stale = `tablefront_cache_lookups_total{state="stale"}`
		r.record(p, func() {
			before := p.metricsNow()[stale]
			p.until("a response was stale", func() bool { p.get("/api/settings"); return p.metricsNow()[stale] > before })
		}, time.Hour)
	}},
	"the process is gone": {fires: []string{"TablefrontDown"}, fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		p.kill()
		r.scrapes = append(r.scrapes, nil, nil, nil, nil)
	}},
	"it crashes again and again": {fires: []string{"TablefrontRestarting"}, fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		for range 3 {
			p.kill()
			p.until("a new second, by which the start is counted", func() bool { return time.Now().Nanosecond() < 20e6 })
			p.start()
			r.start(p.metricsNow())
		}
	}},
	"the backend refuses connections": {fires: []string{"TablefrontUpstreamDown", "TablefrontOrdersPaused", "TablefrontErrors"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL)
		normalOperation(t, p, r)
		b.CloseClientConnections()
		b.Listener.Close()
		r.record(p, func() {
			for range 10 {
				p.order()
			}
		}, 10*time.Minute)
	}},
	"the backend refuses connections, and one customer tries to sign in": {fires: []string{"TablefrontUpstreamDown"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL)
		normalOperation(t, p, r)
		b.CloseClientConnections()
		b.Listener.Close()
		r.record(p, func() {
			for range 6 {
				p.get("/api/me")
			}
		}, 0)
		p.until("the circuit is half-open", func() bool { return p.metricsNow()[`tablefront_circuit_state{branch="main"}`] == 1 })
		r.quiet(p, 3*time.Minute)
	}},
	"the backend is gone, and nobody visits": {fires: []string{"TablefrontUpstreamDown"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL)
		normalOperation(t, p, r)
		b.CloseClientConnections()
		b.Listener.Close()
		p.until("the shop has noticed by itself", func() bool { return p.metricsNow()[`tablefront_circuit_state{branch="main"}`] > 0 })
		r.quiet(p, 3*time.Minute)
	}},
	"the backend hangs": {fires: []string{"TablefrontUpstreamDown", "TablefrontErrors"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL, "TABLEFRONT_UPSTREAM_TIMEOUT=500ms")
		normalOperation(t, p, r)
		gone := make(chan struct{})
		t.Cleanup(func() { close(gone) })
		b.respond(func(_ http.ResponseWriter, r *http.Request) {
			select {
			case <-gone:
			case <-r.Context().Done():
			}
		})
		r.record(p, func() {
			for range 6 {
				p.get("/api/me")
			}
		}, 0)
		state := func() float64 { return p.metricsNow()[`tablefront_circuit_state{branch="main"}`] }
		if state() != 2 {
			t.Fatal("the circuit is not open")
		}
		// Open and half-open alternate: the hardest case is half-open at every scrape but one.
		for range 3 {
			r.record(p, func() {
				p.get("/api/me")
				p.until("the circuit is half-open", func() bool { return state() == 1 })
			}, 0)
		}
		r.repeat(3, 10*time.Minute)
	}},
	"an order is lost": {fires: []string{"TablefrontOutcomeUnknown"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL)
		normalOperation(t, p, r)
		b.loseOrders()
		r.record(p, func() {
			if status := p.order(); status != http.StatusGatewayTimeout {
				t.Fatalf("%d", status)
			}
		}, 0)
		b.respond(nil)
		r.quiet(p, 2*time.Minute)
	}},
	"the first order after the start is lost before Prometheus has read anything": {fires: []string{"TablefrontOutcomeUnknown"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL)
		p.get("/api/settings")
		p.get("/api/me")
		b.loseOrders()
		p.order()
		r.start(p.metricsNow())
		r.next(p.metricsNow())
	}},
	"the backend answers orders with 500": {fires: []string{"TablefrontOrdersFailing"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL)
		normalOperation(t, p, r)
		b.respond(func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost {
				b.defaultResponse(w, r)
				return
			}
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusInternalServerError)
			io.WriteString(w, `{"message":"kitchen printer"}`)
		})
		r.record(p, func() { p.order(); p.order(); p.order() }, 0)
		b.respond(nil)
		r.quiet(p, 2*time.Minute)
	}},
	"the disk is away, and nobody orders": {fires: []string{"TablefrontJournalNotReady"}, fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		if err := os.Rename(p.data, p.data+".away"); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Rename(p.data+".away", p.data) })
		r.quiet(p, 3*time.Minute)
	}},
	"the journal cannot be written": {fires: []string{"TablefrontJournalNotReady", "TablefrontOrdersPaused"}, fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		p.kill()
		// No file of the journal can be opened, and none can be created.
		files, err := filepath.Glob(filepath.Join(p.data, "orders*"))
		if err != nil || len(files) == 0 {
			t.Fatal("no journal", err)
		}
		for _, name := range files {
			if err := os.RemoveAll(name); err != nil {
				t.Fatal(err)
			}
			if err := os.MkdirAll(filepath.Join(name, "in the way"), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		p.start()
		r.start(p.metricsNow())
		r.record(p, func() {
			if status := p.order(); status != http.StatusServiceUnavailable {
				t.Fatalf("%d\n%s", status, p.log.String())
			}
		}, 3*time.Minute)
	}},
	"Redis is away, and nobody orders": {fires: []string{"TablefrontJournalNotReady"}, fault: func(t *testing.T, r *recording) {
		addr, kill := redistest.Start(t)
		p := startShop(t, newBackend(t).URL, "TABLEFRONT_REDIS_URL=redis://"+addr)
		p.until("the shop has found Redis", func() bool { return p.metricsNow()["tablefront_journal_ready"] == 1 })
		normalOperation(t, p, r)
		kill()
		p.until("the shop misses Redis, without any customer", func() bool { return p.metricsNow()["tablefront_journal_ready"] == 0 })
		r.quiet(p, 3*time.Minute)
	}},
	"a tenth of the calls fails": {fires: []string{"TablefrontErrors"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL)
		normalOperation(t, p, r)
		b.respond(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
		r.record(p, func() {
			for range 18 {
				p.get("/api/products/menus")
			}
			p.get("/api/me")
			p.get("/api/me")
		}, 12*time.Minute)
	}},
	"nothing can be refreshed": {fires: []string{"TablefrontStale"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL)
		normalOperation(t, p, r)
		b.respond(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
		const failed = `tablefront_fetch_failures_total{call="GET settings",cause="http_5xx"}`
		r.record(p, func() {
			before := p.metricsNow()[failed]
			p.until("a refresh has failed", func() bool {
				if status := p.get("/api/settings"); status != http.StatusOK {
					t.Fatal(status)
				}
				return p.metricsNow()[failed] > before
			})
		}, 30*time.Minute)
	}},
	"an update of the backend changes prices into texts": {fires: []string{"TablefrontUpstreamChanged"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL)
		normalOperation(t, p, r)
		r.quiet(p, 3*time.Hour)
		b.respond(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"data":{"name":"Ada","email":"ada@example.org","profit":"12,50"}}`)
		})
		r.record(p, func() { p.get("/api/me") }, 20*time.Minute)
	}},
	"the backend takes three seconds": {fires: []string{"TablefrontUpstreamSlow"}, fault: func(t *testing.T, r *recording) {
		b := newBackend(t)
		p := startShop(t, b.URL, "TABLEFRONT_UPSTREAM_TIMEOUT=10s")
		normalOperation(t, p, r)
		b.respond(func(w http.ResponseWriter, _ *http.Request) {
			time.Sleep(3 * time.Second)
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"data":[]}`)
		})
		r.record(p, func() { p.get("/api/me") }, 20*time.Minute)
	}},
	// The visits are as slow as the browser says; the shop itself answers as fast as before.
	"a tag makes the menu slow": {fires: []string{"TablefrontVisitsSlower"}, fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		visit := func(figures string) func() {
			return func() {
				if status := p.post("/bff/vitals", `{"screen":"/",`+figures+`}`); status != http.StatusNoContent {
					t.Fatal(status)
				}
			}
		}
		r.record(p, visit(`"lcp":1300,"inp":80,"cls":0.01,"ttfb":90`), 6*time.Hour)
		r.record(p, visit(`"lcp":3900,"inp":90,"cls":0.01,"ttfb":90`), 3*time.Hour)
	}},
	"the menu was always slow": {fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		r.record(p, func() { p.post("/bff/vitals", `{"screen":"/","lcp":3900,"inp":300,"cls":0.2}`) }, 9*time.Hour)
	}},
	// A working shop does not use 400 MB: the series are real, the figure is invented.
	"memory grows": {fires: []string{"TablefrontMemory"}, fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		r.memory(p, 430e6, 12*time.Minute)
	}},
	// The figures of docs/siege.md, for longer than the attacks take.
	"an attack takes memory": {fault: func(t *testing.T, r *recording) {
		p := startShop(t, newBackend(t).URL)
		normalOperation(t, p, r)
		r.memory(p, 300e6, 20*time.Minute)
		r.memory(p, 450e6, 5*time.Minute)
	}},
}

// Each alert fires on what the program exports in that state, no other fires, and none fires before it.
func TestAlertsFire(t *testing.T) {
	tool := promtool(t)
	text, err := os.ReadFile("prometheus/alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var rules struct {
		Groups []struct {
			Name  string           `yaml:"name"`
			Rules []map[string]any `yaml:"rules"`
		} `yaml:"groups"`
	}
	if err := yaml.Unmarshal(text, &rules); err != nil {
		t.Fatal(err)
	}
	severity := map[string]string{}
	for _, g := range rules.Groups {
		for _, r := range g.Rules {
			name, _ := r["alert"].(string)
			severity[name], _ = dig(r, "labels", "severity").(string)
			for word := range strings.SplitSeq(fmt.Sprint(r["annotations"]), "$labels.") {
				label := word[:len(word)-len(strings.TrimLeft(word, "abcdefghijklmnopqrstuvwxyz"))]
				if _, ok := alertLabels[name][label]; !ok && !strings.HasPrefix(word, "map[") {
					t.Errorf("the texts of %s use the label %q, which it does not have", name, label)
				}
			}
			delete(r, "annotations") // promtool compares them literally
		}
	}
	fired := map[string]bool{}
	for _, n := range faultCases {
		for _, name := range n.fires {
			fired[name] = true
		}
	}
	for name := range severity {
		if !fired[name] || alertLabels[name] == nil {
			t.Errorf("%s is in no test", name)
		}
	}
	metrics := map[string]bool{}
	for _, name := range regexp.MustCompile(`\b(tablefront|process)_[a-z_]+`).FindAllString(string(text), -1) {
		metrics[name] = true
	}
	dir := t.TempDir()
	bare, err := yaml.Marshal(rules)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "rules.yaml"), bare, 0o600); err != nil {
		t.Fatal(err)
	}
	for what, n := range faultCases {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			r := &recording{}
			n.fault(t, r)
			at := func(when time.Duration, expected []string) (tests []map[string]any) {
				for name := range severity {
					alerts := []map[string]any{}
					if slices.Contains(expected, name) {
						labels := map[string]string{"severity": severity[name]}
						for k, v := range alertLabels[name] {
							if v != "" {
								labels[k] = v
							}
						}
						alerts = append(alerts, map[string]any{"exp_labels": labels})
					}
					tests = append(tests, map[string]any{"eval_time": when.String(), "alertname": name, "exp_alerts": alerts})
				}
				return tests
			}
			tests := at(r.duration(), n.fires)
			if r.duration() > 15*time.Minute {
				tests = append(tests, at(15*time.Minute, nil)...)
			}
			file, err := json.Marshal(map[string]any{
				"rule_files": []string{filepath.Join(dir, "rules.yaml")}, "evaluation_interval": evaluateEvery,
				"tests": []map[string]any{{"interval": scrapeEvery.String(), "input_series": r.input(metrics), "alert_rule_test": tests}},
			})
			if err != nil {
				t.Fatal(err)
			}
			name := filepath.Join(t.TempDir(), "faultCase.json")
			if err := os.WriteFile(name, file, 0o600); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.Command(tool, "test", "rules", name).CombinedOutput(); err != nil {
				t.Errorf("%v\n%.6000s", err, out)
			}
		})
	}
}
