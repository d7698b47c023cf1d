package rawjson

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/bits"
	"unicode/utf8"
)

// A JSON text is validated by one pass over its bytes, without building anything (docs/architecture.md section 3.9).

// The reasons why a text is refused.
var (
	ErrNotJSON   = errors.New("not JSON, or JSON that breaks off")
	ErrDepth     = errors.New("JSON nested too deeply")
	ErrDuplicate = errors.New("JSON with the same member twice in one object")
	ErrNotUTF8   = errors.New("JSON that is not UTF-8")
)

// MaxDepth bounds the nesting of a text, maxStrictDepth that of a request.
const (
	MaxDepth       = 512
	maxStrictDepth = 32
)

// skipSpace goes to the next byte that is no space. Most JSON has none, so that case stays small enough to be inlined.
func skipSpace(b []byte, i int) int {
	if i < len(b) && b[i] > ' ' {
		return i
	}
	return skipSpaces(b, i)
}

func skipSpaces(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\r' || b[i] == '\t') {
		i++
	}
	return i
}

const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

// special marks, in the high bit of each byte, where a string's plain run ends: a AppendQuoted, a backslash or a control
// character. Only the lowest mark is to be trusted. With its second bit turned, a quote follows the control
// characters directly, and what was there follows it: one comparison finds both.
func special(w uint64) uint64 {
	quote, slash := w^(ones*('"'^0x20)), w^(ones*'\\')
	return ((quote-ones*0x21)&^w | (slash-ones)&^slash) & highs
}

// skipString goes from behind the opening AppendQuoted to behind the closing one; -1: not a string.
func skipString(b []byte, i int) int {
	for i+8 <= len(b) {
		m := special(binary.LittleEndian.Uint64(b[i:]))
		if m == 0 {
			i += 8
			continue
		}
		i += bits.TrailingZeros64(m) >> 3
		if b[i] == '"' {
			return i + 1
		}
		if b[i] != '\\' {
			return -1
		}
		if i = skipEscape(b, i); i < 0 {
			return -1
		}
	}
	return skipStringEnd(b, i)
}

// skipStringEnd is skipString for the last few bytes of a text.
func skipStringEnd(b []byte, i int) int {
	for i < len(b) {
		switch c := b[i]; {
		case c == '"':
			return i + 1
		case c == '\\':
			if i = skipEscape(b, i); i < 0 {
				return -1
			}
		case c < 0x20:
			return -1
		default:
			i++
		}
	}
	return -1
}

func skipEscape(b []byte, i int) int {
	if i+1 >= len(b) {
		return -1
	}
	switch b[i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + 2
	case 'u':
		if i+6 > len(b) {
			return -1
		}
		for _, c := range b[i+2 : i+6] {
			if c-'0' > 9 && c|0x20-'a' > 5 {
				return -1
			}
		}
		return i + 6
	}
	return -1
}

func skipDigits(b []byte, i int) int {
	start := i
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	if i == start {
		return -1
	}
	return i
}

// skipNumber goes over a number as RFC 8259 spells it; -1: not a number.
func skipNumber(b []byte, i int) int {
	if b[i] == '-' {
		i++
	}
	if i >= len(b) {
		return -1
	}
	if b[i] == '0' {
		i++
	} else if i = skipDigits(b, i); i < 0 {
		return -1
	}
	if i < len(b) && b[i] == '.' {
		if i = skipDigits(b, i+1); i < 0 {
			return -1
		}
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		if i = skipDigits(b, i); i < 0 {
			return -1
		}
	}
	return i
}

func skipWord(b []byte, i int, word string) int {
	if len(b)-i >= len(word) && string(b[i:i+len(word)]) == word {
		return i + len(word)
	}
	return -1
}

// skipScalar goes over a value that is neither object nor array; -1: it is none.
func skipScalar(b []byte, i int) int {
	switch c := b[i]; {
	case c == '"':
		return skipString(b, i+1)
	case c == '-' || c-'0' <= 9:
		return skipNumber(b, i)
	case c == 't':
		return skipWord(b, i, "true")
	case c == 'f':
		return skipWord(b, i, "false")
	case c == 'n':
		return skipWord(b, i, "null")
	}
	return -1
}

// skipValue goes over one whole value that starts at i, proving it; the result is the index behind it.
func skipValue(b []byte, i int) (int, error) {
	var objects [MaxDepth]bool // of the containers around this place, which are objects
	depth, object := 0, false
	for {
		// a value is due at i
		if i >= len(b) {
			return 0, ErrNotJSON
		}
		switch c := b[i]; {
		case c == '"':
			if i = skipString(b, i+1); i < 0 {
				return 0, ErrNotJSON
			}
		case c|0x20 == '{':
			if depth == MaxDepth {
				return 0, ErrDepth
			}
			i = skipSpace(b, i+1)
			if i >= len(b) {
				return 0, ErrNotJSON
			}
			if b[i] == c+2 { // the one that closes it
				i++
				break
			}
			objects[depth] = object
			depth, object = depth+1, c == '{'
			if object {
				if i = skipName(b, i); i < 0 {
					return 0, ErrNotJSON
				}
			}
			continue
		default:
			if i = skipScalar(b, i); i < 0 {
				return 0, ErrNotJSON
			}
		}
		// a value has ended at i
		for {
			if depth == 0 {
				return i, nil
			}
			i = skipSpace(b, i)
			if i >= len(b) {
				return 0, ErrNotJSON
			}
			c := b[i]
			i++
			if c == ',' {
				i = skipSpace(b, i)
				if object {
					if i = skipName(b, i); i < 0 {
						return 0, ErrNotJSON
					}
				}
				break
			}
			if c|0x20 != '}' || (c == '}') != object {
				return 0, ErrNotJSON
			}
			depth--
			object = objects[depth]
		}
	}
}

