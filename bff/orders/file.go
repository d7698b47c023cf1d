package orders

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"tablefront/bff/recordlog"
	"tablefront/bff/safego"
)

// FileName is the journal's file in the data folder; lockName is locked by the process that writes it.
const (
	FileName = "orders.db"
	lockName = "orders.lock"
)

// fileFormat is the format of the file. Its records are an operation, an ID and, for a put, a Record.
var fileFormat = recordlog.Format{Name: "orders", Version: 2}

const (
	opPut  = 'p'
	opFree = 'f'
	opHead = 1 + len(ID{})
)

var (
	errClosed = errors.New("orders: the journal is closed")
	errFull   = errors.New("orders: the journal is full of orders with an unknown outcome")
	errTaken  = errors.New("orders: the key is taken")
	errLocked = errors.New("another process holds it")
)

// file is the Store in the data folder: a log of changes, and an index in memory. Changes are committed in groups: while one
// group is synced to disk, the next one is collected, so callers share the cost of a sync.
type file struct {
	path    string
	max     int
	limit   int64 // of the file in bytes, for tests; 0: no limit
	changes chan *change
	undo    []*change     // frees attempts begun for callers that had left; used by the committer
	closed  chan struct{} // closed when Close begins
	done    chan struct{} // closed when the committer has ended
	once    sync.Once
	ready   atomic.Bool
	groups  atomic.Int64 // written so far, for tests

	mu        sync.RWMutex // protects the fields below
	log       *recordlog.Log
	lock      *flock.Flock
	index     map[ID]entry
	byAge     []aged    // every entry's ID, and some removed ones; roughly in the order of their expiry
	live      int64     // bytes of the file that the index needs
	tried     time.Time // when opening last failed
	failure   error
	lastFull  time.Time
	compacted time.Time
}

// entry is a record in the index.
type entry struct {
	at      recordlog.Position
	expires int64 // Unix milliseconds
	state   State
}

type aged struct {
	expires int64
	id      ID
}

// change is a change to be committed.
type change struct {
	kind  byte // opPut, opFree
	begin bool // a put that fails if the ID is in use
	id    ID
	rec   Record
	now   time.Time
	err   error
	done  chan struct{}
	undo  bool // frees what was begun for a caller that had left: in the file, not in the index
	// ended is set by whichever comes first: the committer once a begin is durable, or the caller that leaves.
	ended atomic.Bool
}

const (
	// maxGroup limits how many changes one sync commits.
	maxGroup = 512
	// compactFrom is the size in bytes from which a file of mostly replaced records is compacted.
	compactFrom = 4 << 20
)

func newFile(dir string, maxEntries int) *file {
	f := &file{
		path: filepath.Join(dir, FileName), max: maxEntries,
		changes: make(chan *change, maxGroup), closed: make(chan struct{}), done: make(chan struct{}),
	}
	safego.Go(slog.Default(), "journal commits", f.commit)
	return f
}

// open opens the log if it is not open, at most once per second, so that a broken folder is not tried on every order.
func (f *file) open() error {
	f.mu.RLock()
	open := f.log != nil
	f.mu.RUnlock()
	if open {
		return nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	select {
	case <-f.closed:
		return errClosed
	default:
	}
	if f.log != nil {
		return nil
	}
	if f.failure != nil && time.Since(f.tried) < time.Second {
		return f.failure
	}
	if err := f.load(); err != nil {
		f.failure, f.tried = err, time.Now()
		f.ready.Store(false)
		return err
	}
	f.failure = nil
	f.ready.Store(true)
	return nil
}

// load locks and reads the file, or creates it. A damaged file is an error: it is neither used nor replaced, since it may
// contain open orders.
func (f *file) load() (err error) {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o700); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(filepath.Dir(f.path), lockName), flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err == nil && !locked {
		err = errLocked
	}
	if err != nil {
		return fmt.Errorf("orders: %s cannot be locked: %w", f.path, err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, lock.Close())
		}
	}()
	f.lock = lock
	if err := retireEarlier(f.path, time.Now()); err != nil {
		return err
	}
	if _, err := os.Lstat(f.path); errors.Is(err, os.ErrNotExist) {
		if err := recordlog.Replace(f.path, fileFormat, func(func([]byte) error) error { return nil }); err != nil {
			return err
		}
	}
	return f.read()
}

