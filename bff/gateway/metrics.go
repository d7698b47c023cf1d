package gateway

import (
	"tablefront/bff/telemetry"
)

func (g *Gateway) newMetrics() *telemetry.Metrics {
	names := make([]string, len(calls))
	for i := range calls {
		names[i] = calls[i].String()
	}
	return telemetry.NewMetrics(names, telemetry.Sources{
		Branches: func(visit func(telemetry.BranchState)) {
			for b := range g.branches.All() {
				visit(telemetry.BranchState{Name: b.Name, URL: b.Base, Title: b.Title(), Circuit: b.State()})
			}
		},
		Cached:       func() (int, int64) { return g.catalogue.Size() },
		JournalReady: g.journalReady,
	})
}

// count updates the metrics after a call.
func (g *Gateway) count(x *exchange) {
	if x.call == nil {
		g.metrics.Unknown()
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
		x.branch.Metrics.Order(orderOutcome(x))
	}
}

// orderOutcome returns the label outcome of tablefront_orders_total.
func orderOutcome(x *exchange) string {
	code := ""
	if x.fault != nil {
		code = x.fault.Code
	}
	switch {
	case x.replayed:
		return telemetry.OrderReplayed
	case code == "outcome_unknown":
		return telemetry.OrderUnknown
	case code == "orders_paused":
		return telemetry.OrderPaused
	case code == "upstream_unreachable", code == "upstream_open":
		return telemetry.OrderUnsent
	case x.status >= 500:
		return telemetry.OrderFailed
	case x.status >= 300:
		return telemetry.OrderRefused
	}
	return telemetry.OrderAccepted
}
