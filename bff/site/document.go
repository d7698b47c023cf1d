package site

import (
	"cmp"
	"maps"
	"net/http"
	"strconv"
	"time"

	"tablefront/bff/representation"
)

const (
	// minCacheBytes is the smallest limit of a cache: about 400 pages.
	minCacheBytes = 16 << 20
	// documentBytes is the size of a document without its body.
	documentBytes = 2048
)

// document is a rendered page or file. Only pages have the last three fields.
type document struct {
	key     string
	content content
	made    time.Time
	headers http.Header
	brotli  []byte // the text, in the encoding of nearly every browser; others are made of it when they are asked for

	status   int // 0: 200
	complete bool
	cards    *cardIndex // of the home page
}

// content identifies what a document was rendered from: two pages of the same content differ only by the time.
type content struct {
	version uint64 // of the cached responses
	found   int64  // how many of them were there in time
	stale   string // as in the boot data
	shown   card
}

func (e *document) bytes() int { return len(e.brotli) + documentBytes }

func (e *document) setText(text []byte) {
	e.brotli, e.headers = representation.Compress(text, representation.Brotli), maps.Clone(e.headers)
	e.headers.Set("Etag", representation.ETag(text))
}

func (e *document) text() []byte {
	return representation.Text(e.brotli)
}

// send writes the text in the encoding that the browser prefers, or 304.
func (e *document) send(w http.ResponseWriter, r *http.Request) {
	if e.status != 0 {
		maps.Copy(w.Header(), e.headers)
	} else if representation.NotModified(w, r, e.headers) {
		return
	}
	encoding := representation.Choose(r.Header["Accept-Encoding"], true, true)
	body := e.brotli
	if encoding != representation.Brotli {
		body = representation.Compress(e.text(), encoding)
	}
	w.Header()["Content-Encoding"] = encoding.Header()
	sendText(w, r, cmp.Or(e.status, http.StatusOK), body)
}

func sendText(w http.ResponseWriter, r *http.Request, status int, body []byte) {
	w.Header()["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		w.Write(body)
	}
}

func respondText(w http.ResponseWriter, r *http.Request, status int, control, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/plain; charset=utf-8")
	h.Set("Cache-Control", control)
	sendText(w, r, status, []byte(text))
}
