package telemetry

import (
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// Metrics are the Prometheus metrics (docs/architecture.md section 3.11). Series that alerts use exist from the start with
// value 0, since increase() does not see the event that creates a series.
type Metrics struct {
	// InFlight is the number of calls in flight.
	InFlight atomic.Int64

	registry *prometheus.Registry
	limited  *prometheus.CounterVec
	served   *prometheus.CounterVec
	serving  *prometheus.HistogramVec
	calls    *prometheus.CounterVec
	orders   *prometheus.CounterVec
	cached   *prometheus.CounterVec
	browser  *prometheus.CounterVec
	fetches  *prometheus.CounterVec
	deviated *prometheus.CounterVec
	seconds  prometheus.Histogram
	upstream *prometheus.HistogramVec
	vitals   *prometheus.HistogramVec
	shift    *prometheus.HistogramVec
	names    []string
}

// BranchMetrics are the series of one branch.
type BranchMetrics struct {
	upstream prometheus.Observer
	orders   map[string]prometheus.Counter // by outcome
}

// BranchState is the state of a branch when Prometheus scrapes.
type BranchState struct {
	Name, URL, Title string
	// Circuit is closed, half-open or open.
	Circuit string
	// Healthy is whether the last call or probe succeeded.
	Healthy bool
	// Failures yields the failed calls and probes by cause.
	Failures func(yield func(cause string, n uint64) bool)
	// Retries is how many GETs were sent a second time.
	Retries uint64
}

// The outcomes of an order (a call with an order key, or the trait Once), by the response its customer got.
// docs/operator.md says what to do about each.
const (
	OrderAccepted = "accepted" // the upstream took it
	OrderReplayed = "replayed" // the recorded response of the same key was returned, nothing was sent
	OrderRefused  = "refused"  // 4xx: the upstream or the BFF rejected its content
	OrderFailed   = "failed"   // the upstream answered 5xx or with something unusable
	OrderUnsent   = "unsent"   // the upstream could not be reached, nothing was sent
	OrderPaused   = "paused"   // the journal could not be written, nothing was sent
	OrderUnknown  = "unknown"  // it was sent and no response came
)

// OrderOutcomes lists the outcomes.
var OrderOutcomes = [...]string{OrderAccepted, OrderReplayed, OrderRefused, OrderFailed, OrderUnsent, OrderPaused, OrderUnknown}

// alertStatuses are the statuses for which every call has a series from the start.
var alertStatuses = [...]int{
	http.StatusOK, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
}

// BrowserErrorKinds say where the client caught an error (contracts/bff.yaml).
var BrowserErrorKinds = [...]string{"start", "screen", "part", "uncaught"}

// FetchFailed counts a public response that could not be fetched or cached.
func (m *Metrics) FetchFailed(call, cause string) { m.fetches.WithLabelValues(call, cause).Inc() }

// Deviated adds to the values of a call, by its index in the list, that do not have the contract's form.
func (m *Metrics) Deviated(call, values int) {
	m.deviated.WithLabelValues(m.names[call]).Add(float64(values))
}

// BrowserError counts an error that a browser reported.
func (m *Metrics) BrowserError(kind string) { m.browser.WithLabelValues(kind).Inc() }

// Vitals are the Core Web Vitals of a visit, nil where the browser did not measure one.
type Vitals struct {
	// LCP, INP and TTFB are times in milliseconds.
	LCP, INP, TTFB *float64
	// CLS is a score: how much of the screen moved, and how far.
	CLS *float64
}

// RecordVitals records a visit that began at a screen, which must be one of a few.
func (m *Metrics) RecordVitals(screen string, v Vitals) {
	for metric, ms := range map[string]*float64{"lcp": v.LCP, "inp": v.INP, "ttfb": v.TTFB} {
		if ms != nil {
			m.vitals.WithLabelValues(metric, screen).Observe(*ms / 1000)
		}
	}
	if v.CLS != nil {
		m.shift.WithLabelValues(screen).Observe(*v.CLS)
	}
}

// Sources are read when Prometheus scrapes.
type Sources struct {
	// Version is the executable's.
	Version string
	// Fetched are the calls whose responses are cached, FetchCauses why fetching one fails.
	Fetched, FetchCauses []string
	// Branches visits the branches.
	Branches func(visit func(BranchState))
	// Cached returns the size of the cache.
	Cached func() (entries int, bytes int64)
	// Evictions returns how many cached responses were removed to make room.
	Evictions func() uint64
	// Snapshot returns when the snapshot was written last, and how often that failed.
	Snapshot func() (written time.Time, failures uint64)
	// Panics returns how many panics were recovered.
	Panics func() uint64
	// Limits are the rules by which requests get 429.
	Limits []string
	// Redis yields the failed calls to Redis by what they were for.
	Redis func(yield func(use string, failures uint64) bool)
	// JournalReady reports whether an order could be journaled now.
	JournalReady func() bool
}

// NewMetrics creates the series of the documented calls.
func NewMetrics(calls []string, from Sources) *Metrics {
	m := &Metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_calls_total", Help: "Calls, by documented call and response status.",
		}, []string{"call", "status"}),
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_orders_total", Help: "Orders and reservations, by branch and outcome.",
		}, []string{"branch", "outcome"}),
		cached: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_cache_lookups_total", Help: "Public calls, by cache state: hit, stale or miss.",
		}, []string{"state"}),
		browser: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_browser_errors_total", Help: "JavaScript errors that browsers reported, by where the client caught them.",
		}, []string{"kind"}),
		fetches: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_fetch_failures_total", Help: "Public responses that could not be fetched or cached, by call and cause.",
		}, []string{"call", "cause"}),
		deviated: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_upstream_deviations_total", Help: "Values in responses that do not have the contract's form, by call: most are understood (docs/wire.md section 1).",
		}, []string{"call"}),
		limited: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_rate_limited_total", Help: "Requests answered with 429, by the limit that was exceeded.",
		}, []string{"rule"}),
		served: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_served_total", Help: "Pages, assets, files and pictures served, by status.",
		}, []string{"kind", "status"}),
		serving: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tablefront_served_seconds", Help: "Time from a request for a page, asset, file or picture to its response.",
			Buckets: []float64{.0005, .001, .005, .01, .05, .1, .25, .5, 1, 2.5},
		}, []string{"kind"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tablefront_call_seconds", Help: "Time from a call's arrival to its response.",
			Buckets: []float64{.0001, .0005, .001, .005, .01, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}),
		upstream: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tablefront_upstream_seconds", Help: "Time that an upstream took for a call.",
			Buckets: []float64{.001, .005, .01, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"branch"}),
		// The bounds of what Google calls good and poor are among the buckets.
		vitals: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tablefront_web_vitals_seconds", Help: "Core Web Vitals of visits, by metric (lcp, inp, ttfb) and the screen at which the visit began.",
			Buckets: []float64{.025, .05, .1, .2, .35, .5, .8, 1.2, 1.8, 2.5, 4, 6, 10},
		}, []string{"metric", "screen"}),
		shift: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tablefront_web_vitals_cls", Help: "Cumulative Layout Shift of visits, by the screen at which the visit began.",
			Buckets: []float64{.005, .01, .025, .05, .1, .15, .25, .5, 1},
		}, []string{"screen"}),
		names: calls,
	}
	m.Unknown(http.StatusNotFound, 0)
	for _, kind := range ServedKinds {
		m.served.WithLabelValues(kind, "200")
		m.serving.WithLabelValues(kind)
	}
	for _, rule := range from.Limits {
		m.limited.WithLabelValues(rule)
	}
	for _, state := range []string{"miss", "hit", "stale"} {
		m.cached.WithLabelValues(state)
	}
	for _, kind := range BrowserErrorKinds {
		m.browser.WithLabelValues(kind)
	}
	for _, call := range from.Fetched {
		for _, cause := range from.FetchCauses {
			m.fetches.WithLabelValues(call, cause)
		}
	}
	for _, metric := range []string{"lcp", "inp", "ttfb"} {
		m.vitals.WithLabelValues(metric, "/")
	}
	m.shift.WithLabelValues("/")
	for _, call := range calls {
		m.deviated.WithLabelValues(call)
		for _, status := range alertStatuses {
			m.calls.WithLabelValues(call, strconv.Itoa(status))
		}
	}
	gauge := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f)
	}
	circuit := prometheus.NewDesc("tablefront_circuit_state",
		"State of a branch's circuit: 0 closed, 1 half-open, 2 open.", []string{"branch"}, nil)
	info := prometheus.NewDesc("tablefront_branch_info",
		"Always 1; labels: the branch and its name from GET branches.", []string{"branch", "url", "name"}, nil)
	healthy := prometheus.NewDesc("tablefront_branch_up",
		"1: the last call or probe of a branch succeeded; 0: it failed.", []string{"branch"}, nil)
	failures := prometheus.NewDesc("tablefront_upstream_failures_total",
		"Calls and probes that failed because of the branch's host, by cause.", []string{"branch", "cause"}, nil)
	retries := prometheus.NewDesc("tablefront_upstream_retries_total", "GETs that were sent a second time.", []string{"branch"}, nil)
	build := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "tablefront_build_info", Help: "Always 1; label: the version of the executable.", ConstLabels: prometheus.Labels{"version": from.Version},
	})
	build.Set(1)
	states := map[string]float64{"closed": 0, "half-open": 1, "open": 2}
	count := func(name, help string, f func() uint64) prometheus.Collector {
		return prometheus.NewCounterFunc(prometheus.CounterOpts{Name: name, Help: help}, func() float64 { return float64(f()) })
	}
	redis := prometheus.NewDesc("tablefront_redis_failures_total", "Calls to Redis that failed, by what they were for; 0 for a single instance.", []string{"use"}, nil)
	m.registry.MustRegister(m.limited, m.served, m.serving,
		lateCollector(func(out chan<- prometheus.Metric) {
			for use, n := range from.Redis {
				out <- prometheus.MustNewConstMetric(redis, prometheus.CounterValue, float64(n), use)
			}
		}),
		count("tablefront_cache_evictions_total", "Cached responses that were removed to make room.", from.Evictions),
		count("tablefront_panics_total", "Panics that were recovered; each is in the log with its stack.", from.Panics),
		count("tablefront_snapshot_failures_total", "How often the snapshot of the cache could not be written.", func() uint64 { _, n := from.Snapshot(); return n }),
		gauge("tablefront_snapshot_written_timestamp_seconds", "When the snapshot of the cache was written last; 0: not by this process. It is written only after a change.", func() float64 {
			at, _ := from.Snapshot()
			if at.IsZero() {
				return 0
			}
			return float64(at.UnixMilli()) / 1000
		}),
	)
	m.registry.MustRegister(m.calls, m.orders, m.cached, m.browser, m.fetches, m.deviated, m.seconds, m.upstream, m.vitals, m.shift, build,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("tablefront_calls_in_flight", "Calls under way.", func() float64 { return float64(m.InFlight.Load()) }),
		gauge("tablefront_cache_entries", "Cached responses.", func() float64 { n, _ := from.Cached(); return float64(n) }),
		gauge("tablefront_cache_bytes", "Memory of the cached responses.", func() float64 { _, b := from.Cached(); return float64(b) }),
		gauge("tablefront_journal_ready", "1: an order could be journaled now; 0: orders are refused.", func() float64 {
			if from.JournalReady() {
				return 1
			}
			return 0
		}),
		lateCollector(func(out chan<- prometheus.Metric) {
			from.Branches(func(b BranchState) {
				out <- prometheus.MustNewConstMetric(circuit, prometheus.GaugeValue, states[b.Circuit], b.Name)
				out <- prometheus.MustNewConstMetric(info, prometheus.GaugeValue, 1, b.Name, b.URL, b.Title)
				up := 0.0
				if b.Healthy {
					up = 1
				}
				out <- prometheus.MustNewConstMetric(healthy, prometheus.GaugeValue, up, b.Name)
				out <- prometheus.MustNewConstMetric(retries, prometheus.CounterValue, float64(b.Retries), b.Name)
				for cause, n := range b.Failures {
					out <- prometheus.MustNewConstMetric(failures, prometheus.CounterValue, float64(n), b.Name, cause)
				}
			})
		}),
	)
	return m
}

