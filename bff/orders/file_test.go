package orders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"tablefront/bff/eventually"
	"tablefront/bff/recordlog"
)

// journalFile makes a journal in which orders were answered, freed and left open, and returns its bytes.
func journalFile(t testing.TB, orders int) []byte {
	t.Helper()
	dir := t.TempDir()
	f := newFile(dir, slog.New(slog.DiscardHandler))
	ctx := context.Background()
	random := rand.New(rand.NewPCG(1, uint64(orders)))
	var wg sync.WaitGroup
	for i := range orders {
		a := attempt(fmt.Sprintf("key-%05d", i), "")
		id, rec, what := a.id(), a.record(epoch), random.IntN(10)
		wg.Go(func() {
			_, err := f.Begin(ctx, id, rec)
			switch {
			case err != nil:
			case what == 0:
				err = f.End(ctx, id, nil)
			case what < 8:
				rec.State, rec.Status, rec.Sealed = Answered, 201, bytes.Repeat([]byte{byte(i + 1)}, what*10)
				err = f.End(ctx, id, &rec)
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	must(t, f.failure)
	must(t, f.Close())
	raw, err := os.ReadFile(filepath.Join(dir, FileName))
	must(t, err)
	return raw
}

// orderOn orders with a journal of these bytes. It returns why the journal was refused; nothing was sent then, and the file
// is as it was.
func orderOn(t *testing.T, raw []byte) error {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	must(t, os.WriteFile(path, raw, 0o600))
	var said error
	j := Open(dir, Options{Ciphers: ciphers, Log: logged(func(_ string, err string) {
		if said == nil {
			said = errors.New(err)
		}
	})})
	defer j.Close()
	s := &shop{}
	_, err := j.Do(context.Background(), attempt("key-after-damage", "pizza"), s.send)
	if err == nil {
		return nil
	}
	if !errors.Is(err, ErrUnwritable) || s.orders.Load() != 0 || j.Ready() {
		t.Errorf("%v, %d orders were sent", err, s.orders.Load())
	}
	if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, raw) {
		t.Errorf("the damaged file was changed: %v", err)
	}
	return said
}

// TestDamagedJournal: a journal with any byte changed, cut anywhere or overwritten refuses orders with a sentence that says
// what to do, before anything is sent. It is not replaced, and it never ends the process.
func TestDamagedJournal(t *testing.T) {
	whole := journalFile(t, 12)
	refused := func(name string, raw []byte) {
		t.Helper()
		if err := orderOn(t, raw); err == nil || !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), FileName) {
			t.Errorf("%s: told %v", name, err)
		}
	}
	refused("empty", nil)
	refused("text", bytes.Repeat([]byte("nonsense "), 20_000))
	refused("zeros", make([]byte, len(whole)))
	refused("twice", append(bytes.Clone(whole), whole...))
	step := 7
	if testing.Short() {
		step = 101
	}
	for at := 0; at < len(whole); at += step {
		flipped := bytes.Clone(whole)
		flipped[at] ^= 1 << (at % 8)
		refused(fmt.Sprint("byte ", at, " changed"), flipped)
		refused(fmt.Sprint("cut at ", at), whole[:at])
	}
	if err := orderOn(t, whole); err != nil {
		t.Errorf("the whole file: %v", err)
	}
}

// TestRotWhileRunning: a file that is cut under the running journal refuses orders; the process lives on.
func TestRotWhileRunning(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, FileName), journalFile(t, 90), 0o600))
	j := openAt(t, dir, Options{})
	s := &shop{}
	_, err := j.Do(context.Background(), attempt("key-before", "pizza"), s.send)
	must(t, err)
	must(t, os.Truncate(filepath.Join(dir, FileName), 1000))
	for i := range 20 {
		if _, err := j.Do(context.Background(), attempt(fmt.Sprintf("new-%05d", i), "pizza"), s.send); !errors.Is(err, ErrUnwritable) || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("order %d: %v", i, err)
		}
	}
	if s.orders.Load() != 1 {
		t.Errorf("%d orders were sent", s.orders.Load())
	}
}

// TestOtherVersions: the journal of a later version, as a downgrade finds it, is named as such and left alone.
func TestOtherVersions(t *testing.T) {
	later := filepath.Join(t.TempDir(), FileName)
	must(t, recordlog.Replace(later, recordlog.Format{Name: fileFormat.Name, Version: fileFormat.Version + 1}, func(func([]byte)) error { return nil }))
	raw, err := os.ReadFile(later)
	must(t, err)
	if err := orderOn(t, raw); err == nil || !strings.Contains(err.Error(), "another version") || strings.Contains(err.Error(), "damaged") {
		t.Errorf("a later version: %v", err)
	}
}

