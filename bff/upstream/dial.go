package upstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"sync"
	"syscall"
	"time"

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
	mu     sync.Mutex
	names  map[string]*knownName
	main   string // the main host's name or address, without a port
	lookup func(ctx context.Context, host string) ([]netip.Addr, error)
	log    *slog.Logger
}

type knownName struct {
	addrs    []netip.Addr
	good     time.Time
	failed   time.Time
	failedBy error
	// asking is the one lookup under way, nil for none; it is closed at its end.
	asking chan struct{}
}

func newNetwork(log *slog.Logger) *network {
	return &network{names: map[string]*knownName{}, log: log, lookup: func(ctx context.Context, host string) ([]netip.Addr, error) {
		return net.DefaultResolver.LookupNetIP(ctx, "ip", host)
	}}
}

// place classifies IP addresses.
type place uint8

const (
	outside place = iota
	inside        // loopback, private, carrier-grade NAT, unique local
	nowhere       // link-local (cloud metadata), multicast, unspecified, and what only disguises another address
)

var (
	carrierNAT = netip.MustParsePrefix("100.64.0.0/10")
	thisNet    = netip.MustParsePrefix("0.0.0.0/8")
	reserved4  = netip.MustParsePrefix("240.0.0.0/4")
	nat64      = netip.MustParsePrefix("64:ff9b::/96")
	nat64Local = netip.MustParsePrefix("64:ff9b:1::/48")
	sixToFour  = netip.MustParsePrefix("2002::/16")
	teredo     = netip.MustParsePrefix("2001::/32")
)

// placeOf sorts an address; addresses that carry an IPv4 address inside are judged by that one.
func placeOf(a netip.Addr) place {
	a = a.Unmap()
	if a.Is6() {
		raw := a.As16()
		switch {
		case nat64.Contains(a):
			return embedded(netip.AddrFrom4([4]byte(raw[12:])))
		case sixToFour.Contains(a):
			return embedded(netip.AddrFrom4([4]byte(raw[2:6])))
		case nat64Local.Contains(a), teredo.Contains(a):
			return nowhere
		}
	}
	switch {
	case a.IsUnspecified(), a.IsMulticast(), a.IsLinkLocalUnicast(), a.IsInterfaceLocalMulticast(),
		thisNet.Contains(a), reserved4.Contains(a):
		return nowhere
	case a.IsLoopback(), a.IsPrivate(), carrierNAT.Contains(a):
		return inside
	}
	return outside
}

func embedded(a netip.Addr) place {
	if placeOf(a) == outside {
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
			where := placeOf(ap.Addr())
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
	n.mu.Lock()
	main := n.main
	n.mu.Unlock()
	if main == "" {
		return false
	}
	addrs, err := n.resolve(ctx, main)
	return err == nil && placeOf(addrs[0]) == inside
}

// setMain names the main host.
func (n *network) setMain(host string) {
	n.mu.Lock()
	n.main = host
	n.mu.Unlock()
}

// resolve looks a name up, once for all concurrent callers. While the resolver fails, the last good addresses are used.
func (n *network) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return []netip.Addr{a.Unmap()}, nil
	}
	n.mu.Lock()
	known := n.names[host]
	if known == nil {
		known = &knownName{}
		n.names[host] = known
	}
	if known.failedBy != nil && time.Since(known.failed) < failedLookup {
		defer n.mu.Unlock()
		return known.fallback()
	}
	if known.asking == nil {
		asking := make(chan struct{})
		known.asking = asking
		safego.Go(n.log, "name lookup", func() { n.ask(context.WithoutCancel(ctx), host, known, asking) })
	}
	answered := known.asking
	n.mu.Unlock()
	select {
	case <-answered:
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if known.failedBy != nil {
		return known.fallback()
	}
	return known.addrs, nil
}

// ask queries the resolver and records its answer.
func (n *network) ask(ctx context.Context, host string, known *knownName, answered chan struct{}) {
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	var addrs []netip.Addr
	err := errors.New("upstream: the lookup panicked")
	defer func() {
		n.mu.Lock()
		if err != nil {
			known.failed, known.failedBy = time.Now(), err
		} else {
			known.addrs, known.good, known.failedBy = addrs, time.Now(), nil
		}
		known.asking = nil
		n.mu.Unlock()
		close(answered)
	}()
	addrs, err = n.lookup(ctx, host)
	if err == nil && len(addrs) == 0 {
		err = errors.New("no address")
	}
	for i := range addrs {
		addrs[i] = addrs[i].Unmap()
	}
}

func (k *knownName) fallback() ([]netip.Addr, error) {
	if len(k.addrs) > 0 && time.Since(k.good) < keepAddress {
		return k.addrs, nil
	}
	return nil, k.failedBy
}
