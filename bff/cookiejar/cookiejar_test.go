package cookiejar

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// plain reports whether a value is visible ASCII and spaces.
func plain(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r < ' ' || r > '~' })
}

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

var noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// set returns the Set-Cookie headers that a Jar writes, by name.
func set(j *Jar) map[string]string {
	h := http.Header{}
	j.Write(h, false)
	out := map[string]string{}
	for _, line := range h["Set-Cookie"] {
		name, rest, _ := strings.Cut(line, "=")
		out[name] = rest
	}
	return out
}

// A cookie goes back to the upstream that set it, and to no other.
func TestCookiesAreTheUpstreamsOwn(t *testing.T) {
	a := Open("a", nil)
	a.Take([]string{"session=1; Path=/; HttpOnly", "lang=de"}, "", noon)
	if got := set(a)["tf.a.session"]; got != "1; Path=/; HttpOnly; SameSite=Lax" {
		t.Errorf("the browser gets %q", got)
	}
	sent := "tf.a.session=1; tf.a.lang=de; tf.b.session=2; theme=dark"
	for host, want := range map[string]string{"a": "session=1; lang=de", "b": "session=2", "c": ""} {
		if got := Open(host, []string{sent}).Header("me"); got != want {
			t.Errorf("%s gets %q, want %q", host, got, want)
		}
	}
	var none *Jar
	if none.Header("me") != "" || len(set(none)) != 0 {
		t.Error("a nil Jar has cookies")
	}
}

// What one upstream stores in a browser is limited in number and in bytes.
func TestAnUpstreamsCookiesAreLimited(t *testing.T) {
	j := Open("a", nil)
	for i := range maxCookies + 1 {
		j.Take([]string{fmt.Sprintf("c%02d=v", i)}, "", noon)
	}
	got := set(j)
	if _, last := got["tf.a.c19"]; len(got) != maxCookies || !last {
		t.Errorf("%d cookies: %v", len(got), got)
	}
	j.Take([]string{"c00=new"}, "", noon) // replaces one
	j.Take([]string{"c01=; Max-Age=0"}, "", noon)
	j.Take([]string{"c99=v"}, "", noon) // there is room again
	if got := set(j); got["tf.a.c00"][:3] != "new" || !strings.Contains(got["tf.a.c01"], "Max-Age=0") || got["tf.a.c99"] == "" {
		t.Errorf("%v", got)
	}
	// The same when they come back.
	var sent []string
	for i := range maxCookies + 1 {
		sent = append(sent, fmt.Sprintf("tf.a.c%02d=v", i))
	}
	if n := strings.Count(Open("a", sent).Header("me"), "="); n != maxCookies {
		t.Errorf("%d cookies are read", n)
	}
	name, other := "tf.a.n", "tf.a.m"
	for size, want := range map[int]bool{maxBytes: true, maxBytes + 1: false} {
		j := Open("a", nil)
		j.Take([]string{"n=" + strings.Repeat("x", 1000)}, "", noon)
		j.Take([]string{"m=" + strings.Repeat("x", size-1000-len(name)-len(other))}, "", noon)
		if _, ok := set(j)[other]; ok != want {
			t.Errorf("%d bytes: %v", size, ok)
		}
	}
}

// Cookies of other upstreams are removed once they would no longer fit into a request.
func TestCookiesOfOtherUpstreamsAreLimited(t *testing.T) {
	for size, want := range map[int]int{maxForeignBytes: 0, maxForeignBytes + 1: 2} {
		sent := []string{"tf.a.own=" + strings.Repeat("x", maxForeignBytes), "theme=dark", "tf.b.x=1", "tf.b.y=" + strings.Repeat("x", size-len("tf.b.x1tf.b.y"))}
		j := Open("a", sent)
		got := set(j)
		if len(got) != want || want > 0 && !strings.Contains(got["tf.b.x"], "Max-Age=0") {
			t.Errorf("%d bytes: %.200v", size, got)
		}
		if j.Value("own") == "" {
			t.Error("the upstream's own cookie is gone")
		}
	}
}

// The client reads the XSRF token of the current upstream.
func TestTheVisibleTokenIsTheCurrentUpstreams(t *testing.T) {
	for sent, want := range map[string]string{
		"tf.a.XSRF-TOKEN=one; XSRF-TOKEN=two": "one; Path=/; SameSite=Lax",
		"tf.a.XSRF-TOKEN=one":                 "one; Path=/; SameSite=Lax",
		"tf.a.XSRF-TOKEN=one; XSRF-TOKEN=one": "",
		"tf.b.XSRF-TOKEN=one; XSRF-TOKEN=two": "",
		"XSRF-TOKEN=two":                      "",
	} {
		if got := set(Open("a", []string{sent}))[XSRFName]; got != want {
			t.Errorf("%s: %q", sent, got)
		}
	}
	j := Open("a", nil)
	j.Take([]string{"XSRF-TOKEN=a%2Fb"}, "", noon)
	if got := set(j); j.XSRF() != "a/b" || got[XSRFName] != "a%2Fb; Path=/; SameSite=Lax" || !strings.Contains(got["tf.a.XSRF-TOKEN"], "HttpOnly") {
		t.Errorf("%q, %v", j.XSRF(), got)
	}
	j.Take([]string{"XSRF-TOKEN=a%0Ab"}, "", noon)
	if j.XSRF() != "" {
		t.Errorf("a header with a line break: %q", j.XSRF())
	}
}

