package orders

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tablefront/bff/eventually"
	"tablefront/bff/recordlog"
)

// faultyDisk fails the calls that broken names, such as "Sync" or "Truncate", and the calls from the first to the last one.
type faultyDisk struct {
	recordlog.System
	mu          sync.Mutex
	broken      []string
	first, last int // 0: none
	calls       []string
}

type faultyFile struct {
	recordlog.File
	disk *faultyDisk
}

func (d *faultyDisk) breaks(calls ...string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.broken = calls
}

// repair ends all faults.
func (d *faultyDisk) repair() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.broken, d.first, d.last = nil, 0, 0
}

func (d *faultyDisk) fails(call string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.calls = append(d.calls, call)
	if n := len(d.calls); slices.Contains(d.broken, call) || d.first <= n && n <= d.last {
		return fmt.Errorf("%s: input/output error", call)
	}
	return nil
}

func (d *faultyDisk) OpenFile(path string, flag int, mode os.FileMode) (recordlog.File, error) {
	if err := d.fails("OpenFile"); err != nil {
		return nil, err
	}
	file, err := d.System.OpenFile(path, flag, mode)
	return faultyFile{file, d}, err
}

func (d *faultyDisk) Rename(from, to string) error {
	if err := d.fails("Rename"); err != nil {
		return err
	}
	return d.System.Rename(from, to)
}

func (f faultyFile) Write(p []byte) (int, error) {
	if err := f.disk.fails("Write"); err != nil {
		n, _ := f.File.Write(p[:len(p)/2])
		return n, err
	}
	return f.File.Write(p)
}

func (f faultyFile) WriteAt(p []byte, at int64) (int, error) {
	if err := f.disk.fails("WriteAt"); err != nil {
		n, _ := f.File.WriteAt(p[:len(p)/2], at) // as a disk that becomes full
		return n, err
	}
	return f.File.WriteAt(p, at)
}

func (f faultyFile) ReadAt(p []byte, at int64) (int, error) {
	if err := f.disk.fails("ReadAt"); err != nil {
		return 0, err
	}
	return f.File.ReadAt(p, at)
}

func (f faultyFile) Stat() (os.FileInfo, error) {
	if err := f.disk.fails("Stat"); err != nil {
		return nil, err
	}
	return f.File.Stat()
}

func (f faultyFile) Sync() error {
	return errors.Join(f.disk.fails("Sync"), f.File.Sync())
}

func (f faultyFile) Close() error {
	return errors.Join(f.disk.fails("Close"), f.File.Close())
}

func (f faultyFile) Truncate(size int64) error {
	if err := f.disk.fails("Truncate"); err != nil {
		return err
	}
	return f.File.Truncate(size)
}

// TestDiskFaults: each call of the file fails, alone and with the ones that clean up after it, before an order and between
// sending and its answer. No order is sent twice or without a journal, what was answered stays answered, and without a
// restart or a new order the journal is ready soon after the disk is.
func TestDiskFaults(t *testing.T) {
	for _, broken := range []string{
		"Write", "WriteAt", "Sync", "Truncate", "Rename", "OpenFile", "Stat", "ReadAt", "Close",
		"WriteAt Truncate", "Sync Truncate", "WriteAt Sync Truncate OpenFile", "Sync Truncate Rename Write OpenFile",
	} {
		for _, moment := range []string{"before an order", "before an answer", "at the start", "while the file is deleted"} {
			t.Run(broken+" "+moment, func(t *testing.T) {
				t.Parallel()
				diskFault(t, strings.Fields(broken), moment)
			})
		}
	}
}

