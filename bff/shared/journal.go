package shared

import (
	"context"
	"encoding/hex"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gomodule/redigo/redis"

	"tablefront/bff/orders"
	"tablefront/bff/safego"
)

// journal is an orders.Store in Redis. A value is the token of the attempt that wrote it and the record; beside it, while
// the sender runs, lies a lease, so that other shops know whether waiting makes sense.
type journal struct {
	r     *Redis
	ready atomic.Bool

	mu sync.Mutex
	// open are the attempts of this shop that may still be written.
	open map[orders.ID]written
	// doubtful are attempts whose Begin failed without a word on whether it was written. Nothing was sent for them, so
	// they are taken back as soon as Redis answers.
	doubtful map[orders.ID]string
	stop     chan struct{}
	once     sync.Once
	ended    sync.WaitGroup
}

// written is what this shop wrote of an attempt.
type written struct {
	token   string
	running bool // its sender runs
	expires time.Time
}

// orderPatience is how long an order may wait for Redis: longer than other calls, since the alternative is to refuse it.
const orderPatience = 3 * time.Second

const (
	tokenSize = 16
	// lease is how long an attempt counts as running after its shop was last heard of.
	lease      = 4 * time.Second
	leaseEvery = time.Second
)

// Orders is the journal that all shops share; it is what orders.New takes.
func (r *Redis) Orders() orders.Store {
	j := &journal{r: r, open: map[orders.ID]written{}, doubtful: map[orders.ID]string{}, stop: make(chan struct{})}
	j.ready.Store(true)
	j.ended.Add(1)
	safego.Go(j.r.log, "order leases", j.renew)
	return j
}

// keys are the entry's and its lease's.
func (j *journal) keys(id orders.ID) (entry, lease string) {
	entry = j.r.prefix + "order:{" + hex.EncodeToString(id[:]) + "}"
	return entry, entry + ":lease"
}

var (
	// begin writes a value unless there is another one than the expired one that the caller saw.
	begin = redis.NewScript(2, `
local there = redis.call('GET', KEYS[1])
if there and there ~= ARGV[4] then return {there, redis.call('EXISTS', KEYS[2])} end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
redis.call('SET', KEYS[2], ARGV[5], 'PX', ARGV[3])
return {}`)
	// load reads both keys at one instant: an attempt that ends in between would look like one that died.
	load = redis.NewScript(2, `
local there = redis.call('GET', KEYS[1])
if there then return {there, redis.call('EXISTS', KEYS[2])} end
return {}`)
	// finish replaces what this attempt wrote; a value of somebody else's stays.
	finish = redis.NewScript(2, `
local there = redis.call('GET', KEYS[1])
if there and string.sub(there, 1, 16) ~= ARGV[3] then return 0 end
if there then redis.call('SET', KEYS[1], ARGV[1], 'KEEPTTL') else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
redis.call('DEL', KEYS[2])
return 1`)
	// free removes what this attempt wrote.
	free = redis.NewScript(2, `
local there = redis.call('GET', KEYS[1])
if there and string.sub(there, 1, 16) == ARGV[1] then redis.call('DEL', KEYS[1], KEYS[2]) end
return 1`)
	renewLease = redis.NewScript(1, `
if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 1`)
)

var errForeign = errors.New("the entry belongs to another attempt")

// Begin fills orders.Store.
func (j *journal) Begin(ctx context.Context, id orders.ID, rec orders.Record, now time.Time) (*orders.Record, error) {
	encoded, err := rec.MarshalBinary()
	if err != nil {
		return nil, err
	}
	own := token()
	entry, running := j.keys(id)
	expired := ""
	for {
		short, cancel := context.WithTimeout(ctx, orderPatience)
		got, err := redis.Values(j.r.run(short, begin, entry, running, own+string(encoded), keepFor(rec, now), lease.Milliseconds(), expired, own))
		cancel()
		if err != nil {
			j.note(err)
			j.mu.Lock()
			j.doubtful[id] = own
			j.mu.Unlock()
			return nil, failed("journal an order", err)
		}
		j.note(nil)
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
		expired = raw // once more, in the place of this one
	}
}