// read opens the log and builds the index.
func (f *file) read() error {
	index, live := map[ID]entry{}, int64(0)
	log, err := recordlog.Open(f.path, fileFormat, func(at recordlog.Position, b []byte) error {
		id, rec, err := decodeChange(b)
		if err != nil {
			return err
		}
		live -= index[id].size()
		delete(index, id)
		if rec != nil {
			index[id] = entry{at, rec.Expires.UnixMilli(), rec.State}
			live += at.Size()
		}
		return nil
	})
	if err != nil {
		return inWords(f.path, err)
	}
	log.Limit = f.limit
	f.log, f.index, f.live = log, index, live
	f.byAge = make([]aged, 0, len(index))
	for id, e := range index {
		f.byAge = append(f.byAge, aged{e.expires, id})
	}
	slices.SortFunc(f.byAge, func(a, b aged) int { return int(a.expires - b.expires) })
	return nil
}

// inWords adds what the operator can do to an error about a journal.
func inWords(path string, err error) error {
	switch {
	case errors.Is(err, recordlog.ErrVersion):
		return fmt.Errorf("orders: %s was written by another version of Tablefront; run that version or move the file away (docs/data-folder.md): %w", path, err)
	case errors.Is(err, recordlog.ErrDamaged), errors.Is(err, errRecord):
		return fmt.Errorf("orders: %s is damaged; `tablefront orders` lists what can be read, `tablefront orders repair` repairs it (docs/data-folder.md): %w", path, err)
	}
	return err
}

// size returns the size of an entry in the file, 0 if there is none.
func (e entry) size() int64 {
	if e.state == 0 {
		return 0
	}
	return e.at.Size()
}

func encodePut(id ID, rec *Record) ([]byte, error) {
	raw, err := rec.MarshalBinary()
	if err != nil {
		return nil, err
	}
	return append(append([]byte{opPut}, id[:]...), raw...), nil
}

// decodeChange reads a record of the file; rec is nil for an ID that was freed.
func decodeChange(b []byte) (id ID, rec *Record, err error) {
	if len(b) < opHead {
		return id, nil, errRecord
	}
	id = ID(b[1:])
	switch {
	case b[0] == opPut:
		rec = &Record{}
		return id, rec, rec.UnmarshalBinary(b[opHead:])
	case b[0] == opFree && len(b) == opHead:
		return id, nil, nil
	}
	return id, nil, errRecord
}

// do passes a change to the committer and waits until it is on disk or ctx ends. A Begin whose caller has left is undone.
func (f *file) do(ctx context.Context, c *change) error {
	c.done = make(chan struct{})
	select {
	case f.changes <- c:
	case <-f.closed:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-c.done:
		return c.err
	case <-f.done:
	case <-ctx.Done():
	}
	if c.ended.CompareAndSwap(false, true) {
		if ctx.Err() == nil {
			return errClosed
		}
		f.ready.Store(false) // until the disk responds again
		return ctx.Err()
	}
	<-c.done // the committer was faster
	return c.err
}

// commit is the one writer.
func (f *file) commit() {
	defer close(f.done)
	for {
		group := f.undo
		f.undo = nil
		if len(group) == 0 {
			select {
			case c := <-f.changes:
				group = append(group, c)
			case <-f.closed:
				select {
				case c := <-f.changes:
					group = append(group, c)
				default:
					return
				}
			}
		}
	gather:
		for len(group) < maxGroup {
			select {
			case c := <-f.changes:
				group = append(group, c)
			default:
				break gather
			}
		}
		err := errPanicked
		safego.Run(slog.Default(), "journal commit", func() { err = f.write(group) })
		f.ready.Store(err == nil)
		for _, c := range group {
			if err != nil && c.err == nil {
				c.err = err
			}
			close(c.done)
		}
	}
}