// skipName goes over `"name" :` and the space behind it, to where the value is due; -1: it is not there.
func skipName(b []byte, i int) int {
	if i >= len(b) || b[i] != '"' {
		return -1
	}
	i++
	for range 2 { // most names are short and plain
		if i+9 > len(b) {
			break
		}
		if m := special(binary.LittleEndian.Uint64(b[i:])); m != 0 {
			if end := i + foreseen(m); b[end] == '"' && b[end+1] == ':' {
				return skipSpace(b, end+2)
			}
			break
		}
		i += 8
	}
	if i = skipString(b, i); i < 0 {
		return -1
	}
	if i = skipSpace(b, i); i >= len(b) || b[i] != ':' {
		return -1
	}
	return skipSpace(b, i+1)
}

// foreseen is the place of the lowest mark of special, by a jump instead of arithmetic. Names come again and again in the
// same order, so the processor foresees where each ends, and is at the next before it has read this one: that saves a
// quarter of the time of a proof, which is nothing but waiting for the end of one string to find the next.
func foreseen(m uint64) int {
	switch bits.TrailingZeros64(m) >> 3 {
	case 0:
		return 0
	case 1:
		return 1
	case 2:
		return 2
	case 3:
		return 3
	case 4:
		return 4
	case 5:
		return 5
	case 6:
		return 6
	default:
		return 7
	}
}

// Span is a part of a text; End 0: there is none.
type Span struct{ Start, End int }

// Of is the part of the text b.
func (s Span) Of(b []byte) []byte { return b[s.Start:s.End] }

// Found tells whether there is such a part.
func (s Span) Found() bool { return s.End > 0 }

// Field is one top-level member of an object: its name, decoded, and its value.
type Field struct {
	Name  []byte
	Value Span
}

// Walk validates that b is one JSON value and, if it is an object, calls visit for its top-level members in order. object
// tells whether it is one.
func Walk(b []byte, visit func(Field)) (object bool, err error) {
	i := skipSpace(b, 0)
	if i >= len(b) {
		return false, ErrNotJSON
	}
	if b[i] != '{' {
		if i, err = skipValue(b, i); err == nil && skipSpace(b, i) != len(b) {
			err = ErrNotJSON
		}
		return false, err
	}
	i = skipSpace(b, i+1)
	if i < len(b) && b[i] == '}' {
		if skipSpace(b, i+1) != len(b) {
			return true, ErrNotJSON
		}
		return true, nil
	}
	for {
		nameStart := i + 1
		valueAt := skipName(b, i)
		if valueAt < 0 {
			return true, ErrNotJSON
		}
		name := b[nameStart:valueAt]
		name = name[:bytes.LastIndexByte(name, '"')]
		if bytes.IndexByte(name, '\\') >= 0 {
			if plain, ok := Unquote(b[i : nameStart+len(name)+1]); ok {
				name = plain
			}
		}
		end, err := skipValue(b, valueAt)
		if err != nil {
			return true, err
		}
		visit(Field{Name: name, Value: Span{valueAt, end}})
		i = skipSpace(b, end)
		if i >= len(b) {
			return true, ErrNotJSON
		}
		switch b[i] {
		case ',':
			i = skipSpace(b, i+1)
		case '}':
			if skipSpace(b, i+1) != len(b) {
				return true, ErrNotJSON
			}
			return true, nil
		default:
			return true, ErrNotJSON
		}
	}
}

// Find finds the last top-level member of an object by its plain name.
func Find(b []byte, name string) Span {
	var found Span
	if _, err := Walk(b, func(f Field) {
		if string(f.Name) == name {
			found = f.Value
		}
	}); err != nil {
		return Span{}
	}
	return found
}

// Unquote decodes a JSON string with its quotes, which must have been proven; ok is false for any other value.
// Halves of a surrogate pair that stand alone become U+FFFD, as everywhere in Go.
func Unquote(b []byte) ([]byte, bool) {
	if len(b) < 2 || b[0] != '"' || b[len(b)-1] != '"' {
		return nil, false
	}
	b = b[1 : len(b)-1]
	out := make([]byte, 0, len(b))
	for i := 0; i < len(b); {
		n := bytes.IndexByte(b[i:], '\\')
		if n < 0 {
			return append(out, b[i:]...), true
		}
		out = append(out, b[i:i+n]...)
		i += n
		if i+1 >= len(b) {
			return nil, false
		}
		switch c := b[i+1]; c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			r, size := unescapeRune(b[i:])
			if size == 0 {
				return nil, false
			}
			out = utf8.AppendRune(out, r)
			i += size
			continue
		default:
			out = append(out, c)
		}
		i += 2
	}
	return out, true
}

