package orders

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	bolt "go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// Store is where a Journal keeps its records. Every method returns only once the change would survive a crash. The
// file of this package is one; a store shared by several instances is another.
type Store interface {
	// Begin writes rec under id if the id is free or expired at now, and returns nil; otherwise it changes nothing and
	// returns what is there. Two Begins never both get nil.
	Begin(ctx context.Context, id ID, rec Record, now time.Time) (*Record, error)
	// Load returns what is there, nil when there is nothing or it is expired at now.
	Load(ctx context.Context, id ID, now time.Time) (*Record, error)
	// Finish puts rec in the place of what Begin wrote; the record is no longer Live. A rec in state Sent has an unknown
	// outcome.
	Finish(ctx context.Context, id ID, rec Record) error
	// Free removes what Begin wrote.
	Free(ctx context.Context, id ID) error
	// Sweep forgets what is expired at now.
	Sweep(ctx context.Context, now time.Time) error
	// Ready tells whether the store can be written.
	Ready() bool
	Close() error
}

// FileName is the journal's file in the data folder.
const FileName = "orders.db"

var (
	bucketOrders = []byte("orders") // id -> record
	bucketExpiry = []byte("expiry") // expiry, id -> state
)

var (
	errClosed = errors.New("orders: the journal is closed")
	errFull   = errors.New("orders: the journal is full of orders with an unknown outcome")
)

// file is the Store in the data folder. Its changes are committed in groups: while one commit waits for the disk, the
// next ones gather, so a commit's cost is shared by all who wait.
type file struct {
	path    string
	max     int
	maxSize int // of the file in bytes, for tests; 0: no limit
	ops     chan *op
	closed  chan struct{} // closed when Close begins
	done    chan struct{} // closed when the committer has ended
	once    sync.Once
	ready   atomic.Bool

	mu       sync.RWMutex // guards db against being opened or closed while it is used
	db       *bolt.DB
	tried    time.Time // when opening failed last
	failure  error
	count    int // entries; the committer's
	lastFull time.Time
}

type op struct {
	change func(f *file, tx *bolt.Tx) error
	err    error
	done   chan struct{}
}

// maxGroup bounds how many changes one commit takes.
const maxGroup = 512

func newFile(dir string, maxEntries int) *file {
	f := &file{
		path: filepath.Join(dir, FileName), max: maxEntries,
		ops: make(chan *op, maxGroup), closed: make(chan struct{}), done: make(chan struct{}),
	}
	go f.commit()
	return f
}

// open gives the database, opening it if need be: at most one try a second, since a folder that cannot be written does
// not get better by asking it on every order.
func (f *file) open() (*bolt.DB, error) {
	f.mu.RLock()
	db := f.db
	f.mu.RUnlock()
	if db != nil {
		return db, nil
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	select {
	case <-f.closed:
		return nil, errClosed
	default:
	}
	if f.db != nil {
		return f.db, nil
	}
	if f.failure != nil && time.Since(f.tried) < time.Second {
		return nil, f.failure
	}
	db, n, err := openDB(f.path, f.maxSize)
	if err != nil {
		f.failure, f.tried = err, time.Now()
		f.ready.Store(false)
		return nil, err
	}
	f.db, f.count, f.failure = db, n, nil
	f.ready.Store(true)
	return db, nil
}

// openDB opens the journal of a path, making it when there is none. A damaged one is an error in words: it is neither
// used nor replaced, since open orders may be in it.
func openDB(path string, maxSize int) (db *bolt.DB, entries int, err error) {
	defer watchDamage(path, &err)()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, 0, err
	}
	err = prove(path)
	if errors.Is(err, os.ErrNotExist) {
		if err = create(path, maxSize); err == nil {
			err = prove(path)
		}
	}
	if err == nil {
		db, err = bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait, FreelistType: bolt.FreelistMapType, MaxSize: maxSize})
	}
	if err == nil {
		if entries, err = proveBuckets(db); err != nil {
			err = errors.Join(err, db.Close())
		}
	}
	switch {
	case err == nil:
		return db, entries, nil
	case errors.Is(err, berrors.ErrTimeout):
		return nil, 0, fmt.Errorf("orders: another process holds %s: %w", path, err)
	case errors.Is(err, errDamaged), errors.Is(err, berrors.ErrInvalid), errors.Is(err, berrors.ErrChecksum), errors.Is(err, berrors.ErrVersionMismatch):
		return nil, 0, fmt.Errorf("orders: %s is damaged; move it away once no order of the last day can be open: %w", path, err)
	}
	return nil, 0, err
}

