package upstream

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"net"
	"strconv"
	"sync"
	"time"
)

// errUnasked ends a connection on which a host said more than it was asked. net/http would hand the surplus to whoever
// uses the connection next: another customer (HARDENING T7 and T13).
var errUnasked = errors.New("upstream: the host sent an answer that nobody asked for")

type dialFunc = func(ctx context.Context, network, addr string) (net.Conn, error)

// watched makes connections whose answers are followed.
func watched(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		c, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		return &replyConn{Conn: c}, nil
	}
}

// tlsTimeout bounds a handshake.
const tlsTimeout = 3 * time.Second

// overTLS speaks TLS on top of a connection, HTTP/1.1 inside.
func overTLS(dial dialFunc) dialFunc {
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		host, _, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		raw, err := dial(ctx, network, addr)
		if err != nil {
			return nil, err
		}
		c := tls.Client(raw, &tls.Config{MinVersion: tls.VersionTLS12, ServerName: host, NextProtos: []string{"http/1.1"}})
		ctx, cancel := context.WithTimeout(ctx, tlsTimeout)
		defer cancel()
		if err := c.HandshakeContext(ctx); err != nil {
			return nil, errors.Join(err, raw.Close())
		}
		return c, nil
	}
}

// replyConn follows the answers on a connection and ends it at the first byte that belongs to none.
type replyConn struct {
	net.Conn

	mu    sync.Mutex
	watch replyWatch
	bad   bool
}

// Write begins a request, unless the connection holds something that nobody asked for.
func (c *replyConn) Write(p []byte) (int, error) {
	c.mu.Lock()
	if c.bad {
		c.mu.Unlock()
		return 0, errUnasked
	}
	c.watch.asked = true
	c.mu.Unlock()
	return c.Conn.Write(p)
}

// Read hands out what belongs to the answer that is due, and nothing behind it.
func (c *replyConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.bad {
		return 0, errUnasked
	}
	own := c.watch.see(p[:n])
	if own < n {
		c.bad = true
		if own == 0 {
			return 0, errUnasked
		}
		return own, nil // the surplus shows itself at the next Read or Write
	}
	return n, err
}

// replyWatch finds the end of an answer the way net/http does, without keeping any of it.
type replyWatch struct {
	asked   bool // a request went out and its answer has not ended
	state   replyState
	line    []byte // of a head or a chunk's size, as far as it is needed
	lines   int
	status  int
	length  int64 // announced, -1: not
	chunked bool
	left    int64 // of the body or the chunk
}

type replyState uint8

const (
	replyHead replyState = iota
	replyBody
	chunkSize
	chunkData
	chunkEnd
	chunkTrailer
	untilClose
)

const maxReplyLine = 128

// see takes the next bytes and tells how many of them belong to the answer that is due.
func (w *replyWatch) see(p []byte) int {
	for i := 0; i < len(p); {
		if !w.asked {
			return i
		}
		switch w.state {
		case untilClose:
			return len(p)
		case replyBody, chunkData:
			n := min(w.left, int64(len(p)-i))
			i, w.left = i+int(n), w.left-n
			if w.left == 0 {
				if w.state == replyBody {
					w.end()
				} else {
					w.state = chunkEnd
				}
			}
		default: // line by line
			end := bytes.IndexByte(p[i:], '\n')
			if end < 0 {
				w.add(p[i:])
				return len(p)
			}
			w.add(p[i : i+end])
			i += end + 1
			w.endLine(bytes.TrimSuffix(w.line, []byte("\r")))
			w.line = w.line[:0]
		}
	}
	return len(p)
}

func (w *replyWatch) add(p []byte) {
	if room := maxReplyLine - len(w.line); room > 0 {
		w.line = append(w.line, p[:min(room, len(p))]...)
	}
}

func (w *replyWatch) endLine(line []byte) {
	switch w.state {
	case replyHead:
		w.headLine(line)
	case chunkSize:
		digits, _, _ := bytes.Cut(line, []byte(";"))
		size, err := strconv.ParseInt(string(bytes.TrimSpace(digits)), 16, 63)
		switch {
		case err != nil || size < 0:
			w.state = untilClose // net/http refuses it in its own words and closes
		case size == 0:
			w.state = chunkTrailer
		default:
			w.state, w.left = chunkData, size
		}
	case chunkEnd:
		w.state = chunkSize
	case chunkTrailer:
		if len(line) == 0 {
			w.end()
		}
	}
}

func (w *replyWatch) headLine(line []byte) {
	w.lines++
	if w.lines == 1 {
		w.length, w.chunked, w.status = -1, false, 0
		if _, rest, ok := bytes.Cut(line, []byte(" ")); ok && len(rest) >= 3 {
			w.status, _ = strconv.Atoi(string(rest[:3]))
		}
		return
	}
	if len(line) > 0 {
		name, value, _ := bytes.Cut(line, []byte(":"))
		switch {
		case bytes.EqualFold(name, []byte("Content-Length")):
			n, err := strconv.ParseInt(string(bytes.TrimSpace(value)), 10, 63)
			if err == nil && n >= 0 {
				w.length = n
			}
		case bytes.EqualFold(name, []byte("Transfer-Encoding")):
			w.chunked = true
		}
		return
	}
	w.lines = 0
	switch {
	case w.status >= 100 && w.status < 200 && w.status != 101: // the answer itself is still to come
	case w.status == 204 || w.status == 304:
		w.end()
	case w.chunked:
		w.state = chunkSize
	case w.length == 0:
		w.end()
	case w.length > 0:
		w.state, w.left = replyBody, w.length
	default:
		w.state = untilClose
	}
}

// end is the end of an answer.
func (w *replyWatch) end() {
	w.asked, w.state, w.lines = false, replyHead, 0
}