// Load fills orders.Store.
func (j *journal) Load(ctx context.Context, id orders.ID, now time.Time) (*orders.Record, error) {
	ctx, cancel := context.WithTimeout(ctx, orderPatience)
	defer cancel()
	entry, running := j.keys(id)
	got, err := redis.Values(j.r.run(ctx, load, entry, running))
	j.note(err)
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

// decode reads what the script answers: a value and whether its lease runs.
func decode(got []any) (rec *orders.Record, raw string, err error) {
	var live int64
	if _, err := redis.Scan(got, &raw, &live); err != nil || len(raw) < tokenSize {
		return nil, "", errors.New("shared: a damaged entry of an order")
	}
	rec = new(orders.Record)
	if err := rec.UnmarshalBinary([]byte(raw[tokenSize:])); err != nil {
		return nil, "", err
	}
	rec.Live = rec.State == orders.Sent && live == 1
	return rec, raw, nil
}

// Finish fills orders.Store.
func (j *journal) Finish(ctx context.Context, id orders.ID, rec orders.Record) error {
	encoded, err := rec.MarshalBinary()
	if err != nil {
		return err
	}
	own := j.tokenOf(id, rec.Expires)
	entry, running := j.keys(id)
	// Somebody waits for this one longer than for other calls: the order is out.
	got, err := redis.Int(j.r.run(ctx, finish, entry, running, own+string(encoded), keepFor(rec, time.Now()), own))
	j.note(err)
	switch {
	case err != nil:
		return failed("journal an order's answer", err)
	case got == 0:
		return failed("journal an order's answer", errForeign)
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if rec.State != orders.Answered { // nobody runs it any more, but its end may still become known
		j.open[id] = written{own, false, rec.Expires}
	} else {
		delete(j.open, id)
	}
	return nil
}

// Free fills orders.Store.
func (j *journal) Free(ctx context.Context, id orders.ID) error {
	entry, running := j.keys(id)
	_, err := j.r.run(ctx, free, entry, running, j.tokenOf(id, time.Now()))
	j.note(err)
	if err != nil {
		return failed("free an order's key", err)
	}
	j.mu.Lock()
	delete(j.open, id)
	j.mu.Unlock()
	return nil
}

// Sweep fills orders.Store: Redis forgets by itself; what is doubtful is taken back.
func (j *journal) Sweep(ctx context.Context, now time.Time) error {
	j.mu.Lock()
	for id, w := range j.open {
		if !w.running && !now.Before(w.expires) {
			delete(j.open, id)
		}
	}
	j.mu.Unlock()
	if _, err := j.r.do(ctx, "PING"); err != nil {
		j.note(err)
		return failed("reach Redis", err)
	}
	j.note(nil)
	j.takeBack(ctx)
	return nil
}

func (j *journal) takeBack(ctx context.Context) {
	j.mu.Lock()
	doubtful := make(map[orders.ID]string, len(j.doubtful))
	for id, own := range j.doubtful {
		doubtful[id] = own
	}
	j.mu.Unlock()
	for id, own := range doubtful {
		entry, running := j.keys(id)
		if _, err := j.r.run(ctx, free, entry, running, own); err != nil {
			return
		}
		j.mu.Lock()
		if j.doubtful[id] == own {
			delete(j.doubtful, id)
		}
		j.mu.Unlock()
	}
}

// Ready fills orders.Store.
func (j *journal) Ready() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.ready.Load() && len(j.doubtful) == 0
}

// Close fills orders.Store. The connection stays open: others use it.
func (j *journal) Close() error {
	j.once.Do(func() { close(j.stop) })
	j.ended.Wait()
	return nil
}

// renew keeps the leases of the attempts that run here.
func (j *journal) renew() {
	defer j.ended.Done()
	tick := time.NewTicker(leaseEvery)
	defer tick.Stop()
	for {
		select {
		case <-j.stop:
			return
		case <-tick.C:
		}
		j.mu.Lock()
		open := make(map[orders.ID]string, len(j.open))
		for id, w := range j.open {
			if w.running {
				open[id] = w.token
			}
		}
		j.mu.Unlock()
		ctx, cancel := j.r.within(context.Background())
		for id, own := range open {
			_, running := j.keys(id)
			if _, err := j.r.run(ctx, renewLease, running, own, lease.Milliseconds()); err != nil {
				break // the leases end, and others say "not known" sooner: that is the safe side
			}
		}
		cancel()
	}
}

func (j *journal) tokenOf(id orders.ID, expires time.Time) string {
	j.mu.Lock()
	defer j.mu.Unlock()
	w, ok := j.open[id]
	if !ok { // an attempt that takes the place of one whose end could not be written
		w = written{token(), false, expires}
		j.open[id] = w
	}
	return w.token
}

func (j *journal) note(err error) { j.ready.Store(err == nil) }

// keepFor is a record's life in milliseconds, at least a minute.
func keepFor(rec orders.Record, now time.Time) int64 {
	return max(time.Minute, min(rec.Expires.Sub(now), 48*time.Hour)).Milliseconds()
}
