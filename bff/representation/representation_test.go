package representation

import (
	"bytes"
	"compress/gzip"
	"io"
	"runtime"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
)

func TestChoose(t *testing.T) {
	for accept, want := range map[string]Encoding{
		"": Identity, "identity": Identity, "gzip": Gzip, "br": Brotli, "gzip, deflate, br, zstd": Brotli,
		"br;q=0.5, gzip;q=0.8": Gzip, "br;q=0, gzip": Gzip, "br;q=0,gzip;q=0": Identity, "*": Brotli, "*;q=0.1, br;q=0": Gzip,
		"GZIP;Q=1.0": Gzip, "br;q=x": Identity, "br;q=2": Identity, "br; q = 0.5; x=1, gzip;q=0.1": Brotli, "zstd": Identity, "x-gzip": Gzip,
	} {
		if got := Choose([]string{accept}, true, true); got != want {
			t.Errorf("%q: %v, not %v", accept, got.Header(), want.Header())
		}
	}
	if got := Choose([]string{"br;q=0.1", "gzip"}, true, false); got != Brotli {
		t.Errorf("without gzip: %v", got.Header())
	}
	if got := Choose([]string{"br, gzip;q=0.1"}, false, true); got != Gzip {
		t.Errorf("without Brotli: %v", got.Header())
	}
}

func TestMatches(t *testing.T) {
	for line, want := range map[string]bool{
		``: false, `"a"`: true, `W/"a"`: true, `"b", "a"`: true, `"b",W/"a"`: true, `*`: true, `"ab"`: false, `a`: false,
	} {
		for _, etag := range []string{`"a"`, `W/"a"`} {
			if got := Matches([]string{line}, etag); got != want {
				t.Errorf("%s and %s: %v", line, etag, got)
			}
		}
	}
	if Matches([]string{"*"}, "") {
		t.Error("a response without an ETag is never unchanged")
	}
}

func TestCompress(t *testing.T) {
	for _, text := range []string{"", "a", strings.Repeat("Margherita, Tomate, Mozzarella. ", 5000)} {
		br, gz := Compress([]byte(text), Brotli), Compress([]byte(text), Gzip)
		z, err := gzip.NewReader(bytes.NewReader(gz))
		if err != nil {
			t.Fatal(err)
		}
		for name, r := range map[string]io.Reader{"br": brotli.NewReader(bytes.NewReader(br)), "gzip": z, "identity": bytes.NewReader(Compress([]byte(text), Identity))} {
			if got, err := io.ReadAll(r); err != nil || string(got) != text {
				t.Errorf("%s: %d bytes became %d, %v", name, len(text), len(got), err)
			}
		}
	}
}

// TestCompressorMemory: what a compressor allocates is proportional to a page, not to the library's largest window.
func TestCompressorMemory(t *testing.T) {
	page := []byte(strings.Repeat("Margherita, Tomate, Mozzarella. ", 5000))
	for _, e := range []Encoding{Brotli, Gzip} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		w := compressors[e].New().(compressor)
		w.Reset(io.Discard)
		w.Write(page)
		w.Close()
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 4<<20 {
			t.Errorf("%s: %d bytes for a page of %d", e.Header()[0], n, len(page))
		}
	}
}
