package httpcache

import (
	"net/http"
	"net/textproto"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A variant is a kept response. It never changes; what a 304 brings makes a new one.
type variant struct {
	status          int
	header          http.Header
	body            []byte
	control         directives
	asked, received time.Time
	// vary are the request's fields that chose this response, as they were, normalised (RFC 9111 section 4.1).
	vary map[string]string
}

// A resource is what is kept of one address: its variants, the newest first.
type resource struct {
	key      string
	variants []*variant
}

// maxVariants bounds what is kept of one address.
const maxVariants = 32

// KeptAs fills cache.Kept.
func (r *resource) KeptAs() string { return r.key }

// Weight fills cache.Kept.
func (r *resource) Weight() int64 {
	n := int64(len(r.key)) + 256
	for _, v := range r.variants {
		n += int64(len(v.body)) + 512
		for name, lines := range v.header {
			for _, l := range lines {
				n += int64(len(name) + len(l) + 32)
			}
		}
	}
	return n
}

func newVariant(r *http.Request, status int, h http.Header, body []byte, asked, received time.Time, cookies bool) *variant {
	v := &variant{status: status, header: withoutHops(h), body: body, control: directivesOf(h["Cache-Control"]), asked: asked, received: received, vary: map[string]string{}}
	for _, directive := range []string{"no-cache", "private"} { // with a list: these fields are not for everybody
		for _, name := range members(v.control[directive]) {
			v.header.Del(name)
		}
	}
	if !cookies {
		v.header.Del("Set-Cookie")
	}
	for _, name := range listed(v.header, "Vary") {
		name = textproto.CanonicalMIMEHeaderKey(name)
		v.vary[name] = normalised(name, r.Header)
	}
	return v
}

// fits tells whether a response was chosen for a request like this one.
func (v *variant) fits(r *http.Request) bool {
	for name, value := range v.vary {
		if normalised(name, r.Header) != value {
			return false
		}
	}
	return true
}

// listFields are request fields that are known to be lists, in which blanks around commas mean nothing.
var listFields = []string{"Accept", "Accept-Charset", "Accept-Encoding", "Accept-Language"}

// normalised is a request field's value with differences taken out that mean nothing: lines joined, and for fields whose
// grammar is known, blanks, case of language tags and the order of equally wanted ones. A field that is absent differs
// from one that is empty.
func normalised(name string, h http.Header) string {
	lines := h[name]
	if len(lines) == 0 {
		return "\x00"
	}
	if !slices.Contains(listFields, name) {
		return strings.Join(lines, ", ")
	}
	var all []string
	for _, line := range lines {
		all = append(all, members(line)...)
	}
	if name == "Accept-Language" {
		for i := range all {
			all[i] = strings.ToLower(strings.ReplaceAll(all[i], " ", ""))
		}
		if !slices.ContainsFunc(all, func(m string) bool { return strings.Contains(m, ";") }) {
			slices.Sort(all) // all are wanted equally
		}
	}
	return strings.Join(all, ",")
}

// with is the resource with a variant added, in the place of those for the same request.
func (r *resource) with(v *variant, request *http.Request) *resource {
	next := &resource{key: r.key, variants: []*variant{v}}
	for _, old := range r.variants {
		if len(next.variants) < maxVariants && !old.fits(request) {
			next.variants = append(next.variants, old)
		}
	}
	return next
}

// keepsAfter304 are fields of the kept body itself, which a 304 does not change (RFC 9111 section 3.2).
var keepsAfter304 = []string{"Content-Encoding", "Content-Length", "Content-Md5", "Content-Range", "Etag"}

// freshened is a response with the fields that a 304, or an answer to HEAD, brought.
func (v *variant) freshened(h http.Header, asked, received time.Time, cookies bool) *variant {
	next := *v
	next.header, next.asked, next.received = v.header.Clone(), asked, received
	next.header.Del("Age") // it was of the older answer
	for name, lines := range withoutHops(h) {
		if !slices.Contains(keepsAfter304, name) && (cookies || name != "Set-Cookie") {
			next.header[name] = lines
		}
	}
	next.control = directivesOf(next.header["Cache-Control"])
	return &next
}

// matchesTag compares an If-None-Match with an ETag, weakly (RFC 9110 section 13.1.2). Tags are compared as they are
// written, wrongly written ones too: equal text can't mean different things.
func matchesTag(condition []string, tag string) bool {
	for _, line := range condition {
		for _, member := range members(line) {
			if member == "*" || tag != "" && strings.TrimPrefix(member, "W/") == strings.TrimPrefix(tag, "W/") {
				return true
			}
		}
	}
	return false
}

// notModified evaluates the request's conditions on a kept response (RFC 9110 section 13.2.2).
func (v *variant) notModified(r *http.Request) bool {
	if v.status != http.StatusOK && v.status != http.StatusNonAuthoritativeInfo {
		return false
	}
	if condition := r.Header["If-None-Match"]; len(condition) > 0 {
		return matchesTag(condition, v.header.Get("Etag"))
	}
	since, err := http.ParseTime(r.Header.Get("If-Modified-Since"))
	if err != nil {
		return false
	}
	modified, err := http.ParseTime(v.header.Get("Last-Modified"))
	if err != nil { // then the time at which it was made counts (RFC 9111 section 4.3.2)
		modified = dateOf(v.header, v.received)
	}
	return !modified.After(since)
}

// part finds what a Range of one part asks of a body. ok is false when the whole is to be sent instead; from is -1 when
// nothing of the body is asked for (RFC 9110 section 14).
func (v *variant) part(r *http.Request) (from, to int, ok bool) {
	text, isBytes := strings.CutPrefix(r.Header.Get("Range"), "bytes=")
	if !isBytes || v.status != http.StatusOK || r.Method != http.MethodGet {
		return 0, 0, false
	}
	if condition := r.Header.Get("If-Range"); condition != "" {
		strong := condition == v.header.Get("Etag") && !strings.HasPrefix(condition, "W/")
		if !strong && condition != v.header.Get("Last-Modified") {
			return 0, 0, false
		}
	}
	first, last, isRange := strings.Cut(strings.Trim(text, " \t"), "-")
	size := len(v.body)
	if !isRange || strings.Contains(text, ",") || strings.Trim(first+last, "0123456789") != "" || len(first) > 18 || len(last) > 18 || first+last == "" {
		return 0, 0, false
	}
	if first == "" {
		n, _ := strconv.Atoi(last)
		if n == 0 {
			return -1, 0, true
		}
		return max(0, size-n), size, true
	}
	from, _ = strconv.Atoi(first)
	to = size
	if last != "" {
		if end, _ := strconv.Atoi(last); end < from {
			return 0, 0, false
		} else if end < size {
			to = end + 1
		}
	}
	if from >= size {
		return -1, 0, true
	}
	return from, to, true
}
