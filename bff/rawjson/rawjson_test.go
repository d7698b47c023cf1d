package rawjson

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestMembers(t *testing.T) {
	raw := []byte(" { \"a\" : 1e3 ,\n\"b\":{\"c\":[1,2]}, \"\\u0061\":\"x\" } ")
	got, err := Members(raw)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, m := range got {
		texts = append(texts, m.Name+"="+string(m.Value.Of(raw)))
		if raw[m.From] != '"' {
			t.Errorf("%s begins at %q", m.Name, raw[m.From:])
		}
	}
	if want := []string{"a=1e3", `b={"c":[1,2]}`, `a="x"`}; !reflect.DeepEqual(texts, want) {
		t.Errorf("got %q", texts)
	}
	for _, bad := range []string{"", "[]", "null", "{", `{"a":1}x`, `{"a":1,}`, `{"a" 1}`} {
		if _, err := Members([]byte(bad)); err == nil {
			t.Errorf("%q was taken for an object", bad)
		}
		if _, err := Elements([]byte(strings.NewReplacer("[]", "{}").Replace(bad))); err == nil {
			t.Errorf("%q was taken for an array", bad)
		}
	}
}

func TestCut(t *testing.T) {
	for in, want := range map[string]string{
		`{"x":1}`:                          `{}`,
		`{"x":1,"a":2}`:                    `{"a":2}`,
		`{"a":2,"x":1}`:                    `{"a":2}`,
		`{ "a":2 , "x":1 , "b":3 }`:        `{ "a":2 , "b":3 }`,
		`{"x":1,"x":2,"x":3}`:              `{}`,
		`{"x":1,"x":2,"a":3,"x":4}`:        `{"a":3}`,
		`{"a":1,"x":2,"x":3,"b":4.50}`:     `{"a":1,"b":4.50}`,
		`{"a":{"x":1},"b":[{"x":2}]}`:      `{"a":{"x":1},"b":[{"x":2}]}`,
		`{"x":{"a":[1,"}"]},"a":"\u00e9"}`: `{"a":"\u00e9"}`,
	} {
		members, err := Members([]byte(in))
		if err != nil {
			t.Fatal(err)
		}
		got := Apply([]byte(in), Cut(members, func(m Member) bool { return m.Name == "x" })...)
		if string(got) != want {
			t.Errorf("%s became %s", in, got)
		}
	}
}

// FuzzCut: the result is valid JSON without the members, and all other members are unchanged byte for byte.
func FuzzCut(f *testing.F) {
	f.Add([]byte(`{"a":1,"x":[1,{"x":2}],"b":"\u0078"}`))
	f.Add([]byte(` {"x" : 1 , "x":2 } `))
	f.Fuzz(func(t *testing.T, raw []byte) {
		members, err := Members(raw)
		if err != nil {
			return
		}
		got := Apply(raw, Cut(members, func(m Member) bool { return m.Name == "x" })...)
		left, err := Members(got)
		if err != nil || !json.Valid(got) {
			t.Fatalf("%q became %q", raw, got)
		}
		i := 0
		for _, m := range members {
			if m.Name == "x" {
				continue
			}
			if i >= len(left) || !bytes.Equal(raw[m.From:m.Value.End], got[left[i].From:left[i].Value.End]) {
				t.Fatalf("%q became %q", raw, got)
			}
			i++
		}
		if i != len(left) {
			t.Fatalf("%q became %q", raw, got)
		}
	})
}

func FuzzCheckStrict(f *testing.F) {
	for _, seed := range []string{`{"a":1}`, `{"a":1,"a":2}`, `{"a":{"\u0061":[1,{}]}}`, `{}`, `[1]`, `{"a":1e999}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		if CheckStrict(body) != nil {
			return
		}
		var v map[string]json.RawMessage // numbers may be larger than Go's
		if err := json.Unmarshal(body, &v); err != nil {
			t.Fatalf("%q passes: %v", body, err)
		}
	})
}
