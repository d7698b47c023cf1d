package reading

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"tablefront/bff/rawjson"
)

var weekdays = []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

// dayOf returns the index of a day by its name in any case, at least two letters of it, or its number from 1; -1 for none.
func dayOf(name string) int {
	name = strings.ToLower(strings.TrimSuffix(strings.TrimSpace(name), "."))
	if n, err := strconv.Atoi(name); err == nil && n >= 1 && n <= 7 && len(name) == 1 {
		return n - 1
	}
	return slices.IndexFunc(weekdays, func(day string) bool { return len(name) >= 2 && strings.HasPrefix(day, name) })
}

// week reads the opening hours of a week.
func (r *reader) week(schema Schema, begin int) (end int, out outcome) {
	n := &nodes[schema]
	end = skip(r.b, begin)
	members := parts(r.b, begin)
	if data := named(members, "data"); data != nil && !n.fits(members) {
		return end, r.unwrap(schema, begin, data.value, end)
	}
	start := r.mark()
	fromZero := named(members, "0") != nil // so 7 would be another day, or none
	c := cuts{from: begin + 1}
	var seen [7]bool
	for _, p := range members {
		day := dayOf(string(p.name))
		if day < 0 || fromZero && len(p.name) == 1 || seen[day] {
			c.keep(r, p.from, p.end)
			continue
		}
		var lost bool
		if r.b[p.value] == '{' && n.times().sayClosed(parts(r.b, p.value), r.b) {
			r.replace(p.value, p.end, "[]")
		} else if _, stays := r.member(&member{name: weekdays[day], node: n.members[day].node}, p, &lost); !stays {
			c.due = true
			continue
		}
		seen[day] = true
		c.keep(r, p.from, p.end)
		if weekdays[day] != string(p.name) {
			r.path = append(r.path, step{name: p.name})
			r.replace(p.from, p.from+len(p.name)+len(`""`), `"`+weekdays[day]+`"`)
			r.path = r.path[:len(r.path)-1]
		}
	}
	c.close(r, end-1)
	if fromZero && !slices.Contains(seen[:], true) {
		r.back(start)
		return end, bad
	}
	r.join(start, begin, end)
	return end, good
}

// times is the node of a range of the week.
func (n *node) times() *node { return &nodes[nodes[n.members[0].node].items] }

// listOfDays reads a list of days that say which they are, or of seven from Monday.
func (r *reader) listOfDays(schema Schema, at, end int) outcome {
	n := &nodes[schema]
	days := parts(r.b, at)
	if week := n.times().rowsByDay(days, r.b); week != nil {
		r.rewritten(at, end, "the days by what they say")
		return r.substitute(schema, at, end, week)
	}
	if len(days) != len(weekdays) || isLabelled(n.times(), r.b, at) {
		return bad
	}
	r.rewritten(at, end, "the days from monday")
	start := r.mark()
	r.edit(at, at+1, "{")
	c := cuts{from: at + 1}
	for i, p := range days {
		var lost bool
		p.name = []byte(weekdays[i])
		before := len(r.edits)
		r.edit(p.value, p.value, `"`+weekdays[i]+`":`) // before the edits of the day, which may begin at the same index
		if _, stays := r.member(&member{name: weekdays[i], node: n.members[i].node}, p, &lost); !stays {
			r.edits = r.edits[:before]
			c.due = true
			continue
		}
		c.keep(r, p.from, p.end)
	}
	c.close(r, end-1)
	r.edit(end-1, end, "}")
	r.join(start, at, end)
	return good
}

// dayNames are the names, in lower case and without underscores, under which a row says its day.
var dayNames = map[string]bool{"day": true, "weekday": true, "dayofweek": true, "dayname": true, "name": true}

// rowsByDay is the week of a list whose elements say which day they are, as the rows of a table do, with a range or a list of them beside that;
// nil if one does not say it, or by the number 0, which is Sunday or Monday.
func (n *node) rowsByDay(list []part, b []byte) []byte {
	var days [7][]string
	for _, each := range list {
		rows := []part{each}
		if b[each.value] == '[' {
			rows = parts(b, each.value)
		}
		for _, row := range rows {
			if b[row.value] != '{' {
				return nil
			}
			day, ranges, members := -1, []part{row}, parts(b, row.value)
			isRange := n.fits(members)
			for _, p := range members {
				text, _ := rawjson.Unquote(b[p.value:p.end])
				said := dayOf(cmp.Or(text, string(b[p.value:p.end])))
				switch c := b[p.value]; {
				case said >= 0 && dayNames[strings.ToLower(strings.ReplaceAll(string(p.name), "_", ""))]:
					day = said
				case c == '[' && !isRange:
					ranges = parts(b, p.value)
				case c == '{' && !isRange:
					ranges = []part{p}
				}
			}
			if day < 0 {
				return nil
			}
			if days[day] == nil {
				days[day] = []string{}
			}
			if n.sayClosed(members, b) {
				continue
			}
			for _, p := range ranges {
				days[day] = append(days[day], string(b[p.value:p.end]))
			}
		}
	}
	var week []string
	for i, ranges := range days {
		if ranges != nil {
			week = append(week, `"`+weekdays[i]+`":[`+strings.Join(ranges, ",")+"]")
		}
	}
	if week == nil {
		return nil
	}
	return []byte("{" + strings.Join(week, ",") + "}")
}

