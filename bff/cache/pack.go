package cache

import (
	"strconv"

	"tablefront/bff/representation"
)

// packFrom is the smallest body that is compressed: a smaller one fits into one packet anyway.
const packFrom = 1 << 10

// Encoded returns the compressed form to send, nil to send the plain body. The first caller that hits the cached entry
// compresses it; until the form is ready, others get the plain body. fresh is true for the caller that has just waited for
// the fetch: the entry is not compressed then, since it may never be requested again.
func (k *Cache) Encoded(c *Entry, e representation.Encoding, fresh bool) *Form {
	if e == representation.Identity || len(c.Body) < packFrom {
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
func (k *Cache) pack(c *Entry, e representation.Encoding) *Form {
	body := representation.Compress(c.Body, e)
	if len(body) >= len(c.Body) {
		return nil
	}
	f := &Form{Body: body, LengthValue: []string{strconv.Itoa(len(body))}}
	c.packedSize.Add(int64(len(body)))
	c.forms[e].Store(f)
	k.weigh(c, int64(len(body)))
	return f
}
