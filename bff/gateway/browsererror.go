package gateway

import (
	"log/slog"
	"net/http"

	"tablefront/bff/browsererror"
)

const maxBrowserError = 2 << 10

// takeBrowserError answers POST /bff/error.
func (g *Gateway) takeBrowserError(x *exchange) {
	report, err := g.readBrowserError(x)
	if err != nil {
		g.refuseAndRecord(x, faultOf(err, false))
		return
	}
	g.metrics.BrowserError(report.Kind)
	if g.browserErrors.Allow() {
		g.log.Warn("error in a browser", "requestId", x.id, "kind", report.Kind, "name", report.Name,
			"message", report.Message, "screen", report.Screen, slog.Any("where", report.Where))
	}
	g.write(x, http.StatusNoContent, nil, nil)
}

func (g *Gateway) readBrowserError(x *exchange) (report browsererror.Report, err error) {
	if err := g.origin.Check(x.r); err != nil {
		return report, faultCrossOrigin.Because(err)
	}
	if _, wait, err := g.limits.Admit("POST error", "", x.client.Prefix, nil); err != nil {
		return report, faultRateLimited.After(wait, err)
	}
	body, err := readAtMost(x.r.Body, maxBrowserError)
	if err != nil {
		return report, err
	}
	if report, err = browsererror.Read(body); err != nil {
		err = faultBadRequest.Because(err)
	}
	return report, err
}
