package orders

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

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
			lost := func(ctx context.Context) (Answer, error) { s.send(ctx); return Answer{}, errors.New("cut") }
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

// The journal's clock goes on without the jumps of the system's, which would free the keys of unknown orders. Each is told.
func TestClockJumps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var turned atomic.Int64
		system := func() time.Time { return time.Now().Add(time.Duration(turned.Load())) }
		lines := make(chan string, 10)
		log := slog.New(slog.NewTextHandler(writer(func(line string) { lines <- line }), nil))
		j := newOn(system, &memory{recs: map[ID]Record{}}, Options{Ciphers: ciphers, Log: log})
		defer j.Close()
		s, start := &shop{}, j.o.Now()
		lost := func(ctx context.Context) (Answer, error) { s.send(ctx); return Answer{}, errors.New("cut") }
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
		j := New(store, Options{Ciphers: ciphers, Log: log})
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
