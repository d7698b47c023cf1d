package orders

import (
	"testing"
	"time"
)

// Conformance runs the tests that every store of a Journal must pass. open returns a store over the
// same data each time, several at once; forward moves the store's own clock.
func Conformance(t *testing.T, build func(t testing.TB) (open func(t testing.TB) Store, forward func(time.Duration))) {
	conformance(t, func(t testing.TB) world {
		open, forward := build(t)
		return world{open: open, shared: true, forward: forward}
	})
}
