package gateway

import (
	"context"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/orders"
	"tablefront/bff/shared"
	"tablefront/bff/telemetry"
)

// join lets this shop act as one with others, if the operator says so (TABLEFRONT_REDIS_URL).
func (g *Gateway) join() (err error) {
	if g.config.RedisURL == "" {
		return nil
	}
	g.shared, err = shared.Open(g.config.RedisURL, shared.Options{Shop: g.branches.Main.Base, Log: g.log})
	return err
}

// openJournal opens the order journal: the cluster's, or this instance's own.
func (g *Gateway) openJournal(o orders.Options) (*orders.Journal, error) {
	if g.shared != nil {
		return orders.New(g.shared.Orders(), o)
	}
	return orders.Open(g.config.DataDir, o)
}

// secondLevel is where kept copies are shared, nil for a shop that stands alone.
func (g *Gateway) secondLevel() cache.Second {
	if g.shared == nil {
		return nil
	}
	return g.shared.Copies()
}

// listen follows what the other shops say.
func (g *Gateway) listen() {
	if g.shared == nil {
		return
	}
	g.shared.Listen(shared.Listener{
		Purge: func(prefix string) { g.catalogue.Purge(prefix) },
		Failing: func(id string) {
			if b := g.branches.ByID(id); b != nil {
				b.Warn()
			}
		},
	})
}

// purge forgets kept copies here, in the shared level and in all other shops.
func (g *Gateway) purge(prefix string) (copies int) {
	if g.shared != nil {
		ctx, cancel := context.WithTimeout(g.life, 5*time.Second)
		defer cancel()
		if err := g.shared.Copies().Forget(ctx, prefix); err != nil {
			g.log.Warn("shared copies could not be purged", "error", telemetry.SafeCause(err))
		}
		defer func() {
			if err := g.shared.Purged(ctx, prefix); err != nil {
				g.log.Warn("the other shops were not told of a purge", "error", telemetry.SafeCause(err))
			}
		}()
	}
	return g.catalogue.Purge(prefix)
}
