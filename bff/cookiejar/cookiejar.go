// Package cookiejar stores an upstream's cookies in the browser, separate from those of other upstreams and of the shop
// (docs/architecture.md section 3.5). A cookie is stored under a name that contains the upstream's ID and is sent only to
// that upstream. The process stores nothing.
package cookiejar

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"
)

const (
	// cookiePrefix starts the names; then come the Host's ID, a dot, the upstream's own name, and, for a path narrower
	// than the API, "~" and the path in base64url.
	cookiePrefix = "tf."
	// XSRFName is the one cookie that the client reads (docs/wire.md section 6).
	XSRFName = "XSRF-TOKEN"
	// maxCookies and maxBytes limit what one upstream may store in a browser; maxForeignBytes limits the cookies of all other
	// upstreams, so that request headers stay below the listener's limit.
	maxCookies      = 20
	maxBytes        = 4096
	maxForeignBytes = 5 << 10
)

// Jar has one browser's cookies of one upstream, for one call.
type Jar struct {
	prefix  string
	cookies []cookie
	// Set are the Set-Cookie values for the browser.
	Set []*http.Cookie
}

type cookie struct {
	name, path, value string
}

// Open reads the cookies of a branch from the browser's request.
func Open(hostID string, headers []string) *Jar {
	j := &Jar{prefix: cookiePrefix + hostID + "."}
	visible, foreign := "", 0
	var foreignNames []string
	for _, c := range (&http.Request{Header: http.Header{"Cookie": headers}}).Cookies() {
		name, value := c.Name, c.Value
		if name == XSRFName {
			visible = value
			continue
		}
		if !strings.HasPrefix(name, cookiePrefix) {
			continue
		}
		own, ok := strings.CutPrefix(name, j.prefix)
		if !ok {
			foreign += len(name) + len(value)
			foreignNames = append(foreignNames, name)
			continue
		}
		plain, encoded, _ := strings.Cut(own, "~")
		path, err := base64.RawURLEncoding.DecodeString(encoded)
		if err == nil && len(j.cookies) < maxCookies {
			j.cookies = append(j.cookies, cookie{plain, string(path), value})
		}
	}
	if foreign > maxForeignBytes {
		for _, name := range foreignNames {
			j.Set = append(j.Set, &http.Cookie{Name: name, Path: "/", MaxAge: -1})
		}
	}
	// The client reads the current upstream's XSRF-TOKEN, never another's.
	if kept := j.Value(XSRFName); kept != "" && kept != visible {
		j.Set = append(j.Set, &http.Cookie{Name: XSRFName, Value: kept})
	}
	return j
}

// Value returns the value of the first cookie with a name, "" if there is none.
func (j *Jar) Value(name string) string {
	if i := slices.IndexFunc(j.cookies, func(c cookie) bool { return c.name == name }); i >= 0 {
		return j.cookies[i].value
	}
	return ""
}

// XSRF returns the value for X-XSRF-TOKEN: the cookie is URL-encoded, the header is not.
func (j *Jar) XSRF() string { return XSRFHeader(j.Value(XSRFName)) }

// XSRFHeader returns the value for X-XSRF-TOKEN of a cookie's value; empty if no header may have it.
func XSRFHeader(v string) string {
	if plain, err := url.PathUnescape(v); err == nil {
		v = plain
	}
	if strings.ContainsFunc(v, func(r rune) bool { return r < ' ' || r > '~' }) {
		return ""
	}
	return v
}

// Header returns the Cookie header for a path below /api/, "" for none.
func (j *Jar) Header(path string) string {
	if j == nil {
		return ""
	}
	var pairs []string
	for _, c := range j.cookies {
		if c.path == "" || pathMatches("/api/"+path, c.path) {
			pairs = append(pairs, c.name+"="+c.value)
		}
	}
	return strings.Join(pairs, "; ")
}

// pathMatches implements RFC 6265 section 5.1.4.
func pathMatches(requested, cookie string) bool {
	requested, _, _ = strings.Cut(requested, "?")
	return requested == cookie ||
		strings.HasPrefix(requested, cookie) && (strings.HasSuffix(cookie, "/") || requested[len(cookie)] == '/')
}

// Take reads the Set-Cookie headers of a response, for the browser and for a repeat of the call. basePath is the path
// before the upstream's /api.
func (j *Jar) Take(lines []string, basePath string, now time.Time) {
	for _, line := range lines {
		if len(line) > maxBytes {
			continue
		}
		c, err := http.ParseSetCookie(line)
		if err != nil || len(c.Name) > 128 || strings.IndexByte(c.Name, '~') >= 0 || strings.ContainsAny(c.Value, ", ") {
			continue // the cookie can't be stored under a name of ours
		}
		path := narrowPath(c.Path, basePath)
		if path == "-" {
			continue
		}
		gone := c.MaxAge < 0 || c.MaxAge == 0 && !c.Expires.IsZero() && !c.Expires.After(now)
		if !j.put(cookie{c.Name, path, c.Value}, gone) {
			continue
		}
		name := j.prefix + c.Name
		if path != "" {
			name += "~" + base64.RawURLEncoding.EncodeToString([]byte(path))
		}
		out := &http.Cookie{Name: name, Value: c.Value, HttpOnly: true, MaxAge: c.MaxAge}
		switch {
		case gone:
			out.MaxAge, out.Value = -1, ""
		case c.MaxAge == 0 && !c.Expires.IsZero():
			out.MaxAge = int(c.Expires.Sub(now) / time.Second)
		}
		j.Set = append(j.Set, out)
		if c.Name == XSRFName {
			j.Set = append(j.Set, &http.Cookie{Name: XSRFName, Value: out.Value, MaxAge: out.MaxAge})
		}
	}
}

// put adds or replaces a cookie. It returns false if the Jar is full.
func (j *Jar) put(c cookie, gone bool) bool {
	others := slices.DeleteFunc(slices.Clone(j.cookies), func(o cookie) bool { return o.name == c.name && o.path == c.path })
	if gone {
		j.cookies = others
		return true
	}
	all, total := append(others, c), 0
	for _, o := range all {
		total += len(j.prefix) + len(o.name) + len(o.value)
	}
	if total > maxBytes || len(all) > maxCookies {
		return false
	}
	j.cookies = all
	return true
}

// narrowPath converts a cookie's path to one of the BFF: "" for the whole API, "-" for a path that no call is under.
func narrowPath(path, basePath string) string {
	if path == "" || path[0] != '/' {
		return ""
	}
	full := basePath + "/api/"
	if pathMatches(full, strings.TrimSuffix(path, "/")+"/") {
		return ""
	}
	inner, ok := strings.CutPrefix(path, basePath)
	if !ok || !strings.HasPrefix(inner, "/api/") {
		return "-"
	}
	return inner
}

// Write adds the Set-Cookie headers of a Jar, which may be nil; every cookie is host-only, for all paths.
func (j *Jar) Write(h http.Header, https bool) {
	if j == nil {
		return
	}
	for _, c := range j.Set {
		c.Path, c.Domain, c.Secure, c.SameSite = "/", "", https, http.SameSiteLaxMode
		if v := c.String(); v != "" {
			h["Set-Cookie"] = append(h["Set-Cookie"], v)
		}
	}
}
