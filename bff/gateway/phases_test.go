package gateway

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// answerPhase is a way in which an upstream's answer goes wrong, as its connection sends it.
type answerPhase struct {
	name string
	// raw is sent at once, more again and again until the connection is closed; more is "" for none.
	raw, more string
	// closes is whether the upstream closes the connection afterwards. Otherwise it stays open, in silence.
	closes bool
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
	{name: "headers without end", raw: "HTTP/1.1 200 OK\r\n", more: "X-A: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\r\n", get: unreachable},
	{name: "two lengths", raw: "HTTP/1.1 200 OK\r\nContent-Length: 16\r\nContent-Length: 5\r\n\r\n" + goodBody, closes: true, get: unreachable},
	{name: "no body, closed", raw: goodHead, closes: true, get: invalid},
	{name: "no body, silent", raw: goodHead, get: timedOut},
	{name: "half a body, closed", raw: goodHead + goodBody[:7], closes: true, get: invalid},
	{name: "half a body, silent", raw: goodHead + goodBody[:7], get: timedOut},
	{name: "half a chunk, closed", raw: chunked + "10\r\n" + goodBody[:7], closes: true, get: invalid},
	{name: "half a chunk, silent", raw: chunked + "10\r\n" + goodBody[:7], get: timedOut},
	{name: "a chunk without a length", raw: chunked + "what\r\n" + goodBody, get: invalid},
	{name: "no last chunk, closed", raw: chunked + "10\r\n" + goodBody + "\r\n", closes: true, get: invalid},
	{name: "no last chunk, silent", raw: chunked + "10\r\n" + goodBody + "\r\n", get: timedOut},
	{name: "chunks without end", raw: chunked + "1\r\n[\r\n", more: "2\r\n1,\r\n", get: timedOut},
	{name: "half of a gzip body", raw: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 12\r\n\r\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x00\x00\x00", closes: true, get: invalid},
	{name: "a page instead of JSON", raw: "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 6\r\n\r\n<html>", closes: true, get: invalid},
	{name: "half of the JSON", raw: "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 5\r\n\r\n{\"a\":", closes: true, get: invalid},
	{name: "surplus bytes", raw: goodHead + goodBody + "HTTP/1.1 200 OK\r\nContent-Length: 18\r\n\r\n{\"data\":\"foreign\"}"},
	{name: "surplus bytes without end", raw: goodHead + goodBody, more: "{}"},
	{name: "the answer, then closed", raw: goodHead + goodBody, closes: true},
	{name: "the answer, ended by the connection", raw: "HTTP/1.0 200 OK\r\n\r\n" + goodBody, closes: true},
}

// Whatever an upstream does in whatever phase of its answer: each call ends with the deadline at the latest, with an error
// that says what is known, nothing of it reaches the next call, and no place of the host stays taken.
func TestF04_EveryPhaseOfAnAnswerCanFail(t *testing.T) {
	for _, row := range answerPhases {
		t.Run(row.name, func(t *testing.T) {
			t.Parallel()
			k := newFakeUpstream(t)
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
					row.send(conn, over)
				}()
			}
			t.Cleanup(func() { close(over) })
			s := openShop(t, k, func(c *Config) { c.UpstreamTimeout = time.Second })
			s.get("/api/settings").wants(t, 200, "")
			for _, call := range []string{"GET me", "GET areas", "POST contact", "POST checkout/v2"} {
				k.on(call, broken)
			}
			// All at once (four failures do not open the circuit), unless surplus bytes of one connection could meet the next call.
			var asked sync.WaitGroup
			foreign := row.get == "" && (row.more != "" || strings.Contains(row.raw, "foreign"))
			for _, ask := range []struct{ method, path, body, header string }{
				{"GET", "/api/me", "", "Accept: */*"},
				{"GET", "/api/areas", "", "Accept: */*"},
				{"POST", "/api/contact", `{"a":1}`, "Accept: */*"},
				{"POST", "/api/checkout/v2", `{"a":1}`, "Idempotency-Key: order-key-1"},
			} {
				asked.Go(func() {
					want, g := row.get, s.ask(ask.method, ask.path, ask.body, ask.header)
					switch {
					case want == "":
						want = `200 "whole"`
					case ask.method == "POST":
						want = "504 outcome_unknown"
					}
					if status, text, _ := strings.Cut(want, " "); strconv.Itoa(g.StatusCode) != status || !strings.Contains(g.body, text) {
						t.Errorf("%s %s: %d %s, want %s", ask.method, ask.path, g.StatusCode, g.body, want)
					}
				})
				if foreign {
					asked.Wait()
					until(t, "the connection is closed", func() bool { return open.Load() == 0 })
				}
			}
			asked.Wait()
			until(t, "no call is under way", func() bool { return s.Gateway.branches.Main.InFlight() == 0 })
			if row.more != "" || !row.closes && row.get != "" {
				until(t, "the connections are closed", func() bool { return open.Load() == 0 })
			}
		})
	}
}

// send plays the row on a connection, until the other side closes it or the test is over.
func (a answerPhase) send(c net.Conn, over <-chan struct{}) {
	defer c.Close() //nolint:errcheck // the end
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
			io.Copy(io.Discard, r.Body) //nolint:errcheck // as above
			io.WriteString(c, a.raw)    //nolint:errcheck // as above
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
