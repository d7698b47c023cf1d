package gateway

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"tablefront/bff/ratelimit"
	"tablefront/bff/telemetry"
)

// The client reports JavaScript errors to POST /bff/error, so that the operator learns of broken screens: each is logged
// and counted. A report can't contain customer data, since every part of it must have a known shape.

const maxBrowserError = 2 << 10

// browserErrorRule limits the reports of one client; newBrowserErrors limits those of all, since each is a log line.
var browserErrorRule = ratelimit.Rule{Burst: 10, Every: 30 * time.Second}

func newBrowserErrors() *rate.Limiter { return rate.NewLimiter(1, 60) }

// browserError is the body, BrowserError in contracts/bff.yaml.
type browserError struct {
	Kind    string   `json:"kind"`
	Name    string   `json:"name"`
	Message string   `json:"message"`
	Screen  string   `json:"screen"`
	Where   []string `json:"where"`
}

var (
	errorName   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{0,39}$`)
	errorScreen = regexp.MustCompile(`^/[a-z/_:-]{0,79}$`)
	errorWhere  = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,60}:[0-9]{1,7}:[0-9]{1,7}$`)
	// errorValue matches what an error message may quote of a page's data: quoted strings, addresses, numbers, names.
	errorValue = regexp.MustCompile(`"[^"]*"|'[^']*'|“[^”]*”|` + "`[^`]*`" + `|\S*[@/:?=]\S*|[0-9]+|[^\x20-\x7e]+`)

	errBrowserError = errors.New("malformed browser error report")
)

// takeBrowserError answers POST /bff/error.
func (g *Gateway) takeBrowserError(x *exchange) {
	report, err := g.readBrowserError(x)
	if err != nil {
		g.refuse(x, faultOf(err, false))
		g.record(x)
		return
	}
	g.metrics.BrowserError(report.Kind)
	if g.browserErrors.Allow() {
		g.log.Warn("error in a browser", "requestId", x.id, "kind", report.Kind, "name", report.Name,
			"message", errorValue.ReplaceAllString(report.Message, "…"), "screen", report.Screen, slog.Any("where", report.Where))
	}
	g.write(x, http.StatusNoContent, nil, nil)
}

func (g *Gateway) readBrowserError(x *exchange) (report browserError, err error) {
	if err := g.origin.Check(x.r); err != nil {
		return report, faultCrossOrigin.because(err)
	}
	if wait := g.limits.Take("POST error "+x.client.Prefix(), browserErrorRule); wait > 0 {
		return report, faultRateLimited.after(wait, errLimited)
	}
	body, err := readAtMost(x.r.Body, maxBrowserError)
	if err == nil && (json.Unmarshal(body, &report) != nil || !report.isPlain()) {
		err = faultBadRequest.because(errBrowserError)
	}
	return report, err
}

// isPlain reports whether every part of a report has the expected shape.
func (e *browserError) isPlain() bool {
	return slices.Contains(telemetry.BrowserErrorKinds[:], e.Kind) && errorName.MatchString(e.Name) && errorScreen.MatchString(e.Screen) &&
		len(e.Message) <= 300 && len(e.Where) <= 8 && !slices.ContainsFunc(e.Where, func(s string) bool { return !errorWhere.MatchString(s) })
}
