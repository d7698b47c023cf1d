package upstream

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"testing"
)

// A response that decompresses to a thousand times its size is refused after its first 64 KiB, so many of them at once take
// little memory.
func TestACompressionBombCostsLittle(t *testing.T) {
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	z.Write(make([]byte, 8<<20)) //nolint:errcheck // into memory
	z.Close()                    //nolint:errcheck // into memory
	s := script(t, func(c net.Conn, _ int, _ *http.Request) bool {
		fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n", bomb.Len()) //nolint:errcheck // the reader disconnects
		c.Write(bomb.Bytes())                                                                                 //nolint:errcheck // as above
		return false
	})
	const bombs = 40
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for range bombs {
		if _, err := s.ask(t.Context(), http.MethodGet, "x", nil); !errors.Is(err, errBomb) {
			t.Fatal(err)
		}
	}
	runtime.ReadMemStats(&after)
	if each := (after.TotalAlloc - before.TotalAlloc) / bombs; each > 300<<10 {
		t.Errorf("%d KiB a bomb", each>>10)
	}
}
