package upstream

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"golang.org/x/net/http/httpguts"
)

// The heads of requests and answers, as bytes. What two readers could understand differently is refused: a host's answer
// must end where this gateway thinks that it ends, or the next customer gets the rest of it (HARDENING T13).

var (
	errHead  = errors.New("the head of the answer is malformed")
	errChunk = errors.New("the body of the answer is malformed")
	errOut   = errors.New("the request holds what no request may")
)

// appendRequest appends the request as it goes over the wire, with its body.
func appendRequest(b []byte, r *http.Request, header http.Header) ([]byte, error) {
	b = append(b, r.Method...)
	b = append(b, ' ')
	target := r.URL.RequestURI()
	for i := range len(target) {
		if target[i] <= ' ' || target[i] >= 0x7f {
			return b, errOut
		}
	}
	b = append(b, target...)
	b = append(b, " HTTP/1.1\r\nHost: "...)
	b = append(b, r.URL.Host...)
	b = append(b, "\r\n"...)
	for name, values := range header {
		if !httpguts.ValidHeaderFieldName(name) || framing(name) {
			return b, fmt.Errorf("%w: the header %.40q", errOut, name)
		}
		for _, value := range values {
			if !httpguts.ValidHeaderFieldValue(value) {
				return b, fmt.Errorf("%w: the value of %s", errOut, name)
			}
			b = append(b, name...)
			b = append(b, ": "...)
			b = append(b, value...)
			b = append(b, "\r\n"...)
		}
	}
	if r.ContentLength > 0 || r.Method != http.MethodGet {
		b = append(b, "Content-Length: "...)
		b = strconv.AppendInt(b, r.ContentLength, 10)
		b = append(b, "\r\n"...)
	}
	b = append(b, "\r\n"...)
	if r.ContentLength == 0 {
		return b, nil
	}
	at := len(b)
	b = append(b, make([]byte, r.ContentLength)...)
	for at < len(b) {
		n, err := r.Body.Read(b[at:])
		at += n
		if err != nil && at < len(b) {
			return b, fmt.Errorf("%w: a body shorter than announced: %w", errOut, err)
		}
	}
	return b, nil
}

// framing tells the headers that say where a message ends and what becomes of its connection; they are this package's.
func framing(name string) bool {
	switch http.CanonicalHeaderKey(name) {
	case "Host", "Content-Length", "Transfer-Encoding", "Connection", "Keep-Alive", "Upgrade", "Te", "Trailer", "Expect":
		return true
	}
	return false
}

// headEnd finds the end of a head: the index behind its empty line, 0 if that has not come yet. from is where looking
// for it begins.
func headEnd(b []byte, from int) int {
	for at := from; ; {
		n := bytes.IndexByte(b[at:], '\n')
		if n < 0 {
			return 0
		}
		at += n + 1
		switch rest := b[at:]; {
		case len(rest) > 0 && rest[0] == '\n':
			return at + 1
		case len(rest) > 1 && rest[0] == '\r' && rest[1] == '\n':
			return at + 2
		}
	}
}

// answerHead is what the head of an answer says.
type answerHead struct {
	status int
	// header holds the headers of wanted, and no other.
	header http.Header
	// length of the body in bytes; -1: it ends with its chunks or with the connection.
	length  int64
	chunked bool
	// last: no other answer can come on this connection.
	last bool

	lengths int  // announced
	old     bool // HTTP/1.0, which knows no chunks
}

// wanted are the headers of an answer that anything here may look at.
var wanted = [...]string{"Content-Type", "Set-Cookie", "Content-Encoding", "Vary", "Retry-After", "Location"}

// parse reads a whole head, with its empty line. The error is errHead with what is wrong.
func (h *answerHead) parse(b []byte) error {
	line, b, err := cutLine(b)
	if err != nil {
		return err
	}
	if err := h.statusLine(line); err != nil {
		return err
	}
	h.length = -1
	h.header = make(http.Header, 4)
	for {
		if line, b, err = cutLine(b); err != nil {
			return err
		}
		if len(line) == 0 {
			break
		}
		if err := h.field(line); err != nil {
			return err
		}
	}
	switch {
	case h.status < 200, h.status == http.StatusNoContent, h.status == http.StatusNotModified:
		h.length, h.chunked = 0, false
	case h.chunked:
		// Both a length and chunks: the chunks count, and nothing else may come on this connection (RFC 9112 section 6.3).
		h.last = h.last || h.lengths > 0
		h.length = -1
	case h.length < 0:
		h.last = true
	}
	return nil
}

func malformed(what string) error { return fmt.Errorf("%w: %s", errHead, what) }

