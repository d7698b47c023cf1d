package cluster

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"tablefront/bff/orders"
)

// journal is an orders.Store in Redis. A value is the token of the attempt that wrote it and the record; beside it, while
// the sender runs, is a lease, so that other instances know whether waiting makes sense. Redis itself expires both.
type journal struct {
	r     *Redis
	ready atomic.Bool
	// tokens has, by ID, those of the attempts that this instance began, or may have begun, and has not ended.
	tokens sync.Map
}

const (
	tokenSize = 16
	// lease is how long an attempt counts as running after its instance last renewed it.
	lease = 4 * time.Second
	// maxDelay is how late Redis may carry out a call whose caller has given up: the network may deliver it after others.
	maxDelay = time.Hour
)

// Orders returns the store of the journal that all instances share, for orders.New.
func (r *Redis) Orders() orders.Store { return &journal{r: r} }

// keys returns the Redis keys of an entry, its lease, and the tokens of the attempts that were ended before they were begun.
func (j *journal) keys(id orders.ID) []string {
	entry := j.r.prefix + "order:{" + hex.EncodeToString(id[:]) + "}"
	return []string{entry, entry + ":lease", entry + ":ended"}
}

var (
	// begin returns the value that is there and whether it has a lease. If there is none, it writes one, or with a load nothing.
	// It reads both keys atomically: otherwise an attempt that ends in between would look like one whose instance crashed.
	// An attempt that has ended already is refused; one that has begun already begins: a Redis Cluster's client may repeat a call.
	begin = redis.NewScript(`
local there = redis.call('GET', KEYS[1])
if there and ARGV[1] and string.sub(there, 1, 16) == ARGV[1] then return {} end
if there then return {there, redis.call('EXISTS', KEYS[2])} end
if ARGV[1] then
  if redis.call('SISMEMBER', KEYS[3], ARGV[1]) == 1 then return redis.error_reply('the attempt has ended') end
  redis.call('SET', KEYS[1], ARGV[1] .. ARGV[2], 'PX', ARGV[3])
  redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[4])
end
return {}`)
	// end replaces or removes what this attempt wrote; a value of another attempt is left unchanged. If it should remove and nothing
	// of this attempt is there, begin may still be on its way.
	end = redis.NewScript(`
local there = redis.call('GET', KEYS[1])
local own = there and string.sub(there, 1, 16) == ARGV[1]
if ARGV[2] == '' and not own then
  redis.call('SADD', KEYS[3], ARGV[1])
  redis.call('PEXPIRE', KEYS[3], ARGV[3])
end
if there and not own then return 0 end
redis.call('DEL', KEYS[2])
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
elseif there then
  redis.call('SET', KEYS[1], ARGV[1] .. ARGV[2], 'KEEPTTL')
else
  redis.call('SET', KEYS[1], ARGV[1] .. ARGV[2], 'PX', ARGV[3])
end
return 1`)
	renewLease = redis.NewScript(`
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('PEXPIRE', KEYS[2], ARGV[2]) end
return 1`)
)

var (
	errForeign = errors.New("the entry belongs to another attempt")
	errEntry   = errors.New("cluster: the entry of an order is damaged or of another version")
)

// run runs a script on the keys of an order.
func (j *journal) run(ctx context.Context, script *redis.Script, id orders.ID, args ...any) *redis.Cmd {
	ctx, cancel := context.WithTimeout(ctx, j.r.forOrder)
	defer cancel()
	cmd := script.Run(ctx, j.r.client, j.keys(id), args...)
	j.ready.Store(cmd.Err() == nil)
	return cmd
}

func (j *journal) Begin(ctx context.Context, id orders.ID, rec orders.Record) (*orders.Record, error) {
	own := token()
	j.tokens.Store(id, own)
	there, err := j.get(ctx, id, own, rec.Append(nil), life(rec), lease.Milliseconds())
	if err != nil { // the response may have been lost
		return nil, fmt.Errorf("%w: %w", orders.ErrUncertain, err)
	}
	if there != nil {
		j.tokens.Delete(id)
	}
	return there, nil
}

func (j *journal) Load(ctx context.Context, id orders.ID) (*orders.Record, error) {
	return j.get(ctx, id)
}

// get runs begin and parses its result: nothing, or a value and whether its lease has not expired.
func (j *journal) get(ctx context.Context, id orders.ID, args ...any) (*orders.Record, error) {
	got, err := j.run(ctx, begin, id, args...).Slice()
	if err != nil || len(got) == 0 {
		return nil, j.r.failed(forOrders, "journal or read an order", err)
	}
	value, _ := got[0].(string)
	if len(got) != 2 || len(value) < tokenSize {
		return nil, errEntry
	}
	rec, err := orders.ParseRecord([]byte(value[tokenSize:]))
	if err != nil {
		return nil, errEntry
	}
	rec.Live = rec.State == orders.Sent && got[1] == int64(1)
	return rec, nil
}

// OrderRecords reads the whole journal without changing it, for the operator's list. It returns an error if Redis does not
// respond, or if an entry is damaged or of another version.
func (r *Redis) OrderRecords(ctx context.Context) (map[orders.ID]*orders.Record, error) {
	j := journal{r: r}
	begins := r.prefix + "order:{"
	records := map[orders.ID]*orders.Record{}
	err := r.eachKey(ctx, begins+"*}", func(key string) error {
		id, err := hex.DecodeString(strings.TrimSuffix(strings.TrimPrefix(key, begins), "}"))
		if err != nil || len(id) != len(orders.ID{}) {
			return errEntry
		}
		rec, err := j.Load(ctx, orders.ID(id))
		if rec != nil { // else it was freed meanwhile, or has expired
			records[orders.ID(id)] = rec
		}
		return err
	})
	if errors.Is(err, errEntry) {
		return nil, err
	}
	return records, r.failed(forOrders, "read the journal", err)
}

func (j *journal) End(ctx context.Context, id orders.ID, rec *orders.Record) error {
	own, _ := j.tokens.LoadOrStore(id, token())
	what, args := "free an order's key", []any{own, "", maxDelay.Milliseconds()}
	if rec != nil {
		what, args = "journal an order's answer", []any{own, rec.Append(nil), life(*rec)}
	}
	got, err := j.run(ctx, end, id, args...).Int()
	if err == nil && got == 0 && rec != nil {
		err = errForeign
	}
	if err == nil {
		j.tokens.Delete(id)
	}
	return j.r.failed(forOrders, what, err)
}

// Sweep renews the leases of the attempts that run here.
func (j *journal) Sweep(ctx context.Context, _ time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, j.r.forOrder)
	defer cancel()
	err := j.r.client.Ping(ctx).Err()
	j.ready.Store(err == nil)
	if err == nil {
		j.tokens.Range(func(id, own any) bool {
			err = j.run(ctx, renewLease, id.(orders.ID), own, lease.Milliseconds()).Err()
			return err == nil
		})
	}
	return j.r.failed(forOrders, "reach Redis", err) // the leases expire then, and others report "unknown" earlier, which is safe
}

func (j *journal) Ready() bool { return j.ready.Load() }

// Close does nothing: others use the connection.
func (j *journal) Close() error { return nil }

// life returns how long Redis stores a record, in milliseconds.
func life(rec orders.Record) int64 { return rec.Expires.Sub(rec.Began).Milliseconds() }
