package upstream

import "sync"

// Buffer is an answer's body in borrowed memory. Release gives the memory back; the bytes are not to be used after.
type Buffer struct {
	B     []byte
	large bool
	lane  chan struct{}
}

const (
	// smallBuffer is what a fresh buffer holds; most answers fit.
	smallBuffer = 16 << 10
	// pooledBuffer is the largest buffer that goes back to the pool.
	pooledBuffer = 256 << 10
	// largeFrom is the size from which an answer needs a place in the large lane, so that many huge answers at once
	// cannot add up (HARDENING T26).
	largeFrom = 1 << 20
	// largeLane is how many answers over largeFrom are in memory at once, per process.
	largeLane = 3
)

var buffers = sync.Pool{New: func() any { return &Buffer{B: make([]byte, 0, smallBuffer)} }}

func borrow(size int) *Buffer {
	b := buffers.Get().(*Buffer) //nolint:forcetypeassert // the pool holds nothing else
	b.B = b.B[:0]
	if size > cap(b.B) {
		b.B = make([]byte, 0, size)
	}
	return b
}

// Release gives the memory back. A nil Buffer and a second call are harmless.
func (b *Buffer) Release() {
	if b == nil || b.B == nil {
		return
	}
	if b.large {
		<-b.lane
		b.large = false
	}
	if cap(b.B) > pooledBuffer {
		b.B = nil
		return
	}
	buffers.Put(b)
}
