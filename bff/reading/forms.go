package reading

import (
	"bytes"
	"slices"
	"strings"

	"tablefront/bff/langtag"
	"tablefront/bff/rawjson"
)

// toObject reads what is in place of an object.
func (r *reader) toObject(schema Schema, at int) (end int, out outcome) {
	n := &nodes[schema]
	end = skip(r.b, at)
	switch c := r.b[at]; {
	case n.days && c == '[':
		return end, r.listOfDays(schema, at, end)
	case n.ranges && (c == '[' || c == '"'):
		return end, r.toRange(at, end)
	case c == '[':
		own := n.member("data")
		empty := r.b[space(r.b, at+1)] == ']'
		switch {
		case own != nil && nodes[own.node].kind == list:
			return end, r.wrap(n, own, at)
		case empty && schema.nothing() == "{}":
			r.rewritten(at, end, "{}")
			return end, r.substitute(schema, at, end, []byte("{}"))
		}
		return end, bad
	}
	// A text, or a number, where one text is required.
	only := n.only()
	value := bytes.TrimSpace(r.b[at:end])
	if only == nil || value[0] == 'n' || value[0] == 'f' || value[0] == 't' || string(value) == `""` {
		return end, bad
	}
	r.rewritten(at, end, only.name)
	return end, r.substitute(schema, at, end, slices.Concat([]byte(`{"`+only.name+`":`), value, []byte("}")))
}

// only returns the one member that an object requires if it is a text, otherwise nil.
func (n *node) only() (only *member) {
	for i := range n.members {
		if m := &n.members[i]; m.required {
			if only != nil || nodes[m.node].kind != text {
				return nil
			}
			only = m
		}
	}
	return only
}

// fits reports whether an object may be one with the members of a node.
func (n *node) fits(list []part) bool {
	if n.days {
		return slices.ContainsFunc(list, func(p part) bool { return dayOf(string(p.name)) >= 0 })
	}
	vital := slices.ContainsFunc(n.members, func(m member) bool { return m.vital() })
	for i := range n.members {
		if m := &n.members[i]; (m.vital() || !vital && m.required) && !slices.ContainsFunc(list, func(p part) bool { return m.called(p.name) }) {
			return false
		}
	}
	return n.kind == object && n.knows(list)
}

