package reading

import (
	"bytes"
	"slices"

	"tablefront/bff/rawjson"
)

// The functions of this file read the members of objects: those that can't be read, are missing, have another name, or are beside the object
// or in an envelope in its place.

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
	nothing := r.b[p.value] == 'n' && !n.null && n.kind != anything || n.vague && bytes.HasPrefix(r.b[p.value:], []byte(`""`))
	if nothing && !m.required || m.beside && r.b[p.value] != '{' {
		end = skip(r.b, p.value)
		r.lost(p.value, end, "nothing", n.due())
		return end, false
	}
	end, out := r.value(m.node, p.value)
	switch {
	case out == unknown && !m.required && n.form != count, out == bad && n.vague:
		r.back(before)
		if string(r.b[p.value:end]) != unknownText {
			r.edit(p.value, end, unknownText)
		}
		r.note(Unknown, p.value, end, unknownText, n.due())
		return end, true
	case out == good, out == unknown && m.required && !m.vital():
		return end, true
	case !m.required && n.words == nil:
		r.back(before)
		r.lost(p.value, end, "nothing", n.due())
		return end, false
	case m.vital():
		*lost, r.lack = true, m.name
		return end, true
	}
	r.back(before)
	if with := m.node.nothing(); with != "" {
		r.edit(p.value, end, with)
		r.lost(p.value, end, with, n.due())
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
	case n.kind == number:
		return n.none
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
		case of.none != "", of.null:
			r.add(c, last, m.name, m.node.nothing())
			r.about(m.name, Rewritten, m.node.nothing(), "")
		case of.kind == list:
			r.add(c, last, m.name, m.node.nothing())
			r.about(m.name, LeftOut, m.node.nothing(), of.due())
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
		if !at.Found() || own != nil && r.b[own.value] != 'n' && string(r.b[own.value:own.end]) != `""` {
			continue
		}
		before, beside := r.mark(), &reader{state: r.state, b: at.Of(r.o.Whole)}
		_, out := beside.value(m.node, 0)
		value := string(beside.result())
		if out != good || value == "null" || value == `""` {
			r.back(before)
			continue
		}
		if own != nil {
			r.edit(own.value, own.end, value)
		} else {
			r.add(c, last, m.name, value)
		}
		r.about(m.name, Rewritten, value+" beside data", "")
	}
}

// besideData reports whether a whole body has beside `data` what is a member of the response.
func (schema Schema) besideData(whole []byte) bool {
	return slices.ContainsFunc(nodes[schema].members, func(m member) bool {
		at := rawjson.Find(whole, m.name)
		return m.sibling && at.Found() && whole[at.Start] != 'n'
	})
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
	seen := uint64(1) << n.index([]byte(own.name), 0)
	if meta := n.index([]byte("meta"), 1); meta >= 0 {
		if value := r.metaBesideData(n.members[meta].node); value != "" {
			r.edit(end, end, `,"meta":`+value)
			r.about("meta", Rewritten, "what is beside data", "")
			seen |= 1 << meta
		}
	}
	r.missing(n, seen, &cuts{kept: true}, end, &lost)
	r.edit(end, end, "}")
	return out
}

// metaBesideData reads what is beside the `data` of the whole body as its `meta`; "" if it is none.
func (r *reader) metaBesideData(schema Schema) string {
	all, _ := rawjson.Members(r.o.Whole) // none of a list
	data := rawjson.Cut(all, func(m rawjson.Member) bool { return m.Name == "data" })
	if len(data) == 0 || len(data) == len(all) {
		return ""
	}
	before, beside := r.mark(), &reader{state: r.state, b: rawjson.Apply(r.o.Whole, data...)}
	beside.path = append(beside.path, step{name: []byte("meta")})
	_, out := beside.value(schema, space(beside.b, 0))
	beside.path = beside.path[:len(beside.path)-1]
	if out != good || slices.ContainsFunc(r.notes[before.notes:], func(n Note) bool { return n.Kind != Rewritten }) {
		r.back(before)
		return ""
	}
	return string(bytes.TrimSpace(beside.result()))
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
	return slices.ContainsFunc(n.members, func(m member) bool { return m.called(name) })
}

// called reports whether it is the name of a member, or another one of it.
func (m *member) called(name []byte) bool {
	return m.name == string(name) || slices.Contains(m.also, string(name))
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
