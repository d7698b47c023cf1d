package gateway

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"sync"
	"syscall"
	"time"
)

// A call in the plainest form (hit.go) that no kept copy answers goes the whole way of a call as any other does, but the
// request is made from its bytes here and the answer is written to the connection at once, while net/http waits for the
// next request: its own way of reading and writing costs as much as all the rest (docs/bench.md). What net/http would do
// besides is done here: the deadlines, the watch for a browser that hangs up, and the drain.

// direct answers a request. The error ends the connection.
func (h *hits) direct(c net.Conn, r *plainRequest) error {
	g := h.g
	if !h.conn.begin() {
		return io.EOF
	}
	underWay := g.direct.Add(1)
	defer g.direct.Add(-1)
	h.conn.leave()
	ctx, cancel := context.WithCancel(context.Background())
	request := r.request(ctx, h.address)
	if h.header == nil {
		h.header = make(http.Header, 16)
	}
	clear(h.header)
	w := &directWriter{h: h, c: c, header: h.header}
	ended := false
	defer func() {
		cancel()
		h.watch.end()
		if !ended { // a panic, which net/http knows how to report
			h.conn.finish()
		}
	}()
	h.watch.begin(cancel, watchAfter(underWay))
	g.ServeHTTP(w, request)
	h.watch.end()
	err := w.end()
	ended = true
	if open := h.conn.finish(); err == nil && (!open || w.last || request.Close) {
		return io.EOF
	}
	return err
}

// plainTemplate is what all plain requests have in common.
var plainTemplate = &http.Request{Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1, Body: http.NoBody}

// request makes what net/http would make of the bytes, with the headers that the gateway reads and no other; a test
// compares them with what it reads.
func (r *plainRequest) request(ctx context.Context, remote string) *http.Request {
	fields := [...]struct {
		name  string
		value []byte
	}{
		{"Authorization", r.authorization},
		{"Lang", r.lang},
		{"X-Branch", r.branch},
		{"Cookie", r.cookie},
		{"Accept-Encoding", r.accept},
		{"If-None-Match", r.match},
		{"Content-Type", r.kind},
		{"Content-Encoding", r.coding},
		{"Content-Length", r.length},
		{"Idempotency-Key", r.orderKey},
		{"Origin", r.origin},
		{"Sec-Fetch-Site", r.site},
		{"X-Forwarded-For", r.forwardedFor},
		{"X-Forwarded-Proto", r.forwardedProto},
		{"X-Forwarded-Host", r.forwardedHost},
	}
	n := 0
	for i := range fields {
		if fields[i].value != nil {
			n++
		}
	}
	header, values := make(http.Header, n), make([]string, n)
	for i := range fields {
		if f := &fields[i]; f.value != nil {
			n--
			values[n] = string(f.value)
			header[f.name] = values[n : n+1 : n+1]
		}
	}
	request := plainTemplate.WithContext(ctx)
	request.Method, request.Header, request.Host, request.RemoteAddr = r.method, header, string(r.host), remote
	request.URL = &url.URL{Path: "/api/" + string(r.path), RawQuery: string(r.query)}
	request.RequestURI = request.URL.Path
	if r.query != nil {
		request.RequestURI += "?" + request.URL.RawQuery
		request.URL.ForceQuery = len(r.query) == 0
	}
	if len(r.body) > 0 {
		request.Body, request.ContentLength = io.NopCloser(bytes.NewReader(r.body)), int64(len(r.body))
	}
	return request
}

// directWriter is the http.ResponseWriter of such a call: an answer whose length is announced goes out with its head in
// one piece, any other is collected first.
type directWriter struct {
	h      *hits
	c      net.Conn
	header http.Header
	status int
	// begun: the head has gone out. left is what is still to come of the announced length.
	begun bool
	left  int
	parts []byte
	last  bool // no other answer may come on this connection
	err   error
}

// Header fills http.ResponseWriter.
func (w *directWriter) Header() http.Header { return w.header }

// WriteHeader fills http.ResponseWriter.
func (w *directWriter) WriteHeader(status int) {
	if w.status == 0 {
		w.status = status
	}
}

// SetReadDeadline is for http.ResponseController: the body has been read already.
func (w *directWriter) SetReadDeadline(time.Time) error { return nil }

// Write fills io.Writer.
func (w *directWriter) Write(p []byte) (int, error) {
	w.WriteHeader(http.StatusOK)
	if w.err != nil {
		return 0, w.err
	}
	length := w.header["Content-Length"]
	if !w.begun && len(length) == 0 {
		w.parts = append(w.parts, p...)
		return len(p), nil
	}
	if !w.begun {
		n, err := strconv.Atoi(length[0])
		if err != nil {
			n = 0
		}
		w.left = n
	}
	if len(p) > w.left {
		w.err = http.ErrContentLength
		return 0, w.err
	}
	w.left -= len(p)
	w.send(p)
	return len(p), w.err
}

