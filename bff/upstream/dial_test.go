package upstream

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"testing"
	"time"
)

func TestB14_TheAddressIsCheckedAtTheConnect(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	hits := make(chan struct{}, 1000)
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Close()
			hits <- struct{}{}
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	n := newNetwork(slog.New(slog.DiscardHandler))
	inside := []string{"127.0.0.1", "::ffff:127.0.0.1", "0.0.0.0", "127.9.9.9", "::1"}
	round := 0
	n.lookup = func(context.Context, string) ([]netip.Addr, error) { // always another address, as a rebinding name server
		round++
		return []netip.Addr{netip.MustParseAddr(inside[round%len(inside)])}, nil
	}
	dial := n.dialer(false)
	for range 1000 {
		if c, err := dial(t.Context(), "tcp", net.JoinHostPort("branch.example", port)); err == nil {
			c.Close()
			t.Fatal("connected to the inside")
		} else if !errors.Is(err, errRefused) && !isNoRoute(err) {
			t.Fatalf("refused for another reason: %v", err)
		}
	}
	select {
	case <-hits:
		t.Fatal("the inside service was reached")
	case <-time.After(20 * time.Millisecond):
	}
	// the same address is fine for a host that the operator named
	c, err := n.dialer(true)(t.Context(), "tcp", net.JoinHostPort("127.0.0.1", port))
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}

func isNoRoute(err error) bool {
	var op *net.OpError
	return errors.As(err, &op)
}

func TestAShopInsideOneNetworkReachesItsBranches(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	n := newNetwork(slog.New(slog.DiscardHandler))
	if c, err := n.dialer(false)(t.Context(), "tcp", l.Addr().String()); err == nil {
		c.Close()
		t.Fatal("a branch was inside before the main host was")
	}
	n.main = "shop.example"
	n.lookup = func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("198.51.100.7")}, nil
	}
	if c, err := n.dialer(false)(t.Context(), "tcp", l.Addr().String()); err == nil {
		c.Close()
		t.Fatal("a branch is inside and the main host is not")
	}
	// The main host need not have been reached: after a restart all that it says may come from the snapshot.
	n.lookup = func(context.Context, string) ([]netip.Addr, error) {
		return []netip.Addr{netip.MustParseAddr("10.0.0.7")}, nil
	}
	c, err := n.dialer(false)(t.Context(), "tcp", l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
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

func TestNamesSurviveAFailingNameService(t *testing.T) {
	n := newNetwork(slog.New(slog.DiscardHandler))
	good := netip.MustParseAddr("93.184.216.34")
	fail := errors.New("no answer")
	asked := 0
	n.lookup = func(context.Context, string) ([]netip.Addr, error) {
		asked++
		if asked == 1 {
			return []netip.Addr{good}, nil
		}
		return nil, fail
	}
	for i := range 10 {
		addrs, err := n.resolve(t.Context(), "shop.example")
		if err != nil || len(addrs) != 1 || addrs[0] != good {
			t.Fatalf("round %d: %v %v", i, addrs, err)
		}
	}
	if asked != 2 {
		t.Fatalf("a failed lookup was believed for %d lookups", asked)
	}
	if _, err := n.resolve(t.Context(), "other.example"); !errors.Is(err, fail) {
		t.Fatalf("%v", err)
	}
}
