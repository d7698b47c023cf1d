package check

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"tablefront/bff/envelope"
	"tablefront/bff/reading"
	"tablefront/contracts"
)

// contract is contracts/openapi.yaml, parsed for validation.
type contract struct {
	doc        *openapi3.T
	operations []*operation // in the order of the file, which is docs/specification.md section 7's
}

// operation is one call.
type operation struct {
	*openapi3.Operation
	method, path string
}

var readContract = sync.OnceValue(func() *contract {
	loader := openapi3.NewLoader()
	loader.IncludeOrigin = true
	doc, err := loader.LoadFromData(contracts.OpenAPI)
	if err != nil {
		panic(err) // the file is embedded, and every test reads it
	}
	c := &contract{doc: doc}
	for path, item := range doc.Paths.Map() {
		for method := range item.Operations() {
			c.operations = append(c.operations, c.operation(method, path))
		}
	}
	slices.SortFunc(c.operations, func(a, b *operation) int { return a.Origin.Key.Line - b.Origin.Key.Line })
	return c
})

func (c *contract) operation(method, path string) *operation {
	return &operation{c.doc.Paths.Value(path).GetOperation(method), method, path}
}

func (c *contract) schema(name string) *openapi3.Schema { return c.doc.Components.Schemas[name].Value }

// String names the call as docs/specification.md section 7 does.
func (o *operation) String() string { return o.method + " " + strings.TrimPrefix(o.path, "/") }

// auth is none, optional or required.
func (o *operation) auth() string { return text(o.Extensions["x-auth"]) }

// required reports whether the shop can't open or take an order without the call.
func (o *operation) required() bool { return o.Extensions["x-required"] == true }

// schema returns the schema of a response's body, nil where the contract leaves it open.
func (o *operation) schema(status int) *openapi3.Schema {
	if res := o.Responses.Value(strconv.Itoa(status)); res != nil {
		if media := res.Value.Content.Get("application/json"); media != nil && media.Schema.Value.Type != nil {
			return media.Schema.Value
		}
	}
	return nil
}

// judge validates an upstream's success against the contract: status, content type, envelope, schema. value is what the browser would
// get, read are the values that the shop has to read because they do not have the contract's form. What is left after the reading are
// deviations.
func (o *operation) judge(a *answer, by reading.Options) (value any, read []reading.Note, deviations []Deviation) {
	if !a.success() {
		return nil, nil, nil
	}
	schema := o.schema(a.StatusCode)
	if o.Responses.Value(strconv.Itoa(a.StatusCode)) == nil {
		codes := slices.DeleteFunc(o.Responses.Keys(), func(code string) bool { return code[0] != '2' })
		deviations = append(deviations, Deviation{"status", strings.Join(codes, " or "), strconv.Itoa(a.StatusCode)})
		schema = o.schema(http.StatusOK)
	}
	if a.StatusCode == http.StatusNoContent || len(bytes.TrimSpace(a.body)) == 0 {
		if schema != nil {
			deviations = append(deviations, Deviation{"$", "a body", "nothing"})
		}
		return nil, nil, deviations
	}
	var whole any
	if json.Unmarshal(a.body, &whole) != nil {
		return nil, nil, append(deviations, Deviation{"$", "JSON", shorten(string(a.body))})
	}
	if kind := a.Header.Get("Content-Type"); !strings.Contains(strings.ToLower(kind), "json") {
		deviations = append(deviations, Deviation{"Content-Type", "application/json", kind})
	}
	value, at, enveloped := o.unwrap(whole)
	if enveloped != nil {
		deviations = append(deviations, *enveloped)
	}
	inner, err := envelope.Unwrap(a.body)
	if schema == nil || err != nil || o.Extensions["x-envelope"] == "json-string" {
		if schema != nil && enveloped == nil {
			deviations = append(deviations, against(schema, value, at)...)
		}
		return value, nil, deviations
	}
	if at = "$"; len(inner) < len(a.body) {
		at = "$.data"
	}
	by.Whole = a.body
	inner, read = reading.Read(reading.Of(o.String()), inner, by)
	got := map[string]string{}
	for i := range read {
		read[i].Path = at + read[i].Path[1:]
		got[read[i].Path] = read[i].Got
	}
	if value, err = decoded(inner); err != nil {
		return nil, nil, append(deviations, Deviation{"$", "JSON", shorten(string(inner))})
	}
	if o.Extensions["x-envelope"] != "data-meta" { // any call may have meta
		if object, ok := value.(map[string]any); ok && object["data"] != nil && object["meta"] != nil {
			value, at = object["data"], "$.data"
		}
	}
	for _, d := range against(schema, value, at) {
		if came, ok := got[d.Path]; ok {
			d.Got = shorten(came)
		}
		deviations = append(deviations, d)
	}
	return value, read, deviations
}

