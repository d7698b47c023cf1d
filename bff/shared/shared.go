// Package shared lets several shops act as one through Redis (TABLEFRONT_REDIS_URL): the order journal, kept copies as a
// second level, purges, limits, and hints that a host is failing (DESIGN section 3.8, issue "many machines").
//
// Redis away means degraded, never down: orders are refused before they are sent, since nobody could tell whether another
// shop has sent them; everything else goes on alone.
package shared

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// Options of Open.
type Options struct {
	// Shop keeps the keys of different shops in one Redis apart: the main host's address.
	Shop string
	Log  *slog.Logger
}

// Redis is the shop's place in a Redis that others of its kind share.
type Redis struct {
	client *redis.Client
	prefix string
	// self tells this process's messages from those of others.
	self string
	log  *slog.Logger
	stop context.CancelFunc
	life context.Context //nolint:containedctx // the life of the connection, not of a call
}

// patience is how long a call may wait for Redis. A shop with a Redis that hangs must stay as quick as one without.
const patience = 250 * time.Millisecond

var errURL = errors.New("must be an address such as redis://:password@redis.example:6379/0")

// CheckURL tells whether an address can be opened.
func CheckURL(url string) error {
	if _, err := redis.ParseURL(url); err != nil {
		return errURL
	}
	return nil
}

// Open prepares the connection to redis://… or rediss://…; it does not wait for it. Errors: an address that is none.
func Open(url string, o Options) (*Redis, error) {
	parsed, err := redis.ParseURL(url)
	if err != nil {
		return nil, errURL
	}
	parsed.DialTimeout, parsed.ReadTimeout, parsed.WriteTimeout = time.Second, time.Second, time.Second
	parsed.MaxRetries = -1 // a repeated command could find its own first try
	parsed.DialerRetries = 1
	parsed.ContextTimeoutEnabled = true
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	sum := sha256.Sum256([]byte(o.Shop))
	r := &Redis{client: redis.NewClient(parsed), prefix: "tf:" + hex.EncodeToString(sum[:6]) + ":", self: token(), log: o.Log}
	r.life, r.stop = context.WithCancel(context.Background())
	go r.lookAtSettings()
	return r, nil
}

// Close ends the connection.
func (r *Redis) Close() error {
	r.stop()
	return r.client.Close()
}

func token() string {
	var b [8]byte
	rand.Read(b[:]) //nolint:errcheck // never fails, by its documentation
	return hex.EncodeToString(b[:])
}

// lookAtSettings warns of a Redis that forgets what it acknowledged: the journal is only as good as it.
func (r *Redis) lookAtSettings() {
	for {
		ctx, cancel := context.WithTimeout(r.life, 2*time.Second)
		err := r.client.Ping(ctx).Err()
		if err == nil {
			for name, good := range map[string][]string{"maxmemory-policy": {"noeviction"}, "appendonly": {"yes"}, "appendfsync": {"always"}} {
				// Hosted ones may not tell; then there is nothing to say.
				if v, err := r.client.ConfigGet(ctx, name).Result(); err == nil && v[name] != "" && !strings.Contains(strings.Join(good, " "), v[name]) {
					r.log.Warn("Redis may forget orders it has acknowledged", "setting", name, "is", v[name], "should be", good[0])
				}
			}
		}
		cancel()
		if err == nil {
			return
		}
		select {
		case <-time.After(5 * time.Second):
		case <-r.life.Done():
			return
		}
	}
}

// within gives a call its patience.
func (r *Redis) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, patience)
}

func failed(what string, err error) error { return fmt.Errorf("shared: %s: %w", what, err) }
