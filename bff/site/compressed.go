package site

import (
	"bytes"
	"compress/gzip"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
)

// compressed is a text in several encodings. Nearly every browser accepts Brotli, so that form is created at once; gzip and
// the plain text are derived from it on the first request for them.
type compressed struct {
	size  int // of the plain text
	br    []byte
	mu    sync.Mutex // guards the other forms
	gzip  []byte
	plain []byte
}

const brLevel = 5

var brWriters = sync.Pool{New: func() any { return brotli.NewWriterLevel(nil, brLevel) }}

func compress(text []byte) *compressed {
	var out bytes.Buffer
	w := brWriters.Get().(*brotli.Writer) //nolint:forcetypeassert // only writers are pooled
	defer brWriters.Put(w)
	w.Reset(&out)
	w.Write(text) //nolint:errcheck // a bytes.Buffer never fails
	w.Close()     //nolint:errcheck // as above
	return &compressed{size: len(text), br: out.Bytes()}
}

// form returns the text in an encoding, "" for plain, and the bytes newly allocated for it.
func (p *compressed) form(encoding string) (b []byte, grown int) {
	if encoding == "br" {
		return p.br, 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	form := &p.plain
	if encoding == "gzip" {
		form = &p.gzip
	}
	if *form == nil {
		*form = p.text()
		if encoding == "gzip" {
			*form = gzipOf(*form)
		}
		grown = len(*form)
	}
	return *form, grown
}

// bytes is the size of all forms.
func (p *compressed) bytes() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.br) + len(p.gzip) + len(p.plain)
}

// text decompresses the text.
func (p *compressed) text() []byte {
	out := bytes.NewBuffer(make([]byte, 0, p.size+bytes.MinRead))
	io.Copy(out, brotli.NewReader(bytes.NewReader(p.br))) //nolint:errcheck // the input was created by compress
	return out.Bytes()
}

func gzipOf(text []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(text) //nolint:errcheck // a bytes.Buffer never fails
	w.Close()     //nolint:errcheck // as above
	return out.Bytes()
}
