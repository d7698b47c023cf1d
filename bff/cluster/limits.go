package cluster

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"time"

	"github.com/redis/go-redis/v9"
)

// take implements a token bucket as one number, the time at which it will be full again. It uses only the clock of Redis.
var take = redis.NewScript(`
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
local burst, every = tonumber(ARGV[1]), tonumber(ARGV[2])
local full = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local wait = full + every - burst * every - now
if wait > 0 then return math.ceil(wait) end
redis.call('SET', KEYS[1], full + every, 'PX', math.ceil(full + every - now) + 1000)
return 0`)

var giveBack = redis.NewScript(`
local full = redis.call('GET', KEYS[1])
if full then redis.call('SET', KEYS[1], tonumber(full) - tonumber(ARGV[1]), 'KEEPTTL') end
return 0`)

// Take takes one token from a bucket of `burst` that gains one every `every`, or returns how long to wait for it. It returns
// an error if Redis does not respond; the caller then counts locally. Keys contain client addresses and accounts, so they
// are stored as hashes.
func (r *Redis) Take(ctx context.Context, key string, burst float64, every time.Duration) (wait time.Duration, err error) {
	ctx, cancel := context.WithTimeout(ctx, r.forCall)
	defer cancel()
	ms, err := take.Run(ctx, r.client, []string{r.bucket(key)}, burst, max(1, every.Milliseconds())).Int64()
	return time.Duration(ms) * time.Millisecond, r.failed(forLimits, "count", err)
}

// GiveBack undoes a Take.
func (r *Redis) GiveBack(ctx context.Context, key string, every time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, r.forCall)
	defer cancel()
	giveBack.Run(ctx, r.client, []string{r.bucket(key)}, max(1, every.Milliseconds())) // the bucket refills over time
}

func (r *Redis) bucket(key string) string {
	sum := sha256.Sum256([]byte(key))
	return r.prefix + "limit:" + hex.EncodeToString(sum[:12])
}
