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

// fileFormat is the format of the file. Its records are an operation (1 byte: opPut or opFree), an ID (32) and, for a put, a
// Record.
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
	// compactFrom is file.compactFrom of a shop.
	compactFrom = 4 << 20
)

var (
	errFull  = errors.New("orders: the journal is full of orders with an unknown outcome")
	errTaken = errors.New("orders: the key is taken")
)

// file is the Store in the data folder: a log of changes, and an index in memory. Changes are committed in groups: while one
// group is synced to disk, the next one is collected, so callers share the cost of a sync.
type file struct {
	path   string
	format recordlog.Format
	max    int
	// compactFrom is the size in bytes from which a file of mostly replaced records is compacted.
	compactFrom int64
	logger      *slog.Logger
	changes     chan *change
	done        chan struct{} // closed when the committer has ended
	ready       atomic.Bool

	mu        sync.Mutex // protects the fields below
	failure   error      // why the log is not open
	log       *recordlog.Log
	lock      *flock.Flock
	index     map[ID]entry
	lost      int       // how many orders the log had when it was shut after a failure; an empty one may not replace it
	full      time.Time // when makeRoom last failed
	compacted time.Time
}

// entry is a record in the index.
type entry struct {
	at      recordlog.Position
	expires int64 // Unix milliseconds
	state   State
}

// change is a change to be committed.
type change struct {
	id    ID
	rec   *Record // nil: the ID is freed
	begin bool    // fails if the ID is in use
	probe bool    // frees no ID; it only tests whether the file can be written
	err   error
	done  chan struct{}
}

func newFile(dir string, maxEntries int, log *slog.Logger) *file {
	return newFileOn(fileFormat, dir, maxEntries, log)
}

func newFileOn(format recordlog.Format, dir string, maxEntries int, log *slog.Logger) *file {
	f := &file{
		path: filepath.Join(dir, FileName), format: format, max: maxEntries, compactFrom: compactFrom, logger: log,
		changes: make(chan *change, maxGroup), done: make(chan struct{}),
	}
	f.open() //nolint:errcheck // Sweep tries again
	safego.Go(log, "journal commits", f.commit)
	return f
}

// open opens the log if it is not open.
func (f *file) open() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.log == nil {
		if err := f.load(); err != nil {
			f.shut(err) //nolint:errcheck // err is returned until a Sweep opens it
		}
		f.ready.Store(f.log != nil)
	}
	return f.failure
}

// load locks and reads the file, or creates it. A damaged file is an error: it is neither used nor replaced, since it may
// contain open orders.
func (f *file) load() (err error) {
	dir := filepath.Dir(f.path)
	if err = os.MkdirAll(dir, 0o700); err == nil {
		f.lock, err = lockFile(dir)
	}
	if err != nil {
		return err
	}
	if _, err := os.Lstat(f.path); errors.Is(err, os.ErrNotExist) {
		if f.lost > 0 {
			return fmt.Errorf("orders: %s disappeared with %d orders of the last 24 hours while it could not be used; put it back (docs/data-folder.md)", f.path, f.lost)
		}
		if err := recordlog.Replace(f.path, f.format, func(func([]byte)) error { return nil }); err != nil {
			return err
		}
	}
	return f.read()
}

// lockFile locks the journal of a data folder for this process.
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

// read opens the log and builds the index.
func (f *file) read() (err error) {
	f.index = map[ID]entry{}
	f.log, err = recordlog.Open(f.path, f.format, func(at recordlog.Position, b []byte) error {
		id, rec, err := decodeChange(b)
		f.set(id, rec, at)
		return err
	})
	if err == nil {
		f.lost = 0
	}
	f.failure = inWords(f.path, err)
	return f.failure
}

func (f *file) set(id ID, rec *Record, at recordlog.Position) {
	if rec == nil {
		delete(f.index, id)
	} else {
		f.index[id] = entry{at, rec.Expires.UnixMilli(), rec.State}
	}
}

