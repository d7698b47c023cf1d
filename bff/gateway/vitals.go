package gateway

import (
	"encoding/json"
	"errors"
	"net/http"
	"slices"

	"tablefront/bff/telemetry"
)

const (
	maxVitals = 512
	// longestVital is the limit of a time in milliseconds: more is not a visit.
	longestVital = 10 * 60 * 1000
	// mostShift is the limit of a layout shift.
	mostShift = 1000
)

// takeVitals answers POST /bff/vitals.
func (g *Gateway) takeVitals(x *exchange) {
	screen, vitals, err := g.readVitals(x)
	if err != nil {
		g.refuseAndRecord(x, faultOf(err, false))
		return
	}
	g.metrics.RecordVitals(screen, vitals)
	g.write(x, http.StatusNoContent, nil, nil)
}

var errVitals = errors.New("malformed figures of a visit")

func (g *Gateway) readVitals(x *exchange) (screen string, vitals telemetry.Vitals, err error) {
	if err := g.origin.Check(x.r); err != nil {
		return "", vitals, faultCrossOrigin.Because(err)
	}
	body, err := readAtMost(x.r.Body, maxVitals)
	if err != nil {
		return "", vitals, err
	}
	var sent struct {
		Screen string `json:"screen"`
		telemetry.Vitals
	}
	within := func(value *float64, limit float64) bool { return value == nil || *value >= 0 && *value <= limit }
	// The screen is a label of the metrics: only known ones, or anybody could add series.
	if json.Unmarshal(body, &sent) != nil || !slices.Contains(g.screens, sent.Screen) ||
		!within(sent.LCP, longestVital) || !within(sent.INP, longestVital) || !within(sent.TTFB, longestVital) || !within(sent.CLS, mostShift) {
		return "", vitals, faultBadRequest.Because(errVitals)
	}
	return sent.Screen, sent.Vitals, nil
}
