package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// The ways of being slow.
const (
	headersOnly = iota // a header line now and then, never the end of the headers
	slowBody           // all headers, then a byte of the body now and then
	slowRead           // requests a large response and does not read it
)

// slow are connections that hold a server's resources as cheaply as they can.
type slow struct {
	addr  string
	conns []net.Conn
	ways  []int
	// since is when each was opened; closedAfter is how long after that the server had closed it.
	since       []time.Time
	closedAfter []atomic.Int64
}

// openSlow opens n of them, each from an address of its own; a negative way mixes all three, perSecond 0 is all at once.
func openSlow(n int, addr string, way, perSecond int) *slow {
	a := &slow{addr: addr, conns: make([]net.Conn, n), ways: make([]int, n), closedAfter: make([]atomic.Int64, n), since: make([]time.Time, n)}
	begun := time.Now()
	inParallel(64, n, func(_, i int) {
		if perSecond > 0 { // as slowloris tools do; all at once would be a connection flood
			time.Sleep(time.Until(begun.Add(time.Duration(i) * time.Second / time.Duration(perSecond))))
		}
		a.ways[i], a.since[i] = way, time.Now()
		if way < 0 {
			a.ways[i] = i % 3
		}
		from := &net.TCPAddr{IP: net.IPv4(127, 1, byte(1+i>>7), byte(1+i&127))}
		d := net.Dialer{LocalAddr: from, Timeout: 5 * time.Second}
		if a.ways[i] == slowRead {
			d.Control = smallWindow
		}
		c, err := d.Dial("tcp", addr)
		if err != nil {
			a.closedAfter[i].Store(1) // refused counts as closed
			return
		}
		a.conns[i] = c
		switch a.ways[i] {
		case headersOnly:
			_, _ = io.WriteString(c, "GET / HTTP/1.1\r\nHost: shop.example\r\nX-A: 1\r\n")
		case slowBody:
			_, _ = io.WriteString(c, "POST /api/contact HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\nContent-Length: 4000\r\n\r\n{")
		case slowRead:
			_, _ = io.WriteString(c, strings.Repeat("GET /api/products/menus HTTP/1.1\r\nHost: shop.example\r\nAccept-Encoding: identity\r\n\r\n", 8))
		}
	})
	return a
}

// push keeps sending slowly and notes which connections the server has closed, until done or all are closed.
func (a *slow) push(done <-chan struct{}) {
	tick := time.NewTicker(500 * time.Millisecond)
	defer tick.Stop()
	for {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		if a.countOpen() == 0 {
			return
		}
	}
}

// countOpen sends a byte on each connection and returns the number that the server still has open.
func (a *slow) countOpen() (open int) {
	inKernel := stillOpen(a.addr)
	one := make([]byte, 1)
	for i, c := range a.conns {
		if c == nil || a.closedAfter[i].Load() != 0 {
			continue
		}
		closed := false
		if a.ways[i] != slowRead {
			_ = c.SetReadDeadline(time.Now().Add(time.Microsecond))
			if _, err := c.Read(one); err == nil { // an answer (408) comes before the end
				_ = c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
				_, err = io.Copy(io.Discard, c)
				closed = err == nil || !isTimeout(err)
			} else {
				closed = !isTimeout(err)
			}
		}
		if !closed {
			text := "X-B: 2\r\n"
			if a.ways[i] == slowBody {
				text = " "
			}
			if a.ways[i] == slowRead {
				closed = !inKernel[c.LocalAddr().(*net.TCPAddr).AddrPort()]
			} else if _, err := io.WriteString(c, text); err != nil {
				closed = true
			}
		}
		if closed {
			a.closedAfter[i].Store(max(2, int64(time.Since(a.since[i]))))
			continue
		}
		open++
	}
	return open
}

func isTimeout(err error) bool {
	n, ok := err.(net.Error) //nolint:errorlint // straight from the connection
	return ok && n.Timeout()
}

func (a *slow) close() {
	for _, c := range a.conns {
		if c != nil {
			_ = c.Close()
		}
	}
}

