package cluster

import (
	"context"
	"strings"
	"time"

	"tablefront/bff/safego"
)

// Subscribe calls purge with the prefix that another instance purges, until Close. Messages published while Redis does not
// respond are lost: cached responses are then served until they are no longer fresh.
func (r *Redis) Subscribe(purge func(prefix string)) {
	messages := r.client.Subscribe(r.life, r.prefix+"purge") // connects and reconnects by itself
	context.AfterFunc(r.life, func() { messages.Close() })
	safego.Go(r.log, "cluster messages", func() {
		for m := range messages.Channel() {
			if sender, prefix, _ := strings.Cut(m.Payload, " "); sender != r.self {
				safego.Run(r.log, "cluster message", func() { purge(prefix) })
			}
		}
	})
}

// PublishPurge makes the other instances remove cache entries.
func (r *Redis) PublishPurge(ctx context.Context, prefix string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return r.failed(forMessages, "publish to the other instances", r.client.Publish(ctx, r.prefix+"purge", r.self+" "+prefix).Err())
}
