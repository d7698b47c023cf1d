package upstream

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// metrics are the series of all hosts of a Pool, by Host.Name.
type metrics struct {
	failures, retries *prometheus.CounterVec
	up, state         *prometheus.GaugeVec
}

func newMetrics(to prometheus.Registerer) metrics {
	of, branch := promauto.With(to), []string{"branch"}
	return metrics{
		failures: of.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_upstream_failures_total", Help: "Calls and probes that failed because of the branch's host, by cause.",
		}, []string{"branch", "cause"}),
		retries: of.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_upstream_retries_total", Help: "GETs that were sent a second time.",
		}, branch),
		up: of.NewGaugeVec(prometheus.GaugeOpts{
			Name: "tablefront_branch_up", Help: "1: the last call or probe of a branch succeeded; 0: it failed.",
		}, branch),
		state: of.NewGaugeVec(prometheus.GaugeOpts{
			Name: "tablefront_circuit_state", Help: "State of a branch's circuit: 0 closed, 1 half-open, 2 open.",
		}, branch),
	}
}

// series are those of one host. It holds them itself: a call that ends after forget may not bring one back.
type series struct {
	failed    map[string]prometheus.Counter // by cause
	retries   prometheus.Counter
	up, state prometheus.Gauge
}

func (m *metrics) of(name string) series {
	s := series{map[string]prometheus.Counter{}, m.retries.WithLabelValues(name), m.up.WithLabelValues(name), m.state.WithLabelValues(name)}
	for _, cause := range Causes {
		s.failed[cause] = m.failures.WithLabelValues(name, cause)
	}
	s.up.Set(1)
	return s
}

func (m *metrics) forget(name string) {
	branch := prometheus.Labels{"branch": name}
	m.failures.DeletePartialMatch(branch)
	m.retries.Delete(branch)
	m.up.Delete(branch)
	m.state.Delete(branch)
}
