package gateway

import "bytes"

// unwrap gives the browser's side of an upstream's success (WIRE section 1): an object with `data` and without `meta`
// is replaced by the bytes of its `data`; any other JSON passes byte for byte. Nothing is copied: the result lies in
// body. An empty body passes (204). The error says why a body is not the complete JSON it must be; then nothing of it
// may be sent.
func unwrap(body []byte) ([]byte, error) {
	if len(body) == 0 {
		return body, nil
	}
	var data span
	meta := false
	object, err := walkObject(body, func(m member) {
		switch string(m.name) {
		case "data":
			data = m.value
		case "meta":
			meta = true
		}
	})
	if err != nil {
		return nil, err
	}
	if object && data.found() && !meta {
		return data.of(body), nil
	}
	return body, nil
}

// unwrapTranslations gives the map of texts: the upstream's data is a JSON string that itself holds a JSON object, or
// already the object (WIRE section 1). An empty list is what PHP makes of an empty map.
func unwrapTranslations(body []byte) ([]byte, error) {
	inner, err := unwrap(body)
	if err != nil {
		return nil, err
	}
	inner = bytes.TrimSpace(inner)
	if text, ok := unquote(inner); ok {
		inner = bytes.TrimSpace(text)
	}
	object, err := walkObject(inner, func(member) {})
	switch {
	case err != nil:
		return nil, err
	case object:
		return inner, nil
	case string(inner) == "[]", string(inner) == "null":
		return []byte("{}"), nil
	}
	return nil, errNotJSON
}

// replaceValue returns body with one value exchanged; all other bytes stay.
func replaceValue(body []byte, at span, with []byte) []byte {
	out := make([]byte, 0, len(body)-(at.end-at.start)+len(with))
	out = append(out, body[:at.start]...)
	out = append(out, with...)
	return append(out, body[at.end:]...)
}
