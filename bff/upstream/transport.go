package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"sync"
	"syscall"
	"time"
)

// transport is an http.RoundTripper for the plainest HTTP/1.1 to one host. The caller's own goroutine writes the request
// and reads the answer, where http.Transport keeps two more for every connection: that is half of what a forwarded call
// costs (docs/bench.md). It is strict where http.Transport forgives (head.go), keeps nothing of an answer but the headers
// that the gateway may look at, and leaves whatever is not plain to the transport behind it.
//
// A connection waits for its next call unread, so before each call it is looked at: one that the host has closed, or on
// which the host has said something that nobody asked for, is never used again (HARDENING T7 and T13).
type transport struct {
	scheme, host string // of the only origin it serves, as in a URL
	addr         string // host and port to dial
	dial         dialFunc
	// idle is how long a connection may wait for its next call.
	idle  time.Duration
	other http.RoundTripper
	// weak sends everything by way of http.Transport: a default that a test brings back has to reach it (weaken.go).
	weak bool

	mu     sync.Mutex
	free   []*line // the last used at the end
	reaper *time.Timer
	armed  bool
}

const (
	// maxIdle bounds the connections that wait for a call.
	maxIdle = 256
	// maxPlainBody is the largest body that is written in one piece before the answer is read: the host's system takes
	// it even if the host itself never reads it, so that writing cannot wait for a host that waits to be read.
	maxPlainBody = 32 << 10
	// maxHints bounds the informational answers before the answer itself.
	maxHints = 5
)

func newTransport(scheme, host, addr string, dial dialFunc, idle time.Duration, other http.RoundTripper) *transport {
	t := &transport{scheme: scheme, host: host, addr: addr, dial: dial, idle: idle, other: other}
	t.reaper = time.AfterFunc(time.Hour, t.reap)
	t.reaper.Stop()
	return t
}

// call is the context of one call. It carries the headers past resty and http.Client, which would copy them twice, and
// brings back what became of the call.
type call struct {
	context.Context
	header   http.Header
	deadline time.Time
	// sent is set before the first byte of the request may have reached the host.
	sent bool
}

// Deadline fills context.Context. Nothing ends by itself at it but what is done on a connection; for the rest there is
// timed.
func (c *call) Deadline() (time.Time, bool) {
	d, ok := c.Context.Deadline()
	if !c.deadline.IsZero() && (!ok || c.deadline.Before(d)) {
		return c.deadline, true
	}
	return d, ok
}

// timed gives a context that ends at its deadline, whatever is done.
func timed(ctx context.Context) (context.Context, context.CancelFunc) {
	if d, ok := ctx.Deadline(); ok {
		return context.WithDeadline(ctx, d)
	}
	return ctx, func() {}
}

// plain tells whether a request is one for this transport.
func (t *transport) plain(r *http.Request) bool {
	switch r.Method {
	case http.MethodGet, http.MethodPost, http.MethodPut, http.MethodPatch, http.MethodDelete:
	default:
		return false
	}
	return direct && r.URL.Host == t.host && r.URL.Scheme == t.scheme && len(r.TransferEncoding) == 0 && !r.Close &&
		r.ContentLength >= 0 && r.ContentLength <= maxPlainBody && (r.ContentLength > 0 || r.Body == nil || r.Body == http.NoBody)
}

// RoundTrip fills http.RoundTripper. Only a GET is ever sent twice, and only when its connection had been used before
// and ended without a single byte of an answer.
func (t *transport) RoundTrip(r *http.Request) (*http.Response, error) {
	c, _ := r.Context().(*call)
	if c == nil || t.weak || !t.plain(r) {
		return t.detour(r, c)
	}
	if r.Body != nil {
		defer r.Body.Close() //nolint:errcheck // it lies in memory
	}
	if err := c.Err(); err != nil {
		return nil, err
	}
	l := t.take()
	for {
		used := l != nil
		if l == nil {
			ctx, cancel := timed(c)
			conn, err := t.dial(ctx, "tcp", t.addr)
			cancel()
			if err != nil {
				return nil, err
			}
			if l, err = newLine(conn); err != nil {
				return nil, errors.Join(err, conn.Close())
			}
		}
		a, err := t.exchange(l, r, c)
		if err == nil {
			return &a.response, nil
		}
		l.close()
		if !used || r.Method != http.MethodGet || !errors.Is(err, errSilent) || c.Err() != nil {
			return nil, err
		}
		l = nil
	}
}

