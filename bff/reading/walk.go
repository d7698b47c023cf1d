package reading

import (
	"slices"

	"tablefront/bff/rawjson"
)

// outcome says what became of a value.
type outcome uint8

const (
	good    outcome = iota // it conforms, or was rewritten
	unknown                // a number that is null now
	bad                    // it can't be read; nothing was noted
)

// root reads a whole response. It is rewritten only where the contract has a list or an object with its own `data`; ok is
// false if it can't be read.
func (r *reader) root(schema Schema, at int) (ok bool) {
	n := &nodes[schema]
	switch c := r.b[at]; {
	case c == '{' && n.member("data") == nil:
		// With `meta` the envelope stays, and its content is read.
		list := parts(r.b, at)
		if data := named(list, "data"); data != nil && named(list, "meta") != nil && !n.knows(list) {
			r.path = append(r.path, step{name: data.name})
			_, out := r.value(schema, data.value)
			r.path = r.path[:0]
			return out == good && r.b[data.value] != 'n'
		}
	case n.kind == list && (c == 'n' || c == 'f'), n.kind == object && c != '{' && n.member("data") == nil:
		return false
	}
	_, out := r.value(schema, at)
	return out == good
}

// member returns the member with a name, nil for none.
func (n *node) member(name string) *member {
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i]
		}
	}
	return nil
}

// knows reports whether one of an object's members is known, and none that may be beside `data`.
func (n *node) knows(list []part) bool {
	return slices.ContainsFunc(list, func(p part) bool {
		m := n.member(string(p.name))
		return m != nil && !m.sibling
	})
}

// value reads the value that begins at an index and returns where it ends.
func (r *reader) value(schema Schema, at int) (end int, out outcome) {
	n := &nodes[schema]
	c := r.b[at]
	if c == 'n' && n.null {
		return at + len("null"), good
	}
	start := r.mark()
	end, out = r.typed(schema, n, at, c)
	if out == bad && n.null {
		r.back(start)
		r.replace(at, end, "null")
		out = good
	}
	return end, out
}

// typed reads a value by its type.
func (r *reader) typed(schema Schema, n *node, at int, c byte) (end int, out outcome) {
	switch n.kind {
	case anything:
		return skip(r.b, at), good
	case object:
		if c == '{' {
			return r.deeper(schema, at, (*reader).object)
		}
	case list:
		if c == '[' {
			return r.deeper(schema, at, (*reader).list)
		}
	default:
		if end := n.simple(r.b, at); end > 0 {
			return end, good
		}
	}
	switch end = skip(r.b, at); n.kind { // it does not conform
	case object:
		return r.deeper(schema, at, (*reader).toObject)
	case list:
		return r.deeper(schema, at, (*reader).toList)
	}
	return end, r.scalar(n, at, end)
}

// replace rewrites a value.
func (r *reader) replace(start, end int, with string) {
	r.edit(start, end, with)
	r.rewritten(start, end, with)
}

// deeper reads an object or a list, unless it is nested too deeply.
func (r *reader) deeper(schema Schema, at int, read func(*reader, Schema, int) (int, outcome)) (end int, out outcome) {
	if r.depth == maxDepth {
		return skip(r.b, at), good
	}
	r.depth++
	end, out = read(r, schema, at)
	r.depth--
	return end, out
}

// element says what an element of a list that was left out must be.
func (r *reader) element(items Schema) string {
	n := &nodes[items]
	if n.kind != object || r.lack == "" {
		return n.due()
	}
	return n.due() + " that has " + r.lack
}

// cuts removes members or elements with the commas beside them.
type cuts struct {
	from int  // the end of the last one that stays, or of the opening bracket
	kept bool // one stays
	due  bool // something is cut after from
}

// keep is called with what stays.
func (c *cuts) keep(r *reader, start, end int) {
	if c.due {
		c.cut(r, start)
	}
	c.from, c.kept = end, true
}

// cut removes what is between what stays.
func (c *cuts) cut(r *reader, until int) {
	comma := ""
	if c.kept {
		comma = ","
	}
	r.edit(c.from, until, comma)
	c.due = false
}

