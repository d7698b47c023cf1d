package orders_test

import (
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"

	"tablefront/bff/cluster"
	"tablefront/bff/orders"
)

// The journal in Redis is a journal like any other.
func TestRedis(t *testing.T) {
	orders.Conformance(t, func(t testing.TB) (func(t testing.TB) orders.Store, func(time.Duration)) {
		server := miniredis.RunT(t)
		return func(t testing.TB) orders.Store {
			t.Helper()
			r, err := cluster.Open("redis://"+server.Addr(), cluster.Options{Shop: "https://shop.example", Timeout: time.Minute})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = r.Close() })
			return r.Orders()
		}, server.FastForward
	})
}
