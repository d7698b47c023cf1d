package upstream

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"

	"tablefront/bff/expiring"
)

const (
	// minDialTimeout is longer than a lost packet takes to be sent again, which Linux does after one second.
	minDialTimeout = 3 * time.Second
	// failedLookup is how long a failed lookup is remembered, so that a resolver that does not answer is not waited for by each call.
	failedLookup = 5 * time.Second
	// lastKnown is how long the last address of a name is used while the resolver fails.
	lastKnown = 24 * time.Hour
	// maxNames bounds the names that a branch list, which may change with each fetch, leads to.
	maxNames = 4096
)

type dialFunc = func(ctx context.Context, network, addr string) (net.Conn, error)

// network dials hosts: net.Dialer resolves the names and tries their addresses (RFC 8305). The address is checked at the moment of
// the connect, against DNS rebinding. While the resolver fails, the last address that a name led to is used.
type network struct {
	main        string // the main host's name or address, without a port
	resolver    *net.Resolver
	dialTimeout time.Duration

	// last has the address of the last connection to a name, failed the names whose last lookup failed.
	last   *expiring.Map[netip.Addr]
	failed *expiring.Map[bool]
}

// newNetwork returns a network for calls with this deadline. Where the operator chose a long one, connecting may take longer, too: a platform
// that starts a sleeping backend accepts its first connection late.
func newNetwork(deadline time.Duration) *network {
	return &network{resolver: net.DefaultResolver, dialTimeout: max(minDialTimeout, deadline*3/10), last: expiring.New[netip.Addr](maxNames, time.Now), failed: expiring.New[bool](maxNames, time.Now)}
}

// addressClass says where an IP address is.
type addressClass uint8

const (
	outside addressClass = iota
	inside               // loopback, private, carrier-grade NAT, unique local
	nowhere              // link-local (cloud metadata), multicast, unspecified, and what only disguises another address
)

var (
	carrierNAT = netip.MustParsePrefix("100.64.0.0/10")
	nat64      = netip.MustParsePrefix("64:ff9b::/96")
	sixToFour  = netip.MustParsePrefix("2002::/16")
	// reserved are "this" network, class E, the local NAT64 and Teredo.
	reserved = []netip.Prefix{
		netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("240.0.0.0/4"),
		netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2001::/32"),
	}
)

// classOf sorts an address; addresses that carry an IPv4 address inside are judged by that one.
func classOf(a netip.Addr) addressClass {
	a = a.Unmap()
	raw := a.As16()
	switch {
	case nat64.Contains(a):
		return embedded(raw[12:])
	case sixToFour.Contains(a):
		return embedded(raw[2:6])
	case a.IsUnspecified(), a.IsMulticast(), a.IsLinkLocalUnicast(),
		slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(a) }):
		return nowhere
	case a.IsLoopback(), a.IsPrivate(), carrierNAT.Contains(a):
		return inside
	}
	return outside
}

func embedded(ipv4 []byte) addressClass {
	if classOf(netip.AddrFrom4([4]byte(ipv4))) == outside {
		return outside
	}
	return nowhere
}

// dialer returns the DialContext of one host. A trusted host is one that the operator named.
func (n *network) dialer(trusted bool) dialFunc {
	d := net.Dialer{
		Timeout: n.dialTimeout, KeepAlive: 30 * time.Second, Resolver: n.resolver,
		ControlContext: func(ctx context.Context, _, address string, _ syscall.RawConn) error {
			return n.admit(ctx, trusted, address)
		},
	}
	return func(ctx context.Context, network, addr string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		last, lookupFails := n.known(host)
		if lookupFails && last.IsValid() {
			addr = net.JoinHostPort(last.String(), port)
		}
		conn, err := d.DialContext(ctx, network, addr)
		if _, is := errors.AsType[*net.DNSError](err); is {
			n.failed.Put(host, true, failedLookup)
			if last.IsValid() {
				conn, err = d.DialContext(ctx, network, net.JoinHostPort(last.String(), port))
			}
		}
		if err != nil {
			return nil, err
		}
		n.reached(host, conn.RemoteAddr())
		return &watchedConn{Conn: conn}, nil
	}
}

// admit refuses an address that a host may not have: trusted hosts may be anywhere, others inside only where the main host is, in a
// shop that runs inside one network.
func (n *network) admit(ctx context.Context, trusted bool, address string) error {
	ap, err := netip.ParseAddrPort(address)
	if err != nil {
		return errRefused
	}
	where := classOf(ap.Addr())
	if trusted || where == outside || where == inside && n.mainIsInside(ctx) {
		return nil
	}
	return errRefused
}

// mainIsInside reports whether the main host's name leads to an inside address. The main host need not have been reached: after a
// restart all that it says may come from the snapshot.
func (n *network) mainIsInside(ctx context.Context) bool {
	if a, err := netip.ParseAddr(n.main); err == nil {
		return classOf(a) == inside
	}
	addrs, err := n.resolver.LookupNetIP(ctx, "ip", n.main)
	if last, _ := n.known(n.main); err != nil && last.IsValid() {
		addrs = []netip.Addr{last}
	}
	return len(addrs) > 0 && classOf(addrs[0]) == inside
}

// known returns the last address of a name, invalid for none, and whether its lookup failed a moment ago.
func (n *network) known(host string) (last netip.Addr, lookupFails bool) {
	last, _ = n.last.Get(host)
	lookupFails, _ = n.failed.Get(host)
	return last, lookupFails
}

func (n *network) reached(host string, at net.Addr) {
	if ap, err := netip.ParseAddrPort(at.String()); err == nil {
		n.last.Put(host, ap.Addr(), lastKnown)
	}
}
