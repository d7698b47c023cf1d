package siege

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// memoryLimit is nine tenths of the memory limit in the unit (512 MiB), in MiB: an attack may not take more. A shop in the unit sets eight tenths as its
// garbage collector's soft limit (serve.go).
const memoryLimit = 460

var (
	memoryBound = fmt.Sprintf("≤ %d MiB, nine tenths of the limit in the unit", memoryLimit)
	inTheUnit   = "GOMEMLIMIT=410MiB"
)

// memory combines everything that could fill memory: unknown languages, ids, pages and queries; responses that decompress to 512 MiB; incomplete
// requests (docs/threat-model.md T10, T24, T26). On another gateway, a crowd asks for one menu at the same moment.
func memory(s *siege) []line { return append(exhaustion(s), crowd(s)) }

func exhaustion(s *siege) []line {
	r := s.restaurant(2)
	g := s.gateway(r.main().url(), inTheUnit)
	bomb := decompressionBomb(s.bombSize << 20)
	filler := strings.Repeat("x", 20_000)
	// The decompression bombs come from their own branch: its circuit opens, which must not keep the keys from the main host.
	bombBranch := r.hosts[1]
	bombBranch.setScript(func(w http.ResponseWriter, req *http.Request, _ []byte) bool {
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = w.Write(bomb)
		return true
	})
	r.main().setScript(func(w http.ResponseWriter, req *http.Request, _ []byte) bool {
		switch {
		case strings.HasPrefix(req.URL.Path, "/api/products/"), strings.HasPrefix(req.URL.Path, "/api/translations"):
			reply(w, 200, `{"data":[{"id":1,"name":"`+filler+`"}]}`)
		default:
			return false
		}
		return true
	})
	ctx := context.Background()
	normal := newVisitor(g.addr, browsers(4, 10*time.Second), 1)
	normal.get("/api/branches")
	if _, failure := normal.get("/api/settings", "Lang", "de"); failure != "" {
		s.Fatal("before the attack: " + failure)
	}
	quiet := g.peakMemory()

	done := make(chan struct{})
	var background sync.WaitGroup
	background.Go(func() { sendIncompleteRequests(s.incompleteHeaders, g.addr, done) })
	bombClient := browsers(s.bombs, 20*time.Second)
	for b := range s.bombs {
		background.Go(func() {
			v := newVisitor(g.addr, bombClient, 70_000+b)
			until(done, 200*time.Millisecond, func(n int) { // now and then the circuit lets one through
				_, _ = v.send(ctx, "GET", fmt.Sprintf("/api/products/menus/bomb%d-%d", b, n), "", "Lang", "de", "X-Branch", bombBranch.url())
			})
		})
	}
	var answered, asked atomic.Int64
	background.Go(func() {
		until(done, 20*time.Millisecond, func(int) {
			asked.Add(1)
			if _, failure := normal.get("/api/settings", "Lang", "de"); failure == "" {
				answered.Add(1)
			}
		})
	})
	client := browsers(16, 20*time.Second)
	r.main().total.Store(0)
	end, cancel := context.WithTimeout(ctx, s.memoryTime)
	defer cancel()
	var invented atomic.Int64
	inParallel(16, s.hostileKeys, func(i int) {
		if end.Err() != nil {
			return
		}
		invented.Add(1)
		v := newVisitor(g.addr, client, 100_000+i%50_000)
		path, lang := uncachedKey(i)
		_, _ = v.send(end, "GET", path, "", "Lang", lang)
	})
	close(done)
	peak := g.peakMemory()
	background.Wait()
	share := 100 * float64(answered.Load()) / float64(max(asked.Load(), 1))
	return []line{{
		figure: fmt.Sprintf("memory (peak RSS) with %s random cache keys, %d concurrent decompression bombs of %d MiB, %s incomplete requests", thousands(int(invented.Load())), s.bombs, s.bombSize, thousands(s.incompleteHeaders)),
		bound:  memoryBound, reached: fmt.Sprintf("%.0f MiB (%.0f MiB before; %s of the keys reached the upstream, %s bombs were sent; %.1f %% of a normal client's requests answered)", peak, quiet, thousands(int(r.main().total.Load())), thousands(int(bombBranch.total.Load())), share),
		passed: peak > 0 && peak <= memoryLimit && share > 99,
	}}
}

// until repeats something until done is closed.
func until(done <-chan struct{}, pause time.Duration, again func(n int)) {
	for n := 0; ; n++ {
		select {
		case <-done:
			return
		case <-time.After(pause):
			again(n)
		}
	}
}

