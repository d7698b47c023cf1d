package reading

import "slices"

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
		return slices.ContainsFunc(n.members, func(m member) bool { return m.called(p.name) && !m.sibling })
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
		r.edit(at, end, "null")
		r.lost(at, end, "null", n.due())
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

// whole reports whether a value is the response, or the `data` that it is for.
func (r *reader) whole() bool {
	return !slices.ContainsFunc(r.path, func(s step) bool { return string(s.name) != "data" })
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
	if broken && (n.whole || !c.kept && (nodes[n.items].ranges || r.whole())) {
		r.back(start)
		r.none = "elements that can be read: " + r.element(n.items)
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
	if n.items != 0 {
		if data := onlyData(r.b, begin); data > 0 {
			end = skip(r.b, begin)
			return end, r.unwrap(schema, begin, data, end)
		}
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
		i, stays := n.index(p.name, next), true
		if i < 0 {
			if p.name = decoded(b[p.from:at]); len(p.name) != at-p.from-2 {
				i = n.index(p.name, next)
			}
		}
		switch {
		case i >= 0:
			seen |= 1 << i
			next = i + 1
			if p.end = nodes[n.members[i].node].simple(b, p.value); p.end == 0 {
				p.end, stays = r.member(&n.members[i], p, &lost)
			}
			if stays {
				known |= 1 << i
			} else {
				seen &^= 1 << i
			}
			if n.members[i].beside || n.members[i].sibling {
				others = append(others, p)
			}
		case n.items != 0:
			p.end, stays = r.member(&member{node: n.items}, p, &lost)
		default:
			p.end = skip(b, p.value)
			if string(p.name) == "data" {
				data = p
			} else if n.more {
				others = append(others, p)
			}
		}
		if stays {
			c.keep(r, p.from, p.end)
		} else {
			c.due = true
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
	if r.o.Whole != nil && r.whole() {
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

// onlyData returns where the object begins that is the `data`, and the only member, of the one that begins at an index; 0 for none.
func onlyData(b []byte, begin int) int {
	at := space(b, begin+1)
	if b[at] == '}' {
		return 0
	}
	end := quoted(b, at)
	if string(decoded(b[at:end])) != "data" {
		return 0
	}
	at = space(b, space(b, end)+1)
	if b[at] != '{' || b[space(b, skip(b, at))] != '}' {
		return 0
	}
	return at
}

// simple returns the end of the value that begins at an index if it is no object or list and conforms; 0 otherwise.
func (n *node) simple(b []byte, at int) int {
	switch c := b[at]; n.kind {
	case number:
		if c == '-' || c-'0' <= 9 {
			if end := scalar(b, at); n.within(b[at:end]) {
				return end
			}
		}
	case boolean:
		if c == 't' || c == 'f' {
			return scalar(b, at)
		}
	case id:
		if c == '-' || c-'0' <= 9 {
			if end := scalar(b, at); n.within(b[at:end]) {
				return end
			}
		} else if c == '"' && b[at+1] != '"' {
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
