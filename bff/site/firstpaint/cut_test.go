package firstpaint

import (
	"encoding/json"
	"os"
	"testing"
)

// TestCutAfterWord: descriptions are cut as the client cuts them, by the same cases.
func TestCutAfterWord(t *testing.T) {
	b, err := os.ReadFile("../../../client/src/domain/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct{ Descriptions []struct{ Text, Cut string } }
	if err := json.Unmarshal(b, &golden); err != nil || len(golden.Descriptions) == 0 {
		t.Fatal("no cases", err)
	}
	for _, c := range golden.Descriptions {
		if got := cutAfterWord(c.Text, 70); got != c.Cut {
			t.Errorf("%q became %q, want %q", c.Text, got, c.Cut)
		}
	}
}
