package upstream

import (
	"compress/zlib"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
)

// maxRatio is how far an answer may unpack once it is bombFrom bytes long (HARDENING T26). A hundred bombs at once must
// not get far, so this is looked at long before an answer is large.
const (
	maxRatio = 100
	bombFrom = 128 << 10
)

var gzipReaders sync.Pool

// readBody reads a whole answer into borrowed memory, unpacking it with a bound. It never returns part of a body.
func (p *Pool) readBody(ctx context.Context, r *http.Response) (*Buffer, error) {
	size := int64(smallBuffer)
	if r.ContentLength >= 0 {
		size = r.ContentLength
	}
	if size > p.maxAnswer {
		return nil, errTooLarge
	}
	encodings := strings.ToLower(r.Header.Get("Content-Encoding"))
	if encodings == "" || encodings == "identity" {
		return p.readAll(ctx, r.Body, size, nil)
	}
	raw := &counter{r: r.Body}
	unpacked, done, err := unpack(raw, encodings)
	if err != nil {
		return nil, err
	}
	defer done()
	return p.readAll(ctx, unpacked, min(4*size, pooledBuffer), raw)
}

// readAll reads to the end, at most maxAnswer bytes; packed, if given, counts the bytes before unpacking.
func (p *Pool) readAll(ctx context.Context, r io.Reader, size int64, packed *counter) (*Buffer, error) {
	b := borrow(int(min(size, largeFrom)) + 1) // one more, to see the end without growing
	for {
		if len(b.B) == cap(b.B) {
			if err := p.grow(ctx, b); err != nil {
				b.Release()
				return nil, err
			}
		}
		n, err := r.Read(b.B[len(b.B):cap(b.B)])
		b.B = b.B[:len(b.B)+n]
		switch {
		case int64(len(b.B)) > p.maxAnswer:
			b.Release()
			return nil, errTooLarge
		case packed != nil && !p.o.weak("B9") && len(b.B) > bombFrom && int64(len(b.B)) > maxRatio*packed.n:
			b.Release()
			return nil, errBomb
		case errors.Is(err, io.EOF):
			return b, nil
		case err != nil:
			b.Release()
			return nil, err
		}
	}
}

func (p *Pool) grow(ctx context.Context, b *Buffer) error {
	if cap(b.B) > largeFrom && !b.large {
		ctx, cancel := timed(ctx)
		defer cancel()
		select {
		case p.lane <- struct{}{}:
			b.large, b.lane = true, p.lane
		case <-ctx.Done():
			return fmt.Errorf("%w: %w", errCrowded, ctx.Err())
		}
	}
	next := make([]byte, len(b.B), min(2*int64(cap(b.B))+1, p.maxAnswer+2))
	copy(next, b.B)
	b.B = next
	return nil
}

// unpack undoes up to two encodings. A body that only claims to be gzip passes as it is; what it then holds is judged
// later (HARDENING F9).
func unpack(r io.Reader, encodings string) (_ io.Reader, done func(), err error) {
	list := strings.Split(encodings, ",")
	if len(list) > 2 {
		return nil, nil, fmt.Errorf("%d encodings on top of each other", len(list))
	}
	var closers []func()
	done = func() {
		for _, c := range closers {
			c()
		}
	}
	for i := len(list) - 1; i >= 0; i-- {
		switch strings.TrimSpace(list[i]) {
		case "", "identity":
		case "gzip", "x-gzip":
			p := &peeker{r: r}
			if !p.startsWith(0x1f, 0x8b) {
				r = p
				continue
			}
			z, _ := gzipReaders.Get().(*gzip.Reader)
			if z == nil {
				z = new(gzip.Reader)
			}
			if err := z.Reset(p); err != nil {
				done()
				return nil, nil, err
			}
			closers = append(closers, func() { gzipReaders.Put(z) })
			r = z
		case "deflate":
			z, err := zlib.NewReader(r)
			if err != nil {
				done()
				return nil, nil, err
			}
			r = z
		case "br":
			r = brotli.NewReader(r)
		default:
			done()
			return nil, nil, fmt.Errorf("unknown encoding %.20q", list[i])
		}
	}
	return r, done, nil
}

// counter counts what went through. The first bytes go in small steps, so that the count is exact where a bomb shows.
type counter struct {
	r io.Reader
	n int64
}

func (c *counter) Read(p []byte) (int, error) {
	const step, exact = 1 << 10, 8 << 10
	if c.n < exact && len(p) > step {
		p = p[:step]
	}
	n, err := c.r.Read(p)
	c.n += int64(n)
	return n, err
}

// peeker looks at the first two bytes without consuming them.
type peeker struct {
	r    io.Reader
	head []byte
}

func (p *peeker) startsWith(a, b byte) bool {
	p.head = make([]byte, 2)
	n, _ := io.ReadFull(p.r, p.head)
	p.head = p.head[:n]
	return n == 2 && p.head[0] == a && p.head[1] == b
}

func (p *peeker) Read(b []byte) (int, error) {
	if len(p.head) > 0 {
		n := copy(b, p.head)
		p.head = p.head[n:]
		return n, nil
	}
	return p.r.Read(b)
}
