package gateway

import (
	"cmp"
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/cache"
	"tablefront/bff/ratelimit"
	"tablefront/bff/telemetry"
	"tablefront/bff/upstream"
)

// publicNames are the names of the calls whose responses are cached.
func publicNames() (public []string) {
	for i := range calls {
		if calls[i].Keep != cache.Never {
			public = append(public, calls[i].String())
		}
	}
	return public
}

// limitOfUpstream is the rule of a 429 that an upstream wants with Retry-After.
const limitOfUpstream = "upstream"

func (g *Gateway) newMetrics() *telemetry.Metrics {
	return telemetry.NewMetrics(names, telemetry.Sources{
		Version: g.config.Version, Fetched: publicNames(), FetchCauses: append(fetchCauses, upstream.Causes[:]...),
		Branches: func(visit func(telemetry.BranchState)) {
			for b := range g.branches.All() {
				visit(telemetry.BranchState{
					Name: b.Name, URL: b.Base, Title: b.Title(), Circuit: b.State(), Healthy: b.LastFailure() == nil,
					Failures: b.Failures, Retries: b.Retries(),
				})
			}
		},
		Cached:    func() (int, int64) { return g.catalogue.Size() },
		Evictions: func() uint64 { return g.catalogue.Evictions() },
		Snapshot:  func() (time.Time, uint64) { return g.catalogue.Snapshot() },
		Panics:    g.panics.Load, Limits: append(ratelimit.Rules[:], limitOfUpstream),
		Redis:        func(yield func(string, uint64) bool) { g.cluster.Failures(yield) },
		JournalReady: func() bool { return g.journal.Ready() },
	})
}

// record updates the metrics and writes the log line of a call.
func (g *Gateway) record(x *exchange) {
	x.took = time.Since(x.start)
	defer g.logCall(x)
	if x.fault != nil && x.fault.Code == faultRateLimited.Code {
		g.metrics.Limited(cmp.Or(ratelimit.Rule(x.fault.Cause), limitOfUpstream))
	}
	if x.call == nil {
		g.metrics.Unknown(x.status, 1)
		return
	}
	g.metrics.Answered(x.call.index, x.status, x.cached, x.took)
	if x.branch == nil {
		return
	}
	if x.upstream > 0 && x.cached == "" {
		x.branch.Metrics.Upstream(x.upstream)
	}
	if x.call.Has(Once) {
		code := ""
		if x.fault != nil {
			code = x.fault.Code
		}
		x.branch.Metrics.Order(x.status, code, x.replayed)
	}
}

// logCall writes the log line of a call. Only these fields are logged: no query, header, cookie or body values, and the
// client's address without its last part.
func (g *Gateway) logCall(x *exchange) {
	level := slog.LevelInfo
	if x.status >= 500 {
		level = slog.LevelWarn
	}
	ctx := context.Background()
	if !g.log.Enabled(ctx, level) {
		return
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
		attrs = append(attrs, slog.String("client", telemetry.CutAddr(x.client.Addr).String()))
	}
	if x.status == http.StatusMisdirectedRequest {
		attrs = append(attrs, slog.String("refusedBranch", refusedBranch(x.r.Header.Get("X-Branch"))))
	}
	if x.fault != nil {
		attrs = append(attrs, slog.String("code", x.fault.Code))
		if x.fault.Cause != nil {
			attrs = append(attrs, slog.String("cause", telemetry.SafeCause(x.fault.Cause)))
		}
	}
	r := slog.NewRecord(x.start.Add(x.took), level, "call", 0)
	r.AddAttrs(attrs...)
	g.log.Handler().Handle(ctx, r)
}

// recordServed updates the metrics and writes the log line of a page, an asset or a file. Of a page's path only the first part
// is logged: the rest may be an order's or a table's code.
func (g *Gateway) recordServed(x *exchange, status, size int) {
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
	g.metrics.Served(kind, status, took)
	g.log.LogAttrs(context.Background(), level, "served", slog.String("requestId", x.id), slog.String("kind", kind),
		slog.String("path", telemetry.Cut(path)), slog.Int("status", status), slog.Int("bytes", max(size, 0)), slog.Int64("us", took.Microseconds()),
		slog.String("client", telemetry.CutAddr(x.client.Addr).String()))
}

// refusedBranch is the address of a branch that is not listed, for the log: scheme and host of what is an address, nothing
// of what is none.
func refusedBranch(raw string) string {
	canonical, err := branches.CanonicalURL(raw)
	if err != nil {
		return "not an address"
	}
	return telemetry.Cut(canonical)
}
