// Package payment decides to which payment pages a browser may be redirected, and remembers the responses of checkout/check.
package payment

import (
	"net"
	"net/netip"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// Allowed reports whether a browser may be redirected to a payment page: https on a listed host, on that of the branch, or
// on any host if none is listed; plain http only on loopback.
func Allowed(target string, listed []string, branch string) bool {
	if len(target) > 4096 || !utf8.ValidString(target) || strings.ContainsFunc(target, func(r rune) bool { return r == '\\' || r == ' ' || !unicode.IsPrint(r) }) {
		return false
	}
	u, err := url.Parse(target)
	if err != nil || u.Host == "" || u.User != nil || u.Opaque != "" {
		return false
	}
	host := strings.ToLower(u.Hostname())
	if _, err := netip.ParseAddr(host); err != nil {
		if host, err = idna.Lookup.ToASCII(host); err != nil {
			return false
		}
	}
	switch u.Scheme {
	case "https":
	case "http":
		if a, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !a.IsLoopback()) {
			return false
		}
	default:
		return false
	}
	if len(listed) == 0 {
		return true
	}
	own, err := url.Parse(branch)
	if err == nil && sameSite(host, strings.ToLower(own.Hostname())) {
		return true
	}
	for _, allowed := range listed {
		if host == allowed || u.Port() != "" && net.JoinHostPort(host, u.Port()) == allowed {
			return true
		}
	}
	return false
}

// sameSite reports whether two hosts are the same or have the same registrable domain.
func sameSite(a, b string) bool {
	if a == b {
		return true
	}
	one, err := publicsuffix.EffectiveTLDPlusOne(a)
	if err != nil {
		return false
	}
	other, err := publicsuffix.EffectiveTLDPlusOne(b)
	return err == nil && one == other
}
