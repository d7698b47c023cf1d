package cluster

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// Cache returns the second level of the cache, through which instances share what they fetched (cache.Second).
type Cache struct {
	r     *Redis
	saves chan save
}

type save struct {
	key   string
	value []byte
	life  time.Duration
}

// Cache is the second level.
func (r *Redis) Cache() *Cache { return r.cache }

// Load returns the value that any instance saved under a key, nil for none and while Redis does not respond.
func (c *Cache) Load(ctx context.Context, key string) []byte {
	ctx, cancel := within(ctx)
	defer cancel()
	value, err := c.r.client.Get(ctx, c.r.prefix+"copy:"+key).Bytes()
	if err != nil {
		if !errors.Is(err, redis.Nil) {
			c.r.log.Debug("the second cache level does not respond", "error", err.Error())
		}
		return nil
	}
	return value
}

// Save stores a value in the background, or drops it if Redis is slow.
func (c *Cache) Save(key string, value []byte, life time.Duration) {
	select {
	case c.saves <- save{key, value, life}:
	default:
	}
}

func (c *Cache) write() {
	for {
		select {
		case s := <-c.saves:
			ctx, cancel := within(c.r.life)
			c.r.client.Set(ctx, c.r.prefix+"copy:"+s.key, s.value, max(time.Millisecond, s.life)) // the next fetch saves again
			cancel()
		case <-c.r.life.Done():
			return
		}
	}
}

// globbed escapes the characters of Redis's glob patterns.
var globbed = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, `\`, `\\`, "^", `\^`, "-", `\-`)

// Purge removes the values whose keys start with prefix, "" for all.
func (c *Cache) Purge(ctx context.Context, prefix string) error {
	pages := c.r.client.Scan(ctx, 0, globbed.Replace(c.r.prefix+"copy:"+prefix)+"*", 500).Iterator()
	for pages.Next(ctx) {
		if err := c.r.client.Unlink(ctx, pages.Val()).Err(); err != nil {
			return failed("purge the second cache level", err)
		}
	}
	if err := pages.Err(); err != nil {
		return failed("purge the second cache level", err)
	}
	return nil
}