func diskFault(t *testing.T, broken []string, moment string) {
	ctx, disk, dir := t.Context(), &faultyDisk{}, t.TempDir()
	format := fileFormat
	format.Disk = disk
	if moment == "at the start" {
		must(t, openAt(t, dir, Options{}).Close())
		disk.breaks(broken...)
	}
	f := newFileOn(format, dir, 100, slog.New(slog.DiscardHandler))
	j, err := New(f, Options{Keys: keys})
	must(t, err)
	sent := map[string]int{} // by key
	var mu sync.Mutex
	order := func(key string) (Answer, error) {
		return j.Do(ctx, attempt(key, "pizza"), func(context.Context) (Answer, error) {
			if key == "key-answer" && moment == "before an answer" {
				disk.breaks(broken...)
			}
			mu.Lock()
			defer mu.Unlock()
			sent[key]++
			return Answer{Status: 201, Body: []byte(key)}, nil
		})
	}
	if moment != "at the start" {
		_, err = order("key-before")
		must(t, err)
	}
	switch moment {
	case "before an order":
		disk.breaks(broken...)
	case "while the file is deleted":
		must(t, os.Remove(filepath.Join(dir, FileName)))
		disk.breaks(broken...)
	}
	for _, key := range []string{"key-answer", "key-during", "key-answer"} {
		_, err := order(key)
		mu.Lock()
		// A repeat whose recorded answer can't be read is not told that nothing was sent.
		if sent[key] > 1 || err == nil && sent[key] == 0 || errors.Is(err, ErrUnwritable) && sent[key] > 0 {
			t.Errorf("%s: %v, sent %d times", key, err, sent[key])
		}
		mu.Unlock()
	}
	disk.breaks()
	eventually.True(t, "the condition holds", func() bool {
		j.mu.Lock()
		defer j.mu.Unlock()
		return len(j.unwritten) == 0 && j.Ready()
	})
	check := func(when string) {
		for _, key := range []string{"key-before", "key-answer", "key-during", "key-after0"} {
			a, err := order(key)
			if err != nil || sent[key] != 1 || string(a.Body) != key {
				t.Errorf("%s, %s: %s, %v, sent %d times", key, when, a.Body, err, sent[key])
			}
		}
	}
	check("after the fault")
	must(t, j.Close())
	j = openAt(t, dir, Options{})
	check("after a restart")
}

// TestEveryCallOfTheDiskCanFail counts the calls that a journal makes of its disk from a start to an end, with orders of each
// outcome and a compaction, the second time with the file moved away for two minutes. Then each of them fails, and each with all that follow. No order is sent twice or without a
// journal; what was answered stays answered.
func TestEveryCallOfTheDiskCanFail(t *testing.T) {
	for _, removed := range []bool{false, true} {
		calls := diskCallFault(t, removed, 0, 0)
		for method := range reflect.TypeFor[recordlog.Disk]().Methods() {
			wantCall(t, calls, method.Name)
		}
		for method := range reflect.TypeFor[recordlog.File]().Methods() {
			if method.Name != "Truncate" || !removed {
				wantCall(t, calls, method.Name)
			}
		}
		for n, call := range calls {
			t.Run(fmt.Sprintf("%s, call %d, removed %v", call, n+1, removed), func(t *testing.T) {
				t.Parallel()
				diskCallFault(t, removed, n+1, n+1)
				diskCallFault(t, removed, n+1, math.MaxInt)
			})
		}
	}
}

func wantCall(t *testing.T, calls []string, name string) {
	t.Helper()
	if !slices.Contains(calls, name) {
		t.Errorf("%s is never called: %v", name, calls)
	}
}

// diskCallFault fails the calls of the disk from the first to the last one; removed is whether the file is moved away meanwhile, and the
// disk is repaired before the end. It returns all calls.
func diskCallFault(t *testing.T, removed bool, first, last int) (calls []string) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		disk, format := &faultyDisk{first: first, last: last}, fileFormat
		format.Disk = disk
		f := newFileOn(format, dir, 100, slog.New(slog.DiscardHandler))
		f.mu.Lock()
		f.compactFrom = 0
		f.mu.Unlock()
		j, err := New(f, Options{Keys: keys})
		must(t, err)
		sent, answered := map[string]int{}, map[string]bool{}
		order := func(key string, status int) error {
			before := sent[key]
			a, err := j.Do(t.Context(), attempt(key, "pizza"), func(context.Context) (Answer, error) {
				sent[key]++
				if status == 0 {
					return Answer{}, errors.New("cut")
				}
				return Answer{Status: status, Refused: status == 422, Body: []byte(key)}, nil
			})
			freed := key == "key-freed"
			if sent[key] > 1 && !freed || err == nil && (sent[key] == 0 || string(a.Body) != key) || errors.Is(err, ErrUnwritable) && sent[key] > before {
				t.Errorf("calls %d to %d fail: %s: %q, %v, sent %d times", first, last, key, a.Body, err, sent[key])
			}
			answered[key] = answered[key] || err == nil
			return err
		}
		unknown := func(key string) {
			if err := order(key, 0); sent[key] > 0 && !errors.Is(err, ErrOutcomeUnknown) {
				t.Errorf("calls %d to %d fail: %s: %v", first, last, key, err)
			}
		}
		order("key-answered", 201) //nolint:errcheck // checked there
		unknown("key-unknown")
		for range 3 {
			order("key-freed", 422) //nolint:errcheck // as above
		}
		if removed {
			os.Rename(f.path, f.path+".away") //nolint:errcheck // perhaps it was never created
		}
		time.Sleep(2 * time.Minute) // the next commit compacts the file
		order("key-last", 201)      //nolint:errcheck // as above
		order("key-answered", 201)  //nolint:errcheck // as above
		if removed {
			disk.repair()
			time.Sleep(10 * time.Second)
			if _, err := os.Stat(f.path); err != nil { // it was not written anew: an empty journal would forget the orders
				must(t, os.Rename(f.path+".away", f.path))
				time.Sleep(10 * time.Second)
			}
			if !j.Ready() || order("key-later", 201) != nil {
				t.Errorf("calls %d to %d failed: no order is taken afterwards", first, last)
			}
		}
		j.Close() //nolint:errcheck // it may fail; what is acknowledged is on the disk
		calls = disk.calls
		disk.repair()
		j, err = New(newFileOn(format, dir, 100, slog.New(slog.DiscardHandler)), Options{Keys: keys})
		must(t, err)
		defer j.Close()
		for _, key := range []string{"key-answered", "key-last", "key-later"} {
			known := answered[key]
			if err := order(key, 201); removed && known && err != nil || err != nil && !errors.Is(err, ErrOutcomeUnknown) {
				t.Errorf("calls %d to %d failed: after a restart, %s: %v", first, last, key, err)
			}
		}
		unknown("key-unknown")
	})
	return calls
}

