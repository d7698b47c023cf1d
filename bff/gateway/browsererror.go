package gateway

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"

	"tablefront/bff/fault"
)

const maxBrowserError = 2 << 10

// takeBrowserError answers POST /bff/error.
func (g *Gateway) takeBrowserError(x *exchange) error {
	body, err := readAtMost(x.r.Body, maxBrowserError)
	if err != nil {
		return err
	}
	var report browserError
	if json.Unmarshal(body, &report) != nil || !report.isPlain() {
		return fault.BadRequest.Because(errReport)
	}
	report.Message = errorValue.ReplaceAllString(report.Message, "…")
	g.metrics.browserErrors.WithLabelValues(report.Kind).Inc()
	if g.browserErrors.Allow() {
		g.log.Warn("error in a browser", "requestId", x.out.id, "kind", report.Kind, "name", report.Name,
			"message", report.Message, "screen", report.Screen, slog.Any("where", report.Where))
	}
	g.write(x, http.StatusNoContent, nil, nil)
	return nil
}

// browserErrorKinds say where the client caught an error (contracts/bff.yaml).
var browserErrorKinds = []string{"start", "screen", "part", "uncaught"}

var errReport = errors.New("malformed browser error report")

// browserError is BrowserError in contracts/bff.yaml: a JavaScript error that the client reports, so that the operator learns of broken
// screens. It can't contain customer data, since every part of it must have a known shape.
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
	// errorValue matches what an error message may quote of a page's data, which is left out: quoted strings, addresses, numbers, names.
	errorValue = regexp.MustCompile(`"[^"]*"|'[^']*'|“[^”]*”|` + "`[^`]*`" + `|\S*[@/:?=]\S*|[0-9]+|[^\x20-\x7e]+`)
)

// isPlain reports whether every part of a report has the expected shape.
func (r *browserError) isPlain() bool {
	return slices.Contains(browserErrorKinds, r.Kind) && errorName.MatchString(r.Name) && errorScreen.MatchString(r.Screen) &&
		len(r.Message) <= 300 && len(r.Where) <= 8 && !slices.ContainsFunc(r.Where, func(s string) bool { return !errorWhere.MatchString(s) })
}
