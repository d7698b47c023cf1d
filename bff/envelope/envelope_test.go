package envelope

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestUnwrapIsByteExact(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`{"data":{"z":1,"a":12.50,"big":12345678901234567890,"e":1e3}}`, `{"z":1,"a":12.50,"big":12345678901234567890,"e":1e3}`},
		{" {\n\t\"x\": [1, 2], \"data\" : [ 1 , 2 ] ,\"y\":null}\r\n", `[ 1 , 2 ]`},
		{`{"data":null}`, `null`},
		{`{"data":"\u00e9\/\ud83d\ude00"}`, `"\u00e9\/\ud83d\ude00"`},
		{`{"d\u0061ta":7}`, `7`},
		{`{"data":1,"data":2}`, `2`},
		{`{"data":[],"meta":{}}`, `{"data":[],"meta":{}}`},
		{`{"meta":null,"data":[]}`, `{"meta":null,"data":[]}`},
		{`{"inner":{"data":1}}`, `{"inner":{"data":1}}`},
		{`[{"data":1}]`, `[{"data":1}]`},
		{`"data"`, `"data"`},
		{`true`, `true`},
		{`-0.5E-3`, `-0.5E-3`},
		{`{}`, `{}`},
		{``, ``},
		{`{"data":{"data":{"meta":1}}}`, `{"data":{"meta":1}}`},
	} {
		got, _, err := Unwrap([]byte(c.body))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s %v", c.body, got, err)
		}
	}
}

func TestIncompleteResponsesAreInvalid(t *testing.T) {
	whole := `{"data":{"a":[1,-2.5e+3,true,false,null,"x\"\\\u12aB"],"b":{}},"other":"é"}`
	if _, _, err := Unwrap([]byte(whole)); err != nil {
		t.Fatal(err)
	}
	for cut := 1; cut < len(whole); cut++ {
		if got, _, err := Unwrap([]byte(whole[:cut])); err == nil {
			t.Errorf("cut at %d: %s", cut, got)
		}
	}
	for _, bad := range []string{"<html>", "{", "[", "nul", "01", "1.", "1e", "-", "+1", "'a'", `{"a"}`, `{"a":}`, `{"a":1,}`, `[1,]`, `[,1]`, `{,}`, `"\x"`, `"\u12"`, "\"\x01\"", "1 2", `{"data":1}}`, `{"data":1]`, "\xef\xbb\xbf{}", `{"a":1 "b":2}`, `{a:1}`, "tru", "NaN", "Infinity", strings.Repeat("[", 10_001) + strings.Repeat("]", 10_001)} {
		if got, _, err := Unwrap([]byte(bad)); err == nil {
			t.Errorf("%q passes as %q", bad, got)
		}
	}
}

func TestTranslationsInEachForm(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{`{"data":"{\"Cart\":\"Warenkorb \\u00e4 \\\"x\\\"\"}"}`, `{"Cart":"Warenkorb \u00e4 \"x\""}`},
		{`{"data":"{\"a\":\"\ud83c\udf55\"}"}`, `{"a":"🍕"}`},
		{`{"data":{"Cart":"Warenkorb"}}`, `{"Cart":"Warenkorb"}`},
		{`"{\"a\":\"b\"}"`, `{"a":"b"}`},
		{`{"Cart":"Warenkorb"}`, `{"Cart":"Warenkorb"}`},
		{`{"data":[]}`, `{}`},
		{`{"data":"[]"}`, `{}`},
		{`{"data":"\"{\\\"a\\\":\\\"b\\\"}\""}`, `{"a":"b"}`},
	} {
		got, _, err := Translations([]byte(c.body))
		if err != nil || string(got) != c.want {
			t.Errorf("%s: %s %v", c.body, got, err)
		}
	}
	for _, bad := range []string{`{"data":"not json"}`, `{"data":"[1]"}`, `{"data":7}`, `<html>`, `{"data":"{\"a\":"}`} {
		if got, _, err := Translations([]byte(bad)); err == nil {
			t.Errorf("%s passes as %s", bad, got)
		}
	}
}