// end sends what has not gone out yet. The error ends the connection.
func (w *directWriter) end() error {
	w.WriteHeader(http.StatusOK)
	if w.err == nil && !w.begun {
		if w.parts != nil || len(w.header["Content-Length"]) == 0 && w.status != http.StatusNoContent && w.status != http.StatusNotModified {
			w.header["Content-Length"] = []string{strconv.Itoa(len(w.parts))}
		} else if n := w.header["Content-Length"]; len(n) > 0 && n[0] != "0" && w.status != http.StatusNotModified {
			w.err = http.ErrContentLength
			return w.err
		}
		w.send(w.parts)
	}
	if w.err == nil && w.left > 0 {
		w.err = http.ErrContentLength
	}
	return w.err
}

// send writes a part of the body, with the head in front of the first.
func (w *directWriter) send(p []byte) {
	var head []byte
	if !w.begun {
		w.begun = true
		head = w.head()
	}
	w.h.deadlines(w.c, time.Now())
	switch {
	case len(head)+len(p) <= joined:
		head = append(head, p...)
		_, w.err = w.h.conn.Write(head)
	case len(p) <= stalledPiece:
		w.c.SetWriteDeadline(time.Now().Add(stalledAfter)) //nolint:errcheck // then the write fails
		w.h.vec = [2][]byte{head, p}
		v := net.Buffers(w.h.vec[:])
		_, w.err = v.WriteTo(w.c)
		w.h.vec[1] = nil
	default:
		if _, w.err = w.h.conn.Write(head); w.err == nil {
			_, w.err = w.h.conn.Write(p)
		}
	}
	if head != nil {
		w.h.out = head[:0]
	}
}

// head is the head of the answer.
func (w *directWriter) head() []byte {
	b := append(w.h.out[:0], "HTTP/1.1 "...)
	b = strconv.AppendInt(b, int64(w.status), 10)
	b = append(b, ' ')
	b = append(b, http.StatusText(w.status)...)
	b = append(b, "\r\n"...)
	for name, values := range w.header {
		for _, value := range values {
			b = append(b, name...)
			b = append(b, ": "...)
			at := len(b)
			b = append(b, value...)
			for i := at; i < len(b); i++ {
				if b[i] == '\r' || b[i] == '\n' { // as net/http has it
					b[i] = ' '
				}
			}
			b = append(b, "\r\n"...)
			w.last = w.last || name == "Connection" && value == closeValue[0]
		}
	}
	b = append(b, "Date: "...)
	b = append(b, w.h.g.dates.at(time.Now())...)
	return append(b, "\r\n\r\n"...)
}

// hangUpAfter is how long a call may take before anybody looks whether its browser is still there. Most calls are
// answered by then, and looking costs.
const hangUpAfter = 50 * time.Millisecond

// crowd is how many calls are many: then each is looked after from its beginning, since browsers that leave by the hundred
// must not hold the places at the upstream for longer than they stay themselves.
const crowd = 128

func watchAfter(underWay int64) time.Duration {
	if underWay > crowd {
		return 0
	}
	return hangUpAfter
}

// hangUp watches a connection for its browser's end while a call is answered, without taking anything from it.
type hangUp struct {
	c     net.Conn
	sock  syscall.RawConn
	timer *time.Timer

	mu     sync.Mutex
	cancel func()        // ends the call under way; nil: there is none
	ended  chan struct{} // closed when the watch under way has ended; nil: there is none
}

// newHangUp makes the watch of a connection; nil if this kind of connection, or system, cannot be watched.
func newHangUp(c net.Conn) *hangUp {
	s, ok := c.(syscall.Conn)
	if !ok || !watchable {
		return nil
	}
	sock, err := s.SyscallConn()
	if err != nil {
		return nil
	}
	h := &hangUp{c: c, sock: sock}
	h.timer = time.AfterFunc(time.Hour, h.look)
	h.timer.Stop()
	return h
}

// begin begins to watch, after a while.
func (h *hangUp) begin(cancel func(), after time.Duration) {
	h.mu.Lock()
	h.cancel = cancel
	h.mu.Unlock()
	h.timer.Reset(after)
}

// look waits until the browser has gone, has sent something more, or end wants it to end.
func (h *hangUp) look() {
	h.mu.Lock()
	cancel := h.cancel
	if cancel == nil || h.ended != nil {
		h.mu.Unlock()
		return
	}
	ended := make(chan struct{})
	h.ended = ended
	h.c.SetReadDeadline(time.Time{}) //nolint:errcheck // then nothing is watched
	h.mu.Unlock()
	defer close(ended)
	if hasGone(h.sock) {
		cancel()
	}
}

// end ends the watch. A second call is harmless.
func (h *hangUp) end() {
	h.timer.Stop()
	h.mu.Lock()
	ended := h.ended
	h.cancel, h.ended = nil, nil
	if ended != nil {
		h.c.SetReadDeadline(time.Unix(1, 0)) //nolint:errcheck // then it ends with the connection
	}
	h.mu.Unlock()
	if ended != nil {
		<-ended
		h.c.SetReadDeadline(time.Now().Add(idleTimeout)) //nolint:errcheck // then the next read fails
	}
}
