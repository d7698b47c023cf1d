package upstream

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"net"
	"net/http"
	"testing"
)

// A menu of many like dishes compresses to less than a hundredth, and is read; what decompresses to more than MaxAnswer is not.
func TestDecompressionIsBoundedBySizeAlone(t *testing.T) {
	for size, readable := range map[int]bool{8 << 20: true, 17 << 20: false} {
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(make([]byte, size))
		z.Close()
		s := script(t, func(c net.Conn, _ int, _ *http.Request) bool {
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n", packed.Len())
			c.Write(packed.Bytes())
			return false
		})
		a, err := s.ask(t.Context(), http.MethodGet, "x", nil)
		if readable && (err != nil || len(a) != size) || !readable && !errors.Is(err, errTooLarge) {
			t.Errorf("%d MiB, readable %v: %v", size>>20, readable, err)
		}
	}
}