// Handler serves the metrics in the text format of Prometheus.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.registry, promhttp.HandlerOpts{})
}

// lateCollector is a prometheus.Collector of what is read when Prometheus scrapes. It describes nothing, since there are no branches yet
// when it is registered.
type lateCollector func(chan<- prometheus.Metric)

func (lateCollector) Describe(chan<- *prometheus.Desc) {}

func (f lateCollector) Collect(out chan<- prometheus.Metric) { f(out) }

// OfBranch creates the series of a branch.
func (m *Metrics) OfBranch(name string) *BranchMetrics {
	b := &BranchMetrics{upstream: m.upstream.WithLabelValues(name), orders: map[string]prometheus.Counter{}}
	for _, outcome := range OrderOutcomes {
		b.orders[outcome] = m.orders.WithLabelValues(name, outcome)
	}
	return b
}

// ForgetBranch removes the series of a branch that is no longer listed.
func (m *Metrics) ForgetBranch(name string) {
	labels := prometheus.Labels{"branch": name}
	m.upstream.DeletePartialMatch(labels)
	m.orders.DeletePartialMatch(labels)
}

// Answered records a call, by its index in the list; cached is its cache state, "" for none.
func (m *Metrics) Answered(call, status int, cached string, took time.Duration) {
	m.seconds.Observe(took.Seconds())
	if cached != "" {
		m.cached.WithLabelValues(cached).Inc()
	}
	m.calls.WithLabelValues(m.names[call], strconv.Itoa(status)).Inc()
}