// close is called with the index of the closing bracket.
func (c *cuts) close(r *reader, at int) {
	if c.due {
		r.edit(c.from, at, "")
	}
}

// list reads a list.
func (r *reader) list(schema Schema, at int) (end int, out outcome) {
	n := &nodes[schema]
	b, begin, start := r.b, at, r.mark()
	at = space(b, at+1)
	if nodes[n.items].ranges && b[at] == '"' && r.pair(begin) {
		return skip(b, begin), good
	}
	c, broken := cuts{from: begin + 1}, false
	r.path = append(r.path, step{})
	for i := 0; b[at] != ']'; i++ {
		r.path[len(r.path)-1].index = i
		before, from := r.mark(), at
		r.lack = ""
		var element outcome
		at, element = r.value(n.items, from)
		if element == bad {
			r.back(before)
			r.note(LeftOut, from, at, "", r.element(n.items))
			broken = broken || b[from] != 'n'
			c.due = true
		} else {
			c.keep(r, from, at)
		}
		if at = space(b, at); b[at] == ',' {
			at = space(b, at+1)
		}
	}
	c.close(r, at)
	r.path = r.path[:len(r.path)-1]
	if broken && (n.whole || r.depth == 1 && !c.kept) {
		r.back(start)
		return at + 1, bad
	}
	return at + 1, good
}

// object reads an object.
func (r *reader) object(schema Schema, begin int) (end int, out outcome) {
	n := &nodes[schema]
	if n.days {
		return r.week(schema, begin)
	}
	b, start := r.b, r.mark()
	var seen, known uint64 // members, by their index; known are those that stay
	var data part          // `data`, where the contract has none
	var others []part
	var lost bool
	c, next := cuts{from: begin + 1}, 0
	at := space(b, begin+1)
	for b[at] != '}' {
		p := part{from: at}
		at = quoted(b, at)
		p.name = b[p.from+1 : at-1]
		p.value = space(b, space(b, at)+1)
		i := n.index(p.name, next)
		switch {
		case i >= 0:
			seen |= 1 << i
			next = i + 1
			stays := true
			if p.end = nodes[n.members[i].node].simple(b, p.value); p.end == 0 {
				p.end, stays = r.member(&n.members[i], p, &lost)
			}
			if !stays {
				c.due = true
			} else {
				known |= 1 << i
				c.keep(r, p.from, p.end)
			}
			if n.members[i].beside || n.members[i].sibling {
				others = append(others, p)
			}
		case n.items != 0:
			m := member{node: n.items}
			var stays bool
			if p.end, stays = r.member(&m, p, &lost); !stays {
				c.due = true
			} else {
				c.keep(r, p.from, p.end)
			}
		default:
			p.end = skip(b, p.value)
			c.keep(r, p.from, p.end)
			if string(p.name) == "data" {
				data = p
			} else if n.more {
				others = append(others, p)
			}
		}
		if at = space(b, p.end); b[at] == ',' {
			at = space(b, at+1)
		}
	}
	last := at
	if known == 0 {
		switch own := n.member("data"); {
		case data.end > 0:
			r.back(start)
			return last + 1, r.unwrap(schema, begin, data.value, last+1)
		case own != nil && nodes[own.node].kind == object && nodes[own.node].fits(parts(b, begin)):
			r.back(start)
			return last + 1, r.wrap(n, own, begin)
		}
	}
	if n.more && others != nil {
		if again, name := r.gathered(n, begin, others); again != nil {
			r.back(start)
			r.about(name, Rewritten, "what is beside it", "")
			return last + 1, r.substitute(schema, begin, last+1, again)
		}
	}
	c.close(r, last)
	if r.depth == 1 && r.o.Whole != nil {
		r.siblings(n, others, &c, last)
	}
	if n.needs&^seen != 0 {
		r.missing(n, seen, &c, last, &lost)
	}
	if lost {
		r.back(start)
		return last + 1, bad
	}
	return last + 1, good
}

