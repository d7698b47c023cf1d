// Package rawjson validates JSON texts and edits them by their bytes: single values are replaced or cut out, everything else stays as it
// came (docs/wire.md section 1: key order, number spelling and unknown fields survive).
package rawjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// The reasons why a text is refused, besides those of jsontext.
var (
	// ErrNotJSON says that a text is not one whole JSON value.
	ErrNotJSON = errors.New("not JSON, or JSON that breaks off")
	// ErrShape says that a text is not a JSON value of the expected kind.
	ErrShape = errors.New("not a JSON text of the expected kind")
	// ErrDepth says that a request is nested too deeply.
	ErrDepth = errors.New("JSON nested too deeply")
)

// maxRequestDepth bounds the nesting of a request; that of an answer is bounded by jsontext.
const maxRequestDepth = 32

// Span is a part of a text; End 0: there is none.
type Span struct{ Start, End int }

func (s Span) Of(b []byte) []byte { return b[s.Start:s.End] }

func (s Span) Found() bool { return s.End > 0 }

// Member is one member of an object: its name, decoded, and its value's place. From is where the name begins, without the comma before it.
type Member struct {
	Name  string
	From  int
	Value Span
}

// decoder reads raw in place. Like browsers and backends, it accepts duplicate names and invalid UTF-8.
func decoder(raw []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// end checks that nothing follows.
func end(dec *jsontext.Decoder) error {
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return ErrNotJSON
	}
	return nil
}

// children calls visit with the place of each element of the array, or of each name and value of the object, that is next.
func children(dec *jsontext.Decoder, last jsontext.Kind, visit func(Span)) error {
	if _, err := dec.ReadToken(); err != nil {
		return ErrNotJSON
	}
	for dec.PeekKind() != last {
		value, err := dec.ReadValue()
		if err != nil {
			return ErrNotJSON
		}
		end := int(dec.InputOffset())
		visit(Span{end - len(value), end})
	}
	if _, err := dec.ReadToken(); err != nil {
		return ErrNotJSON
	}
	return end(dec)
}

// Read validates that raw is one complete JSON value. For an object, members are its members; a duplicate name is listed twice.
// Errors: ErrNotJSON.
func Read(raw []byte) (object bool, members []Member, err error) {
	dec := decoder(raw)
	if dec.PeekKind() != '{' {
		if dec.SkipValue() != nil {
			return false, nil, ErrNotJSON
		}
		return false, nil, end(dec)
	}
	var name Span
	err = children(dec, '}', func(at Span) {
		if !name.Found() {
			name = at
			return
		}
		text, _ := Unquote(name.Of(raw))
		members = append(members, Member{Name: text, From: name.Start, Value: at})
		name = Span{}
	})
	return true, members, err
}

// Members finds the members of the object that raw is. Errors: ErrNotJSON, ErrShape.
func Members(raw []byte) ([]Member, error) {
	if kind := decoder(raw).PeekKind(); kind != '{' && kind > 0 {
		return nil, ErrShape
	}
	_, members, err := Read(raw)
	return members, err
}

// Elements finds the elements of the array that raw is. Errors: ErrNotJSON, ErrShape.
func Elements(raw []byte) (out []Span, err error) {
	dec := decoder(raw)
	if dec.PeekKind() != '[' {
		return nil, ErrShape
	}
	err = children(dec, ']', func(at Span) { out = append(out, at) })
	return out, err
}

// Find follows names through nested objects and returns the position of the last one's value; of duplicate names the last counts.
func Find(raw []byte, path ...string) Span {
	at := Span{0, len(raw)}
	for _, name := range path {
		members, err := Members(at.Of(raw))
		if err != nil {
			return Span{}
		}
		var found Span
		for _, m := range members {
			if m.Name == name {
				found = Span{at.Start + m.Value.Start, at.Start + m.Value.End}
			}
		}
		if !found.Found() {
			return Span{}
		}
		at = found
	}
	return at
}

// CheckStrict validates a request's body: one JSON object, UTF-8, nested at most 32 deep, no member twice in one object, so that no two
// readers can understand it differently. Errors: ErrNotJSON, ErrShape, ErrDepth, jsontext.ErrDuplicateName.
func CheckStrict(raw []byte) error {
	if !utf8.Valid(raw) {
		return ErrNotJSON
	}
	// Half a surrogate pair passes: a browser that cuts a text in the middle of an emoji sends one.
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowInvalidUTF8(true))
	if dec.PeekKind() != '{' {
		return ErrShape
	}
	for {
		if _, err := dec.ReadToken(); err != nil {
			return err
		}
		switch depth := dec.StackDepth(); {
		case depth == 0:
			return end(dec)
		case depth > maxRequestDepth:
			return ErrDepth
		}
	}
}

// Unquote decodes a JSON string with its quotes; ok is false for any other value. Halves of a surrogate pair that stand alone become
// U+FFFD, as everywhere in Go.
func Unquote(raw []byte) (text string, ok bool) {
	if len(raw) == 0 || raw[0] != '"' {
		return "", false
	}
	return text, json.Unmarshal(raw, &text) == nil
}

// Quote writes a text as a JSON string, leaving <, > and & as they are.
func Quote(s string) []byte {
	quoted, _ := jsontext.AppendQuote(nil, s) // an error reports invalid UTF-8, which became U+FFFD
	return quoted
}

// Edit is a change of a part of a text into With.
type Edit struct {
	At   Span
	With []byte
}

// Apply makes edits, which must be in order and apart from each other.
func Apply(raw []byte, edits ...Edit) []byte {
	if len(edits) == 0 {
		return raw
	}
	out := make([]byte, 0, len(raw)+64)
	at := 0
	for _, e := range edits {
		out = append(out, raw[at:e.At.Start]...)
		out = append(out, e.With...)
		at = e.At.End
	}
	return append(out, raw[at:]...)
}

// Cut gives the edits that remove some members of an object, each with one of the commas beside it.
func Cut(members []Member, which func(Member) bool) []Edit {
	var out []Edit
	kept := false // a member before this one stays
	for i, m := range members {
		switch {
		case !which(m):
			kept = true
		case kept: // with the comma before it
			out = append(out, Edit{At: Span{members[i-1].Value.End, m.Value.End}})
		case i+1 < len(members): // with the comma after it
			out = append(out, Edit{At: Span{m.From, members[i+1].From}})
		default:
			out = append(out, Edit{At: Span{m.From, m.Value.End}})
		}
	}
	return out
}
