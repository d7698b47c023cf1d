package cache

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/cespare/xxhash/v2"
	"github.com/gofrs/flock"

	"tablefront/bff/recordlog"
	"tablefront/bff/safego"
)

// snapshot restores the entries after a restart, so that the shop can be served even if the upstream is down then
// (docs/data-folder.md). The previous process's file is only read; this process writes a new one that replaces it, and
// appends to that. If two processes overlap, the second one writes once the first has exited.
type snapshot struct {
	k    *Cache
	path string

	mu    sync.Mutex
	dirty map[string]*Entry // nil: removed
	once  sync.Once

	// The rest belongs to run, and to close after it.
	lock   *flock.Flock
	log    *recordlog.Log // nil until the new file is there
	whole  int64          // size of the file when it had only what was in the cache
	warned time.Time
}

// saveEvery is the interval of saving: a crash loses at most the changes since the last one.
const saveEvery = 2 * time.Second

// snapshotFormat is the format of the file. Its records are an operation, the length of a key (4 bytes), the key and, for a
// put, a value as appendEntry makes it.
var snapshotFormat = recordlog.Format{Name: "copies", Version: 2}

const (
	opPut    = 'p'
	opRemove = 'r'
	opHead   = 5
	// saveBytes limits one append, which is in memory in addition to the entries.
	saveBytes = 2 << 20
	// compactFrom is by how many bytes the file must have grown before it is compacted.
	compactFrom = 8 << 20
)

var errSnapshot = errors.New("cache: an entry of the snapshot is damaged")

