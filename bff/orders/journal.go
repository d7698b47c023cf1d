package orders

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"tablefront/bff/safego"
)

// Journal runs order attempts and records them in a Store.
type Journal struct {
	store    Store
	safe     safe
	deadline time.Duration
	keep     time.Duration
	now      func() time.Time
	warn     func(string, error)

	mu   sync.Mutex
	runs map[ID]*run
	// unwritten are outcomes that could not be written (disk full after the order was sent). Repeats are answered from here,
	// and writing is retried until it succeeds.
	unwritten map[ID]*Record // nil record: freed
	closed    bool
	running   sync.WaitGroup
	stop      chan struct{}
	swept     chan struct{}
}

// run is an attempt in progress.
type run struct {
	record  Record
	writing bool // not an attempt: an unwritten outcome is being written
	done    chan struct{}
	answer  Answer
	err     error
}

// storePatience is how long a store may fail while waiting for another instance's response.
const storePatience = 3 * time.Second

// maxUnwritten limits unwritten while the disk is full.
const maxUnwritten = 10_000

// Open opens the journal in dir (file orders.db). If the folder is not writable or another process has locked the file,
// Open still succeeds, so that the shop can serve pages; orders are refused with ErrUnwritable until the journal can be
// opened. It returns an error for invalid options.
func Open(dir string, o Options) (*Journal, error) {
	o.MaxEntries = orDefault(o.MaxEntries, 250_000)
	if o.MaxEntries < 1 {
		return nil, errors.New("orders: MaxEntries must be positive")
	}
	f := newFile(dir, o.MaxEntries)
	j, err := New(f, o)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	if err := f.open(); err != nil {
		j.warn("orders are refused until the journal can be opened", err)
	}
	return j, nil
}

// New returns a Journal with a Store, which Close closes. It returns an error for invalid options.
func New(store Store, o Options) (*Journal, error) {
	s, err := newSafe(o.Keys)
	if err != nil {
		return nil, fmt.Errorf("orders: the key for the journal: %w", err)
	}
	j := &Journal{
		store: store, safe: s, deadline: orDefault(o.Deadline, 20*time.Second), keep: orDefault(o.Keep, 24*time.Hour),
		now: o.Now, warn: o.Warn, runs: map[ID]*run{}, unwritten: map[ID]*Record{},
		stop: make(chan struct{}), swept: make(chan struct{}),
	}
	if j.keep < time.Minute || j.keep > 48*time.Hour {
		return nil, errors.New("orders: Keep must be between a minute and 48 hours")
	}
	if j.deadline < 0 {
		return nil, errors.New("orders: Deadline must not be negative")
	}
	if j.now == nil {
		j.now = time.Now
	}
	if j.warn == nil {
		j.warn = func(string, error) {}
	}
	safego.Go(slog.Default(), "journal sweep", j.sweep)
	return j, nil
}

func orDefault[T int | time.Duration](v, def T) T {
	if v == 0 {
		return def
	}
	return v
}

// Do sends an attempt once. It journals the attempt, calls send, journals the response and returns it. Meanwhile a second
// Do with the same branch, key and subject waits and gets the same response or error; later ones get the recorded response.
// If ctx ends, send continues with its own deadline, and its response is journaled for the next Do.
//
// Errors: ErrBadKey, ErrNotYours, ErrKeyReused, ErrUnwritable and errors that wrap ErrNotSent: nothing was sent.
// ErrOutcomeUnknown (wrapping the cause): it was sent. ctx's error: this caller stopped waiting, the attempt goes on.
//
// A response that says the order was not carried out (a 4xx other than 408, 409 and 499) is returned to all waiting callers
// and then removed: the customer corrects the form and tries again with the same key.
func (j *Journal) Do(ctx context.Context, a Attempt, send Send) (Answer, error) {
	if !ValidKey(a.Key) {
		return Answer{}, ErrBadKey
	}
	id, rec := a.id(), a.record(j.now(), j.keep)
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
		case r.writing || r.record.admits(&rec) != nil: // another subject or body is using the key: check the result
			continue
		case r.err != nil:
			return Answer{}, r.err
		}
		return replay(r.answer), nil
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
	r = &run{record: rec, done: make(chan struct{})}
	j.runs[id] = r
	j.running.Add(1)
	safego.Go(slog.Default(), "order", func() {
		defer j.running.Done()
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), j.deadline)
		defer cancel()
		defer j.finish(id, r)
		r.err = fmt.Errorf("%w: the run panicked", ErrOutcomeUnknown)
		r.answer, r.err = j.once(ctx, id, rec, send)
	})
	return r, true, nil
}

// finish ends a run and wakes the waiting callers.
func (j *Journal) finish(id ID, r *run) {
	j.mu.Lock()
	delete(j.runs, id)
	j.mu.Unlock()
	close(r.done)
}

