package gateway

import (
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
	"golang.org/x/time/rate"

	"tablefront/bff/fault"
)

const maxBrowserError = 2 << 10

// browserErrors counts and logs errors in browsers.
type browserErrors struct {
	log   *slog.Logger
	now   func() time.Time
	lines *rate.Limiter // of the log
	count *prometheus.CounterVec
}

func newBrowserErrors(registry prometheus.Registerer, log *slog.Logger, now func() time.Time) *browserErrors {
	b := &browserErrors{log: log, now: now, lines: rate.NewLimiter(1, 60), count: promauto.With(registry).NewCounterVec(prometheus.CounterOpts{
		Name: "tablefront_browser_errors_total", Help: "JavaScript errors that browsers reported, by where the client caught them.",
	}, []string{"kind"})}
	for _, kind := range browserErrorKinds {
		b.count.WithLabelValues(kind)
	}
	return b
}

// take answers POST /bff/error.
func (b *browserErrors) take(x *exchange) error {
	body, err := readAtMost(x.r.Body, maxBrowserError)
	if err != nil {
		return err
	}
	var report browserError
	if json.Unmarshal(body, &report) != nil || !report.isPlain() {
		return fault.BadRequest.Because(errReport)
	}
	report.Message = errorValue.ReplaceAllString(report.Message, "…")
	b.count.WithLabelValues(report.Kind).Inc()
	if b.lines.AllowN(b.now(), 1) {
		b.log.Warn("error in a browser", "requestId", x.out.id, "kind", report.Kind, "name", report.Name,
			"message", report.Message, "screen", report.Screen, slog.Any("where", report.Where))
	}
	x.write(http.StatusNoContent, nil, nil)
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
