package branches

import (
	"strings"
	"testing"
)

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
