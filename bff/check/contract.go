package check

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"tablefront/contracts"
)

// contract is contracts/openapi.yaml, parsed for validation.
type contract struct {
	doc        *openapi3.T
	operations []*operation // in the order of the file, which is docs/specification.md section 7's
	fieldError *openapi3.Schema
	settings   []string          // the keys the shop knows
	without    map[string]string // what the shop does without a key
}

// operation is one call.
type operation struct {
	method, path, envelope, auth string
	answers                      map[int]*openapi3.Schema // of successes; nil schema: no body is due
	required                     bool                     // the shop can't open or take an order without it
	without                      string                   // what the shop does without it
}

// String names the call as docs/specification.md section 7 does.
func (o *operation) String() string { return o.method + " " + strings.TrimPrefix(o.path, "/") }

var readContract = sync.OnceValues(func() (*contract, error) {
	doc, err := openapi3.NewLoader().LoadFromData(contracts.OpenAPI)
	if err != nil {
		return nil, fmt.Errorf("the contract cannot be read: %w", err)
	}
	c := &contract{doc: doc, without: map[string]string{}}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			o := &operation{method: method, path: path, answers: map[int]*openapi3.Schema{}}
			o.envelope, _ = op.Extensions["x-envelope"].(string)
			o.auth, _ = op.Extensions["x-auth"].(string)
			o.required, _ = op.Extensions["x-required"].(bool)
			o.without, _ = op.Extensions["x-without"].(string)
			for code, res := range op.Responses.Map() {
				status, err := strconv.Atoi(code)
				if err != nil || status < 200 || status > 299 {
					continue
				}
				o.answers[status] = nil
				if media := res.Value.Content.Get("application/json"); media != nil && media.Schema != nil {
					o.answers[status] = media.Schema.Value
				}
			}
			c.operations = append(c.operations, o)
		}
	}
	place := func(o *operation) int { return bytes.Index(contracts.OpenAPI, []byte("\n  "+o.path+":")) }
	order := []string{http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete}
	slices.SortFunc(c.operations, func(a, b *operation) int {
		if d := place(a) - place(b); d != 0 {
			return d
		}
		return slices.Index(order, a.method) - slices.Index(order, b.method)
	})
	schemas := doc.Components.Schemas
	if schemas["FieldErrors"] == nil || schemas["SettingKey"] == nil {
		return nil, errors.New("the contract lacks the schemas FieldErrors or SettingKey")
	}
	c.fieldError = schemas["FieldErrors"].Value
	for _, key := range schemas["SettingKey"].Value.Enum {
		if s, ok := key.(string); ok {
			c.settings = append(c.settings, s)
		}
	}
	if without, ok := schemas["SettingKey"].Value.Extensions["x-without"].(map[string]any); ok {
		for key, text := range without {
			c.without[key], _ = text.(string)
		}
	}
	return c, nil
})

// named finds a call by its String.
func (c *contract) named(call string) *operation {
	i := slices.IndexFunc(c.operations, func(o *operation) bool { return o.String() == call })
	if i < 0 {
		return nil
	}
	return c.operations[i]
}

func (c *contract) required(call string) bool {
	o := c.named(call)
	return o != nil && o.required
}

// cost returns what the shop loses if a call deviates.
func (c *contract) cost(call string) string {
	o := c.named(call)
	switch {
	case o == nil:
		return ""
	case o.required:
		return "parts of the answer can't be used"
	}
	return o.without
}

// judge validates an upstream's response against the contract: status, content type, envelope, schema. value is what the
// browser would get.
func (o *operation) judge(status int, kind string, body []byte) (value any, deviations []Deviation) {
	if status < 200 || status > 299 {
		return nil, nil // an empty body is allowed with this status
	}
	schema, known := o.answers[status]
	if !known {
		var codes []string
		for code := range o.answers {
			codes = append(codes, strconv.Itoa(code))
		}
		slices.Sort(codes)
		deviations = append(deviations, Deviation{"status", strings.Join(codes, " or "), strconv.Itoa(status)})
		schema = o.answers[http.StatusOK]
	}
	if status == http.StatusNoContent || len(bytes.TrimSpace(body)) == 0 {
		if schema != nil && len(schema.Properties)+len(schema.Required) > 0 || schema != nil && schema.Items != nil {
			deviations = append(deviations, Deviation{"$", "a body", "nothing"})
		}
		return nil, deviations
	}
	var whole any
	if json.Unmarshal(body, &whole) != nil {
		return nil, append(deviations, Deviation{"$", "JSON", shorten(string(body))})
	}
	if !strings.Contains(strings.ToLower(kind), "json") {
		deviations = append(deviations, Deviation{"Content-Type", "application/json", kind})
	}
	value, at, more := o.unwrap(whole)
	deviations = append(deviations, more...)
	if schema != nil && more == nil {
		deviations = append(deviations, against(schema, value, at)...)
	}
	return value, deviations
}

