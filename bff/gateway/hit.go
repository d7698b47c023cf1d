package gateway

import (
	"bytes"
	"encoding/binary"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"tablefront/bff/cache"
)

// A request for a fresh kept copy needs nothing of net/http but its connection, and is most of what a shop is asked.
// hits answers it while net/http waits for the next request: the plainest form of a GET, byte by byte as browsers send
// it, and a copy that is there. Any other call in that form goes the whole way of a call, but from here (direct.go).
// Everything else — a header that means something, an escape in the path, half a head — is left to net/http, untouched.
// A test holds the two against each other.
type hits struct {
	g    *Gateway
	conn *guardedConn
	// remote is the connection's own client; trusted, if it is a proxy that speaks for others.
	remote  client
	address string
	trusted bool

	x    exchange
	out  []byte
	vec  [2][]byte
	text string // the last Accept-Encoding, and what it means
	want cache.Encoding

	// read and write are when the deadlines of the connection were last set.
	read, write time.Time
	// served tells that net/http's own deadline for reading is not in force any more.
	served bool
	watch  *hangUp
	// header is that of the answer which is under way.
	header http.Header
}

func (g *Gateway) newHits(c net.Conn) *hits {
	h := &hits{g: g, want: cache.Identity, watch: newHangUp(c)}
	h.address = c.RemoteAddr().String()
	if ap, err := netip.ParseAddrPort(h.address); err == nil {
		h.remote.addr = ap.Addr().Unmap().WithZone("")
		h.trusted = g.trusts(h.remote.addr)
	}
	return h
}

// plainRequest is what was found in a head.
type plainRequest struct {
	method                                         string
	path, query, host, lang, branch, accept, match []byte
	forwardedFor, forwardedProto, forwardedHost    []byte
	// What only direct.go needs; fields that a hit has no use for.
	authorization, cookie, orderKey, origin, site, kind, coding, length []byte
	body                                                                []byte
}

// requestStarts are the beginnings of a plain request, after its method.
var (
	requestStarts = [...]struct {
		text   []byte
		method string
	}{
		{[]byte("GET /api/"), http.MethodGet},
		{[]byte("POST /api/"), http.MethodPost},
		{[]byte("PUT /api/"), http.MethodPut},
		{[]byte("DELETE /api/"), http.MethodDelete},
	}
	requestEnd = []byte(" HTTP/1.1\r\n")
)

// parsePlain reads one whole request at the beginning of data, with its body; size is its length. ok is false for any
// request that is not of the plainest form or not complete.
func parsePlain(data []byte, r *plainRequest) (size int, ok bool) {
	start := 0
	for i := range requestStarts {
		if bytes.HasPrefix(data, requestStarts[i].text) {
			start, r.method = len(requestStarts[i].text), requestStarts[i].method
			break
		}
	}
	if start == 0 {
		return 0, false
	}
	lineEnd := bytes.IndexByte(data, '\n')
	if lineEnd < start+len(requestEnd) || !bytes.HasSuffix(data[:lineEnd+1], requestEnd) {
		return 0, false
	}
	target := data[start : lineEnd+1-len(requestEnd)]
	for i, c := range target {
		if !plainTarget[c] {
			if c != '?' {
				return 0, false
			}
			target, r.query = target[:i], target[i+1:]
			for _, c := range r.query {
				if c <= ' ' || c >= 0x7f || c == '#' {
					return 0, false
				}
			}
			break
		}
	}
	r.path = target
	for at := lineEnd + 1; ; {
		n := bytes.IndexByte(data[at:], '\n')
		if n < 1 || data[at+n-1] != '\r' {
			return 0, false
		}
		line := data[at : at+n-1]
		at += n + 1
		if len(line) == 0 {
			if r.length == nil {
				return at, len(r.host) > 0
			}
			n, ok := plainLength(r.length)
			if !ok || n > len(data)-at || r.method == http.MethodGet {
				return 0, false
			}
			r.body = data[at : at+n]
			return at + n, len(r.host) > 0
		}
		if !r.header(line) {
			return 0, false
		}
	}
}

// plainLength reads a length of at most six digits.
func plainLength(b []byte) (n int, ok bool) {
	for _, c := range b {
		if c-'0' > 9 {
			return 0, false
		}
		n = 10*n + int(c-'0')
	}
	return n, len(b) <= 6
}

