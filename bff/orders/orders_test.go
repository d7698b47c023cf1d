package orders

import (
	"bytes"
	"context"
	"crypto/cipher"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"tablefront/bff/eventually"
)

// TestFile: the journal in the data folder.
func TestFile(t *testing.T) {
	conformance(t, func(t testing.TB) world {
		dir := t.TempDir()
		return world{open: func(testing.TB) Store { return newFile(dir, slog.New(slog.DiscardHandler)) }}
	})
}

// memory is a Store shared by several instances, with leases, as an outside store would be. It shows that the
// conformance run covers such a store.
type memory struct {
	mu   sync.Mutex
	recs map[ID]Record
}

func (m *memory) Begin(_ context.Context, id ID, rec Record) (*Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.recs[id]; ok && rec.Began.Before(old.Expires) {
		return &old, nil
	}
	rec.Live = true
	m.recs[id] = rec
	return nil, nil
}

func (m *memory) Load(_ context.Context, id ID) (*Record, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if old, ok := m.recs[id]; ok {
		return &old, nil
	}
	return nil, nil
}

func (m *memory) End(_ context.Context, id ID, rec *Record) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.recs, id)
	if rec != nil {
		m.recs[id] = *rec
	}
	return nil
}

func (m *memory) Sweep(_ context.Context, now time.Time) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, rec := range m.recs {
		if !now.Before(rec.Expires) {
			delete(m.recs, id)
		}
	}
	return nil
}

func (m *memory) Ready() bool { return true }

// Close ends the leases, as stopping an instance does.
func (m *memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for id, rec := range m.recs {
		rec.Live = false
		m.recs[id] = rec
	}
	return nil
}

func TestSharedStore(t *testing.T) {
	conformance(t, func(testing.TB) world {
		m := &memory{recs: map[ID]Record{}}
		return world{open: func(testing.TB) Store { return m }, shared: true}
	})
}

// logHandler calls said with the message and the error of each line.
type logHandler struct {
	slog.Handler
	mu   *sync.Mutex
	said func(message, err string)
}

func logged(said func(message, err string)) *slog.Logger {
	return slog.New(logHandler{slog.DiscardHandler, new(sync.Mutex), said})
}

func (h logHandler) Enabled(context.Context, slog.Level) bool { return true }

func (h logHandler) Handle(_ context.Context, r slog.Record) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	err := ""
	r.Attrs(func(a slog.Attr) bool {
		if a.Key == "error" || a.Key == "panic" {
			err = a.Value.String()
		}
		return true
	})
	h.said(r.Message, err)
	return nil
}

func openAt(t testing.TB, dir string, o Options) *Journal {
	t.Helper()
	o.Ciphers = ciphers
	j := Open(dir, o)
	t.Cleanup(func() { j.Close() })
	return j
}

// TestNothingPersonalOnDisk: neither subject, key, body nor answer can be read in the file.
func TestNothingPersonalOnDisk(t *testing.T) {
	dir := t.TempDir()
	j := openAt(t, dir, Options{})
	a := attempt("CANARY-key-1", "CANARY-body")
	a.Subject = "CANARY-token"
	_, err := j.Do(context.Background(), a, func(context.Context) (Answer, error) {
		return Answer{Status: 201, Body: []byte(`{"code":"CANARY-code","url":"https://pay.example/CANARY"}`)}, nil
	})
	must(t, err)
	must(t, j.Close())
	raw, err := os.ReadFile(filepath.Join(dir, FileName))
	must(t, err)
	if bytes.Contains(raw, []byte("CANARY")) {
		t.Error("the journal shows what it must not")
	}
	if bytes.Contains(raw, a.BodyHash[:]) {
		t.Error("the journal holds the bare hash of a body, which can be searched for")
	}
	if info, _ := os.Stat(filepath.Join(dir, FileName)); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
}

