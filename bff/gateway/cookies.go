package gateway

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Cookies end at the BFF on both sides (DESIGN section 3.5, HARDENING T6). An upstream's cookie lives in the browser
// under a name that says whose it is; it goes back to that upstream and to nobody else.

const (
	// cookiePrefix starts the names; then come the Host's ID, a dot, the upstream's own name, and, for a path narrower
	// than the API, "~" and the path in base64url.
	cookiePrefix = "tf."
	// xsrfName is the one cookie that the client reads (WIRE section 6).
	xsrfName = "XSRF-TOKEN"
	// maxJarCookies and maxJarBytes bound what one upstream may keep in a browser; maxForeignBytes is what other
	// upstreams' cookies may weigh beside it, so that the headers never outgrow the listener's bound.
	maxJarCookies   = 20
	maxJarBytes     = 4096
	maxForeignBytes = 5 << 10
)

// jar holds one browser's cookies of one upstream for the time of one call.
type jar struct {
	prefix  string
	cookies []jarCookie
	// set are the Set-Cookie values for the browser.
	set []*http.Cookie
}

type jarCookie struct {
	name, path, value string
}

// openJar reads the cookies that belong to a branch out of the browser's.
func openJar(b *branch, headers []string) *jar {
	j := &jar{prefix: cookiePrefix + b.ID + "."}
	visible, foreign := "", 0
	var strangers []string
	eachCookie(headers, func(name, value string) {
		if name == xsrfName {
			visible = value
			return
		}
		if !strings.HasPrefix(name, cookiePrefix) {
			return
		}
		own, ok := strings.CutPrefix(name, j.prefix)
		if !ok {
			foreign += len(name) + len(value)
			strangers = append(strangers, name)
			return
		}
		c := jarCookie{name: own, value: value}
		if plain, encoded, narrow := strings.Cut(own, "~"); narrow {
			path, err := base64.RawURLEncoding.DecodeString(encoded)
			if err != nil {
				return
			}
			c.name, c.path = plain, string(path)
		}
		if len(j.cookies) < maxJarCookies {
			j.cookies = append(j.cookies, c)
		}
	})
	if foreign > maxForeignBytes {
		for _, name := range strangers {
			j.set = append(j.set, &http.Cookie{Name: name, Path: "/", MaxAge: -1})
		}
	}
	// The client reads the current upstream's XSRF-TOKEN, never another's.
	if kept := j.value(xsrfName); kept != "" && kept != visible {
		j.set = append(j.set, visibleXSRF(kept, 0))
	}
	return j
}

// copy is a jar for a call that may outlive the request it came with.
func (j *jar) copy() *jar {
	return &jar{prefix: j.prefix, cookies: append([]jarCookie(nil), j.cookies...)}
}

func (j *jar) value(name string) string {
	for i := range j.cookies {
		if j.cookies[i].name == name {
			return j.cookies[i].value
		}
	}
	return ""
}

// xsrf is the value for X-XSRF-TOKEN: the cookie is URL-encoded, the header is not.
func (j *jar) xsrf() string {
	v := j.value(xsrfName)
	if strings.IndexByte(v, '%') >= 0 {
		if plain, err := url.PathUnescape(v); err == nil {
			v = plain
		}
	}
	if !plainHeader(v) {
		return ""
	}
	return v
}

// header is the Cookie header for a path below /api/; "" for none.
func (j *jar) header(path string) string {
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

// pathMatches is RFC 6265 section 5.1.4.
func pathMatches(requested, cookie string) bool {
	if q := strings.IndexByte(requested, '?'); q >= 0 {
		requested = requested[:q]
	}
	return requested == cookie ||
		strings.HasPrefix(requested, cookie) && (strings.HasSuffix(cookie, "/") || requested[len(cookie)] == '/')
}

// take reads an answer's Set-Cookie lines: into the jar for a repeat of the call, and for the browser. basePath is the
// path in front of the upstream's /api.
func (j *jar) take(lines []string, basePath string, now time.Time) {
	for _, line := range lines {
		if len(line) > maxJarBytes {
			continue
		}
		c, err := http.ParseSetCookie(line)
		if err != nil || !storableName(c.Name) || strings.ContainsAny(c.Value, "\",; \\") || !plainHeader(c.Value) {
			continue
		}
		path := narrowPath(c.Path, basePath)
		if path == "-" {
			continue
		}
		gone := c.MaxAge < 0 || c.MaxAge == 0 && !c.Expires.IsZero() && !c.Expires.After(now)
		if !j.put(jarCookie{c.Name, path, c.Value}, gone) {
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
		j.set = append(j.set, out)
		if c.Name == xsrfName {
			j.set = append(j.set, visibleXSRF(out.Value, lifetime))
		}
	}
}

// put changes the jar; false: it is full.
func (j *jar) put(c jarCookie, gone bool) bool {
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
	if total+len(j.prefix)+len(c.name)+len(c.value) > maxJarBytes || at < 0 && len(j.cookies) >= maxJarCookies {
		return false
	}
	if at >= 0 {
		j.cookies[at] = c
	} else {
		j.cookies = append(j.cookies, c)
	}
	return true
}

// narrowPath brings a cookie's path to the BFF's side: "" for the whole API, "-" for a path no call lies under.
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

// storableName tells whether an upstream's cookie name can be part of ours.
func storableName(name string) bool {
	return name != "" && len(name) <= 128 && strings.IndexByte(name, '~') < 0
}

func visibleXSRF(value string, maxAge int) *http.Cookie {
	return &http.Cookie{Name: xsrfName, Value: value, MaxAge: maxAge}
}

// write adds Set-Cookie headers; every cookie of ours is for the whole shop and for it alone.
func writeCookies(h http.Header, cookies []*http.Cookie, https bool) {
	for _, c := range cookies {
		c.Path, c.Domain, c.Secure, c.SameSite = "/", "", https, http.SameSiteLaxMode
		if v := c.String(); v != "" {
			h["Set-Cookie"] = append(h["Set-Cookie"], v)
		}
	}
}

// eachCookie walks over the Cookie headers without building anything.
func eachCookie(headers []string, visit func(name, value string)) {
	for _, line := range headers {
		for line != "" {
			var part string
			part, line, _ = strings.Cut(line, ";")
			name, value, ok := strings.Cut(strings.TrimSpace(part), "=")
			if ok && name != "" && plainHeader(name) && plainHeader(value) {
				visit(name, strings.Trim(value, `"`))
			}
		}
	}
}

// cookieValue is the value of the first cookie of a name, "" if there is none.
func cookieValue(headers []string, name string) string {
	found := ""
	eachCookie(headers, func(n, v string) {
		if n == name && found == "" {
			found = v
		}
	})
	return found
}
