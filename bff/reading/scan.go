package reading

import (
	"bytes"

	"tablefront/bff/rawjson"
)

// The functions of this file find where the parts of a JSON text end. The text is valid, which its first reader has checked
// (rawjson.Read), so they check nothing again.

// space returns the index of the next character that is not white space.
func space(b []byte, at int) int {
	for at < len(b) && (b[at] == ' ' || b[at] == '\n' || b[at] == '\t' || b[at] == '\r') {
		at++
	}
	return at
}

// quoted returns the end of the string that begins at an index.
func quoted(b []byte, at int) int {
	for at++; b[at] != '"'; at++ {
		if b[at] == '\\' {
			at++
		}
	}
	return at + 1
}

// decoded returns the name that is in quotes.
func decoded(quoted []byte) []byte {
	name := quoted[1 : len(quoted)-1]
	if bytes.IndexByte(name, '\\') >= 0 {
		text, _ := rawjson.Unquote(quoted)
		name = []byte(text)
	}
	return name
}

// scalar returns the end of the number, true, false or null that begins at an index.
func scalar(b []byte, at int) int {
	for at < len(b) && b[at] != ',' && b[at] != '}' && b[at] != ']' && b[at] > ' ' {
		at++
	}
	return at
}

// skip returns the end of the value that begins at an index.
func skip(b []byte, at int) int {
	switch b[at] {
	case '"':
		return quoted(b, at)
	case '{', '[':
	default:
		return scalar(b, at)
	}
	for depth := 0; ; {
		switch b[at] {
		case '"':
			at = quoted(b, at)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return at + 1
			}
		}
		at++
	}
}

// part is a member of an object, or an element of a list.
type part struct {
	name       []byte // without its quotes; nil for an element
	from       int    // where it begins
	value, end int
}

// parts returns the members of the object, or the elements of the list, that begins at an index.
func parts(b []byte, at int) (list []part) {
	object := b[at] == '{'
	for at = space(b, at+1); b[at] != '}' && b[at] != ']'; at = space(b, at) {
		p := part{from: at, value: at}
		if object {
			end := quoted(b, at)
			p.name = decoded(b[at:end])
			p.value = space(b, space(b, end)+1)
		}
		p.end = skip(b, p.value)
		list = append(list, p)
		if at = space(b, p.end); b[at] == ',' {
			at++
		}
	}
	return list
}

// members returns the values of an object's members; none of anything else.
func members(b []byte) map[string][]byte {
	at := space(b, 0)
	if at == len(b) || b[at] != '{' {
		return nil
	}
	all := map[string][]byte{}
	for _, p := range parts(b, at) {
		all[string(p.name)] = b[p.value:p.end]
	}
	return all
}

// named returns the part with a name, nil for none.
func named(list []part, name string) *part {
	for i := range list {
		if string(list[i].name) == name {
			return &list[i]
		}
	}
	return nil
}
