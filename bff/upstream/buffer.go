package upstream

import "sync"

// Buffer is a response body in pooled memory.
type Buffer struct {
	// B is the body. Its bytes must not be used after Release.
	B []byte
	// pooled is what Release gives back; nil: nothing, or it has been given back already.
	pooled *[]byte
}

const (
	// smallBuffer is the size of a new buffer; most responses fit.
	smallBuffer = 16 << 10
	// pooledBuffer is the size of the largest buffer that goes back to the pool.
	pooledBuffer = 256 << 10
)

var buffers = sync.Pool{New: func() any { b := make([]byte, 0, smallBuffer); return &b }}

func newBuffer(size int) *Buffer {
	b := &Buffer{pooled: buffers.Get().(*[]byte)} //nolint:forcetypeassert // the pool holds nothing else
	b.B = (*b.pooled)[:0]
	if size > cap(b.B) {
		b.B = make([]byte, 0, size)
	}
	return b
}

// Release gives the memory back. A nil Buffer and a second call are harmless.
func (b *Buffer) Release() {
	if b == nil || b.pooled == nil {
		return
	}
	if cap(b.B) <= pooledBuffer {
		*b.pooled = b.B[:0]
	}
	buffers.Put(b.pooled)
	b.B, b.pooled = nil, nil
}
