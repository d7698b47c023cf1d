package orders

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
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

const (
	// maxEntries limits the journal. When it is full, the oldest answered orders are removed early. Orders with an unknown
	// outcome never are; if only those are left, new orders are refused.
	maxEntries = 250_000
	// maxGroup limits how many changes one sync commits.
	maxGroup = 512
	// compactFrom is the size in bytes from which a file of mostly replaced records is compacted.
	compactFrom = 4 << 20
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
	changes chan *change
	closed  chan struct{} // closed when Close begins
	done    chan struct{} // closed when the committer has ended
	ready   atomic.Bool

	mu        sync.Mutex // protects the fields below
	log       *recordlog.Log
	lock      *flock.Flock
	index     map[ID]entry
	tried     time.Time // when the file was last opened
	failure   error     // of that
	full      time.Time // when makeRoom last failed
	swept     time.Time
	compacted time.Time
}

// entry is a record in the index.
type entry struct {
	at      recordlog.Position
	expires int64 // Unix milliseconds
	state   State // 0: there is none
}

func entryOf(rec *Record, at recordlog.Position) entry {
	if rec == nil {
		return entry{}
	}
	return entry{at, rec.Expires.UnixMilli(), rec.State}
}

// change is a change to be committed.
type change struct {
	id    ID
	rec   *Record // nil: the ID is freed
	begin bool    // fails if the ID is in use
	err   error
	done  chan struct{}
}

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
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.log != nil {
		return nil
	}
	select {
	case <-f.closed:
		return errClosed
	default:
	}
	if f.failure == nil || time.Since(f.tried) >= time.Second {
		f.failure, f.tried = f.load(), time.Now()
		f.ready.Store(f.failure == nil)
	}
	return f.failure
}

// load locks and reads the file, or creates it. A damaged file is an error: it is neither used nor replaced, since it may
// contain open orders.
func (f *file) load() (err error) {
	dir := filepath.Dir(f.path)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if f.lock, err = lockFile(dir); err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, f.shut())
		}
	}()
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

// lockFile locks the journal of a data folder for this process.
func lockFile(dir string) (*flock.Flock, error) {
	lock := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err == nil && !locked {
		err = errLocked
	}
	if err != nil {
		return nil, fmt.Errorf("orders: %s cannot be locked: %w", filepath.Join(dir, FileName), err)
	}
	return lock, nil
}

// read opens the log and builds the index.
func (f *file) read() error {
	f.index = map[ID]entry{}
	log, err := recordlog.Open(f.path, fileFormat, func(at recordlog.Position, b []byte) error {
		id, rec, err := decodeChange(b)
		f.set(id, entryOf(rec, at))
		return err
	})
	f.log = log
	return inWords(f.path, err)
}

func (f *file) set(id ID, e entry) {
	if e.state == 0 {
		delete(f.index, id)
	} else {
		f.index[id] = e
	}
}

// inWords adds what the operator can do to an error about a journal.
func inWords(path string, err error) error {
	switch {
	case errors.Is(err, recordlog.ErrVersion):
		return fmt.Errorf("orders: %s was written by another version of Tablefront; run that version or move the file away (docs/data-folder.md): %w", path, err)
	case errors.Is(err, recordlog.ErrDamaged):
		return fmt.Errorf("orders: %s is damaged; `tablefront orders` lists what can be read, `tablefront orders repair` repairs it (docs/data-folder.md): %w", path, err)
	}
	return err
}

// encodeChange encodes a record of the file; a nil Record frees the ID.
func encodeChange(id ID, rec *Record) []byte {
	if rec == nil {
		return append([]byte{opFree}, id[:]...)
	}
	return rec.Append(append([]byte{opPut}, id[:]...))
}

func decodeChange(b []byte) (id ID, rec *Record, err error) {
	err = errRecord
	if len(b) >= opHead {
		id = ID(b[1:])
		switch {
		case b[0] == opPut:
			rec, err = ParseRecord(b[opHead:])
		case b[0] == opFree && len(b) == opHead:
			err = nil
		}
	}
	if err != nil {
		err = fmt.Errorf("%w: %w", recordlog.ErrDamaged, err)
	}
	return id, rec, err
}

// do passes a change to the committer and waits until it is on disk or ctx ends. In the latter case it may be committed later.
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
		return fmt.Errorf("%w: %w", ErrUncertain, errClosed)
	case <-ctx.Done():
		f.ready.Store(false) // until the disk responds again
		return fmt.Errorf("%w: %w", ErrUncertain, ctx.Err())
	}
}

// commit is the one writer.
func (f *file) commit() {
	defer close(f.done)
	for {
		var c *change
		select {
		case c = <-f.changes:
		case <-f.closed:
			if len(f.changes) == 0 {
				return
			}
			c = <-f.changes
		}
		group := []*change{c}
		for len(group) < maxGroup && len(f.changes) > 0 {
			group = append(group, <-f.changes)
		}
		err := fmt.Errorf("%w: the commit panicked", ErrUncertain)
		safego.Run(slog.Default(), "journal commit", func() { err = f.write(group) })
		f.ready.Store(err == nil)
		for _, c := range group {
			c.err = cmp.Or(c.err, err)
			close(c.done)
		}
	}
}

// write appends a group to the file with one sync, then updates the index.
func (f *file) write(group []*change) error {
	if err := f.open(); err != nil {
		return err
	}
	group, payloads := f.admit(group)
	if len(group) == 0 {
		return nil
	}
	at, err := f.log.Append(payloads...)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err != nil {
		if errors.Is(err, recordlog.ErrDamaged) {
			f.shut() //nolint:errcheck // the next change opens it again, or returns why that fails
		}
		return inWords(f.path, err)
	}
	for i, c := range group {
		f.set(c.id, entryOf(c.rec, at[i]))
	}
	f.compact()
	return nil
}

