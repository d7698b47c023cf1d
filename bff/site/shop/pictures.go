package shop

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Picture returns the address of the first image that a page may show, empty if there is none.
func (f *Facts) Picture(addresses ...string) string {
	for _, address := range addresses {
		u, err := f.base.Parse(address)
		if err == nil && address != "" && (u.Scheme == "https" || u.Scheme == "http") && u.User == nil {
			return f.address(u)
		}
	}
	return ""
}

// address returns the address under which the shop's own origin serves a picture of the main host or a branch, as
// client/src/restaurant/pictures.ts does; any other, and every one without TABLEFRONT_PICTURES=proxied, stays as it is.
func (f *Facts) address(u *url.URL) string {
	origin := OriginOf(u.String())
	listed := origin == OriginOf(f.upstream) || slices.ContainsFunc(f.Branches, func(b Branch) bool { return origin == OriginOf(b.URL) })
	if !f.proxied || !listed {
		return u.String()
	}
	return "/bff/picture?url=" + EncodeComponent(u.String())
}

// PictureOf is Picture for a setting.
func (f *Facts) PictureOf(key string) string { return f.Picture(f.Text(key)) }

// OriginOf returns the origin of an http(s) address as a policy source, empty for anything else. So no setting can add
// other directives to the policy.
func OriginOf(address string) string {
	address = strings.TrimSpace(address)
	if strings.HasPrefix(address, "//") {
		address = "https:" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || !Host.MatchString(u.Host) {
		return ""
	}
	return strings.ToLower(u.Scheme + "://" + u.Host)
}

// Host matches the host of an address, with a port or without.
var Host = regexp.MustCompile(`^[A-Za-z0-9.-]+(:[0-9]{1,5})?$|^\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?$`)

// IsFile reports whether the path of an address has one of these endings.
func IsFile(address string, endings ...string) bool {
	u, err := url.Parse(address)
	if err == nil && u.Path == "/bff/picture" {
		u, err = url.Parse(u.Query().Get("url"))
	}
	return err == nil && slices.ContainsFunc(endings, func(e string) bool { return strings.HasSuffix(strings.ToLower(u.Path), e) })
}

// EncodeComponent is encodeURIComponent of JavaScript.
func EncodeComponent(text string) string {
	return strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").Replace(url.QueryEscape(text))
}