// TestKeyRotation: after the session key changed, an answer made with a listed key is replayed; one made with a dropped
// key is unknown. Neither is ordered again.
func TestKeyRotation(t *testing.T) {
	dir, s := t.TempDir(), &shop{}
	second := cipherOf(bytes.Repeat([]byte{7}, 32))
	for i, run := range []struct {
		ciphers []cipher.AEAD
		want    error
	}{
		{ciphers, nil}, {[]cipher.AEAD{second, ciphers[0]}, nil}, {[]cipher.AEAD{second}, ErrOutcomeUnknown}, {nil, ErrOutcomeUnknown},
	} {
		j := Open(dir, Options{Ciphers: run.ciphers})
		if _, err := j.Do(context.Background(), attempt("key-00001", "pizza"), s.send); !errors.Is(err, run.want) {
			t.Errorf("run %d: %v", i, err)
		}
		must(t, j.Close())
	}
	if s.orders.Load() != 1 {
		t.Errorf("%d orders", s.orders.Load())
	}
}

// TestUnwritable: docs/failures.md F27. A folder that cannot be written refuses orders before they are sent, does not keep the
// shop from starting, and orders go through as soon as it can be written.
func TestUnwritable(t *testing.T) {
	blocker := filepath.Join(t.TempDir(), "data")
	must(t, os.WriteFile(blocker, nil, 0o600)) // a file where the folder should be: fails for root too
	warned := make(chan string, 100)
	j := openAt(t, blocker, Options{Log: logged(func(m, _ string) {
		select {
		case warned <- m:
		default:
		}
	})})
	s := &shop{}
	if _, err := j.Do(context.Background(), attempt("key-00001", "pizza"), s.send); !errors.Is(err, ErrUnwritable) {
		t.Errorf("got %v", err)
	}
	if s.orders.Load() != 0 || j.Ready() {
		t.Errorf("%d orders sent, ready %v", s.orders.Load(), j.Ready())
	}
	if m := <-warned; !strings.Contains(m, "orders are refused") {
		t.Errorf("warned %q", m)
	}
	must(t, os.Remove(blocker))
	eventually.True(t, "the journal is ready", j.Ready)
	_, err := j.Do(context.Background(), attempt("key-00001", "pizza"), s.send)
	must(t, err)
}

// TestDiskFull: when the file cannot grow, orders are refused before they are sent; those in the journal stay closed.
// Its limit holds for the whole process, so it has its own.
func TestDiskFull(t *testing.T) {
	if os.Getenv("ORDERS_DISK_FULL") == "" {
		child := exec.Command(os.Args[0], "-test.run=^TestDiskFull$")
		child.Env = append(os.Environ(), "ORDERS_DISK_FULL=1")
		if out, err := child.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	f := newFile(t.TempDir(), slog.New(slog.DiscardHandler))
	grows := bounded(t, 2<<20)
	j := New(f, Options{Ciphers: ciphers})
	defer j.Close()
	var sent atomic.Int64
	send := func(context.Context) (Answer, error) {
		sent.Add(1)
		return Answer{Status: 201, Body: bytes.Repeat([]byte{'x'}, 60_000)}, nil
	}
	full := 0
	var out []string
	for i := range 80 {
		before := sent.Load()
		key := fmt.Sprintf("key-%05d", i)
		_, err := j.Do(context.Background(), attempt(key, "pizza"), send)
		switch {
		case err == nil && sent.Load() == before+1:
			out = append(out, key)
		case errors.Is(err, ErrUnwritable) && sent.Load() == before:
			full++
		default:
			t.Fatalf("order %d: %v, sent %d", i, err, sent.Load()-before)
		}
	}
	if full == 0 {
		t.Fatal("the disk never got full: this test tests nothing")
	}
	// Whatever was sent is answered, and never sent again, also once the file can grow.
	total := sent.Load()
	for _, key := range out {
		if _, err := j.Do(context.Background(), attempt(key, "pizza"), send); err != nil {
			t.Fatalf("%s again: %v", key, err)
		}
	}
	if sent.Load() != total {
		t.Errorf("%d orders were sent again", sent.Load()-total)
	}
	grows()
	eventually.True(t, "an order is taken after the fault", func() bool {
		_, err := j.Do(context.Background(), attempt("key-after", "pizza"), send)
		return err == nil
	})
	if sent.Load() != total+1 {
		t.Errorf("%d orders were sent again", sent.Load()-total-1)
	}
}

// bounded makes every file of this process fail to grow beyond size, until the returned function is called.
func bounded(t *testing.T, size uint64) (unbounded func()) {
	var was syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &was))
	signal.Ignore(syscall.SIGXFSZ) // the write fails instead
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: size, Max: was.Max}))
	return func() { must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &was)) }
}

