package gateway

import (
	"errors"
	"io"
	"net"
	"testing"
	"time"
)

// Honest connections are young: when too many have not sent a head, the oldest are closed, and no more than the bound stay.
func TestHalfOpenClosesTheOldest(t *testing.T) {
	var h halfOpen
	var theirs []net.Conn
	closed := func(c net.Conn) bool {
		if err := c.SetReadDeadline(time.Now().Add(-time.Second)); err != nil {
			return true
		}
		_, err := c.Read(make([]byte, 1))
		return errors.Is(err, io.EOF)
	}
	enter := func() func() {
		ours, other := net.Pipe()
		theirs = append(theirs, other)
		e := h.enter(ours)
		return func() { h.leave(e) }
	}
	leaveFirst := enter()
	for range maxHalfOpen - 1 {
		enter()
	}
	leaveFirst() // it has sent its head: nobody closes it any more
	enter()
	enter()
	for i, c := range theirs {
		if got, want := closed(c), i == 1; got != want {
			t.Fatalf("connection %d: closed %v", i, got)
		}
	}
	leaveFirst() // harmless
	if h.conns.Len() != maxHalfOpen {
		t.Errorf("%d are known", h.conns.Len())
	}
}