// crowd sends requests for one uncached menu, which the upstream answers once all of them have arrived.
func crowd(s *siege) line {
	r := s.restaurant(1)
	g := s.gateway(r.main().url(), "TABLEFRONT_UPSTREAM_TIMEOUT=30s", "TABLEFRONT_DRAIN_TIMEOUT=40s", inTheUnit)
	open := make(chan struct{})
	var calls, answered atomic.Int64
	r.main().setScript(func(_ http.ResponseWriter, r *http.Request, _ []byte) bool {
		if strings.HasPrefix(r.URL.Path, "/api/products/menus/") {
			calls.Add(1)
			<-open
		}
		return false
	})
	var arrived, all sync.WaitGroup
	arrived.Add(s.crowd)
	places := make(chan struct{}, 64) // as many connect at once
	for i := range s.crowd {
		all.Go(func() {
			places <- struct{}{}
			c, err := dialAs(i, g.addr)
			if err == nil {
				defer func() { _ = c.Close() }()
				_, err = io.WriteString(c, "GET /api/products/menus/1 HTTP/1.1\r\nHost: shop.example\r\nAccept-Encoding: identity\r\nLang: de\r\nX-Forwarded-For: 10.1.1.1\r\n\r\n")
			}
			<-places
			if arrived.Done(); err != nil {
				return
			}
			_ = c.SetReadDeadline(time.Now().Add(30 * time.Second))
			if a, err := http.ReadResponse(bufio.NewReaderSize(c, 1024), nil); err == nil && a.StatusCode == http.StatusOK {
				if _, err := io.Copy(io.Discard, a.Body); err == nil {
					answered.Add(1)
				}
			}
		})
	}
	arrived.Wait()
	time.Sleep(300 * time.Millisecond) // the last of them reach the handler
	close(open)
	all.Wait()
	peak := g.peakMemory()
	return line{
		figure: fmt.Sprintf("memory (peak RSS) with %s concurrent requests for one uncached key", thousands(s.crowd)), bound: memoryBound + "; 1 upstream call",
		reached: fmt.Sprintf("%.0f MiB; %d (%s answered)", peak, calls.Load(), thousands(int(answered.Load()))), passed: peak <= memoryLimit && calls.Load() == 1 && int(answered.Load()) == s.crowd,
	}
}

// dialAs connects as one of many clients: each has its own address, since connections per address are limited.
func dialAs(client int, addr string) (net.Conn, error) {
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, byte(1+client>>7), byte(1+client&127))}, Timeout: 10 * time.Second}
	return d.Dial("tcp", addr)
}

// sendIncompleteRequests keeps count connections open whose header section never ends, until done is closed. A connection that the gateway closes
// is opened again.
func sendIncompleteRequests(count int, addr string, done <-chan struct{}) {
	var clients sync.WaitGroup
	for i := range count {
		clients.Go(func() {
			for {
				c, err := dialAs(i, addr)
				if err == nil {
					_, err = io.WriteString(c, "GET /api/settings HTTP/1.1\r\nHost: shop.example\r\n")
				}
				for err == nil {
					select {
					case <-done:
						_ = c.Close()
						return
					case <-time.After(time.Second):
						_, err = io.WriteString(c, "X: y\r\n")
					}
				}
				if c != nil {
					_ = c.Close()
				}
				select {
				case <-done:
					return
				case <-time.After(100 * time.Millisecond):
				}
			}
		})
	}
	clients.Wait()
}

// uncachedKey returns a path and a language that were not requested before.
func uncachedKey(i int) (path, lang string) {
	word := fmt.Sprintf("%c%c-%d", 'a'+rand.IntN(26), 'a'+rand.IntN(26), i%100_000_000)
	switch i % 6 {
	case 0:
		return "/api/translations?lang=" + word, "de"
	case 1:
		return "/api/products/menus", word
	case 2:
		return fmt.Sprintf("/api/products/menus/%d", 1000+i), "de"
	case 3:
		return fmt.Sprintf("/api/products/categories?page=%d&q=%s", i, word), "de"
	case 4:
		return fmt.Sprintf("/api/products/categories/%d/products/%s", i, word), "de"
	default:
		return "/?product=" + word, word
	}
}

// decompressionBomb returns gzip that decompresses to n bytes of JSON whitespace.
func decompressionBomb(n int) []byte {
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression)
	blanks := bytes.Repeat([]byte(" "), 1<<20)
	for range n >> 20 {
		_, _ = z.Write(blanks)
	}
	_, _ = io.WriteString(z, `{"data":[]}`)
	_ = z.Close()
	return b.Bytes()
}
