package upstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"

	gocache "github.com/patrickmn/go-cache"
	"golang.org/x/sync/singleflight"

	"tablefront/bff/safego"
)

const (
	dialTimeout = 1 * time.Second
	// keepAddress is how long the last good addresses of a host are used when its name cannot be resolved.
	keepAddress = 24 * time.Hour
	// failedLookup is how long a failed lookup is cached. lookupTimeout is shorter than a call's deadline, so that a resolver
	// that does not answer leaves time to use the last good addresses.
	failedLookup  = 5 * time.Second
	lookupTimeout = 1 * time.Second
)

type dialFunc = func(ctx context.Context, network, addr string) (net.Conn, error)

// network dials hosts. The address is checked at the moment of the connect, against DNS rebinding.
type network struct {
	main   string // the main host's name or address, without a port
	lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	asking singleflight.Group
	// known has the last good addresses of a name, failed the error of its last lookup.
	known, failed *gocache.Cache
	log           *slog.Logger
}

func newNetwork(log *slog.Logger) *network {
	lookup := func(ctx context.Context, host string) ([]netip.Addr, error) {
		return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	}
	return &network{lookup: lookup, known: gocache.New(keepAddress, 0), failed: gocache.New(failedLookup, 0), log: log}
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

// dialer returns the DialContext of one host. trusted hosts (named by the operator) may be anywhere, others inside only where the main
// host is: a shop run inside one network.
func (n *network) dialer(trusted bool) dialFunc {
	d := net.Dialer{
		Timeout: dialTimeout, KeepAlive: 30 * time.Second,
		ControlContext: func(ctx context.Context, _, address string, _ syscall.RawConn) error {
			ap, err := netip.ParseAddrPort(address)
			if err != nil {
				return fmt.Errorf("%w: %w", errRefused, err)
			}
			where := classOf(ap.Addr())
			if trusted || where == outside || where == inside && n.mainIsInside(ctx) {
				return nil
			}
			return errRefused
		},
	}
	return func(ctx context.Context, _, addr string) (net.Conn, error) {
		host, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, err
		}
		addrs, err := n.resolve(ctx, host)
		if err != nil {
			return nil, err
		}
		for i, a := range addrs {
			conn, dialErr := d.DialContext(ctx, "tcp", net.JoinHostPort(a.String(), port))
			if dialErr == nil {
				return &watchedConn{Conn: conn}, nil
			}
			err = errors.Join(err, dialErr)
			if ctx.Err() != nil || i == 3 {
				break
			}
		}
		return nil, err
	}
}

// mainIsInside reports whether the main host's name leads to an inside address.
func (n *network) mainIsInside(ctx context.Context) bool {
	if n.main == "" {
		return false
	}
	addrs, err := n.resolve(ctx, n.main)
	return err == nil && classOf(addrs[0]) == inside
}

// resolve looks a name up, once for all concurrent callers. While the resolver fails, the last good addresses are used.
func (n *network) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a.Unmap()}, nil
	}
	failed, _ := n.failed.Get(host)
	err, _ := failed.(error)
	if err == nil {
		select {
		case r := <-safego.Join(n.log, "name lookup", &n.asking, host, func() (any, error) { return n.ask(context.WithoutCancel(ctx), host) }):
			if addrs, _ := r.Val.([]netip.Addr); r.Err == nil {
				return addrs, nil
			}
			err = r.Err
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if known, ok := n.known.Get(host); ok {
		return known.([]netip.Addr), nil //nolint:forcetypeassert // the store holds nothing else
	}
	return nil, err
}

// ask queries the resolver and records its answer.
func (n *network) ask(ctx context.Context, host string) ([]netip.Addr, error) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	addrs, err := n.lookup(ctx, host)
	if err == nil && len(addrs) == 0 {
		err = errors.New("no address")
	}
	if err != nil {
		n.failed.SetDefault(host, err)
		return nil, err
	}
	for i := range addrs {
		addrs[i] = addrs[i].Unmap()
	}
	n.known.SetDefault(host, addrs)
	return addrs, nil
}
