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

// packed is a text in the encodings that are asked for. Nearly every browser takes br, so that form is there from the
// start, and the others are made of it for the first who wants them.
//
// The text may have an end, shorter than 64 KiB, which is packed apart and can be exchanged for next to nothing: a page's
// end tells the time.
type packed struct {
	size  int    // of the text without its end
	check uint32 // the same's CRC-32, for gzip
	end   string
	br    part
	mu    sync.Mutex // for the others
	gzip  part
	plain []byte
}

// part is a form: up to at, it is the text's without its end.
type part struct {
	b  []byte
	at int
}

const brLevel = 5

var brWriters = sync.Pool{New: func() any { return brotli.NewWriterLevel(nil, brLevel) }}

// pack packs a text and its end.
func pack(text []byte, end string) *packed {
	var out bytes.Buffer
	w := brWriters.Get().(*brotli.Writer) //nolint:forcetypeassert // the pool holds nothing else
	defer brWriters.Put(w)
	w.Reset(&out)
	w.Write(text) //nolint:errcheck // a bytes.Buffer takes everything
	w.Flush()     //nolint:errcheck // as above
	p := &packed{size: len(text), check: crc32.ChecksumIEEE(text), end: end}
	p.br = part{appendBrotliEnd(out.Bytes(), end), out.Len()}
	return p
}

// with gives the same text with another end.
func (p *packed) with(end string) *packed {
	n := &packed{size: p.size, check: p.check, end: end}
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

// form gives the text in an encoding, "" for as it is, and how many bytes this took up anew.
func (p *packed) form(encoding string) (b []byte, grown int) {
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
		p.plain = p.unpack()
		grown = len(p.plain)
	}
	return p.plain, grown
}

// bytes is what all forms take up.
func (p *packed) bytes() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.br.b) + len(p.gzip.b) + len(p.plain)
}

func (p *packed) unpack() []byte {
	out := bytes.NewBuffer(make([]byte, 0, p.size+len(p.end)+bytes.MinRead))
	io.Copy(out, brotli.NewReader(bytes.NewReader(p.br.b))) //nolint:errcheck // made here
	return out.Bytes()
}

func (p *packed) makeGzip() {
	plain := p.plain
	if plain == nil {
		plain = p.unpack()
	}
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(plain[:p.size]) //nolint:errcheck // a bytes.Buffer takes everything
	w.Flush()               //nolint:errcheck // as above
	p.gzip = part{at: out.Len()}
	p.gzip.b = p.appendGzipEnd(out.Bytes())
}

// appendBrotliEnd ends a flushed stream with a meta-block of bytes as they are (RFC 7932 section 9.2) and the empty last one.
func appendBrotliEnd(stream []byte, end string) []byte {
	if n := len(end); n > 0 {
		header := uint32(n-1)<<3 | 1<<19 // not the last; four nibbles for the length; not compressed; filled up to whole bytes
		stream = append(stream, byte(header), byte(header>>8), byte(header>>16))
		stream = append(stream, end...)
	}
	return append(stream, 0x03) // the last one, and empty
}

// appendGzipEnd ends a flushed stream with a block of bytes as they are (RFC 1951 section 3.2.4) and what gzip has behind it.
func (p *packed) appendGzipEnd(stream []byte) []byte {
	n := uint16(len(p.end)) //nolint:gosec // less than 64 KiB
	stream = append(stream, 0x01)
	stream = binary.LittleEndian.AppendUint16(stream, n)
	stream = binary.LittleEndian.AppendUint16(stream, ^n)
	stream = append(stream, p.end...)
	stream = binary.LittleEndian.AppendUint32(stream, crc32.Update(p.check, crc32.IEEETable, []byte(p.end)))
	return binary.LittleEndian.AppendUint32(stream, uint32(p.size+len(p.end))) //nolint:gosec // modulo 2^32, as the format has it
}
