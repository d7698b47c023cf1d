package firstpaint

import "testing"

// TestField: a replaced card reads texts and numbers of its product, and nothing else.
func TestField(t *testing.T) {
	c := productCard{raw: []byte(`{"calories":640.50,"origin":" Apulia ","tags":["x"],"spicy":true}`)}
	for name, want := range map[string]string{"calories": "640.5", "origin": "Apulia", "tags": "", "spicy": "", "none": ""} {
		if got := c.Field(name); got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
