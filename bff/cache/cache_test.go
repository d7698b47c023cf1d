package cache

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"tablefront/bff/representation"
	"tablefront/bff/upstream"
)

// clock is a time that tests turn.
type clock struct{ at atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.at.Store(time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC).UnixNano())
	return c
}

func (c *clock) now() time.Time       { return time.Unix(0, c.at.Load()) }
func (c *clock) turn(d time.Duration) { c.at.Add(int64(d)) }

// look says what a Get would find now, without its fetch.
func (k *Cache) look(key string) State {
	it, now := k.item(key), k.o.Now()
	switch e := k.Peek(key); {
	case k.isFresh(it):
		return Hit
	case e != nil && (it.failed != nil && now.Before(it.next) || e.Age(now) < k.policies[e.Class].relaxed):
		return Stale
	}
	return Miss
}

// get is a Get of what is stored.
func (u *backend) get(ctx context.Context) (*Entry, State, error) {
	return u.k.Get(ctx, u.key, true, u.fetch)
}

// refreshed is a get that waits for the refresh even if that takes longer than refreshTimeout, as on a busy machine.
func (u *backend) refreshed(ctx context.Context) (*Entry, State, error) {
	for {
		if e, s, err := u.get(ctx); s != Stale || err != nil {
			return e, s, err
		}
	}
}

// backend has a Fetcher that counts.
type backend struct {
	k     *Cache
	key   string
	class Class
	calls atomic.Int64
	body  atomic.Value
	err   atomic.Value
	gate  chan struct{}
}