// toList reads what is in place of a list.
func (r *reader) toList(schema Schema, at int) (end int, out outcome) {
	n := &nodes[schema]
	end = skip(r.b, at)
	items := &nodes[n.items]
	switch r.b[at] {
	case 'n', 'f':
		r.replace(at, end, "[]")
		return end, good
	case '"':
		value, _ := rawjson.Unquote(r.b[at:end])
		value = strings.TrimSpace(value)
		switch {
		case strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{"):
			if _, _, err := rawjson.Read([]byte(value)); err != nil {
				return end, bad
			}
			r.rewritten(at, end, "the JSON in the text")
			return end, r.substitute(schema, at, end, []byte(value))
		case items.ranges:
			return end, r.textOfRanges(at, end, value)
		case items.kind == text && items.form != clock && value != "":
			r.rewritten(at, end, "a list of one")
			return end, r.substitute(schema, at, end, slices.Concat([]byte("["), r.b[at:end], []byte("]")))
		}
	case '{':
		return end, r.objectToList(schema, at, end)
	}
	return end, bad
}

// objectToList reads an object in place of a list: one element, an envelope, or the elements by index or id.
func (r *reader) objectToList(schema Schema, at, end int) outcome {
	n := &nodes[schema]
	items := &nodes[n.items]
	members := parts(r.b, at)
	data := named(members, "data")
	switch {
	case items.fits(members), items.kind == text && items.form == plain && named(members, "name") != nil:
		r.rewritten(at, end, "a list of one")
		r.edit(at, at, "[")
		_, out := r.value(n.items, at)
		r.edit(end, end, "]")
		return out
	case data != nil && (r.b[data.value] == '[' || r.b[data.value] == '{' || len(members) == 1):
		return r.unwrap(schema, at, data.value, end)
	}
	out, read := good, 0
	r.rewritten(at, end, "a list of its values")
	r.edit(at, at+1, "[")
	c := cuts{from: at + 1}
	for _, p := range members {
		before := r.mark()
		r.lack = ""
		r.path = append(r.path, step{name: p.name})
		element := bad
		if items.kind != object || items.ranges || r.b[p.value] == '{' {
			_, element = r.value(n.items, p.value)
		}
		if element == bad {
			r.back(before)
			r.note(LeftOut, p.value, p.end, "", r.element(n.items))
			if n.whole && r.b[p.value] != 'n' {
				out = bad
			}
			c.due = true
		} else {
			read++
			r.edit(p.from, p.value, "")
			c.keep(r, p.from, p.end)
		}
		r.path = r.path[:len(r.path)-1]
	}
	c.close(r, end-1)
	r.edit(end-1, end, "]")
	if read == 0 && len(members) > 0 {
		return bad
	}
	return out
}

// scalar reads what is in place of a number, a text, a boolean or an id.
func (r *reader) scalar(n *node, at, end int) outcome {
	raw := r.b[at:end]
	value, isText := rawjson.Unquote(raw)
	switch n.kind {
	case number:
		with := ""
		switch {
		case isText && strings.TrimSpace(value) == "" || raw[0] == 'n':
			with = n.none
		case isText:
			with, _ = n.decimal(value)
		}
		if with == "" {
			with = unknownNumber
			if n.none != "" {
				with = unknownText
			}
			if string(raw) != with {
				r.edit(at, end, with)
			}
			r.note(Unknown, at, end, with, n.due())
			return unknown
		}
		r.replace(at, end, with)
		return good
	case boolean:
		if !isText {
			value = string(raw)
		}
		with, known := booleans[strings.ToLower(strings.TrimSpace(value))]
		if !known || raw[0] == 'n' {
			return bad
		}
		r.replace(at, end, with)
		return good
	case id:
		if raw[0] != '-' && raw[0]-'0' > 9 {
			return bad
		}
		r.replace(at, end, `"`+string(raw)+`"`) // a browser's number can't hold it
		return good
	case text:
		with, ok := r.asText(n, raw, value, isText)
		if !ok {
			return bad
		}
		r.replace(at, end, string(rawjson.Quote(with)))
		return good
	}
	return bad
}

// What a number is in the result if it can't be read; the text is used where null has a meaning of its own.
const (
	unknownNumber = "null"
	unknownText   = `"unknown"`
)

var booleans = map[string]string{"0": "false", "1": "true", "false": "false", "true": "true", "off": "false", "on": "true", "no": "false", "yes": "true"}

// IsOff reports whether a text is one of those for false.
func IsOff(text string) bool { return booleans[strings.ToLower(strings.TrimSpace(text))] == "false" }

// asText reads what is in place of a text.
func (r *reader) asText(n *node, raw []byte, value string, isText bool) (string, bool) {
	c := raw[0]
	if c == '{' {
		if of, ok := r.inLanguage(raw); ok {
			value, isText = of, true
		} else if n.form == plain {
			value, isText = r.nameIn(raw)
		}
	}
	switch {
	case n.form == dateTime:
		return readTime(raw, value, isText, r.o.Zone)
	case n.form == clock || n.form == endClock:
		return readClock(value, n.form == endClock)
	case n.words != nil:
		return n.word(value)
	case n.form == address && !isText:
		return addressIn(raw)
	case isText:
		return n.read(value), true
	case c == '-' || c-'0' <= 9:
		return string(raw), true
	case n.form == setting && c == 't':
		return "1", true
	case n.form == setting && c == 'f':
		return "0", true
	case n.form == setting && c == '[':
		return settingList(raw), true
	case n.form == setting && c == '{':
		return string(raw), true
	}
	return "", false
}

// addressIn returns the address that is the only element of a list, or the only member `href` of an object. Anything else that is not empty becomes a
// text that no browser may open: an order that may have to be paid must not look paid.
func addressIn(raw []byte) (string, bool) {
	switch string(raw) {
	case "null", "false", "[]", "{}":
		return "", false
	}
	if raw[0] == '[' || raw[0] == '{' {
		if list := parts(raw, 0); len(list) == 1 && (list[0].name == nil || string(list[0].name) == "href") {
			if only, isText := rawjson.Unquote(raw[list[0].value:list[0].end]); isText {
				return only, true
			}
		}
	}
	return string(raw), true
}

// nameIn returns the name of an object that is in place of it, or the address and extras of a saved address.
func (r *reader) nameIn(raw []byte) (string, bool) {
	list := parts(raw, 0)
	if data := named(list, "data"); data != nil && raw[data.value] == '{' {
		return r.nameIn(raw[data.value:data.end])
	}
	var words []string
	for _, member := range [...]string{"name", "address", "extras"} {
		p := named(list, member)
		if p == nil {
			continue
		}
		word, isText := rawjson.Unquote(raw[p.value:p.end])
		if !isText && raw[p.value] == '{' {
			word, _ = r.inLanguage(raw[p.value:p.end])
		}
		if word != "" {
			words = append(words, word)
		}
		if member == "name" {
			break
		}
	}
	return strings.Join(words, ", "), len(words) > 0
}

// settingList is the value of a setting that is a list: its elements with commas, or the list as JSON if they are not all
// scalars.
func settingList(raw []byte) string {
	var elements []string
	for _, p := range parts(raw, 0) {
		element := raw[p.value:p.end]
		if element[0] == '{' || element[0] == '[' {
			return string(raw)
		}
		value, isText := rawjson.Unquote(element)
		if !isText {
			value = string(element)
		}
		elements = append(elements, value)
	}
	return strings.Join(elements, ",")
}

// word reads one of some words in another case, or another one for it.
func (n *node) word(value string) (string, bool) {
	same := strings.NewReplacer("-", "_", " ", "_").Replace(strings.TrimSpace(value))
	for _, w := range n.words {
		if strings.EqualFold(w, same) {
			return w, true
		}
	}
	for i := 0; i+1 < len(n.also); i += 2 {
		if strings.EqualFold(n.also[i], same) {
			return n.also[i+1], true
		}
	}
	return "", false
}

// inLanguage returns the text of an object that has it by language: that of the wanted language, or else the first one.
func (r *reader) inLanguage(raw []byte) (string, bool) {
	var found string
	rank := 0
	list := parts(raw, 0)
	for _, p := range list {
		name := strings.ReplaceAll(string(p.name), "_", "-")
		base, _, _ := strings.Cut(name, "-")
		wanted, _, _ := strings.Cut(r.o.Lang, "-")
		value, isText := rawjson.Unquote(raw[p.value:p.end])
		if !langtag.Valid(name) || !isText && raw[p.value] != 'n' || len(base) > 2 && !strings.EqualFold(base, wanted) {
			return "", false
		}
		of := 1
		switch {
		case value == "":
			of = 0
		case strings.EqualFold(name, r.o.Lang):
			of = 3
		case strings.EqualFold(base, wanted):
			of = 2
		}
		if of > rank {
			found, rank = value, of
		}
	}
	return found, len(list) > 0
}
