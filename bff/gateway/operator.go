package gateway

import (
	"context"
	"net/http"
	"time"

	"tablefront/bff/operator"
	"tablefront/bff/telemetry"
)

// Operator is the handler of the metrics listener.
func (g *Gateway) Operator() http.Handler {
	return operator.Handler(g.config.OperatorToken, g.metrics.Handler(), g.purge)
}

// purge removes the cached responses of a branch, or of all for "", here and in all other instances.
func (g *Gateway) purge(branch string) (entries int, known bool) {
	prefix := ""
	if branch != "" {
		b := g.branches.Find(branch)
		if b == nil {
			return 0, false
		}
		prefix = b.ID + " "
	}
	if g.cluster != nil {
		ctx, cancel := context.WithTimeout(g.life, 5*time.Second)
		defer cancel()
		defer func() {
			if err := g.cluster.PublishPurge(ctx, prefix); err != nil {
				g.log.Warn("a purge could not be published to the other instances", "error", telemetry.SafeCause(err))
			}
		}()
	}
	return g.catalogue.Purge(prefix), true
}