func newSnapshot(k *Cache, path string) *snapshot {
	s := &snapshot{k: k, path: path, dirty: map[string]*Entry{}, lock: flock.New(strings.TrimSuffix(path, ".db")+".lock", flock.SetPermissions(0o600))}
	s.read()
	k.wg.Add(1)
	safego.Go(k.o.Log, "snapshot", s.run)
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

// step writes a new file if there is none or it must be compacted, else appends the changes. An error is logged at most
// once a minute.
func (s *snapshot) step() {
	var err error
	if s.log == nil || s.log.Size() > 2*s.whole+compactFrom {
		err = s.rewrite()
	} else {
		err = s.save()
	}
	if err != nil {
		s.log = nil // the next step writes a new file
		s.complain("the snapshot of the cache cannot be written", err)
	}
}

func (s *snapshot) complain(message string, err error) {
	if time.Since(s.warned) < time.Minute {
		return
	}
	s.warned = time.Now()
	s.k.o.Log.Warn(message, "file", s.path, "error", err.Error())
}

// read reads the previous process's file. If it is damaged or of another version, it is renamed and the cache starts empty.
func (s *snapshot) read() {
	entries := map[string]*Entry{}
	err := recordlog.Visit(s.path, snapshotFormat, func(_ recordlog.Position, b []byte) error {
		key, c, err := decodeChange(b)
		if c != nil {
			entries[key] = c
		} else {
			delete(entries, key)
		}
		return err
	})
	switch {
	case errors.Is(err, os.ErrNotExist):
		return
	case err != nil:
		s.complain("the snapshot of the cache is damaged or of another version; it was renamed and the cache starts empty", err)
		if err := os.Rename(s.path, s.path+".damaged"); err != nil {
			s.warned = time.Time{}
			s.complain("the damaged snapshot cannot be renamed", err)
		}
		return
	}
	n := 0
	for _, c := range entries {
		if s.admit(c) {
			n++
		}
	}
	if n > 0 {
		s.k.o.Log.Info("cached responses restored from the snapshot", "entries", n)
	}
}

// admit puts an entry into the cache if it is still usable.
func (s *snapshot) admit(c *Entry) bool {
	now := s.k.o.Now()
	p := s.k.policies[c.Class]
	if c.Stored.After(now) { // a clock that was set back must not keep an entry fresh forever
		c.Stored = now.Add(-p.Fresh)
	}
	if p.Usable > 0 && c.Age(now) >= p.Usable {
		return false
	}
	return (c.Class == Settings || strings.HasSuffix(c.Key, knownSuffix)) && s.k.putKnown(c, nil) || s.k.rest.Put(c)
}

// rewrite replaces the file by one with the current entries.
func (s *snapshot) rewrite() error {
	s.changes() // the new file contains them
	err := os.MkdirAll(filepath.Dir(s.path), 0o700)
	if err != nil {
		return err
	}
	if owner, err := s.lock.TryLock(); err != nil || !owner {
		return err
	}
	if s.log != nil {
		err = s.log.Close() // Windows can't replace an open file
		s.log = nil
	}
	var entries []*Entry
	s.k.each(func(c *Entry) { entries = append(entries, c) })
	if err == nil {
		err = recordlog.Replace(s.path, snapshotFormat, func(add func([]byte) error) error {
			for _, c := range entries {
				if err := add(encodeChange(c.Key, c)); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err != nil {
		return err
	}
	s.log, err = recordlog.Open(s.path, snapshotFormat, func(recordlog.Position, []byte) error { return nil })
	if err == nil {
		s.whole = s.log.Size()
	}
	return err
}

// changes returns the changes since its last call.
func (s *snapshot) changes() map[string]*Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	dirty := s.dirty
	s.dirty = map[string]*Entry{}
	return dirty
}

// note remembers a change that must be written.
func (s *snapshot) note(c *Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty[c.Key] = c
}

func (s *snapshot) drop(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dirty[key] = nil
}

// save appends the changes since the last save.
func (s *snapshot) save() error {
	var payloads [][]byte
	size := 0
	for key, c := range s.changes() {
		b := encodeChange(key, c)
		payloads, size = append(payloads, b), size+len(b)
		if size >= saveBytes {
			if _, err := s.log.Append(payloads...); err != nil {
				return err
			}
			payloads, size = nil, 0
		}
	}
	if len(payloads) == 0 {
		return nil
	}
	_, err := s.log.Append(payloads...)
	return err
}

// close writes the remaining changes. It is called after run has returned.
func (s *snapshot) close() {
	s.once.Do(func() {
		s.step()
		if s.log != nil {
			s.log.Close() //nolint:errcheck // everything was synced
		}
		s.lock.Close() //nolint:errcheck // the process ends
	})
}

// encodeChange encodes a record of the file; a nil entry was removed.
func encodeChange(key string, c *Entry) []byte {
	op, size := byte(opRemove), opHead+len(key)
	if c != nil {
		op, size = opPut, size+valueHead+len(c.Body)
	}
	b := append(make([]byte, 0, size), op)
	b = binary.BigEndian.AppendUint32(b, uint32(len(key))) //nolint:gosec // keys are short
	b = append(b, key...)
	if c != nil {
		b = appendEntry(b, c)
	}
	return b
}

func decodeChange(b []byte) (key string, c *Entry, err error) {
	if len(b) < opHead || uint64(len(b)-opHead) < uint64(binary.BigEndian.Uint32(b[1:])) {
		return "", nil, errSnapshot
	}
	end := opHead + int(binary.BigEndian.Uint32(b[1:]))
	key = string(b[opHead:end])
	switch {
	case b[0] == opRemove && end == len(b):
		return key, nil, nil
	case b[0] == opPut:
		if c = decodeEntry([]byte(key), b[end:]); c != nil {
			return key, c, nil
		}
	}
	return "", nil, errSnapshot
}

// A value is: sum of the rest (8 bytes), stored (8 bytes, unix nanoseconds), class (1 byte), body.
const valueHead = 17

func appendEntry(b []byte, c *Entry) []byte {
	at := len(b)
	b = binary.BigEndian.AppendUint64(b, 0)                           // the sum
	b = binary.BigEndian.AppendUint64(b, uint64(c.Stored.UnixNano())) //nolint:gosec // bits only
	b = append(append(b, byte(c.Class)), c.Body...)
	binary.BigEndian.PutUint64(b[at:], sumOf([]byte(c.Key), b[at+8:]))
	return b
}

func decodeEntry(key, v []byte) *Entry {
	if len(v) < valueHead || binary.BigEndian.Uint64(v) != sumOf(key, v[8:]) {
		return nil
	}
	class := Class(v[16])
	if class < Settings || class > Hours {
		return nil
	}
	stored := time.Unix(0, int64(binary.BigEndian.Uint64(v[8:]))) //nolint:gosec // bits only
	return NewEntry(string(key), class, bytes.Clone(v[valueHead:]), stored)
}

func sumOf(key, rest []byte) uint64 {
	d := xxhash.New()
	d.Write(key)  //nolint:errcheck // never fails
	d.Write(rest) //nolint:errcheck // never fails
	return d.Sum64()
}
