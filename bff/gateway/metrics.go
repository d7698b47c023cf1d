package gateway

import (
	"net/http"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics are what Prometheus reads (docs/architecture.md section 3.11). Series that an alert can be about exist from
// the start, at 0: increase() does not see the event that creates a series.
type metrics struct {
	registry *prometheus.Registry
	calls    *prometheus.CounterVec
	orders   *prometheus.CounterVec
	cached   *prometheus.CounterVec
	seconds  prometheus.Histogram
	upstream *prometheus.HistogramVec
	inFlight atomic.Int64

	byStatus [][600]atomic.Pointer[prometheus.Counter]
	unknown  prometheus.Counter
}

// branchMetrics are the series of one branch. They are removed with it.
type branchMetrics struct {
	upstream prometheus.Observer
	orders   map[string]prometheus.Counter // by outcome
}

// The outcomes of an order (a call with an order key, or the trait Once), by what its customer was told. Each needs
// something else of the operator; docs/operator.md says what.
const (
	orderAccepted = "accepted" // the upstream took it
	orderReplayed = "replayed" // an earlier answer to the same key was repeated, nothing was sent
	orderRefused  = "refused"  // 4xx: the upstream or the BFF refused it for what is in it
	orderFailed   = "failed"   // the upstream answered 5xx or with something unusable
	orderUnsent   = "unsent"   // the upstream could not be reached, nothing was sent
	orderPaused   = "paused"   // the journal could not be written, nothing was sent
	orderUnknown  = "unknown"  // it was sent, and nobody knows what became of it
)

var orderOutcomes = [...]string{orderAccepted, orderReplayed, orderRefused, orderFailed, orderUnsent, orderPaused, orderUnknown}

// alertStatuses are the statuses for which every call has a series from the start.
var alertStatuses = [...]int{
	http.StatusOK, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout,
}

func newMetrics(g *Gateway) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_calls_total", Help: "Answered calls, by documented call and status.",
		}, []string{"call", "status"}),
		orders: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_orders_total", Help: "Answered orders and reservations, by branch and outcome.",
		}, []string{"branch", "outcome"}),
		cached: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_kept_answers_total", Help: "Answered public calls, by state of the cached response.",
		}, []string{"state"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tablefront_call_seconds", Help: "Time from a call's arrival to its answer.",
			Buckets: []float64{.0001, .0005, .001, .005, .01, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}),
		upstream: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tablefront_upstream_seconds", Help: "Time that an upstream took for a call.",
			Buckets: []float64{.001, .005, .01, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"branch"}),
		byStatus: make([][600]atomic.Pointer[prometheus.Counter], len(calls)),
	}
	m.unknown = m.calls.WithLabelValues("unknown", "404")
	for _, state := range []string{"miss", "hit", "stale"} {
		m.cached.WithLabelValues(state)
	}
	for i := range calls {
		for _, status := range alertStatuses {
			m.answered(&calls[i], status)
		}
	}
	gauge := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f)
	}
	m.registry.MustRegister(m.calls, m.orders, m.cached, m.seconds, m.upstream,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("tablefront_calls_in_flight", "Calls under way.", func() float64 { return float64(m.inFlight.Load()) }),
		gauge("tablefront_kept_copies", "Cached responses.", func() float64 { n, _ := g.keeper.Size(); return float64(n) }),
		gauge("tablefront_kept_bytes", "Memory of the cached responses.", func() float64 { _, b := g.keeper.Size(); return float64(b) }),
		gauge("tablefront_journal_ready", "1: an order could be journaled now; 0: orders are refused.", func() float64 {
			if g.journalReady() {
				return 1
			}
			return 0
		}),
		&branchCollector{
			g: g,
			circuit: prometheus.NewDesc("tablefront_circuit_state",
				"State of a branch's circuit: 0 closed, 1 half-open, 2 open.", []string{"branch"}, nil),
			info: prometheus.NewDesc("tablefront_branch_info",
				"Always 1: the address of a branch and the name that GET branches gives it.", []string{"branch", "url", "name"}, nil),
		},
	)
	return m
}

// branchCollector reads the branches when Prometheus asks.
type branchCollector struct {
	g             *Gateway
	circuit, info *prometheus.Desc
}

// Describe implements prometheus.Collector.
func (s *branchCollector) Describe(out chan<- *prometheus.Desc) { out <- s.circuit; out <- s.info }

// Collect implements prometheus.Collector.
func (s *branchCollector) Collect(out chan<- prometheus.Metric) {
	states := map[string]float64{"closed": 0, "half-open": 1, "open": 2}
	s.g.branches.byID.Range(func(_, v any) bool {
		b := v.(*branch) //nolint:forcetypeassert // the map holds nothing else
		out <- prometheus.MustNewConstMetric(s.circuit, prometheus.GaugeValue, states[b.State()], b.name)
		out <- prometheus.MustNewConstMetric(s.info, prometheus.GaugeValue, 1, b.name, b.Base, b.title())
		return true
	})
}

// ofBranch creates the series of a branch.
func (m *metrics) ofBranch(name string) branchMetrics {
	b := branchMetrics{upstream: m.upstream.WithLabelValues(name), orders: map[string]prometheus.Counter{}}
	for _, outcome := range orderOutcomes {
		b.orders[outcome] = m.orders.WithLabelValues(name, outcome)
	}
	return b
}

// forget removes the series of a branch that is no longer listed.
func (m *metrics) forget(name string) {
	labels := prometheus.Labels{"branch": name}
	m.upstream.DeletePartialMatch(labels)
	m.orders.DeletePartialMatch(labels)
}

// count records an answered call.
func (m *metrics) count(x *exchange) {
	m.seconds.Observe(x.took.Seconds())
	if x.copy != "" {
		m.cached.WithLabelValues(x.copy).Inc()
	}
	if x.status < 0 || x.status >= 600 {
		return
	}
	m.answered(x.call, x.status).Inc()
	if x.branch == nil {
		return
	}
	if x.upstream > 0 && x.copy == "" {
		x.branch.metrics.upstream.Observe(x.upstream.Seconds())
	}
	if x.call.Has(Once) {
		x.branch.metrics.orders[orderOutcome(x)].Inc()
	}
}

// answered is the counter of a call's answers with one status.
func (m *metrics) answered(call *Call, status int) prometheus.Counter {
	slot := &m.byStatus[call.index][status]
	if c := slot.Load(); c != nil {
		return *c
	}
	c := m.calls.WithLabelValues(call.String(), strconv.Itoa(status))
	slot.Store(&c)
	return c
}

// orderOutcome names what became of an order.
func orderOutcome(x *exchange) string {
	code := ""
	if x.fault != nil {
		code = x.fault.Code
	}
	switch {
	case x.replayed:
		return orderReplayed
	case code == "outcome_unknown":
		return orderUnknown
	case code == "orders_paused":
		return orderPaused
	case code == "upstream_unreachable", code == "upstream_open":
		return orderUnsent
	case x.status >= 500:
		return orderFailed
	case x.status >= 300:
		return orderRefused
	}
	return orderAccepted
}

// upstreamTook records a fetch of a cached response.
func (m *metrics) upstreamTook(b *branch, d time.Duration) {
	b.metrics.upstream.Observe(d.Seconds())
}
