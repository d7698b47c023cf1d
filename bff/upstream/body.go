package upstream

import (
	"bufio"
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// A response may decompress to at most maxRatio times its size. This is checked from bombFrom bytes on. The compressed bytes
// are read in pieces of packedPiece, since a piece that is read counts although little of it may have been decompressed.
const (
	maxRatio    = 100
	bombFrom    = 64 << 10
	packedPiece = 512
)

const (
	// largeFrom is the size from which a response counts as large.
	largeFrom = 1 << 20
	// maxLarge is how many large responses of one host are read at the same time.
	maxLarge = 3
	// smallBody is the size of new memory for a body; most responses fit.
	smallBody = 16 << 10
	// pooledBody is the size of the largest memory that is used again.
	pooledBody = 256 << 10
)

var (
	gzipReaders sync.Pool
	bodies      = sync.Pool{New: func() any { b := make([]byte, 0, smallBody); return &b }}
)

// Release gives the memory of Body to later responses; Body must not be used afterwards. A second call is harmless, and
// without any the memory is collected.
func (a *Response) Release() {
	if a.memory != nil && cap(*a.memory) <= pooledBody {
		bodies.Put(a.memory)
	}
	a.Body, a.memory = nil, nil
}

// readBody reads a whole response body, decompressing it with a bound. It never returns part of a body.
func (h *Host) readBody(ctx context.Context, r *http.Response) (*[]byte, error) {
	if r.ContentLength > h.pool.o.MaxAnswer {
		return nil, errTooLarge
	}
	encodings := strings.ToLower(r.Header.Get("Content-Encoding"))
	if encodings == "" || encodings == "identity" {
		return h.readAll(ctx, r.Body, r.ContentLength, nil)
	}
	raw := &counter{r: r.Body}
	unpacked, done, err := unpack(raw, encodings)
	if err != nil {
		return nil, err
	}
	defer done()
	return h.readAll(ctx, unpacked, -1, raw)
}

// readAll reads to the end, at most MaxAnswer bytes. size is the expected one, -1 for none; packed, if not nil, counts the
// bytes before decompression.
func (h *Host) readAll(ctx context.Context, r io.Reader, size int64, packed *counter) (*[]byte, error) {
	limit := h.pool.o.MaxAnswer
	memory := bodies.Get().(*[]byte) //nolint:forcetypeassert // the pool holds nothing else
	b := (*memory)[:0]
	if size >= int64(cap(b)) {
		b = make([]byte, 0, min(size, largeFrom)+1) // one more, to see the end without growing
	}
	large := false
	for {
		if len(b) == cap(b) {
			if !large && cap(b) > largeFrom {
				select {
				case h.large <- struct{}{}:
					large = true
					defer func() { <-h.large }()
				case <-ctx.Done():
					return nil, fmt.Errorf("%w: %w", errCrowded, ctx.Err())
				}
			}
			next := make([]byte, len(b), min(2*int64(cap(b))+1, limit+2))
			copy(next, b)
			b = next
		}
		n, err := r.Read(b[len(b):cap(b)])
		b = b[:len(b)+n]
		switch {
		case int64(len(b)) > limit:
			return nil, errTooLarge
		case packed != nil && len(b) > bombFrom && int64(len(b)) > maxRatio*packed.n:
			return nil, errBomb
		case errors.Is(err, io.EOF):
			*memory = b
			return memory, nil
		case err != nil:
			return nil, err
		}
	}
}

// unpack decodes up to two encodings. A body that is labelled gzip but is not passes unchanged.
func unpack(r io.Reader, encodings string) (_ io.Reader, done func(), err error) {
	list := strings.Split(encodings, ",")
	if len(list) > 2 {
		return nil, nil, fmt.Errorf("upstream: %d nested content encodings", len(list))
	}
	var borrowed []*gzip.Reader
	done = func() {
		for _, z := range borrowed {
			gzipReaders.Put(z)
		}
	}
	for _, encoding := range slices.Backward(list) {
		switch strings.TrimSpace(encoding) {
		case "", "identity":
		case "gzip", "x-gzip":
			b := bufio.NewReaderSize(r, packedPiece)
			r = b
			if head, _ := b.Peek(2); string(head) != "\x1f\x8b" {
				continue
			}
			z, _ := gzipReaders.Get().(*gzip.Reader)
			if z == nil {
				z = new(gzip.Reader)
			}
			borrowed = append(borrowed, z)
			err = z.Reset(b)
			r = z
		case "deflate":
			r, err = zlib.NewReader(r)
		case "br":
			r = brotli.NewReader(r)
		default:
			err = fmt.Errorf("upstream: unsupported Content-Encoding %.20q", encoding)
		}
		if err != nil {
			done()
			return nil, nil, err
		}
	}
	return r, done, nil
}

// counter counts the bytes that went through.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}
