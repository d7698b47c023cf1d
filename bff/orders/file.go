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

// fileFormat is the format of the file. Its records are an operation (1 byte: opPut or opFree), an ID (32) and, for a put, a
// Record.
var fileFormat = recordlog.Format{Name: "orders", Version: 2}

const (
	opPut  = 'p'
	opFree = 'f'
	opHead = 1 + len(ID{})
)

// rewriteEvery is how often the file is written anew without what has expired: with the first order after a start, then daily.
const rewriteEvery = 24 * time.Hour

var errTaken = errors.New("orders: the key is taken")

// file is the Store in the data folder: a log of changes, and their result in memory. One goroutine writes; the changes that
// wait for it share one sync.
type file struct {
	path    string
	logger  *slog.Logger
	changes chan *change
	done    chan struct{} // closed when the writer has ended
	ready   atomic.Bool

	// Of the writer alone:
	log       *recordlog.Log // nil: not open
	lock      *flock.Flock
	rewritten time.Time

	mu      sync.Mutex // protects the fields below
	failure error      // why the log is not open
	records records    // also while it is not open: what was acknowledged stays known
}

// change is a change to be committed.
type change struct {
	id    ID
	rec   *Record // nil: the ID is freed
	begin bool    // fails if the ID is in use
	err   error
	done  chan struct{}
}

func newFile(dir string, log *slog.Logger) *file {
	f := &file{path: filepath.Join(dir, FileName), logger: log, changes: make(chan *change, 512), done: make(chan struct{})}
	f.ready.Store(f.open() == nil) // else Sweep tries again
	safego.Go(log, "journal commits", f.commit)
	return f
}

