package cluster

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// What Redis is asked for, as a label.
const (
	forOrders   = "orders"
	forLimits   = "limits"
	forMessages = "messages"
)

// NewFailures returns the counter of failed calls (Options.Failures), which a single instance exports too.
func NewFailures(to prometheus.Registerer) *prometheus.CounterVec {
	failures := promauto.With(to).NewCounterVec(prometheus.CounterOpts{
		Name: "tablefront_redis_failures_total", Help: "Calls to Redis that failed, by what they were for; 0 for a single instance.",
	}, []string{"use"})
	for _, use := range []string{forOrders, forLimits, forMessages} {
		failures.WithLabelValues(use)
	}
	return failures
}
