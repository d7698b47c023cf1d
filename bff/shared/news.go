package shared

import (
	"context"
	"strings"
	"time"
)

// Listener is told what other shops say.
type Listener struct {
	// Purge: forget the copies whose key starts with prefix.
	Purge func(prefix string)
	// Failing: another shop's circuit to this host (upstream.Host.ID) has opened.
	Failing func(hostID string)
}

// Listen follows the other shops until Close. What is said while Redis is away is lost: copies then live as long as they
// are fresh, and no longer.
func (r *Redis) Listen(l Listener) {
	subscription := r.client.Subscribe(r.life, r.prefix+"news") // it connects again by itself
	go func() {
		defer subscription.Close() //nolint:errcheck // nobody waits for it
		for {
			select {
			case message, ok := <-subscription.Channel():
				if !ok {
					return
				}
				l.hear(r.self, message.Payload)
			case <-r.life.Done():
				return
			}
		}
	}()
}

// hear acts on a message: who says it, what, about what, with a space in between. Its own are skipped.
func (l Listener) hear(self, message string) {
	who, rest, _ := strings.Cut(message, " ")
	what, about, _ := strings.Cut(rest, " ")
	switch {
	case who == self:
	case what == "purge" && l.Purge != nil:
		l.Purge(about)
	case what == "failing" && l.Failing != nil:
		l.Failing(about)
	}
}

// Purged tells the other shops to forget copies.
func (r *Redis) Purged(ctx context.Context, prefix string) error { return r.say(ctx, "purge", prefix) }

// Failing tells the other shops that a host's circuit has opened here. It waits for nobody.
func (r *Redis) Failing(hostID string) {
	go func() { _ = r.say(r.life, "failing", hostID) }() // a hint, no more
}

func (r *Redis) say(ctx context.Context, what, about string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := r.client.Publish(ctx, r.prefix+"news", r.self+" "+what+" "+about).Err(); err != nil {
		return failed("tell the other shops", err)
	}
	return nil
}
