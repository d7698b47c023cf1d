// Package cookiejar stores an upstream's cookies in the browser, separate from those of other upstreams and of the shop
// (docs/architecture.md section 3.5). A cookie is stored under a name that contains the upstream's ID and is sent only to
// that upstream. The process stores nothing.
package cookiejar

import (
	"encoding/base64"
	"net/http"
	"net/url"
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
	eachCookie(headers, func(name, value string) {
		if name == XSRFName {
			visible = value
			return
		}
		if !strings.HasPrefix(name, cookiePrefix) {
			return
		}
		own, ok := strings.CutPrefix(name, j.prefix)
		if !ok {
			foreign += len(name) + len(value)
			foreignNames = append(foreignNames, name)
			return
		}
		c := cookie{name: own, value: value}
		if plain, encoded, narrow := strings.Cut(own, "~"); narrow {
			path, err := base64.RawURLEncoding.DecodeString(encoded)
			if err != nil {
				return
			}
			c.name, c.path = plain, string(path)
		}
		if len(j.cookies) < maxCookies {
			j.cookies = append(j.cookies, c)
		}
	})
	if foreign > maxForeignBytes {
		for _, name := range foreignNames {
			j.Set = append(j.Set, &http.Cookie{Name: name, Path: "/", MaxAge: -1})
		}
	}
	// The client reads the current upstream's XSRF-TOKEN, never another's.
	if kept := j.Value(XSRFName); kept != "" && kept != visible {
		j.Set = append(j.Set, visibleXSRF(kept, 0))
	}
	return j
}

// Copy returns a Jar for a call that may outlive its request.
func (j *Jar) Copy() *Jar {
	return &Jar{prefix: j.prefix, cookies: append([]cookie(nil), j.cookies...)}
}

// Value returns the value of the first cookie with a name, "" if there is none.
func (j *Jar) Value(name string) string {
	for i := range j.cookies {
		if j.cookies[i].name == name {
			return j.cookies[i].value
		}
	}
	return ""
}

// XSRF returns the value for X-XSRF-TOKEN: the cookie is URL-encoded, the header is not.
func (j *Jar) XSRF() string {
	v := j.Value(XSRFName)
	if strings.IndexByte(v, '%') >= 0 {
		if plain, err := url.PathUnescape(v); err == nil {
			v = plain
		}
	}
	if !plain(v) {
		return ""
	}
	return v
}

// Header returns the Cookie header for a path below /api/, "" for none.
func (j *Jar) Header(path string) string {
	if j == nil || len(j.cookies) == 0 {
		return ""
	}
	var b strings.Builder
	for i := range j.cookies {
		c := &j.cookies[i]
		if c.path != "" && !pathMatches("/api/"+path, c.path) {
			continue
		}
		if b.Len() > 0 {
			b.WriteString("; ")
		}
		b.WriteString(c.name)
		b.WriteByte('=')
		b.WriteString(c.value)
	}
	return b.String()
}

// pathMatches implements RFC 6265 section 5.1.4.
func pathMatches(requested, cookie string) bool {
	if q := strings.IndexByte(requested, '?'); q >= 0 {
		requested = requested[:q]
	}
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
		if err != nil || !storableName(c.Name) || strings.ContainsAny(c.Value, "\",; \\") || !plain(c.Value) {
			continue
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
		out := &http.Cookie{Name: name, Value: c.Value, HttpOnly: true}
		lifetime := c.MaxAge
		if lifetime == 0 && !c.Expires.IsZero() {
			lifetime = int(c.Expires.Sub(now) / time.Second)
		}
		if gone {
			lifetime, out.Value = -1, ""
		}
		out.MaxAge = lifetime
		j.Set = append(j.Set, out)
		if c.Name == XSRFName {
			j.Set = append(j.Set, visibleXSRF(out.Value, lifetime))
		}
	}
}

// put adds or replaces a cookie. It returns false if the Jar is full.
func (j *Jar) put(c cookie, gone bool) bool {
	total := 0
	at := -1
	for i := range j.cookies {
		if j.cookies[i].name == c.name && j.cookies[i].path == c.path {
			at = i
			continue
		}
		total += len(j.prefix) + len(j.cookies[i].name) + len(j.cookies[i].value)
	}
	if gone {
		if at >= 0 {
			j.cookies = append(j.cookies[:at], j.cookies[at+1:]...)
		}
		return true
	}
	if total+len(j.prefix)+len(c.name)+len(c.value) > maxBytes || at < 0 && len(j.cookies) >= maxCookies {
		return false
	}
	if at >= 0 {
		j.cookies[at] = c
	} else {
		j.cookies = append(j.cookies, c)
	}
	return true
}

// narrowPath converts a cookie's path to one of the BFF: "" for the whole API, "-" for a path that no call is under.
func narrowPath(path, basePath string) string {
	if path == "" || path[0] != '/' {
		return ""
	}
	full := basePath + "/api/"
	if pathMatches(full, strings.TrimSuffix(path, "/")+"/") || path == basePath+"/api" || path == basePath || path == "/" {
		return ""
	}
	inner, ok := strings.CutPrefix(path, basePath)
	if !ok || !strings.HasPrefix(inner, "/api/") {
		return "-"
	}
	return inner
}

// storableName reports whether an upstream's cookie name can be part of ours.
func storableName(name string) bool {
	return name != "" && len(name) <= 128 && strings.IndexByte(name, '~') < 0
}

func visibleXSRF(value string, maxAge int) *http.Cookie {
	return &http.Cookie{Name: XSRFName, Value: value, MaxAge: maxAge}
}

// Write adds Set-Cookie headers; every cookie is host-only, for all paths.
func Write(h http.Header, cookies []*http.Cookie, https bool) {
	for _, c := range cookies {
		c.Path, c.Domain, c.Secure, c.SameSite = "/", "", https, http.SameSiteLaxMode
		if v := c.String(); v != "" {
			h["Set-Cookie"] = append(h["Set-Cookie"], v)
		}
	}
}

// eachCookie iterates over the Cookie headers without allocating.
func eachCookie(headers []string, visit func(name, value string)) {
	for _, line := range headers {
		for line != "" {
			var part string
			part, line, _ = strings.Cut(line, ";")
			name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
			if ok && name != "" && plain(name) && plain(value) {
				visit(name, strings.Trim(value, `"`))
			}
		}
	}
}

// Value returns the value of the first cookie with a name in Cookie headers, "" if there is none.
func Value(headers []string, name string) string {
	found := ""
	eachCookie(headers, func(n, v string) {
		if n == name && found == "" {
			found = v
		}
	})
	return found
}

// plain reports whether a value is visible ASCII and spaces.
func plain(s string) bool {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}
