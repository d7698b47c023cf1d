package cluster

import (
	"context"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/redis/go-redis/v9"

	"tablefront/bff/orders"
	"tablefront/bff/safego"
)

// journal is an orders.Store in Redis. A value is the token of the attempt that wrote it and the record; beside it, while
// the sender runs, is a lease, so that other instances know whether waiting makes sense.
type journal struct {
	r     *Redis
	ready atomic.Bool

	mu sync.Mutex
	// open are the attempts of this instance that may still be updated.
	open map[orders.ID]written
	// uncertain are the tokens of attempts whose Begin failed without telling whether it was written. Nothing was sent for
	// them, so they are removed as soon as Redis responds.
	uncertain map[orders.ID][]string
	stop      chan struct{}
	once      sync.Once
	ended     sync.WaitGroup
}

// written is what this instance wrote for an attempt.
type written struct {
	token   string
	running bool // its sender runs
	expires time.Time
}

const (
	tokenSize = 16
	// lease is how long an attempt counts as running after its instance last renewed it.
	lease      = 4 * time.Second
	leaseEvery = time.Second
)

// Orders returns the store of the journal that all instances share, for orders.New.
func (r *Redis) Orders() orders.Store {
	j := &journal{r: r, open: map[orders.ID]written{}, uncertain: map[orders.ID][]string{}, stop: make(chan struct{})}
	j.ended.Add(1)
	safego.Go(j.r.log, "order leases", j.renew)
	return j
}

// keys returns the Redis keys of an entry and its lease.
func (j *journal) keys(id orders.ID) []string {
	entry := j.r.prefix + "order:{" + hex.EncodeToString(id[:]) + "}"
	return []string{entry, entry + ":lease"}
}

var (
	// begin writes a value, unless there is a value other than the expired one that the caller saw.
	begin = redis.NewScript(`
local there = redis.call('GET', KEYS[1])
if there and there ~= ARGV[4] then return {there, redis.call('EXISTS', KEYS[2])} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[5], 'PX', ARGV[3])
return {}`)
	// load reads both keys atomically: otherwise an attempt that ends in between would look like one whose instance crashed.
	load = redis.NewScript(`
local there = redis.call('GET', KEYS[1])
if there then return {there, redis.call('EXISTS', KEYS[2])} end
return {}`)
	// finish replaces what this attempt wrote; a value of another attempt is left unchanged.
	finish = redis.NewScript(`
local there = redis.call('GET', KEYS[1])
if there and string.sub(there, 1, 16) ~= ARGV[3] then return 0 end
if there then redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL') else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
redis.call('DEL', KEYS[2])
return 1`)
	// free removes what this attempt wrote.
	free = redis.NewScript(`
local there = redis.call('GET', KEYS[1])
if there and string.sub(there, 1, 16) == ARGV[1] then redis.call('DEL', KEYS[1], KEYS[2]) end
return 1`)
	renewLease = redis.NewScript(`
if redis.call('GET', KEYS[2]) == ARGV[1] then redis.call('PEXPIRE', KEYS[2], ARGV[2]) end
return 1`)
)

var (
	errForeign = errors.New("the entry belongs to another attempt")
	errEntry   = errors.New("cluster: the entry of an order is damaged or of another version")
)

// quickly runs a script on the keys of an order that waits to be sent.
func (j *journal) quickly(ctx context.Context, script *redis.Script, id orders.ID, args ...any) *redis.Cmd {
	ctx, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	return j.run(ctx, script, id, args...)
}

// run runs a script on the keys of an order.
func (j *journal) run(ctx context.Context, script *redis.Script, id orders.ID, args ...any) *redis.Cmd {
	cmd := script.Run(ctx, j.r.client, j.keys(id), args...)
	j.ready.Store(cmd.Err() == nil)
	return cmd
}

// Begin implements orders.Store.
func (j *journal) Begin(ctx context.Context, id orders.ID, rec orders.Record, now time.Time) (*orders.Record, error) {
	encoded, err := rec.MarshalBinary()
	if err != nil {
		return nil, err
	}
	own := token()
	expired := ""
	for {
		got, err := j.quickly(ctx, begin, id, own+string(encoded), lifeOf(rec, now), lease.Milliseconds(), expired, own).Slice()
		if err != nil {
			j.mu.Lock()
			j.uncertain[id] = append(j.uncertain[id], own)
			j.mu.Unlock()
			return nil, failed("journal an order", err)
		}
		if len(got) == 0 {
			j.mu.Lock()
			j.open[id] = written{own, true, rec.Expires}
			j.mu.Unlock()
			return nil, nil //nolint:nilnil // nothing there is no error
		}
		there, raw, err := decode(got)
		if err != nil {
			return nil, err
		}
		if now.Before(there.Expires) {
			return there, nil
		}
		expired = raw // try again and replace this one
	}
}

// Load implements orders.Store.
func (j *journal) Load(ctx context.Context, id orders.ID, now time.Time) (*orders.Record, error) {
	got, err := j.quickly(ctx, load, id).Slice()
	if err != nil {
		return nil, failed("read an order's entry", err)
	}
	if len(got) == 0 {
		return nil, nil //nolint:nilnil // nothing there is no error
	}
	rec, _, err := decode(got)
	if err != nil || !now.Before(rec.Expires) {
		return nil, err
	}
	return rec, nil
}

