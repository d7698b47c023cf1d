package cache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
	"go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"
)

// snapshot brings the copies back after a restart, so that a restart while the upstream is down still has a shop
// (DESIGN section 3.6, HARDENING F24). The file of the former life is only read; what is kept from then on goes to a new
// one that takes its place. So a file that was damaged cannot hurt more than once: writing to a damaged bbolt file, or
// opening one for writing, can end the process.
type snapshot struct {
	k    *Keeper
	path string

	mu    sync.Mutex
	dirty map[string]*Copy // nil: gone
	begun atomic.Bool
	once  sync.Once

	// The rest belongs to run, and to close after it.
	loaded bool
	db     *bbolt.DB
	warned time.Time
}

const (
	saveEvery = 2 * time.Second
	// lockWait is how long the file may be held by a process that is just leaving.
	lockWait = 50 * time.Millisecond
)

var bucketName = []byte("copies v1")

func newSnapshot(k *Keeper, path string) *snapshot {
	s := &snapshot{k: k, path: path, dirty: map[string]*Copy{}}
	s.read()
	k.wg.Add(1)
	go s.run()
	return s
}

func (s *snapshot) run() {
	defer s.k.wg.Done()
	tick := time.NewTicker(saveEvery)
	defer tick.Stop()
	for {
		s.step()
		select {
		case <-tick.C:
		case <-s.k.stop:
			return
		}
	}
}

// step does what is due: read the old file once it is free, begin the new one, write what changed.
func (s *snapshot) step() {
	if !s.loaded {
		s.read()
	}
	if s.loaded && s.db == nil {
		if err := s.begin(); err != nil {
			s.complain("the snapshot of kept copies cannot be written", err)
		}
	}
	s.save() //nolint:errcheck // it has been logged
}

// read takes over the file of the former life. While another process holds it, it stays unread.
func (s *snapshot) read() {
	n, err := s.load()
	switch {
	case err == nil:
		if n > 0 {
			s.k.o.Log.Info("kept copies are back from the snapshot", "copies", n)
		}
	case errors.Is(err, os.ErrNotExist):
	case errors.Is(err, bolterrors.ErrTimeout):
		return
	default:
		s.complain("the snapshot of kept copies is damaged, it is put aside", err)
		if err := os.Rename(s.path, s.path+".damaged"); err != nil {
			s.complain("the damaged snapshot cannot be put aside", err)
		}
	}
	s.loaded = true
}

// begin makes the new file with everything that is kept now, and puts it in the old one's place.
func (s *snapshot) begin() error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	fresh := s.path + ".new"
	if err := os.Remove(fresh); err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	db, err := bbolt.Open(fresh, 0o600, &bbolt.Options{Timeout: lockWait, NoSync: true, FreelistType: bbolt.FreelistMapType})
	if err != nil {
		return err
	}
	s.begun.Store(true)
	s.k.each(s.note)
	s.db = db
	if err = s.save(); err == nil {
		err = os.Rename(fresh, s.path)
	}
	if err != nil {
		s.db = nil
		s.begun.Store(false)
		return errors.Join(err, db.Close())
	}
	return nil
}

// load reads every copy that is still usable; it changes nothing. A value whose sum does not fit is skipped.
func (s *snapshot) load() (n int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("damaged file: %v", r)
		}
	}()
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true)) // a file cut short faults when its pages are read
	if _, err := os.Stat(s.path); err != nil {
		return 0, err
	}
	db, err := bbolt.Open(s.path, 0o600, &bbolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return 0, err
	}
	defer db.Close() //nolint:errcheck // it was only read
	now := s.k.o.Now()
	err = db.View(func(tx *bbolt.Tx) error {
		b := tx.Bucket(bucketName)
		if b == nil {
			return nil
		}
		return b.ForEach(func(key, value []byte) error {
			c := decodeCopy(key, value)
			if c == nil {
				return nil
			}
			if c.Stored.After(now) { // a clock that was turned back must not make a copy fresh for ever
				c.Stored = now.Add(-s.k.policies[c.Class].Fresh)
			}
			if p := s.k.policies[c.Class]; p.Usable > 0 && c.Age(now) >= p.Usable {
				return nil
			}
			if s.k.find(c.Key) == nil {
				if (c.Class == Settings || bytes.HasSuffix(key, []byte(knownSuffix))) && s.k.putKnown(c, nil) || s.k.rest.Put(c) {
					n++
				}
			}
			return nil
		})
	})
	return n, err
}

