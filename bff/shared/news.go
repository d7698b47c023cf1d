package shared

import (
	"context"
	"strings"
	"time"

	"github.com/gomodule/redigo/redis"

	"tablefront/bff/safego"
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
	safego.Go(r.log, "messages from Redis", func() {
		for r.life.Err() == nil {
			var err error
			safego.Run(r.log, "messages from Redis", func() { err = r.follow(l) })
			if err != nil && r.life.Err() == nil {
				r.log.Debug("no news from Redis", "error", err.Error())
			}
			select {
			case <-time.After(rest):
			case <-r.life.Done():
			}
		}
	})
}

// silence is how long a connection may say nothing, although it is asked for a sign of life every third of that.
const silence = 9 * time.Second

// follow hears what is said on one connection until that ends.
func (r *Redis) follow(l Listener) error {
	// What it says may take for ever, its greeting may not.
	greeting, cancel := context.WithTimeout(r.life, 2*time.Second)
	c, err := r.dial(greeting, 0)
	cancel()
	if err != nil {
		return err
	}
	news := redis.PubSubConn{Conn: c}
	defer news.Close() //nolint:errcheck // it has ended
	if err := news.Subscribe(r.prefix + "news"); err != nil {
		return err
	}
	ended := make(chan struct{})
	defer close(ended)
	safego.Go(r.log, "pings to Redis", func() {
		tick := time.NewTicker(silence / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if news.Ping("") != nil {
					return // whoever receives finds out as well
				}
			case <-ended:
				return
			}
		}
	})
	for {
		ctx, cancel := context.WithTimeout(r.life, silence)
		received := news.ReceiveContext(ctx)
		cancel()
		switch received := received.(type) {
		case redis.Message:
			l.hear(r.self, string(received.Data))
		case error:
			return received
		}
	}
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
	safego.Go(r.log, "hint about a host", func() { _ = r.say(r.life, "failing", hostID) }) // no more than a hint
}

func (r *Redis) say(ctx context.Context, what, about string) error {
	ctx, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if _, err := r.do(ctx, "PUBLISH", r.prefix+"news", r.self+" "+what+" "+about); err != nil {
		return failed("tell the other shops", err)
	}
	return nil
}