// sayClosed reports whether the members of a range say that there is none: all of its times are empty, or a switch such as `is_closed` or `isOpen` is
// beside them.
func (n *node) sayClosed(members []part, b []byte) bool {
	given := false
	for _, p := range members {
		name, value, isTime := strings.ToLower(string(p.name)), string(b[p.value:p.end]), n.called(p.name)
		closes, opens := strings.Contains(name, "close"), strings.Contains(name, "open")
		if opens && value == "false" || !isTime && (opens && value == "0" || closes && (value == "true" || value == "1")) {
			return true
		}
		given = given || isTime && value != "null" && value != `""`
	}
	return n.fits(members) && !given
}

// isLabelled reports whether a day in a list, which begins at an index, has a text or a number beside its times:
// it may say another day than the place in the list. times is the node of a range.
func isLabelled(times *node, b []byte, at int) bool {
	if b[at] != '{' && b[at] != '[' {
		return false
	}
	return slices.ContainsFunc(parts(b, at), func(p part) bool {
		switch name := string(p.name); {
		case times.called(p.name):
			return false
		case name == "data", plainDigits(name), p.name == nil:
			return isLabelled(times, b, p.value)
		}
		c := b[p.value]
		return c == '"' || c == '-' || c-'0' <= 9
	})
}

// openRange is a range of the opening hours.
type openRange struct {
	Start, End string
	joined     bool
}

// join makes one of ranges that touch at midnight, since customers read "18:00 to 02:00". start is the mark before the week,
// which begins and ends at the given indexes.
func (r *reader) join(start mark, begin, end int) {
	inner := &reader{state: r.state, b: r.b[begin:end]}
	for _, e := range r.edits[start.edits:] {
		inner.edits = append(inner.edits, rawjson.Edit{At: rawjson.Span{Start: e.At.Start - begin, End: e.At.End - begin}, With: e.With})
	}
	whole := members(inner.result())
	var days [7][]openRange
	touches := false
	for i, name := range weekdays {
		day := whole[name]
		if day == nil {
			continue
		}
		for _, p := range parts(day, 0) {
			times := members(day[p.value:p.end])
			first, _ := rawjson.Unquote(times["start"])
			last, _ := rawjson.Unquote(times["end"])
			days[i] = append(days[i], openRange{Start: first, End: last})
		}
	}
	for i := range days {
		next := days[(i+1)%len(days)]
		for j := range days[i] {
			from := &days[i][j]
			if from.End != "24:00" && from.End != "00:00" || from.Start == "00:00" {
				continue
			}
			for k := range next {
				if to := &next[k]; to.Start == "00:00" && !to.joined && to.End <= from.Start && to.End != "00:00" {
					from.End, to.joined, touches = to.End, true, true
					break
				}
			}
		}
	}
	if !touches {
		return
	}
	out := []byte("{")
	for i, day := range weekdays {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(out, `"`+day+`":[`...)
		for _, each := range slices.DeleteFunc(days[i], func(o openRange) bool { return o.joined }) {
			if !bytes.HasSuffix(out, []byte("[")) {
				out = append(out, ',')
			}
			out = append(out, `{"start":"`+each.Start+`","end":"`+each.End+`"}`...)
		}
		out = append(out, ']')
	}
	r.edits = r.edits[:start.edits]
	r.edit(begin, end, string(append(out, '}')))
	r.rewritten(begin, end, "ranges that touch at midnight as one")
}

// between separates the two times of a range, severally the ranges of a day.
var (
	between   = regexp.MustCompile(`\s*(?:-|–|—|\bto\b|\bbis\b|\buntil\b)\s*`)
	severally = regexp.MustCompile(`\s*(?:[,;/]|\band\b|\bund\b)\s*`)
)

// textOfRanges reads a day's ranges in one text, "11:00-14:00, 17:00-22:30"; an empty one is none.
func (r *reader) textOfRanges(at, end int, value string) outcome {
	var all []string
	for _, each := range severally.Split(value, -1) {
		if each == "" && value == "" {
			break
		}
		one, ok := rangeOf(between.Split(each, -1))
		if !ok {
			return bad
		}
		all = append(all, one)
	}
	r.replace(at, end, "["+strings.Join(all, ",")+"]")
	return good
}

// toRange reads a range as a text, "11:00-22:30", or as a pair of times.
func (r *reader) toRange(at, end int) outcome {
	times, ok := pairOf(r.b, at)
	if value, isText := rawjson.Unquote(r.b[at:end]); isText {
		times, ok = between.Split(strings.TrimSpace(value), -1), true
	}
	if !ok {
		return bad
	}
	one, ok := rangeOf(times)
	if !ok {
		return bad
	}
	r.replace(at, end, one)
	return good
}

// pair reads a list of two times, which is one range of the day.
func (r *reader) pair(at int) bool {
	times, ok := pairOf(r.b, at)
	if !ok {
		return false
	}
	one, ok := rangeOf(times)
	if ok {
		r.replace(at, skip(r.b, at), "["+one+"]")
	}
	return ok
}

// pairOf returns the texts of a list of two.
func pairOf(b []byte, at int) (texts []string, ok bool) {
	if b[at] != '[' {
		return nil, false
	}
	for _, p := range parts(b, at) {
		value, isText := rawjson.Unquote(b[p.value:p.end])
		if !isText {
			return nil, false
		}
		texts = append(texts, value)
	}
	return texts, len(texts) == 2
}

// rangeOf makes a range of two times.
func rangeOf(times []string) (string, bool) {
	if len(times) != 2 {
		return "", false
	}
	first, ok1 := readClock(times[0], false)
	last, ok2 := readClock(times[1], true)
	return `{"start":"` + first + `","end":"` + last + `"}`, ok1 && ok2
}