// OrderRecords reads the whole journal without changing it, for the operator's list. It returns an error if Redis does not
// respond, or if an entry is damaged or of another version.
func (r *Redis) OrderRecords(ctx context.Context) (map[orders.ID]*orders.Record, error) {
	begins := r.prefix + "order:{"
	records := map[orders.ID]*orders.Record{}
	keys := r.client.Scan(ctx, 0, begins+"*}", 1000).Iterator()
	for keys.Next(ctx) {
		key := keys.Val()
		var id orders.ID
		if n, err := hex.Decode(id[:], []byte(strings.TrimSuffix(strings.TrimPrefix(key, begins), "}"))); err != nil || n != len(id) {
			return nil, errEntry
		}
		got, err := load.Run(ctx, r.client, []string{key, key + ":lease"}).Slice()
		if err != nil {
			return nil, failed("read the journal", err)
		}
		if len(got) == 0 { // it was freed, or has expired
			continue
		}
		if records[id], _, err = decode(got); err != nil {
			return nil, err
		}
	}
	if err := keys.Err(); err != nil {
		return nil, failed("read the journal", err)
	}
	return records, nil
}

// decode parses the scripts' result: a value and whether its lease has not expired.
func decode(got []any) (rec *orders.Record, raw string, err error) {
	if len(got) != 2 {
		return nil, "", errEntry
	}
	raw, ok := got[0].(string)
	live, isNumber := got[1].(int64)
	rec = new(orders.Record)
	if !ok || !isNumber || len(raw) < tokenSize || rec.UnmarshalBinary([]byte(raw[tokenSize:])) != nil {
		return nil, "", errEntry
	}
	rec.Live = rec.State == orders.Sent && live == 1
	return rec, raw, nil
}

// Finish implements orders.Store.
func (j *journal) Finish(ctx context.Context, id orders.ID, rec orders.Record) error {
	encoded, err := rec.MarshalBinary()
	if err != nil {
		return err
	}
	own := j.tokenOf(id, rec.Expires)
	got, err := j.run(ctx, finish, id, own+string(encoded), lifeOf(rec, time.Now()), own).Int()
	switch {
	case err != nil:
		return failed("journal an order's answer", err)
	case got == 0:
		return failed("journal an order's answer", errForeign)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if rec.State != orders.Answered { // its instance has stopped, but its outcome may still become known
		j.open[id] = written{own, false, rec.Expires}
	} else {
		delete(j.open, id)
	}
	return nil
}

// Free implements orders.Store.
func (j *journal) Free(ctx context.Context, id orders.ID) error {
	if err := j.run(ctx, free, id, j.tokenOf(id, time.Now())).Err(); err != nil {
		return failed("free an order's key", err)
	}
	j.mu.Lock()
	delete(j.open, id)
	j.mu.Unlock()
	return nil
}

// Sweep implements orders.Store: Redis expires entries itself; uncertain ones are removed.
func (j *journal) Sweep(ctx context.Context, now time.Time) error {
	j.mu.Lock()
	for id, w := range j.open {
		if !w.running && !now.Before(w.expires) {
			delete(j.open, id)
		}
	}
	j.mu.Unlock()
	ctx, cancel := context.WithTimeout(ctx, orderTimeout)
	defer cancel()
	err := j.r.client.Ping(ctx).Err()
	j.ready.Store(err == nil)
	if err != nil {
		return failed("reach Redis", err)
	}
	j.removeUncertain(ctx)
	return nil
}

func (j *journal) removeUncertain(ctx context.Context) {
	j.mu.Lock()
	uncertain := make(map[orders.ID][]string, len(j.uncertain))
	for id, tokens := range j.uncertain {
		uncertain[id] = slices.Clone(tokens)
	}
	j.mu.Unlock()
	for id, tokens := range uncertain {
		for _, own := range tokens {
			if j.run(ctx, free, id, own).Err() != nil {
				return
			}
			j.mu.Lock()
			j.uncertain[id] = slices.DeleteFunc(j.uncertain[id], func(t string) bool { return t == own })
			if len(j.uncertain[id]) == 0 {
				delete(j.uncertain, id)
			}
			j.mu.Unlock()
		}
	}
}

// Ready implements orders.Store.
func (j *journal) Ready() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.ready.Load() && len(j.uncertain) == 0
}

// Close implements orders.Store. The connection stays open: others use it.
func (j *journal) Close() error {
	j.once.Do(func() { close(j.stop) })
	j.ended.Wait()
	return nil
}

// renew renews the leases of the attempts that run here.
func (j *journal) renew() {
	defer j.ended.Done()
	j.Sweep(j.r.life, time.Now()) //nolint:errcheck // sets ready
	tick := time.NewTicker(leaseEvery)
	defer tick.Stop()
	for {
		select {
		case <-j.stop:
			return
		case <-tick.C:
		}
		safego.Run(j.r.log, "order leases", func() {
			ctx, cancel := within(context.Background())
			defer cancel()
			for id, own := range j.leases() {
				if renewLease.Run(ctx, j.r.client, j.keys(id), own, lease.Milliseconds()).Err() != nil {
					return // the leases expire, and others report "unknown" earlier, which is safe
				}
			}
		})
	}
}

// leases returns the tokens of the attempts that run here.
func (j *journal) leases() map[orders.ID]string {
	j.mu.Lock()
	defer j.mu.Unlock()
	running := make(map[orders.ID]string, len(j.open))
	for id, w := range j.open {
		if w.running {
			running[id] = w.token
		}
	}
	return running
}

func (j *journal) tokenOf(id orders.ID, expires time.Time) string {
	j.mu.Lock()
	defer j.mu.Unlock()
	w, ok := j.open[id]
	if !ok { // an attempt that replaces one whose end could not be written
		w = written{token(), false, expires}
		j.open[id] = w
	}
	return w.token
}

// lifeOf returns how long Redis stores a record, in milliseconds, at least a minute.
func lifeOf(rec orders.Record, now time.Time) int64 {
	return max(time.Minute, min(rec.Expires.Sub(now), 48*time.Hour)).Milliseconds()
}
