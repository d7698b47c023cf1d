package branches

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
	"time"

	"tablefront/bff/upstream"
)

// TestBranchThatComesBack: pages are cached with the versions of their entries, so a branch that left the list and came
// back must not repeat a version of its earlier life (or a page from before the change would be served again).
func TestBranchThatComesBack(t *testing.T) {
	b, err := New(Options{Pool: upstream.NewPool(t.Context(), upstream.Options{Timeout: time.Second, Log: slog.New(slog.DiscardHandler)}), Main: "http://main.example"})
	if err != nil {
		t.Fatal(err)
	}
	listed := []Listed{{Name: "Mitte", URL: "http://mitte.example"}}
	version := func() uint64 {
		found, err := b.Lookup("http://mitte.example")
		if err != nil || found == nil {
			t.Fatalf("not listed: %v", err)
		}
		return found.Version.Add(1)
	}
	b.rebuild(listed, true)
	seen := map[uint64]bool{}
	for range 3 {
		for range 5 {
			v := version()
			if seen[v] {
				t.Fatalf("version %d was there before", v)
			}
			seen[v] = true
		}
		b.rebuild(nil, true)
		b.rebuild(listed, true)
	}
}

// A backend that answers nonsense may not take every branch away, and one bad row not the others; both are told.
func TestAListOfBranchesWithFaults(t *testing.T) {
	var log bytes.Buffer
	r, err := New(Options{
		Pool: upstream.NewPool(t.Context(), upstream.Options{Timeout: time.Second, Log: slog.New(slog.DiscardHandler)}), Main: "http://main.example",
		Log: slog.New(slog.NewJSONHandler(&log, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	const mitte = `{"name":"Mitte","url":"http://mitte.example"}`
	for _, c := range []struct {
		body string
		want string // the addresses
		told bool
	}{
		{`[` + mitte + `]`, "http://mitte.example", false},
		{`null`, "http://mitte.example", true},
		{`{"0":` + mitte + `}`, "http://mitte.example", true},
		{`"x"`, "http://mitte.example", true},
		{`[` + mitte + `,{"name":7,"url":"http://sued.example"}]`, "http://mitte.example", true},
		{`[` + mitte + `,{"name":"no url"},{"name":"Ost","url":"http://ost.example"}]`, "http://mitte.example http://ost.example", false},
		{`[` + mitte + `,{"name":null,"url":"http://sued.example","more":[1]}]`, "http://mitte.example http://sued.example", false},
		{`[]`, "", false},
	} {
		log.Reset()
		r.Read([]byte(c.body))
		var got []string
		for _, b := range r.List() {
			got = append(got, b.URL)
			if r.Find(b.URL) == nil {
				t.Errorf("%s: %s is listed and not found", c.body, b.URL)
			}
		}
		if strings.Join(got, " ") != c.want || (log.Len() > 0) != c.told {
			t.Errorf("%s: %v, logged %q", c.body, got, log.String())
		}
	}
}

// TestCanonicalURL: what two programs could read differently is no address.
func TestCanonicalURL(t *testing.T) {
	longest := "https://" + strings.Repeat(strings.Repeat("a", 63)+".", 3) + strings.Repeat("a", 61) // 253 characters
	for raw, want := range map[string]string{
		"https://Shop.example/": "https://shop.example", "HTTPS://shop.example:443": "https://shop.example", "http://shop.example:80/a/": "http://shop.example/a",
		"http://shop.example:443": "http://shop.example:443", "https://shop.example:80": "https://shop.example:80", "https://shop.example:8443/a/b": "https://shop.example:8443/a/b",
		"http://10.0.0.1": "http://10.0.0.1", "http://[::1]:8080": "http://[::1]:8080", "http://[0:0::1]": "http://[::1]", "https://bücher.example": "https://xn--bcher-kva.example",
		"https://shop.example:65535": "https://shop.example:65535",
		"":                           "", "ftp://shop.example": "", "shop.example": "", "https://": "", "https://shop.example:": "", "https://shop.example:0443": "", "https://shop.example:123456": "", "https://shop.example:65536": "", "https://shop.example:0": "",
		"https://a@shop.example": "", "https://shop.example?x": "", "https://shop.example#x": "", "https://shop.example/%2e": "", "https://shop.example/../a": "", "https://shop.example/./a": "",
		"https://shop.example//a": "", "https://shop.example\\a": "", "https://shop .example": "", "http://127.1": "", "http://0x7f.1": "", "http://2130706433": "", "https://shop.example.": "",
		"http://[fe80::1%25eth0]": "", "http://[127.0.0.1]": "", "https://shop.example/" + strings.Repeat("a", 2028): "",
		"https://shop.example/" + strings.Repeat("a", 2027): "https://shop.example/" + strings.Repeat("a", 2027),
		longest: longest, longest + "a": "",
		"http://127.9": "", "http://10.0.0.9x": "", "https://shop.ex4mple": "https://shop.ex4mple",
	} {
		if got, err := CanonicalURL(raw); got != want || (err == nil) != (want != "") {
			t.Errorf("%.60q is %q, %v; want %q", raw, got, err, want)
		}
	}
}