// TestTmpfsFull is TestDiskFull with a real full file system, where mounting one is allowed.
func TestTmpfsFull(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); err != nil {
		t.Skipf("no file system can be mounted here: %v", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	must(t, os.WriteFile(filepath.Join(dir, "filler"), make([]byte, 900<<10), 0o600))
	j := openAt(t, dir, Options{})
	rest := filepath.Join(dir, "rest")
	if err := os.WriteFile(rest, make([]byte, 1<<20), 0o600); err == nil || j.Ready() {
		t.Errorf("%v: ready %v on a full disk, without an order", err, j.Ready())
	}
	must(t, os.Remove(rest))
	eventually.True(t, "the journal is ready", j.Ready)
	var sent atomic.Int64
	send := func(context.Context) (Answer, error) {
		sent.Add(1)
		return Answer{Status: 201, Body: bytes.Repeat([]byte{'x'}, 2000)}, nil
	}
	refused := false
	for i := 0; i < 500 && !refused; i++ {
		before := sent.Load()
		_, err := j.Do(context.Background(), attempt(fmt.Sprintf("key-%05d", i), "pizza"), send)
		refused = errors.Is(err, ErrUnwritable)
		if refused == (sent.Load() > before) {
			t.Fatalf("order %d: %v, sent %d", i, err, sent.Load()-before)
		}
	}
	if !refused {
		t.Fatal("the disk never got full")
	}
	must(t, os.Remove(filepath.Join(dir, "filler")))
	eventually.True(t, "the condition holds", func() bool {
		_, err := j.Do(context.Background(), attempt("key-after", "pizza"), send)
		return err == nil
	})
}

// faulty is a Store whose ends fail while the switch is on.
type faulty struct {
	Store
	broken atomic.Bool
}

var errDisk = errors.New("no space left on device")

func (f *faulty) End(ctx context.Context, id ID, rec *Record) error {
	if f.broken.Load() {
		return errDisk
	}
	return f.Store.End(ctx, id, rec)
}

// TestEndNotWritten: the disk fills up between sending and the answer. The customer gets the answer, a repeat gets it
// again, a freed key is free, and it is on disk once there is room.
func TestEndNotWritten(t *testing.T) {
	dir := t.TempDir()
	f := &faulty{Store: newFile(dir, slog.New(slog.DiscardHandler))}
	j := New(f, Options{Ciphers: ciphers})
	s := &shop{}
	ctx := context.Background()
	f.broken.Store(true)
	for range 3 {
		_, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send)
		must(t, err)
	}
	notSent := func(context.Context) (Answer, error) { return Answer{}, ErrNotSent }
	if _, err := j.Do(ctx, attempt("key-00002", "pizza"), notSent); !errors.Is(err, ErrNotSent) {
		t.Fatal(err)
	}
	if _, err := j.Do(ctx, attempt("key-00002", "pizza"), s.send); !errors.Is(err, ErrUnwritable) {
		t.Errorf("a freed key whose new attempt cannot be journaled: %v", err)
	}
	if n := s.orders.Load(); n != 1 {
		t.Fatalf("%d orders", n)
	}
	f.broken.Store(false)
	eventually.True(t, "the condition holds", func() bool { j.mu.Lock(); defer j.mu.Unlock(); return len(j.unwritten) == 0 })
	must(t, j.Close())
	j = openAt(t, dir, Options{})
	if a, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send); err != nil || !a.Replayed {
		t.Errorf("after the restart: %+v %v", a, err)
	}
	if a, err := j.Do(ctx, attempt("key-00002", "pizza"), s.send); err != nil || a.Replayed {
		t.Errorf("the freed key: %+v %v", a, err)
	}
}

