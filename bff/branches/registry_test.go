package branches

import (
	"testing"

	"tablefront/bff/telemetry"
	"tablefront/bff/upstream"
)

// TestBranchThatComesBack: pages are cached with the versions of their entries, so a branch that left the list and came
// back must not repeat a version of its earlier life (or a page from before the change would be served again).
func TestBranchThatComesBack(t *testing.T) {
	b, err := New(Options{Pool: upstream.NewPool(t.Context(), upstream.Options{}), Metrics: telemetry.NewMetrics(nil, telemetry.Sources{}), Main: "http://main.example"})
	if err != nil {
		t.Fatal(err)
	}
	listed := []Listed{{Name: "Mitte", URL: "http://mitte.example"}}
	version := func() uint64 {
		found, err := b.Lookup("http://mitte.example")
		if err != nil || found == nil {
			t.Fatalf("not listed: %v", err)
		}
		return found.Version.Add(1)
	}
	b.rebuild(listed, true)
	seen := map[uint64]bool{}
	for range 3 {
		for range 5 {
			v := version()
			if seen[v] {
				t.Fatalf("version %d was there before", v)
			}
			seen[v] = true
		}
		b.rebuild(nil, true)
		b.rebuild(listed, true)
	}
}
