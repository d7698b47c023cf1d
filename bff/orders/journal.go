package orders

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"tablefront/bff/logging"
	"tablefront/bff/safego"
)

// Store is where a Journal stores its records. Every method returns only once the change would survive a crash. The file
// of this package is one; a store shared by a cluster is another. The Journal calls Begin and End of one ID in turn.
type Store interface {
	// Begin writes rec under id if the id is free or its record has expired, and returns nil; otherwise it changes nothing
	// and returns what is there. Two Begins never both get nil. After an error that wraps ErrUncertain, End must free the id.
	Begin(ctx context.Context, id ID, rec Record) (*Record, error)
	// Load returns what is there, nil when there is nothing. If it is there and can't be read, the error of Load and Begin wraps
	// ErrOutcomeUnknown.
	Load(ctx context.Context, id ID) (*Record, error)
	// End replaces what Begin wrote, or removes it if rec is nil. The record is no longer Live.
	End(ctx context.Context, id ID, rec *Record) error
	// Sweep does what is due: it forgets what is expired at now, and keeps the records of running senders Live. The Journal
	// calls it every second.
	Sweep(ctx context.Context, now time.Time) error
	// Ready tests whether the store can be written now, also while there are no orders.
	Ready() bool
	Close() error
}

// Journal runs order attempts and records them in a Store.
type Journal struct {
	store  Store
	sealer sealer
	o      Options
	jump   func() time.Duration // how far the system's clock has jumped since the start

	mu   sync.Mutex
	runs map[ID]*run
	// unwritten are the outcomes that the store lacks because it failed, nil for a key that is free. Repeats are answered from
	// here, and writing is retried until it succeeds.
	unwritten map[ID]*Record
	closed    bool
	locked    atomic.Bool // see Locked
	running   safego.Group
	stop      chan struct{} // ends sweeping
	sweeping  safego.Group
}

// run is an attempt in progress.
type run struct {
	record *Record // nil: not an attempt, an unwritten outcome is being written
	done   chan struct{}
	answer Answer
	err    error
}

// maxUnwritten is how many outcomes may be unwritten before new orders are refused.
const maxUnwritten = 10_000

var errBacklog = errors.New("orders: too many outcomes wait to be written")

// Open opens the journal in dir (file orders.db). If the folder is not writable or another process has locked the file,
// the shop serves pages all the same; orders are refused with ErrUnwritable until the journal can be opened.
func Open(dir string, o Options) *Journal {
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	f := newFile(dir, o.Log)
	failure, sent := f.failure, f.sent(time.Now())
	j := New(f, o)
	if failure != nil {
		j.locked.Store(errors.Is(failure, ErrLocked))
		o.Log.Error("orders are refused until the journal can be opened", "error", logging.SafeCause(failure))
	}
	if sent > 0 {
		o.Log.Error("orders were in flight when the shop ended; `tablefront orders` lists them", "orders", sent)
	}
	return j
}

// New returns a Journal with a Store, which Close closes.
func New(store Store, o Options) *Journal { return newOn(time.Now, store, o) }

