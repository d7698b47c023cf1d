// Package rawjson edits JSON by its bytes: single values are replaced or cut out, everything else stays as it came
// (docs/wire.md section 1: key order, number spelling and unknown fields survive).
package rawjson

import (
	"bytes"
	"encoding/json"
	"errors"
)

// Member is one member of an object, by the places of its bytes in the object.
type Member struct {
	Name string
	// From and To enclose the whole member without the commas around it; Value begins at ValueFrom and ends at To.
	From, ValueFrom, To int
}

// ErrShape says that a text is not valid JSON of the expected kind.
var ErrShape = errors.New("rawjson: not a JSON text of the expected kind")

// Members finds the members of the object that raw is. Names are decoded; a name that comes twice is listed twice.
// Errors: ErrShape.
func Members(raw []byte) ([]Member, error) {
	dec, err := inside(raw, '{')
	if err != nil {
		return nil, err
	}
	var out []Member
	for dec.More() {
		before := int(dec.InputOffset())
		name, err := dec.Token()
		if err != nil {
			return nil, ErrShape
		}
		text, ok := name.(string)
		if !ok {
			return nil, ErrShape
		}
		m := Member{Name: text, From: skip(raw, before)}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, ErrShape
		}
		m.To = int(dec.InputOffset())
		m.ValueFrom = m.To - len(value)
		out = append(out, m)
	}
	return out, nil
}

// Element is one element of an array, by the place of its bytes in the array.
type Element struct{ From, To int }

// Elements finds the elements of the array that raw is. Errors: ErrShape.
func Elements(raw []byte) ([]Element, error) {
	dec, err := inside(raw, '[')
	if err != nil {
		return nil, err
	}
	var out []Element
	for dec.More() {
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, ErrShape
		}
		to := int(dec.InputOffset())
		out = append(out, Element{to - len(value), to})
	}
	return out, nil
}

func inside(raw []byte, open json.Delim) (*json.Decoder, error) {
	if !json.Valid(raw) {
		return nil, ErrShape
	}
	dec := json.NewDecoder(bytes.NewReader(raw))
	if t, err := dec.Token(); err != nil || t != open {
		return nil, ErrShape
	}
	return dec, nil
}

// skip passes what may stand between a value's end and the next member: white space and one comma.
func skip(raw []byte, at int) int {
	for at < len(raw) {
		switch raw[at] {
		case ' ', '\t', '\n', '\r', ',':
			at++
		default:
			return at
		}
	}
	return at
}

// Edit is a change of the bytes From to To into With.
type Edit struct {
	From, To int
	With     []byte
}

// Apply makes edits, which must be in order and apart from each other.
func Apply(raw []byte, edits []Edit) []byte {
	if len(edits) == 0 {
		return raw
	}
	out := make([]byte, 0, len(raw)+64)
	at := 0
	for _, e := range edits {
		out = append(out, raw[at:e.From]...)
		out = append(out, e.With...)
		at = e.To
	}
	return append(out, raw[at:]...)
}

// Cut gives the edits that remove some members of an object, each with one of the commas beside it.
func Cut(members []Member, which func(Member) bool) []Edit {
	var out []Edit
	kept := -1 // the last member that stays
	for i, m := range members {
		if !which(m) {
			kept = i
			continue
		}
		switch {
		case kept >= 0: // with the comma before it
			from := members[i-1].To
			out = append(out, Edit{From: from, To: m.To})
		case i+1 < len(members): // with the comma after it
			out = append(out, Edit{From: m.From, To: members[i+1].From})
		default:
			out = append(out, Edit{From: m.From, To: m.To})
		}
	}
	return out
}

// String writes a Go string as a JSON string, leaving <, > and & as they are.
func String(s string) []byte {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(s); err != nil {
		return []byte(`""`)
	}
	return bytes.TrimRight(b.Bytes(), "\n")
}
