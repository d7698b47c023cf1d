package gateway

import (
	"strconv"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
)

// metrics are what Prometheus reads (DESIGN section 3.11). What a call needs is looked up once and then only counted.
type metrics struct {
	registry *prometheus.Registry
	calls    *prometheus.CounterVec
	copies   *prometheus.CounterVec
	seconds  prometheus.Histogram
	took     *prometheus.HistogramVec
	inFlight atomic.Int64

	byStatus [][600]atomic.Pointer[prometheus.Counter]
	byCopy   [3]prometheus.Counter
	unknown  prometheus.Counter
}

func newMetrics(g *Gateway) *metrics {
	m := &metrics{
		registry: prometheus.NewRegistry(),
		calls: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_calls_total", Help: "Calls answered, by documented call and status.",
		}, []string{"call", "status"}),
		copies: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_kept_answers_total", Help: "Public calls answered, by the state of the kept copy.",
		}, []string{"state"}),
		seconds: prometheus.NewHistogram(prometheus.HistogramOpts{
			Name: "tablefront_call_seconds", Help: "Time from a call's arrival to its answer.",
			Buckets: []float64{.0001, .0005, .001, .005, .01, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tablefront_upstream_seconds", Help: "Time an upstream took for a call.",
			Buckets: []float64{.001, .005, .01, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"branch"}),
		byStatus: make([][600]atomic.Pointer[prometheus.Counter], len(calls)),
	}
	m.unknown = m.calls.WithLabelValues("unknown", "404")
	for i, state := range []string{"miss", "hit", "stale"} {
		m.byCopy[i] = m.copies.WithLabelValues(state)
	}
	gauge := func(name, help string, f func() float64) prometheus.Collector {
		return prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: name, Help: help}, f)
	}
	m.registry.MustRegister(m.calls, m.copies, m.seconds, m.took,
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}),
		gauge("tablefront_calls_in_flight", "Calls under way.", func() float64 { return float64(m.inFlight.Load()) }),
		gauge("tablefront_kept_copies", "Kept copies.", func() float64 { n, _ := g.keeper.Size(); return float64(n) }),
		gauge("tablefront_kept_bytes", "Memory of the kept copies.", func() float64 { _, b := g.keeper.Size(); return float64(b) }),
		&hostStates{g: g, desc: prometheus.NewDesc("tablefront_circuit_state",
			"State of a host's circuit: 0 closed, 1 half-open, 2 open.", []string{"branch"}, nil)},
	)
	return m
}

// hostStates asks every host for its circuit when Prometheus asks.
type hostStates struct {
	g    *Gateway
	desc *prometheus.Desc
}

// Describe fills prometheus.Collector.
func (s *hostStates) Describe(out chan<- *prometheus.Desc) { out <- s.desc }

// Collect fills prometheus.Collector.
func (s *hostStates) Collect(out chan<- prometheus.Metric) {
	states := map[string]float64{"closed": 0, "half-open": 1, "open": 2}
	s.g.branches.byID.Range(func(_, v any) bool {
		b := v.(*branch) //nolint:forcetypeassert // the map holds nothing else
		out <- prometheus.MustNewConstMetric(s.desc, prometheus.GaugeValue, states[b.State()], b.name)
		return true
	})
}

// count notes an answered call.
func (m *metrics) count(x *exchange) {
	m.seconds.Observe(x.took.Seconds())
	switch x.copy {
	case "hit":
		m.byCopy[1].Inc()
	case "stale":
		m.byCopy[2].Inc()
	case "miss":
		m.byCopy[0].Inc()
	}
	if x.status < 0 || x.status >= 600 {
		return
	}
	slot := &m.byStatus[x.call.index][x.status]
	c := slot.Load()
	if c == nil {
		made := m.calls.WithLabelValues(x.call.String(), strconv.Itoa(x.status))
		c = &made
		slot.Store(c)
	}
	(*c).Inc()
	if x.upstream > 0 && x.branch != nil && x.copy == "" {
		m.upstreamTook(x.branch, x.upstream)
	}
}

func (m *metrics) upstreamTook(b *branch, d time.Duration) {
	m.took.WithLabelValues(b.name).Observe(d.Seconds())
}
