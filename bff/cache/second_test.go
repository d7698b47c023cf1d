package cache

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"
)

type secondMap struct {
	mu     sync.Mutex
	values map[string][]byte
}

func (s *secondMap) Load(_ context.Context, key string) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.values[key]
}

func (s *secondMap) Save(key string, value []byte, _ time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.values[key] = value
}

// What one shop fetched, another takes over; what is too old there is fetched, and used only while that fails.
func TestSecondLevel(t *testing.T) {
	now := time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	second := &secondMap{values: map[string][]byte{}}
	shop := func() *Cache {
		k := New(Options{Second: second, Now: clock})
		t.Cleanup(k.Close)
		return k
	}
	const key = "h de products/menus"
	fetched := 0
	fetch := func(body string, err error) Fetcher {
		return func(context.Context) (*Entry, error) {
			fetched++
			if err != nil {
				return nil, err
			}
			return NewEntry(key, Catalogue, []byte(body), now), nil
		}
	}
	ask := func(k *Cache, f Fetcher) string {
		t.Helper()
		c, _, err := k.Fetch(t.Context(), key, f)
		if err != nil {
			return err.Error()
		}
		return string(c.Body)
	}
	if got := ask(shop(), fetch("[1]", nil)); got != "[1]" || fetched != 1 {
		t.Fatalf("%s, %d fetched", got, fetched)
	}
	if got := ask(shop(), fetch("[2]", nil)); got != "[1]" || fetched != 1 {
		t.Errorf("the second shop: %s, %d fetched", got, fetched)
	}
	now = now.Add(time.Minute)
	if got := ask(shop(), fetch("", errors.New("down"))); got != "[1]" || fetched != 2 {
		t.Errorf("with the upstream down: %s, %d fetched", got, fetched)
	}
	if got := ask(shop(), fetch("[3]", nil)); got != "[3]" || fetched != 3 {
		t.Errorf("no longer fresh: %s, %d fetched", got, fetched)
	}
	second.values[key][len(key)+20] ^= 1
	if got := ask(shop(), fetch("[4]", nil)); got != "[4]" {
		t.Errorf("a damaged value: %s", got)
	}
	now = now.Add(25 * time.Hour)
	if got := ask(shop(), fetch("", errors.New("down"))); got != "down" {
		t.Errorf("older than usable: %s", got)
	}
}

// An entry from outside of this process is never newer than now: another instance's clock would keep it fresh for as long as it
// is ahead. One that is too old is not used.
func TestAnEntryOfAnotherClock(t *testing.T) {
	now := time.Now()
	k := New(Options{Now: func() time.Time { return now }})
	defer k.Close()
	for stored, want := range map[time.Duration]time.Duration{time.Hour: 0, -time.Hour: time.Hour} {
		if c := k.adopted(NewEntry("key", Catalogue, []byte("[]"), now.Add(stored))); c == nil || now.Sub(c.Stored) != want {
			t.Errorf("stored %s from now: %+v", stored, c)
		}
	}
	if c := k.adopted(NewEntry("key", Catalogue, []byte("[]"), now.Add(-day))); c != nil {
		t.Errorf("a day old: %+v", c)
	}
}