// complain logs at most once a minute: a full disk would say the same with every batch.
func (s *snapshot) complain(message string, err error) {
	if time.Since(s.warned) < time.Minute {
		return
	}
	s.warned = time.Now()
	s.k.o.Log.Warn(message, "error", err.Error())
}

// note remembers what is to be written. Before the new file is begun there is nothing to remember.
func (s *snapshot) note(c *Copy) {
	if !s.begun.Load() {
		return
	}
	s.mu.Lock()
	s.dirty[c.Key] = c
	s.mu.Unlock()
}

func (s *snapshot) drop(key string) {
	if !s.begun.Load() {
		return
	}
	s.mu.Lock()
	s.dirty[key] = nil
	s.mu.Unlock()
}

// saveBytes bounds one transaction: bbolt holds all of it in memory, beside the copies themselves (HARDENING section 5,
// figure 6).
const saveBytes = 2 << 20

// save writes what changed since the last time. Its error has been logged.
func (s *snapshot) save() error {
	if s.db == nil { // begin writes everything
		return nil
	}
	s.mu.Lock()
	dirty := s.dirty
	s.dirty = map[string]*Copy{}
	s.mu.Unlock()
	if len(dirty) == 0 {
		return nil
	}
	var err error
	for len(dirty) > 0 && err == nil {
		err = s.db.Update(func(tx *bbolt.Tx) error { return savePart(tx, dirty) })
	}
	if err == nil {
		err = s.db.Sync()
	}
	if err != nil {
		s.complain("the snapshot of kept copies cannot be written", err)
	}
	return err
}

// savePart writes about saveBytes of what is dirty and takes it off the list.
func savePart(tx *bbolt.Tx, dirty map[string]*Copy) error {
	b, err := tx.CreateBucketIfNotExists(bucketName)
	if err != nil {
		return err
	}
	written := 0
	for key, c := range dirty {
		if written >= saveBytes {
			break
		}
		delete(dirty, key)
		if c == nil {
			err = b.Delete([]byte(key))
		} else {
			value := encodeCopy(c)
			written += len(value)
			err = b.Put([]byte(key), value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// close writes what is left. It runs after run has ended.
func (s *snapshot) close() {
	s.once.Do(func() {
		s.step()
		if s.db != nil {
			s.db.Close() //nolint:errcheck // everything was synced
		}
	})
}

// A value is: sum of the rest (8 bytes), stored (8 bytes, unix nanoseconds), class (1 byte), body.
const valueHead = 17

func encodeCopy(c *Copy) []byte {
	v := make([]byte, valueHead, valueHead+len(c.Body))
	binary.BigEndian.PutUint64(v[8:], uint64(c.Stored.UnixNano())) //nolint:gosec // bits only
	v[16] = byte(c.Class)
	v = append(v, c.Body...)
	binary.BigEndian.PutUint64(v, sumOf([]byte(c.Key), v[8:]))
	return v
}

func decodeCopy(key, v []byte) *Copy {
	if len(v) < valueHead || binary.BigEndian.Uint64(v) != sumOf(key, v[8:]) {
		return nil
	}
	class := Class(v[16])
	if class < Settings || class > Hours {
		return nil
	}
	stored := time.Unix(0, int64(binary.BigEndian.Uint64(v[8:]))) //nolint:gosec // bits only
	return NewCopy(string(key), class, bytes.Clone(v[valueHead:]), stored)
}

func sumOf(key, rest []byte) uint64 {
	d := xxhash.New()
	d.Write(key)  //nolint:errcheck // never fails
	d.Write(rest) //nolint:errcheck // never fails
	return d.Sum64()
}
