// Package reading reads what a backend answers into the form that the contract gives it (docs/wire.md section 1).
// A response that conforms passes byte for byte, after one walk over it. A value that differs from its type in a known way is
// rewritten, and nothing else is; each rewriting is a Note. The types are in table.go, generated from contracts/openapi.yaml:
// what is done depends on the type of a value, never on its name.
package reading

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/rawjson"
)

// Schema is the index of a response's schema; the zero value is a response of any form.
type Schema uint8

// Of returns the schema of the response of a call, such as "GET settings".
func Of(call string) Schema {
	for i := range calls {
		if calls[i].name == call {
			return calls[i].node
		}
	}
	return 0
}

type Options struct {
	// Zone is the restaurant's time zone, in which a time without one is; nil is UTC.
	Zone *time.Location
	// Lang is the language whose text is taken of a text in several ones.
	Lang string
	// Whole is the body with its envelope, for what a backend puts beside `data`; nil: the body had none.
	Whole []byte
}

// Kind says what a Note is about.
type Kind uint8

// The kinds of notes.
const (
	// Rewritten: the value was understood, though it has not the contract's form.
	Rewritten Kind = iota
	// LeftOut: a value could not be read and is not in the result: an element of a list, or a member, which is missing, null or empty there.
	LeftOut
	// Unknown: a number could not be read. In the result it is null, or the text "unknown" where null is a number or nothing; never 0.
	Unknown
	// Unread: a value could not be read. It is in the result as it came.
	Unread
)

// String names the kind.
func (k Kind) String() string { return [...]string{"rewritten", "left out", "unknown", "not read"}[k] }

// Note is a value that has not the contract's form.
type Note struct {
	Kind Kind
	// Path is a JSON path into the body, "$.data[0].name".
	Path string
	// Got is the value as it came and Read what it was read as, both shortened. They may contain personal data.
	Got, Read string
	// Due says what the contract has in its place, unless the value was rewritten.
	Due string
}

// Unreadable reports whether a whole response could not be read, or the `data` that it is for.
func Unreadable(notes []Note) bool {
	return slices.ContainsFunc(notes, func(n Note) bool { return n.Kind != Rewritten && (n.Path == "$" || n.Path == "$.data") })
}

// maxNotes limits the notes of a response.
const maxNotes = 1000

// maxDepth limits how deeply nested values are read; what is nested more deeply passes as it came.
const maxDepth = 64

// Read reads a response. body is valid JSON without its envelope (envelope.Unwrap). The result is body itself if nothing is
// rewritten. It conforms to the schema, except for what the notes tell as Unknown or Unread. A second reading changes nothing.
func Read(schema Schema, body []byte, o Options) (out []byte, notes []Note) {
	if schema == 0 || len(body) == 0 {
		return body, nil
	}
	s := &state{o: o}
	r := &reader{state: s, b: body}
	at := space(body, 0)
	s.enveloped = len(body) < len(bytes.TrimSpace(o.Whole))
	if r.root(schema, at) {
		return r.result(), s.notes
	}
	s.path, s.notes = nil, nil
	if schema.besideData(o.Whole) {
		r.note(Rewritten, at, len(body), "what is beside it", "")
		r = &reader{state: s, b: []byte("{}")}
		r.value(schema, 0)
		return r.result(), s.notes
	}
	return body, []Note{{Unread, s.where(), outline(body[at:]), "", cmp.Or(s.none, nodes[schema].due())}}
}

// kind is what a value is.
type kind uint8

const (
	anything kind = iota
	object
	list
	text
	number
	boolean
	id // a number or a text
)

// form is a rule for texts and numbers.
type form uint8

const (
	plain    form = iota + 1 // without tags and entities
	htmlText                 // with tags
	setting                  // the value of a setting: switches are 1 and 0
	clock                    // HH:MM
	endClock                 // HH:MM, the end of a range
	dateTime                 // RFC 3339
	address                  // of a page
	count                    // a whole number
	money                    // in currency units
	percent
)