func (u *backend) fetch(ctx context.Context) (*Entry, error) {
	u.calls.Add(1)
	if u.gate != nil {
		select {
		case <-u.gate:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if err, ok := u.err.Load().(failure); ok && err.error != nil {
		return nil, err.error
	}
	body, _ := u.body.Load().(string)
	return NewEntry(u.key, u.class, []byte(body), u.k.o.Now()), nil
}

// errGone is the error of an answer 404.
type errGone struct{}

func (errGone) Error() string             { return "gone" }
func (errGone) Verdict() upstream.Verdict { return upstream.Gone }

// failure holds an error, so that one type is stored.
type failure struct{ error }

// complete returns options with the program's values for those that a test does not name.
func complete(o Options) Options {
	o.TTL, o.MaxBytes, o.FetchTimeout = cmp.Or(o.TTL, 5*time.Minute), cmp.Or(o.MaxBytes, 20<<20), cmp.Or(o.FetchTimeout, 10*time.Second)
	o.Log = cmp.Or(o.Log, slog.New(slog.DiscardHandler))
	return o
}

func newCache(t testing.TB, o Options) (*Cache, *clock) {
	t.Helper()
	c := newClock()
	o.Now = c.now
	k := New(complete(o))
	t.Cleanup(k.Close)
	return k, c
}

func (u *backend) says(s string) *backend { u.body.Store(s); u.err.Store(failure{}); return u }

func TestFreshThenStaleThenExpired(t *testing.T) {
	k, c := newCache(t, Options{TTL: time.Minute})
	for _, class := range []Class{Settings, Catalogue, Hours} {
		u := (&backend{k: k, key: "h de " + class.String(), class: class}).says("one")
		if _, s, err := u.get(t.Context()); err != nil || s != Miss {
			t.Fatal(s, err)
		}
		p := k.policies[class]
		c.turn(p.fresh - time.Second)
		if s := k.look(u.key); s != Hit {
			t.Errorf("%s is %s before its time", class, s)
		}
		c.turn(2 * time.Second)
		if s := k.look(u.key); s != Stale {
			t.Errorf("%s is %s after its time", class, s)
		}
		u.err.Store(failure{errors.New("down")})
		c.turn(p.relaxed)
		if s := k.look(u.key); s != Miss {
			t.Errorf("%s is %s long after its time", class, s)
		}
		if got, s, err := u.refreshed(t.Context()); err == nil || s != Stale || string(got.Body) != "one" {
			t.Errorf("%s while the upstream fails: %v %v", class, s, err)
		}
		if s := k.look(u.key); s != Stale {
			t.Errorf("%s just after a failed refresh: %s", class, s)
		}
		c.turn(25 * time.Hour)
		got, _, err := u.get(t.Context())
		if kept := p.usable == forever; (got != nil) != kept {
			t.Errorf("%s after a day: %v", class, err)
		}
	}
}

func TestARefreshRunsOnceAndReplacesTheEntry(t *testing.T) {
	k, c := newCache(t, Options{})
	u := (&backend{k: k, key: "h de areas", class: Catalogue}).says("old")
	u.get(t.Context())
	c.turn(time.Minute)
	u.gate = make(chan struct{})
	u.says("new")
	for range 100 {
		k.Refresh(u.key, u.fetch)
		if got, s, err := u.get(t.Context()); err != nil || s != Stale || string(got.Body) != "old" {
			t.Fatal(got, s, err)
		}
	}
	close(u.gate)
	waitFor(t, func() bool { return k.look(u.key) == Hit })
	if u.calls.Load() != 2 {
		t.Fatalf("%d calls", u.calls.Load())
	}
	if got := k.Peek(u.key); string(got.Body) != "new" {
		t.Fatalf("%s", got.Body)
	}
}

// A price from 8,50 to 9,50 has the same length: the compressed forms of the old body are not taken over.
func TestABodyOfTheSameLengthIsAnother(t *testing.T) {
	k, c := newCache(t, Options{})
	menu := func(price string) string { return price + strings.Repeat(" ", packFrom) }
	u := (&backend{k: k, key: "h de products/menus", class: Catalogue}).says(menu("8,50"))
	fetched := func() *Entry {
		t.Helper()
		e, _, err := u.refreshed(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	old := fetched()
	before := old.Encoded(representation.Gzip)
	c.turn(time.Hour)
	same := fetched()
	if again := same.Encoded(representation.Gzip); &again[0] != &before[0] {
		t.Error("the same body is compressed again")
	}
	c.turn(time.Hour)
	u.says(menu("9,50"))
	e := fetched()
	form := e.Encoded(representation.Gzip)
	if form == nil {
		t.Fatal("the new body is never compressed")
	}
	r, err := gzip.NewReader(bytes.NewReader(form))
	if err != nil {
		t.Fatal(err)
	}
	if text, err := io.ReadAll(r); err != nil || string(text) != menu("9,50") || e.ETag == old.ETag {
		t.Errorf("%.8s, %v, ETag %s", text, err, e.ETag)
	}
}

func TestAFailedRefreshIsNotRetriedAtOnce(t *testing.T) {
	k, c := newCache(t, Options{})
	u := (&backend{k: k, key: "h de areas", class: Catalogue}).says("old")
	u.get(t.Context())
	c.turn(time.Minute)
	u.err.Store(failure{errors.New("down")})
	k.Refresh(u.key, u.fetch)
	waitFor(t, func() bool { _, failure := k.Last(u.key); return failure != nil })
	for range 50 {
		k.Refresh(u.key, u.fetch)
		if got, s, err := u.get(t.Context()); err == nil || s != Stale || string(got.Body) != "old" {
			t.Fatal(got, s, err)
		}
	}
	if u.calls.Load() != 2 {
		t.Fatalf("%d calls within a second", u.calls.Load())
	}
	c.turn(2 * time.Second)
	k.Refresh(u.key, u.fetch)
	waitFor(t, func() bool { return u.calls.Load() == 3 })
}

// A caller that finds a stale entry just after its refresh was stored gets no fetch of its own, since that one is still running: the next caller does.
func TestACallerAtTheEndOfAFetchLeavesNothingStale(t *testing.T) {
	var u *backend
	var c *clock
	var late atomic.Int64
	var k *Cache
	k, c = newCache(t, Options{Changed: func(string) {
		c.turn(time.Minute)
		if _, s, err := u.get(t.Context()); err == nil && s == Stale {
			late.Add(1)
		}
	}})
	u = (&backend{k: k, key: "h de products/menus", class: Catalogue}).says("one")
	if _, s, err := u.get(t.Context()); err != nil || s != Miss || late.Load() != 1 {
		t.Fatal(s, err, late.Load())
	}
	u.says("two")
	waitFor(t, func() bool {
		got, _, err := u.get(t.Context())
		return err == nil && string(got.Body) == "two"
	})
}

func TestConcurrentCallersShareOneFetchThatOutlivesTheFirst(t *testing.T) {
	k, _ := newCache(t, Options{})
	u := (&backend{k: k, key: "h de areas", class: Catalogue, gate: make(chan struct{})}).says("x")
	ctx, cancel := context.WithCancel(t.Context())
	first := make(chan error, 1)
	go func() { _, _, err := k.Get(ctx, u.key, true, u.fetch); first <- err }()
	waitFor(t, func() bool { return u.calls.Load() == 1 })
	cancel()
	if err := <-first; !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 10_000 {
		wg.Go(func() {
			if _, _, err := u.get(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	close(u.gate)
	wg.Wait()
	if u.calls.Load() > 1 {
		t.Fatalf("%d calls", u.calls.Load())
	}
}

// TestTheFirstCallersOfAKeyAllGetItsEntry: one of them may look while the fetch of another one ends.
func TestTheFirstCallersOfAKeyAllGetItsEntry(t *testing.T) {
	k, _ := newCache(t, Options{TTL: time.Minute})
	for i := range 20_000 {
		key := "h de " + strconv.Itoa(i)
		var callers sync.WaitGroup
		for range 3 {
			callers.Go(func() {
				e, _, err := k.Get(t.Context(), key, true, func(context.Context) (*Entry, error) { return NewEntry(key, Settings, []byte("one"), k.o.Now()), nil })
				if err != nil || string(e.Body) != "one" {
					t.Error(e, err)
				}
			})
		}
		callers.Wait()
	}
}

func TestNotFoundRemovesTheEntry(t *testing.T) {
	k, c := newCache(t, Options{})
	u := (&backend{k: k, key: "h de menu", class: Catalogue}).says("x")
	u.get(t.Context())
	c.turn(time.Hour)
	u.err.Store(failure{errGone{}})
	if _, _, err := u.refreshed(t.Context()); !errors.Is(err, errGone{}) {
		t.Fatal(err)
	}
	if k.Peek(u.key) != nil {
		t.Fatal("still there")
	}
}

func TestAPurgeDuringAFetchLeavesNothing(t *testing.T) {
	k, _ := newCache(t, Options{})
	u := (&backend{k: k, key: "h de areas", class: Catalogue, gate: make(chan struct{})}).says("x")
	done := make(chan error, 1)
	go func() { _, _, err := u.get(t.Context()); done <- err }()
	waitFor(t, func() bool { return u.calls.Load() == 1 })
	k.Purge("")
	close(u.gate)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if k.Peek(u.key) != nil {
		t.Fatal("what was fetched before the purge is found after it")
	}
}

// One limit on the sum: what was refreshed longest ago goes, never what customers ask for.
func TestTheSumIsBounded(t *testing.T) {
	k, c := newCache(t, Options{MaxBytes: 1 << 20})
	menu := (&backend{k: k, key: "h de products/menus", class: Catalogue}).says("menu")
	for i := range 500 {
		menu.get(t.Context())
		u := (&backend{k: k, key: fmt.Sprintf("h de products/menus/%d", i), class: Catalogue}).says(string(make([]byte, 10_000)))
		u.get(t.Context())
		c.turn(time.Minute)
		if _, bytes := k.Size(); bytes > 1<<20 {
			t.Fatalf("%d bytes", bytes)
		}
		waitFor(t, func() bool { // a customer asks, until it is refreshed
			e, _, _ := menu.get(t.Context())
			return e.Age(c.now()) <= time.Minute
		})
	}
	if k.Peek(menu.key) == nil || k.Peek("h de products/menus/0") != nil {
		t.Errorf("menu %v, the first one %v", k.Peek(menu.key) != nil, k.Peek("h de products/menus/0") != nil)
	}
	k.Purge("")
	if n, bytes := k.Size(); n != 0 || bytes != 0 {
		t.Errorf("%d entries, %d bytes after a purge", n, bytes)
	}
}

// The sum is that of what is there: an item that has expired leaves it, too, when it is stored again.
func TestAnExpiredItemIsCountedOnce(t *testing.T) {
	k, c := newCache(t, Options{})
	for range 3 {
		k.store("h de menu", &item{failed: errGone{}, next: c.now().Add(1 - pause)}) // for a nanosecond
	}
	if _, bytes := k.Size(); bytes != weight(&item{}) {
		t.Errorf("%d bytes", bytes)
	}
}

// An error that holds is answered from memory, without an entry too; any other only while there is one.
func TestAnErrorThatHolds(t *testing.T) {
	k, c := newCache(t, Options{})
	u := &backend{k: k, key: "h de menu", class: Catalogue}
	u.err.Store(failure{errGone{}})
	for range 3 {
		if _, _, err := u.get(t.Context()); !errors.Is(err, errGone{}) {
			t.Fatal(err)
		}
	}
	if u.calls.Load() != 1 {
		t.Errorf("%d calls", u.calls.Load())
	}
	c.turn(31 * time.Second)
	u.says("there")
	if got, s, err := u.get(t.Context()); err != nil || s != Miss || string(got.Body) != "there" {
		t.Error(got, s, err)
	}
	other := &backend{k: k, key: "h de other", class: Catalogue}
	other.err.Store(failure{errors.New("down")})
	for range 3 {
		other.get(t.Context())
	}
	if other.calls.Load() != 3 || k.item(other.key) != nil {
		t.Errorf("%d calls", other.calls.Load())
	}
}

// What is not in the closed set of keys passes: it is fetched for each caller and not stored.
func TestAKeyThatIsNotStored(t *testing.T) {
	k, _ := newCache(t, Options{})
	u := (&backend{k: k, key: "h de menu", class: Catalogue}).says("x")
	for range 3 {
		if got, s, err := k.Get(t.Context(), u.key, false, u.fetch); err != nil || s != Miss || string(got.Body) != "x" {
			t.Fatal(got, s, err)
		}
	}
	if u.calls.Load() != 3 || k.item(u.key) != nil {
		t.Errorf("%d calls", u.calls.Load())
	}
}

// snapshots reads when the snapshot was written last (in Unix seconds, 0: never) and how often that failed.
func snapshots(t *testing.T, from prometheus.Gatherer) (written, failures float64) {
	t.Helper()
	families, err := from.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		switch f.GetName() {
		case "tablefront_snapshot_written_timestamp_seconds":
			written = f.GetMetric()[0].GetGauge().GetValue()
		case "tablefront_snapshot_failures_total":
			failures = f.GetMetric()[0].GetCounter().GetValue()
		}
	}
	return written, failures
}

func TestTheSnapshotRestoresEntries(t *testing.T) {
	path, began := filepath.Join(t.TempDir(), "cache.db"), time.Now()
	series := prometheus.NewRegistry()
	k, c := newCache(t, Options{SnapshotPath: path, Metrics: series})
	for _, class := range []Class{Settings, Catalogue, Hours} {
		u := (&backend{k: k, key: "h de " + class.String(), class: class}).says("body of " + class.String())
		u.get(t.Context())
	}
	purged := (&backend{k: k, key: "other de x", class: Catalogue}).says("x")
	k.Get(t.Context(), purged.key, true, purged.fetch)
	k.Purge("other ")
	if written, failures := snapshots(t, series); written != 0 && time.Since(began) < saveEvery || failures > 0 {
		t.Errorf("before the first: written %v, %v failures", written, failures)
	}
	k.Close()
	if written, failures := snapshots(t, series); time.Since(time.Unix(int64(written), 0)) > time.Minute || failures > 0 {
		t.Errorf("written %v, %v failures", written, failures)
	}

	again := New(complete(Options{SnapshotPath: path, Now: c.now}))
	for _, class := range []Class{Settings, Catalogue, Hours} {
		got := again.Peek("h de " + class.String())
		if got == nil || string(got.Body) != "body of "+class.String() || got.Class != class || !got.Stored.Equal(c.now()) {
			t.Errorf("%s: %+v", class, got)
		}
	}
	if again.Peek(purged.key) != nil {
		t.Error("what was purged is back")
	}
	again.Close()

	c.turn(25 * time.Hour)
	late := New(complete(Options{SnapshotPath: path, Now: c.now}))
	defer late.Close()
	if late.Peek("h de catalogue") != nil || late.Peek("h de settings") == nil {
		t.Error("a day later: the catalogue should be gone, the settings there")
	}
}

func TestADamagedSnapshotIsRenamed(t *testing.T) {
	whole := func() []byte {
		path := filepath.Join(t.TempDir(), "cache.db")
		k, _ := newCache(t, Options{SnapshotPath: path})
		for i := range 40 {
			u := (&backend{k: k, key: fmt.Sprintf("h de %d", i), class: Settings}).says(string(make([]byte, 3000)))
			u.get(t.Context())
		}
		k.Close()
		b, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}()
	for name, damage := range map[string]func([]byte) []byte{
		"empty":     func([]byte) []byte { return nil },
		"nonsense":  func([]byte) []byte { return []byte("not a database at all, but long enough to look at") },
		"cut":       func(b []byte) []byte { return b[:len(b)/2] },
		"cut short": func(b []byte) []byte { return b[:5000] },
		"bits": func(b []byte) []byte {
			b = append([]byte(nil), b...)
			for i := 9000; i < len(b); i += 777 {
				b[i] ^= 0xff
			}
			return b
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "cache.db")
			if err := os.WriteFile(path, damage(whole), 0o600); err != nil {
				t.Fatal(err)
			}
			k, c := newCache(t, Options{SnapshotPath: path})
			u := (&backend{k: k, key: "h de new", class: Settings}).says("new")
			if _, _, err := u.get(t.Context()); err != nil {
				t.Fatal(err)
			}
			for key, value := range k.items.Items() {
				for _, b := range value.Object.(*item).entry.Body {
					if b != 0 && key != "h de new" {
						t.Fatalf("%s is damaged", key)
					}
				}
			}
			k.Close()
			again := New(complete(Options{SnapshotPath: path, Now: c.now}))
			defer again.Close()
			if again.Peek("h de new") == nil {
				t.Error("the snapshot does not work again")
			}
		})
	}
}

// A snapshot that can't be read, such as one of another owner, is neither called damaged nor renamed.
func TestAnUnreadableSnapshotIsNotDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache.db")
	if err := os.Mkdir(path, 0o700); err != nil { // can't be read by root either
		t.Fatal(err)
	}
	var log bytes.Buffer
	series := prometheus.NewRegistry()
	k, _ := newCache(t, Options{SnapshotPath: path, Metrics: series, Log: slog.New(slog.NewTextHandler(&log, nil))})
	if !strings.Contains(log.String(), "cannot be read") || strings.Contains(log.String(), "damaged") {
		t.Error(log.String())
	}
	if _, err := os.Stat(path); err != nil {
		t.Error(err)
	}
	u := (&backend{k: k, key: "h de new", class: Settings}).says("new")
	if _, _, err := u.get(t.Context()); err != nil {
		t.Fatal(err)
	}
	k.Close() // which can't write it either
	if written, failures := snapshots(t, series); written != 0 || failures == 0 || !strings.Contains(log.String(), "cannot be written") {
		t.Errorf("written %v, %v failures: %s", written, failures, &log)
	}
}

// Two processes overlap in a rolling restart: the second has what the first wrote, and writes the file itself once
// the first has ended.
func TestTwoProcessesOverlap(t *testing.T) {
	path := filepath.Join(t.TempDir(), "cache.db")
	first, c := newCache(t, Options{SnapshotPath: path})
	u := (&backend{k: first, key: "h de areas", class: Catalogue}).says("x")
	first.Get(t.Context(), u.key, true, u.fetch)
	waitFor(t, func() bool { // the first has the file
		_, err := os.Stat(path)
		return err == nil
	})
	var second *Cache
	waitFor(t, func() bool {
		second = New(complete(Options{SnapshotPath: path, Now: c.now}))
		if second.Peek(u.key) != nil {
			return true
		}
		second.Close()
		return false
	})
	more := (&backend{k: second, key: "h de taxes", class: Catalogue}).says("y")
	second.Get(t.Context(), more.key, true, more.fetch)
	late := (&backend{k: first, key: "h de late", class: Catalogue}).says("z")
	first.Get(t.Context(), late.key, true, late.fetch)
	first.Close()
	second.Close()
	third := New(complete(Options{SnapshotPath: path, Now: c.now}))
	defer third.Close()
	if third.Peek(u.key) == nil || third.Peek(more.key) == nil {
		t.Error("what the second process had is not there")
	}
}

// TestAnyDamagedByte: a snapshot with any byte changed, or cut anywhere, starts the cache empty, is renamed, and a new one is
// written. One that names its own pages, as a damaged tree would, can't exist: the file has no pages.
func TestAnyDamagedByte(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "cache.db")
	k, c := newCache(t, Options{SnapshotPath: path})
	for i := range 5 {
		u := (&backend{k: k, key: fmt.Sprintf("h de %d", i), class: Settings}).says("body")
		u.get(t.Context())
	}
	k.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for at := 0; at < len(whole); at += 11 {
		flipped := bytes.Clone(whole)
		flipped[at] ^= 1 << (at % 8)
		for _, damaged := range [][]byte{flipped, whole[:at]} {
			if err := os.WriteFile(path, damaged, 0o600); err != nil {
				t.Fatal(err)
			}
			k := New(complete(Options{SnapshotPath: path, Now: c.now}))
			if n, _ := k.Size(); n != 0 {
				t.Errorf("byte %d: %d entries of a damaged file", at, n)
			}
			k.Close()
			if aside, err := os.ReadFile(path + ".damaged"); err != nil || !bytes.Equal(aside, damaged) {
				t.Errorf("byte %d: the damaged file is not aside: %v", at, err)
			}
		}
	}
}

// waitFor waits for a condition.
func waitFor(t testing.TB, ok func() bool) {
	t.Helper()
	deadline := time.Now().Add(time.Minute)
	for !ok() {
		if time.Now().After(deadline) {
			t.Fatal("it does not happen")
		}
		time.Sleep(time.Millisecond)
	}
}

func BenchmarkLookup(b *testing.B) {
	for _, kept := range []int{1, 10_000} {
		b.Run(fmt.Sprint(kept), func(b *testing.B) {
			k, c := newCache(b, Options{MaxBytes: 1 << 30})
			for i := range kept {
				k.store(fmt.Sprintf("h de products/menus/%d", i), &item{entry: NewEntry("", Catalogue, []byte("x"), c.now())})
			}
			b.ReportAllocs()
			for b.Loop() {
				if _, s, _ := k.Get(b.Context(), "h de products/menus/0", true, nil); s != Hit {
					b.Fatal(s)
				}
			}
		})
	}
}
