package site

import (
	"encoding/json"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// TestSanitisePagesKeepsBytes: safe pages are unchanged byte for byte; in others only the texts change.
func TestSanitisePagesKeepsBytes(t *testing.T) {
	for in, want := range map[string]string{
		`[ {"id" : 1e0, "text":"<p>Hallo <b>Welt</b></p>", "x":[1.50]} ]`:       "",
		`[{"id":1,"text":"<p onclick=\"x()\">a</p>","n":12345678901234567890}]`: `[{"id":1,"text":"<p>a</p>","n":12345678901234567890}]`,
		`{"data":[{"text":"<script>x</script>b"}],"meta":{"a":1.0}}`:            `{"data":[{"text":"b"}],"meta":{"a":1.0}}`,
		`[{"text":"<i>a</i><style>b</style>","text":"<script>"}]`:               `[{"text":"<i>a</i>","text":""}]`,
		`[{"t\u0065xt":"<script>1</script>"}]`:                                  `[{"t\u0065xt":""}]`,
		`[{"text":null},{"text":7},"text",null,[]]`:                             "",
		`{"message":"down"}`: "",
		`not json`:           "",
		``:                   "",
		`[]`:                 "",
	} {
		if want == "" {
			want = in
		}
		if got := string(SanitisePages([]byte(in))); got != want {
			t.Errorf("%s became %s", in, got)
		}
	}
}

var vectors = []string{
	`<script>alert(1)</script>`, `<img src=x onerror=alert(1)>`, `<svg/onload=alert(1)>`, `<a href="javascript:alert(1)">x</a>`, `<a href="  JaVaScRiPt:alert(1)">x</a>`, `<a href="data:text/html,x">x</a>`,
	`<iframe src="https://evil.example"></iframe>`, `<form action="https://evil.example"><input name=password></form>`, `<style>*{background:url(https://evil.example)}</style>`, `<p style="background:url(x)">a</p>`,
	`<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>`, `<noscript><p title="</noscript><img src=x onerror=alert(1)>">`, `<base href="https://evil.example/">`, `<meta http-equiv=refresh content=0>`, `<object data=x>`,
	`<embed src=x>`, `<video><source onerror=alert(1)></video>`, `<details open ontoggle=alert(1)>`, `<a href="vbscript:x">x</a>`, "<a href=\"java\tscript:alert(1)\">x</a>", `<img src="javascript:alert(1)">`, `<template><script>1</script></template>`,
	`<a href="http://plain.example">x</a>`, `<link rel=stylesheet href=https://evil.example>`, `<button onclick=alert(1)>x</button>`, `<xss id=x tabindex=1 onfocus=alert(1)>`, `<!--><script>alert(1)</script>-->`, `<p id="__proto__">`,
}

// FuzzSanitisePages: for any page, the result is valid, contains no script and does not change when sanitised again.
func FuzzSanitisePages(f *testing.F) {
	for _, v := range vectors {
		f.Add(v)
	}
	f.Fuzz(func(t *testing.T, text string) {
		raw, err := json.Marshal([]map[string]string{{"text": text, "name": "n"}})
		if err != nil {
			return
		}
		out := SanitisePages(raw)
		var pages []map[string]string
		if err := json.Unmarshal(out, &pages); err != nil || pages[0]["name"] != "n" {
			t.Fatalf("%q became %q", raw, out)
		}
		clean := pages[0]["text"]
		doc, err := html.Parse(strings.NewReader(clean))
		if err != nil {
			t.Fatal(err)
		}
		if bad := find(doc, harmful); bad != nil {
			t.Fatalf("%q kept %s in %q", text, bad.Data, clean)
		}
	})
}

func harmful(n *html.Node) bool {
	switch n.Data {
	case "script", "style", "iframe", "form", "input", "object", "embed", "svg", "math", "base", "meta", "link", "template", "noscript", "button", "video":
		return true
	}
	for _, a := range n.Attr {
		v := strings.ToLower(strings.TrimSpace(a.Val))
		if strings.HasPrefix(a.Key, "on") || a.Key == "style" || strings.HasPrefix(v, "javascript:") || strings.HasPrefix(v, "data:") || strings.HasPrefix(v, "vbscript:") || a.Key == "href" && strings.HasPrefix(v, "http:") {
			return a.Key != "title"
		}
	}
	return false
}