// TestBacklog: while too many outcomes could not be written, orders are refused before they are sent; none is forgotten.
func TestBacklog(t *testing.T) {
	f := &faulty{Store: newFile(t.TempDir(), slog.New(slog.DiscardHandler))}
	j := New(f, Options{Ciphers: ciphers})
	defer j.Close()
	f.broken.Store(true)
	for i := range maxUnwritten {
		j.remember(attempt(fmt.Sprintf("key-%05d", i), "").id(), nil)
	}
	s := &shop{}
	if _, err := j.Do(context.Background(), attempt("one-too-many", "pizza"), s.send); !errors.Is(err, ErrUnwritable) || s.orders.Load() != 0 {
		t.Errorf("%v, %d orders", err, s.orders.Load())
	}
	f.broken.Store(false)
	eventually.True(t, "the condition holds", func() bool {
		_, err := j.Do(context.Background(), attempt("one-too-many", "pizza"), s.send)
		return err == nil && s.orders.Load() == 1
	})
}

// held is a Store whose End waits for a result, and whose readiness the test sets.
type held struct {
	Store
	ends    atomic.Int64
	results chan error
	ready   atomic.Bool
}

func (h *held) End(context.Context, ID, *Record) error { h.ends.Add(1); return <-h.results }
func (h *held) Ready() bool                            { return h.ready.Load() }

// TestWrittenAgain: a caller that comes while an unwritten outcome is written waits for it. A key that got free is used; one
// that did not is refused; a recorded response is given in either case.
func TestWrittenAgain(t *testing.T) {
	failed := errors.New("disk")
	for _, c := range []struct {
		name     string
		answered bool
		end      error
		want     error
		orders   int64
	}{
		{"the key is freed", false, nil, nil, 1},
		{"the key is not freed", false, failed, ErrUnwritable, 0},
		{"the response is written", true, nil, nil, 0},
		{"the response is not written", true, failed, nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := &held{Store: &memory{recs: map[ID]Record{}}, results: make(chan error)}
				j := New(h, Options{Ciphers: ciphers})
				close(j.stop) // the test sweeps
				j.sweeping.Wait()
				a := attempt("key-00001", "pizza")
				var outcome *Record
				if c.answered {
					rec := a.record(j.o.Now())
					rec.State, rec.Status, rec.Sealed = Answered, 201, j.sealer.seal(a.id(), Answer{Status: 201, Body: []byte("{}")})
					outcome = &rec
					_, err := h.Begin(t.Context(), a.id(), rec)
					must(t, err)
				}
				j.remember(a.id(), outcome)
				written := make(chan struct{})
				go func() { defer close(written); j.writeAgain(t.Context()) }()
				synctest.Wait()
				s, done := &shop{}, make(chan error, 1)
				go func() {
					got, err := j.Do(t.Context(), a, s.send)
					if c.answered && !got.Replayed {
						err = errors.Join(err, errors.New("it is not the recorded response"))
					}
					done <- err
				}()
				synctest.Wait() // the caller waits
				h.results <- c.end
				<-written
				if c.orders > 0 {
					h.results <- nil // the outcome of the order that is sent now
				}
				if err := <-done; !errors.Is(err, c.want) || c.want == nil && err != nil {
					t.Errorf("%v, want %v", err, c.want)
				}
				if s.orders.Load() != c.orders || h.ends.Load() != 1+c.orders {
					t.Errorf("%d orders, %d writes", s.orders.Load(), h.ends.Load())
				}
			})
		})
	}
}

// TestWritingAgainStopsAtADeadDisk: a store that failed and is not ready is not asked for each of ten thousand outcomes.
func TestWritingAgainStopsAtADeadDisk(t *testing.T) {
	for _, c := range []struct {
		err   error
		ready bool
		want  int64
	}{{errors.New("disk"), false, 1}, {errors.New("disk"), true, 3}, {nil, false, 3}} {
		h := &held{Store: &memory{recs: map[ID]Record{}}, results: make(chan error, 3)}
		h.ready.Store(c.ready)
		j := New(h, Options{Ciphers: ciphers})
		close(j.stop)
		j.sweeping.Wait()
		for i := range 3 {
			j.remember(attempt(fmt.Sprintf("key-%05d", i), "").id(), nil)
			h.results <- c.err
		}
		j.writeAgain(t.Context())
		if n := h.ends.Load(); n != c.want {
			t.Errorf("%v, ready %v: %d writes, want %d", c.err, c.ready, n, c.want)
		}
	}
}

