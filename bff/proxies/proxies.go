// Package proxies tells a request's client from the proxies between it and the shop (docs/architecture.md section 3.12).
package proxies

import (
	"net"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"strings"
)

// Trusted are the networks whose X-Forwarded-* headers are used.
type Trusted []netip.Prefix

// Client is a client's address and the scheme and host of its request.
type Client struct {
	Addr  netip.Addr
	HTTPS bool
	Host  string
	// Proxied is true if a trusted proxy passed the request on, so that Host is one that it serves.
	Proxied bool
	// RequestID and Traceparent are the proxy's X-Request-Id and traceparent, "" for none.
	RequestID, Traceparent string
}

// Client reads the client's address, scheme and host. Forwarded headers count only from a trusted proxy; of the
// addresses they name, the rightmost that is not a trusted proxy is the client's. What connects through a Unix socket is a
// proxy on this machine, and trusted.
func (t Trusted) Client(r *http.Request) Client {
	c := Client{HTTPS: r.TLS != nil, Host: r.Host}
	if _, unix := r.Context().Value(http.LocalAddrContextKey).(*net.UnixAddr); unix {
		c.Addr = netip.AddrFrom4([4]byte{127, 0, 0, 1})
	} else {
		ap, err := netip.ParseAddrPort(r.RemoteAddr)
		if err != nil {
			return c
		}
		c.Addr = ap.Addr().Unmap().WithZone("")
		if !t.has(c.Addr) {
			return c
		}
	}
	c.Proxied = true
	c.RequestID = matching(requestID, r.Header["X-Request-Id"])
	c.Traceparent = matching(traceparent, r.Header["Traceparent"])
	for hops := strings.Join(r.Header["X-Forwarded-For"], ","); hops != ""; {
		at := strings.LastIndexByte(hops, ',')
		hop := strings.TrimSpace(hops[at+1:])
		hops = hops[:max(at, 0)]
		if host, _, err := net.SplitHostPort(hop); err == nil {
			hop = host
		}
		a, err := netip.ParseAddr(strings.Trim(hop, "[]"))
		if err != nil {
			break
		}
		if c.Addr = a.Unmap().WithZone(""); !t.has(c.Addr) {
			break
		}
	}
	if proto := last(r.Header["X-Forwarded-Proto"]); proto == "https" || proto == "http" {
		c.HTTPS = proto == "https"
	}
	host := last(r.Header["X-Forwarded-Host"])
	if host != "" && len(host) <= 255 && strings.Trim(host, "abcdefghijklmnopqrstuvwxyz0123456789.-:[]") == "" {
		c.Host = host
	}
	return c
}

func (t Trusted) has(a netip.Addr) bool {
	return slices.ContainsFunc(t, func(p netip.Prefix) bool { return p.Contains(a) })
}

// requestID matches an id that may be written into the log, traceparent the header of W3C Trace Context, version 00.
var (
	requestID   = regexp.MustCompile(`^[A-Za-z0-9._-]{8,64}$`)
	traceparent = regexp.MustCompile(`^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$`)
)

// matching returns the only value of a header if it matches, else "".
func matching(pattern *regexp.Regexp, values []string) string {
	if len(values) != 1 || !pattern.MatchString(values[0]) {
		return ""
	}
	return values[0]
}

// last returns the last element of a list header, which the nearest proxy added.
func last(values []string) string {
	list := strings.Join(values, ",")
	return strings.ToLower(strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:]))
}

// Prefix is the prefix of its address that one client controls: a /32 of IPv4, a /64 of IPv6.
func (c Client) Prefix() string {
	if p, err := c.Addr.Prefix(64); err == nil && c.Addr.Is6() {
		return p.Addr().String()
	}
	return c.Addr.String()
}