// unwrap removes the upstream's envelope (docs/wire.md section 1).
func (o *operation) unwrap(whole any) (value any, at string, deviations []Deviation) {
	object, isObject := whole.(map[string]any)
	data, hasData := object["data"]
	_, hasMeta := object["meta"]
	switch {
	case o.envelope == "data-meta":
		if !isObject || !hasData || !hasMeta {
			return whole, "$", []Deviation{{"$", `{"data": …, "meta": …}`, outline(whole)}}
		}
		return whole, "$", nil
	case !hasData:
		if len(o.answers) > 0 && o.free() {
			return whole, "$", nil
		}
		return whole, "$", []Deviation{{"$", `{"data": …}`, outline(whole)}}
	case o.envelope == "json-string":
		text, isText := data.(string)
		if !isText {
			return data, "$.data", nil // an object is accepted as well
		}
		var inner any
		if json.Unmarshal([]byte(text), &inner) != nil {
			return nil, "$.data", []Deviation{{"$.data", "a text that holds JSON", shorten(text)}}
		}
		return inner, "$.data (the JSON in the text)", nil
	case hasMeta:
		return data, "$.data", nil // the shop accepts meta anywhere
	}
	return data, "$.data", nil
}

// free reports whether the contract leaves a call's response body open.
func (o *operation) free() bool {
	for _, s := range o.answers {
		if s != nil && (s.Type != nil || len(s.Properties)+len(s.OneOf)+len(s.AnyOf)+len(s.AllOf) > 0) {
			return false
		}
	}
	return true
}

// against lists where a value deviates from its schema. at is the JSON path of the value itself. The JSON Schema 2020-12
// validator decides, since that is the contract's dialect; the messages come from the library's older validator where it
// finds the same deviation, because they are clearer.
func against(schema *openapi3.Schema, value any, at string) []Deviation {
	err := schema.VisitJSON(value, openapi3.MultiErrors(), openapi3.EnableJSONSchema2020())
	if err == nil {
		return nil
	}
	if out := worded(schema.VisitJSON(value, openapi3.MultiErrors()), at); len(out) > 0 {
		return out
	}
	return worded(err, at)
}

func worded(err error, at string) []Deviation {
	var out []Deviation
	seen := map[string]bool{}
	var walk func(error)
	walk = func(err error) {
		var many openapi3.MultiError
		var one *openapi3.SchemaError
		switch {
		case err == nil || len(out) >= 20:
		case errors.As(err, &one):
			if inner, ok := one.Origin.(openapi3.MultiError); ok && len(inner) > 0 { //nolint:errorlint // a value, not a chain
				walk(inner)
				return
			}
			d := Deviation{at + jsonPath(one.JSONPointer()), expected(one), outline(one.Value)}
			if !seen[d.Path+d.Expected] {
				seen[d.Path+d.Expected] = true
				out = append(out, d)
			}
		case errors.As(err, &many):
			for _, e := range many {
				walk(e)
			}
		default:
			out = append(out, Deviation{at, "what the contract says", shorten(err.Error())})
		}
	}
	if many, ok := err.(openapi3.MultiError); ok { //nolint:errorlint // as above
		for _, e := range many {
			walk(e)
		}
	} else {
		walk(err)
	}
	return out
}

// jsonPath converts a JSON pointer to a JSON path.
func jsonPath(pointer []string) string {
	var b strings.Builder
	for _, part := range pointer {
		if part == "" {
			continue
		}
		if _, err := strconv.Atoi(part); err == nil {
			b.WriteString("[" + part + "]")
			continue
		}
		b.WriteString("." + part)
	}
	return b.String()
}

func expected(e *openapi3.SchemaError) string {
	if e.Schema == nil {
		return shorten(e.Reason)
	}
	// The error of a composed schema ends with the actual cause: "… at '/Home': got number, want string".
	reason := e.Reason
	if at := strings.LastIndex(reason, "': "); at >= 0 && strings.HasPrefix(reason, "jsonschema") {
		reason = reason[at+len("': "):]
	}
	if _, want, ok := strings.Cut(reason, ", want "); ok {
		reason = want
	}
	text := shorten(reason)
	if e.SchemaField == "type" && e.Schema.Type != nil {
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

func (c *contract) judgeFieldErrors(body []byte) []Deviation {
	var v any
	if json.Unmarshal(body, &v) != nil {
		return []Deviation{{"$", "JSON", shorten(string(body))}}
	}
	return against(c.fieldError, v, "$")
}

// fill replaces the parameters of a path with escaped values.
func fill(path string, values ...string) string {
	for _, v := range values {
		from, to := strings.IndexByte(path, '{'), strings.IndexByte(path, '}')
		path = path[:from] + url.PathEscape(v) + path[to+1:]
	}
	return path
}