// TestUnwrittenExpires: an outcome that can't be written, as when the store has another attempt's record, is given up once it
// has expired.
func TestUnwrittenExpires(t *testing.T) {
	c := newClock()
	f := &faulty{Store: newFile(t.TempDir(), slog.New(slog.DiscardHandler))}
	j := New(f, Options{Ciphers: ciphers, Now: c.now})
	defer j.Close()
	f.broken.Store(true)
	_, err := j.Do(context.Background(), attempt("key-00001", "pizza"), (&shop{}).send)
	must(t, err)
	unwritten := func() int { j.mu.Lock(); defer j.mu.Unlock(); return len(j.unwritten) }
	c.forward(keep - time.Minute)
	j.writeAgain(context.Background())
	if unwritten() != 1 {
		t.Error("the outcome is forgotten")
	}
	c.forward(time.Minute)
	j.writeAgain(context.Background())
	if unwritten() != 0 {
		t.Error("an expired outcome is still retried")
	}
}

// TestTwoProcesses: while another process holds the file, orders are refused; they are accepted after it has exited.
func TestTwoProcesses(t *testing.T) {
	dir, s := t.TempDir(), &shop{}
	old := openAt(t, dir, Options{})
	next := openAt(t, dir, Options{})
	if _, err := next.Do(context.Background(), attempt("key-00001", "pizza"), s.send); !errors.Is(err, ErrUnwritable) || s.orders.Load() != 0 {
		t.Errorf("%v, %d orders", err, s.orders.Load())
	}
	must(t, old.Close())
	eventually.True(t, "the condition holds", func() bool {
		_, err := next.Do(context.Background(), attempt("key-00001", "pizza"), s.send)
		return err == nil
	})
}

// TestDamagedFile: a file that is no journal refuses orders and says so; it is not replaced, since open orders may be in
// it.
func TestDamagedFile(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, FileName), bytes.Repeat([]byte("garbage "), 4096), 0o600))
	var warned error
	j := openAt(t, dir, Options{Log: logged(func(_, err string) {
		if warned == nil {
			warned = errors.New(err)
		}
	})})
	if warned == nil || !strings.Contains(warned.Error(), "damaged") {
		t.Errorf("warned %v", warned)
	}
	s := &shop{}
	if _, err := j.Do(context.Background(), attempt("key-00001", "pizza"), s.send); !errors.Is(err, ErrUnwritable) || s.orders.Load() != 0 {
		t.Errorf("%v, %d orders", err, s.orders.Load())
	}
}

// TestDeadline: a send ends by its own deadline, and the key stays closed.
func TestDeadline(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		j := New(&memory{recs: map[ID]Record{}}, Options{Ciphers: ciphers, Deadline: 15 * time.Second})
		defer j.Close()
		began := time.Now()
		_, err := j.Do(t.Context(), attempt("key-00001", "pizza"), func(ctx context.Context) (Answer, error) {
			<-ctx.Done()
			return Answer{}, ctx.Err()
		})
		if !errors.Is(err, ErrOutcomeUnknown) || !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != 15*time.Second {
			t.Errorf("got %v after %s", err, time.Since(began))
		}
	})
}

// TestKilled: docs/failures.md F17. A process is killed at random instants while it orders; the orders it sent are counted
// outside it (a file that it appends to before it "answers"). Afterwards no key was ordered twice, and every order that
// the dead process got to know is replayed or unknown, never free.
func TestKilled(t *testing.T) {
	if dir := os.Getenv("TABLEFRONT_TEST_KILLED"); dir != "" {
		orderUntilKilled(dir)
		return
	}
	dir := t.TempDir()
	rounds := 12
	if testing.Short() {
		rounds = 3
	}
	for round := range rounds {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKilled$")
		cmd.Env = append(os.Environ(), "TABLEFRONT_TEST_KILLED="+dir, fmt.Sprintf("TABLEFRONT_TEST_ROUND=%d", round))
		must(t, cmd.Start())
		before := lines(t, dir, "upstream")
		// Not after a time, but after some orders: each round dies at another point.
		eventually.True(t, "the condition holds", func() bool { return len(lines(t, dir, "upstream")) >= len(before)+5+round*3 })
		must(t, cmd.Process.Kill())
		cmd.Wait()
	}

	seen := map[string]int{}
	for _, key := range lines(t, dir, "upstream") {
		seen[key]++
	}
	j := openAt(t, dir, Options{})
	known, unknown := 0, 0
	for key, n := range seen {
		if n != 1 {
			t.Errorf("%s was ordered %d times", key, n)
		}
		a, err := j.Do(context.Background(), attempt(key, "pizza"), func(context.Context) (Answer, error) {
			t.Errorf("%s was free again although it was ordered", key)
			return Answer{}, ErrNotSent
		})
		switch {
		case err == nil && a.Replayed && string(a.Body) == key:
			known++
		case errors.Is(err, ErrOutcomeUnknown):
			unknown++
		default:
			t.Errorf("%s: %+v %v", key, a, err)
		}
	}
	for _, key := range lines(t, dir, "answered") {
		a, err := j.Do(context.Background(), attempt(key, "pizza"), (&shop{}).send)
		if err != nil || string(a.Body) != key {
			t.Errorf("%s had been answered and is lost: %v", key, err)
		}
	}
	t.Logf("%d kills, %d orders: %d replayed, %d unknown, 0 twice", rounds, len(seen), known, unknown)
}