// watchDamage turns what a file that rots under the running program does to its reader into an error: a panic of the
// library, or a fault when a page is gone. It is used as `defer watchDamage(path, &err)()`.
func watchDamage(path string, err *error) func() {
	old := debug.SetPanicOnFault(true)
	return func() {
		debug.SetPanicOnFault(old)
		if r := recover(); r != nil {
			*err = fmt.Errorf("orders: %s is damaged: %v", path, r)
		}
	}
}

// do hands a change to the committer and waits until it is on disk.
func (f *file) do(ctx context.Context, change func(*file, *bolt.Tx) error) error {
	o := &op{change: change, done: make(chan struct{})}
	select {
	case f.ops <- o:
	case <-f.closed:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	// Once handed over the change may be made: only its end can be told, not that the caller stopped waiting.
	select {
	case <-o.done:
		return o.err
	case <-f.done:
		select {
		case <-o.done:
			return o.err
		default:
			return errClosed
		}
	}
}

// commit is the one writer.
func (f *file) commit() {
	defer close(f.done)
	for {
		var group []*op
		select {
		case o := <-f.ops:
			group = append(group, o)
		case <-f.closed:
			select {
			case o := <-f.ops:
				group = append(group, o)
			default:
				return
			}
		}
	gather:
		for len(group) < maxGroup {
			select {
			case o := <-f.ops:
				group = append(group, o)
			default:
				break gather
			}
		}
		err := f.write(group)
		for _, o := range group {
			if err != nil && o.err == nil {
				o.err = err
			}
			close(o.done)
		}
	}
}

func (f *file) write(group []*op) (err error) {
	defer func() { f.ready.Store(err == nil) }()
	defer watchDamage(f.path, &err)()
	db, err := f.open()
	if err != nil {
		return err
	}
	before := f.count
	err = db.Update(func(tx *bolt.Tx) error {
		for _, o := range group {
			if err := o.change(f, tx); err != nil {
				if !errors.Is(err, errFull) && !errors.Is(err, errTaken) && !errors.Is(err, errRecord) {
					return err
				}
				o.err = err // this one's own; it has changed nothing
			}
		}
		return nil
	})
	if err != nil {
		f.count = before
	}
	return err
}

var errTaken = errors.New("orders: the key is taken")

func expiryKey(expires time.Time, id ID) []byte {
	out := binary.BigEndian.AppendUint64(nil, uint64(expires.UnixMilli())) //nolint:gosec // bits only
	return append(out, id[:]...)
}

func (f *file) put(tx *bolt.Tx, id ID, rec Record) error {
	raw, err := rec.MarshalBinary()
	if err != nil {
		return err
	}
	if err := tx.Bucket(bucketOrders).Put(id[:], raw); err != nil {
		return err
	}
	return tx.Bucket(bucketExpiry).Put(expiryKey(rec.Expires, id), []byte{byte(rec.State)})
}

func (f *file) remove(tx *bolt.Tx, id ID, expires time.Time) error {
	f.count--
	if err := tx.Bucket(bucketOrders).Delete(id[:]); err != nil {
		return err
	}
	return tx.Bucket(bucketExpiry).Delete(expiryKey(expires, id))
}

func get(tx *bolt.Tx, id ID) (*Record, error) {
	raw := tx.Bucket(bucketOrders).Get(id[:])
	if raw == nil {
		return nil, nil //nolint:nilnil // nothing there is no error
	}
	rec := &Record{}
	if err := rec.UnmarshalBinary(raw); err != nil {
		return nil, err
	}
	return rec, nil
}

// Begin implements Store.
func (f *file) Begin(ctx context.Context, id ID, rec Record, now time.Time) (*Record, error) {
	// A repeat needs no commit.
	if there, err := f.Load(ctx, id, now); err != nil || there != nil {
		return there, err
	}
	var there *Record
	err := f.do(ctx, func(f *file, tx *bolt.Tx) error {
		there = nil
		old, err := get(tx, id)
		if err != nil {
			return err
		}
		if old != nil {
			if now.Before(old.Expires) {
				there = old
				return errTaken
			}
			if err := f.remove(tx, id, old.Expires); err != nil {
				return err
			}
		}
		if err := f.makeRoom(tx, now); err != nil {
			return err
		}
		f.count++
		return f.put(tx, id, rec)
	})
	if errors.Is(err, errTaken) {
		return there, nil
	}
	return nil, err
}

// makeRoom forgets expired entries, a few at each commit, and when the journal is full the oldest answered ones.
func (f *file) makeRoom(tx *bolt.Tx, now time.Time) error {
	if err := f.drop(tx, 4, func(expires time.Time, _ State) bool { return !now.Before(expires) }, 4); err != nil {
		return err
	}
	if f.count < f.max {
		return nil
	}
	// Looking past many open orders costs; it is not done again at once when it found nothing.
	if now.Sub(f.lastFull) < time.Second && now.After(f.lastFull) {
		return errFull
	}
	if err := f.drop(tx, 64, func(expires time.Time, s State) bool { return s == Answered || !now.Before(expires) }, f.max); err != nil {
		return err
	}
	if f.count >= f.max {
		f.lastFull = now
		return errFull
	}
	return nil
}

// drop removes up to n entries that which chooses, looking at no more than look of them, the oldest first.
func (f *file) drop(tx *bolt.Tx, n int, which func(time.Time, State) bool, look int) error {
	type entry struct {
		id      ID
		expires time.Time
	}
	var chosen []entry
	c := tx.Bucket(bucketExpiry).Cursor()
	for k, v := c.First(); k != nil && look > 0 && len(chosen) < n; k, v = c.Next() {
		look--
		if len(k) != 8+len(ID{}) || len(v) != 1 {
			return errRecord
		}
		expires := time.UnixMilli(int64(binary.BigEndian.Uint64(k))) //nolint:gosec // bits only
		if which(expires, State(v[0])) {
			chosen = append(chosen, entry{ID(k[8:]), expires})
		}
	}
	for _, e := range chosen {
		if err := f.remove(tx, e.id, e.expires); err != nil {
			return err
		}
	}
	return nil
}

// Load implements Store.
func (f *file) Load(_ context.Context, id ID, now time.Time) (rec *Record, err error) {
	defer watchDamage(f.path, &err)()
	if _, err := f.open(); err != nil {
		return nil, err
	}
	f.mu.RLock()
	defer f.mu.RUnlock()
	if f.db == nil {
		return nil, errClosed
	}
	err = f.db.View(func(tx *bolt.Tx) error {
		var err error
		rec, err = get(tx, id)
		return err
	})
	if err == nil && rec != nil && !now.Before(rec.Expires) {
		rec = nil
	}
	return rec, err
}

// Finish implements Store.
func (f *file) Finish(ctx context.Context, id ID, rec Record) error {
	return f.do(ctx, func(f *file, tx *bolt.Tx) error {
		old, err := get(tx, id)
		if err != nil {
			return err
		}
		if old == nil {
			f.count++
		} else if !old.Expires.Equal(rec.Expires) {
			if err := tx.Bucket(bucketExpiry).Delete(expiryKey(old.Expires, id)); err != nil {
				return err
			}
		}
		return f.put(tx, id, rec)
	})
}

// Free implements Store.
func (f *file) Free(ctx context.Context, id ID) error {
	return f.do(ctx, func(f *file, tx *bolt.Tx) error {
		old, err := get(tx, id)
		if err != nil || old == nil {
			return err
		}
		return f.remove(tx, id, old.Expires)
	})
}

// Sweep implements Store. It works in small commits, so that orders do not wait for it.
func (f *file) Sweep(ctx context.Context, now time.Time) error {
	for {
		var dropped int
		err := f.do(ctx, func(f *file, tx *bolt.Tx) error {
			before := f.count
			err := f.drop(tx, 256, func(expires time.Time, _ State) bool { return !now.Before(expires) }, 256)
			dropped = before - f.count
			return err
		})
		if err != nil || dropped == 0 {
			return err
		}
	}
}

// Ready implements Store.
func (f *file) Ready() bool {
	if f.ready.Load() {
		return true
	}
	_, err := f.open()
	return err == nil && f.ready.Load()
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
		if f.db != nil {
			err = f.db.Close()
			f.db = nil
		}
	})
	return err
}