// once runs an attempt.
func (j *Journal) once(ctx context.Context, id ID, rec Record, send Send) (Answer, error) {
	there, err := j.begin(ctx, id, rec, rec.Began)
	if err != nil {
		j.warn("an order was refused: the journal cannot be written", err)
		return Answer{}, fmt.Errorf("%w: %w", ErrUnwritable, err)
	}
	if there != nil {
		return j.settled(ctx, id, &rec, there)
	}
	var answer Answer
	if err = ctx.Err(); err == nil {
		answer, err = call(ctx, send)
	} else { // the journal took until the deadline; nothing was sent
		err = fmt.Errorf("%w: %w: %w", ErrUnwritable, ErrNotSent, err)
		j.warn("an order was refused: the journal took too long", err)
	}
	// The outcome is written even if the deadline has passed meanwhile.
	end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	switch {
	case errors.Is(err, ErrNotSent):
		j.end(end, id, nil)
		return Answer{}, err
	case err != nil:
		rec.State = Unknown
		j.end(end, id, &rec)
		return Answer{}, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
	case reopens(answer.Status):
		j.end(end, id, nil)
	default:
		rec.State, rec.Status, rec.Sealed = Answered, answer.Status, j.safe.seal(id, answer)
		j.end(end, id, &rec)
	}
	return answer, nil
}

// call recovers from a panic of the sender: by then the order may have been sent, so its outcome is unknown.
func call(ctx context.Context, send Send) (a Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("orders: the sender panicked: %v", r)
		}
	}()
	return send(ctx)
}

// begin is Store.Begin, taking unwritten outcomes into account.
func (j *Journal) begin(ctx context.Context, id ID, rec Record, now time.Time) (*Record, error) {
	j.mu.Lock()
	known, ok := j.unwritten[id]
	j.mu.Unlock()
	if ok && known != nil && now.Before(known.Expires) {
		return known, nil
	}
	if !ok {
		return j.store.Begin(ctx, id, rec, now)
	}
	// The store may still say "sent" of an attempt that was freed.
	if err := j.store.Finish(ctx, id, rec); err != nil {
		return nil, err
	}
	j.mu.Lock()
	delete(j.unwritten, id)
	j.mu.Unlock()
	return nil, nil //nolint:nilnil // nothing there is no error
}

// settled answers an attempt from an existing record.
func (j *Journal) settled(ctx context.Context, id ID, own, rec *Record) (Answer, error) {
	if err := rec.admits(own); err != nil {
		return Answer{}, err
	}
	answered := time.Now()              // when the store last responded
	for rec.State == Sent && rec.Live { // another instance sends it
		select {
		case <-ctx.Done():
			return Answer{}, fmt.Errorf("%w: %w", ErrOutcomeUnknown, ctx.Err())
		case <-time.After(50 * time.Millisecond):
		}
		next, err := j.store.Load(ctx, id, j.now())
		switch {
		case err != nil && time.Since(answered) < storePatience:
			continue
		case err != nil:
			return Answer{}, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
		case next == nil:
			return Answer{}, fmt.Errorf("%w: %w: the first attempt was not carried out", ErrUnwritable, ErrNotSent)
		}
		if err := next.admits(own); err != nil {
			return Answer{}, err
		}
		rec, answered = next, time.Now()
	}
	if rec.State != Answered {
		return Answer{}, ErrOutcomeUnknown
	}
	answer, err := j.safe.open(id, rec.Sealed)
	if err != nil {
		j.warn("the recorded response of an order cannot be decrypted (was the session key changed?)", err)
		return Answer{}, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
	}
	answer.Replayed = true
	return answer, nil
}

// end writes the outcome of an attempt; nil frees its key. The order has been sent, so a failure is not returned to the
// customer: the outcome is remembered and writing is retried.
func (j *Journal) end(ctx context.Context, id ID, rec *Record) {
	err := j.write(ctx, id, rec)
	if err == nil {
		return
	}
	j.warn("the outcome of an order could not be journaled yet", err)
	j.mu.Lock()
	defer j.mu.Unlock()
	if len(j.unwritten) < maxUnwritten {
		j.unwritten[id] = rec
	}
}

func (j *Journal) write(ctx context.Context, id ID, rec *Record) error {
	if rec == nil {
		return j.store.Free(ctx, id)
	}
	return j.store.Finish(ctx, id, *rec)
}

// sweep removes expired entries and retries unwritten outcomes.
func (j *Journal) sweep() {
	defer close(j.swept)
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-j.stop:
			return
		case <-tick.C:
		}
		safego.Run(slog.Default(), "journal sweep", func() {
			ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancel()
			j.writeAgain(ctx)
			if n%60 == 0 || !j.store.Ready() {
				if err := j.store.Sweep(ctx, j.now()); err != nil && n%60 == 0 {
					j.warn("expired orders could not be removed from the journal", err)
				}
			}
		})
	}
}

func (j *Journal) writeAgain(ctx context.Context) {
	j.mu.Lock()
	ids := make([]ID, 0, len(j.unwritten))
	for id := range j.unwritten {
		ids = append(ids, id)
	}
	j.mu.Unlock()
	for _, id := range ids {
		// It runs as an attempt would: a late write must not undo a new attempt's.
		r := &run{writing: true, done: make(chan struct{})}
		j.mu.Lock()
		rec, ok := j.unwritten[id]
		if ok = ok && j.runs[id] == nil; ok {
			j.runs[id] = r
		}
		j.mu.Unlock()
		if !ok {
			continue
		}
		err := j.write(ctx, id, rec)
		if err == nil {
			j.mu.Lock()
			delete(j.unwritten, id)
			j.mu.Unlock()
		}
		j.finish(id, r)
		if err != nil {
			return
		}
	}
}

// Ready reports whether orders can be journaled now (for /readyz and metrics).
func (j *Journal) Ready() bool { return j.store.Ready() }

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
	<-j.swept
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	j.writeAgain(ctx)
	return j.store.Close()
}
