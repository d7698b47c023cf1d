package gateway

import (
	"net/url"
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
		path, err := fillPath("products/menus/{id}", func() (string, error) { return p, nil })
		if err != nil {
			t.Fatal(err)
		}
		segment := strings.TrimPrefix(path, "products/menus/")
		if segment == "" || strings.ContainsAny(segment, "/\\?#\r\n\x00 ") {
			t.Fatalf("%q became %q", raw, path)
		}
		for range 4 { // however often it is decoded, it leads nowhere else
			for part := range strings.SplitSeq(strings.ReplaceAll(segment, "\\", "/"), "/") {
				if strings.Trim(part, ".") == "" {
					t.Fatalf("%q became %q, which contains %q", raw, path, part)
				}
			}
			if segment, err = url.PathUnescape(segment); err != nil {
				return
			}
		}
	})
}