// admit returns the changes of a group that must be written. The others free a free ID, or get their error here.
func (f *file) admit(group []*change) (admitted []*change, payloads [][]byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	pending := map[ID]entry{} // what this group changes
	for _, c := range group {
		there, ok := pending[c.id]
		if !ok {
			there = f.index[c.id]
		}
		switch {
		case c.rec == nil && there.state == 0:
			continue
		case c.begin && there.state != 0 && c.rec.Began.UnixMilli() < there.expires:
			c.err = errTaken
			continue
		case c.begin && !f.makeRoom(len(pending), c.rec.Began):
			c.err = errFull
			continue
		}
		pending[c.id] = entryOf(c.rec, recordlog.Position{})
		admitted, payloads = append(admitted, c), append(payloads, encodeChange(c.id, c.rec))
	}
	return admitted, payloads
}

// makeRoom reports whether there is room for another entry besides those that this group adds. If the journal is full, it
// removes expired entries from the index, then the oldest answered ones. The file is not changed: removed entries stay in
// it until it is compacted, and are in the index again after a restart, which does no harm. The caller holds mu.
func (f *file) makeRoom(coming int, now time.Time) bool {
	if len(f.index)+coming < f.max {
		return true
	}
	if since := now.Sub(f.full); since >= 0 && since < time.Second { // searching all entries costs
		return false
	}
	f.forget(now)
	if excess := len(f.index) + coming - f.max; excess >= 0 {
		type aged struct {
			id      ID
			expires int64
		}
		answered := make([]aged, 0, len(f.index)) // sorted without the map: all orders wait for this
		for id, e := range f.index {
			if e.state == Answered {
				answered = append(answered, aged{id, e.expires})
			}
		}
		slices.SortFunc(answered, func(a, b aged) int { return cmp.Compare(a.expires, b.expires) })
		for _, a := range answered[:min(len(answered), excess+1+f.max/64)] { // some more, so that it is rarely done
			delete(f.index, a.id)
		}
	}
	if len(f.index)+coming >= f.max {
		f.full = now
		return false
	}
	return true
}

// forget removes expired entries from the index. The caller holds mu.
func (f *file) forget(now time.Time) {
	maps.DeleteFunc(f.index, func(_ ID, e entry) bool { return e.expires <= now.UnixMilli() })
}

// compact replaces the file by one with only the records of the index, if that halves it. It closes the old file first,
// since Windows can't replace an open one. A failure leaves the old file. The caller holds mu.
func (f *file) compact() {
	if f.log.Size() < compactFrom || time.Since(f.compacted) < time.Minute {
		return
	}
	f.compacted = time.Now()
	needed := int64(0)
	for _, e := range f.index {
		needed += e.at.Size()
	}
	if f.log.Size() < 2*needed {
		return
	}
	err := f.log.Close()
	if err == nil {
		err = recordlog.Replace(f.path, fileFormat, func(add func([]byte) error) error {
			return recordlog.Visit(f.path, fileFormat, func(at recordlog.Position, b []byte) error {
				id, rec, err := decodeChange(b)
				if err != nil || rec == nil || f.index[id].at != at {
					return err
				}
				return add(b)
			})
		})
	}
	if err != nil {
		slog.Warn("the order journal could not be compacted", "error", err.Error())
	}
	if f.log = nil; f.read() != nil {
		f.shut() //nolint:errcheck // the next change opens it again, or returns why that fails
	}
}

// Begin implements Store.
func (f *file) Begin(ctx context.Context, id ID, rec Record) (*Record, error) {
	for {
		// A repeat writes nothing.
		there, err := f.Load(ctx, id)
		if err != nil || there != nil && rec.Began.Before(there.Expires) {
			return there, err
		}
		if err = f.do(ctx, &change{id: id, rec: &rec, begin: true}); !errors.Is(err, errTaken) {
			return nil, err
		}
	}
}

// Load implements Store.
func (f *file) Load(_ context.Context, id ID) (*Record, error) {
	if err := f.open(); err != nil {
		return nil, err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.log == nil {
		return nil, errClosed
	}
	e, ok := f.index[id]
	if !ok {
		return nil, nil //nolint:nilnil // nothing there is no error
	}
	b, err := f.log.Read(e.at)
	if err != nil {
		return nil, inWords(f.path, err)
	}
	_, rec, err := decodeChange(b)
	return rec, inWords(f.path, err)
}

// End implements Store.
func (f *file) End(ctx context.Context, id ID, rec *Record) error {
	return f.do(ctx, &change{id: id, rec: rec})
}

// Sweep implements Store. It opens the file again after an error.
func (f *file) Sweep(_ context.Context, now time.Time) error {
	if err := f.open(); err != nil {
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if now.Sub(f.swept) >= time.Minute {
		f.swept = now
		f.forget(now)
	}
	return nil
}

// Ready implements Store: it writes a file of one page beside the journal, which fails if the disk is full or read-only.
func (f *file) Ready() bool {
	if !f.ready.Load() {
		return false
	}
	probe, err := os.CreateTemp(filepath.Dir(f.path), ".writable-*")
	if err != nil {
		return false
	}
	_, err = probe.Write(make([]byte, 4096))
	return errors.Join(err, probe.Close(), os.Remove(probe.Name())) == nil
}

// Close implements Store.
func (f *file) Close() error {
	close(f.closed)
	<-f.done
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ready.Store(false)
	return f.shut()
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
	f.log, f.lock, f.index = nil, nil, nil
	return err
}