// newOn is New with the system's clock, which a test turns.
func newOn(system func() time.Time, store Store, o Options) *Journal {
	o.Deadline = cmp.Or(o.Deadline, 20*time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	jump := func() time.Duration { return 0 }
	if o.Now == nil {
		o.Now, jump = steadyClock(system)
	}
	j := &Journal{store: store, sealer: o.Ciphers, o: o, jump: jump, runs: map[ID]*run{}, unwritten: map[ID]*Record{}, stop: make(chan struct{})}
	j.sweeping.Start(o.Log, "journal sweeps", j.sweep)
	return j
}

// steadyClock returns a clock that shows the system's time of now and goes on without its jumps, and how far that one has
// jumped since.
func steadyClock(system func() time.Time) (now func() time.Time, jump func() time.Duration) {
	start, began := system(), time.Now()
	now = func() time.Time { return start.Add(time.Since(began)) } // time.Since is monotonic
	jump = func() time.Duration { return system().Round(0).Sub(now().Round(0)) }
	return now, jump
}

func (j *Journal) warn(message string, err error) {
	j.o.Log.Warn(message, "error", logging.SafeCause(err))
}

// Do sends an attempt once. It journals the attempt, calls send, journals the response and returns it. Meanwhile a second
// Do with the same branch, key and subject waits and gets the same response or error; later ones get the recorded response.
// If ctx ends, send continues with its own deadline, and its response is journaled for the next Do.
//
// Errors: ErrBadKey, ErrNotYours, ErrKeyReused, ErrUnwritable and errors that wrap ErrNotSent: nothing was sent.
// ErrOutcomeUnknown (wrapping the cause): it was sent. ctx's error: this caller stopped waiting, the attempt goes on.
//
// A response that says the order was not carried out (Answer.Refused) is returned to all waiting callers and then removed.
func (j *Journal) Do(ctx context.Context, a Attempt, send Send) (Answer, error) {
	if !ValidKey(a.Key) {
		return Answer{}, ErrBadKey
	}
	id, rec := a.id(), a.record(j.o.Now())
	for {
		if err := ctx.Err(); err != nil {
			return Answer{}, err
		}
		r, first, err := j.join(ctx, id, rec, send)
		if err != nil {
			return Answer{}, err
		}
		select {
		case <-r.done:
		case <-ctx.Done():
			return Answer{}, ctx.Err()
		}
		switch {
		case first:
			return r.answer, r.err
		case r.record == nil && r.err == nil, r.record != nil && r.record.admits(&rec) != nil: // check what is there now
			continue
		case r.err != nil:
			return Answer{}, r.err
		}
		return replay(r.answer)
	}
}

// join returns the run of an id and starts it if there is none.
func (j *Journal) join(ctx context.Context, id ID, rec Record, send Send) (r *run, first bool, err error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if r := j.runs[id]; r != nil {
		return r, false, nil
	}
	if j.closed {
		return nil, false, fmt.Errorf("%w: %w", ErrUnwritable, errClosed)
	}
	r = &run{record: &rec, done: make(chan struct{})}
	j.runs[id] = r
	j.running.Start(j.o.Log, "order", func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), j.o.Deadline)
		defer cancel()
		defer j.finish(id, r)
		r.err = fmt.Errorf("%w: the run panicked", ErrOutcomeUnknown)
		safego.Run(j.o.Log, "order", func() { r.answer, r.err = j.once(ctx, id, rec, send) })
	})
	return r, true, nil
}

func (j *Journal) finish(id ID, r *run) {
	j.mu.Lock()
	delete(j.runs, id)
	j.mu.Unlock()
	close(r.done)
}

