package httpcache

import (
	"math"
	"net/http"
	"net/textproto"
	"strconv"
	"strings"
	"time"
)

// directives are the members of a Cache-Control header: name in lower case to argument, the first of a name counts (RFC
// 9111 section 4.2.1).
type directives map[string]string

// directivesOf reads all lines of a header. A quoted argument is unquoted; commas in it separate nothing.
func directivesOf(lines []string) directives {
	d := directives{}
	for _, line := range lines {
		for _, member := range members(line) {
			name, argument, has := strings.Cut(member, "=")
			if has && len(argument) >= 2 && argument[0] == '"' && argument[len(argument)-1] == '"' {
				argument = strings.ReplaceAll(argument[1:len(argument)-1], `\`, "")
			}
			name = strings.ToLower(name)
			if _, twice := d[name]; !twice {
				d[name] = argument
			}
		}
	}
	return d
}

// members splits a list at its commas, but not at those within quotes, and leaves empty ones out.
func members(line string) []string {
	var all []string
	quoted, from := false, 0
	add := func(member string) {
		if member = strings.Trim(member, " \t"); member != "" {
			all = append(all, member)
		}
	}
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\' && quoted:
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == ',' && !quoted:
			add(line[from:i])
			from = i + 1
		}
	}
	add(line[min(from, len(line)):])
	return all
}

// listed are the members of all lines of a header.
func listed(h http.Header, name string) []string {
	var all []string
	for _, line := range h[name] {
		all = append(all, members(line)...)
	}
	return all
}

func (d directives) has(name string) bool { _, ok := d[name]; return ok }

// bare tells a directive without an argument: no-cache and private with a list speak of these header fields alone.
func (d directives) bare(name string) bool { argument, ok := d[name]; return ok && argument == "" }

// seconds reads delta-seconds. ok tells whether the directive is there; an argument that is not a number counts as 0,
// which is the careful reading (RFC 9111 section 4.2.1).
func (d directives) seconds(name string) (length time.Duration, ok bool) {
	argument, ok := d[name]
	if !ok {
		return 0, false
	}
	length, valid := deltaSeconds(argument)
	if !valid {
		return 0, true
	}
	return length, true
}

// deltaSeconds reads a number of seconds; what is too large counts as 2^31 (RFC 9111 section 1.2.2).
func deltaSeconds(text string) (time.Duration, bool) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		return 0, false
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil || n > math.MaxInt32 {
		n = math.MaxInt32 + 1
	}
	return time.Duration(n) * time.Second, true
}

// hopByHop are fields of one connection, which are neither kept nor passed on (RFC 9110 section 7.6.1).
var hopByHop = []string{"Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authentication-Info", "Proxy-Authorization", "Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}

// withoutHops is a copy of a header without the fields of one connection, those that it names itself too.
func withoutHops(h http.Header) http.Header {
	own := h.Clone()
	for _, name := range listed(h, "Connection") {
		own.Del(textproto.TrimString(name))
	}
	for _, name := range hopByHop {
		own.Del(name)
	}
	return own
}
