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

const (
	// largeFrom is the size from which a response counts as large.
	largeFrom = 1 << 20
	// maxLarge is how many large responses of one host are read at the same time.
	maxLarge = 3
	// smallBody is the size of the first memory for a body; most responses fit.
	smallBody = 16 << 10
)

var gzipReaders sync.Pool

// readBody reads a whole response body and decompresses it, both within MaxAnswer. It never returns part of a body.
func (h *Host) readBody(ctx context.Context, r *http.Response) ([]byte, error) {
	if r.ContentLength > h.pool.o.MaxAnswer {
		return nil, errTooLarge
	}
	encodings := strings.ToLower(r.Header.Get("Content-Encoding"))
	if encodings == "" || encodings == "identity" {
		return h.readAll(ctx, r.Body, r.ContentLength)
	}
	unpacked, done, err := unpack(r.Body, encodings)
	if err != nil {
		return nil, err
	}
	defer done()
	return h.readAll(ctx, unpacked, -1)
}

// readAll reads to the end, at most MaxAnswer bytes. size is the expected one, -1 for none.
func (h *Host) readAll(ctx context.Context, r io.Reader, size int64) ([]byte, error) {
	limit := h.pool.o.MaxAnswer
	if size < 0 {
		size = smallBody
	}
	b := make([]byte, 0, min(size, largeFrom)+1) // one more, to see the end without growing
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
		case errors.Is(err, io.EOF):
			return b, nil
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
			b := bufio.NewReader(r)
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
