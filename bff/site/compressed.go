package site

import (
	"bytes"
	"io"
	"sync"

	"github.com/andybalholm/brotli"

	"tablefront/bff/representation"
)

// compressed is a text in several encodings. Nearly every browser accepts Brotli, so that form is created at once; gzip and
// the plain text are derived from it on the first request for them.
type compressed struct {
	size  int        // of the plain text
	mu    sync.Mutex // guards forms
	forms [3][]byte  // by encoding
}

func compress(text []byte) *compressed {
	p := &compressed{size: len(text)}
	p.forms[representation.Brotli] = representation.Compress(text, representation.Brotli)
	return p
}

// form returns the text in an encoding, and the bytes newly allocated for it.
func (p *compressed) form(e representation.Encoding) (b []byte, grown int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.forms[e] == nil {
		p.forms[e] = representation.Compress(p.text(), e)
		grown = int64(len(p.forms[e]))
	}
	return p.forms[e], grown
}

// bytes is the size of all forms.
func (p *compressed) bytes() (n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, f := range p.forms {
		n += len(f)
	}
	return n
}

// text decompresses the text.
func (p *compressed) text() []byte {
	out := bytes.NewBuffer(make([]byte, 0, p.size+bytes.MinRead))
	io.Copy(out, brotli.NewReader(bytes.NewReader(p.forms[representation.Brotli])))
	return out.Bytes()
}
