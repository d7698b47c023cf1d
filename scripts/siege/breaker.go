package main

import (
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

// amplification fails a share of all calls, from 1 to 100 %, and compares the calls that reach the upstream with those
// that customers made; then the upstream recovers (docs/failures.md F3).
func amplification(s *siege) ([]line, error) {
	r, err := s.restaurant(1)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("retries", r.main().url(), nil)
	if err != nil {
		return nil, err
	}
	defer g.kill()
	client := browsers(16, 10*time.Second)
	ctx := context.Background()
	var reads, writes atomic.Int64
	var rate atomic.Int64
	r.main().setScript(func(w http.ResponseWriter, req *http.Request, body []byte) bool {
		switch {
		case req.URL.Path == "/api/me" && req.Method == http.MethodGet:
			reads.Add(1)
		case req.Method == http.MethodPut && passesXSRF(req):
			writes.Add(1)
		default:
			return false
		}
		if rand.IntN(100) >= int(rate.Load()) {
			return false
		}
		switch rand.IntN(3) {
		case 0:
			reply(w, []int{500, 502, 503}[rand.IntN(3)], `{"message":"sick"}`)
		case 1:
			cut(w, "", 0, true)
		default:
			raw := rawAnswer(`{"data":{"name":"incomplete"}}`)
			cut(w, raw, rand.IntN(len(raw)), rand.IntN(2) == 0)
		}
		return true
	})
	var worstRead, worstWrite float64
	var worstReadAt int
	for _, percent := range []int{1, 5, 10, 25, 50, 75, 100} {
		rate.Store(int64(percent))
		reads.Store(0)
		writes.Store(0)
		inParallel(8, s.calls, func(_, i int) {
			v := newVisitor(g, client, 3000+i)
			v.token = tokenOf(3000 + i)
			_, _ = v.send(ctx, "GET", "/api/me", "")
			_, _ = v.send(ctx, "PUT", "/api/me", fmt.Sprintf(`{"name":"@@user=%d@@"}`, 3000+i))
		})
		if a := float64(reads.Load()) / float64(s.calls); a > worstRead {
			worstRead, worstReadAt = a, percent
		}
		worstWrite = max(worstWrite, float64(writes.Load())/float64(s.calls))
	}
	rate.Store(0)
	back, v := time.Now(), newVisitor(g, client, 5)
	v.token = tokenOf(5)
	normal, inARow := time.Duration(-1), 0
	for time.Since(back) < 15*time.Second && inARow < 20 {
		if a, err := v.send(ctx, "GET", "/api/me", ""); err == nil && a.status == 200 {
			if inARow == 0 {
				normal = time.Since(back)
			}
			inARow++
			continue
		}
		inARow = 0
		time.Sleep(20 * time.Millisecond)
	}
	recovered := "never"
	if inARow == 20 {
		recovered = fmt.Sprintf("%.1f s", normal.Seconds())
	}
	return []line{
		{figure: "upstream GETs per customer GET, maximum over failure rates of 1 to 100 %", bound: "≤ 1.10", reached: fmt.Sprintf("%.3f (at %d %%)", worstRead, worstReadAt), passed: worstRead <= 1.10 && worstRead > 0.5},
		{figure: "upstream writes per customer write, the same", bound: "≤ 1.00", reached: fmt.Sprintf("%.3f", worstWrite), passed: worstWrite <= 1 && worstWrite > 0.5},
		{figure: "from the upstream's recovery to 20 successful responses in a row", bound: "≤ 10 s", reached: recovered, passed: inARow == 20 && normal <= 10*time.Second},
	}, nil
}

// disconnects lets browsers disconnect before their response, repeatedly, and checks whether other calls are refused because
// of that (docs/threat-model.md B8).
func disconnects(s *siege) ([]line, error) {
	r, err := s.restaurant(1)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("breaker", r.main().url(), nil)
	if err != nil {
		return nil, err
	}
	defer g.kill()
	r.main().setScript(func(w http.ResponseWriter, req *http.Request, _ []byte) bool {
		if userOf(req.Header.Get("Authorization")) == 1 {
			return false
		}
		select { // slow for all but the normal client
		case <-req.Context().Done():
		case <-time.After(300 * time.Millisecond):
		}
		return false
	})
	ctx := context.Background()
	normalClient := newVisitor(g, browsers(2, 10*time.Second), 1)
	normalClient.token = tokenOf(1)
	var mu sync.Mutex
	var refused, sent int
	example := ""
	done := make(chan struct{})
	var wg sync.WaitGroup
	wg.Add(1)
	go func() {
		defer wg.Done()
		for {
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
			}
			a, err := normalClient.send(ctx, "GET", "/api/me", "")
			mu.Lock()
			sent++
			if err != nil || a.status != 200 {
				refused++
				if example == "" {
					example = fmt.Sprint(", e.g. ", err)
					if err == nil {
						example = fmt.Sprintf(", e.g. %d %.80s", a.status, a.body)
					}
				}
			}
			mu.Unlock()
		}
	}()
	var left atomic.Int64
	inParallel(64, s.disconnects, func(_, i int) {
		c, err := net.Dial("tcp", g.addr)
		if err != nil {
			return
		}
		_, _ = fmt.Fprintf(c, "GET /api/me HTTP/1.1\r\nHost: shop.example\r\nX-Forwarded-For: 10.20.%d.%d\r\nAuthorization: Bearer %s\r\n\r\n", i>>8&255, i&255, tokenOf(7000+i%1000))
		time.Sleep(time.Duration(1+rand.IntN(15)) * time.Millisecond)
		if tcp, ok := c.(*net.TCPConn); ok && i%2 == 0 {
			_ = tcp.SetLinger(0)
		}
		_ = c.Close()
		left.Add(1)
	})
	for deadline := time.Now().Add(3 * time.Second); ; { // their effect shows afterwards
		mu.Lock()
		enough := sent >= 20
		mu.Unlock()
		if enough || time.Now().After(deadline) {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	close(done)
	wg.Wait()
	return []line{{
		figure: fmt.Sprintf("calls of normal clients refused while %s browsers disconnect", thousands(int(left.Load()))), bound: "0",
		// On a busy machine most have disconnected before the gateway handles them; then it does not call the upstream.
		reached: fmt.Sprintf("%d of %d%s (%s calls reached the upstream)", refused, sent, example, thousands(int(r.main().total.Load()))),
		passed:  refused == 0 && sent > 0 && r.main().total.Load() > int64(s.disconnects)/100,
	}}, nil
}

// deadBranch stops one branch under load and measures errors and latency of the other branches (docs/failures.md F14).
func deadBranch(s *siege) ([]line, error) {
	r, err := s.restaurant(5)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("dead-branch", r.main().url(), nil)
	if err != nil {
		return nil, err
	}
	defer g.kill()
	client := browsers(32, 10*time.Second)
	ctx := context.Background()
	_, _ = newVisitor(g, client, 1).send(ctx, "GET", "/api/branches", "")
	dead := r.hosts[1]
	length := time.Second
	if s.outageIsLong {
		length = 6 * time.Second
	}
	load := func() (p99 time.Duration, failed int) {
		var mu sync.Mutex
		var times []time.Duration
		var wg sync.WaitGroup
		until := time.Now().Add(length)
		for w := range 12 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				v := newVisitor(g, client, 100+w)
				v.token = tokenOf(100 + w)
				h, pause := dead, 10*time.Millisecond
				if w < 4 {
					h, pause = []*host{r.hosts[0], r.hosts[2], r.hosts[3], r.hosts[4]}[w], 2*time.Millisecond
				}
				for time.Now().Before(until) {
					begun := time.Now()
					a, err := v.send(ctx, "GET", "/api/me", "", "X-Branch", h.url())
					took := time.Since(begun)
					time.Sleep(pause)
					if h == dead {
						continue
					}
					mu.Lock()
					times = append(times, took)
					if err != nil || a.status != 200 {
						failed++
					}
					mu.Unlock()
				}
			}()
		}
		wg.Wait()
		return percentile(times, 99), failed
	}
	load() // fills the cache
	var before, during []time.Duration
	failed := 0
	for range 3 { // alternating, since the load of the machine varies
		p99, n := load()
		before, failed = append(before, p99), failed+n
		dead.close()
		p99, n = load()
		during, failed = append(during, p99), failed+n
		if err := dead.reopen(); err != nil {
			return nil, err
		}
	}
	healthy, sick := percentile(before, 50), percentile(during, 50)
	grown := 100 * (float64(sick)/float64(max(healthy, 1)) - 1)
	return []line{{
		figure: "one of five branches fails under load: errors of the others; their 99th percentile", bound: "0; < +5 % or < 5 ms more",
		reached: fmt.Sprintf("%d; %s → %s (%+.0f %%)", failed, milliseconds(healthy), milliseconds(sick), grown),
		passed:  failed == 0 && healthy > 0 && (grown < 5 || sick-healthy < 5*time.Millisecond),
	}}, nil
}

// readAll drains a connection until it is quiet or closed.
func readAll(c net.Conn, quiet time.Duration) string {
	var b strings.Builder
	part := make([]byte, 4096)
	for {
		_ = c.SetReadDeadline(time.Now().Add(quiet))
		n, err := c.Read(part)
		b.Write(part[:n])
		if err != nil {
			if err != io.EOF && !isTimeout(err) { //nolint:errorlint // straight from the connection
				b.WriteString("\x00reset")
			}
			return b.String()
		}
	}
}