// The file is ready after each commit that succeeds, and only then.
func TestReadyAfterACommit(t *testing.T) {
	disk, format := &faultyDisk{}, fileFormat
	format.Disk = disk
	f := newFileOn(format, t.TempDir(), 100, slog.New(slog.DiscardHandler))
	defer f.Close()
	for i, broken := range []string{"", "Sync", "", "WriteAt", ""} {
		disk.breaks(broken)
		a := attempt(fmt.Sprintf("key-%05d", i), "pizza")
		_, err := f.Begin(t.Context(), a.id(), a.record(epoch))
		if (err == nil) != (broken == "") || f.Ready() != (broken == "") {
			t.Errorf("broken %q: %v, ready %v", broken, err, f.Ready())
		}
	}
}

// The file is deleted or replaced while the shop runs: it is written anew from memory, without an order and before one.
func TestDeletedJournal(t *testing.T) {
	for name, remove := range map[string]func(path string) error{
		"deleted": os.Remove,
		"moved":   func(path string) error { return os.Rename(path, path+".old") },
		"replaced": func(path string) error {
			return errors.Join(os.WriteFile(path+".x", []byte("x"), 0o600), os.Rename(path+".x", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir, s := t.TempDir(), &shop{}
			lines := make(chan string, 100)
			j := openAt(t, dir, Options{Log: logged(func(m, _ string) { lines <- m })})
			lost := func(ctx context.Context) (Answer, error) { s.send(ctx); return Answer{}, errors.New("cut") } //nolint:errcheck // lost
			if _, err := j.Do(t.Context(), attempt("key-unknown", "pizza"), lost); !errors.Is(err, ErrOutcomeUnknown) {
				t.Fatal(err)
			}
			path := filepath.Join(dir, FileName)
			must(t, remove(path))
			select {
			case m := <-lines:
				if !strings.Contains(m, "removed or replaced") {
					t.Errorf("logged %q", m)
				}
			case <-time.After(time.Minute):
				t.Fatal("nobody noticed")
			}
			must(t, remove(path))
			_, err := j.Do(t.Context(), attempt("key-00002", "pizza"), s.send)
			must(t, err)
			must(t, j.Close())
			j = openAt(t, dir, Options{})
			if _, err := j.Do(t.Context(), attempt("key-unknown", "pizza"), s.send); !errors.Is(err, ErrOutcomeUnknown) || s.orders.Load() != 2 {
				t.Errorf("%v, %d orders", err, s.orders.Load())
			}
		})
	}
}

// A panic in the journal's work is logged.
func TestAPanicOfTheJournalIsLogged(t *testing.T) {
	lines := make(chan string, 100)
	j := openAt(t, t.TempDir(), Options{Log: logged(func(m, cause string) { lines <- m + " " + cause })})
	_, err := j.Do(t.Context(), attempt("key-00001", "pizza"), func(context.Context) (Answer, error) { panic("out of flour") })
	if !errors.Is(err, ErrOutcomeUnknown) {
		t.Error(err)
	}
	if line := <-lines; !strings.Contains(line, "out of flour") {
		t.Error(line)
	}
}

// A compaction that fails is logged, and the change that caused it is committed.
func TestAFailedCompactionIsLogged(t *testing.T) {
	disk, format, lines := &faultyDisk{}, fileFormat, make(chan string, 10)
	format.Disk = disk
	f := newFileOn(format, t.TempDir(), 100, logged(func(m, cause string) { lines <- m + ": " + cause }))
	defer f.Close()
	a := attempt("key-00001", "pizza")
	_, err := f.Begin(t.Context(), a.id(), a.record(epoch))
	must(t, err)
	f.mu.Lock()
	f.compactFrom, f.compacted = 0, time.Time{}
	f.mu.Unlock()
	disk.breaks("Rename")
	must(t, f.End(t.Context(), a.id(), nil))
	select {
	case line := <-lines:
		if line != "the order journal could not be compacted: Rename: input/output error" {
			t.Error(line)
		}
	default:
		t.Error("nothing is logged")
	}
}

// The journal's clock goes on without the jumps of the system's, which would free the keys of unknown orders. Each is told.
func TestClockJumps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var turned atomic.Int64
		system := func() time.Time { return time.Now().Add(time.Duration(turned.Load())) }
		lines := make(chan string, 10)
		log := slog.New(slog.NewTextHandler(writer(func(line string) { lines <- line }), nil))
		j, err := newOn(system, &memory{recs: map[ID]Record{}}, Options{Keys: keys, Log: log})
		must(t, err)
		defer j.Close()
		s, start := &shop{}, j.o.Now()
		lost := func(ctx context.Context) (Answer, error) { s.send(ctx); return Answer{}, errors.New("cut") } //nolint:errcheck // lost
		if _, err := j.Do(t.Context(), attempt("key-unknown", "pizza"), lost); !errors.Is(err, ErrOutcomeUnknown) {
			t.Fatal(err)
		}
		for _, c := range []struct {
			to   time.Duration
			says string
		}{{25 * time.Hour, "by=25h0m0s"}, {25*time.Hour + 59*time.Second, ""}, {-time.Hour, "by=-26h0m0s"}, {0, "by=1h0m0s"}} {
			turned.Store(int64(c.to))
			time.Sleep(10 * time.Second)
			got := ""
			for len(lines) > 0 {
				got += <-lines
			}
			if (got == "") != (c.says == "") || !strings.Contains(got, c.says) || strings.Count(got, "jumped") > 1 {
				t.Errorf("turned to %s it says %q", c.to, got)
			}
			if _, err := j.Do(t.Context(), attempt("key-unknown", "pizza"), s.send); !errors.Is(err, ErrOutcomeUnknown) || s.orders.Load() != 1 {
				t.Errorf("turned to %s: %v, %d orders", c.to, err, s.orders.Load())
			}
		}
		if passed := j.o.Now().Sub(start); passed != 40*time.Second {
			t.Errorf("%s have passed", passed)
		}
	})
	j := openAt(t, t.TempDir(), Options{})
	if j.o.Now().Round(0).Sub(time.Now().Round(0)).Abs() > time.Second {
		t.Error("the journal has another time than the system")
	}
}