// A cookie lives as long as the upstream says, by the shop's clock.
func TestTheLifeOfACookie(t *testing.T) {
	at := func(d time.Duration) string { return "; Expires=" + noon.Add(d).Format(http.TimeFormat) }
	for attributes, want := range map[string]string{
		"":                             "v; Path=/; HttpOnly; SameSite=Lax",
		"; Max-Age=60":                 "v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
		at(time.Minute):                "v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
		"; Max-Age=60" + at(-1):        "v; Path=/; Max-Age=60; HttpOnly; SameSite=Lax",
		at(time.Hour) + "; Max-Age=5":  "v; Path=/; Max-Age=5; HttpOnly; SameSite=Lax",
		at(0):                          "; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
		at(-time.Minute):               "; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
		"; Max-Age=0":                  "; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
		"; Max-Age=-1" + at(time.Hour): "; Path=/; Max-Age=0; HttpOnly; SameSite=Lax",
	} {
		j := Open("a", []string{"tf.a.c=before"})
		j.Take([]string{"c=v" + attributes}, "", noon)
		if got := set(j)["tf.a.c"]; got != want {
			t.Errorf("%q becomes %q, want %q", attributes, got, want)
		}
		if gone := strings.HasPrefix(want, ";"); (j.Value("c") == "") != gone {
			t.Errorf("%q leaves %q for a repeat of the call", attributes, j.Value("c"))
		}
	}
}

// What can't be stored under a name of the shop's, or is too long, is left out; the others are taken.
func TestCookiesThatCannotBeStored(t *testing.T) {
	long := strings.Repeat("n", 128)
	for line, want := range map[string]bool{
		"c=v": true, long + "=v": true, long + "n=v": false, "a~b=v": false, "~b=v": false, `c="a, b"`: false, `c="a b"`: false, "=v": false, "c": false,
		"c=" + strings.Repeat("v", maxBytes-2): false, "c=v; Comment=" + strings.Repeat("x", maxBytes-13): true, "c=v; Comment=" + strings.Repeat("x", maxBytes-12): false,
	} {
		j := Open("a", nil)
		j.Take([]string{line, "other=1"}, "", noon)
		if got := set(j); len(got) != map[bool]int{true: 2, false: 1}[want] || got["tf.a.other"] == "" {
			t.Errorf("%.60q: %.200v", line, got)
		}
	}
}

// A cookie for a part of the API is sent to that part only; one for another part of the host is never stored.
func TestPathsOfCookies(t *testing.T) {
	for _, c := range []struct{ path, base, to, not string }{
		{"/", "", "me", ""},
		{"", "", "me", ""},
		{"relative", "", "me", ""},
		{"/api", "", "me", ""},
		{"/api/", "", "me", ""},
		{"/shop", "/shop", "me", ""},
		{"/shop/api", "/shop", "me", ""},
		{"/shop/api/", "/shop", "me", ""},
		{"/api/me", "", "me", "menu"},
		{"/api/me", "", "me/orders", "mee/orders"},
		{"/api/me/", "", "me/orders", "me"},
		{"/api/me", "", "me?page=2", "menu?x=/api/me"},
		{"/shop/api/me", "/shop", "me", "settings"},
		{"/admin", "", "", "admin"},
		{"/other/api/me", "/shop", "", "me"},
		{"/apis/me", "", "", "me"},
	} {
		first := Open("a", nil)
		first.Take([]string{"c=v; Path=" + c.path}, c.base, noon)
		var sent []string
		for name := range set(first) {
			sent = append(sent, name+"=v")
		}
		if c.to == "" && len(sent) != 0 {
			t.Errorf("%q below %q is stored", c.path, c.base)
		}
		back := Open("a", sent)
		for _, j := range []*Jar{first, back} {
			if c.to != "" && j.Header(c.to) != "c=v" {
				t.Errorf("%q below %q: %s gets %q", c.path, c.base, c.to, j.Header(c.to))
			}
			if c.not != "" && j.Header(c.not) != "" {
				t.Errorf("%q below %q: %s gets %q", c.path, c.base, c.not, j.Header(c.not))
			}
		}
	}
	// Of two with the same name and other paths each goes to its own.
	two := Open("a", nil)
	two.Take([]string{"c=me; Path=/api/me", "c=menu; Path=/api/menu"}, "", noon)
	if two.Header("me") != "c=me" || two.Header("menu") != "c=menu" {
		t.Errorf("%q and %q", two.Header("me"), two.Header("menu"))
	}
	two.Take([]string{"c=; Path=/api/me; Max-Age=0"}, "", noon)
	if two.Header("me") != "" || two.Header("menu") != "c=menu" {
		t.Errorf("%q and %q", two.Header("me"), two.Header("menu"))
	}
	j := Open("a", []string{"tf.a.c~not+base64=v; tf.a.d=1"})
	if j.Value("c") != "" || j.Value("d") != "1" {
		t.Error("a path that no shop wrote is read")
	}
}
