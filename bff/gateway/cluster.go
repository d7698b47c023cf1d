package gateway

import (
	"context"
	"time"

	"tablefront/bff/cluster"
	"tablefront/bff/telemetry"
)

// listen subscribes to the messages of the other instances.
func (g *Gateway) listen() {
	if g.cluster == nil {
		return
	}
	g.cluster.Subscribe(cluster.Subscriber{
		Purge: func(prefix string) { g.catalogue.Purge(prefix) },
		Failing: func(id string) {
			if b := g.branches.ByID(id); b != nil {
				b.Warn()
			}
		},
	})
}

// purge removes cached responses here, in the second level and in all other instances.
func (g *Gateway) purge(prefix string) (copies int) {
	if g.cluster != nil {
		ctx, cancel := context.WithTimeout(g.life, 5*time.Second)
		defer cancel()
		if err := g.cluster.Cache().Purge(ctx, prefix); err != nil {
			g.log.Warn("the second cache level could not be purged", "error", telemetry.SafeCause(err))
		}
		defer func() {
			if err := g.cluster.PublishPurge(ctx, prefix); err != nil {
				g.log.Warn("a purge could not be published to the other instances", "error", telemetry.SafeCause(err))
			}
		}()
	}
	return g.catalogue.Purge(prefix)
}