// detour sends a request by way of http.Transport.
func (t *transport) detour(r *http.Request, c *call) (*http.Response, error) {
	if c == nil {
		return t.other.RoundTrip(r)
	}
	ctx, cancel := timed(c)
	r = r.WithContext(httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{GotConn: func(httptrace.GotConnInfo) { c.sent = true }}))
	jar := r.Header["Cookie"] // of a client that has one, which only a weakened one does
	r.Header = c.header
	if len(jar) > 0 {
		r.Header = c.header.Clone()
		r.Header["Cookie"] = append(r.Header["Cookie"], jar...)
	}
	a, err := t.other.RoundTrip(r)
	if err != nil {
		cancel()
		return nil, err
	}
	a.Body = &timedBody{a.Body, cancel}
	return a, nil
}

// timedBody ends the time of a call with its body.
type timedBody struct {
	io.ReadCloser
	cancel context.CancelFunc
}

// Close fills io.Closer.
func (b *timedBody) Close() error {
	b.cancel()
	return b.ReadCloser.Close()
}

// errSilent is a connection that ended before the first byte of an answer.
var errSilent = errors.New("upstream: the connection ended without an answer")

// exchange sends a request and reads the head of its answer.
func (t *transport) exchange(l *line, r *http.Request, c *call) (*answer, error) {
	out, err := appendRequest(l.out[:0], r, c.header)
	if err != nil {
		return nil, err
	}
	deadline, _ := c.Deadline()
	if err := l.conn.SetDeadline(deadline); err != nil {
		return nil, err
	}
	a := &answer{t: t, l: l}
	if c.Done() != nil {
		a.stop = context.AfterFunc(c.Context, l.abort)
	}
	c.sent = true
	_, err = l.conn.Write(out)
	l.out = out[:0]
	if err == nil {
		err = a.readHead()
	} else {
		err = unanswered(err)
	}
	if err != nil {
		a.release()
		return nil, err
	}
	a.response.Request = r
	return a, nil
}

// unanswered marks an error that came before any byte of an answer as the end of the connection, unless it is a time-out.
func unanswered(err error) error {
	var timeout net.Error
	if errors.As(err, &timeout) && timeout.Timeout() {
		return err
	}
	return errors.Join(errSilent, err)
}

// take gives a connection that waits, nil if there is none. None of those it gives has been closed by the host, or holds
// a byte that nobody asked for, at this moment.
func (t *transport) take() *line {
	for {
		t.mu.Lock()
		n := len(t.free) - 1
		if n < 0 {
			t.mu.Unlock()
			return nil
		}
		l := t.free[n]
		t.free[n], t.free = nil, t.free[:n]
		t.mu.Unlock()
		if time.Since(l.since) < t.idle && l.quiet() {
			return l
		}
		l.close()
	}
}

// put lets a connection wait for its next call.
func (t *transport) put(l *line) {
	l.since = time.Now()
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.free) >= maxIdle {
		l.close()
		return
	}
	t.free = append(t.free, l)
	if !t.armed {
		t.armed = true
		t.reaper.Reset(t.idle)
	}
}

// reap closes the connections that have waited for too long.
func (t *transport) reap() {
	t.mu.Lock()
	defer t.mu.Unlock()
	now, old := time.Now(), 0
	for old < len(t.free) && now.Sub(t.free[old].since) >= t.idle {
		t.free[old].close()
		old++
	}
	kept := copy(t.free, t.free[old:])
	clear(t.free[kept:])
	t.free = t.free[:kept]
	if t.armed = kept > 0; t.armed {
		t.reaper.Reset(t.idle - now.Sub(t.free[0].since))
	}
}

// CloseIdleConnections closes the connections that wait for a call; http.Client knows it by this name.
func (t *transport) CloseIdleConnections() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range t.free {
		l.close()
	}
	clear(t.free)
	t.free = t.free[:0]
}

