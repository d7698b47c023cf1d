package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// stampede sends 10,000 concurrent requests for the same uncached key, of which the first one disconnects, and counts the calls
// that reach the upstream (docs/failures.md F25).
func stampede(s *siege) ([]line, error) {
	r, err := s.restaurant(1)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("stampede", r.main().url(), map[string]string{"TABLEFRONT_UPSTREAM_TIMEOUT": "30s", "TABLEFRONT_DRAIN_TIMEOUT": "40s"})
	if err != nil {
		return nil, err
	}
	defer g.kill()
	l := line{
		figure: fmt.Sprintf("%s concurrent requests for one uncached key, the first client disconnects; %d keys", thousands(s.stampede), s.stampedeKeys),
		bound:  "exactly 1 upstream call per key; peak memory ≤ 460 MiB, nine tenths of the unit's limit",
	}
	calls, answered, err := stampedeOn(s, r.main(), g.addr)
	if err != nil {
		return nil, err
	}
	want := s.stampedeKeys * (s.stampede - 1)
	peak := g.peakMemory()
	l.reached = fmt.Sprintf("%d calls, %s of %s answered; %.0f MiB", calls, thousands(answered), thousands(want), peak)
	l.passed = calls == s.stampedeKeys && answered == want && peak <= 460
	return []line{l}, nil
}

// stampedeOn sends them for each key; all of them wait before the upstream responds.
func stampedeOn(s *siege, h *host, addr string) (calls, answered int, err error) {
	// The upstream responds once all requests have arrived.
	var gate atomic.Pointer[chan struct{}]
	h.setScript(func(w http.ResponseWriter, r *http.Request, _ []byte) bool {
		if open := gate.Load(); open != nil && len(r.URL.Path) > len("/api/products/menus/") {
			<-*open
		}
		return false
	})
	defer h.setScript(nil)
	for key := range s.stampedeKeys {
		open := make(chan struct{})
		gate.Store(&open)
		path := fmt.Sprintf("/api/products/menus/%d", 100+key)
		request := fmt.Sprintf("GET %s HTTP/1.1\r\nHost: shop.example\r\nAccept-Encoding: identity\r\nLang: de\r\nX-Forwarded-For: 10.1.1.1\r\n\r\n", path)
		conns := make([]net.Conn, s.stampede)
		dial := func(i int) {
			// Each has its own client address, since connections per address are limited.
			from := &net.TCPAddr{IP: net.IPv4(127, 0, byte(1+i>>7), byte(1+i&127))}
			c, dialErr := (&net.Dialer{LocalAddr: from, Timeout: 10 * time.Second}).Dial("tcp", addr)
			if dialErr == nil {
				conns[i] = c
				_, _ = io.WriteString(c, request)
			}
		}
		// The first client disconnects while its request is at the upstream.
		dial(0)
		if conns[0] == nil {
			return 0, 0, errors.New("the first connection could not be opened")
		}
		for deadline := time.Now().Add(5 * time.Second); h.calls("GET "+path) == 0 && time.Now().Before(deadline); {
			time.Sleep(time.Millisecond)
		}
		_ = conns[0].Close()
		inParallel(64, s.stampede-1, func(_, i int) { dial(i + 1) })
		for _, c := range conns {
			if c == nil {
				return 0, 0, fmt.Errorf("not all of %d connections could be opened (ulimit -n?)", s.stampede)
			}
		}
		var good atomic.Int64
		var wg sync.WaitGroup
		time.AfterFunc(300*time.Millisecond, func() { close(open) })
		for _, c := range conns[1:] {
			wg.Add(1)
			go func() {
				defer wg.Done()
				defer func() { _ = c.Close() }()
				_ = c.SetReadDeadline(time.Now().Add(30 * time.Second))
				if a, err := http.ReadResponse(bufio.NewReaderSize(c, 1024), nil); err == nil {
					if _, err := io.Copy(io.Discard, a.Body); err == nil && a.StatusCode == http.StatusOK {
						good.Add(1)
					}
				}
			}()
		}
		wg.Wait()
		for _, c := range conns {
			_ = c.Close()
		}
		answered += int(good.Load())
		calls += h.calls("GET " + path)
	}
	return calls, answered, nil
}
