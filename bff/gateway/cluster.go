package gateway

import (
	"context"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/cluster"
	"tablefront/bff/orders"
	"tablefront/bff/telemetry"
)

// join connects this instance to its cluster, if one is configured (TABLEFRONT_REDIS_URL).
func (g *Gateway) join() (err error) {
	if g.config.RedisURL == "" {
		return nil
	}
	g.cluster, err = cluster.Open(g.config.RedisURL, cluster.Options{Shop: g.branches.Main.Base, Log: g.log})
	return err
}

// openJournal opens the order journal: in Redis for a cluster, else in the data folder.
func (g *Gateway) openJournal(o orders.Options) (*orders.Journal, error) {
	if g.cluster != nil {
		return orders.New(g.cluster.Orders(), o)
	}
	return orders.Open(g.config.DataDir, o)
}

// secondLevel returns the cache level shared by the cluster, nil without a cluster.
func (g *Gateway) secondLevel() cache.Second {
	if g.cluster == nil {
		return nil
	}
	return g.cluster.Cache()
}

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