func decoded(raw []byte) (value any, err error) {
	err = json.Unmarshal(raw, &value)
	return value, err
}

// unwrap removes the upstream's envelope (docs/wire.md section 1). at is the JSON path of the value in the body.
func (o *operation) unwrap(whole any) (value any, at string, wrong *Deviation) {
	object, _ := whole.(map[string]any)
	data, hasData := object["data"]
	_, hasMeta := object["meta"]
	written, isText := data.(string)
	switch envelope := o.Extensions["x-envelope"]; {
	case envelope == "data-meta" && hasData && hasMeta:
		return whole, "$", nil
	case envelope == "data-meta":
		return whole, "$", &Deviation{"$", `{"data": …, "meta": …}`, outline(whole)}
	case !hasData:
		return whole, "$", &Deviation{"$", `{"data": …}`, outline(whole)}
	case envelope == "json-string" && isText: // an object is accepted as well
		if json.Unmarshal([]byte(written), &value) != nil {
			return nil, "$.data", &Deviation{"$.data", "a text that holds JSON", shorten(written)}
		}
		return value, "$.data (the JSON in the text)", nil
	}
	return data, "$.data", nil // the shop accepts meta anywhere
}

// judgeRefusal compares a response with the statuses of which one is expected.
func (c *contract) judgeRefusal(a *answer, expected []int) []Deviation {
	var v map[string]any
	switch {
	case !slices.Contains(expected, a.StatusCode):
		text := strings.Trim(strings.ReplaceAll(fmt.Sprint(expected), " ", " or "), "[]")
		return []Deviation{{"status", text, strconv.Itoa(a.StatusCode) + " " + a.message()}}
	case a.StatusCode != http.StatusUnprocessableEntity:
		return nil
	case json.Unmarshal(a.body, &v) != nil:
		return []Deviation{{"$", "JSON", shorten(string(a.body))}}
	}
	for _, form := range []string{"errors", "violations", "error", "detail", "title"} { // the shop reads these as well
		if v[form] != nil && v["data"] == nil {
			return nil
		}
	}
	return against(c.schema("FieldErrors"), v, "$")
}

// against lists where a value deviates from its schema. at is the JSON path of the value itself.
func against(schema *openapi3.Schema, value any, at string) []Deviation {
	seen := map[string]bool{}
	out := slices.DeleteFunc(worded(schema.VisitJSON(value, openapi3.MultiErrors()), at), func(d Deviation) bool {
		again := seen[d.Path+d.Expected]
		seen[d.Path+d.Expected] = true
		return again
	})
	return out[:min(len(out), 20)]
}

func worded(err error, at string) (out []Deviation) {
	switch e := err.(type) { //nolint:errorlint // the library's own values
	case nil:
	case openapi3.MultiError:
		for _, one := range e {
			out = append(out, worded(one, at)...)
		}
	case *openapi3.SchemaError:
		if inner, ok := e.Origin.(openapi3.MultiError); ok && len(inner) > 0 { //nolint:errorlint // as above
			return worded(inner, at)
		}
		for _, part := range e.JSONPointer() {
			if _, err := strconv.Atoi(part); err == nil {
				at += "[" + part + "]"
			} else if part != "" {
				at += "." + part
			}
		}
		out = append(out, Deviation{at, expected(e), outline(e.Value)})
	default:
		out = append(out, Deviation{at, "what the contract says", shorten(err.Error())})
	}
	return out
}

func expected(e *openapi3.SchemaError) string {
	text := shorten(e.Reason)
	if (e.SchemaField == "type" || e.SchemaField == "nullable") && e.Schema.Type != nil {
		text = strings.Join(*e.Schema.Type, " or ")
	}
	if e.Schema.Description != "" {
		text += " (" + shorten(e.Schema.Description) + ")"
	}
	return text
}

// outline describes a value in a few words.
func outline(v any) string {
	switch t := v.(type) {
	case nil:
		return "null"
	case map[string]any:
		if len(t) == 0 {
			return "an empty object"
		}
		return shorten("an object with " + strings.Join(slices.Sorted(maps.Keys(t)), ", "))
	case []any:
		return fmt.Sprintf("a list of %d", len(t))
	}
	b, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprintf("%T", v)
	}
	return shorten(string(b))
}