// writer is an io.Writer of a log's lines.
type writer func(line string)

func (w writer) Write(line []byte) (int, error) { w(string(line)); return len(line), nil }

// sweepless is a store whose Sweep fails while broken is set.
type sweepless struct {
	memory
	broken atomic.Bool
}

func (s *sweepless) Sweep(context.Context, time.Time) error {
	if s.broken.Load() {
		return errors.New("input/output error")
	}
	return nil
}

// A journal that can't be written is told at once, whenever that begins, then once a minute.
func TestAnUnwritableJournalIsToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lines := 0
		log := slog.New(slog.NewTextHandler(writer(func(line string) { lines += strings.Count(line, "orders are refused") }), nil))
		store := &sweepless{memory: memory{recs: map[ID]Record{}}}
		j, err := New(store, Options{Keys: keys, Log: log})
		must(t, err)
		defer j.Close()
		time.Sleep(5500 * time.Millisecond)
		for i, c := range []struct {
			broken bool
			lasts  time.Duration
			lines  int
		}{{true, time.Second, 1}, {true, 58 * time.Second, 1}, {true, 2 * time.Second, 2}, {false, 10 * time.Second, 2}, {true, time.Second, 3}} {
			store.broken.Store(c.broken)
			time.Sleep(c.lasts)
			synctest.Wait()
			if lines != c.lines {
				t.Errorf("step %d: %d lines, not %d", i, lines, c.lines)
			}
		}
	})
}