// header takes one line; false: it is for net/http to judge.
func (r *plainRequest) header(line []byte) bool {
	if hasControl(line) {
		return false
	}
	colon := bytes.IndexByte(line, ':')
	if colon < 1 {
		return false
	}
	name, value := line[:colon], bytes.Trim(line[colon+1:], " ")
	for _, c := range name {
		if !plainName[c] {
			return false
		}
	}
	switch len(name) {
	case 2: // TE
		return !fold(name, "te")
	case 4:
		if fold(name, "host") {
			return once(&r.host, value) && plainHostBytes(value)
		}
		if fold(name, "lang") {
			return once(&r.lang, value)
		}
	case 6:
		if fold(name, "cookie") {
			return once(&r.cookie, value)
		}
		if fold(name, "origin") {
			return once(&r.origin, value)
		}
		return !fold(name, "expect")
	case 7:
		return !fold(name, "upgrade") && !fold(name, "trailer")
	case 8:
		if fold(name, "x-branch") {
			return once(&r.branch, value)
		}
	case 10:
		return !fold(name, "connection") || fold(value, "keep-alive")
	case 12:
		if fold(name, "content-type") {
			return once(&r.kind, value)
		}
	case 13:
		if fold(name, "authorization") {
			return once(&r.authorization, value)
		}
		if fold(name, "if-none-match") {
			return once(&r.match, value)
		}
	case 14:
		if fold(name, "content-length") {
			return once(&r.length, value)
		}
		if fold(name, "sec-fetch-site") {
			return once(&r.site, value)
		}
	case 15:
		if fold(name, "idempotency-key") {
			return once(&r.orderKey, value)
		}
		if fold(name, "accept-encoding") {
			return once(&r.accept, value)
		}
		if fold(name, "x-forwarded-for") {
			return once(&r.forwardedFor, value)
		}
	case 16:
		if fold(name, "content-encoding") {
			return once(&r.coding, value)
		}
		if fold(name, "x-forwarded-host") {
			return once(&r.forwardedHost, value)
		}
	case 17:
		if fold(name, "x-forwarded-proto") {
			return once(&r.forwardedProto, value)
		}
		return !fold(name, "transfer-encoding")
	}
	return true
}

// once keeps the value of a header that may come once.
func once(field *[]byte, value []byte) bool {
	if *field != nil {
		return false
	}
	*field = value
	return len(value) > 0
}

// fold compares with a word in lower case, without regard to the case of letters.
func fold(b []byte, word string) bool {
	if len(b) != len(word) {
		return false
	}
	for i := range len(word) {
		c := b[i]
		if c-'A' < 26 {
			c |= 0x20
		}
		if c != word[i] {
			return false
		}
	}
	return true
}

// hasControl tells whether a line holds a control character or a byte beyond ASCII.
func hasControl(b []byte) bool {
	for len(b) >= 8 {
		w := binary.LittleEndian.Uint64(b)
		del := w ^ (ones * 0x7f)
		if (w|(w-ones*0x20)&^w|(del-ones)&^del)&highs != 0 {
			return true
		}
		b = b[8:]
	}
	for _, c := range b {
		if c < 0x20 || c >= 0x7f {
			return true
		}
	}
	return false
}

var plainTarget, plainName = tableOf("/-_.~"), tableOf("-_")

func tableOf(marks string) (t [256]bool) {
	for c := range 256 {
		b := byte(c)
		t[c] = b-'0' < 10 || b|0x20-'a' < 26 || bytes.IndexByte([]byte(marks), b) >= 0
	}
	return t
}

func plainHostBytes(b []byte) bool {
	for _, c := range b {
		if !plainName[c] && c != '.' && c != ':' && c != '[' && c != ']' {
			return false
		}
	}
	return len(b) < 256
}

// serve answers the requests at the beginning of data for as long as they are plain; rest is what is left for net/http.
// An error means that the connection is of no more use.
func (h *hits) serve(c net.Conn, data []byte) (rest []byte, err error) {
	for len(data) > 0 && !h.g.draining.Load() {
		var r plainRequest
		size, ok := parsePlain(data, &r)
		if !ok {
			return data, nil
		}
		now := time.Now()
		if copied, lang := h.find(&r, now); copied != nil {
			err = h.send(c, &r, copied, lang, now)
		} else if h.watch != nil {
			err = h.direct(c, &r)
		} else {
			return data, nil
		}
		if err != nil {
			return nil, err
		}
		data = data[size:]
	}
	return data, nil
}