// unescapeRune decodes \uXXXX or a pair of them.
func unescapeRune(b []byte) (r rune, size int) {
	r, ok := hex4(b)
	if !ok {
		return 0, 0
	}
	if r < 0xd800 || r > 0xdfff {
		return r, 6
	}
	if r < 0xdc00 && len(b) >= 12 {
		if low, ok := hex4(b[6:]); ok && low >= 0xdc00 && low <= 0xdfff {
			return (r-0xd800)<<10 + (low - 0xdc00) + 0x10000, 12
		}
	}
	return utf8.RuneError, 6
}

func hex4(b []byte) (r rune, ok bool) {
	if len(b) < 6 || b[0] != '\\' || b[1] != 'u' {
		return 0, false
	}
	for _, c := range b[2:6] {
		switch {
		case c-'0' <= 9:
			r = r<<4 + rune(c-'0')
		case c|0x20-'a' <= 5:
			r = r<<4 + rune(c|0x20-'a') + 10
		default:
			return 0, false
		}
	}
	return r, true
}

// AppendQuoted appends s as a JSON string.
func AppendQuoted(dst []byte, s string) []byte {
	const hex = "0123456789abcdef"
	dst = append(dst, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			dst = append(dst, '\\', c)
		case c < 0x20 || c == 0x7f:
			dst = append(dst, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		default:
			dst = append(dst, c)
		}
	}
	return append(dst, '"')
}

// CheckStrict validates a request's body: one JSON object, UTF-8, nested at most 32 deep, no member twice in one object,
// so that no two readers can understand it differently. Errors: ErrNotJSON, ErrNotUTF8, ErrDepth, ErrDuplicate.
func CheckStrict(b []byte) error {
	if !utf8.Valid(b) {
		return ErrNotUTF8
	}
	i := skipSpace(b, 0)
	if i >= len(b) || b[i] != '{' {
		return ErrNotJSON
	}
	end, err := checkStrict(b, i, 1)
	if err != nil {
		return err
	}
	if skipSpace(b, end) != len(b) {
		return ErrNotJSON
	}
	return nil
}

func checkStrict(b []byte, i, depth int) (int, error) {
	if i >= len(b) {
		return 0, ErrNotJSON
	}
	object := b[i] == '{'
	if !object && b[i] != '[' {
		if i = skipScalar(b, i); i < 0 {
			return 0, ErrNotJSON
		}
		return i, nil
	}
	if depth > maxStrictDepth {
		return 0, ErrDepth
	}
	closing := byte(']')
	if object {
		closing = '}'
	}
	i = skipSpace(b, i+1)
	if i < len(b) && b[i] == closing {
		return i + 1, nil
	}
	var names nameSet
	for {
		if object {
			nameAt := i
			if i = skipName(b, i); i < 0 {
				return 0, ErrNotJSON
			}
			raw := b[nameAt:i]
			if !names.add(raw[:bytes.LastIndexByte(raw, '"')+1]) {
				return 0, ErrDuplicate
			}
		}
		var err error
		if i, err = checkStrict(b, i, depth+1); err != nil {
			return 0, err
		}
		i = skipSpace(b, i)
		if i >= len(b) {
			return 0, ErrNotJSON
		}
		switch b[i] {
		case ',':
			i = skipSpace(b, i+1)
		case closing:
			return i + 1, nil
		default:
			return 0, ErrNotJSON
		}
	}
}

// nameSet knows the names of one object; few names are compared, many are hashed.
type nameSet struct {
	few  [][]byte
	many map[string]struct{}
}

// add tells whether the name (a proven string with its quotes) is new.
func (s *nameSet) add(quoted []byte) bool {
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		if plain, ok := Unquote(quoted); ok {
			name = plain
		}
	}
	if s.many != nil {
		if _, known := s.many[string(name)]; known {
			return false
		}
		s.many[string(name)] = struct{}{}
		return true
	}
	for _, n := range s.few {
		if bytes.Equal(n, name) {
			return false
		}
	}
	s.few = append(s.few, name)
	if len(s.few) == 16 {
		s.many = make(map[string]struct{}, 64)
		for _, n := range s.few {
			s.many[string(n)] = struct{}{}
		}
	}
	return true
}

// Replace returns a text with one value exchanged; all other bytes stay.
func Replace(b []byte, at Span, with []byte) []byte {
	return Apply(b, []Edit{{From: at.Start, To: at.End, With: with}})
}

// IsJSON tells valid JSON from plain text. b is one of both, so objects, arrays and strings are not read again.
func IsJSON(b []byte) bool {
	i := skipSpace(b, 0)
	if i >= len(b) {
		return false
	}
	if b[i] == '{' || b[i] == '[' || b[i] == '"' {
		return true
	}
	end, err := skipValue(b, i)
	return err == nil && skipSpace(b, end) == len(b)
}