// line is one connection and what was read from it but not used yet.
type line struct {
	conn   net.Conn // what requests are written to: a TCP connection, or TLS on top of one
	secure bool
	sock   syscall.RawConn // of the TCP connection
	// in holds what was read; in[r:w] is still to be used.
	in   []byte
	r, w int
	out  []byte
	// since is when it began to wait for its next call.
	since time.Time

	look  func(fd uintptr) // made once, since it is needed for each call
	abort func()
	byte1 [1]byte
	still bool
}

const (
	lineBuffer = 4 << 10
	maxHead    = 64 << 10
)

var errNoSocket = errors.New("upstream: a connection without a socket")

// newLine makes a line of a fresh connection.
func newLine(conn net.Conn) (*line, error) {
	below := conn
	if t, ok := conn.(*tls.Conn); ok {
		below = t.NetConn()
	}
	sock, ok := below.(syscall.Conn)
	if !ok {
		return nil, errNoSocket
	}
	raw, err := sock.SyscallConn()
	if err != nil {
		return nil, err
	}
	l := &line{conn: conn, secure: below != conn, sock: raw, in: make([]byte, lineBuffer)}
	l.look = l.lookAt
	l.abort = func() {
		l.conn.SetDeadline(time.Unix(1, 0)) //nolint:errcheck // then it ends by its own deadline
	}
	return l, nil
}

func (l *line) close() {
	l.conn.Close() //nolint:errcheck // nothing follows from it
}

// fill reads more behind what is there. io.EOF: the host has closed the connection.
func (l *line) fill() error {
	if l.r == l.w {
		l.r, l.w = 0, 0
	}
	if l.w == len(l.in) {
		if l.r > 0 {
			l.w = copy(l.in, l.in[l.r:l.w])
			l.r = 0
		} else {
			if len(l.in) > maxHead {
				return errHead
			}
			next := make([]byte, 4*len(l.in))
			copy(next, l.in)
			l.in = next
		}
	}
	n, err := l.conn.Read(l.in[l.w:])
	l.w += n
	if n > 0 {
		return nil
	}
	if err == nil {
		err = io.ErrNoProgress
	}
	return err
}

// settled tells whether nothing is left of the answers so far: neither read, nor unpacked inside of TLS.
func (l *line) settled() bool {
	if l.r < l.w {
		return false
	}
	if len(l.in) > lineBuffer { // a head this large is rare
		l.in, l.r, l.w = make([]byte, lineBuffer), 0, 0
	}
	if !l.secure {
		return true
	}
	if l.conn.SetReadDeadline(time.Unix(1, 0)) != nil {
		return false
	}
	n, err := l.conn.Read(l.byte1[:])
	var timeout net.Error
	return n == 0 && errors.As(err, &timeout) && timeout.Timeout()
}

// answer is an answer on its way: the response that net/http wants, and its body.
type answer struct {
	response http.Response
	t        *transport
	l        *line
	stop     func() bool // ends the watch over the context
	head     answerHead
	left     int64 // of the body, or of the chunk
	begun    bool  // the first chunk's size has been read
	overhead int64 // what the framing of chunks took beyond what it may
	err      error // how the body ended
}

// readHead reads the head of the answer, past informational ones.
func (a *answer) readHead() error {
	l := a.l
	for hints := 0; ; hints++ {
		size, from := 0, 0
		for {
			if size = headEnd(l.in[l.r:l.w], from); size > 0 {
				break
			}
			from = max(l.w-l.r-2, 0)
			if l.w-l.r > maxHead {
				return errHead
			}
			if err := l.fill(); err != nil {
				switch {
				case l.w == l.r && hints == 0:
					return unanswered(err)
				case errors.Is(err, io.EOF):
					return io.ErrUnexpectedEOF
				}
				return err
			}
		}
		if size > maxHead {
			return errHead
		}
		a.head = answerHead{}
		if err := a.head.parse(l.in[l.r : l.r+size]); err != nil {
			return err
		}
		l.r += size
		if a.head.status >= 200 {
			break
		}
		if a.head.status == http.StatusSwitchingProtocols || hints == maxHints {
			return errHead
		}
	}
	a.left = max(a.head.length, 0)
	a.response = http.Response{
		StatusCode: a.head.status, Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: a.head.header, Body: a, ContentLength: a.head.length,
	}
	if a.head.length == 0 {
		a.response.Body = http.NoBody
		a.end(io.EOF)
	}
	return nil
}

