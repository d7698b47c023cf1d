package upstream

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"sync/atomic"
	"testing"
	"time"
)

func TestB14_TheAddressIsCheckedAtTheConnect(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var hits atomic.Int64
	accepted := make(chan struct{}, 1)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			hits.Add(1)
			c.Close()
			accepted <- struct{}{}
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	n := newNetwork(0)
	dns := newNameService(t)
	n.resolver = dns.resolver()
	dns.addresses.Store(&[][4]byte{{127, 0, 0, 1}, {127, 9, 9, 9}, {0, 0, 0, 0}, {10, 0, 0, 1}}) // always another one, as with rebinding
	dial := n.dialer(false)
	for range 100 {
		if c, err := dial(t.Context(), "tcp", net.JoinHostPort("branch.example.", port)); err == nil {
			c.Close()
			t.Fatal("connected to the inside")
		} else if !errors.Is(err, errRefused) {
			t.Fatalf("refused for another reason: %v", err)
		}
	}
	for _, address := range []string{"127.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0", "127.9.9.9", "[::1]", "[64:ff9b::7f00:1]"} {
		if err := n.admit(t.Context(), false, address+":80"); !errors.Is(err, errRefused) {
			t.Errorf("%s: %v", address, err)
		}
	}
	// The same address is fine for a host that the operator named; it is the first connection that arrives.
	c, err := n.dialer(true)(t.Context(), "tcp", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
	if <-accepted; hits.Load() != 1 {
		t.Errorf("the inside service was reached %d times", hits.Load()-1)
	}
}

func TestAConnectionHasItsShareOfALongDeadline(t *testing.T) {
	for deadline, want := range map[time.Duration]time.Duration{time.Second: minDialTimeout, 10 * time.Second: minDialTimeout, time.Minute: 18 * time.Second} {
		if n := newNetwork(deadline); n.dialTimeout != want {
			t.Errorf("of %v a connection may take %v", deadline, n.dialTimeout)
		}
	}
	n := newNetwork(0)
	n.dialTimeout = time.Nanosecond
	if _, err := n.dialer(true)(t.Context(), "tcp", "127.0.0.1:1"); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after its time: %v", err)
	}
}

func TestAShopInsideOneNetworkReachesItsBranches(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	dns := newNameService(t)
	n := newNetwork(0)
	n.resolver = dns.resolver()
	for _, c := range []struct {
		main    string
		address [4]byte
		reached bool
	}{{"", [4]byte{}, false}, {"shop.example.", [4]byte{198, 51, 100, 7}, false}, {"shop.example.", [4]byte{10, 0, 0, 7}, true}, {"127.0.0.1", [4]byte{}, true}, {"198.51.100.7", [4]byte{}, false}} {
		n.main = c.main
		dns.addresses.Store(&[][4]byte{c.address})
		conn, err := n.dialer(false)(t.Context(), "tcp", l.Addr().String())
		if (err == nil) != c.reached {
			t.Errorf("the main host is %q at %v: %v", c.main, c.address, err)
		}
		if err == nil {
			conn.Close()
		}
	}
}

func TestAddressClasses(t *testing.T) {
	for addr, want := range map[string]addressClass{
		"93.184.216.34": outside, "2606:2800:220:1::": outside,
		"127.0.0.1": inside, "::1": inside, "10.1.2.3": inside, "192.168.0.1": inside, "172.16.0.1": inside, "100.64.1.1": inside,
		"fd00::1": inside, "::ffff:10.0.0.1": inside,
		"169.254.169.254": nowhere, "fe80::1": nowhere, "0.0.0.0": nowhere, "::": nowhere, "224.0.0.1": nowhere, "ff02::1": nowhere,
		"255.255.255.255": nowhere, "240.0.0.1": nowhere, "0.1.2.3": nowhere,
		"64:ff9b::7f00:1": nowhere, "64:ff9b::5db8:d822": outside, "2002:7f00:1::": nowhere, "2002:5db8:d822::": outside, "2001::1": nowhere,
		"::ffff:169.254.169.254": nowhere,
	} {
		if got := classOf(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: %d, want %d", addr, got, want)
		}
	}
}
