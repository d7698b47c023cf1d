package gateway

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"tablefront/bff/fault"
)

const (
	maxVitals = 512
	// longestVital is the limit of a time in milliseconds: more is not a visit.
	longestVital = 10 * 60 * 1000
	// mostShift is the limit of a layout shift.
	mostShift = 1000
)

// visit has the Core Web Vitals of a visit, nil where the browser did not measure one, and the screen at which it began.
type visit struct {
	Screen string `json:"screen"`
	// LCP, INP and TTFB are times in milliseconds.
	LCP, INP, TTFB *float64
	// CLS is a score: how much of the screen moved, and how far.
	CLS *float64
}

var errVitals = errors.New("malformed figures of a visit")

// visits counts the figures of visits.
type visits struct {
	screens []string // the paths of the client's screens, the only ones that the figures may have as a label
	// seconds are the times, by metric and screen; shift the scores, by screen.
	seconds, shift *prometheus.HistogramVec
}

func newVisits(registry prometheus.Registerer, screens []string) *visits {
	of := promauto.With(registry)
	// The bounds of what Google calls good and poor are among the buckets.
	v := &visits{
		screens: screens,
		seconds: of.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tablefront_web_vitals_seconds", Help: "Core Web Vitals of visits, by metric (lcp, inp, ttfb) and the screen at which the visit began.",
			Buckets: []float64{.025, .05, .1, .2, .35, .5, .8, 1.2, 1.8, 2.5, 4, 6, 10},
		}, []string{"metric", "screen"}),
		shift: of.NewHistogramVec(prometheus.HistogramOpts{
			Name: "tablefront_web_vitals_cls", Help: "Cumulative Layout Shift of visits, by the screen at which the visit began.",
			Buckets: []float64{.005, .01, .025, .05, .1, .15, .25, .5, 1},
		}, []string{"screen"}),
	}
	for _, metric := range []string{"lcp", "inp", "ttfb"} {
		v.seconds.WithLabelValues(metric, "/")
	}
	v.shift.WithLabelValues("/")
	return v
}

// take answers POST /bff/vitals.
func (s *visits) take(x *exchange) error {
	body, err := readAtMost(x.r.Body, maxVitals)
	if err != nil {
		return err
	}
	var v visit
	within := func(value *float64, limit float64) bool { return value == nil || *value >= 0 && *value <= limit }
	// The screen is a label of the metrics: only known ones, or anybody could add series.
	if json.Unmarshal(body, &v) != nil || !slices.Contains(s.screens, v.Screen) ||
		!within(v.LCP, longestVital) || !within(v.INP, longestVital) || !within(v.TTFB, longestVital) || !within(v.CLS, mostShift) {
		return fault.BadRequest.Because(errVitals)
	}
	for metric, ms := range map[string]*float64{"lcp": v.LCP, "inp": v.INP, "ttfb": v.TTFB} {
		if ms != nil {
			s.seconds.WithLabelValues(metric, v.Screen).Observe(*ms / 1000)
		}
	}
	if v.CLS != nil {
		s.shift.WithLabelValues(v.Screen).Observe(*v.CLS)
	}
	x.write(http.StatusNoContent, nil, nil)
	return nil
}
