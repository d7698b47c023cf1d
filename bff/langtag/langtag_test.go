package langtag

import (
	"slices"
	"strings"
	"testing"
)

func FuzzValid(f *testing.F) {
	for _, seed := range []string{"de", "de-AT", "zh-Hant-TW", "d", "de-", "abcd", "de--x"} {
		f.Add(seed)
	}
	outside := func(chars, part string) bool { return strings.Trim(part, chars) != "" }
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	f.Fuzz(func(t *testing.T, s string) {
		parts := strings.Split(s, "-")
		first, rest := parts[0], parts[1:]
		want := len(s) <= 16 && len(rest) <= 2 && len(first) >= 2 && len(first) <= 3 && !outside(letters, first) &&
			!slices.ContainsFunc(rest, func(part string) bool { return len(part) < 2 || len(part) > 8 || outside(letters+"0123456789", part) })
		if Valid(s) != want {
			t.Fatalf("%q: %v", s, !want)
		}
	})
}
