package upstream

import (
	"context"
	"log/slog"
	"net"
	"net/netip"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// nameService is a DNS server on loopback that answers as a test wants.
type nameService struct {
	net.PacketConn
	// says is the code of its answers; mute: none.
	says    atomic.Int32
	queries atomic.Int64
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
					Body:   &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}},
				}}
			}
			if raw, err := m.Pack(); err == nil {
				c.WriteTo(raw, from)
			}
		}
	}()
	return s
}

// forget lets a network believe that its last failed lookup was long ago.
func (n *network) forget() { n.failed.Flush() }

// TestF15_AFailingNameService: refusing, broken or silent, a failing name service does not affect known hosts and is queried rarely;
// nothing piles up; a name that was never known fails in time.
func TestF15_AFailingNameService(t *testing.T) {
	dns := newNameService(t)
	n := newNetwork(slog.New(slog.DiscardHandler))
	resolver := &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "udp", dns.LocalAddr().String())
	}}
	n.lookup = func(ctx context.Context, host string) ([]netip.Addr, error) {
		return resolver.LookupNetIP(ctx, "ip4", host)
	}
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
	reach := func(within time.Duration) error {
		ctx, cancel := context.WithTimeout(t.Context(), within)
		defer cancel()
		c, err := dial(ctx, "tcp", "shop.example.:"+port)
		if err == nil {
			c.Close()
		}
		return err
	}
	if err := reach(5 * time.Second); err != nil {
		t.Fatal(err)
	}
	before := runtime.NumGoroutine()
	for name, code := range map[string]int32{"NXDOMAIN": int32(dnsmessage.RCodeNameError), "SERVFAIL": int32(dnsmessage.RCodeServerFailure), "silence": mute} {
		t.Run(name, func(t *testing.T) {
			dns.says.Store(code)
			n.forget()
			asked := dns.queries.Load()
			var wg sync.WaitGroup
			for range 60 {
				wg.Go(func() {
					if err := reach(lookupTimeout + 4*time.Second); err != nil {
						t.Errorf("a known host was not reached: %v", err)
					}
				})
			}
			wg.Wait()
			for range 20 { // by now the failure is known, and nobody waits for it
				if err := reach(500 * time.Millisecond); err != nil {
					t.Error(err)
				}
			}
			if q := dns.queries.Load() - asked; q > 8 { // the resolver's own repeats
				t.Errorf("80 calls asked %d times", q)
			}
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), lookupTimeout+5*time.Second)
			defer cancel()
			if _, err := dial(ctx, "tcp", strings.ToLower(name)+".example.:"+port); err == nil || ctx.Err() != nil {
				t.Errorf("an unknown name: %v after %s", err, time.Since(began))
			}
		})
	}
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before+3; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%d goroutines, before it were %d", runtime.NumGoroutine(), before)
		}
	}
	dns.says.Store(0)
	n.forget()
	if err := reach(5 * time.Second); err != nil {
		t.Error(err)
	}
	if failed, ok := n.failed.Get("shop.example."); ok {
		t.Errorf("the name service is back, and %v is believed", failed)
	}
}
