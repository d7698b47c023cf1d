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
	"tablefront/bff/logging"
	"tablefront/bff/ratelimit"
)

// record updates the metrics and writes the log line of a call.
func (r *recorder) record(x *exchange) {
	x.took = time.Since(x.start)
	defer r.logCall(x)
	if x.fault != nil && x.fault.Code == faultRateLimited.Code {
		r.metrics.limited.WithLabelValues(cmp.Or(ratelimit.Rule(x.fault.Cause), limitOfUpstream)).Inc()
	}
	r.metrics.calls.WithLabelValues(x.call.String(), strconv.Itoa(x.status)).Inc()
	if x.call == nil {
		return
	}
	r.metrics.callSeconds.Observe(x.took.Seconds())
	if x.cached != "" {
		r.metrics.cached.WithLabelValues(x.cached).Inc()
	}
	if x.branch == nil {
		return
	}
	if x.upstream > 0 && x.cached == "" {
		x.branch.Took(x.upstream)
	}
	if x.call.Once {
		x.branch.CountOrder(orderOutcome(x))
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
	case code == faultOutcomeUnknown.Code:
		return branches.OrderUnknown
	case code == faultUnwritable.Code:
		return branches.OrderPaused
	case code == faultUnreachable.Code, code == faultOpen.Code:
		return branches.OrderUnsent
	case x.status >= 500:
		return branches.OrderFailed
	case x.status >= 300:
		return branches.OrderRefused
	}
	return branches.OrderAccepted
}

// logCall writes the log line of a call. Only these fields are logged: no query, header, cookie or body values, and the
// client's address without its last part.
func (r *recorder) logCall(x *exchange) {
	level := slog.LevelInfo
	if x.status >= 500 {
		level = slog.LevelWarn
	}
	attrs := make([]slog.Attr, 0, 13)
	attrs = append(attrs, slog.String("requestId", x.id), slog.String("call", x.call.String()), slog.Int("status", x.status),
		slog.Int("bytes", x.bytes), slog.Int64("us", x.took.Microseconds()))
	if x.branch != nil {
		attrs = append(attrs, slog.String("branch", x.branch.Name))
		if title := x.branch.Title(); title != "" {
			attrs = append(attrs, slog.String("branchName", title))
		}
	}
	if x.cached != "" {
		attrs = append(attrs, slog.String("cache", x.cached))
	}
	if x.upstream > 0 {
		attrs = append(attrs, slog.Int64("upstreamUs", x.upstream.Microseconds()))
	}
	if x.replayed {
		attrs = append(attrs, slog.Bool("replayed", true))
	}
	if x.client.Addr.IsValid() {
		attrs = append(attrs, slog.String("client", logging.CutAddr(x.client.Addr).String()))
	}
	if x.status == http.StatusMisdirectedRequest {
		attrs = append(attrs, slog.String("refusedBranch", refusedBranch(x.r.Header.Get("X-Branch"))))
	}
	if x.fault != nil {
		attrs = append(attrs, slog.String("code", x.fault.Code))
		if x.fault.Cause != nil {
			attrs = append(attrs, slog.String("cause", logging.SafeCause(x.fault.Cause)))
		}
	}
	r.log.LogAttrs(context.Background(), level, "call", attrs...)
}

// recordServed updates the metrics and writes the log line of a page, an asset or a file. Of a page's path only the first part
// is logged: the rest may be an order's or a table's code.
func (r *recorder) recordServed(x *exchange, status, size int) {
	kind, path, level := "file", x.r.URL.Path, slog.LevelDebug
	switch {
	case strings.HasPrefix(x.w.Header().Get("Content-Type"), "text/html"):
		kind, level = "page", slog.LevelInfo
		first, _, _ := strings.Cut(path[1:], "/")
		path = "/" + first
	case path == "/bff/picture":
		kind = "picture"
	case strings.HasPrefix(path, "/assets/"):
		kind = "asset"
	}
	if status >= http.StatusInternalServerError {
		level = slog.LevelWarn
	}
	took := time.Since(x.start)
	r.metrics.served.WithLabelValues(kind, strconv.Itoa(status)).Inc()
	r.metrics.servedSeconds.WithLabelValues(kind).Observe(took.Seconds())
	r.log.LogAttrs(context.Background(), level, "served", slog.String("requestId", x.id), slog.String("kind", kind),
		slog.String("path", logging.Cut(path)), slog.Int("status", status), slog.Int("bytes", max(size, 0)), slog.Int64("us", took.Microseconds()),
		slog.String("client", logging.CutAddr(x.client.Addr).String()))
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
