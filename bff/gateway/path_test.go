package gateway

import (
	"strings"
	"testing"
)

func FuzzPathParameter(f *testing.F) {
	for _, seed := range []string{"7", "%2e%2e", "a%2fb", "..", "ä", "%00", "1%3Fx", "a b"} {
		f.Add(seed, true)
		f.Add(seed, false)
	}
	f.Fuzz(func(t *testing.T, raw string, encoded bool) {
		p, err := decodeParam(raw, encoded, maxParam)
		if err != nil {
			return
		}
		path, err := fillPath("products/menus/{id}", func(string) (string, error) { return p, nil })
		if err != nil {
			t.Fatal(err)
		}
		segment := strings.TrimPrefix(path, "products/menus/")
		if segment == "" || strings.ContainsAny(segment, "/\\?#\r\n\x00 ") || strings.Trim(segment, ".") == "" || strings.Contains(strings.ToLower(segment), "%2e") || strings.Contains(strings.ToLower(segment), "%2f") || strings.Contains(segment, "%25") {
			t.Fatalf("%q became %q", raw, path)
		}
	})
}
