package gateway

import (
	"encoding/json"
	"errors"
	"io"
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
func (g *Gateway) takeBrowserError(w http.ResponseWriter, r *http.Request) {
	if err := g.origin.Check(r); err != nil {
		g.refuseUnlisted(w, r, faultCrossOrigin(err))
		return
	}
	if wait := g.limits.Take(clientKey("POST error", prefixOf(g.clientOf(r).addr)), browserErrorRule); wait > 0 {
		g.refuseUnlisted(w, r, faultRateLimited(wait, errLimited))
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBrowserError))
	if tooLarge := (*http.MaxBytesError)(nil); errors.As(err, &tooLarge) {
		g.refuseUnlisted(w, r, faultTooLarge(err))
		return
	}
	var report browserError
	if err != nil || json.Unmarshal(body, &report) != nil || !report.isPlain() {
		g.refuseUnlisted(w, r, faultBadRequest(errBrowserError))
		return
	}
	h := w.Header()
	g.ownHeaders(h, r)
	h["Cache-Control"] = noStore
	g.metrics.BrowserError(report.Kind)
	if g.browserErrors.Allow() {
		g.log.Warn("error in a browser", "requestId", h.Get("X-Request-Id"), "kind", report.Kind, "name", report.Name,
			"message", errorValue.ReplaceAllString(report.Message, "…"), "screen", report.Screen, slog.Any("where", report.Where))
	}
	w.WriteHeader(http.StatusNoContent)
}

// isPlain reports whether every part of a report has the expected shape.
func (e *browserError) isPlain() bool {
	return slices.Contains(telemetry.BrowserErrorKinds[:], e.Kind) && errorName.MatchString(e.Name) && errorScreen.MatchString(e.Screen) &&
		len(e.Message) <= 300 && len(e.Where) <= 8 && !slices.ContainsFunc(e.Where, func(s string) bool { return !errorWhere.MatchString(s) })
}
