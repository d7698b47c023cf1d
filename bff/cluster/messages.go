package cluster

import (
	"context"
	"strings"
	"time"

	"tablefront/bff/safego"
)

// Subscribe handles the messages of other instances until Close: purge removes the cache entries whose key starts with a
// prefix, failing is called with a host (upstream.Host.ID) to which another instance's circuit has opened. Messages published
// while Redis does not respond are lost: after a lost purge, cached responses are served until they are no longer fresh.
func (r *Redis) Subscribe(purge func(prefix string), failing func(hostID string)) {
	handlers := map[string]func(subject string){"purge": purge, "failing": failing}
	messages := r.client.Subscribe(r.life, r.prefix+"news") // connects and reconnects by itself
	context.AfterFunc(r.life, func() { messages.Close() })
	safego.Go(r.log, "cluster messages", func() {
		for m := range messages.Channel() {
			sender, message, _ := strings.Cut(m.Payload, " ")
			kind, subject, _ := strings.Cut(message, " ")
			if handle := handlers[kind]; handle != nil && sender != r.self {
				safego.Run(r.log, "cluster message", func() { handle(subject) })
			}
		}
	})
}

// PublishPurge makes the other instances remove cache entries.
func (r *Redis) PublishPurge(ctx context.Context, prefix string) error {
	return r.publish(ctx, "purge", prefix)
}

// PublishFailing tells the other instances that a host's circuit has opened here. It does not wait.
func (r *Redis) PublishFailing(hostID string) {
	safego.Go(r.log, "cluster hint", func() { _ = r.publish(r.life, "failing", hostID) }) // only a hint
}

func (r *Redis) publish(ctx context.Context, kind, subject string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	return r.failed(forMessages, "publish to the other instances", r.client.Publish(ctx, r.prefix+"news", r.self+" "+kind+" "+subject).Err())
}
