package gateway

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/fault"
	"tablefront/bff/logging"
	"tablefront/bff/ratelimit"
)

// recorder counts and logs.
type recorder struct {
	log     *slog.Logger
	metrics *metrics
}

// record updates the metrics and writes the log line of a request.
func (r *recorder) record(x *exchange) {
	x.took = time.Since(x.start)
	defer r.logLine(x)
	if x.fault != nil && x.fault.Code == fault.RateLimited.Code {
		r.metrics.limited.WithLabelValues(cmp.Or(ratelimit.Rule(x.fault.Cause), limitOfUpstream)).Inc()
	}
	if x.kind != "" {
		r.metrics.served.WithLabelValues(x.kind, strconv.Itoa(x.status)).Inc()
		r.metrics.servedSeconds.WithLabelValues(x.kind).Observe(x.took.Seconds())
		return
	}
	r.metrics.calls.WithLabelValues(x.out.call.String(), strconv.Itoa(x.status)).Inc()
	if x.out.call == nil {
		return
	}
	r.metrics.callSeconds.Observe(x.took.Seconds())
	if x.cached != "" {
		r.metrics.cached.WithLabelValues(x.cached).Inc()
	}
	if x.out.branch == nil {
		return
	}
	if x.out.took > 0 && x.cached == "" {
		x.out.branch.Took(x.out.took)
	}
	if x.out.call.Once {
		x.out.branch.CountOrder(orderOutcome(x))
	}
}

// orderOutcome is the outcome of an order by the response its customer got.
func orderOutcome(x *exchange) string {
	code := ""
	if x.fault != nil {
		code = x.fault.Code
	}
	switch {
	case x.replayed:
		return branches.OrderReplayed
	case code == fault.OutcomeUnknown.Code:
		return branches.OrderUnknown
	case code == fault.OrdersPaused.Code:
		return branches.OrderPaused
	case code == fault.UpstreamUnreachable.Code, code == fault.UpstreamOpen.Code:
		return branches.OrderUnsent
	case x.status >= 500:
		return branches.OrderFailed
	case x.status >= 300:
		return branches.OrderRefused
	}
	return branches.OrderAccepted
}

// logLine writes the log line of a request. Only these fields are logged: no query, header, cookie or body values, and the
// client's address without its last part.
func (r *recorder) logLine(x *exchange) {
	attrs := make([]slog.Attr, 0, 13)
	attrs = append(attrs, slog.String("requestId", x.out.id))
	message := "call"
	if x.kind == "" {
		attrs = append(attrs, slog.String("call", x.out.call.String()))
	} else {
		message = "served"
		attrs = append(attrs, slog.String("kind", x.kind), slog.String("path", servedPath(x)))
	}
	attrs = append(attrs, slog.Int("status", x.status), slog.Int("bytes", x.bytes), slog.Int64("us", x.took.Microseconds()))
	if x.out.branch != nil {
		attrs = append(attrs, slog.String("branch", x.out.branch.Name))
		if title := x.out.branch.Title(); title != "" {
			attrs = append(attrs, slog.String("branchName", title))
		}
	}
	if x.cached != "" {
		attrs = append(attrs, slog.String("cache", x.cached))
	}
	if x.out.took > 0 {
		attrs = append(attrs, slog.Int64("upstreamUs", x.out.took.Microseconds()))
	}
	if x.replayed {
		attrs = append(attrs, slog.Bool("replayed", true))
	}
	if x.out.client.Addr.IsValid() {
		attrs = append(attrs, slog.String("client", logging.CutAddr(x.out.client.Addr).String()))
	}
	if x.status == http.StatusMisdirectedRequest && x.kind == "" {
		attrs = append(attrs, slog.String("refusedBranch", refusedBranch(x.r.Header.Get("X-Branch"))))
	}
	if x.fault != nil {
		attrs = append(attrs, slog.String("code", x.fault.Code))
		if x.fault.Cause != nil {
			attrs = append(attrs, slog.String("cause", logging.SafeCause(x.fault.Cause)))
		}
	}
	r.log.LogAttrs(context.Background(), levelOf(x), message, attrs...)
}

// The kinds of what health checks request every few seconds.
const (
	kindHealth = "healthz"
	kindReady  = "readyz"
)

// levelOf is the level of a request's log line.
func levelOf(x *exchange) slog.Level {
	switch {
	case x.kind == kindHealth, x.kind == kindReady, x.status == http.StatusLoopDetected: // the shop that calls logs it
		return slog.LevelDebug
	case x.status >= http.StatusInternalServerError:
		return slog.LevelWarn
	case x.kind == "", x.kind == kindPage, x.fault != nil:
		return slog.LevelInfo
	}
	return slog.LevelDebug
}

const kindPage = "page"

// kindOf is the kind of what the site has served: a page, a file of the build, or a file made from settings (icons, manifest, sitemap).
func kindOf(x *exchange) string {
	switch {
	case strings.HasPrefix(x.w.Header().Get("Content-Type"), "text/html"):
		return kindPage
	case strings.HasPrefix(x.r.URL.Path, "/assets/"):
		return "asset"
	}
	return "file"
}

// servedPath is the path of what is no call, for the log. Of a page's only the first part is logged: the rest may be an order's or a table's code.
func servedPath(x *exchange) string {
	path := x.r.URL.Path
	if x.kind == kindPage {
		first, _, _ := strings.Cut(path[1:], "/")
		path = "/" + first
	}
	return logging.Cut(path)
}

// refusedBranch is the address of a branch that is not listed, for the log: scheme and host of what is an address, nothing
// of what is none.
func refusedBranch(raw string) string {
	canonical, err := branches.CanonicalURL(raw)
	if err != nil {
		return "not an address"
	}
	return logging.Cut(canonical)
}