// cutLine cuts the first line off, without its end, which must be CR and LF.
func cutLine(b []byte) (line, rest []byte, err error) {
	n := bytes.IndexByte(b, '\n')
	if n < 1 || b[n-1] != '\r' {
		return nil, nil, malformed("a line that does not end in CR and LF")
	}
	return b[:n-1], b[n+1:], nil
}

func (h *answerHead) statusLine(line []byte) error {
	const start = "HTTP/1."
	if len(line) < len(start)+5 || string(line[:len(start)]) != start || line[8] != ' ' || len(line) > 12 && line[12] != ' ' {
		return malformed("the status line")
	}
	switch line[7] {
	case '0':
		h.old, h.last = true, true
	case '1':
	default:
		return malformed("the version")
	}
	for _, c := range line[9:12] {
		if c-'0' > 9 {
			return malformed("the status")
		}
		h.status = 10*h.status + int(c-'0')
	}
	if h.status < 100 {
		return malformed("the status")
	}
	return plainText(line)
}

// plainText refuses control characters but the tab.
func plainText(b []byte) error {
	for _, c := range b {
		if c < ' ' && c != '\t' || c == 0x7f {
			return malformed("a control character")
		}
	}
	return nil
}

// cutField cuts a header line into its name and its value.
func cutField(line []byte) (name, value []byte, err error) {
	colon := bytes.IndexByte(line, ':')
	if colon < 1 {
		return nil, nil, malformed("a line that is no header")
	}
	name, value = line[:colon], bytes.Trim(line[colon+1:], " \t")
	for _, c := range name {
		if !httpguts.IsTokenRune(rune(c)) { // also a line that continues the one before
			return nil, nil, malformed("the name of a header")
		}
	}
	return name, value, plainText(value)
}

func (h *answerHead) field(line []byte) error {
	name, value, err := cutField(line)
	if err != nil {
		return err
	}
	switch len(name) {
	case 10:
		if is(name, "connection") {
			h.connection(value)
		}
	case 14:
		if is(name, "content-length") {
			return h.contentLength(value)
		}
	case 17:
		if is(name, "transfer-encoding") {
			if h.chunked || !is(value, "chunked") || h.old {
				return malformed("the transfer encoding")
			}
			h.chunked = true
		}
	}
	for _, w := range wanted {
		if is(name, w) {
			h.header[w] = append(h.header[w], string(value))
			break
		}
	}
	return nil
}

func (h *answerHead) connection(value []byte) {
	for len(value) > 0 {
		var one []byte
		one, value, _ = bytes.Cut(value, []byte(","))
		if is(bytes.Trim(one, " \t"), "close") {
			h.last = true
		}
	}
}

func (h *answerHead) contentLength(value []byte) error {
	if len(value) == 0 || len(value) > 18 {
		return malformed("the length")
	}
	n := int64(0)
	for _, c := range value {
		if c-'0' > 9 {
			return malformed("the length")
		}
		n = 10*n + int64(c-'0')
	}
	if h.lengths > 0 && h.length != n {
		return malformed("two lengths")
	}
	h.length, h.lengths = n, h.lengths+1
	return nil
}

// is compares a name without regard to the case of letters.
func is(b []byte, name string) bool {
	return len(b) == len(name) && bytes.EqualFold(b, []byte(name))
}

const (
	maxChunkLine = 4 << 10
	maxTrailer   = 16 << 10
	maxOverhead  = 16 << 10
)

// lineEnd finds the end of a line of chunked framing: the index behind it, 0 if it has not come yet.
func lineEnd(b []byte) (int, error) {
	n := bytes.IndexByte(b, '\n')
	switch {
	case n > maxChunkLine || n < 0 && len(b) > maxChunkLine || n == 0 || n > 0 && b[n-1] != '\r':
		return 0, errChunk
	case n < 0:
		return 0, nil
	}
	return n + 1, nil
}

// chunkLength reads the size of a chunk, in front of its extensions.
func chunkLength(line []byte) (int64, error) {
	digits, _, _ := bytes.Cut(line, []byte(";"))
	digits = bytes.TrimRight(digits, " \t")
	if len(digits) == 0 || len(digits) > 15 || plainText(line) != nil {
		return 0, errChunk
	}
	n := int64(0)
	for _, c := range digits {
		switch {
		case c-'0' <= 9:
			c -= '0'
		case c|0x20-'a' <= 5:
			c = c | 0x20 - 'a' + 10
		default:
			return 0, errChunk
		}
		n = n<<4 | int64(c)
	}
	return n, nil
}