// simple returns the end of the value that begins at an index if it is no object or list and conforms; 0 otherwise.
func (n *node) simple(b []byte, at int) int {
	switch c := b[at]; n.kind {
	case number:
		if c == '-' || c-'0' <= 9 {
			return scalar(b, at)
		}
	case boolean:
		if c == 't' || c == 'f' {
			return scalar(b, at)
		}
	case id:
		if c == '-' || c-'0' <= 9 {
			return scalar(b, at)
		}
		if c == '"' && b[at+1] != '"' {
			return quoted(b, at)
		}
	case text:
		if c == '"' {
			if end := quoted(b, at); n.conforms(b[at+1 : end-1]) {
				return end
			}
		}
	}
	return 0
}

// index finds a member by its name. next is where it is in objects whose members are in the order of the contract.
func (n *node) index(name []byte, next int) int {
	if next < len(n.members) && n.members[next].name == string(name) {
		return next
	}
	for i := range n.members {
		if n.members[i].name == string(name) {
			return i
		}
	}
	return -1
}

// member reads a member of an object. stays is false if it must be cut; lost is set if the object can't be read without it.
func (r *reader) member(m *member, p part, lost *bool) (end int, stays bool) {
	n := &nodes[m.node]
	r.path = append(r.path, step{name: p.name})
	end, stays = r.inside(m, n, p, lost)
	r.path = r.path[:len(r.path)-1]
	return end, stays
}

// inside is member, with the path of the member.
func (r *reader) inside(m *member, n *node, p part, lost *bool) (end int, stays bool) {
	before := r.mark()
	if nothing := r.b[p.value] == 'n' && !n.null && n.kind != anything; nothing && !m.required || m.beside && r.b[p.value] != '{' {
		end = skip(r.b, p.value)
		r.note(LeftOut, p.value, end, "", n.due())
		return end, false
	}
	end, out := r.value(m.node, p.value)
	switch {
	case out == good, out == unknown && !m.vital():
		return end, true
	case !m.required && n.words == nil:
		r.back(before)
		r.note(LeftOut, p.value, end, "", n.due())
		return end, false
	case m.vital():
		*lost, r.lack = true, m.name
		return end, true
	}
	r.back(before)
	if with := m.node.nothing(); with != "" {
		r.replace(p.value, end, with)
	} else {
		r.note(Unread, p.value, end, "", n.due())
	}
	return end, true
}

// nothing is what stands for a value that is missing; "" if there is no such value.
func (schema Schema) nothing() string {
	n := &nodes[schema]
	switch {
	case n.null:
		return "null"
	case n.kind == list:
		return "[]"
	case n.kind == number && n.none != "":
		return n.none
	case n.kind == number:
		return "null"
	case n.kind == text && n.words == nil && n.form <= setting:
		return `""`
	case n.kind != object:
		return ""
	}
	whole := ""
	for i := range n.members {
		m := &n.members[i]
		if !m.required {
			continue
		}
		with := m.node.nothing()
		if with == "" || m.vital() {
			return ""
		}
		whole += `,"` + m.name + `":` + with
	}
	return "{" + whole[min(len(whole), 1):] + "}"
}

// missing tells the required members that an object lacks. Lists, what may be null, and numbers for which null is a number are added.
func (r *reader) missing(n *node, seen uint64, c *cuts, last int, lost *bool) {
	for i := range n.members {
		m := &n.members[i]
		if !m.required || seen&(1<<i) != 0 {
			continue
		}
		switch of := &nodes[m.node]; {
		case m.vital():
			*lost, r.lack = true, m.name
		case of.kind == list, of.none != "", of.null:
			with := m.node.nothing()
			r.add(c, last, m.name, with)
			r.about(m.name, Rewritten, with, "")
		case of.kind == number:
			r.about(m.name, Unknown, "", of.due())
		default:
			r.about(m.name, Unread, "", of.due())
		}
	}
}

// about adds a note about a member that an object lacks.
func (r *reader) about(name string, kind Kind, read, due string) {
	r.path = append(r.path, step{name: []byte(name)})
	r.note(kind, 0, 0, read, due)
	r.path = r.path[:len(r.path)-1]
}