// find finds the fresh copy that answers a request; nil: there is none, or it is not for this place to say.
func (h *hits) find(r *plainRequest, now time.Time) (*cache.Copy, string) {
	g := h.g
	if r.method != http.MethodGet {
		return nil, ""
	}
	call := g.keptCalls.match(r.path)
	if call == nil || len(r.query) > 0 && call != callTranslations {
		return nil, ""
	}
	b := g.branches.main
	if len(r.branch) > 0 && call != callBranches {
		g.touchBranches(now)
		if b = g.branches.table.Load().find[string(r.branch)]; b == nil {
			return nil, ""
		}
	}
	if until := b.perUser[call.index].Load(); until != 0 && now.UnixNano() < until ||
		g.config.CataloguePerUser && bytes.HasPrefix(r.path, []byte("products/")) {
		return nil, ""
	}
	lang := g.config.Language
	if len(r.lang) > 0 && string(r.lang) != lang {
		known := b.languages.Load()
		if known == nil {
			return nil, ""
		}
		name, ok := (*known)[string(r.lang)]
		if !ok {
			return nil, ""
		}
		lang = name
	}
	key := append(h.out[:0], b.ID...)
	key = append(key, ' ')
	key = append(key, lang...)
	key = append(key, ' ')
	key = append(key, r.path...)
	if len(r.query) > 0 {
		value, ok := bytes.CutPrefix(r.query, []byte("lang="))
		if !ok || !isLanguage(string(value)) {
			return nil, ""
		}
		key = append(key, '?')
		key = append(key, r.query...)
	}
	h.out = key
	c, state := g.keeper.Lookup(string(key), g.copyTime(now))
	if state != cache.Hit {
		return nil, ""
	}
	h.x = exchange{call: call, branch: b, start: now, copy: cacheStateValue[cache.Hit][0], status: http.StatusOK}
	return c, lang
}

// who is the client of a request: the connection's, or whom a trusted proxy speaks for.
func (h *hits) who(r *plainRequest) client {
	if !h.trusted || r.forwardedFor == nil && r.forwardedProto == nil {
		return h.remote
	}
	c := h.remote
	h.g.believe(&c, string(r.forwardedFor), string(r.forwardedProto), string(r.forwardedHost))
	return c
}

// joined is the size up to which a head and a body are copied into one piece.
const joined = 4 << 10

const notModified = 3 // the place of the head of a 304, behind those of the encodings

// send writes the answer in one piece.
func (h *hits) send(c net.Conn, r *plainRequest, copied *cache.Copy, _ string, now time.Time) error {
	g, x := h.g, &h.x
	x.id, x.client = g.nextID(), h.who(r)
	variant, body := int(cache.Identity), copied.Body
	if r.match != nil && (string(r.match) == copied.ETag || matches([]string{string(r.match)}, copied.ETag)) {
		variant, body, x.status = notModified, nil, http.StatusNotModified
	} else if len(r.accept) > 0 {
		if string(r.accept) != h.text {
			h.text = string(r.accept)
			h.want = wantedEncoding([]string{h.text})
		}
		if f := g.keeper.Want(copied, h.want, false); f != nil {
			variant, body = int(h.want), f.Body
		}
	}
	b := append(h.out[:0], g.hitHeads[variant]...)
	b = append(b, copied.ETag...)
	if variant != notModified {
		b = append(b, "\r\nContent-Length: "...)
		b = strconv.AppendInt(b, int64(len(body)), 10)
	}
	b = append(b, "\r\nAge: "...)
	b = strconv.AppendInt(b, int64(copied.Age(g.copyTime(now))/time.Second), 10)
	b = append(b, "\r\nDate: "...)
	b = append(b, g.dates.at(now)...)
	b = append(b, "\r\nX-Request-Id: "...)
	b = append(b, x.id...)
	if x.client.https {
		b = append(b, "\r\nStrict-Transport-Security: "...)
		b = append(b, hstsValue[0]...)
	}
	b = append(b, "\r\n\r\n"...)
	x.bytes = len(body)
	h.deadlines(c, now)
	var err error
	if len(body) <= joined {
		b = append(b, body...)
		_, err = c.Write(b)
	} else {
		h.vec = [2][]byte{b, body}
		v := net.Buffers(h.vec[:])
		_, err = v.WriteTo(c)
		h.vec[1] = nil
	}
	h.out = b
	x.answered = true
	g.settle(x)
	return err
}

