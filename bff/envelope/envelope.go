// Package envelope takes an upstream's responses out of their envelope (docs/wire.md section 1), by their bytes.
package envelope

import (
	"bytes"
	"net/http"
	"strings"

	"tablefront/bff/rawjson"
)

// Unwrap gives the browser's side of an upstream's success (docs/wire.md section 1): an object with `data` and without `meta`
// is replaced by the bytes of its `data`; any other JSON passes byte for byte. Nothing is copied: the result is a part of
// body. An empty body passes (204). The error says why a body is not the complete JSON it must be; then nothing of it
// may be sent. members are those of the body.
func Unwrap(body []byte) (inner []byte, members []rawjson.Member, err error) {
	if len(body) == 0 {
		return body, nil, nil
	}
	if _, members, err = rawjson.Read(body); err != nil {
		return nil, nil, err
	}
	var data rawjson.Span
	meta := false
	for _, m := range members {
		switch m.Name {
		case "data":
			data = m.Value
		case "meta":
			meta = true
		}
	}
	if data.Found() && !meta {
		return data.Of(body), members, nil
	}
	return body, members, nil
}

// Translations gives the map of texts: the upstream's data is a JSON string that itself holds a JSON object, or
// already the object (docs/wire.md section 1). An empty list is what PHP makes of an empty map. Some backends encode the string twice.
func Translations(body []byte) (texts []byte, members []rawjson.Member, err error) {
	inner, members, err := Unwrap(body)
	if err != nil {
		return nil, nil, err
	}
	inner = bytes.TrimSpace(inner)
	for range 3 {
		text, ok := rawjson.Unquote(inner)
		if !ok {
			break
		}
		inner = bytes.TrimSpace([]byte(text))
	}
	object, _, err := rawjson.Read(inner)
	switch {
	case err != nil:
		return nil, members, err
	case object:
		return inner, members, nil
	case string(inner) == "[]", string(inner) == "null":
		return []byte("{}"), members, nil
	}
	return nil, members, rawjson.ErrNotJSON
}

// IsText reports whether a success that is not JSON may pass byte for byte (docs/wire.md section 1): it neither claims nor
// looks like JSON that broke off, and is no page.
func IsText(header http.Header, body []byte) bool {
	kind := strings.ToLower(header.Get("Content-Type"))
	if kind == "" || strings.Contains(kind, "json") || strings.Contains(kind, "html") {
		return false
	}
	body = bytes.TrimSpace(body)
	return len(body) > 0 && strings.IndexByte(`<{["`, body[0]) < 0
}

// Data returns the value of a response that has `meta` although the contract has none for it: such a body passes whole, and
// its readers take `data`. Any other body is returned as it is.
func Data(body []byte) []byte {
	if trimmed := bytes.TrimLeft(body, " \t\r\n"); len(trimmed) == 0 || trimmed[0] != '{' {
		return body
	}
	if data := rawjson.Find(body, "data"); data.Found() {
		return data.Of(body)
	}
	return body
}
