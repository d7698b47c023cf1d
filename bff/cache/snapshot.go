package cache

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/gofrs/flock"

	"tablefront/bff/recordlog"
	"tablefront/bff/safego"
)

// snapshot is a file that restores the entries after a restart, so that the shop can be served even if the upstream is down
// then (docs/data-folder.md). The whole file is replaced each time. If two processes overlap, the second one writes once the
// first has exited.
type snapshot struct {
	cache  *Cache
	path   string
	lock   *flock.Flock
	warned time.Time
}

// saveEvery is the interval of saving: a crash loses at most the changes since the last one.
const saveEvery = 10 * time.Second

// snapshotFormat is the format of the file. Its records are saved.
var snapshotFormat = recordlog.Format{Name: "cache", Version: 3}

var errRecord = fmt.Errorf("%w: cache: a stored entry cannot be decoded", recordlog.ErrDamaged)

// startSnapshots reads the file and writes it from then on, until Close.
func (c *Cache) startSnapshots() {
	path := c.o.SnapshotPath
	s := &snapshot{cache: c, path: path, lock: flock.New(strings.TrimSuffix(path, ".db")+".lock", flock.SetPermissions(0o600))}
	s.read()
	c.snapshots.Start(c.o.Log, "snapshots", s.run)
}

func (s *snapshot) run() {
	defer s.lock.Close()
	for ended := false; !ended; {
		select {
		case <-time.After(saveEvery):
		case <-s.cache.life.Done():
			ended = true
		}
		safego.Run(s.cache.o.Log, "saving the snapshot", s.save)
	}
}

// read reads the previous process's file. If it is damaged or of another version, it is renamed and the cache starts empty; if it
// can't be read, the cache starts empty.
func (s *snapshot) read() {
	var entries []*Entry
	err := recordlog.Visit(s.path, snapshotFormat, func(b []byte) error {
		var e saved
		if json.Unmarshal(b, &e) != nil || e.Class < Settings || e.Class > Hours {
			return errRecord
		}
		entries = append(entries, NewEntry(e.Key, e.Class, e.Body, e.Stored))
		return nil
	})
	switch {
	case errors.Is(err, os.ErrNotExist):
		return
	case err != nil && !errors.Is(err, recordlog.ErrDamaged) && !errors.Is(err, recordlog.ErrVersion):
		s.cache.o.Log.Warn("the snapshot of the cache cannot be read; the cache starts empty", "file", s.path, "error", err.Error())
		return
	case err != nil:
		s.cache.o.Log.Warn("the snapshot of the cache is damaged or of another version; it was renamed and the cache starts empty", "file", s.path, "error", err.Error())
		if err := os.Rename(s.path, s.path+".damaged"); err != nil {
			s.cache.o.Log.Warn("the damaged snapshot cannot be renamed", "file", s.path, "error", err.Error())
		}
		return
	}
	now := s.cache.o.Now()
	for _, e := range entries {
		if e.Stored.After(now) { // another clock must not keep an entry fresh forever
			e.Stored = now
		}
		if e.Age(now) < s.cache.policies[e.Class].usable {
			s.cache.store(e.Key, &item{entry: e})
		}
	}
	if n, _ := s.cache.Size(); n > 0 {
		s.cache.o.Log.Info("cached responses restored from the snapshot", "entries", n)
	}
}

// save writes the file if that is due. An error is logged at most once a minute.
func (s *snapshot) save() {
	if !s.cache.changed.Load() {
		return
	}
	err := s.write()
	if err != nil {
		s.cache.unwritten.Inc()
	}
	if err != nil && time.Since(s.warned) > time.Minute {
		s.warned = time.Now()
		s.cache.o.Log.Warn("the snapshot of the cache cannot be written", "file", s.path, "error", err.Error())
	}
}

func (s *snapshot) write() error {
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return err
	}
	if owner, err := s.lock.TryLock(); err != nil || !owner {
		return err
	}
	s.cache.changed.Store(false)
	err := recordlog.Replace(s.path, snapshotFormat, func(add func([]byte)) error {
		for _, value := range s.cache.items.Items() {
			it, _ := value.Object.(*item)
			if it == nil || it.entry == nil {
				continue
			}
			b, err := json.Marshal(saved{it.entry.Key, it.entry.Class, it.entry.Stored, it.entry.Body})
			if err != nil {
				return err
			}
			add(b)
		}
		return nil
	})
	if err != nil {
		s.cache.changed.Store(true)
		return err
	}
	s.cache.written.SetToCurrentTime()
	return nil
}
