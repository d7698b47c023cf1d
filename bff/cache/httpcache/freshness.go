package httpcache

import (
	"net/http"
	"slices"
	"time"
)

// Statuses of which this cache knows all that matters for keeping them (RFC 9111 section 5.2.2.3), and those that may be
// kept for a guessed time (RFC 9110 section 15.1). 206 is neither: parts are not kept.
var (
	understood = []int{200, 203, 204, 300, 301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 410, 414, 500, 501, 502, 503, 504}
	guessable  = []int{200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501}
)

// storable decides whether a response may be kept by a cache that many share (RFC 9111 section 3).
func storable(r *http.Request, asked directives, status int, h http.Header) bool {
	d := directivesOf(h["Cache-Control"])
	switch {
	case r.Method != http.MethodGet && r.Method != http.MethodPost, status == http.StatusPartialContent, status == http.StatusNotModified, status < 200:
		return false
	case asked.has("no-store"), d.bare("private"):
		return false
	case d.has("must-understand"):
		if !slices.Contains(understood, status) {
			return false
		}
	case d.has("no-store"):
		return false
	}
	if slices.Contains(listed(h, "Vary"), "*") {
		return false
	}
	if r.Header.Get("Authorization") != "" && !d.has("public") && !d.has("must-revalidate") && !d.has("s-maxage") {
		return false
	}
	_, explicit := explicitLifetime(d, h, time.Time{})
	if r.Method == http.MethodPost { // kept for later GETs only when the server says that it is what they would get
		return explicit && status == http.StatusOK
	}
	return explicit || h.Get("Last-Modified") != "" || h.Get("Etag") != ""
}

// explicitLifetime is how long the server says that a response is fresh (RFC 9111 section 4.2.1). received is when it came.
func explicitLifetime(d directives, h http.Header, received time.Time) (time.Duration, bool) {
	for _, name := range []string{"s-maxage", "max-age"} {
		if length, ok := d.seconds(name); ok {
			return length, true
		}
	}
	lines := h["Expires"]
	if len(lines) == 0 {
		return 0, false
	}
	expires, err := http.ParseTime(lines[0])
	if err != nil || len(lines) > 1 {
		return 0, true // invalid means "in the past" (RFC 9111 section 5.3)
	}
	return expires.Sub(dateOf(h, received)), true
}

// lifetime is explicitLifetime, or a tenth of the time since the last modification, at most a day (RFC 9111 section 4.2.2).
func (v *variant) lifetime() time.Duration {
	if length, ok := explicitLifetime(v.control, v.header, v.received); ok {
		return length
	}
	modified, err := http.ParseTime(v.header.Get("Last-Modified"))
	if err != nil || !slices.Contains(guessable, v.status) && !v.control.has("public") {
		return 0
	}
	return min(max(0, dateOf(v.header, v.received).Sub(modified)/10), 24*time.Hour)
}

func dateOf(h http.Header, received time.Time) time.Time {
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		return date
	}
	return received
}

// ancient is the age of a response whose Age can't be read: nobody knows how old it is.
const ancient = 1 << 31 * time.Second

// age is how old a response is now (RFC 9111 section 4.2.3).
func (v *variant) age(now time.Time) time.Duration {
	value := time.Duration(0)
	if lines := v.header["Age"]; len(lines) > 0 {
		var ok bool
		if value, ok = deltaSeconds(lines[0]); !ok || len(lines) > 1 {
			return ancient
		}
	}
	apparent := max(0, v.received.Sub(dateOf(v.header, v.received)))
	return max(apparent, value+v.received.Sub(v.asked)) + now.Sub(v.received)
}

// A use is what may be done with a kept response for one request.
type use int

const (
	serve         use = iota // it is fresh enough
	serveAndCheck            // it may be sent while it is checked beside it (RFC 5861 section 3)
	check                    // the server has to be asked first
)

// judge decides (RFC 9111 sections 4.2, 5.2.1, 5.2.2).
func (v *variant) judge(asked directives, pragma bool, now time.Time) use {
	age, lifetime := v.age(now), v.lifetime()
	limit := lifetime
	if length, ok := asked.seconds("max-age"); ok {
		limit = min(limit, length)
	}
	if length, ok := asked.seconds("min-fresh"); ok {
		limit -= length
	}
	switch {
	case v.control.bare("no-cache"), asked.has("no-cache"), pragma && len(asked) == 0:
		return check
	case age < limit:
		return serve
	case v.strict():
		return check
	}
	if asked.has("max-stale") {
		tolerance, ok := deltaSeconds(asked["max-stale"])
		if (!ok && asked["max-stale"] == "") || age < limit+tolerance {
			return serve
		}
	}
	if length, ok := v.control.seconds("stale-while-revalidate"); ok && age < limit+length {
		return serveAndCheck
	}
	return check
}

// strict responses are never sent stale (RFC 9111 section 4.2.4).
func (v *variant) strict() bool {
	return v.control.has("must-revalidate") || v.control.has("proxy-revalidate") || v.control.has("s-maxage") || v.control.bare("no-cache")
}

// mayCoverFor tells whether a response may be sent because the server fails (RFC 5861 section 4), for as long as it or
// the request says, otherwise for as long as this cache is told to.
func (v *variant) mayCoverFor(asked directives, otherwise time.Duration, now time.Time) bool {
	if v.strict() || v.status >= http.StatusInternalServerError { // an old failure is no better than a new one
		return false
	}
	length := otherwise
	for _, d := range []directives{v.control, asked} {
		if own, ok := d.seconds("stale-if-error"); ok {
			length = own
		}
	}
	return v.age(now) < v.lifetime()+length
}
