package main

import (
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

// memory combines everything that could fill memory: unknown languages, ids, pages and queries; responses that decompress to 512 MiB (less in the short
// forms); incomplete requests (docs/threat-model.md T10, T24, T26).
func memory(s *siege) ([]line, error) {
	r, err := s.restaurant(2)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("memory", r.main().url(), nil)
	if err != nil {
		return nil, err
	}
	defer g.kill()
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
	normalClient := newVisitor(g, browsers(4, 10*time.Second), 1)
	send := func() bool {
		a, err := normalClient.send(ctx, "GET", "/api/settings", "", "Lang", "de")
		return err == nil && a.status == 200
	}
	_, _ = normalClient.send(ctx, "GET", "/api/branches", "")
	if !send() {
		return nil, fmt.Errorf("the normal client got no settings before the attack")
	}
	quiet := g.peakMemory()

	done := make(chan struct{})
	var background sync.WaitGroup
	// incomplete requests
	background.Add(1)
	go func() {
		defer background.Done()
		sendIncompleteRequests(s.incompleteHeaders, g.addr, done)
	}()
	// decompression bombs, repeatedly
	var bombs atomic.Int64
	bombClient := browsers(s.bombs, 20*time.Second)
	for b := range s.bombs {
		background.Add(1)
		go func() {
			defer background.Done()
			v := newVisitor(g, bombClient, 70_000+b)
			for n := 0; ; n++ {
				select {
				case <-done:
					return
				default:
				}
				if _, err := v.send(ctx, "GET", fmt.Sprintf("/api/products/menus/bomb%d-%d", b, n), "", "Lang", "de", "X-Branch", bombBranch.url()); err == nil {
					bombs.Add(1)
				}
				if n >= 2 { // now and then the circuit lets one through
					time.Sleep(200 * time.Millisecond)
				}
			}
		}()
	}
	var hits, honestAsks atomic.Int64
	background.Add(1)
	go func() {
		defer background.Done()
		for {
			select {
			case <-done:
				return
			case <-time.After(20 * time.Millisecond):
			}
			honestAsks.Add(1)
			if send() {
				hits.Add(1)
			}
		}
	}()
	client := browsers(16, 20*time.Second)
	r.main().resetCounts()
	end, cancel := context.WithTimeout(ctx, s.memoryTime)
	defer cancel()
	var invented atomic.Int64
	inParallel(16, s.hostileKeys, func(_, i int) {
		if end.Err() != nil {
			return
		}
		invented.Add(1)
		v := newVisitor(g, client, 100_000+i%50_000)
		path, lang := uncachedKey(i)
		_, _ = v.send(end, "GET", path, "", "Lang", lang)
	})
	close(done)
	peak := g.peakMemory()
	background.Wait()
	share := 100 * float64(hits.Load()) / float64(max(honestAsks.Load(), 1))
	l := line{
		figure: fmt.Sprintf("memory (peak RSS) with %s random cache keys, %d concurrent decompression bombs of %d MiB, %s incomplete requests", thousands(int(invented.Load())), s.bombs, s.bombSize, thousands(s.incompleteHeaders)),
		bound:  "≤ 128 MiB", reached: fmt.Sprintf("%.0f MiB (%.0f MiB before; %s of the keys reached the upstream, %s bombs were sent; %.1f %% of a normal client's requests answered)", peak, quiet, thousands(int(r.main().total.Load())), thousands(int(bombBranch.total.Load())), share),
		passed: peak > 0 && peak <= 128 && share > 99,
	}
	return []line{l}, nil
}

// sendIncompleteRequests keeps count connections open whose header section never ends, until done is closed. A connection that the gateway closes
// is opened again.
func sendIncompleteRequests(count int, addr string, done <-chan struct{}) {
	var clients sync.WaitGroup
	for i := range count {
		clients.Go(func() {
			// Each has its own client address, since connections per address are limited.
			dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, byte(1+i>>7), byte(1+i&127))}, Timeout: 10 * time.Second}
			for {
				c, err := dialer.Dial("tcp", addr)
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
