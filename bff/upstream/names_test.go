package upstream

import (
	"context"
	"net"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"tablefront/bff/eventually"
)

// nameService is a DNS server on loopback that answers as a test wants.
type nameService struct {
	net.PacketConn
	// says is the code of its answers; mute: none.
	says    atomic.Int32
	queries atomic.Int64
	// addresses are answered in turn; none: 127.0.0.1.
	addresses atomic.Pointer[[][4]byte]
}

// resolver asks the name service.
func (s *nameService) resolver() *net.Resolver {
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", s.LocalAddr().String())
	}}
}

const mute = -1

func newNameService(t *testing.T) *nameService {
	t.Helper()
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	s := &nameService{PacketConn: c}
	go func() {
		b := make([]byte, 1500)
		for {
			n, from, err := c.ReadFrom(b)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(b[:n]) != nil || len(m.Questions) == 0 {
				continue
			}
			s.queries.Add(1)
			code := s.says.Load()
			if code == mute {
				continue
			}
			q := m.Questions[0]
			m = dnsmessage.Message{Header: dnsmessage.Header{ID: m.ID, Response: true, RCode: dnsmessage.RCode(code)}, Questions: m.Questions}
			if code == 0 && q.Type == dnsmessage.TypeA {
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body:   &dnsmessage.AResource{A: s.address()},
				}}
			}
			if raw, err := m.Pack(); err == nil {
				c.WriteTo(raw, from)
			}
		}
	}()
	return s
}

// address returns the next address.
func (s *nameService) address() [4]byte {
	all := s.addresses.Load()
	if all == nil {
		return [4]byte{127, 0, 0, 1}
	}
	return (*all)[int(s.queries.Load())%len(*all)]
}

// forget lets a network believe that its last failed lookup was long ago.
func (n *network) forget() {
	n.failed.Remove("shop.example.")
}

// TestF15_AFailingNameService: refusing, broken or silent, a failing name service does not affect known hosts and is asked rarely;
// nothing piles up; a name that was never known fails.
func TestF15_AFailingNameService(t *testing.T) {
	dns := newNameService(t)
	n := newNetwork(0)
	n.resolver = dns.resolver()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	dial := n.dialer(true)
	reach := func() error {
		c, err := dial(t.Context(), "tcp", "shop.example.:"+port)
		if err == nil {
			c.Close()
		}
		return err
	}
	if err := reach(); err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	for name, code := range map[string]int32{"NXDOMAIN": int32(dnsmessage.RCodeNameError), "SERVFAIL": int32(dnsmessage.RCodeServerFailure), "silence": mute} {
		t.Run(name, func(t *testing.T) {
			dns.says.Store(code)
			n.forget()
			for range 10 {
				if err := reach(); err != nil {
					t.Errorf("a known host was not reached: %v", err)
				}
			}
			// While the failure is remembered nobody asks.
			n.failed.Put("shop.example.", true, time.Hour)
			asked := dns.queries.Load()
			for range 10 {
				if err := reach(); err != nil {
					t.Error(err)
				}
			}
			if q := dns.queries.Load() - asked; q > 0 {
				t.Errorf("asked %d times", q)
			}
			if _, err := dial(t.Context(), "tcp", strings.ToLower(name)+".example.:"+port); err == nil {
				t.Error("an unknown name was reached")
			}
		})
	}
	eventually.True(t, "the lookups have ended", func() bool { return runtime.NumGoroutine() <= before+3 })
	dns.says.Store(0)
	n.forget()
	if err := reach(); err != nil {
		t.Error(err)
	}
	if _, fails := n.known("shop.example."); fails {
		t.Error("the name service is back, and its failure is believed")
	}
}