// errPanicked is returned if a commit panicked; it may have been written in part.
var errPanicked = errors.New("orders: the commit panicked")

// write appends a group to the file with one sync, then updates the index.
func (f *file) write(group []*change) error {
	if err := f.open(); err != nil {
		return err
	}
	pending := map[ID]entry{} // what this group changes
	var payloads [][]byte
	var written []*change
	for _, c := range group {
		there, ok := pending[c.id]
		if !ok {
			there = f.find(c.id)
		}
		var payload []byte
		switch {
		case c.ended.Load(): // its caller has left
			continue
		case c.kind == opFree && there.state == 0 && !c.undo:
			continue
		case c.kind == opFree:
			payload = append([]byte{opFree}, c.id[:]...)
			pending[c.id] = entry{}
		case c.begin && there.state != 0 && c.now.UnixMilli() < there.expires:
			c.err = errTaken
			continue
		default:
			if c.begin {
				if c.err = f.makeRoom(len(pending), c.now); c.err != nil {
					continue
				}
			}
			var err error
			if payload, err = encodePut(c.id, &c.rec); err != nil {
				c.err = err
				continue
			}
			pending[c.id] = entry{expires: c.rec.Expires.UnixMilli(), state: c.rec.State}
		}
		payloads, written = append(payloads, payload), append(written, c)
	}
	if len(payloads) == 0 {
		return nil
	}
	f.groups.Add(1)
	at, err := f.log.Append(payloads...)
	if err != nil {
		if errors.Is(err, recordlog.ErrDamaged) {
			f.drop()
		}
		return inWords(f.path, err)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	for i, c := range written {
		old := f.index[c.id]
		f.live -= old.size()
		delete(f.index, c.id)
		if c.begin && !c.ended.CompareAndSwap(false, true) {
			f.undo = append(f.undo, &change{kind: opFree, undo: true, id: c.id, done: make(chan struct{})})
			continue
		}
		if c.kind == opPut {
			e := entry{at[i], c.rec.Expires.UnixMilli(), c.rec.State}
			f.index[c.id] = e
			f.live += e.size()
			if old.expires != e.expires {
				f.byAge = append(f.byAge, aged{e.expires, c.id})
			}
		}
	}
	if f.log.Size() > compactFrom && f.log.Size() > 2*f.live {
		return f.compact()
	}
	return nil
}

func (f *file) entries() int {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return len(f.index)
}

func (f *file) find(id ID) entry {
	f.mu.RLock()
	defer f.mu.RUnlock()
	return f.index[id]
}

// drop closes a file after an error, so that the next change reopens it or returns why that fails.
func (f *file) drop() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.shut() //nolint:errcheck // it failed already
}

// shut closes the log and releases the lock. The caller holds mu.
func (f *file) shut() error {
	var err error
	if f.log != nil {
		err = f.log.Close()
	}
	if f.lock != nil {
		err = errors.Join(err, f.lock.Close())
	}
	f.log, f.lock, f.index, f.byAge, f.live = nil, nil, nil, nil, 0
	return err
}

// compact replaces the file by one with only the records of the index. It closes the old file first, since Windows can't
// replace an open one. A failure leaves the old file. The caller holds mu.
func (f *file) compact() error {
	if time.Since(f.compacted) < time.Minute {
		return nil
	}
	f.compacted = time.Now()
	err := f.log.Close()
	f.log = nil
	if err == nil {
		err = recordlog.Replace(f.path, fileFormat, func(add func([]byte) error) error {
			return recordlog.Visit(f.path, fileFormat, func(at recordlog.Position, b []byte) error {
				if id, rec, err := decodeChange(b); err != nil || rec == nil || f.index[id].at != at {
					return err
				}
				return add(b)
			})
		})
	}
	if readErr := f.read(); readErr != nil {
		return errors.Join(err, readErr, f.shut())
	}
	return nil // the group is on the disk, in whichever file
}