// Read fills io.Reader with the body. io.EOF comes only behind the whole of it.
func (a *answer) Read(p []byte) (int, error) {
	if a.err != nil || len(p) == 0 {
		return 0, a.err
	}
	var n int
	var err error
	switch {
	case a.head.chunked:
		n, err = a.readChunks(p)
	case a.head.length < 0:
		n, err = a.readSome(p)
	default:
		n, err = a.readSome(p[:min(int64(len(p)), a.left)])
		if a.left -= int64(n); a.left == 0 {
			err = io.EOF
		} else if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
	}
	if err != nil {
		a.end(err)
	}
	return n, err
}

// readSome gives what has been read already, else reads straight into p.
func (a *answer) readSome(p []byte) (int, error) {
	l := a.l
	if l.r < l.w {
		n := copy(p, l.in[l.r:l.w])
		l.r += n
		return n, nil
	}
	n, err := l.conn.Read(p)
	if n > 0 {
		err = nil // it will come again
	}
	return n, err
}

// readChunks fills p from as many chunks as there are.
func (a *answer) readChunks(p []byte) (n int, err error) {
	for n < len(p) {
		if a.left == 0 {
			if n > 0 && a.l.r == a.l.w {
				return n, nil // what is there first, before waiting for more
			}
			if err := a.nextChunk(); err != nil {
				return n, err
			}
			continue
		}
		m, err := a.readSome(p[n:min(int64(len(p)), int64(n)+a.left)])
		n, a.left = n+m, a.left-int64(m)
		if err != nil {
			return n, unexpected(err)
		}
		if a.left > 0 && a.l.r == a.l.w {
			return n, nil
		}
	}
	return n, nil
}

// nextChunk reads up to the data of the next chunk; io.EOF behind the last one and its trailer.
func (a *answer) nextChunk() error {
	if a.begun {
		if line, err := a.line(); err != nil {
			return err
		} else if len(line) != 0 {
			return errChunk
		}
	}
	a.begun = true
	line, err := a.line()
	if err != nil {
		return err
	}
	if a.left, err = chunkLength(line); err != nil {
		return err
	}
	// Chunks of a byte each with much around it would make a small answer a long one, as net/http knows too.
	if a.overhead = max(0, a.overhead+int64(len(line))-16-2*a.left); a.overhead > maxOverhead {
		return errChunk
	}
	if a.left > 0 {
		return nil
	}
	for size := 0; ; { // the trailer is of no use here
		if line, err = a.line(); err != nil {
			return err
		}
		if len(line) == 0 {
			return io.EOF
		}
		if size += len(line); size > maxTrailer {
			return errChunk
		}
		if _, _, err := cutField(line); err != nil {
			return err
		}
	}
}

// line reads one short line of the framing, without its end.
func (a *answer) line() ([]byte, error) {
	l := a.l
	for {
		if end, err := lineEnd(l.in[l.r:l.w]); err != nil || end > 0 {
			if err != nil {
				return nil, err
			}
			line := l.in[l.r : l.r+end-2]
			l.r += end
			return line, nil
		}
		if err := l.fill(); err != nil {
			return nil, unexpected(err)
		}
	}
}

func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// Close fills io.Closer. A body that was not read to its end takes its connection with it.
func (a *answer) Close() error {
	if a.err == nil {
		a.end(net.ErrClosed)
	}
	return nil
}

// end settles what becomes of the connection: it waits for its next call after a whole answer, else it is closed.
func (a *answer) end(err error) {
	a.err = err
	watched := a.release()
	if errors.Is(err, io.EOF) && watched && !a.head.last && a.l.settled() {
		a.t.put(a.l)
	} else {
		a.l.close()
	}
	a.l = nil
}

// release ends the watch over the context; false: the context has ended, and the connection with it.
func (a *answer) release() bool { return a.stop == nil || a.stop() }
