package orders

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	bolt "go.etcd.io/bbolt"
)

// journalFile makes a journal that has seen life, and returns its bytes.
func journalFile(t testing.TB, orders int) []byte {
	t.Helper()
	dir := t.TempDir()
	f := newFile(dir, 10_000)
	ctx := context.Background()
	random := rand.New(rand.NewPCG(1, uint64(orders)))
	// Many at once, so that they share commits.
	done := make(chan error, orders)
	for i := range orders {
		id := attempt(fmt.Sprintf("key-%05d", i), "").id()
		rec := Record{State: Sent, Expires: epoch.Add(1e12 + 1e6*1e3*1e3)}
		what := random.IntN(10)
		go func() {
			_, err := f.Begin(ctx, id, rec, epoch)
			switch {
			case err != nil:
			case what == 0:
				err = f.Free(ctx, id)
			case what < 8:
				rec.State, rec.Sealed = Answered, bytes.Repeat([]byte{byte(i)}, what*40)
				err = f.Finish(ctx, id, rec)
			}
			done <- err
		}()
	}
	for range orders {
		must(t, <-done)
	}
	_, err := f.open() // also without any order
	must(t, err)
	must(t, f.Close())
	raw, err := os.ReadFile(filepath.Join(dir, FileName))
	must(t, err)
	return raw
}

// TestWholeFile: what the journal writes is proven whole, whatever its size, and so is a file without a list of free pages.
func TestWholeFile(t *testing.T) {
	for _, n := range []int{0, 1, 7, 60, 900} {
		raw := journalFile(t, n)
		if err := proveFile(bytes.NewReader(raw), int64(len(raw))); err != nil {
			t.Errorf("%d orders: %v", n, err)
		}
	}
	path := filepath.Join(t.TempDir(), FileName)
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoFreelistSync: true})
	must(t, err)
	must(t, db.Update(func(tx *bolt.Tx) error {
		for _, name := range [][]byte{bucketOrders, bucketExpiry} {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		return nil
	}))
	must(t, db.Close())
	opened, n, err := openDB(path, 0)
	if err != nil || n != 0 {
		t.Fatalf("%d, %v", n, err)
	}
	must(t, opened.Close())
}

// TestDamagedJournal: a journal cut short, overwritten or rotten refuses orders with a clear sentence before anything is
// sent, and is not replaced. It never ends the process.
func TestDamagedJournal(t *testing.T) {
	whole := journalFile(t, 900)
	const page = 4096
	if len(whole) < 20*page {
		t.Fatalf("a journal of %d bytes shows little", len(whole))
	}
	change := func(f func(b []byte) []byte) []byte { return f(bytes.Clone(whole)) }
	for name, raw := range map[string][]byte{
		"empty":                 {},
		"a byte":                {1},
		"half a page":           whole[:page/2],
		"its heads alone":       whole[:2*page],
		"half":                  whole[:len(whole)/2],
		"all but its last page": whole[:lastPage(whole)*page],
		"zeros":                 make([]byte, len(whole)),
		"text":                  bytes.Repeat([]byte("nonsense "), 20_000),
		"heads of nothing":      append(bytes.Clone(whole[:2*page]), make([]byte, len(whole)-2*page)...),
		"two pages swapped": change(func(b []byte) []byte {
			used := leaves(t, whole)
			first, second := b[used[0]*page:][:page], b[used[1]*page:][:page]
			one := bytes.Clone(first)
			copy(first, second)
			copy(second, one)
			return b
		}),
	} {
		t.Run(name, func(t *testing.T) {
			if err := orderOn(t, raw); err == nil || !strings.Contains(err.Error(), "damaged") || !strings.Contains(err.Error(), FileName) {
				t.Errorf("told %v", err)
			}
		})
	}

	// Rot anywhere: refused, or of no consequence (a free page, padding). What is opened holds what was in it.
	random := rand.New(rand.NewPCG(3, 4))
	rounds, refused := 60, 0
	if testing.Short() {
		rounds = 15
	}
	for i := range rounds {
		raw := change(func(b []byte) []byte {
			switch at := random.IntN(len(b)); i % 3 {
			case 0:
				b[at] ^= 1 << random.IntN(8)
			case 1:
				for n := at; n < min(len(b), at+64); n++ {
					b[n] = byte(random.Uint32())
				}
			default:
				at -= at % page
				copy(b[at:], make([]byte, page))
			}
			return b
		})
		if err := orderOn(t, raw); err != nil {
			refused++
			if !strings.Contains(err.Error(), "damaged") {
				t.Errorf("round %d: %v", i, err)
			}
		}
	}
	if refused == 0 {
		t.Error("no damage was found: this test tests nothing")
	}
	t.Logf("%d of %d damaged journals refused", refused, rounds)
}