// anyJSON makes JSON texts with every kind of value.
func anyJSON(depth int) *rapid.Generator[string] {
	leaf := rapid.OneOf(
		rapid.SampledFrom([]string{"null", "true", "false", "0", "-1", "12.50", "1e3", "20000000000000000001", `""`, `"\u00e9"`, `"a\"b\\"`}),
		rapid.Map(rapid.String(), func(s string) string { b, _ := json.Marshal(s); return string(b) }),
	)
	if depth == 0 {
		return leaf
	}
	return rapid.OneOf(leaf,
		rapid.Map(rapid.SliceOfN(anyJSON(depth-1), 0, 4), func(v []string) string { return "[" + strings.Join(v, " , ") + "]" }),
		rapid.Map(rapid.MapOfN(rapid.StringMatching(`[a-z]{1,6}`), anyJSON(depth-1), 0, 4), func(m map[string]string) string {
			var parts []string
			for k, v := range m {
				parts = append(parts, fmt.Sprintf("%q: %s", k, v))
			}
			return "{ " + strings.Join(parts, ",") + " }"
		}),
	)
}

func TestUnwrapGivesBackWhatWasWrapped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		inner := anyJSON(3).Draw(t, "inner")
		got, _, err := Unwrap([]byte(`{"data":` + inner + `}`))
		if err != nil || string(got) != inner {
			t.Fatalf("%s: %s %v", inner, got, err)
		}
		cut := rapid.IntRange(1, len(inner)+8).Draw(t, "cut")
		if got, _, err := Unwrap([]byte(`{"data":` + inner + `}`)[:cut]); err == nil {
			t.Fatalf("cut at %d: %s", cut, got)
		}
	})
}

func FuzzUnwrap(f *testing.F) {
	for _, seed := range []string{`{"data":{"a":1}}`, `{"data":[],"meta":1}`, `"x"`, `[1,2.5e-3]`, `{"d\u0061ta":"\ud800"}`, `{"data":"{\"a\":\"b\"}"}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		got, _, err := Unwrap(body)
		if len(body) == 0 {
			return
		}
		deep := bytes.Count(body, []byte("{"))+bytes.Count(body, []byte("[")) > 10_000 // the bound of jsontext
		if (err == nil) != json.Valid(body) && !deep {
			t.Fatalf("%q: %v, encoding/json says %v", body, err, json.Valid(body))
		}
		if err != nil {
			return
		}
		if !json.Valid(got) || !bytes.Contains(body, got) {
			t.Fatalf("%q became %q", body, got)
		}
		var whole map[string]json.RawMessage
		if json.Unmarshal(body, &whole) == nil && whole != nil {
			data, hasData := whole["data"]
			_, hasMeta := whole["meta"]
			if hasData && !hasMeta {
				if !bytes.Equal(got, data) {
					t.Fatalf("%q became %q, not %q", body, got, data)
				}
			} else if !bytes.Equal(got, body) {
				t.Fatalf("%q became %q", body, got)
			}
		}
		if text, _, err := Translations(body); err == nil && !json.Valid(text) {
			t.Fatalf("%q became %q", body, text)
		}
	})
}

func BenchmarkUnwrap61KB(b *testing.B) {
	dish := `{"id":1,"name":"Pizza Margherita","description":"Tomatensoße, Mozzarella, frisches Basilikum und Olivenöl","price":8.50,"media":{"poster":{"url":"/img/1.avif"}},"sizes":[{"id":1,"name":"26 cm","price":8.5},{"id":2,"name":"32 cm","price":10.5}],"extras":[],"variants":[]}`
	body := []byte(`{"data":[` + dish + strings.Repeat(","+dish, 61<<10/len(dish)) + `]}`)
	b.SetBytes(int64(len(body)))
	b.ReportAllocs()
	for b.Loop() {
		if _, _, err := Unwrap(body); err != nil {
			b.Fatal(err)
		}
	}
}