// makeRoom removes expired entries from the index and, if the journal is full, the oldest answered ones. coming is how many
// entries this group has added already. The file is not changed: removed entries stay in it until it is compacted, and are
// in the index again after a restart, which does no harm.
func (f *file) makeRoom(coming int, now time.Time) error {
	at := now.UnixMilli()
	f.forget(4, 4, func(e entry) bool { return e.expires <= at })
	if f.entries()+coming < f.max {
		return nil
	}
	// Looking past many open orders costs; it is not done again at once when it found nothing.
	if now.Sub(f.lastFull) < time.Second && now.After(f.lastFull) {
		return errFull
	}
	f.forget(64, math.MaxInt, func(e entry) bool { return e.state == Answered || e.expires <= at })
	if f.entries()+coming >= f.max {
		f.lastFull = now
		return errFull
	}
	return nil
}

// forget removes up to n entries for which the function returns true from the index, checking at most look entries, the
// oldest first.
func (f *file) forget(n, look int, which func(entry) bool) (forgotten int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	look = min(look, len(f.byAge))
	var kept []aged
	seen := 0
	for ; seen < look && forgotten < n; seen++ {
		a := f.byAge[seen]
		e, ok := f.index[a.id]
		switch {
		case !ok || e.expires != a.expires: // removed, or added again later
		case which(e):
			f.live -= e.size()
			delete(f.index, a.id)
			forgotten++
		default:
			kept = append(kept, a)
		}
	}
	f.byAge = f.byAge[seen-len(kept):]
	copy(f.byAge, kept)
	return forgotten
}

// Begin implements Store.
func (f *file) Begin(ctx context.Context, id ID, rec Record, now time.Time) (*Record, error) {
	for {
		// A repeat writes nothing.
		if there, err := f.Load(ctx, id, now); err != nil || there != nil {
			return there, err
		}
		err := f.do(ctx, &change{kind: opPut, begin: true, id: id, rec: rec, now: now})
		if !errors.Is(err, errTaken) {
			return nil, err
		}
	}
}

// Load implements Store.
func (f *file) Load(_ context.Context, id ID, now time.Time) (*Record, error) {
	if err := f.open(); err != nil {
		return nil, err
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.log == nil {
		return nil, errClosed
	}
	e, ok := f.index[id]
	if !ok || e.expires <= now.UnixMilli() {
		return nil, nil //nolint:nilnil // nothing there is no error
	}
	b, err := f.log.Read(e.at)
	if err != nil {
		return nil, inWords(f.path, err)
	}
	_, rec, err := decodeChange(b)
	return rec, err
}

// Finish implements Store.
func (f *file) Finish(ctx context.Context, id ID, rec Record) error {
	return f.do(ctx, &change{kind: opPut, id: id, rec: rec})
}

// Free implements Store.
func (f *file) Free(ctx context.Context, id ID) error {
	return f.do(ctx, &change{kind: opFree, id: id})
}

// Sweep implements Store.
func (f *file) Sweep(_ context.Context, now time.Time) error {
	if err := f.open(); err != nil {
		return err
	}
	at := now.UnixMilli()
	for f.forget(256, 256, func(e entry) bool { return e.expires <= at }) > 0 { // small steps: orders do not wait for it
	}
	return nil
}

// Ready implements Store.
func (f *file) Ready() bool {
	return f.ready.Load() || f.open() == nil && f.ready.Load()
}

// Close implements Store.
func (f *file) Close() error {
	var err error
	f.once.Do(func() {
		close(f.closed)
		<-f.done
		f.mu.Lock()
		defer f.mu.Unlock()
		f.ready.Store(false)
		err = f.shut()
	})
	return err
}
