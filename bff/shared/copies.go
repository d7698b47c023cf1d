package shared

import (
	"context"
	"errors"
	"time"

	"github.com/gomodule/redigo/redis"

	"tablefront/bff/safego"
)

// Copies is the second level of kept copies: what one shop fetched, the others need not (cache.Second).
type Copies struct {
	r     *Redis
	saves chan save
}

type save struct {
	key   string
	value []byte
	life  time.Duration
}

// Copies starts the second level.
func (r *Redis) Copies() *Copies {
	c := &Copies{r: r, saves: make(chan save, 256)}
	safego.Go(r.log, "shared copies", c.write)
	return c
}

// Load gives what any shop saved under a key, nil for nothing and while Redis is away.
func (c *Copies) Load(ctx context.Context, key string) []byte {
	ctx, cancel := c.r.within(ctx)
	defer cancel()
	value, err := redis.Bytes(c.r.do(ctx, "GET", c.r.prefix+"copy:"+key))
	if err != nil {
		if !errors.Is(err, redis.ErrNil) {
			c.r.log.Debug("no copies from Redis", "error", err.Error())
		}
		return nil
	}
	return value
}

// Save keeps a value beside the caller; when Redis is slow, it is left out.
func (c *Copies) Save(key string, value []byte, life time.Duration) {
	select {
	case c.saves <- save{key, value, life}:
	default:
	}
}

func (c *Copies) write() {
	for {
		select {
		case s := <-c.saves:
			ctx, cancel := c.r.within(c.r.life)
			_, _ = c.r.do(ctx, "SET", c.r.prefix+"copy:"+s.key, s.value, "PX", max(1, s.life.Milliseconds())) // the next fetch saves again
			cancel()
		case <-c.r.life.Done():
			return
		}
	}
}

// Forget removes what was saved under keys that start with prefix, "" for all.
func (c *Copies) Forget(ctx context.Context, prefix string) error {
	pattern := escapeGlob(c.r.prefix+"copy:"+prefix) + "*"
	for cursor := "0"; ; {
		page, err := redis.Values(c.r.do(ctx, "SCAN", cursor, "MATCH", pattern, "COUNT", 500))
		if err != nil {
			return failed("purge the shared copies", err)
		}
		var keys []any
		if _, err := redis.Scan(page, &cursor, &keys); err != nil {
			return failed("purge the shared copies", err)
		}
		if len(keys) > 0 {
			if _, err := c.r.do(ctx, "UNLINK", keys...); err != nil {
				return failed("purge the shared copies", err)
			}
		}
		if cursor == "0" {
			return nil
		}
	}
}

// escapeGlob makes a text match itself alone.
func escapeGlob(s string) string {
	out := make([]byte, 0, len(s)+8)
	for i := range len(s) {
		switch s[i] {
		case '*', '?', '[', ']', '\\', '^', '-':
			out = append(out, '\\')
		}
		out = append(out, s[i])
	}
	return string(out)
}
