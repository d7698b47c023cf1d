package gateway

import (
	"net"
	"net/http"
	"net/netip"
	"strings"
)

// client is the client's address and the scheme and host of its request, taking only trusted headers into account.
type client struct {
	addr  netip.Addr
	https bool
	host  string
}

// clientOf reads the client's address, scheme and host. Forwarded headers count only from a trusted proxy; of the
// addresses they name, the rightmost that is not a trusted proxy is the client's.
func (g *Gateway) clientOf(r *http.Request) client {
	c := client{https: r.TLS != nil, host: r.Host}
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return c
	}
	c.addr = ap.Addr().Unmap().WithZone("")
	if len(g.config.TrustedProxies) == 0 || !g.trusts(c.addr) {
		return c
	}
	g.believe(&c, strings.Join(r.Header["X-Forwarded-For"], ","), last(r.Header["X-Forwarded-Proto"]), last(r.Header["X-Forwarded-Host"]))
	return c
}

// believe replaces the connection's address, scheme and host by those that a trusted proxy forwards.
func (g *Gateway) believe(c *client, forwardedFor, proto, host string) {
	for forwardedFor != "" {
		at := strings.LastIndexByte(forwardedFor, ',')
		hop := strings.TrimSpace(forwardedFor[at+1:])
		forwardedFor = forwardedFor[:max(at, 0)]
		if host, _, err := net.SplitHostPort(hop); err == nil {
			hop = host
		}
		a, err := netip.ParseAddr(strings.Trim(hop, "[]"))
		if err != nil {
			break
		}
		c.addr = a.Unmap().WithZone("")
		if !g.trusts(c.addr) {
			break
		}
	}
	switch lastOf(proto) {
	case "https":
		c.https = true
	case "http":
		c.https = false
	}
	if host = lastOf(host); host != "" && plainHost(host) {
		c.host = host
	}
}

func (g *Gateway) trusts(a netip.Addr) bool {
	for _, p := range g.config.TrustedProxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// last returns the last element of a list header, which the nearest proxy added.
func last(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return lastOf(values[len(values)-1])
}

func lastOf(list string) string {
	return strings.ToLower(strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:]))
}

func plainHost(host string) bool {
	return len(host) <= 255 && strings.Trim(strings.ToLower(host), "abcdefghijklmnopqrstuvwxyz0123456789.-:[]") == ""
}
