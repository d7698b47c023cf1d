package site

import (
	"encoding/json"
	"os"
	"testing"
)

// TestCoordinates: the setting is read as the client reads it, by the same cases.
func TestCoordinates(t *testing.T) {
	b, err := os.ReadFile("../../client/src/domain/golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Coordinates []struct {
			Text string
			At   *struct{ Lat, Lng float64 }
		}
	}
	if err := json.Unmarshal(b, &golden); err != nil || len(golden.Coordinates) == 0 {
		t.Fatal("no cases", err)
	}
	for _, c := range golden.Coordinates {
		lat, lng, ok := Coordinates(c.Text)
		if ok != (c.At != nil) || ok && (lat != c.At.Lat || lng != c.At.Lng) {
			t.Errorf("%q is %v, %v, %v, want %v", c.Text, lat, lng, ok, c.At)
		}
	}
}
