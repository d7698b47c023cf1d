package expiring

import (
	"strconv"
	"testing"
	"time"
)

func TestMap(t *testing.T) {
	now := time.Now()
	m := New[string](10, func() time.Time { return now })
	m.Put("a", "one", 10*time.Second)
	now = now.Add(4 * time.Second)
	if of, left := m.Get("a"); of != "one" || left != 6*time.Second {
		t.Fatalf("a is %q for %s", of, left)
	}
	if of, left := m.Get("b"); of != "" || left != 0 {
		t.Fatalf("b is %q for %s", of, left)
	}
	if m.PutNew("a", "two", time.Second) || !m.PutNew("b", "two", time.Second) {
		t.Fatal("a is new, or b is not")
	}
	now = now.Add(6 * time.Second)
	if of, left := m.Get("a"); of != "" || left != 0 {
		t.Fatalf("a is still %q for %s", of, left)
	}
	if !m.PutNew("a", "two", time.Second) {
		t.Fatal("what has expired is not new")
	}
	m.Remove("a")
	if !m.PutNew("a", "three", time.Second) {
		t.Fatal("what was removed is not new")
	}
	for i := range 20 {
		m.Put(strconv.Itoa(i), "", time.Hour)
	}
	if m.values.Len() != 10 {
		t.Fatalf("%d are known", m.values.Len())
	}
	if _, left := m.Get("19"); left == 0 {
		t.Fatal("the last one is not known")
	}
}