// node is a schema.
type node struct {
	kind    kind
	null    bool // null conforms
	members []member
	items   Schema // of the elements of a list, and of an object's other members
	needs   uint64 // the required members, by their index
	more    bool   // some members have other names or may be beside their object
	words   []string
	also    []string // pairs: another word, and the one of words that it means
	form    form
	none    string // the number that null and an empty text are; empty: unknown
	limited bool   // a number below least does not conform, nor one above most
	least   float64
	most    float64 // 0: none
	vague   bool    // an optional boolean that can't be read is unknown, not left out
	whole   bool    // the list is of use only with all of its elements
	days    bool    // the days of the week
	ranges  bool    // a range of the opening hours
}

// member is a known member of an object.
type member struct {
	name      string
	node      Schema
	required  bool
	essential bool     // without it the object can't be read; so is a required id
	beside    bool     // its members may be beside it
	sibling   bool     // it may be beside `data`
	also      []string // other names
}

// vital reports whether an object can't be read without a member.
func (m *member) vital() bool { return m.essential || m.required && nodes[m.node].kind == id }

// due says in a few words what a value must be.
func (n *node) due() string {
	due := [...]string{anything: "a value", object: "an object", list: "a list", text: "a text", number: "a number", boolean: "true or false", id: "an id"}[n.kind]
	switch {
	case n.words != nil:
		due = strings.Join(n.words, ", ")
	case n.form == clock, n.form == endClock:
		due = "a time such as 09:30"
	case n.form == dateTime:
		due = "a time such as 2026-11-28T18:00:00+01:00"
	case n.kind == number && n.limited && n.most == 0:
		due += fmt.Sprintf(" of at least %v", n.least)
	case n.kind == number && n.limited:
		due += fmt.Sprintf(" from %v to %v", n.least, n.most)
	}
	if n.null {
		due += ", or null"
	}
	return due
}

// state is what the readers of a response share.
type state struct {
	o         Options
	enveloped bool // the response is the data of its body
	path      []step
	notes     []Note
	depth     int
	lack      string // the member without which the last object could not be read
	none      string // what the elements of the response's list must be, if none can be read
}

// step is a part of a path: a name, or an index.
type step struct {
	name  []byte
	index int
}

// reader reads a text: the response, or one that it contains. The edits make the result of it.
type reader struct {
	*state

	b     []byte
	edits []rawjson.Edit
}

// mark is a point to which a reading can be taken back.
type mark struct{ edits, notes int }

func (r *reader) mark() mark { return mark{len(r.edits), len(r.notes)} }

func (r *reader) back(to mark) { r.edits, r.notes = r.edits[:to.edits], r.notes[:to.notes] }

func (r *reader) edit(start, end int, with string) {
	r.edits = append(r.edits, rawjson.Edit{At: rawjson.Span{Start: start, End: end}, With: []byte(with)})
}

// result makes the edits.
func (r *reader) result() []byte {
	slices.SortStableFunc(r.edits, func(a, b rawjson.Edit) int { return a.At.Start - b.At.Start })
	return rawjson.Apply(r.b, r.edits...)
}

// note adds a note about the value between two indexes; start 0 and end 0: there is none.
func (r *reader) note(kind Kind, start, end int, read, due string) {
	if len(r.notes) < maxNotes {
		got := "nothing"
		if end > 0 {
			got = outline(r.b[start:end])
		}
		r.notes = append(r.notes, Note{kind, r.where(), got, outline([]byte(read)), due})
	}
}

// rewritten adds a note about a value that was understood.
func (r *reader) rewritten(start, end int, read string) { r.note(Rewritten, start, end, read, "") }

// lost adds a note about a value in whose place is another, or nothing: it was empty, or could not be read.
func (r *reader) lost(start, end int, with, due string) {
	switch string(r.b[start:end]) {
	case "null", "false", `""`, "[]", "{}":
		r.rewritten(start, end, with)
	default:
		r.note(LeftOut, start, end, with, due)
	}
}

func (s *state) where() string {
	var b strings.Builder
	b.WriteByte('$')
	if s.enveloped {
		b.WriteString(".data")
	}
	for _, p := range s.path {
		if p.name == nil {
			b.WriteString("[" + strconv.Itoa(p.index) + "]")
		} else {
			b.WriteString("." + string(p.name))
		}
	}
	return b.String()
}

// outline shortens a value to one line.
func outline(raw []byte) string {
	const most = 60
	raw = bytes.TrimSpace(raw)
	if len(raw) <= most {
		return string(raw)
	}
	return strings.ToValidUTF8(string(raw[:most]), "") + "…"
}
