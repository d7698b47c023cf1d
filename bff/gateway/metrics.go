package gateway

import (
	"net/http"
	"strconv"
	"sync/atomic"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"tablefront/bff/cache"
	"tablefront/bff/ratelimit"
	"tablefront/bff/upstream"
)

// metrics are the gateway's own series; branches, upstream, cache and cluster declare theirs (docs/architecture.md section 3.11). Series that alerts use exist
// from the start with value 0, since increase() does not see the event that creates a series.
type metrics struct {
	registry *prometheus.Registry
	inFlight atomic.Int64
	panics   prometheus.Counter

	calls, cached, fetchFailures, deviations, limited, served *prometheus.CounterVec
	callSeconds                                               prometheus.Histogram
	servedSeconds                                             *prometheus.HistogramVec
}

// limitOfUpstream is the rule of a 429 that an upstream wants with Retry-After.
const limitOfUpstream = "upstream"

func newMetrics(version string, journalReady func() bool) *metrics {
	registry := prometheus.NewRegistry()
	of := promauto.With(registry)
	counters := func(name, help string, labels ...string) *prometheus.CounterVec {
		return of.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, labels)
	}
	m := &metrics{
		registry: registry,
		panics: of.NewCounter(prometheus.CounterOpts{
			Name: "tablefront_panics_total",
			Help: "Panics that were recovered; each is in the log with its stack.",
		}),
		calls: counters("tablefront_calls_total",
			"Calls, by documented call and response status.",
			"call", "status"),
		callSeconds: of.NewHistogram(prometheus.HistogramOpts{
			Name:    "tablefront_call_seconds",
			Help:    "Time from a call's arrival to its response.",
			Buckets: []float64{.0001, .0005, .001, .005, .01, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}),
		cached: counters("tablefront_cache_lookups_total",
			"Public calls, by cache state: hit, stale or miss.",
			"state"),
		fetchFailures: counters("tablefront_fetch_failures_total",
			"Public responses that could not be fetched or cached, by call and cause.",
			"call", "cause"),
		deviations: counters("tablefront_upstream_deviations_total",
			"Values in responses that do not have the contract's form, by call: most are understood (docs/wire.md section 1).",
			"call"),
		limited: counters("tablefront_rate_limited_total",
			"Requests answered with 429, by the limit that was exceeded.",
			"rule"),
		served: counters("tablefront_served_total",
			"Pages, assets, files and the shop's own requests, by kind and status.",
			"kind", "status"),
		servedSeconds: of.NewHistogramVec(prometheus.HistogramOpts{
			Name:    "tablefront_served_seconds",
			Help:    "Time from a request of such a kind to its response.",
			Buckets: []float64{.0005, .001, .005, .01, .05, .1, .25, .5, 1, 2.5},
		}, []string{"kind"}),
	}
	m.addZeros()
	of.NewGauge(prometheus.GaugeOpts{
		Name:        "tablefront_build_info",
		Help:        "Always 1; label: the version of the executable.",
		ConstLabels: prometheus.Labels{"version": version},
	}).Set(1)
	of.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tablefront_calls_in_flight",
		Help: "Calls under way.",
	}, func() float64 { return float64(m.inFlight.Load()) })
	of.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "tablefront_journal_ready",
		Help: "1: an order could be journaled now; 0: orders are refused.",
	}, func() float64 {
		if journalReady() {
			return 1
		}
		return 0
	})
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// addZeros creates the series that alerts use.
func (m *metrics) addZeros() {
	for _, state := range []string{"miss", "hit", "stale"} {
		m.cached.WithLabelValues(state)
	}
	for _, rule := range append(ratelimit.Rules[:], limitOfUpstream) {
		m.limited.WithLabelValues(rule)
	}
	m.calls.WithLabelValues("unknown", strconv.Itoa(http.StatusNotFound))
	for i := range calls {
		name := calls[i].String()
		m.deviations.WithLabelValues(name)
		for _, status := range []int{http.StatusOK, http.StatusInternalServerError, http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout} {
			m.calls.WithLabelValues(name, strconv.Itoa(status))
		}
		if calls[i].Class == cache.Never {
			continue
		}
		for _, cause := range append(fetchCauses, upstream.Causes[:]...) {
			m.fetchFailures.WithLabelValues(name, cause)
		}
	}
}
