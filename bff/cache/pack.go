package cache

import (
	"bytes"
	"strconv"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

const (
	// packFrom is the smallest body that is compressed: a smaller one fits into one packet anyway.
	packFrom  = 1 << 10
	gzipLevel = 9
	// brLevel is the Brotli level of the catalogue, which can be large; brBest that of settings and translations.
	brLevel = 5
	brBest  = 9
)

var (
	brValue   = []string{"br"}
	gzipValue = []string{"gzip"}
)

// Encoded returns the compressed form to send, nil to send the plain body. The first caller that hits the cached entry
// compresses it; until the form is ready, others get the plain body. fresh is true for the caller that has just waited for
// the fetch: the entry is not compressed then, since it may never be requested again.
func (k *Cache) Encoded(c *Entry, e Encoding, fresh bool) *Form {
	if e == Identity || len(c.Body) < packFrom {
		return nil
	}
	if f := c.forms[e].Load(); f != nil {
		return f
	}
	if fresh || !c.packing[e].CompareAndSwap(false, true) {
		return nil
	}
	return k.pack(c, e)
}

// pack compresses the body. If that saves nothing, the result is dropped and not tried again.
func (k *Cache) pack(c *Entry, e Encoding) *Form {
	f := &Form{EncodingValue: gzipValue}
	if e == Gzip {
		f.Body = gzipped(c.Body)
	} else {
		f.EncodingValue = brValue
		f.Body = brotlied(c.Body, c.Class)
	}
	if len(f.Body) >= len(c.Body) {
		return nil
	}
	f.LengthValue = []string{strconv.Itoa(len(f.Body))}
	c.packedSize.Add(int64(len(f.Body)))
	c.forms[e].Store(f)
	k.weigh(c, int64(len(f.Body)))
	return f
}

var (
	gzipWriters = sync.Pool{New: func() any {
		w, _ := gzip.NewWriterLevel(nil, gzipLevel) // the level is a valid one
		return w
	}}
	brWriters     = sync.Pool{New: func() any { return brotli.NewWriterLevel(nil, brLevel) }}
	brBestWriters = sync.Pool{New: func() any { return brotli.NewWriterLevel(nil, brBest) }}
)

func gzipped(body []byte) []byte {
	var out bytes.Buffer
	w := gzipWriters.Get().(*gzip.Writer) //nolint:forcetypeassert // the pool holds nothing else
	defer gzipWriters.Put(w)
	w.Reset(&out)
	w.Write(body) //nolint:errcheck // a bytes.Buffer takes everything
	w.Close()     //nolint:errcheck // as above
	return bytes.Clone(out.Bytes())
}

func brotlied(body []byte, class Class) []byte {
	var out bytes.Buffer
	pool := &brWriters
	if class == Settings {
		pool = &brBestWriters
	}
	w := pool.Get().(*brotli.Writer) //nolint:forcetypeassert // the pool holds nothing else
	defer pool.Put(w)
	w.Reset(&out)
	w.Write(body) //nolint:errcheck // a bytes.Buffer takes everything
	w.Close()     //nolint:errcheck // as above
	return bytes.Clone(out.Bytes())
}