// sent is how many orders have no outcome and have not expired at now; when the file is opened, their process has ended.
func (f *file) sent(now time.Time) (n int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, e := range f.index {
		if e.state == Sent && e.expires > now.UnixMilli() {
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
		for len(group) < maxGroup && len(f.changes) > 0 {
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

// write appends a group to the file with one sync, then updates the index.
func (f *file) write(group []*change) error {
	group, payloads, err := f.admit(group)
	if err != nil || len(group) == 0 {
		return err
	}
	if err := f.restore(); err != nil {
		return err
	}
	at, err := f.log.Append(payloads...)
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		for i, c := range group {
			f.set(c.id, c.rec, at[i])
		}
	}
	failed := f.log.Failed()
	switch {
	case failed != nil:
		if err != nil { // some of the records may be in the file
			err = fmt.Errorf("%w: %w", ErrUncertain, inWords(f.path, err))
		}
		f.shut(inWords(f.path, failed)) //nolint:errcheck // Sweep opens it again
	case err == nil:
		f.compact()
	}
	return inWords(f.path, err)
}

// restore writes the file anew from the index and the open file, if something else has removed or replaced it: an empty
// journal would forget which orders were sent.
func (f *file) restore() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.log == nil || !f.log.Replaced() {
		return f.failure
	}
	err := recordlog.Replace(f.path, f.format, func(add func([]byte)) error {
		for _, e := range f.index {
			b, err := f.log.Read(e.at)
			if err != nil {
				return err
			}
			add(b)
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("orders: %s was removed while the shop runs and cannot be written anew: %w", f.path, err)
	}
	f.log.Close() //nolint:errcheck // its file has no name any more
	if err := f.read(); err != nil {
		f.shut(err) //nolint:errcheck // as in write
		return err
	}
	f.logger.Error("the order journal was removed or replaced while the shop runs; it was written anew", "file", f.path, "orders", len(f.index))
	return nil
}

// admit returns the changes of a group that must be written. The others free a free ID, or get their error here.
func (f *file) admit(group []*change) (admitted []*change, payloads [][]byte, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	pending := map[ID]bool{} // what this group changes; a Begin of one of these tries again after it
	for _, c := range group {
		there, taken := f.index[c.id]
		if c.rec == nil && !taken && !pending[c.id] && !c.probe {
			continue
		}
		if c.begin {
			if pending[c.id] || taken && c.rec.Began.UnixMilli() < there.expires {
				c.err = errTaken
				continue
			}
			if room := f.makeRoom(len(pending), c.rec.Began); !room {
				c.err = errFull
				continue
			}
		}
		pending[c.id] = true
		admitted, payloads = append(admitted, c), append(payloads, encodeChange(c.id, c.rec))
	}
	return admitted, payloads, f.failure
}

// makeRoom reports whether there is room for another entry besides those that this group adds. If the journal is full, it
// removes expired entries from the index, then the oldest answered ones. The file is not changed: removed entries stay in
// it until it is compacted, and are in the index again after a restart, which does no harm. The caller holds mu.
func (f *file) makeRoom(coming int, now time.Time) bool {
	excess := func() int { return len(f.index) + coming + 1 - f.max }
	if excess() <= 0 {
		return true
	}
	if since := now.Sub(f.full); since >= 0 && since < time.Second { // searching all entries costs
		return false
	}
	f.forget(now)
	if excess() > 0 {
		answered := make([]int64, 0, len(f.index)) // when they expire; all orders wait for sorting it
		for _, e := range f.index {
			if e.state == Answered {
				answered = append(answered, e.expires)
			}
		}
		slices.Sort(answered)
		if n := min(len(answered), excess()+f.max/64); n > 0 { // some more, so that it is rarely done
			maps.DeleteFunc(f.index, func(_ ID, e entry) bool { return e.state == Answered && e.expires <= answered[n-1] })
		}
	}
	if excess() > 0 {
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
	if f.log.Size() < f.compactFrom || time.Since(f.compacted) < time.Minute {
		return
	}
	f.compacted = time.Now()
	needed := int64(0)
	for _, e := range f.index {
		needed += e.at.Size
	}
	if f.log.Size() < 2*needed {
		return
	}
	err := f.log.Close()
	if err == nil {
		err = recordlog.Replace(f.path, f.format, func(add func([]byte)) error {
			return recordlog.Visit(f.path, f.format, func(at recordlog.Position, b []byte) error {
				id, rec, err := decodeChange(b)
				if rec != nil && f.index[id].at == at {
					add(b)
				}
				return err
			})
		})
	}
	if err != nil {
		f.logger.Warn("the order journal could not be compacted", "error", err.Error())
	}
	if err := f.read(); err != nil {
		f.shut(err) //nolint:errcheck // as in write
	}
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
	e, ok := f.index[id]
	if f.failure != nil || !ok {
		return nil, f.failure
	}
	b, err := f.log.Read(e.at)
	var rec *Record
	if err == nil {
		_, rec, err = decodeChange(b)
	}
	if err != nil { // there is an attempt, which may have been sent
		return nil, fmt.Errorf("%w: %w", ErrOutcomeUnknown, inWords(f.path, err))
	}
	return rec, nil
}

func (f *file) End(ctx context.Context, id ID, rec *Record) error {
	return f.do(ctx, &change{id: id, rec: rec})
}

// Sweep also opens the file again after an error, writes it anew after it was removed, and tests a disk that failed.
func (f *file) Sweep(ctx context.Context, now time.Time) error {
	if err := f.open(); err != nil {
		return err
	}
	f.mu.Lock()
	f.forget(now)
	removed := f.log != nil && f.log.Replaced()
	f.mu.Unlock()
	if (removed || !f.ready.Load()) && len(f.changes) == 0 {
		return f.do(ctx, &change{probe: true})
	}
	return nil
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
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ready.Store(false)
	return f.shut(errClosed)
}

// shut closes the log and releases the lock; changes are refused with failure from then on. The caller holds mu.
func (f *file) shut(failure error) (err error) {
	if f.log != nil {
		err = f.log.Close()
	}
	if f.lock != nil {
		err = errors.Join(err, f.lock.Close())
	}
	f.lost = max(f.lost, len(f.index))
	f.failure, f.log, f.lock, f.index = failure, nil, nil, nil
	return err
}
