package cluster

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/redis/go-redis/v9"
)

// save is a value to be stored in the second level of the cache, through which instances share what they fetched.
type save struct {
	key   string
	value []byte
	life  time.Duration
}

// Load implements cache.Second: it returns the value that any instance saved under a key, nil for none and while Redis does
// not respond.
func (r *Redis) Load(ctx context.Context, key string) []byte {
	ctx, cancel := r.within(ctx)
	defer cancel()
	value, err := r.client.Get(ctx, r.prefix+"copy:"+key).Bytes()
	if err != nil {
		if !errors.Is(err, redis.Nil) {
			r.failures[forCache].Add(1)
			r.log.Debug("the second cache level does not respond", "error", err.Error())
		}
		return nil
	}
	return value
}

// Save implements cache.Second: it stores a value in the background, or drops it if Redis is slow.
func (r *Redis) Save(key string, value []byte, life time.Duration) {
	select {
	case r.saves <- save{key, value, life}:
	default:
	}
}

func (r *Redis) writeSaves() {
	for {
		select {
		case s := <-r.saves:
			ctx, cancel := r.within(r.life)
			if r.client.Set(ctx, r.prefix+"copy:"+s.key, s.value, max(time.Millisecond, s.life)).Err() != nil {
				r.failures[forCache].Add(1) // the next fetch saves again
			}
			cancel()
		case <-r.life.Done():
			return
		}
	}
}

// globbed escapes the characters of Redis's glob patterns.
var globbed = strings.NewReplacer("*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`, `\`, `\\`, "^", `\^`, "-", `\-`)

// Purge removes the saved values whose keys start with prefix, "" for all.
func (r *Redis) Purge(ctx context.Context, prefix string) error {
	err := r.eachKey(ctx, globbed.Replace(r.prefix+"copy:"+prefix)+"*", func(key string) error { return r.client.Unlink(ctx, key).Err() })
	return r.failed(forCache, "purge the second cache level", err)
}
