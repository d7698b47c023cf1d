// Package representation chooses and creates the encoding of a response, and compares its ETag with the browser's (RFC 9110).
package representation

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// Encoding is a content encoding.
type Encoding uint8

// The encodings, the preferred one first.
const (
	Brotli Encoding = iota
	Gzip
	Identity
)

var headers = [...][]string{{"br"}, {"gzip"}, nil}

// Header is the value of Content-Encoding, nil for Identity. It must not be modified.
func (e Encoding) Header() []string { return headers[e] }

// Choose returns the encoding that Accept-Encoding prefers of those that are available, by its q-values (RFC 9110 section
// 12.5.3). Of two that are equal, Brotli comes before gzip.
func Choose(acceptEncoding []string, br, gz bool) Encoding {
	qualities := map[string]float64{}
	for part := range strings.SplitSeq(strings.ToLower(strings.Join(acceptEncoding, ",")), ",") {
		name, params, _ := strings.Cut(part, ";")
		qualities[strings.TrimSpace(name)] = quality(params)
	}
	of := func(name string) float64 {
		if q, named := qualities[name]; named {
			return q
		}
		return qualities["*"]
	}
	qbr, qgz := of("br"), max(of("gzip"), qualities["x-gzip"])
	switch {
	case br && qbr > 0 && (qbr >= qgz || !gz):
		return Brotli
	case gz && qgz > 0:
		return Gzip
	}
	return Identity
}

// quality returns the q-value of an encoding's parameters: 1 without one, 0 for an invalid one.
func quality(params string) float64 {
	q := 1.0
	for p := range strings.SplitSeq(params, ";") {
		name, value, ok := strings.Cut(p, "=")
		if !ok || !strings.EqualFold(strings.TrimSpace(name), "q") {
			continue
		}
		n, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
		if err != nil || n < 0 || n > 1 {
			n = 0
		}
		q = n
	}
	return q
}

// Matches reports whether If-None-Match has an ETag. It compares weakly (RFC 9110 section 13.1.2): a proxy that compresses
// again may have weakened the tag.
func Matches(ifNoneMatch []string, etag string) bool {
	etag = strings.TrimPrefix(etag, "W/")
	if etag == "" {
		return false
	}
	for _, line := range ifNoneMatch {
		for part := range strings.SplitSeq(line, ",") {
			if part = strings.TrimSpace(part); part == "*" || strings.TrimPrefix(part, "W/") == etag {
				return true
			}
		}
	}
	return false
}

// compressor is a writer of either library.
type compressor interface {
	io.WriteCloser
	Reset(w io.Writer)
}

// compressors are reused, because each allocates its window and its hash table. The libraries' defaults would be megabytes for
// texts of 20 to 200 KB: a window of 2^22 bytes is a buffer of 8 MiB, and Brotli's quality 9 a table of 32 MiB, for 1 % less
// than quality 5.
var compressors = [...]sync.Pool{
	Brotli: {New: func() any { return brotli.NewWriterOptions(nil, brotli.WriterOptions{Quality: 5, LGWin: 18}) }},
	Gzip: {New: func() any {
		w, _ := gzip.NewWriterLevel(nil, gzip.BestCompression) // the level is a valid one
		return w
	}},
}

func Compress(text []byte, e Encoding) []byte {
	if e == Identity {
		return text
	}
	var out bytes.Buffer
	w := compressors[e].Get().(compressor)
	defer compressors[e].Put(w)
	w.Reset(&out)
	w.Write(text)
	w.Close()
	return bytes.Clone(out.Bytes())
}

// Text returns the text that Compress made Brotli of.
func Text(packed []byte) []byte {
	text, _ := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	return text
}

// VariesByUser reports whether a response declares by its Vary that it depends on the user.
func VariesByUser(vary []string) bool {
	for name := range strings.SplitSeq(strings.ToLower(strings.Join(vary, ",")), ",") {
		switch strings.TrimSpace(name) {
		case "*", "cookie", "authorization":
			return true
		}
	}
	return false
}

// ETag returns a weak validator of a text: all its encodings have the same.
func ETag(text []byte) string {
	sum := sha256.Sum256(text)
	return `W/"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`
}

// NotModified sets the headers, and responds with 304 if the browser has the content.
func NotModified(w http.ResponseWriter, r *http.Request, headers http.Header) bool {
	maps.Copy(w.Header(), headers)
	if !Matches(r.Header["If-None-Match"], headers.Get("Etag")) {
		return false
	}
	w.WriteHeader(http.StatusNotModified)
	return true
}
