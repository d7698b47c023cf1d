package branches

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// The outcomes of an order (a call with an order key, or one that must be sent once), by the response its customer got.
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

// metrics are the series of all branches.
type metrics struct {
	info    *prometheus.GaugeVec
	orders  *prometheus.CounterVec
	seconds *prometheus.HistogramVec
}

func newMetrics(to prometheus.Registerer) metrics {
	of := promauto.With(to)
	return metrics{
		info: of.NewGaugeVec(prometheus.GaugeOpts{
			Name: "tablefront_branch_info", Help: "Always 1; labels: the branch and its name from GET branches.",
		}, []string{"branch", "url", "name"}),
		orders: of.NewCounterVec(prometheus.CounterOpts{
			Name: "tablefront_orders_total", Help: "Orders and reservations, by branch and outcome.",
		}, []string{"branch", "outcome"}),
		seconds: of.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tablefront_upstream_seconds", Help: "Time that an upstream took for a call.",
			Buckets: []float64{.001, .005, .01, .05, .1, .25, .5, 1, 2.5, 5, 10},
		}, []string{"branch"}),
	}
}

// series are those of one branch. It holds them itself: a call that ends after forget may not bring one back.
type series struct {
	orders  map[string]prometheus.Counter // by outcome
	seconds prometheus.Observer
}

func (m *metrics) of(b *Branch) *series {
	s := &series{map[string]prometheus.Counter{}, m.seconds.WithLabelValues(b.Name)}
	for _, outcome := range OrderOutcomes {
		s.orders[outcome] = m.orders.WithLabelValues(b.Name, outcome)
	}
	m.info.WithLabelValues(b.Name, b.Base, "").Set(1)
	return s
}

// named records the name of a branch in GET branches.
func (m *metrics) named(b *Branch) {
	m.info.DeletePartialMatch(prometheus.Labels{"branch": b.Name})
	m.info.WithLabelValues(b.Name, b.Base, b.Title()).Set(1)
}

func (m *metrics) forget(b *Branch) {
	branch := prometheus.Labels{"branch": b.Name}
	m.info.DeletePartialMatch(branch)
	m.orders.DeletePartialMatch(branch)
	m.seconds.Delete(branch)
}

func (s *series) CountOrder(outcome string) { s.orders[outcome].Inc() }

func (s *series) Took(d time.Duration) { s.seconds.Observe(d.Seconds()) }
