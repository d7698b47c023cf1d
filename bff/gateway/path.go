package gateway

import (
	"errors"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"tablefront/bff/fault"
	"tablefront/bff/langtag"
)

var (
	errParam = errors.New("the path parameter is not the id of one thing")
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
func rebuildPath(x *exchange) (err error) {
	limit := maxParam
	if x.out.call == callPlace {
		limit = maxPlace
	}
	raw := x.raw
	x.out.path, err = fillPath(x.out.call.Path, func() (string, error) {
		var param string
		param, raw = raw[0], raw[1:]
		return decodeParam(param, x.r.URL.RawPath != "", limit)
	})
	if err != nil {
		return fault.BadRequest.Because(err)
	}
	query, err := pickQuery(x.out.call, x.r.URL.RawQuery)
	if err != nil {
		return fault.BadRequest.Because(err)
	}
	if query != "" {
		x.out.path += "?" + query
	}
	return nil
}

// decodeParam decodes a path parameter once, unless it is decoded already (raw is false). It is any id that a backend may give, such
// as "2026/117" or "#1042", which fillPath escapes once. Refused are control characters, and what is or contains an empty
// segment, "." or "..", also after a program behind the backend's proxy has decoded it again.
func decodeParam(param string, raw bool, limit int) (string, error) {
	if raw {
		var err error
		if param, err = url.PathUnescape(param); err != nil {
			return "", errParam
		}
	}
	if len(param) > limit || !isSegment(param) {
		return "", errParam
	}
	for again := param; strings.Contains(again, "%"); {
		decoded, err := url.PathUnescape(again)
		if err != nil || decoded == again {
			break
		}
		if again = decoded; !isSegment(again) {
			return "", errParam
		}
	}
	return param, nil
}

// isSegment reports whether a text can be a part of a path that leads nowhere else.
func isSegment(text string) bool {
	unprintable := func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }
	if strings.ContainsFunc(text, unprintable) {
		return false
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(text, `\`, "/"), "/") {
		if name, _, _ := strings.Cut(part, ";"); strings.Trim(name, ". ") == "" { // ";" begins parameters of a segment
			return false
		}
	}
	return true
}

// fillPath replaces the parameters of a documented path, in their order, by the escaped values that value returns.
func fillPath(path string, value func() (string, error)) (string, error) {
	before, rest, found := strings.Cut(path, "{")
	if !found {
		return path, nil
	}
	_, rest, _ = strings.Cut(rest, "}")
	param, err := value()
	if err != nil {
		return "", err
	}
	after, err := fillPath(rest, value)
	return before + url.PathEscape(param) + after, err
}

// pickQuery rebuilds the query from the parameters that a call allows. Other parameters and empty ones are dropped.
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
	out := url.Values{}
	for name := range strings.FieldsSeq(call.Query) {
		value := values.Get(name)
		if value == "" {
			continue
		}
		if err := checkQuery(name, value); err != nil {
			return "", err
		}
		out.Set(name, value)
	}
	return out.Encode(), nil
}

func checkQuery(name, value string) error {
	if len(value) > maxQuery || !utf8.ValidString(value) || strings.ContainsFunc(value, unicode.IsControl) {
		return errQuery
	}
	switch name {
	case "lang":
		if !langtag.Valid(value) {
			return errLang
		}
	case "page":
		if len(value) > 9 || strings.Trim(value, "0123456789") != "" {
			return errQuery
		}
	}
	return nil
}
