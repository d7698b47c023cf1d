package gateway

import (
	"bytes"
	"errors"
)

// errHead ends a connection whose sender leaves open where a head's lines or its body end. net/http answers it with 400
// and closes.
var errHead = errors.New("a request head that two parsers may read differently")

// headWatch reads along with net/http and refuses what net/http forgives: a line that ends without a carriage return, a
// line that continues the one before, and a length announced twice. A parser in front may read those differently, and
// the difference is a hidden request (HARDENING T13). The zero value stands before a first head.
type headWatch struct {
	state   watchState
	line    [maxWatched]byte // the beginning of the line so far
	length  int              // of the line so far
	last    byte             // its last byte
	lines   int              // of this head so far
	lengths int              // announced in this head
	chunked bool
	whole   bool  // a head has ended
	body    int64 // bytes of the body still to come
}

type watchState uint8

const (
	inHead watchState = iota
	inBody
	// blind: a chunked body ends where its sender says; net/http alone follows it from here.
	blind
)

// maxWatched is how much of a line must be seen: the names of two headers, and a length.
const maxWatched = 64

// see takes the next bytes of the connection. The error is errHead.
func (h *headWatch) see(p []byte) error {
	for len(p) > 0 {
		switch h.state {
		case blind:
			return nil
		case inBody:
			n := min(h.body, int64(len(p)))
			p, h.body = p[n:], h.body-n
			if h.body == 0 {
				h.state = inHead
			}
		case inHead:
			end := bytes.IndexByte(p, '\n')
			if end < 0 {
				h.add(p)
				return nil
			}
			h.add(p[:end])
			p = p[end+1:]
			if err := h.endLine(); err != nil {
				return err
			}
		}
	}
	return nil
}

// between tells whether everything seen so far was whole messages.
func (h *headWatch) between() bool { return h.state == inHead && h.lines == 0 && h.length == 0 }

func (h *headWatch) add(p []byte) {
	if len(p) == 0 {
		return
	}
	if h.length < maxWatched {
		copy(h.line[h.length:], p)
	}
	h.length += len(p)
	h.last = p[len(p)-1]
}

// endLine judges a whole line of a head.
func (h *headWatch) endLine() error {
	if h.length == 0 || h.last != '\r' {
		return errHead
	}
	length := h.length - 1
	h.length = 0
	if length == 0 {
		if h.lines > 0 { // an empty line before a request line is allowed
			h.endHead()
		}
		return nil
	}
	h.lines++
	if h.lines == 1 {
		return nil
	}
	line := h.line[:min(length, maxWatched)]
	if line[0] == ' ' || line[0] == '\t' {
		return errHead
	}
	name, value, _ := bytes.Cut(line, []byte(":"))
	switch {
	case bytes.EqualFold(name, []byte("Content-Length")):
		h.lengths++
		h.body = 0
		for _, c := range bytes.TrimSpace(value) {
			if c < '0' || c > '9' || h.body > 1<<40 { // net/http refuses these in its own words
				h.body = 0
				break
			}
			h.body = 10*h.body + int64(c-'0')
		}
	case bytes.EqualFold(name, []byte("Transfer-Encoding")):
		h.lengths++
		h.chunked = true
	}
	if h.lengths > 1 {
		return errHead
	}
	return nil
}

func (h *headWatch) endHead() {
	h.whole = true
	switch {
	case h.chunked:
		h.state = blind
	case h.body > 0:
		h.state = inBody
	}
	h.lines, h.lengths = 0, 0
}