// slowClients opens 5,000 slow connections at once and measures when the last one is closed, and the latency of a normal client
// meanwhile (docs/threat-model.md T24).
func slowClients(s *siege) ([]line, error) {
	r, err := s.restaurant(1)
	if err != nil {
		return nil, err
	}
	defer r.close()
	big := `{"data":[{"id":1,"name":"` + strings.Repeat("much to read ", 80_000) + `"}]}`
	r.main().setScript(func(w http.ResponseWriter, req *http.Request, _ []byte) bool {
		if req.URL.Path != "/api/products/menus" {
			return false
		}
		w.Header().Set("Cache-Control", "public, max-age=300")
		reply(w, 200, big)
		return true
	})
	g, err := s.gateway("slow", r.main().url(), nil)
	if err != nil {
		return nil, err
	}
	defer g.kill()
	m, err := s.measureSlow(g.url(), g.addr)
	if err != nil {
		return nil, err
	}
	lines := []line{
		{figure: fmt.Sprintf("%s concurrent slow clients (incomplete headers, slow bodies, responses not read): headers and bodies closed", thousands(s.slow)), bound: "≤ 10 s", reached: m.text(), passed: m.left == 0 && max(m.lastBy[headersOnly], m.lastBy[slowBody]) <= 10*time.Second},
		{figure: "clients that do not read the response: closed", bound: "20 to 25 s", reached: fmt.Sprintf("after %.1f s", m.lastBy[slowRead].Seconds()), passed: m.byWay[slowRead] == 0 && m.lastBy[slowRead] <= 25*time.Second},
		{figure: "latency of a normal client meanwhile, 99th percentile", bound: "< 50 ms", reached: fmt.Sprintf("%s (%d of %d answered)", milliseconds(m.p99), m.good, m.response), passed: m.p99 < 50*time.Millisecond && m.good == m.response && m.response > 0},
	}
	if s.withNginx {
		n, err := s.nginxCache(r.main().addr, true)
		if err != nil {
			return nil, err
		}
		defer n.close()
		m, err := s.measureSlow("http://"+n.addr, n.addr)
		if err != nil {
			return nil, err
		}
		lines[0].nginx, lines[2].nginx = m.text(), milliseconds(m.p99)
		v, err := s.varnishCache(r.main().addr)
		if err != nil {
			return nil, err
		}
		defer v.close()
		if m, err = s.measureSlow("http://"+v.addr, v.addr); err != nil {
			return nil, err
		}
		lines[0].varnish, lines[2].varnish = m.text(), milliseconds(m.p99)
	}
	return lines, nil
}

type slowness struct {
	left, response, good int
	last, p99            time.Duration
	// byWay counts the connections still open, lastBy is when the last one was closed, by the way of being slow.
	byWay  [3]int
	lastBy [3]time.Duration
}

func (m slowness) text() string {
	if m.left == 0 {
		return fmt.Sprintf("headers closed after %.1f s, bodies after %.1f s", m.lastBy[headersOnly].Seconds(), m.lastBy[slowBody].Seconds())
	}
	return fmt.Sprintf("%s still open after %.0f s (headers %d, bodies %d, reads %d)", thousands(m.left), m.last.Seconds(), m.byWay[0], m.byWay[1], m.byWay[2])
}

func (s *siege) measureSlow(url, addr string) (slowness, error) {
	// Each request of the normal client uses a new connection, as a new customer's does.
	newcomer := browsers(2, 10*time.Second)
	newcomer.Transport.(*http.Transport).DisableKeepAlives = true
	v := &visitor{base: url, client: newcomer, cookie: map[string]string{}, from: "10.8.8.8"}
	ctx := context.Background()
	for _, path := range []string{"/api/settings", "/api/products/menus"} {
		if a, err := v.send(ctx, "GET", path, "", "Lang", "de"); err != nil || a.status != 200 {
			return slowness{}, fmt.Errorf("a normal client got no response before the attack: %v", err)
		}
	}
	var m slowness
	var times []time.Duration
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
			begun := time.Now()
			a, err := v.send(ctx, "GET", "/api/settings", "", "Lang", "de")
			times = append(times, time.Since(begun))
			m.response++
			if err == nil && a.status == 200 {
				m.good++
			}
		}
	}()
	attackers := openSlow(s.slow, addr, -1, 1000)
	defer attackers.close()
	const limit = 28 * time.Second
	deadline := time.Now().Add(limit)
	for time.Now().Before(deadline) {
		if m.left = attackers.countOpen(); m.left == 0 {
			break
		}
		time.Sleep(250 * time.Millisecond)
	}
	close(done)
	wg.Wait()
	m.p99 = percentile(times, 99)
	for i := range attackers.closedAfter {
		switch at := attackers.closedAfter[i].Load(); {
		case at == 0:
			m.byWay[attackers.ways[i]]++
		default:
			m.lastBy[attackers.ways[i]] = max(m.lastBy[attackers.ways[i]], time.Duration(at))
			m.last = max(m.last, time.Duration(at))
		}
	}
	if m.left > 0 {
		m.last = limit
	}
	return m, nil
}
