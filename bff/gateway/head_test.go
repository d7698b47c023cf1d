package gateway

import (
	"errors"
	"testing"
)

func TestHeadWatch(t *testing.T) {
	for _, c := range []struct {
		name, text string
		bad        bool
	}{
		{"plain", "GET / HTTP/1.1\r\nHost: a\r\n\r\n", false},
		{"two, one after the other", "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: a\r\n\r\n", false},
		{"a body with line feeds, then another request", "POST / HTTP/1.1\r\nContent-Length: 6\r\n\r\n{\n\n }\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", false},
		{"a chunked body with anything", "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n\n\n\r\n0\r\n\r\n", false},
		{"an empty line in front", "\r\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", false},
		{"the same header twice, but not a length", "GET / HTTP/1.1\r\nA: 1\r\nA: 2\r\n\r\n", false},
		{"line feed alone", "GET / HTTP/1.1\nHost: a\r\n\r\n", true},
		{"line feed alone in a header", "GET / HTTP/1.1\r\nX: y\nTransfer-Encoding: chunked\r\n\r\n", true},
		{"line feed alone at the end", "GET / HTTP/1.1\r\nHost: a\r\n\n", true},
		{"a folded line", "GET / HTTP/1.1\r\nX: y\r\n Content-Length: 5\r\n\r\n", true},
		{"folded with a tab", "GET / HTTP/1.1\r\nX: y\r\n\tz\r\n\r\n", true},
		{"two lengths", "POST / HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 5\r\n\r\n", true},
		{"length and encoding", "POST / HTTP/1.1\r\ncontent-length: 5\r\nTRANSFER-ENCODING: chunked\r\n\r\n", true},
		{"in the second request", "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\nA: b\n\r\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			for size := 1; size <= len(c.text); size++ { // however the network cuts it
				var h headWatch
				var err error
				for at := 0; at < len(c.text) && err == nil; at += size {
					err = h.see([]byte(c.text[at:min(at+size, len(c.text))]))
				}
				if errors.Is(err, errHead) != c.bad {
					t.Fatalf("in pieces of %d: %v", size, err)
				}
			}
		})
	}
}

func FuzzHeadWatch(f *testing.F) {
	f.Add([]byte("POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}GET / HTTP/1.1\r\nA: b\n\r\n"), uint8(3))
	f.Fuzz(func(t *testing.T, text []byte, size uint8) {
		var whole, parts headWatch
		want := whole.see(text)
		var got error
		for rest := text; len(rest) > 0 && got == nil; {
			n := min(int(size%16)+1, len(rest))
			got = parts.see(rest[:n])
			rest = rest[n:]
		}
		if !errors.Is(got, want) {
			t.Fatalf("whole: %v, in pieces of %d: %v", want, size%16+1, got)
		}
	})
}
