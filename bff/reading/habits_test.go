package reading

import (
	"encoding/json"
	"html"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"pgregory.net/rapid"

	"tablefront/bff/envelope"
	"tablefront/contracts"
)

// TestHabits: any mixture of the habits of real backends is read as the same values.
func TestHabits(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(contracts.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	for _, call := range calls {
		if call.name == "GET translations" { // texts by name
			continue
		}
		t.Run(call.name, func(t *testing.T) {
			want := exampleOf(t, doc, call.name)
			o := options(t)
			rapid.Check(t, func(t *rapid.T) {
				w := &writer{t: t, zone: o.Zone}
				inner, o := w.written(call.node, want, o)
				out, notes := Read(call.node, inner, o)
				if nodes[call.node].member("meta") == nil {
					out = envelope.Data(out)
				}
				var got any
				if err := json.Unmarshal(out, &got); err != nil {
					t.Fatal(err)
				}
				if path, same := isIn("$", want, got); !same {
					t.Fatalf("%s is read as %s: %s differs\n%+v", o.Whole, out, path, notes)
				}
				for _, n := range notes {
					if n.Kind != Rewritten {
						t.Fatalf("%s: %+v", o.Whole, n)
					}
				}
			})
		})
	}
}

// TestAnythingAnywhere: with values of any kind anywhere in a response, what is read holds to its rules.
func TestAnythingAnywhere(t *testing.T) {
	doc, err := openapi3.NewLoader().LoadFromData(contracts.OpenAPI)
	if err != nil {
		t.Fatal(err)
	}
	o := options(t)
	for _, call := range calls {
		t.Run(call.name, func(t *testing.T) {
			example, schema := exampleOf(t, doc, call.name), schemaOf(t, doc, call.name)
			rapid.Check(t, func(t *rapid.T) {
				w := &writer{t: t, zone: o.Zone, wild: true}
				inner, o := w.written(call.node, example, o)
				if err := holds(inner, call.node, schema, o); err != nil {
					t.Fatal(err)
				}
			})
		})
	}
}

// writer writes values as real backends do. wild: some are of any kind.
type writer struct {
	t    *rapid.T
	zone *time.Location
	wild bool
}

// wild are values of any kind.
var wild = []any{
	nil, true, 7, -1, 9007199254740993, "", "?", "8,50", "-1,5 %", "1.234",
	[]any{},
	map[string]any{},
	[]any{nil},
	[]any{"11:00", "14:00"},
	map[string]any{"data": nil},
	map[string]any{"data": []any{}},
	map[string]any{"id": 7},
	map[string]any{"name": "A"},
	map[string]any{"de": "A"},
	map[string]any{"1": nil, "2": "B"},
	`[{"id":1}]`, "<p>&amp;amp;</p>",
	map[string]any{"data": map[string]any{"data": 7}},
}

// one draws one of some forms; the first is the contract's, and as likely as all others.
func (w *writer) one(own any, others ...any) any {
	if len(others) == 0 || rapid.Bool().Draw(w.t, "own") {
		return own
	}
	return rapid.SampledFrom(others).Draw(w.t, "form")
}

// written returns a response as it is read: its data, and the options with the whole of it.
func (w *writer) written(schema Schema, v any, o Options) (inner []byte, with Options) {
	body, err := json.Marshal(w.enveloped(schema, v))
	if err != nil {
		w.t.Fatal(err)
	}
	if inner, _, err = envelope.Unwrap(body); err != nil {
		w.t.Fatal(err)
	}
	o.Whole = body
	return inner, o
}

// enveloped writes a whole response.
func (w *writer) enveloped(schema Schema, v any) any {
	n := &nodes[schema]
	if n.member("data") != nil {
		return w.object(n, v.(map[string]any), false)
	}
	v = w.value(schema, v, true)
	return w.one(map[string]any{"data": v}, v, map[string]any{"data": v, "meta": []any{}}, map[string]any{"status": "success", "data": v})
}

// value writes a value. root: it is the response, which has an envelope of its own.
func (w *writer) value(schema Schema, v any, root bool) any {
	n := &nodes[schema]
	if w.wild && rapid.IntRange(0, 9).Draw(w.t, "wild") == 0 {
		return rapid.SampledFrom(wild).Draw(w.t, "anything")
	}
	switch t := v.(type) {
	case nil:
		if n.kind == object && !root {
			return w.one(nil, map[string]any{"data": []any{}}, []any{})
		}
	case map[string]any:
		return w.object(n, t, !root)
	case []any:
		return w.list(n, t, !root)
	case float64:
		if n.kind == number {
			text := strconv.FormatFloat(t, 'f', -1, 64)
			forms := []any{text, strings.Replace(text, ".", ",", 1)}
			switch n.form {
			case money:
				forms = append(forms, text+" €", "EUR "+text)
			case percent:
				forms = append(forms, text+" %", text+"%")
			}
			return w.one(t, forms...)
		}
	case bool:
		if t {
			return w.one(t, 1, "1", "true", "On", "yes")
		}
		return w.one(t, 0, "0", "false", "off", "No")
	case string:
		return w.text(n, t)
	}
	return v
}

func (w *writer) text(n *node, s string) any {
	at, err := time.Parse(time.RFC3339, s)
	switch {
	case n.kind != text:
		return s
	case n.words != nil:
		return w.one(s, strings.ToUpper(s))
	case n.form == dateTime && err == nil:
		at = at.In(w.zone)
		return w.one(s, at.Format(time.DateTime), at.Format("02.01.2006 15:04:05"), at.Unix(), map[string]any{"date": at.Format("2006-01-02 15:04:05.000000"), "timezone_type": 3, "timezone": w.zone.String()})
	case n.form == clock:
		return w.one(s, s+":00", strings.TrimPrefix(s, "0"))
	case n.form == plain && s != "":
		return w.one(s, html.EscapeString(s), "<p>"+s+"</p>", map[string]any{"de": s, "en": "another"})
	}
	return s
}

func (w *writer) list(n *node, list []any, wrapped bool) any {
	out := []any{}
	gaps := map[string]any{}
	for i, e := range list {
		e = w.value(n.items, e, false)
		out = append(out, e)
		gaps[strconv.Itoa(10+i)] = e
	}
	forms := []any{}
	if wrapped {
		forms = append(forms, map[string]any{"data": out}, map[string]any{"data": out, "meta": map[string]any{"total": len(out)}})
	}
	if raw, err := json.Marshal(out); err == nil && len(out) > 0 {
		forms = append(forms, string(raw))
	}
	if items := &nodes[n.items]; items.kind == object && len(list) > 0 {
		forms = append(forms, gaps)
	}
	if len(out) == 0 && wrapped {
		forms = append(forms, nil, map[string]any{})
	}
	return w.one(out, forms...)
}

func (w *writer) object(n *node, of map[string]any, wrapped bool) any {
	out := map[string]any{"created_at": nil, "pivot": map[string]any{"id": 7}}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		m, v := n.member(name), of[name]
		switch {
		case m != nil && m.beside && rapid.Bool().Draw(w.t, "beside"):
			inner, _ := v.(map[string]any)
			for _, name := range slices.Sorted(maps.Keys(inner)) {
				if of[name] == nil {
					out[name] = w.value(nodes[m.node].member(name).node, inner[name], false)
				}
			}
		case m != nil:
			out[name] = w.value(m.node, v, false)
		case n.items != 0:
			out[name] = w.value(n.items, v, false)
		default:
			out[name] = v
		}
	}
	if n.items != 0 || n.days {
		delete(out, "created_at")
		delete(out, "pivot")
	}
	if n.days && rapid.Bool().Draw(w.t, "days") {
		for day := range of {
			out[strings.ToUpper(day[:3])] = out[day]
			delete(out, day)
		}
	}
	switch {
	case n.ranges:
		from, _ := of["start"].(string)
		to, _ := of["end"].(string)
		return w.one(out, []any{from, to}, from+" - "+to, []any{from + ":00", to})
	case n.days && len(of) == 7:
		week := []any{}
		for _, day := range weekdays {
			week = append(week, w.value(n.member(day).node, of[day], false))
		}
		return w.one(out, week, map[string]any{"data": out})
	case wrapped:
		return w.one(out, map[string]any{"data": out})
	}
	return out
}

// isIn reports whether a value has what another has; otherwise where not. Instants are the same to the second.
func isIn(path string, want, got any) (string, bool) {
	switch of := want.(type) {
	case map[string]any:
		have, _ := got.(map[string]any)
		for name, v := range of {
			if where, same := isIn(path+"."+name, v, have[name]); !same {
				return where, false
			}
		}
		return path, have != nil
	case []any:
		have, _ := got.([]any)
		for i := range of {
			if i < len(have) {
				if where, same := isIn(path+"["+strconv.Itoa(i)+"]", of[i], have[i]); !same {
					return where, false
				}
			}
		}
		return path, len(have) == len(of)
	case string:
		have, _ := got.(string)
		at, err1 := time.Parse(time.RFC3339, of)
		other, err2 := time.Parse(time.RFC3339, have)
		return path, of == have || err1 == nil && err2 == nil && at.Equal(other)
	}
	return path, want == got
}