// Unknown adds to the requests that are not a documented call, by their status.
func (m *Metrics) Unknown(status int, n float64) {
	m.calls.WithLabelValues("unknown", strconv.Itoa(status)).Add(n)
}

// Limited counts a request that a limit refused.
func (m *Metrics) Limited(rule string) { m.limited.WithLabelValues(rule).Inc() }

// ServedKinds are what the site serves: pages, files of the build, and files made from settings (icons, manifest, sitemap).
var ServedKinds = [...]string{"page", "asset", "file", "picture"}

// Served records a response of the site.
func (m *Metrics) Served(kind string, status int, took time.Duration) {
	m.served.WithLabelValues(kind, strconv.Itoa(status)).Inc()
	m.serving.WithLabelValues(kind).Observe(took.Seconds())
}

// Upstream records how long the branch took for a call.
func (b *BranchMetrics) Upstream(took time.Duration) { b.upstream.Observe(took.Seconds()) }

// Order records the outcome of an order by its response: the status, the code of a fault, and whether it was recorded before.
func (b *BranchMetrics) Order(status int, code string, replayed bool) {
	outcome := OrderAccepted
	switch {
	case replayed:
		outcome = OrderReplayed
	case code == "outcome_unknown":
		outcome = OrderUnknown
	case code == "orders_paused":
		outcome = OrderPaused
	case code == "upstream_unreachable", code == "upstream_open":
		outcome = OrderUnsent
	case status >= 500:
		outcome = OrderFailed
	case status >= 300:
		outcome = OrderRefused
	}
	b.orders[outcome].Inc()
}
