package orders

import (
	"bytes"
	"context"
	"crypto/cipher"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tablefront/bff/recordlog"
)

// threeOrders makes a journal of an answered order, one with unknown outcome and one whose process was killed.
func threeOrders(t *testing.T) (dir string, c *clock) {
	t.Helper()
	dir, c = t.TempDir(), newClock()
	j := openAt(t, dir, Options{Now: c.now})
	ctx := context.Background()
	a := attempt("key-answered", "pizza")
	a.Call, a.RequestID = "POST checkout/v2", "req-1"
	_, err := j.Do(ctx, a, (&shop{}).send)
	must(t, err)
	c.forward(time.Second)
	a = attempt("key-unknown", "pizza")
	a.Branch, a.RequestID = "https://other.example", "req-2"
	if _, err := j.Do(ctx, a, func(context.Context) (Answer, error) { return Answer{}, errors.New("cut") }); !errors.Is(err, ErrOutcomeUnknown) {
		t.Fatal(err)
	}
	c.forward(time.Second)
	killed := attempt("key-killed", "pizza")
	_, err = j.store.Begin(ctx, killed.id(), killed.record(c.now()))
	must(t, err)
	return dir, c
}

func list(dir string, ciphers []cipher.AEAD, now time.Time) ([]Entry, error) {
	records, err := Read(dir)
	return List(records, ciphers, now), err
}

// What was in flight when the process was killed is told at the next start: no counter knows it.
func TestOrdersInFlightAtTheEndAreTold(t *testing.T) {
	dir, killed := t.TempDir(), attempt("key-killed", "pizza")
	var lines []string
	log := slog.New(slog.NewTextHandler(writer(func(line string) { lines = append(lines, line) }), nil))
	old := attempt("key-killed-before", "pizza")
	for _, want := range []int{0, 1} {
		j := Open(dir, Options{Ciphers: ciphers, Log: log})
		_, err := j.Do(t.Context(), attempt(fmt.Sprint("key-answered-", want), "pizza"), (&shop{}).send)
		must(t, err)
		_, err = j.store.Begin(t.Context(), killed.id(), killed.record(time.Now()))
		must(t, err)
		// It has expired, so that the list has it no more.
		_, err = j.store.Begin(t.Context(), old.id(), old.record(time.Now().Add(-keep)))
		must(t, err)
		must(t, j.Close())
		if len(lines) != want || want == 1 && !strings.Contains(lines[0], "in flight when the shop ended; `tablefront orders` lists them\" orders=1") {
			t.Errorf("%d orders were in flight: %q", want, lines)
		}
	}
}

// TestList: the list of a journal that another process writes at this moment.
func TestList(t *testing.T) {
	dir, c := threeOrders(t)
	got, err := list(dir, ciphers, c.now())
	must(t, err)
	if len(got) != 3 || got[0].State != Answered || got[0].Status != 201 || got[0].Order != "A-1" || got[0].Call != "POST checkout/v2" || got[0].RequestID != "req-1" ||
		got[1].State != Unknown || got[1].Branch != "https://other.example" || got[2].State != Sent {
		t.Errorf("%+v", got)
	}
	if got, err = list(dir, nil, c.now().Add(7*time.Minute)); err != nil || got[0].Order != "" || got[2].State != Unknown {
		t.Errorf("without ciphers, seven minutes later: %+v, %v", got, err)
	}
	if got, err = list(dir, ciphers, c.now().Add(25*time.Hour)); err != nil || len(got) != 0 {
		t.Errorf("a day later: %+v, %v", got, err)
	}
	if _, err := list(t.TempDir(), ciphers, c.now()); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no journal: %v", err)
	}
}

// TestRepair: of a damaged journal the whole records are listed, and stay closed after the repair.
func TestRepair(t *testing.T) {
	dir, c := threeOrders(t)
	path := filepath.Join(dir, FileName)
	raw, err := os.ReadFile(path)
	must(t, err)
	dir = t.TempDir()
	path = filepath.Join(dir, FileName)
	raw[len(raw)-5] ^= 1 // the killed one
	must(t, os.WriteFile(path, raw, 0o600))
	got, err := list(dir, ciphers, c.now())
	if !errors.Is(err, recordlog.ErrDamaged) || len(got) != 2 {
		t.Fatalf("%+v, %v", got, err)
	}
	aside, kept, err := Repair(dir, c.now())
	must(t, err)
	if damaged, err := os.ReadFile(aside); err != nil || !bytes.Equal(damaged, raw) || kept != 2 {
		t.Errorf("%d kept, the damaged one is not aside: %v", kept, err)
	}
	j := openAt(t, dir, Options{Now: c.now})
	s := &shop{}
	if a, err := j.Do(context.Background(), attempt("key-answered", "pizza"), s.send); err != nil || !a.Replayed || s.orders.Load() != 0 {
		t.Errorf("%+v, %v", a, err)
	}
	if _, _, err := Repair(dir, c.now()); !errors.Is(err, ErrLocked) {
		t.Errorf("under a running shop: %v", err)
	}
	must(t, j.Close())
	if _, _, err := Repair(dir, c.now()); err == nil {
		t.Error("a whole journal was repaired")
	}
}
