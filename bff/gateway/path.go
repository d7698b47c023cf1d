package gateway

import (
	"errors"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"tablefront/bff/branches"
)

var (
	errParam = errors.New("the path parameter is not a single plain segment")
	errQuery = errors.New("malformed query")
	errLang  = errors.New("the Lang header is not a language tag")
)

const (
	// maxParam limits a path parameter, maxPlace a place id, maxQuery a query value; all in bytes after decoding.
	maxParam = 128
	maxPlace = 512
	maxQuery = 512
)

// rebuildPath builds the upstream's path from the documented one (docs/architecture.md section 3.1).
func (g *Gateway) rebuildPath(x *exchange) error {
	limit := maxParam
	if x.call == callPlace {
		limit = maxPlace
	}
	encoded := x.r.URL.RawPath != ""
	for i, p := range x.raw {
		plain, err := decodeParam(p, encoded, limit)
		if err != nil {
			return faultBadRequest.because(err)
		}
		x.raw[i] = plain
	}
	x.path = fillPath(x.call.Path, x.raw)
	query, err := pickQuery(x.call, x.r.URL.RawQuery)
	if err != nil {
		return faultBadRequest.because(err)
	}
	if query != "" {
		x.path += "?" + query
	}
	return nil
}

// decodeParam decodes a path parameter once, unless it is decoded already (raw is false), and checks that it is a single
// segment: no slash or backslash, not "." or "..", no control characters, and nothing that a second decoding in another
// program would change.
func decodeParam(param string, raw bool, limit int) (string, error) {
	if raw {
		var err error
		if param, err = url.PathUnescape(param); err != nil {
			return "", errParam
		}
	}
	if param == "" || len(param) > limit || strings.Trim(param, ".") == "" {
		return "", errParam
	}
	for i := 0; i < len(param); {
		c := param[i]
		if c < utf8.RuneSelf {
			if c < 0x21 && c != ' ' || c == 0x7f || strings.IndexByte(`/\%?#;`, c) >= 0 {
				return "", errParam
			}
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(param[i:])
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			return "", errParam
		}
		i += size
	}
	return param, nil
}

// fillPath replaces the parameters of a documented path by validated, escaped values.
func fillPath(path string, params []string) string {
	if len(params) == 0 {
		return path
	}
	var b strings.Builder
	b.Grow(len(path) + 32)
	for _, p := range params {
		open := strings.IndexByte(path, '{')
		if open < 0 {
			break
		}
		b.WriteString(path[:open])
		b.WriteString(url.PathEscape(p))
		path = path[open+strings.IndexByte(path[open:], '}')+1:]
	}
	b.WriteString(path)
	return b.String()
}

// pickQuery rebuilds the query from the parameters that a call allows, in their order. Other parameters and empty ones
// are dropped.
func pickQuery(call *Call, raw string) (string, error) {
	if raw == "" || call.Query == "" {
		return "", nil
	}
	if len(raw) > 4096 {
		return "", errQuery
	}
	values, err := url.ParseQuery(raw)
	if err != nil {
		return "", errQuery
	}
	var b strings.Builder
	for name := range strings.FieldsSeq(call.Query) {
		value := values.Get(name)
		if value == "" {
			continue
		}
		if err := checkQuery(name, value); err != nil {
			return "", err
		}
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(name)
		b.WriteByte('=')
		b.WriteString(url.QueryEscape(value))
	}
	return b.String(), nil
}

func checkQuery(name, value string) error {
	if len(value) > maxQuery || !utf8.ValidString(value) {
		return errQuery
	}
	for _, r := range value {
		if unicode.IsControl(r) {
			return errQuery
		}
	}
	switch name {
	case "lang":
		if !branches.IsLanguage(value) {
			return errLang
		}
	case "page":
		if len(value) > 9 || strings.Trim(value, "0123456789") != "" {
			return errQuery
		}
	}
	return nil
}
