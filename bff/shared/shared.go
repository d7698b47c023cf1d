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
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gomodule/redigo/redis"

	"tablefront/bff/safego"
)

// Options of Open.
type Options struct {
	// Shop keeps the keys of different shops in one Redis apart: the main host's address.
	Shop string
	Log  *slog.Logger
}

// Redis is the shop's place in a Redis that others of its kind share.
type Redis struct {
	address string
	pool    *redis.Pool
	// places bounds the connections. The pool's own bound panics when it is closed while a call waits.
	places chan struct{}
	prefix string
	// away is the time, in nanoseconds since 1970, until which nobody tries to connect.
	away atomic.Int64
	// self tells this process's messages from those of others.
	self string
	log  *slog.Logger
	stop context.CancelFunc
	life context.Context //nolint:containedctx // the life of the connection, not of a call
}

// patience is how long a call may wait for Redis. A shop with a Redis that hangs must stay as quick as one without.
const patience = 250 * time.Millisecond

// rest is how long nobody tries again after a connection that failed: while Redis is away, a call fails at once.
const rest = 250 * time.Millisecond

var (
	errURL  = errors.New("must be an address such as redis://:password@redis.example:6379/0")
	errAway = errors.New("Redis was not to be reached a moment ago")
)

// CheckURL tells whether an address can be opened.
func CheckURL(address string) error {
	u, err := url.Parse(address)
	if err != nil || (u.Scheme != "redis" && u.Scheme != "rediss") || u.Host == "" {
		return errURL
	}
	if database := strings.Trim(u.Path, "/"); database != "" {
		if _, err := strconv.ParseUint(database, 10, 16); err != nil {
			return errURL
		}
	}
	return nil
}

// Open prepares the connection to redis://… or rediss://…; it does not wait for it. Errors: an address that is none.
func Open(address string, o Options) (*Redis, error) {
	if err := CheckURL(address); err != nil {
		return nil, err
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	sum := sha256.Sum256([]byte(o.Shop))
	r := &Redis{address: address, places: make(chan struct{}, 50), prefix: "tf:" + hex.EncodeToString(sum[:6]) + ":", self: token(), log: o.Log}
	r.life, r.stop = context.WithCancel(context.Background())
	r.pool = &redis.Pool{
		DialContext: func(ctx context.Context) (redis.Conn, error) { return r.dial(ctx, time.Second) },
		MaxIdle:     20,
		IdleTimeout: 5 * time.Minute,
		// One that lay idle may be dead without knowing it: an order must not be the first to find out.
		TestOnBorrowContext: func(ctx context.Context, c redis.Conn, used time.Time) error {
			if time.Since(used) < time.Second {
				return nil
			}
			_, err := redis.DoContext(c, ctx, "PING")
			return err
		},
	}
	safego.Go(r.log, "Redis settings", r.lookAtSettings)
	return r, nil
}

// dial connects, unless that failed a moment ago. An answer may take until `wait` at most, 0 for ever.
func (r *Redis) dial(ctx context.Context, wait time.Duration) (redis.Conn, error) {
	began := time.Now()
	if began.UnixNano() < r.away.Load() {
		return nil, errAway
	}
	c, err := redis.DialURLContext(ctx, r.address, redis.DialConnectTimeout(time.Second), redis.DialTLSHandshakeTimeout(time.Second),
		redis.DialReadTimeout(wait), redis.DialWriteTimeout(time.Second))
	// A caller whose patience was nearly over says nothing about Redis.
	if err != nil && (ctx.Err() == nil || time.Since(began) > patience/2) {
		r.away.Store(time.Now().Add(rest).UnixNano())
	}
	return c, err
}

// do sends one command. It is never repeated: a repeated one could find its own first try.
func (r *Redis) do(ctx context.Context, command string, args ...any) (any, error) {
	return r.with(ctx, func(c redis.Conn) (any, error) { return redis.DoContext(c, ctx, command, args...) })
}

// run runs a script at Redis, by its hash where Redis knows it already.
func (r *Redis) run(ctx context.Context, script *redis.Script, args ...any) (any, error) {
	return r.with(ctx, func(c redis.Conn) (any, error) { return script.DoContext(ctx, c, args...) })
}

// with lends a connection.
func (r *Redis) with(ctx context.Context, use func(redis.Conn) (any, error)) (any, error) {
	select {
	case r.places <- struct{}{}:
		defer func() { <-r.places }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	c, err := r.pool.GetContext(ctx)
	if err != nil {
		return nil, err
	}
	defer c.Close() //nolint:errcheck // it goes back into the pool
	return use(c)
}

// Close ends the connection.
func (r *Redis) Close() error {
	r.stop()
	return r.pool.Close()
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
		_, err := r.do(ctx, "PING")
		if err == nil {
			for name, good := range map[string][]string{"maxmemory-policy": {"noeviction"}, "appendonly": {"yes"}, "appendfsync": {"always"}} {
				// Hosted ones may not tell; then there is nothing to say.
				if v, err := redis.StringMap(r.do(ctx, "CONFIG", "GET", name)); err == nil && v[name] != "" && !strings.Contains(strings.Join(good, " "), v[name]) {
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
