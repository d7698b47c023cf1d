package cookiejar

import (
	"strings"
	"testing"
	"time"
)

func FuzzCookies(f *testing.F) {
	f.Add("tf.x.a=1; XSRF-TOKEN=b", "a=1; Path=/api/me; HttpOnly")
	f.Add(`tf.x.a~L2FwaQ="q"`, "XSRF-TOKEN=a%2Fb; Domain=.x; Max-Age=-1")
	f.Fuzz(func(t *testing.T, cookies, set string) {
		j := Open("x", []string{cookies})
		j.Take([]string{set}, "", time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC))
		sent := j.Header("me")
		if strings.ContainsAny(sent, "\r\n\x00") || len(sent) > len(cookies)+maxBytes+64 || !plain(sent) {
			t.Fatalf("%q and %q send %q", cookies, set, sent)
		}
		if !plain(j.XSRF()) {
			t.Fatalf("X-XSRF-TOKEN %q", j.XSRF())
		}
		h := map[string][]string{}
		j.Write(h, true)
		for _, line := range h["Set-Cookie"] {
			if strings.ContainsAny(line, "\r\n") || strings.Contains(strings.ToLower(line), "; domain=") || !strings.Contains(line, "; Path=/") || !strings.Contains(line, "Secure") {
				t.Fatalf("%q sets %q", set, line)
			}
		}
	})
}