// leaves are the numbers of the pages that hold a file's records, each a page long. Which pages are free depends on how the commits fell.
func leaves(t *testing.T, raw []byte) (numbers []int) {
	t.Helper()
	path := filepath.Join(t.TempDir(), FileName)
	must(t, os.WriteFile(path, raw, 0o600))
	db, err := bolt.Open(path, 0o600, nil)
	must(t, err)
	defer db.Close()
	must(t, db.View(func(tx *bolt.Tx) error {
		for number := 2; ; number++ {
			p, err := tx.Page(number)
			if err != nil || p == nil {
				return err
			}
			if p.Type == "leaf" && p.OverflowCount == 0 {
				numbers = append(numbers, number)
			}
		}
	}))
	if len(numbers) < 2 {
		t.Fatalf("%d pages of records are too few", len(numbers))
	}
	return numbers
}

// lastPage is the number of the last page that a file needs.
func lastPage(raw []byte) int {
	m, _ := readMeta(bytes.NewReader(raw), 0)
	if other, ok := readMeta(bytes.NewReader(raw), 4096); ok && other.change > m.change {
		m = other
	}
	return int(m.end) - 1
}

// orderOn orders with a journal of these bytes. It returns why the journal was refused; nothing was sent then, and the
// file is as it was.
func orderOn(t *testing.T, raw []byte) error {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	must(t, os.WriteFile(path, raw, 0o600))
	var said error
	j, err := Open(dir, Options{Keys: keys, Warn: func(_ string, err error) {
		if said == nil {
			said = err
		}
	}})
	must(t, err)
	defer j.Close()
	s := &shop{}
	_, err = j.Do(context.Background(), attempt("key-after-damage", "pizza"), s.send)
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

// TestRotWhileRunning: a file that is cut under the running journal refuses orders; the process lives on.
func TestRotWhileRunning(t *testing.T) {
	dir := t.TempDir()
	must(t, os.WriteFile(filepath.Join(dir, FileName), journalFile(t, 900), 0o600))
	j := openAt(t, dir, Options{})
	s := &shop{}
	must(t, os.Truncate(filepath.Join(dir, FileName), 3*4096))
	for i := range 20 {
		if _, err := j.Do(context.Background(), attempt(fmt.Sprintf("key-%05d", i), "pizza"), s.send); !errors.Is(err, ErrUnwritable) || !strings.Contains(err.Error(), "damaged") {
			t.Errorf("order %d: %v", i, err)
		}
	}
	if s.orders.Load() != 0 {
		t.Errorf("%d orders were sent", s.orders.Load())
	}
}

// TestTwoBegin: of many processes that make the journal at once, all end up with the same one.
func TestTwoBegin(t *testing.T) {
	path := filepath.Join(t.TempDir(), FileName)
	errs := make(chan error, 8)
	for range cap(errs) {
		go func() { errs <- create(path, 0) }()
	}
	for range cap(errs) {
		must(t, <-errs)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("%v %v", entries, err)
	}
	must(t, prove(path))
}

// FuzzWholeFile: whatever a file holds, judging it ends, and bbolt can read all of what is judged whole.
func FuzzWholeFile(f *testing.F) {
	small := journalFile(f, 3)
	f.Add(small, uint32(0), byte(0), uint32(0))
	f.Add(small, uint32(4096*2+8), byte(1), uint32(9000))
	large := journalFile(f, 200)
	f.Fuzz(func(t *testing.T, raw []byte, at uint32, with byte, cut uint32) {
		if len(raw) < 64 { // small inputs change a real file instead
			body := bytes.Clone(large)
			copy(body[int(at)%len(body):], raw)
			body[int(at/3)%len(body)] ^= with
			raw = body[:len(body)-int(cut)%len(body)]
		}
		if proveFile(bytes.NewReader(raw), int64(len(raw))) != nil {
			return
		}
		path := filepath.Join(t.TempDir(), FileName)
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
		db, err := bolt.Open(path, 0o600, &bolt.Options{ReadOnly: true, PreLoadFreelist: true})
		if err != nil {
			return
		}
		defer db.Close()
		proveBuckets(db) //nolint:errcheck // that it ends
	})
}

// BenchmarkProve is what proving costs a start: a journal of a busy chain's day.
func BenchmarkProve(b *testing.B) {
	path := filepath.Join(b.TempDir(), FileName)
	must(b, create(path, 0))
	db, err := bolt.Open(path, 0o600, &bolt.Options{NoSync: true, FreelistType: bolt.FreelistMapType})
	must(b, err)
	f := &file{}
	const entries = 100_000
	for from := 0; from < entries; from += 10_000 {
		must(b, db.Update(func(tx *bolt.Tx) error {
			for i := from; i < from+10_000; i++ {
				rec := Record{State: Answered, Expires: epoch, Sealed: make([]byte, 200)}
				if err := f.put(tx, attempt(fmt.Sprintf("key-%07d", i), "").id(), rec); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	must(b, db.Close())
	for b.Loop() {
		db, n, err := openDB(path, 0)
		if err != nil || n != entries {
			b.Fatalf("%d, %v", n, err)
		}
		must(b, db.Close())
	}
}
