package branches

import (
	"bytes"
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/idna"

	"tablefront/bff/envelope"
	"tablefront/bff/rawjson"
)

// ErrAddress is returned for an invalid branch URL.
var ErrAddress = errors.New("branches: invalid branch URL")

// CanonicalURL normalises the URL of an upstream: scheme and host in lower case, the host in ASCII, no default port, no
// trailing slash. It returns ErrAddress for everything that two parsers could read differently: userinfo, query,
// fragment, escapes, backslashes, dot segments, spaces, and numeric hosts such as 127.1.
func CanonicalURL(raw string) (string, error) {
	forbidden := func(c rune) bool { return c <= ' ' || c == 0x7f || strings.ContainsRune("\\%@?#<>\"{}|^`", c) }
	if raw == "" || len(raw) > 2048 || !utf8.ValidString(raw) || strings.ContainsFunc(raw, forbidden) {
		return "", ErrAddress
	}
	u, err := url.Parse(raw)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" { // Parse converts the scheme to lower case
		return "", ErrAddress
	}
	host, err := canonicalHost(u)
	if err != nil {
		return "", err
	}
	port, err := canonicalPort(u)
	if err != nil {
		return "", err
	}
	path := strings.TrimRight(u.Path, "/")
	if hasEmptySegment(path) {
		return "", ErrAddress
	}
	return u.Scheme + "://" + host + port + path, nil
}

// ParseHost reads the URL of a main host or a branch as an operator writes it. The error says what to change, without quoting the value, which may
// hold a password.
func ParseHost(raw string) (string, error) {
	raw = strings.TrimSpace(raw)
	host, err := CanonicalURL(raw)
	switch {
	case raw == "":
		return "", errors.New("is missing")
	case !strings.Contains(raw, "://"):
		return "", errors.New("has no scheme: write https:// before it")
	case err != nil:
		return "", errors.New("is not an http or https URL without user, query and fragment")
	case strings.HasSuffix(host, "/api"):
		return "", errors.New("ends in /api, which the shop adds itself: leave it out")
	}
	return host, nil
}

// hasEmptySegment reports whether a path has a segment without a name: empty, or of dots only.
func hasEmptySegment(path string) bool {
	for segment := range strings.SplitSeq(strings.TrimPrefix(path, "/"), "/") {
		if path != "" && strings.Trim(segment, ".") == "" {
			return true
		}
	}
	return false
}

// canonicalPort returns the port with its colon, "" for the default one.
func canonicalPort(u *url.URL) (string, error) {
	port := u.Port()
	if number, err := strconv.ParseUint(port, 10, 16); strings.HasSuffix(u.Host, ":") || port != "" && (err != nil || number == 0 || port[0] == '0') {
		return "", ErrAddress
	}
	if port == "" || port == map[string]string{"http": "80", "https": "443"}[u.Scheme] {
		return "", nil
	}
	return ":" + port, nil
}

func canonicalHost(u *url.URL) (string, error) {
	name := u.Hostname()
	if strings.HasPrefix(u.Host, "[") {
		a, err := netip.ParseAddr(name)
		if err != nil || !a.Is6() {
			return "", ErrAddress
		}
		return "[" + a.String() + "]", nil
	}
	if a, err := netip.ParseAddr(name); err == nil && a.Is4() {
		return a.String(), nil
	}
	ascii, err := idna.Lookup.ToASCII(name)
	if err != nil || ascii == "" || strings.HasSuffix(ascii, ".") || len(ascii) > 253 {
		return "", ErrAddress
	}
	ascii = strings.ToLower(ascii)
	if again, err := idna.Lookup.ToASCII(ascii); err != nil || again != ascii {
		return "", ErrAddress
	}
	last := ascii[strings.LastIndexByte(ascii, '.')+1:]
	if last[0]-'0' <= 9 { // 127.1, 0x7f.1 and 2130706433 are IP addresses to some parsers
		return "", ErrAddress
	}
	return ascii, nil
}

// ReadAddresses returns the response of GET branches with each `url` as the address of a host: with the scheme of the main host where
// it has none, and without the `/api` that the calls have themselves. All other bytes stay as they are.
func (r *Registry) ReadAddresses(body []byte) []byte {
	list := envelope.Data(body)
	rows, err := rawjson.Elements(list)
	if err != nil {
		return body
	}
	scheme, _, _ := strings.Cut(r.Main.Base, ":")
	var edits []rawjson.Edit
	for _, row := range rows {
		at := rawjson.Find(row.Of(list), "url")
		raw, ok := rawjson.Unquote(at.Of(row.Of(list)))
		if address := HostAddress(raw, scheme); ok && address != raw {
			start := row.Start + at.Start
			edits = append(edits, rawjson.Edit{At: rawjson.Span{Start: start, End: start + at.End - at.Start}, With: rawjson.Quote(address)})
		}
	}
	if len(edits) == 0 {
		return body
	}
	start := bytes.Index(body, list)
	return slices.Concat(body[:start], rawjson.Apply(list, edits...), body[start+len(list):])
}

// HostAddress returns the address of a host that was written without a scheme or with the path of the calls; anything else is returned as
// it is.
func HostAddress(raw, scheme string) string {
	address := strings.TrimSpace(raw)
	switch {
	case strings.HasPrefix(address, "//"):
		address = scheme + ":" + address
	case !strings.Contains(address, "://") && strings.ContainsAny(address, ".:"):
		address = scheme + "://" + address
	}
	if rest, ok := strings.CutSuffix(strings.TrimRight(address, "/"), "/api"); ok {
		address = rest
	}
	if _, err := CanonicalURL(address); err != nil {
		return raw
	}
	return address
}
