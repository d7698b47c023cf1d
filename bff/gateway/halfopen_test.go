package gateway

import (
	"io"
	"net"
	"syscall"
	"testing"
	"time"
)

// ended notes that a connection's reader was told to give up.
type ended struct {
	net.Conn
	told bool
}

func (e *ended) SetReadDeadline(t time.Time) error {
	e.told = t.Before(time.Now())
	return nil
}

// Honest connections are young: when too many have not sent a head, the oldest are ended, and no more than the bound stay.
func TestHalfOpenEndsTheOldest(t *testing.T) {
	var h halfOpen
	var conns []*ended
	enter := func() func() {
		c := &ended{}
		conns = append(conns, c)
		e := h.enter(c)
		return func() { h.leave(e) }
	}
	leaveFirst := enter()
	for range maxHalfOpen - 1 {
		enter()
	}
	leaveFirst() // it has sent its head: nobody ends it any more
	enter()
	enter()
	for i, c := range conns {
		if want := i == 1; c.told != want {
			t.Fatalf("connection %d: ended %v", i, c.told)
		}
	}
	leaveFirst() // harmless
	if h.conns.Len() != maxHalfOpen {
		t.Errorf("%d are known", h.conns.Len())
	}
}

// A crowd that comes at once is taken in faster than its heads are read: whoever has sent his is not ended for that.
func TestHalfOpenKeepsWhoseHeadWaits(t *testing.T) {
	if !watchable {
		t.Skip("this system cannot tell what waits on a connection")
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var h halfOpen
	connect := func(text string) *ended {
		theirs, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { theirs.Close() })
		if _, err := io.WriteString(theirs, text); err != nil {
			t.Fatal(err)
		}
		ours, err := l.Accept()
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { ours.Close() })
		c, tcp := &ended{Conn: ours}, ours.(*net.TCPConn)
		raw, err := tcp.SyscallConn()
		if err != nil {
			t.Fatal(err)
		}
		until(t, "the text has come", func() bool { return peek(raw, make([]byte, 99)) == len(text) })
		h.enter(struct {
			*ended
			syscall.Conn
		}{c, tcp})
		return c
	}
	half := connect("GET / HTTP/1.1\r\nHost: s\r\n")
	whole := []*ended{connect("GET / HTTP/1.1\r\nHost: s\r\n\r\n"), connect("GET / HTTP/1.1\r\nHost: s\r\n\r\n")}
	silent := connect("")
	for h.conns.Len() < maxHalfOpen {
		h.enter(&ended{})
	}
	h.enter(&ended{})
	if !half.told || silent.told {
		t.Error("the oldest, who has sent half a head, was not the one to go")
	}
	h.enter(&ended{})
	if !silent.told {
		t.Error("the oldest of those who have sent no head is still there")
	}
	for _, c := range whole {
		if c.told {
			t.Error("one whose head waits was ended")
		}
	}
}
