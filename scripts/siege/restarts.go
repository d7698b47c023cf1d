package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"time"
)

// restarts restarts the gateway under load as systemd does with its socket unit: the listener stays, the old process is
// gets SIGTERM, the new one inherits the listener (docs/failures.md F18).
func restarts(s *siege) ([]line, error) {
	r, err := s.restaurant(1)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.newGateway("restart", r.main().url(), nil)
	if err != nil {
		return nil, err
	}
	defer g.kill()
	if !s.insecure { // it does not support socket activation
		l, err := net.Listen("tcp", g.addr)
		if err != nil {
			return nil, err
		}
		file, err := l.(*net.TCPListener).File()
		if err != nil {
			return nil, err
		}
		_ = l.Close() // the file is a second handle on the same socket
		defer func() { _ = file.Close() }()
		g.socket = file
	}
	if err := g.start(); err != nil {
		return nil, err
	}
	client := browsers(16, 20*time.Second)
	ctx := context.Background()
	var sent, failed atomic.Int64
	var example atomic.Pointer[string]
	var stop atomic.Bool
	var wg sync.WaitGroup
	for w := range 12 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			v := newVisitor(g, client, 500+w)
			v.token = tokenOf(500 + w)
			for !stop.Load() {
				method, path, body := "GET", "/api/settings", ""
				switch rand.IntN(10) {
				case 0:
					path = "/api/me"
				case 1:
					path = "/"
				}
				a, err := v.send(ctx, method, path, body, "Accept", "*/*")
				sent.Add(1)
				if err != nil || a.status >= 400 {
					failed.Add(1)
					text := path + ": "
					if err != nil {
						text += err.Error()
					} else {
						text += fmt.Sprintf("%d %.80s", a.status, a.body)
					}
					example.CompareAndSwap(nil, &text)
				}
			}
		}()
	}
	var slowest time.Duration
	done := 0
	for ; done < s.restarts; done++ {
		share := int64(s.restartLoad) * int64(done+1) / int64(s.restarts+1)
		for sent.Load() < share {
			time.Sleep(5 * time.Millisecond)
		}
		begun := time.Now()
		if _, err := g.stop(); err != nil {
			stop.Store(true)
			wg.Wait()
			return nil, err
		}
		if err := g.start(); err != nil {
			stop.Store(true)
			wg.Wait()
			return nil, err
		}
		slowest = max(slowest, time.Since(begun))
	}
	for sent.Load() < int64(s.restartLoad) {
		time.Sleep(5 * time.Millisecond)
	}
	stop.Store(true)
	wg.Wait()
	reached := fmt.Sprintf("%d of %s (longest restart %s)", failed.Load(), thousands(int(sent.Load())), milliseconds(slowest))
	if e := example.Load(); e != nil {
		reached += ", e.g. " + *e
	}
	return []line{{
		figure: fmt.Sprintf("failed requests over %d restarts under load, with an inherited socket", done), bound: "0", reached: reached, passed: failed.Load() == 0,
	}}, nil
}
