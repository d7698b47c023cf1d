// Package freeaddr finds addresses on loopback for programs that tests start.
package freeaddr

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// New returns an address on which nothing listens. Its port is below those that the system gives to outgoing connections: one of them could have taken
// it before the program does.
func New(t testing.TB) string {
	t.Helper()
	var err error
	for range 100 {
		addr := fmt.Sprintf("127.0.0.1:%d", 10_000+rand.IntN(10_000))
		var l net.Listener
		if l, err = net.Listen("tcp", addr); err == nil {
			_ = l.Close()
			return addr
		}
	}
	t.Fatal(err)
	return ""
}
