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

// readBody reads a whole response body, decompressing it with a bound. It never returns part of a body.
func (h *Host) readBody(ctx context.Context, r *http.Response) ([]byte, error) {
	if r.ContentLength > h.pool.o.MaxAnswer {
		return nil, errTooLarge
	}
	unpacked, err := unpack(r.Body, strings.ToLower(r.Header.Get("Content-Encoding")))
	if err != nil {
		return nil, err
	}
	return h.readAll(ctx, unpacked)
}

// readAll reads to the end, at most MaxAnswer bytes. The memory doubles, and ends at the limit: io.ReadAll, which grows by a quarter, would allocate five times the
// size, bytes.Buffer up to four times the limit.
func (h *Host) readAll(ctx context.Context, r io.Reader) ([]byte, error) {
	limit := h.pool.o.MaxAnswer
	b := make([]byte, 0, smallBody)
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

// unpack decodes up to two encodings; "" is none. A body that is labelled gzip but is not passes unchanged.
func unpack(r io.Reader, encodings string) (_ io.Reader, err error) {
	list := strings.Split(encodings, ",")
	if len(list) > 2 {
		return nil, fmt.Errorf("upstream: %d nested content encodings", len(list))
	}
	for _, encoding := range slices.Backward(list) {
		switch strings.TrimSpace(encoding) {
		case "", "identity":
		case "gzip", "x-gzip":
			b := bufio.NewReader(r)
			r = b
			if head, _ := b.Peek(2); string(head) == "\x1f\x8b" {
				r, err = gzip.NewReader(b)
			}
		case "deflate":
			r, err = zlib.NewReader(r)
		case "br":
			r = brotli.NewReader(r)
		default:
			err = fmt.Errorf("upstream: unsupported Content-Encoding %.20q", encoding)
		}
		if err != nil {
			return nil, err
		}
	}
	return r, nil
}
