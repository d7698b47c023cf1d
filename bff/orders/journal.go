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

// Journal carries out order attempts over a Store.
type Journal struct {
	store    Store
	safe     safe
	deadline time.Duration
	keep     time.Duration
	now      func() time.Time
	warn     func(string, error)

	mu   sync.Mutex
	runs map[ID]*run
	// unwritten are ends of attempts that the store could not take (disk full after the order was sent). They are
	// answered from here and tried again until the store takes them.
	unwritten map[ID]*Record // nil record: freed
	closed    bool
	running   sync.WaitGroup
	stop      chan struct{}
	swept     chan struct{}
}

// run is an attempt that runs.
type run struct {
	record  Record
	writing bool // no attempt: an unwritten end is being written
	done    chan struct{}
	answer  Answer
	err     error
}

// storePatience is how long a store may fail while another instance's answer is waited for.
const storePatience = 3 * time.Second

// maxUnwritten bounds what is held in memory while the disk is full.
const maxUnwritten = 10_000

// Open opens the journal in dir (file orders.db). A folder that cannot be written, or a file that another process
// still holds, is no error: the shop must start and stay readable, only orders are refused with ErrUnwritable until
// the journal can be opened. Errors: options that make no sense.
func Open(dir string, o Options) (*Journal, error) {
	o.MaxEntries = orDefault(o.MaxEntries, 250_000)
	if o.MaxEntries < 1 {
		return nil, errors.New("orders: the journal must have room for at least one order")
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

// New makes a Journal over a Store, which it closes at its end. Errors: options that make no sense.
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
		return nil, errors.New("orders: answers are kept for a minute at least and 48 hours at most")
	}
	if j.deadline < 0 {
		return nil, errors.New("orders: the deadline of a send is negative")
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

// Do sends an attempt once. It journals the attempt, calls send, journals the answer and returns it. While it runs, a
// second Do with the same branch, key and subject waits and gets the same answer or error; afterwards the answer is
// replayed. The send goes on with its own deadline when ctx ends, and its answer is journaled for the next try.
//
// Errors: ErrBadKey, ErrNotYours, ErrKeyReused, ErrUnwritable and errors that wrap ErrNotSent: nothing was sent.
// ErrOutcomeUnknown (wrapping the cause): it was sent. ctx's error: this caller stopped waiting, the attempt goes on.
//
// An answer that says the order was not carried out (a 4xx other than 408, 409 and 499) is given to
// everybody who waits and then forgotten: the customer corrects the form and tries again under the same key.
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
		case r.writing || r.record.admits(&rec) != nil: // another subject's or body's turn: see what became of the key
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

// finish ends a run and wakes those who wait for it.
func (j *Journal) finish(id ID, r *run) {
	j.mu.Lock()
	delete(j.runs, id)
	j.mu.Unlock()
	close(r.done)
}

// once carries out the one run of an attempt.
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
	} else { // the disk used up the time: the journal is what failed, nothing was sent
		err = fmt.Errorf("%w: %w: %w", ErrUnwritable, ErrNotSent, err)
		j.warn("an order was refused: the journal took too long", err)
	}
	// The end is written even if the deadline has passed meanwhile.
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

// call keeps a panic of the sender from taking the process along: by then the order may have been sent.
func call(ctx context.Context, send Send) (a Answer, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("orders: the sender panicked: %v", r)
		}
	}()
	return send(ctx)
}

// begin is Store.Begin with regard to ends that could not be written.
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

// settled answers an attempt from the record that is there.
func (j *Journal) settled(ctx context.Context, id ID, own, rec *Record) (Answer, error) {
	if err := rec.admits(own); err != nil {
		return Answer{}, err
	}
	answered := time.Now()              // when the store answered last
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
		j.warn("the answer of an order cannot be read again (was the session key changed?)", err)
		return Answer{}, fmt.Errorf("%w: %w", ErrOutcomeUnknown, err)
	}
	answer.Replayed = true
	return answer, nil
}

// end writes the end of an attempt; nil frees its key. The order is out, so a failure is no answer to the customer:
// it is remembered and tried again.
func (j *Journal) end(ctx context.Context, id ID, rec *Record) {
	err := j.write(ctx, id, rec)
	if err == nil {
		return
	}
	j.warn("the end of an order could not be journaled yet", err)
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

// sweep forgets what is expired and writes what could not be written.
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

// Ready tells whether orders can be journaled now (for /readyz and metrics).
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