// TestRewritten: the file is written anew once a day, without what has expired; what is in it stays, also after a restart.
func TestRewritten(t *testing.T) {
	dir, s := t.TempDir(), &shop{}
	path := filepath.Join(dir, FileName)
	size := func() int64 {
		info, err := os.Stat(path)
		must(t, err)
		return info.Size()
	}
	synctest.Test(t, func(t *testing.T) {
		j := openAt(t, dir, Options{})
		for i := range 20 {
			_, err := j.Do(t.Context(), attempt(fmt.Sprintf("key-%05d", i), "pizza"), s.send)
			must(t, err)
		}
		full := size()
		time.Sleep(23 * time.Hour)
		lost := func(ctx context.Context) (Answer, error) { s.send(ctx); return Answer{}, errors.New("cut") }
		if _, err := j.Do(t.Context(), attempt("key-open", "pizza"), lost); !errors.Is(err, ErrOutcomeUnknown) {
			t.Fatal(err)
		}
		_, err := j.Do(t.Context(), attempt("key-answered", "pizza"), s.send)
		must(t, err)
		time.Sleep(2 * time.Hour)
		_, err = j.Do(t.Context(), attempt("key-later", "pizza"), s.send)
		must(t, err)
		if small := size(); small > full/4 {
			t.Errorf("%d bytes of %d", small, full)
		}
		must(t, j.Close())
		j = openAt(t, dir, Options{})
		before := s.orders.Load()
		if _, err := j.Do(t.Context(), attempt("key-open", "pizza"), s.send); !errors.Is(err, ErrOutcomeUnknown) {
			t.Errorf("the open order: %v", err)
		}
		if a, err := j.Do(t.Context(), attempt("key-answered", "pizza"), s.send); err != nil || !a.Replayed {
			t.Errorf("%+v, %v", a, err)
		}
		if s.orders.Load() != before {
			t.Error("an order was sent again")
		}
		must(t, j.Close())
	})
}

// TestHangingDisk: an order whose disk hangs is refused at its deadline, and its key is free once the disk is back, also
// after a restart.
func TestHangingDisk(t *testing.T) {
	dir, s := t.TempDir(), &shop{}
	synctest.Test(t, func(t *testing.T) {
		hang := make(chan struct{})
		f := newFile(dir, slog.New(slog.NewTextHandler(writer(func(string) { <-hang }), nil)))
		must(t, os.Remove(f.path)) // the writer reports that, and hangs in it
		j := New(f, Options{Ciphers: ciphers, Deadline: 15 * time.Second})
		for range 2 {
			if _, err := j.Do(t.Context(), attempt("key-00001", "pizza"), s.send); !errors.Is(err, ErrUnwritable) || s.orders.Load() != 0 {
				t.Errorf("%v, %d orders", err, s.orders.Load())
			}
		}
		if j.Ready() {
			t.Error("ready, though the disk hangs")
		}
		close(hang)
		eventually.True(t, "the condition holds", func() bool { j.mu.Lock(); defer j.mu.Unlock(); return len(j.unwritten) == 0 })
		must(t, j.Close())
	})
	j := openAt(t, dir, Options{})
	if a, err := j.Do(t.Context(), attempt("key-00001", "pizza"), s.send); err != nil || a.Replayed || s.orders.Load() != 1 {
		t.Errorf("after the restart: %+v, %v, %d orders", a, err, s.orders.Load())
	}
}

// FuzzJournalFile: whatever a file holds, opening it ends without a panic, and a journal that opens takes an order.
func FuzzJournalFile(f *testing.F) {
	whole := journalFile(f, 5)
	f.Add(whole)
	f.Add(whole[:len(whole)-3])
	f.Fuzz(func(t *testing.T, raw []byte) {
		orderOn(t, raw)
	})
}

// BenchmarkOpen is what reading the journal costs a start: that of a busy chain's day.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	const count = 100_000
	must(b, recordlog.Replace(filepath.Join(dir, FileName), fileFormat, func(add func([]byte)) error {
		for i := range count {
			a := attempt(fmt.Sprintf("key-%07d", i), "")
			rec := a.record(epoch)
			rec.State, rec.Sealed = Answered, bytes.Repeat([]byte{1}, 200)
			add(encodeChange(a.id(), &rec))
		}
		return nil
	}))
	for b.Loop() {
		f := newFile(dir, slog.New(slog.DiscardHandler))
		if len(f.records) != count {
			b.Fatal(len(f.records))
		}
		must(b, f.Close())
	}
}