// open opens the log if it is not open, and writes it anew if something else has removed or replaced it.
func (f *file) open() error {
	if f.log != nil {
		return f.restore()
	}
	read, err := f.load()
	if err != nil {
		f.shut(err)
		return err
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failure, f.records = nil, read
	return nil
}

// load locks and reads the file, or creates it. A damaged file is an error: it is neither used nor replaced, since it may
// contain open orders.
func (f *file) load() (read records, err error) {
	dir := filepath.Dir(f.path)
	if err = os.MkdirAll(dir, 0o700); err == nil {
		f.lock, err = lockFile(dir)
	}
	if err != nil {
		return nil, err
	}
	if _, err := os.Lstat(f.path); errors.Is(err, os.ErrNotExist) {
		if known := f.known(); len(known) > 0 { // an empty journal may not replace it
			return nil, fmt.Errorf("orders: %s disappeared with %d orders of the last 24 hours while it could not be used; put it back (docs/data-folder.md)", f.path, len(known))
		}
		if err := read.replace(f.path); err != nil {
			return nil, err
		}
	}
	read = records{}
	f.log, err = recordlog.Open(f.path, fileFormat, read.apply)
	return read, inWords(f.path, err)
}

// restore writes the file anew from memory, if something else has removed or replaced it: an empty journal would forget which
// orders were sent.
func (f *file) restore() error {
	if !f.log.Replaced() {
		return nil
	}
	known := f.known()
	if err := known.replace(f.path); err != nil {
		return fmt.Errorf("orders: %s was removed while the shop runs and cannot be written anew: %w", f.path, err)
	}
	err := f.reopen()
	f.logger.Error("the order journal was removed or replaced while the shop runs; it was written anew", "file", f.path, "orders", len(known))
	return err
}

// rewrite replaces the file by one with only the records in memory. A failure leaves the old file. It closes the log first,
// since Windows can't replace an open file.
func (f *file) rewrite() {
	f.rewritten = time.Now()
	err := f.log.Close()
	if err == nil {
		err = f.known().replace(f.path)
	}
	if err != nil {
		f.logger.Warn("the order journal could not be written anew", "error", err.Error())
	}
	f.reopen()
}

func (f *file) reopen() (err error) {
	f.log.Close()
	f.log, err = recordlog.Open(f.path, fileFormat, func([]byte) error { return nil })
	if err = inWords(f.path, err); err != nil {
		f.shut(err)
	}
	return err
}

// known returns a copy of the records in memory.
func (f *file) known() records {
	f.mu.Lock()
	defer f.mu.Unlock()
	return maps.Clone(f.records)
}

// shut closes the log and releases the lock; changes are refused with failure until it is open again.
func (f *file) shut(failure error) (err error) {
	if f.log != nil {
		err = f.log.Close()
	}
	if f.lock != nil {
		err = errors.Join(err, f.lock.Close())
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.failure, f.log, f.lock = failure, nil, nil
	return err
}

func lockFile(dir string) (*flock.Flock, error) {
	path := filepath.Join(dir, lockName)
	_, missing := os.Stat(path)
	lock := flock.New(path, flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err == nil && missing != nil {
		err = recordlog.KeepOwner(path, filepath.Join(dir, FileName))
	}
	if err == nil && !locked {
		err = ErrLocked
	}
	if err != nil {
		return nil, fmt.Errorf("orders: %s cannot be locked: %w", filepath.Join(dir, FileName), err)
	}
	return lock, nil
}

// sent is how many orders have no outcome and have not expired at now; when the file is opened, their process has ended.
func (f *file) sent(now time.Time) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, rec := range f.records {
		if rec.State == Sent && now.Before(rec.Expires) {
			n++
		}
	}
	return n
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

// do passes a change to the committer and waits until it is on disk or ctx ends. In the latter case it may be committed later.
func (f *file) do(ctx context.Context, c *change) error {
	c.done = make(chan struct{})
	select {
	case f.changes <- c:
	case <-ctx.Done():
		return ctx.Err()
	}
	select {
	case <-c.done:
		return c.err
	case <-ctx.Done():
		f.ready.Store(false) // until the disk responds again
		return fmt.Errorf("%w: %w", ErrUncertain, ctx.Err())
	}
}

// commit is the one writer.
func (f *file) commit() {
	defer close(f.done)
	for c := range f.changes {
		group := []*change{c}
		for len(f.changes) > 0 {
			group = append(group, <-f.changes)
		}
		err := fmt.Errorf("%w: the commit panicked", ErrUncertain)
		safego.Run(f.logger, "journal commit", func() { err = f.write(group) })
		f.ready.Store(err == nil)
		for _, c := range group {
			c.err = cmp.Or(c.err, err)
			close(c.done)
		}
	}
}

// write appends a group to the file with one sync, then changes the records in memory.
func (f *file) write(group []*change) error {
	if err := f.open(); err != nil {
		return err
	}
	group, payloads := f.admit(group)
	if len(group) == 0 {
		return nil
	}
	if err := f.log.Append(payloads...); err != nil {
		err = fmt.Errorf("%w: %w", ErrUncertain, inWords(f.path, err)) // some of the records may be in the file
		f.shut(err)
		return err
	}
	f.mu.Lock()
	for _, c := range group {
		f.records.set(c.id, c.rec)
	}
	f.mu.Unlock()
	if time.Since(f.rewritten) > rewriteEvery {
		f.rewrite()
	}
	return nil
}

// admit returns the changes of a group that must be written. The others free a free ID, or get their error here.
func (f *file) admit(group []*change) (admitted []*change, payloads [][]byte) {
	f.mu.Lock()
	defer f.mu.Unlock()
	pending := map[ID]bool{} // what this group changes; a Begin of one of these tries again after it
	for _, c := range group {
		there := f.records[c.id]
		switch {
		case c.rec == nil && there == nil && !pending[c.id]:
		case c.begin && (pending[c.id] || there != nil && c.rec.Began.Before(there.Expires)):
			c.err = errTaken
		default:
			pending[c.id] = true
			admitted, payloads = append(admitted, c), append(payloads, encodeChange(c.id, c.rec))
		}
	}
	return admitted, payloads
}

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

func (f *file) Load(_ context.Context, id ID) (*Record, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if rec := f.records[id]; rec != nil {
		there := *rec
		return &there, nil
	}
	return nil, f.failure
}

func (f *file) End(ctx context.Context, id ID, rec *Record) error {
	return f.do(ctx, &change{id: id, rec: rec})
}

// Sweep also lets the writer open the file again after an error, and write it anew when that is due.
func (f *file) Sweep(ctx context.Context, now time.Time) error {
	f.mu.Lock()
	maps.DeleteFunc(f.records, func(_ ID, rec *Record) bool { return !now.Before(rec.Expires) })
	f.mu.Unlock()
	if len(f.changes) > 0 {
		return nil
	}
	return f.do(ctx, &change{}) // frees an ID that is free: nothing is written
}

// Ready writes a file of one page beside the journal, which fails if the disk is full or read-only.
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

func (f *file) Close() error {
	close(f.changes)
	<-f.done
	f.ready.Store(false)
	return f.shut(errClosed)
}

// encodeChange encodes a record of the file; a nil Record frees the ID.
func encodeChange(id ID, rec *Record) []byte {
	if rec == nil {
		return append([]byte{opFree}, id[:]...)
	}
	return rec.Append(append([]byte{opPut}, id[:]...))
}

func decodeChange(b []byte) (id ID, rec *Record, err error) {
	switch {
	case len(b) >= opHead && b[0] == opPut:
		rec, err = ParseRecord(b[opHead:])
	case len(b) != opHead || b[0] != opFree:
		err = errRecord
	}
	if err != nil {
		return ID{}, nil, err
	}
	return ID(b[1:]), rec, nil
}

// records are the result of a file's changes.
type records map[ID]*Record

func (r records) apply(b []byte) error {
	id, rec, err := decodeChange(b)
	if err == nil {
		r.set(id, rec)
	}
	return err
}

func (r records) set(id ID, rec *Record) {
	if rec == nil {
		delete(r, id)
	} else {
		r[id] = rec
	}
}

// replace replaces the file at path by one with these records.
func (r records) replace(path string) error {
	return recordlog.Replace(path, fileFormat, func(add func([]byte)) error {
		for id, rec := range r {
			add(encodeChange(id, rec))
		}
		return nil
	})
}