func (j *Journal) once(ctx context.Context, id ID, rec Record, send Send) (Answer, error) {
	there, err := j.begin(ctx, id, rec)
	if errors.Is(err, ErrUncertain) { // nothing is sent: the key is free
		j.remember(id, nil)
	}
	if errors.Is(err, ErrOutcomeUnknown) {
		j.warn("the recorded outcome of an order cannot be read", err)
		return Answer{}, err
	}
	if err != nil {
		j.o.Log.Error("an order was refused: the journal cannot be written", "error", logging.SafeCause(err))
		return Answer{}, fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	if there != nil {
		return j.settled(ctx, id, &rec, there)
	}
	var answer Answer
	if err = ctx.Err(); err == nil {
		err = errors.New("orders: the sender panicked") // by then the order may have been sent
		safego.Run(j.o.Log, "order", func() { answer, err = send(ctx) })
	} else { // the journal took until the deadline; nothing was sent
		err = fmt.Errorf("%w: %w: %w", ErrUnwritable, ErrNotSent, err)
		j.o.Log.Error("an order was refused: the journal took too long", "error", logging.SafeCause(err))
	}
	var outcome *Record // nil: the key is free
	switch {
	case errors.Is(err, ErrNotSent):
	case err != nil:
		rec.State, err = Unknown, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
		outcome = &rec
	case !answer.Refused:
		rec.State, rec.Status, rec.Sealed = Answered, answer.Status, j.sealer.seal(id, answer)
		outcome = &rec
	}
	// The outcome is written even if the deadline has passed meanwhile.
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if err := j.end(end, id, outcome); err != nil {
		j.warn("the outcome of an order could not be journaled yet", err)
	}
	return answer, err
}

func (j *Journal) begin(ctx context.Context, id ID, rec Record) (*Record, error) {
	j.mu.Lock()
	known, ok := j.unwritten[id]
	backlog := len(j.unwritten)
	j.mu.Unlock()
	switch {
	case known != nil && rec.Began.Before(known.Expires):
		return known, nil
	case ok: // the store may still have it as sent
		if err := j.end(ctx, id, nil); err != nil {
			return nil, err
		}
	case backlog >= maxUnwritten:
		return nil, errBacklog
	}
	return j.store.Begin(ctx, id, rec)
}

// settled answers an attempt from an existing record.
func (j *Journal) settled(ctx context.Context, id ID, own, rec *Record) (Answer, error) {
	for {
		if err := rec.admits(own); err != nil {
			return Answer{}, err
		}
		if rec.State != Sent || !rec.Live {
			break
		}
		select { // another instance sends it
		case <-ctx.Done():
			return Answer{}, fmt.Errorf("%w: %w", ErrOutcomeUnknown, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
		next, err := j.store.Load(ctx, id)
		switch {
		case err != nil: // tried again until the deadline
			continue
		case next == nil:
			return Answer{}, fmt.Errorf("%w: %w: the first attempt was not carried out", ErrUnwritable, ErrNotSent)
		}
		rec = next
	}
	if rec.State != Answered {
		return Answer{}, ErrOutcomeUnknown
	}
	answer, err := j.sealer.open(id, rec.Sealed)
	if err != nil {
		j.warn("the recorded response of an order cannot be decrypted (was the session key changed?)", err)
		return Answer{}, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
	}
	answer.Replayed = true
	return answer, nil
}

// end writes the outcome of an attempt; nil frees its key. If that fails, the outcome is remembered and writing is retried.
func (j *Journal) end(ctx context.Context, id ID, rec *Record) error {
	if err := j.store.End(ctx, id, rec); err != nil {
		j.remember(id, rec)
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	delete(j.unwritten, id)
	return nil
}

func (j *Journal) remember(id ID, rec *Record) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.unwritten[id] = rec
}

func (j *Journal) sweep() {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	jumped := time.Duration(0)
	failed := 0 // how many sweeps in a row
	for {
		select {
		case <-j.stop:
			return
		case <-tick.C:
		}
		safego.Run(j.o.Log, "journal sweep", func() {
			ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
			defer cancel()
			if now := j.jump(); (now - jumped).Abs() > time.Minute {
				j.o.Log.Warn("the system's clock jumped; the journal goes on without the jump until the next restart", "by", (now - jumped).Round(time.Second).String())
				jumped = now
			}
			err := j.store.Sweep(ctx, j.o.Now())
			j.locked.Store(errors.Is(err, ErrLocked))
			if err == nil {
				failed = 0
			} else {
				if failed%60 == 0 {
					j.o.Log.Error("the journal cannot be written; orders are refused", "error", logging.SafeCause(err))
				}
				failed++
			}
			j.writeAgain(ctx)
		})
	}
}

func (j *Journal) writeAgain(ctx context.Context) {
	now := j.o.Now()
	j.mu.Lock()
	maps.DeleteFunc(j.unwritten, func(_ ID, rec *Record) bool { return rec != nil && !now.Before(rec.Expires) })
	ids := slices.Collect(maps.Keys(j.unwritten))
	j.mu.Unlock()
	for _, id := range ids {
		// It runs as an attempt would: a late write must not undo a new attempt's.
		r := &run{done: make(chan struct{})}
		j.mu.Lock()
		rec, ok := j.unwritten[id]
		if ok = ok && j.runs[id] == nil; ok {
			j.runs[id] = r
		}
		j.mu.Unlock()
		if !ok {
			continue
		}
		err := j.end(ctx, id, rec)
		if err != nil && rec == nil { // without the store, a free key can't be used
			r.err = fmt.Errorf("%w: %w", ErrUnwritable, err)
		}
		j.finish(id, r)
		if err != nil && !j.store.Ready() {
			return
		}
	}
}

// Ready tests whether orders can be journaled now.
func (j *Journal) Ready() bool { return j.store.Ready() }

// Locked reports whether another process uses the journal's file, such as a second instance with the same data folder.
func (j *Journal) Locked() bool { return j.locked.Load() }

// Close waits for running attempts (each ends by its deadline) and closes the store.
func (j *Journal) Close() error {
	j.mu.Lock()
	if j.closed {
		j.mu.Unlock()
		return nil
	}
	j.closed = true
	j.mu.Unlock()
	j.running.Wait()
	close(j.stop)
	j.sweeping.Wait()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	j.writeAgain(ctx)
	return j.store.Close()
}
