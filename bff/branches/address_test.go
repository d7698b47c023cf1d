package branches

import (
	"slices"
	"strings"
	"testing"
)

func FuzzLanguage(f *testing.F) {
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
		if IsLanguage(s) != want {
			t.Fatalf("%q: %v", s, !want)
		}
	})
}

func FuzzBranchURL(f *testing.F) {
	for _, seed := range []string{"https://a.example", "HTTP://A.example:80/x/", "http://[::1]:8080", "http://127.1", "https://ä.example", "http://a@b", "http://a.example/../b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		c, err := CanonicalURL(raw)
		if err != nil {
			return
		}
		again, err := CanonicalURL(c)
		if err != nil || again != c {
			t.Fatalf("%q became %q, and that %q (%v)", raw, c, again, err)
		}
		if strings.ContainsAny(c, "@\\%?# \t\r\n") || !strings.HasPrefix(c, "http://") && !strings.HasPrefix(c, "https://") || strings.HasSuffix(c, "/") {
			t.Fatalf("%q became %q", raw, c)
		}
	})
}
