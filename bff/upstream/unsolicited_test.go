package upstream

import (
	"fmt"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
)

// A host that sends two responses for one request must not answer the next one with the second.
func TestAnUnsolicitedResponseIsRefused(t *testing.T) {
	respond := func(text string) string {
		return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s", len(text), text)
	}
	host := script(t, func(c net.Conn, nth int, r *http.Request) bool {
		_, err := c.Write([]byte(respond(r.URL.Path) + respond("somebody else's")))
		return err == nil
	})
	var wg sync.WaitGroup
	for worker := range 64 {
		wg.Go(func() {
			for n := range 200 {
				path := fmt.Sprintf("me/%d/%d", worker, n)
				a, err := host.Do(t.Context(), &Request{Method: http.MethodGet, Path: path, Header: http.Header{}})
				if err != nil {
					continue
				}
				if got := string(a.Body); !strings.HasSuffix(got, path) {
					t.Errorf("%s got %q", path, got)
				}
			}
		})
	}
	wg.Wait()
}
