package cache

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// metrics are the series of a Cache.
type metrics struct {
	evictions, unwritten prometheus.Counter
	written              prometheus.Gauge
}

func (c *Cache) newMetrics(to prometheus.Registerer) metrics {
	of := promauto.With(to)
	of.NewGaugeFunc(prometheus.GaugeOpts{Name: "tablefront_cache_entries", Help: "Cached responses."},
		func() float64 { n, _ := c.Size(); return float64(n) })
	of.NewGaugeFunc(prometheus.GaugeOpts{Name: "tablefront_cache_bytes", Help: "Memory of the cached responses."},
		func() float64 { return float64(c.bytes.Load()) })
	return metrics{
		evictions: of.NewCounter(prometheus.CounterOpts{
			Name: "tablefront_cache_evictions_total", Help: "Cached responses that were removed to make room.",
		}),
		unwritten: of.NewCounter(prometheus.CounterOpts{
			Name: "tablefront_snapshot_failures_total", Help: "How often the snapshot of the cache could not be written.",
		}),
		written: of.NewGauge(prometheus.GaugeOpts{
			Name: "tablefront_snapshot_written_timestamp_seconds",
			Help: "When the snapshot of the cache was written last; 0: not by this process. It is written only after a change.",
		}),
	}
}
