package gateway

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"

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

// takeVitals answers POST /bff/vitals.
func (g *Gateway) takeVitals(x *exchange) error {
	body, err := readAtMost(x.r.Body, maxVitals)
	if err != nil {
		return err
	}
	var v visit
	within := func(value *float64, limit float64) bool { return value == nil || *value >= 0 && *value <= limit }
	// The screen is a label of the metrics: only known ones, or anybody could add series.
	if json.Unmarshal(body, &v) != nil || !slices.Contains(g.screens, v.Screen) ||
		!within(v.LCP, longestVital) || !within(v.INP, longestVital) || !within(v.TTFB, longestVital) || !within(v.CLS, mostShift) {
		return fault.BadRequest.Because(errVitals)
	}
	for metric, ms := range map[string]*float64{"lcp": v.LCP, "inp": v.INP, "ttfb": v.TTFB} {
		if ms != nil {
			g.metrics.vitals.WithLabelValues(metric, v.Screen).Observe(*ms / 1000)
		}
	}
	if v.CLS != nil {
		g.metrics.layoutShift.WithLabelValues(v.Screen).Observe(*v.CLS)
	}
	g.write(x, http.StatusNoContent, nil, nil)
	return nil
}
