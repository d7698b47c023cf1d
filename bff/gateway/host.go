package gateway

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"tablefront/bff/fault"
)

var errHost = errors.New("neither TABLEFRONT_PUBLIC_URL nor a trusted proxy names this host")

// checkHost is the step that decides which host the backend is told (X-Forwarded-Host). Backends build links from it, for example to reset a password, so it is never one
// that only the caller names: it is that of TABLEFRONT_PUBLIC_URL, else one that a trusted proxy passes on, else this machine's own. Where proxies are configured, a
// request with another host came past them and is refused; where none are, the backend is told no host.
func (g *gate) checkHost(x *exchange) error {
	switch {
	case g.publicHost != "":
		x.out.host = g.publicHost
	case x.out.client.Proxied, isOwnHost(x.r):
		x.out.host = x.out.client.Host
	case len(g.proxies) > 0:
		return fault.UnknownHost.Because(errHost)
	}
	return nil
}

// isOwnHost reports whether a request names this machine: localhost, a loopback address, or the address that it came to.
func isOwnHost(r *http.Request) bool {
	name := r.Host
	if host, _, err := net.SplitHostPort(name); err == nil {
		name = host
	}
	if strings.EqualFold(name, "localhost") {
		return true
	}
	addr, err := netip.ParseAddr(strings.Trim(name, "[]"))
	if err != nil {
		return false
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	tcp, _ := local.(*net.TCPAddr)
	return addr.IsLoopback() || tcp != nil && tcp.AddrPort().Addr().Unmap() == addr.Unmap()
}
