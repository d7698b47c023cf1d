// Package cluster connects several instances through Redis, so that they act as one (TABLEFRONT_REDIS_URL): the order journal, rate limits and purges.
//
// While Redis is unreachable, an instance refuses orders, since it can't know whether another instance has sent them;
// everything else works without it.
package cluster

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"net"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"
	"github.com/redis/go-redis/v9/maintnotifications"

	"tablefront/bff/safego"
)

type Options struct {
	// Shop separates the keys of different shops in one Redis: the main host's address.
	Shop string
	// Timeout replaces callTimeout and orderTimeout where a slow Redis is better than none; 0: they hold.
	Timeout time.Duration
	// Failures counts the calls that fail; nil: they are not counted.
	Failures *prometheus.CounterVec
	Log      *slog.Logger
}

// Redis is an instance's connection to the Redis of its cluster.
type Redis struct {
	client redis.UniversalClient
	prefix string
	// self identifies this instance in its messages.
	self string
	log  *slog.Logger
	// forCall and forOrder are the time limits of a call and of an order.
	forCall, forOrder time.Duration
	failures          *prometheus.CounterVec
	stop              context.CancelFunc
	life              context.Context
}

const (
	// callTimeout is how long a call may wait for Redis, so that an unresponsive Redis hardly slows an instance down.
	callTimeout = 250 * time.Millisecond
	// orderTimeout is how long an order may wait for Redis before it is refused.
	orderTimeout = 600 * time.Millisecond
)

var errURL = errors.New("must be a URL such as redis://:password@redis.example:6379/0, redis+sentinel://:password@one.example:26379/0?addr=two.example:26379&master_name=shop or redis+cluster://:password@one.example:6379?addr=two.example:6379")

// CheckURL validates the URL of a Redis.
func CheckURL(address string) error {
	_, err := parseURL(address)
	return err
}

// parseURL reads the URL of a single Redis (redis:), of Sentinels (redis+sentinel:, with more addresses and the master's name
// in the query) or of a Redis Cluster (redis+cluster:, with more addresses). Their names begin with rediss for TLS.
func parseURL(address string) (*redis.UniversalOptions, error) {
	u, err := url.Parse(address)
	if err != nil {
		return nil, errURL
	}
	scheme, kind, _ := strings.Cut(u.Scheme, "+")
	query := u.Query()
	more, master := query["addr"], query.Get("master_name")
	query.Del("addr")
	query.Del("master_name")
	fits := map[string]bool{"": more == nil && master == "", "sentinel": master != "", "cluster": master == ""}[kind]
	if !fits || len(query) > 0 || scheme != "redis" && scheme != "rediss" || u.Host == "" {
		return nil, errURL
	}
	u.Scheme, u.RawQuery = scheme, ""
	one, err := redis.ParseURL(u.String())
	if err != nil || one.DB < 0 || one.DB > math.MaxUint16 || kind == "cluster" && one.DB != 0 {
		return nil, errURL
	}
	for _, addr := range more {
		if _, _, err := net.SplitHostPort(addr); err != nil {
			return nil, errURL
		}
	}
	if kind != "" && one.TLSConfig != nil {
		one.TLSConfig.ServerName = "" // of each address its own
	}
	return &redis.UniversalOptions{
		Addrs: append([]string{one.Addr}, more...), MasterName: master, IsClusterMode: kind == "cluster",
		Username: one.Username, Password: one.Password, DB: one.DB, TLSConfig: one.TLSConfig,
	}, nil
}

// Open prepares the connection to a Redis without waiting for it. It returns an error for an invalid URL.
func Open(address string, o Options) (*Redis, error) {
	config, err := parseURL(address)
	if err != nil {
		return nil, err
	}
	o.Log, o.Failures = cmp.Or(o.Log, slog.New(slog.DiscardHandler)), cmp.Or(o.Failures, NewFailures(nil))
	config.MaxRetries = -1 // a repeated command could see the effect of its first attempt
	config.DialerRetries = 1
	config.ContextTimeoutEnabled = true
	longest := max(time.Second, o.Timeout)
	config.DialTimeout, config.ReadTimeout, config.WriteTimeout = longest, longest, longest
	config.DisableIdentity = true
	config.MaintNotificationsConfig = &maintnotifications.Config{Mode: maintnotifications.ModeDisabled}
	sum := sha256.Sum256([]byte(o.Shop))
	redis.SetLogger(clientLog{o.Log})
	r := &Redis{
		client: redis.NewUniversalClient(config), prefix: "tf:" + hex.EncodeToString(sum[:6]) + ":", self: token(), log: o.Log,
		forCall: cmp.Or(o.Timeout, callTimeout), forOrder: cmp.Or(o.Timeout, orderTimeout), failures: o.Failures,
	}
	r.life, r.stop = context.WithCancel(context.Background())
	safego.Go(r.log, "redis settings", r.checkSettings)
	return r, nil
}

// clientLog logs the library's messages at debug level; each failure is also returned as an error of a call.
type clientLog struct{ log *slog.Logger }

func (l clientLog) Printf(ctx context.Context, format string, v ...any) {
	l.log.DebugContext(ctx, fmt.Sprintf(format, v...))
}

func (r *Redis) Close() error {
	r.stop()
	return r.client.Close()
}

// token returns a random text.
func token() string { return rand.Text()[:tokenSize] }

// checkSettings warns of a Redis that may lose acknowledged writes, since the journal depends on them. Hosted services may
// refuse CONFIG; then nothing is checked.
func (r *Redis) checkSettings() {
	for {
		ctx, cancel := context.WithTimeout(r.life, 2*time.Second)
		err := r.client.Ping(ctx).Err()
		if err == nil {
			for name, want := range map[string]string{"maxmemory-policy": "noeviction", "appendonly": "yes", "appendfsync": "always"} {
				if v, err := r.client.ConfigGet(ctx, name).Result(); err == nil && v[name] != "" && v[name] != want {
					r.log.Warn("Redis may lose orders it has acknowledged", "setting", name, "is", v[name], "should be", want)
				}
			}
			if info, err := r.client.Info(ctx, "replication").Result(); err == nil && !strings.Contains(info, "connected_slaves:0") {
				r.log.Warn("Redis has replicas: a failover may lose the newest orders, whose keys could then be used again")
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

// eachKey visits the keys that match a pattern, on every node of a Redis Cluster.
func (r *Redis) eachKey(ctx context.Context, pattern string, visit func(key string) error) error {
	var visiting sync.Mutex
	scan := func(ctx context.Context, node redis.Cmdable) error {
		keys := node.Scan(ctx, 0, pattern, 1000).Iterator()
		for keys.Next(ctx) {
			visiting.Lock()
			err := visit(keys.Val())
			visiting.Unlock()
			if err != nil {
				return err
			}
		}
		return keys.Err()
	}
	if c, many := r.client.(*redis.ClusterClient); many {
		return c.ForEachMaster(ctx, func(ctx context.Context, node *redis.Client) error { return scan(ctx, node) })
	}
	return scan(ctx, r.client)
}

// failed counts an error and says what it prevented. It returns nil for no error.
func (r *Redis) failed(use, what string, err error) error {
	if err == nil {
		return nil
	}
	r.failures.WithLabelValues(use).Inc()
	return fmt.Errorf("cluster: %s: %w", what, err)
}
