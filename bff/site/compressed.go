package site

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"hash/crc32"
	"io"
	"sync"

	"github.com/andybalholm/brotli"
)

// compressed is a text in several encodings. Nearly every browser accepts Brotli, so that form is created at once; gzip and
// the plain text are derived from it on the first request for them.
//
// The text may have an end, shorter than 64 KiB, which is stored uncompressed and can be replaced cheaply: a page's end contains
// the time.
type compressed struct {
	size  int    // of the text without its end
	check uint32 // its CRC-32, for gzip
	end   string
	br    part
	mu    sync.Mutex // guards the other forms
	gzip  part
	plain []byte
}

// part is one form; up to at, it is the text without its end.
type part struct {
	b  []byte
	at int
}

const brLevel = 5

var brWriters = sync.Pool{New: func() any { return brotli.NewWriterLevel(nil, brLevel) }}

// compress compresses a text and its end.
func compress(text []byte, end string) *compressed {
	var out bytes.Buffer
	w := brWriters.Get().(*brotli.Writer) //nolint:forcetypeassert // only writers are pooled
	defer brWriters.Put(w)
	w.Reset(&out)
	w.Write(text) //nolint:errcheck // a bytes.Buffer never fails
	w.Flush()     //nolint:errcheck // as above
	p := &compressed{size: len(text), check: crc32.ChecksumIEEE(text), end: end}
	p.br = part{appendBrotliEnd(out.Bytes(), end), out.Len()}
	return p
}

// with returns the same text with another end.
func (p *compressed) with(end string) *compressed {
	n := &compressed{size: p.size, check: p.check, end: end}
	n.br = part{appendBrotliEnd(p.br.b[:p.br.at:p.br.at], end), p.br.at}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.gzip.b != nil {
		n.gzip = part{n.appendGzipEnd(p.gzip.b[:p.gzip.at:p.gzip.at]), p.gzip.at}
	}
	if p.plain != nil {
		n.plain = append(p.plain[:p.size:p.size], end...)
	}
	return n
}

// form returns the text in an encoding, "" for plain, and the bytes newly allocated for it.
func (p *compressed) form(encoding string) (b []byte, grown int) {
	if encoding == "br" {
		return p.br.b, 0
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if encoding == "gzip" {
		if p.gzip.b == nil {
			p.makeGzip()
			grown = len(p.gzip.b)
		}
		return p.gzip.b, grown
	}
	if p.plain == nil {
		p.plain = p.decompress()
		grown = len(p.plain)
	}
	return p.plain, grown
}

// bytes is the size of all forms.
func (p *compressed) bytes() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.br.b) + len(p.gzip.b) + len(p.plain)
}

func (p *compressed) decompress() []byte {
	out := bytes.NewBuffer(make([]byte, 0, p.size+len(p.end)+bytes.MinRead))
	io.Copy(out, brotli.NewReader(bytes.NewReader(p.br.b))) //nolint:errcheck // the input was created above
	return out.Bytes()
}

func (p *compressed) makeGzip() {
	plain := p.plain
	if plain == nil {
		plain = p.decompress()
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(plain[:p.size]) //nolint:errcheck // a bytes.Buffer never fails
	w.Flush()               //nolint:errcheck // as above
	p.gzip = part{at: out.Len()}
	p.gzip.b = p.appendGzipEnd(out.Bytes())
}

// appendBrotliEnd ends a flushed stream with an uncompressed meta-block (RFC 7932 section 9.2) and the empty last one.
func appendBrotliEnd(stream []byte, end string) []byte {
	if n := len(end); n > 0 {
		header := uint32(n-1)<<3 | 1<<19 // not the last; four nibbles of length; uncompressed; padded to whole bytes
		stream = append(stream, byte(header), byte(header>>8), byte(header>>16))
		stream = append(stream, end...)
	}
	return append(stream, 0x03) // the empty last meta-block
}

// appendGzipEnd ends a flushed stream with an uncompressed block (RFC 1951 section 3.2.4) and gzip's trailer.
func (p *compressed) appendGzipEnd(stream []byte) []byte {
	n := uint16(len(p.end)) //nolint:gosec // less than 64 KiB
	stream = append(stream, 0x01)
	stream = binary.LittleEndian.AppendUint16(stream, n)
	stream = binary.LittleEndian.AppendUint16(stream, ^n)
	stream = append(stream, p.end...)
	stream = binary.LittleEndian.AppendUint32(stream, crc32.Update(p.check, crc32.IEEETable, []byte(p.end)))
	return binary.LittleEndian.AppendUint32(stream, uint32(p.size+len(p.end))) //nolint:gosec // modulo 2^32, as specified
}