// deadlines keeps the connection's deadlines ahead, without setting them for each request.
func (h *hits) deadlines(c net.Conn, now time.Time) {
	const often = time.Second
	if !h.served || now.Sub(h.read) > often {
		h.read, h.served = now, true
		c.SetReadDeadline(now.Add(idleTimeout)) //nolint:errcheck // then the next read fails
	}
	if now.Sub(h.write) > often {
		h.write = now
		c.SetWriteDeadline(now.Add(stalledAfter)) //nolint:errcheck // then the write fails
	}
}

// handUp gives the connection back to net/http, which is about to read a head.
func (h *hits) handUp(c net.Conn) {
	if !h.served {
		return
	}
	h.served = false
	c.SetWriteDeadline(time.Time{})                  //nolint:errcheck // net/http sets its own
	c.SetReadDeadline(time.Now().Add(headerTimeout)) //nolint:errcheck // then the next read fails
	h.write = time.Time{}
}

// hitHeads are the beginnings of the answers from kept copies, by encoding, and of "not modified": the same headers as
// sendCopy sets, up to the value of the ETag. They are shared by all copies, so that ten thousand of them are answered
// from the processor's own cache like one.
func hitHeads(always []headerValue) (heads [notModified + 1][]byte) {
	for variant := range heads {
		b := []byte("HTTP/1.1 200 OK\r\n")
		if variant == notModified {
			b = []byte("HTTP/1.1 304 Not Modified\r\n")
		}
		set := func(name, value string) {
			b = append(b, name...)
			b = append(b, ": "...)
			b = append(b, value...)
			b = append(b, "\r\n"...)
		}
		for _, h := range always {
			set(h.name, h.value[0])
		}
		set("Cache-Control", revalidate[0])
		set("Vary", varyKept[0])
		set("X-Cache", cacheStateValue[cache.Hit][0])
		if variant != notModified {
			set("Content-Type", jsonValue[0])
		}
		switch variant {
		case int(cache.Brotli):
			set("Content-Encoding", "br")
		case int(cache.Gzip):
			set("Content-Encoding", "gzip")
		}
		heads[variant] = append(b, "Etag: "...)
	}
	return heads
}

// keptCalls finds the row of a public call by its path.
type keptCalls struct {
	plain map[string]*Call
	// filled are the rows with parameters.
	filled []*Call
}

func newKeptCalls() keptCalls {
	k := keptCalls{plain: map[string]*Call{}}
	for i := range calls {
		c := &calls[i]
		switch {
		case c.Keep == cache.Never:
		case bytes.IndexByte([]byte(c.Path), '{') < 0:
			k.plain[c.Path] = c
		default:
			k.filled = append(k.filled, c)
		}
	}
	return k
}

// match finds the row; a parameter is one plain segment that is more than dots.
func (k *keptCalls) match(path []byte) *Call {
	if c := k.plain[string(path)]; c != nil {
		return c
	}
	for _, c := range k.filled {
		if fits(path, c.Path) {
			return c
		}
	}
	return nil
}

func fits(path []byte, template string) bool {
	for {
		segment, rest, more := cutSlash(template)
		have, tail, tailMore := bytes.Cut(path, []byte{'/'})
		if segment[0] == '{' {
			if len(have) == 0 || len(have) > maxParam || len(bytes.Trim(have, ".")) == 0 {
				return false
			}
		} else if string(have) != segment {
			return false
		}
		if more != tailMore {
			return false
		}
		if !more {
			return true
		}
		template, path = rest, tail
	}
}

func cutSlash(s string) (head, tail string, found bool) {
	for i := range len(s) {
		if s[i] == '/' {
			return s[:i], s[i+1:], true
		}
	}
	return s, "", false
}
