package gateway

import (
	"bufio"
	"io"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tablefront/bff/cache"
)

// answerPhase is a way in which an upstream's answer goes wrong, as its connection sends it.
type answerPhase struct {
	name string
	// raw is sent at once, more again and again until the connection is closed; more is "" for none.
	raw, more string
	// closes is whether the upstream closes the connection afterwards, resets whether it does so with a reset. Otherwise it stays
	// open, in silence.
	closes, resets bool
	// get is what a GET gets, a status and the code of the fault; "" for the answer itself. Of a write the outcome is
	// unknown, unless it gets the answer itself.
	get string
}

const (
	goodHead = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 16\r\n\r\n"
	goodBody = `{"data":"whole"}`
	chunked  = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"

	unreachable, timedOut, invalid = "502 upstream_unreachable", "504 upstream_timeout", "502 upstream_invalid"
)

// answerPhases is every phase of an answer. A new kind of fault is a row.
var answerPhases = []answerPhase{
	{name: "no bytes, closed", closes: true, get: unreachable},
	{name: "no bytes, silent", get: timedOut},
	{name: "no bytes, reset", closes: true, resets: true, get: unreachable},
	{name: "100, then closed", raw: "HTTP/1.1 100 Continue\r\n\r\n", closes: true, get: unreachable},
	{name: "103, then silent", raw: "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n", get: timedOut},
	{name: "102 without end", more: "HTTP/1.1 102 Processing\r\n\r\n", get: unreachable},
	{name: "100, then the answer", raw: "HTTP/1.1 100 Continue\r\n\r\n" + goodHead + goodBody},
	{name: "101 that nobody asked for", raw: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n", get: invalid},
	{name: "101 without headers", raw: "HTTP/1.1 101 Switching Protocols\r\n\r\n", get: invalid},
	{name: "101, then bytes without end", raw: "HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\n\r\n", more: "\x00\x01\x02", get: invalid},
	{name: "status 000", raw: "HTTP/1.1 000 Nothing\r\nContent-Length: 2\r\n\r\n{}", get: invalid},
	{name: "status 099", raw: "HTTP/1.1 099 Odd\r\nContent-Length: 2\r\n\r\n{}", get: invalid},
	{name: "status 600", raw: "HTTP/1.1 600 Odd\r\nContent-Length: 2\r\n\r\n{}", get: invalid},
	{name: "status 999", raw: "HTTP/1.1 999 Odd\r\nContent-Length: 2\r\n\r\n{}", get: invalid},
	{name: "half a status line, closed", raw: "HTTP/1.1 20", closes: true, get: unreachable},
	{name: "half a status line, silent", raw: "HTTP/1.1 20", get: timedOut},
	{name: "no HTTP", raw: "SSH-2.0-OpenSSH_9.6\r\n\r\n", closes: true, get: unreachable},
	{name: "half a header section, closed", raw: "HTTP/1.1 200 OK\r\nContent-Ty", closes: true, get: unreachable},
	{name: "half a header section, silent", raw: "HTTP/1.1 200 OK\r\nContent-Ty", get: timedOut},
	{name: "half a header section, reset", raw: "HTTP/1.1 200 OK\r\nContent-Ty", closes: true, resets: true, get: unreachable},
	{name: "headers without end", raw: "HTTP/1.1 200 OK\r\n", more: "X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", get: unreachable},
	{name: "two lengths", raw: "HTTP/1.1 200 OK\r\nContent-Length: 16\r\nContent-Length: 5\r\n\r\n" + goodBody, closes: true, get: unreachable},
	{name: "no body, closed", raw: goodHead, closes: true, get: invalid},
	{name: "no body, silent", raw: goodHead, get: timedOut},
	{name: "half a body, closed", raw: goodHead + goodBody[:7], closes: true, get: invalid},
	{name: "half a body, silent", raw: goodHead + goodBody[:7], get: timedOut},
	{name: "half a body, reset", raw: goodHead + goodBody[:7], closes: true, resets: true, get: invalid},
	{name: "a body of gigabytes", raw: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n", more: "[[[[", get: invalid},
	{name: "a body without a length, silent", raw: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n" + goodBody, get: timedOut},
	{name: "a body without a length and an end", raw: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n[1", more: ",1", get: timedOut},
	{name: "a negative length", raw: "HTTP/1.1 200 OK\r\nContent-Length: -1\r\n\r\n" + goodBody, closes: true, get: unreachable},
	{name: "half a chunk, closed", raw: chunked + "10\r\n" + goodBody[:7], closes: true, get: invalid},
	{name: "half a chunk, silent", raw: chunked + "10\r\n" + goodBody[:7], get: timedOut},
	{name: "a chunk without a length", raw: chunked + "what\r\n" + goodBody, get: invalid},
	{name: "no last chunk, closed", raw: chunked + "10\r\n" + goodBody + "\r\n", closes: true, get: invalid},
	{name: "no last chunk, silent", raw: chunked + "10\r\n" + goodBody + "\r\n", get: timedOut},
	{name: "half of the trailers, silent", raw: chunked + "10\r\n" + goodBody + "\r\n0\r\nX-A: 1", get: timedOut},
	{name: "trailers without end", raw: chunked + "10\r\n" + goodBody + "\r\n0\r\n", more: "X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", get: invalid},
	{name: "a chunk's extension without end", raw: chunked + "10;", more: "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", get: invalid},
	{name: "chunks without end", raw: chunked + "1\r\n[\r\n", more: "2\r\n1,\r\n", get: timedOut},
	{name: "half of a gzip body", raw: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00", closes: true, get: invalid},
	{name: "500, no body, silent", raw: "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 16\r\n\r\n", get: timedOut},
	{name: "500, half a body, closed", raw: "HTTP/1.1 500 Internal Server Error\r\nContent-Length: 16\r\n\r\n" + goodBody[:7], closes: true, get: invalid},
	{name: "422, half a body, closed", raw: "HTTP/1.1 422 Unprocessable Content\r\nContent-Length: 16\r\n\r\n" + goodBody[:7], closes: true, get: invalid},
	{name: "401, half a body, reset", raw: "HTTP/1.1 401 Unauthorized\r\nContent-Length: 16\r\n\r\n" + goodBody[:7], closes: true, resets: true, get: invalid},
	{name: "a page instead of JSON", raw: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>", closes: true, get: invalid},
	{name: "half of the JSON", raw: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{\"a\":", closes: true, get: invalid},
	{name: "surplus bytes", raw: goodHead + goodBody + "HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\n{\"data\":\"foreign\"}"},
	{name: "surplus bytes without end", raw: goodHead + goodBody, more: "{}"},
	{name: "the answer, then closed", raw: strings.Replace(goodHead, "\r\n", "\r\nConnection: close\r\n", 1) + goodBody, closes: true},
	{name: "the answer, ended by the connection", raw: "HTTP/1.0 200 OK\r\n\r\n" + goodBody, closes: true},
}

// callKinds are the calls that the pipeline treats differently: the last one of the list of each combination of read or write,
// cached or not, and traits; and the one that is answered from memory.
func callKinds() (kinds []*Call) {
	type kind struct {
		safe, cached, token, once, pay bool
	}
	last := map[kind]*Call{}
	for i := range calls {
		c := &calls[i]
		last[kind{c.Safe(), c.Class != cache.Never, c.Token, c.Once, c.Pay}] = c
	}
	return append(slices.SortedFunc(maps.Values(last), func(a, b *Call) int { return strings.Compare(a.name, b.name) }), callCheck)
}

// Whatever an upstream does in whatever phase of its answer to whatever kind of call: each call ends with the deadline at the
// latest, with an error that says what is known, nothing of it reaches the next call, and no place of the host stays taken.
func TestF04_EveryPhaseOfAnAnswerCanFail(t *testing.T) {
	for _, row := range answerPhases {
		for kinds := range slices.Chunk(callKinds(), 4) { // all at once: four failures do not open the circuit
			t.Run(row.name+", "+kinds[0].String(), func(t *testing.T) {
				t.Parallel()
				row.plays(t, kinds)
			})
		}
	}
}

func (a answerPhase) plays(t *testing.T, kinds []*Call) {
	backend := newFakeUpstream(t)
	over := make(chan struct{})
	var open atomic.Int64
	broken := func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := w.(http.Hijacker).Hijack()
		if err != nil {
			return
		}
		open.Add(1)
		go func() {
			defer open.Add(-1)
			a.send(conn, over)
		}()
	}
	t.Cleanup(func() { close(over) })
	timeout := time.Minute
	if a.get == timedOut { // the row ends by it
		timeout = 3 * time.Second
	}
	shop := openShop(t, backend, func(c *Config) { c.UpstreamTimeout = timeout })
	shop.get("/api/settings").wants(t, 200, "")
	// Surplus bytes of one connection could meet the next call: those are made one after another.
	foreign := a.get == "" && (a.more != "" || strings.Contains(a.raw, "foreign"))
	var asked sync.WaitGroup
	for _, call := range kinds {
		path := parameter.ReplaceAllString(call.Path, "1")
		backend.on(call.Method+" "+path, broken)
		asked.Go(func() {
			body, header, want := "", "Accept: */*", a.get
			if !call.Safe() {
				body = `{"a":1}`
			}
			if call.Once {
				header = "Idempotency-Key: order-key-1"
			}
			switch {
			case want == "":
				want = `200 "whole"`
			case !call.Safe():
				want = "504 outcome_unknown"
			}
			answer := shop.ask(call.Method, "/api/"+path, body, header)
			if status, text, _ := strings.Cut(want, " "); strconv.Itoa(answer.StatusCode) != status || !strings.Contains(answer.body, text) {
				t.Errorf("%s: %d %s, want %s", call, answer.StatusCode, answer.body, want)
			}
		})
		if foreign {
			asked.Wait()
			until(t, "the connection is closed", func() bool { return open.Load() == 0 })
		}
	}
	asked.Wait()
	until(t, "no call is under way", func() bool { return shop.caller.branches.Main.InFlight() == 0 })
	if a.more != "" || !a.closes && a.get != "" {
		until(t, "the connections are closed", func() bool { return open.Load() == 0 })
	}
}

// send plays the row on a connection, until the other side closes it or the test is over.
func (a answerPhase) send(c net.Conn, over <-chan struct{}) {
	defer c.Close()
	if tcp, ok := c.(*net.TCPConn); ok && a.resets {
		tcp.SetLinger(0)
	}
	if _, err := io.WriteString(c, a.raw); err != nil || a.closes {
		return
	}
	gone := make(chan struct{})
	go func() {
		defer close(gone)
		for in := bufio.NewReader(c); ; {
			r, err := http.ReadRequest(in)
			if err != nil {
				return // the gateway closed it
			}
			io.Copy(io.Discard, r.Body)
			io.WriteString(c, a.raw)
		}
	}()
	pause := time.NewTicker(2 * time.Millisecond)
	defer pause.Stop()
	for {
		select {
		case <-over:
			return
		case <-gone:
			return
		case <-pause.C:
			if _, err := io.WriteString(c, strings.Repeat(a.more, 64)); err != nil {
				return
			}
		}
	}
}