func lines(t testing.TB, dir, name string) []string {
	raw, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	parts := strings.Split(string(raw), "\n")
	return parts[:len(parts)-1]
}

// orderUntilKilled orders with several customers at once. Each customer tries every key of the earlier rounds again,
// as a browser does after an error.
func orderUntilKilled(dir string) {
	j := Open(dir, Options{Ciphers: ciphers})
	note := func(name, key string) {
		f, err := os.OpenFile(filepath.Join(dir, name), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
		if err != nil {
			panic(err)
		}
		defer f.Close()
		if _, err := f.WriteString(key + "\n"); err != nil {
			panic(err)
		}
	}
	do := func(key string) {
		a, err := j.Do(context.Background(), attempt(key, "pizza"), func(context.Context) (Answer, error) {
			note("upstream", key)
			return Answer{Status: 201, Body: []byte(key)}, nil
		})
		if err == nil && !a.Replayed {
			note("answered", key)
		}
	}
	raw, _ := os.ReadFile(filepath.Join(dir, "upstream"))
	for _, key := range strings.Fields(string(raw)) {
		do(key)
	}
	for c := range 8 {
		go func() {
			for n := 0; ; n++ {
				key := fmt.Sprintf("key-%s-%d-%d", os.Getenv("TABLEFRONT_TEST_ROUND"), c, n)
				do(key)
				do(key)
			}
		}()
	}
	select {}
}

// load orders n times with many customers at once: one order each interval, or with none as fast as they can.
func load(t testing.TB, j *Journal, customers, n int, interval time.Duration) (perSecond float64, p99 time.Duration) {
	var next atomic.Int64
	times := make([]time.Duration, n)
	var wg sync.WaitGroup
	began := time.Now()
	for range customers {
		wg.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				at := time.Now()
				if interval > 0 {
					at = began.Add(time.Duration(i) * interval)
					time.Sleep(time.Until(at))
				}
				_, err := j.Do(context.Background(), attempt(fmt.Sprintf("key-%v-%07d", interval, i), "pizza"), func(context.Context) (Answer, error) {
					return Answer{Status: 201, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte(`{"id":1042,"code":"A-1042"}`)}, nil
				})
				times[i] = time.Since(at)
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	wg.Wait()
	took := time.Since(began)
	slices.Sort(times)
	return float64(n) / took.Seconds(), times[n*99/100]
}

func BenchmarkOrders(b *testing.B) {
	j := openAt(b, b.TempDir(), Options{})
	b.ResetTimer()
	rate, _ := load(b, j, 64, b.N, 0)
	_, p99 := load(b, j, 64, b.N, time.Second/500)
	b.ReportMetric(rate, "orders/s")
	b.ReportMetric(float64(p99.Microseconds())/1000, "p99-ms-at-500/s")
}

// A journal and a Redis of an older program are read: version 2 of a record, byte by byte.
func TestTheFormatOfARecord(t *testing.T) {
	rec := Record{State: Answered, Status: 201, Began: time.UnixMilli(1), Expires: time.UnixMilli(2), Subject: Tag{3}, Body: Tag{4}, Branch: "b", Call: "c", RequestID: "r", Sealed: []byte{5}}
	tag := func(first byte) []byte { return append([]byte{first}, make([]byte, 31)...) }
	want := slices.Concat([]byte{2, 2, 0, 201, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 2}, tag(3), tag(4), []byte{0, 1, 'b', 0, 1, 'c', 0, 1, 'r', 5})
	if got := rec.Append(nil); !bytes.Equal(got, want) {
		t.Errorf("% x", got)
	}
	if got, err := ParseRecord(want); err != nil || !reflect.DeepEqual(*got, rec) {
		t.Errorf("%+v, %v", got, err)
	}
}

// FuzzRecord: what a file may hold never breaks the reader, and what is read is written the same.
func FuzzRecord(f *testing.F) {
	rec := Record{State: Answered, Expires: epoch, Sealed: []byte("sealed")}
	raw := rec.Append(nil)
	f.Add(raw)
	f.Add(raw[:binary.Size(recordHead{})])
	f.Add([]byte{recordVersion, byte(Sent)})
	f.Fuzz(func(t *testing.T, raw []byte) {
		rec, err := ParseRecord(raw)
		if err != nil {
			return
		}
		if again := rec.Append(nil); !bytes.Equal(again, raw) {
			t.Fatalf("%x was read and written as %x", raw, again)
		}
	})
}

// FuzzAnswer: as FuzzRecord, for the answer inside.
func FuzzAnswer(f *testing.F) {
	f.Add(encodeAnswer(Answer{Status: 201, Header: http.Header{"Content-Type": {"application/json"}}, Body: []byte("{}")}))
	f.Add([]byte{0, 200, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, raw []byte) {
		a, err := decodeAnswer(raw)
		if err != nil {
			return
		}
		b, err := decodeAnswer(encodeAnswer(a))
		if err != nil || b.Status != a.Status || !bytes.Equal(a.Body, b.Body) {
			t.Fatalf("%x", raw)
		}
	})
}

// TestAnswerRoundTrip: every recorded part of a response is restored unchanged.
func TestAnswerRoundTrip(t *testing.T) {
	s := sealer(ciphers)
	rapid.Check(t, func(t *rapid.T) {
		a := Answer{Status: rapid.IntRange(100, 599).Draw(t, "status"), Header: http.Header{}, Body: rapid.SliceOf(rapid.Byte()).Draw(t, "body")}
		a.Header.Set("Content-Type", rapid.StringMatching(`[ -~]{0,60}`).Draw(t, "type"))
		id := ID(rapid.SliceOfN(rapid.Byte(), 32, 32).Draw(t, "id"))
		sealed := s.seal(id, a)
		b, err := s.open(id, sealed)
		if err != nil || b.Status != a.Status || !bytes.Equal(b.Body, a.Body) || b.Header.Get("Content-Type") != a.Header.Get("Content-Type") {
			t.Fatalf("%+v came back as %+v, %v", a, b, err)
		}
		id[0] ^= 1
		if _, err := s.open(id, sealed); err == nil {
			t.Fatal("an answer opens under another id")
		}
	})
}

// late is a Store whose Begin takes all the time there is.
type late struct {
	Store
	hang atomic.Bool
}

func (l *late) Begin(ctx context.Context, id ID, rec Record) (*Record, error) {
	if l.hang.Load() {
		<-ctx.Done()
		ctx = context.WithoutCancel(ctx)
	}
	return l.Store.Begin(ctx, id, rec)
}

// TestLateDisk: if writing to the disk takes the whole deadline, the order is refused as not sent.
func TestLateDisk(t *testing.T) {
	dir := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		store := &late{Store: newFile(dir, slog.New(slog.DiscardHandler))}
		j := New(store, Options{Ciphers: ciphers, Deadline: 15 * time.Second})
		defer j.Close()
		s := &shop{}
		store.hang.Store(true)
		if _, err := j.Do(t.Context(), attempt("key-00001", "pizza"), s.send); !errors.Is(err, ErrUnwritable) || errors.Is(err, ErrOutcomeUnknown) || s.orders.Load() != 0 {
			t.Errorf("%v, %d orders", err, s.orders.Load())
		}
		store.hang.Store(false)
		eventually.True(t, "the condition holds", func() bool { // the refused order's entry is removed first
			a, err := j.Do(t.Context(), attempt("key-00001", "pizza"), s.send)
			return err == nil && !a.Replayed
		})
	})
}
