package cluster

import (
	"context"
	"strings"
	"time"

	"tablefront/bff/safego"
)

// Subscriber handles the messages of other instances.
type Subscriber struct {
	// Purge: remove the cache entries whose key starts with prefix.
	Purge func(prefix string)
	// Failing: another instance's circuit to this host (upstream.Host.ID) has opened.
	Failing func(hostID string)
}

// Subscribe calls s until Close. Messages published while Redis does not respond are lost: after a lost purge, cached
// responses are served until they are no longer fresh.
func (r *Redis) Subscribe(s Subscriber) {
	messages := r.client.Subscribe(r.life, r.prefix+"news") // connects and reconnects by itself
	context.AfterFunc(r.life, func() { messages.Close() })  //nolint:errcheck // it has ended
	safego.Go(r.log, "cluster messages", func() {
		for m := range messages.Channel() {
			safego.Run(r.log, "cluster message", func() { s.handle(r.self, m.Payload) })
		}
	})
}

// handle handles a message: sender, kind and subject, separated by spaces. It skips its own.
func (s Subscriber) handle(self, message string) {
	sender, rest, _ := strings.Cut(message, " ")
	kind, subject, _ := strings.Cut(rest, " ")
	switch {
	case sender == self:
	case kind == "purge" && s.Purge != nil:
		s.Purge(subject)
	case kind == "failing" && s.Failing != nil:
		s.Failing(subject)
	}
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
	if err := r.client.Publish(ctx, r.prefix+"news", r.self+" "+kind+" "+subject).Err(); err != nil {
		return failed("publish to the other instances", err)
	}
	return nil
}