// add adds a member to the end of an object.
func (r *reader) add(c *cuts, last int, name, value string) {
	comma := ","
	if !c.kept {
		comma = ""
	}
	c.kept = true
	r.edit(last, last, comma+`"`+name+`":`+value)
}

// siblings adds to the response what is beside its `data`.
func (r *reader) siblings(n *node, known []part, c *cuts, last int) {
	for i := range n.members {
		m := &n.members[i]
		if !m.sibling {
			continue
		}
		at := rawjson.Find(r.o.Whole, m.name)
		own := named(known, m.name)
		if !at.Found() || r.o.Whole[at.Start] != '"' || own != nil && r.b[own.value] != 'n' {
			continue
		}
		value := string(at.Of(r.o.Whole))
		if own != nil {
			r.edit(own.value, own.end, value)
		} else {
			r.add(c, last, m.name, value)
		}
		r.about(m.name, Rewritten, value+" beside data", "")
	}
}

// unwrap reads the content of an envelope that is in place of a value.
func (r *reader) unwrap(schema Schema, begin, at, end int) outcome {
	r.rewritten(begin, end, "its data")
	r.edit(begin, at, "")
	r.path = append(r.path, step{name: []byte("data")})
	last, out := r.value(schema, at)
	r.path = r.path[:len(r.path)-1]
	r.edit(last, end, "")
	return out
}

// wrap reads the content of an object with an own `data` that is in place of it.
func (r *reader) wrap(n *node, own *member, at int) outcome {
	end := skip(r.b, at)
	r.rewritten(at, end, "the content of data")
	r.edit(at, at, `{"data":`)
	_, out := r.value(own.node, at)
	var lost bool
	r.missing(n, 1<<n.index([]byte(own.name), 0), &cuts{kept: true}, end, &lost)
	r.edit(end, end, "}")
	return out
}

// gathered returns an object with the members in it that are beside it or have another name, nil if there are none.
func (r *reader) gathered(n *node, begin int, others []part) (with []byte, name string) {
	for i := range n.members {
		m := &n.members[i]
		own := named(others, m.name)
		var moved []part
		switch {
		case m.beside:
			inner := &nodes[m.node]
			var has []part
			if own != nil && r.b[own.value] == '{' {
				has = parts(r.b, own.value)
			}
			for _, p := range others {
				if inner.called(p.name) && n.member(string(p.name)) == nil && named(has, string(p.name)) == nil && r.b[p.value] != 'n' {
					moved = append(moved, p)
				}
			}
			if len(moved) == 0 {
				continue
			}
			return r.joined(begin, m.name, own, slices.Concat(has, moved)), m.name
		case m.also != nil && named(parts(r.b, begin), m.name) == nil:
			for _, p := range others {
				if slices.Contains(m.also, string(p.name)) {
					value := r.b[p.value:p.end]
					return slices.Concat(r.b[begin:skip(r.b, begin)-1], []byte(`,"`+m.name+`":`), value, []byte("}")), m.name
				}
			}
		}
	}
	return nil, ""
}

// called reports whether an object has a member with a name, or another name of one.
func (n *node) called(name []byte) bool {
	return slices.ContainsFunc(n.members, func(m member) bool { return m.name == string(name) || slices.Contains(m.also, string(name)) })
}

// joined is the object that begins at an index with a member that has some parts; own is the member so far.
func (r *reader) joined(begin int, name string, own *part, inner []part) []byte {
	out := []byte("{")
	for _, p := range parts(r.b, begin) {
		if own == nil || p.from != own.from {
			out = append(append(out, r.b[p.from:p.end]...), ',')
		}
	}
	out = append(out, `"`+name+`":{`...)
	for i, p := range inner {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, r.b[p.from:p.end]...)
	}
	return append(out, "}}"...)
}

// substitute reads another text in place of a value.
func (r *reader) substitute(schema Schema, start, end int, with []byte) outcome {
	inner := &reader{state: r.state, b: with}
	_, out := inner.value(schema, space(with, 0))
	if out == good {
		r.edit(start, end, string(inner.result()))
	}
	return out
}
