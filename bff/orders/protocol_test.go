package orders_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tablefront/bff/raced"
)

var update = flag.Bool("update", false, "write the traces in testdata anew")

// TestProtocol: no promise is broken in any state: with clients as they are and, as far as the gateway alone
// can keep it, with clients that send an attempt again as anybody and anywhere.
func TestProtocol(t *testing.T) {
	raced.Skip(t)
	for _, p := range []Protocol{{}, {Retry: CurrentIdentity, PerBranch: true}} {
		states, broken, trace := Explore(p)
		if broken != "" {
			t.Errorf("%+v: %s is broken by %v", p, broken, trace)
		}
		if states < 10_000 {
			t.Errorf("%+v: only %d states", p, states)
		}
		t.Logf("%+v: %d states", p, states)
	}
}

// TestFaultsAreFound: each fault of the past breaks a promise, and its shortest trace is the one in testdata, which the program is held
// against (bff/gateway, TestTracesOfOldFaults, which also checks that each line is read as it is written).
func TestFaultsAreFound(t *testing.T) {
	raced.Skip(t)
	faults := map[string]Protocol{
		"scope-without-branch":          {Scope: KeyAlone, Retry: CurrentIdentity, PerBranch: true},
		"scope-with-subject":            {Scope: BranchKeyAndSubject, Retry: CurrentSubject, PerBranch: true},
		"retry-under-another-identity":  {Retry: CurrentIdentity},
		"payment-known-while-returning": {Waiting: WhileReturning},
		"payment-recorded-late":         {Waiting: RecordedLate},
		"payment-recorded-again":        {Waiting: RecordedAgain},
	}
	for name, p := range faults {
		_, broken, trace := Explore(p)
		if broken == "" {
			t.Errorf("%s breaks nothing", name)
			continue
		}
		text := "# The shortest way in which this fault breaks: " + broken + ".\n"
		for _, e := range trace {
			text += e.String() + "\n"
		}
		path := filepath.Join("testdata", name+".trace")
		if *update {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		kept, err := os.ReadFile(path)
		if err != nil || string(kept) != text {
			t.Errorf("%s is not\n%s(go test ./bff/orders -update writes it): %v", path, text, err)
		}
	}
	files, err := filepath.Glob("testdata/*.trace")
	if err != nil || len(files) != len(faults) {
		t.Errorf("%d traces for %d faults: %s, %v", len(files), len(faults), strings.Join(files, ", "), err)
	}
}
