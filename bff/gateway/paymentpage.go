package gateway

import (
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"
)

// isPaymentPage reports whether a browser may be redirected to a payment page: https on a listed host, on that of the branch, or
// on any host if none is listed; plain http only on loopback.
func isPaymentPage(target string, listed []string, branch string) bool {
	u, host, ok := parsePaymentPage(target)
	if !ok || len(listed) == 0 {
		return ok
	}
	if own, err := url.Parse(branch); err == nil && sameSite(host, strings.ToLower(own.Hostname())) {
		return true
	}
	return slices.Contains(listed, host) || u.Port() != "" && slices.Contains(listed, net.JoinHostPort(host, u.Port()))
}

// parsePaymentPage returns an address that browsers read as net/url does, with its host in ASCII: https, or http on loopback. ok is false for any other.
func parsePaymentPage(target string) (u *url.URL, host string, ok bool) {
	ambiguous := func(r rune) bool { return r == '\\' || r == ' ' || !unicode.IsPrint(r) }
	if len(target) > 4096 || !utf8.ValidString(target) || strings.ContainsFunc(target, ambiguous) {
		return nil, "", false
	}
	u, err := url.Parse(target)
	if err != nil || u.Host == "" || u.User != nil {
		return nil, "", false
	}
	host = strings.ToLower(u.Hostname())
	addr, notIP := netip.ParseAddr(host)
	if notIP != nil {
		if host, err = idna.Lookup.ToASCII(host); err != nil {
			return nil, "", false
		}
	}
	loopback := host == "localhost" || notIP == nil && addr.IsLoopback()
	return u, host, u.Scheme == "https" || u.Scheme == "http" && loopback
}

// sameSite reports whether two hosts are the same or have the same registrable domain.
func sameSite(a, b string) bool {
	if a == b {
		return true
	}
	one, err := publicsuffix.EffectiveTLDPlusOne(a)
	other, otherErr := publicsuffix.EffectiveTLDPlusOne(b)
	return err == nil && otherErr == nil && one == other
}
