package check

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"tablefront/contracts"
)

// document is contracts/openapi.yaml.
var document = sync.OnceValue(func() *openapi3.T {
	doc, err := openapi3.NewLoader().LoadFromData(contracts.OpenAPI)
	if err != nil {
		panic(err)
	}
	return doc
})

// described is a call in the document.
func described(name string) *openapi3.Operation {
	method, path, _ := strings.Cut(name, " ")
	return document().Paths.Value("/" + path).GetOperation(method)
}

// exampleOf is the example of a call's success.
func exampleOf(name string) (example any) {
	for _, code := range []string{"201", "200"} {
		if res := described(name).Responses.Value(code); res != nil {
			if media := res.Value.Content.Get("application/json"); media != nil && media.Example != nil {
				example = media.Example
			}
		}
	}
	return example
}

// backend answers every call with the contract's example in the upstream's envelope and validates requests like a real
// one. change modifies the body of a call before it is sent.
type backend struct {
	*httptest.Server
	t       testing.TB
	change  map[string]func(body []byte) []byte
	status  map[string]int
	header  func(http.Header)
	plain   bool // without compression
	noXSRF  bool
	mu      sync.Mutex
	seen    []string
	receive func(r *http.Request, body []byte)
}

func newBackend(t testing.TB) *backend {
	b := &backend{t: t, change: map[string]func([]byte) []byte{}, status: map[string]int{}}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	return b
}

func (b *backend) match(method, path string) *operation {
	var found *operation
	for i := range contract {
		op := &contract[i]
		want, got := strings.Split(strings.Replace(op.name, " ", " /", 1), "/"), strings.Split(method+" "+path, "/")
		fits := len(want) == len(got)
		for i := range want {
			fits = fits && (i < len(got)) && (want[i] == got[i] || strings.HasPrefix(want[i], "{"))
		}
		if fits && (found == nil || !strings.Contains(op.name, "{")) {
			found = op
		}
	}
	return found
}

func (b *backend) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path := strings.TrimPrefix(r.URL.Path, "/api")
	body, _ := io.ReadAll(r.Body)
	op := b.match(r.Method, path)
	b.mu.Lock()
	b.seen = append(b.seen, r.Method+" "+path)
	b.mu.Unlock()
	if b.receive != nil {
		b.receive(r, body)
	}
	if op == nil {
		b.t.Errorf("asked for %s %s", r.Method, path)
		w.WriteHeader(http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Add("Set-Cookie", "XSRF-TOKEN=abc%3D; Path=/")
	if b.header != nil {
		b.header(w.Header())
	}
	signed := r.Header.Get("Authorization") == "Bearer good"
	status, answer := http.StatusOK, b.example(op, r.URL.Query().Get("lang"))
	switch {
	case !op.isGet() && r.Header.Get("X-XSRF-TOKEN") != "abc=" && !b.noXSRF:
		status, answer = 419, []byte(`{"message":"CSRF token mismatch."}`)
	case op.auth == "required" && !signed:
		status, answer = http.StatusUnauthorized, []byte(`{"message":"Unauthenticated."}`)
	case path == "/checkout/check" && r.URL.RawQuery == "":
		status, answer = http.StatusUnprocessableEntity, []byte(`{"message":"The given data was invalid.","data":{"payment":["required"]}}`)
	case strings.Contains(r.URL.RequestURI(), unknownID):
		status, answer = http.StatusNotFound, []byte(`{"message":"Not found."}`)
	case string(body) == "{}", strings.Contains(string(body), `"lng":-30`):
		status, answer = http.StatusUnprocessableEntity, []byte(`{"message":"The given data was invalid.","data":{"email":["required"]}}`)
	case r.Method == http.MethodDelete:
		status, answer = http.StatusNoContent, nil
	}
	if s := b.status[op.name]; s != 0 {
		status = s
	}
	if f := b.change[op.name]; f != nil {
		answer = f(answer)
	}
	if !b.plain && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && len(answer) > 0 {
		w.Header().Set("Content-Encoding", "gzip")
		w.WriteHeader(status)
		z := gzip.NewWriter(w)
		z.Write(answer)
		z.Close()
		return
	}
	w.WriteHeader(status)
	w.Write(answer)
}

func (b *backend) example(op *operation, lang string) []byte {
	example := exampleOf(op.name)
	if example == nil {
		example = map[string]any{}
	}
	switch op.name {
	case "GET settings":
		var all []any
		for _, s := range settings {
			value := "1"
			if form, ok := formed[s.key]; ok {
				value = form
			} else if strings.Contains(s.format, "address") {
				value = "https://social.example/loeffel"
			}
			all = append(all, map[string]any{"key": s.key, "value": value})
		}
		example = all
	case "GET me/orders":
		example = []any{exampleOf("GET me/orders/{orderCode}")}
	case "GET products/categories/{id}/products":
		example = map[string]any{"data": []any{exampleOf("GET products/categories/{categoryId}/products/{productId}")}, "meta": example.(map[string]any)["meta"]}
	}
	var out any
	switch op.envelope {
	case "data-meta":
		out = example
	case "json-string":
		words := map[string]string{"Place Order": "Zahlungspflichtig bestellen", "Home": "Start"}
		if lang != "de" {
			words = map[string]string{"Home": "Home " + lang}
		}
		inner, _ := json.Marshal(words)
		out = map[string]any{"data": string(inner)}
	default:
		out = map[string]any{"data": example}
	}
	raw, err := json.Marshal(out)
	if err != nil {
		b.t.Error(err)
	}
	return raw
}

func (b *backend) check(change ...func(*Options)) *Report {
	b.t.Helper()
	o := Options{Host: b.URL, Token: "good", Write: true, Lang: "de"}
	for _, f := range change {
		f(&o)
	}
	r, err := Run(context.Background(), o)
	if err != nil {
		b.t.Fatal(err)
	}
	return r
}

func (r *Report) text() string {
	var out bytes.Buffer
	r.Write(&out, true)
	return out.String()
}

// TestGood: a backend that conforms to the contract passes, every call of the contract has a row, and no order was placed.
func TestGood(t *testing.T) {
	b := newBackend(t)
	b.change["GET languages"] = func([]byte) []byte { return []byte(`{"data":[{"name":"de"}]}`) }
	b.change["GET translations"] = func([]byte) []byte {
		texts, err := json.Marshal(map[string]any{"data": contracts.Texts("de")})
		if err != nil {
			t.Error(err)
		}
		return texts
	}
	r := b.check()
	if r.Outcome != Opens {
		t.Fatalf("%s", r.text())
	}
	rows := map[string]bool{}
	for _, row := range r.Rows {
		rows[row.Call] = true
		if row.Verdict == Skipped && row.Note != "would end the test account's session" {
			t.Errorf("%s was skipped: %s", row.Call, row.Note)
		}
	}
	if len(contract) == 0 {
		t.Error("the contract has no calls")
	}
	for _, op := range contract {
		if !rows[op.name] {
			t.Errorf("%s has no row", op.name)
		}
	}
	for _, m := range r.Remarks {
		if m.Verdict != OK {
			t.Errorf("%+v", m)
		}
	}
}

// TestReadOnly: without --write only GETs are sent; without a token calls that need a login are skipped.
func TestReadOnly(t *testing.T) {
	b := newBackend(t)
	r := b.check(func(o *Options) { o.Write, o.Token = false, "" })
	if r.Outcome != Opens {
		t.Errorf("%s", r.text())
	}
	for _, s := range b.seen {
		if !strings.HasPrefix(s, "GET ") {
			t.Errorf("%s was sent", s)
		}
	}
	skipped := 0
	for _, row := range r.Rows {
		if row.Verdict == Skipped {
			skipped++
		}
	}
	if skipped < 16 {
		t.Errorf("%d skipped", skipped)
	}
}

// replacing makes changes of a body, which must contain what is replaced.
func replacing(t *testing.T) func(before, after string) func([]byte) []byte {
	return func(before, after string) func([]byte) []byte {
		return func(b []byte) []byte {
			if !bytes.Contains(b, []byte(before)) && !bytes.HasPrefix(b, []byte(`{"message"`)) {
				t.Errorf("the example has no %s: %s", before, b)
			}
			return bytes.Replace(b, []byte(before), []byte(after), 1)
		}
	}
}

// TestDeviations: each kind of deviation is reported, at its path.
func TestDeviations(t *testing.T) {
	replace := replacing(t)
	whole := func(s string) func([]byte) []byte { return func([]byte) []byte { return []byte(s) } }
	for name, c := range map[string]struct {
		call   string
		change func([]byte) []byte
		want   []string
	}{
		"a wrong type":        {"GET products/categories", replace(`"id":3`, `"id":null`), []string{"$.data", "elements that can be read: an object that has id"}},
		"a wrong element":     {"GET products/categories", replace(`[{`, `[{"name":"A"},{`), []string{"$.data[0]", "an object that has id"}},
		"a missing member":    {"GET products/menus", replace(`,"price":14.9`, ``), []string{"$.data[0]", "price"}},
		"deep in a product":   {"GET products/categories/{id}/products", replace(`"price":8.5`, `"price":"on request"`), []string{"$.data[0].sizes[0].price", "number", `"on request"`}},
		"weekdays from 0":     {"GET working-hours", whole(`{"data":{"0":[],"1":[]},"meta":{"isOpenNow":true,"nextOpen":null,"isActive":true}}`), []string{"$.data", "expected", "an object"}},
		"a time that is none": {"GET working-hours", whole(`{"data":{},"meta":{"isOpenNow":false,"nextOpen":"tomorrow","isActive":true}}`), []string{"$.meta.nextOpen", "a time such as", `"tomorrow"`}},
		"an extra's price":    {"GET products/categories/{id}/products", replace(`"prices":[{"price":1.2,"sizeId":1}]`, `"price":1.2`), []string{"$.data[0].extras[0].prices", "a list"}},
		"meta missing":        {"GET working-hours", whole(`{"data":{}}`), []string{"$.meta", "an object"}},
		"translations broken": {"GET translations", whole(`{"data":"{\"Home\":"}`), []string{"$", "JSON"}},
		"an HTML page":        {"GET taxes", whole(`<html><body>502</body></html>`), []string{"JSON", "<html>"}},
		"no texts":            {"GET translations", whole(``), []string{"JSON", "nothing"}},
		"nothing":             {"GET pages", whole(``), []string{"JSON", "nothing"}},
		"an order status":     {"GET me/orders/{orderCode}", replace(`"status":"pending_approval"`, `"status":"new"`), []string{"$.data.status", `"new"`}},
		"errors not in data": {"POST contact", func(b []byte) []byte {
			return bytes.Replace(b, []byte(`"data":{"email"`), []byte(`"wrong":{"email"`), 1)
		}, []string{"POST contact", "data"}},
		"a transaction's pages": {"GET me/transactions", replace(`"total_pages":1`, `"total_pages":"many"`), []string{"$.meta.pagination.total_pages", "a number"}},
	} {
		b := newBackend(t)
		b.change[c.call] = c.change
		r := b.check()
		text := r.text()
		if r.Outcome == Opens {
			t.Errorf("%s: nothing was seen", name)
			continue
		}
		var row string
		for _, x := range r.Rows {
			if x.Call == c.call && x.Verdict == Deviates {
				j, _ := json.Marshal(x)
				row += strings.ReplaceAll(string(j), `\"`, `"`)
			}
		}
		row = strings.NewReplacer(`\u003c`, "<", `\u003e`, ">").Replace(row)
		for _, want := range c.want {
			if !strings.Contains(row, want) {
				t.Errorf("%s: no %s in %s\n%s", name, want, row, text)
			}
		}
	}
}

// TestTolerated: what the contract allows is not reported: nulls, unknown members, ids as numbers or strings, unexpected
// meta, an object for the translations.
func TestTolerated(t *testing.T) {
	for call, body := range map[string]string{
		"GET products/categories": `{"data":[{"id":"c-1","name":"x","description":null,"media":{"poster":null,"icon":{"url":"/a","wide":null}},"new":{}}],"meta":{"page":1}}`,
		"GET translations":        `{"data":{"Place Order":"Kaufen"}}`,
		"GET working-hours":       `{"data":{"monday":[{"start":"11:00","end":"24:00"}]},"meta":{"isOpenNow":false,"nextOpen":null,"isActive":true,"more":[]}}`,
		"GET checkout/check":      `{"message":"The payment was declined."}`,
		"GET settings":            `{"data":[{"key":"OWN_KEY","value":null},{"key":"LOGO","value":"","media":{"poster":null}}]}`,
	} {
		b := newBackend(t)
		b.change[call] = func(x []byte) []byte { return []byte(body) }
		for _, row := range b.check().Rows {
			if row.Call == call && row.Verdict == Deviates {
				t.Errorf("%s: %+v", call, row.Deviations)
			}
		}
	}
}

// TestStatus: calls that should be rejected and are not, and calls that fail.
func TestStatus(t *testing.T) {
	for call, status := range map[string]int{
		"GET me/orders": 200, "GET checkout/check": 200, "POST checkout/v2": 201, "GET settings": 500, "GET branches": 302, "PUT me": 419,
	} {
		b := newBackend(t)
		b.status[call] = status
		r := b.check()
		bad := false
		for _, row := range r.Rows {
			bad = bad || row.Call == call && (row.Verdict == Deviates || row.Verdict == Failed) && row.Status == status
		}
		if !bad || (r.Outcome == Opens) {
			t.Errorf("%s with %d was not seen: %s", call, status, r.text())
		}
	}
}

// TestRemarks: the checks of the host as a whole.
func TestRemarks(t *testing.T) {
	has := func(r *Report, topic string, v Verdict, part string) bool {
		for _, m := range r.Remarks {
			if m.Topic == topic && m.Verdict == v && strings.Contains(m.Text, part) {
				return true
			}
		}
		return false
	}
	for name, c := range map[string]struct {
		prepare     func(*backend)
		options     func(*Options)
		topic, part string
		verdict     Verdict
		ok          bool
	}{
		"a clock an hour off": {func(b *backend) {
			b.header = func(h http.Header) { h.Set("Date", time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)) }
		}, nil, "clock", "off", Deviates, false},
		"a clock two minutes off": {func(b *backend) {
			b.header = func(h http.Header) { h.Set("Date", time.Now().Add(-2*time.Minute).UTC().Format(http.TimeFormat)) }
		}, nil, "clock", "off", Warning, true},
		"no compression":               {func(b *backend) { b.plain = true }, nil, "compression", "not used", Warning, true},
		"a menu that varies by cookie": {func(b *backend) { b.header = func(h http.Header) { h.Set("Vary", "Accept-Encoding, Cookie") } }, nil, "caching", "can't cache GET settings", Warning, true},
		"CORS for all": {func(b *backend) {
			b.header = func(h http.Header) {
				h.Set("Access-Control-Allow-Origin", "https://elsewhere.example")
				h.Set("Access-Control-Allow-Credentials", "true")
			}
		}, nil, "CORS", "any website", Warning, true},
		"no XSRF check": {func(b *backend) { b.noXSRF = true }, nil, "XSRF", "does not enforce", Warning, true},
		"a cookie for the whole domain": {func(b *backend) {
			b.header = func(h http.Header) { h.Add("Set-Cookie", "sid=1; Domain=example.org") }
		}, nil, "cookies", "Domain=example.org", Warning, true},
		"a text that one language lacks": {func(b *backend) {
			b.change["GET languages"] = func([]byte) []byte { return []byte(`{"data":[{"name":"de"},{"name":"pl"}]}`) }
		}, nil, "texts", `pl lacks 1 of 2 texts, which appear in English: "Place Order". The shop has none`, Warning, true},
		"texts that the shop has itself": {func(b *backend) {
			b.status["GET translations"], b.status["GET languages"] = 404, 404
		}, nil, "texts", "TABLEFRONT_TEXTS=builtin fills them", Warning, true},
		"pictures without TLS": {func(b *backend) {
			b.change["GET products/categories"] = func([]byte) []byte {
				return []byte(`{"data":[{"id":3,"name":"Pizza","media":{"poster":{"url":"http://pictures.example/pizza.avif"}}}]}`)
			}
		}, nil, "pictures", "TABLEFRONT_PICTURES=proxied", Warning, true},
		"a feature that is on and missing": {func(b *backend) {
			b.status["POST reservations"] = 404
		}, nil, "setting RESERVATION_ENABLED", "no POST reservations", Deviates, false},
		"two languages with the same texts": {func(b *backend) {
			b.change["GET translations"] = func([]byte) []byte { return []byte(`{"data":"{\"Place Order\":\"Kaufen\"}"}`) }
		}, nil, "languages", "does the call use the query parameter lang", Warning, true},
	} {
		b := newBackend(t)
		c.prepare(b)
		r := b.check(func(o *Options) {
			if c.options != nil {
				c.options(o)
			}
		})
		if !has(r, c.topic, c.verdict, c.part) || (r.Outcome == Opens) != c.ok {
			t.Errorf("%s: ok %v\n%s", name, (r.Outcome == Opens), r.text())
		}
	}
}

// plainly parses as the program does, without its words.
func plainly(f *flag.FlagSet, usage string, args []string, errs io.Writer) (int, bool) {
	f.SetOutput(errs)
	f.Usage = func() { fmt.Fprint(errs, usage); f.PrintDefaults() }
	err := f.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return ExitOpens, false
	}
	return ExitCannotOpen, err == nil && f.NArg() == 0
}

// TestSecretsAreNeverShown: neither the question before calls that change data nor the usage quotes an address with a password.
func TestSecretsAreNeverShown(t *testing.T) {
	for _, args := range [][]string{
		{"--help"}, {"--write", "--upstream", "https://u:secret@backend.example"}, {"--order"}, {"--branch", "u:secret@backend.example"}, {"--branch", "https://backend.example/?key=secret", "--write"},
	} {
		t.Setenv("TABLEFRONT_UPSTREAM", "https://u:secret@backend.example")
		var out, errs bytes.Buffer
		command(args, plainly, strings.NewReader("n\n"), &out, &errs)
		if text := out.String() + errs.String(); strings.Contains(text, "secret") || text == "" {
			t.Errorf("%v: %s", args, text)
		}
	}
}

// TestCommand: exit codes and both outputs.
func TestCommand(t *testing.T) {
	b := newBackend(t)
	dead := httptest.NewServer(nil)
	dead.Close()
	for _, c := range []struct {
		args []string
		want int
		out  string
	}{
		{[]string{"--upstream", b.URL, "--token", "good"}, ExitOpens, "conforms to the contract"},
		{[]string{"--upstream", b.URL, "--branch", b.URL, "--json"}, ExitOpens, `"verdict": "ok"`},
		{[]string{"--upstream", dead.URL}, ExitCannotOpen, "no call succeeded"},
		{[]string{"--upstream", "ftp://x"}, ExitCannotOpen, ""},
		{[]string{"--upstream", "https://user:pw@x"}, ExitCannotOpen, ""},
		{[]string{"--upstream", "https://backend.example/api"}, ExitCannotOpen, "ends in /api"},
		{[]string{}, ExitCannotOpen, ""},
		{[]string{"--nonsense"}, ExitCannotOpen, ""},
		{[]string{"--upstream", b.URL, "extra"}, ExitCannotOpen, ""},
		{[]string{"--help"}, ExitOpens, ""},
	} {
		t.Setenv("TABLEFRONT_UPSTREAM", "")
		t.Setenv("TABLEFRONT_CHECK_TOKEN", "good")
		var out, errs bytes.Buffer
		if got := command(c.args, plainly, nil, &out, &errs); got != c.want || !strings.Contains(out.String()+errs.String(), c.out) {
			t.Errorf("%v: %d\n%s%s", c.args, got, &out, &errs)
		}
		if strings.Contains(out.String()+errs.String(), "good") && c.want == ExitOpens {
			t.Error("the token was printed")
		}
	}
}

// TestContractExamples: the examples that the test backend answers with are valid themselves; otherwise the other tests
// here would fail because of the examples.
func TestContractExamples(t *testing.T) {
	if err := document().Validate(context.Background(), openapi3.DisableExamplesValidation()); err != nil {
		t.Error(err)
	}
	keys := document().Components.Schemas["SettingKey"].Value
	for _, key := range keys.Enum {
		if without, _ := keys.Extensions["x-without"].(map[string]any)[key.(string)].(string); without == "" {
			t.Errorf("the contract does not say what the shop does without %s", key)
		}
	}
}

// TestOutcome: required calls decide whether the shop can open; any other call costs the feature that the contract names.
func TestOutcome(t *testing.T) {
	for _, c := range []struct {
		call   string
		status int
		body   string
		want   Outcome
		cost   string
	}{
		{"GET settings", 500, "", CannotOpen, "no order can be placed"},
		{"GET products/categories", 200, `[]`, CannotOpen, ""},
		{"POST checkout/v2", 404, "", Opens, ""},
		{"POST checkout/v2", 500, "", CannotOpen, "no order can be placed"},
		{"GET checkout/payment-providers", 200, `{"data":[]}`, CannotOpen, ""},
		{"GET products/categories", 200, `{"data":[{"name":"A"}]}`, CannotOpen, "no order can be placed"},
		{"GET products/categories", 200, `{"data":[{"name":"A"},{"id":3,"name":"Pizza"}]}`, Loses, "parts of the answer can't be used"},
		{"GET areas", 500, "", Loses, "no delivery by area; saved addresses still work"},
		{"GET working-hours", 404, "", Opens, ""},
		{"POST checkout", 404, "", Opens, ""},
	} {
		b := newBackend(t)
		b.status[c.call] = c.status
		if c.body != "" {
			b.change[c.call] = func([]byte) []byte { return []byte(c.body) }
		}
		r := b.check()
		if r.Outcome != c.want {
			t.Errorf("%s with %d %s: %s\n%s", c.call, c.status, c.body, r.Outcome, r.text())
		}
		found := c.cost == ""
		for _, row := range r.Rows {
			found = found || row.Call == c.call && row.Cost == c.cost
		}
		if !found {
			t.Errorf("%s with %d: no row says %q\n%s", c.call, c.status, c.cost, r.text())
		}
	}
}

// settings answers with these settings alone.
func (b *backend) settings(on ...string) {
	var list []any
	for _, key := range on {
		list = append(list, map[string]any{"key": key, "value": "1"})
	}
	raw, _ := json.Marshal(map[string]any{"data": list})
	b.change["GET settings"] = func([]byte) []byte { return raw }
}

// TestVerdict: the report begins with who can order, how, and how it is paid, or with the first thing that prevents it.
func TestVerdict(t *testing.T) {
	none := func(call, body string) func(*backend) {
		return func(b *backend) { b.change[call] = func([]byte) []byte { return []byte(body) } }
	}
	for name, c := range map[string]struct {
		prepare func(*backend)
		table   string
		want    string
	}{
		"all":              {func(*backend) {}, "", "An order can be placed: by guests, customers with an account; curbside, delivery, takeaway; paid by "},
		"guests, takeaway": {func(b *backend) { b.settings("ALLOW_GUEST_CHECKOUT", "ALLOW_TAKEAWAY"); b.status["GET me"] = 404 }, "", "An order can be placed: by guests; takeaway; paid by "},
		"a table":          {func(b *backend) { b.settings("SITE_TITLE"); b.status["GET me"] = 404 }, "T7", "An order can be placed: by guests at a table; table; paid by "},
		"nobody":           {func(b *backend) { b.settings("ALLOW_TAKEAWAY"); b.status["GET me"] = 404 }, "", "No order can be placed: nobody may order: ALLOW_GUEST_CHECKOUT is off, and"},
		"no way":           {func(b *backend) { b.settings("ALLOW_GUEST_CHECKOUT") }, "", "No order can be placed: there is no way to get the food: ALLOW_DELIVERY,"},
		"delivery to no area": {func(b *backend) {
			b.settings("ALLOW_GUEST_CHECKOUT", "ALLOW_DELIVERY")
			none("GET areas", `{"data":[]}`)(b)
		}, "", "No order can be placed: there is no way to get the food: delivery is the only one"},
		"no branch": {func(b *backend) {
			b.settings("ALLOW_GUEST_CHECKOUT", "ALLOW_TAKEAWAY", "HAS_BRANCH")
			none("GET branches", `{"data":[]}`)(b)
		}, "", "No order can be placed: HAS_BRANCH is on, and GET branches lists none"},
		"no dish":    {none("GET products/categories/{id}/products", `{"data":[],"meta":{"category":{"data":{"id":3,"name":"Pizza"}}}}`), "", "No order can be placed: GET products/categories/{id}/products has no dish"},
		"no payment": {none("GET checkout/payment-providers", `{"data":[]}`), "", "No order can be placed: checkout/payment-providers has no payment provider"},
		"not active": {none("GET working-hours", `{"data":{},"meta":{"isOpenNow":false,"nextOpen":null,"isActive":false}}`), "", "No order can be placed: the shop is not active"},
		"HTML":       {none("GET settings", `<html>`), "", "No order can be placed: GET settings is not what the contract says ($: expected JSON; got <html>)"},
		"said no":    {none("GET settings", `{"success":false,"message":"Maintenance"}`), "", "No order can be placed: GET settings is not what the contract says ($: expected a success that does not say no"},
		"no price":   {none("GET products/categories/{id}/products", `{"data":[{"id":1,"name":"A","sizes":[{"id":1,"name":"","price":"on request"}]}],"meta":{"category":{"data":{"id":3,"name":"Pizza"}}}}`), "", "No order can be placed: GET products/categories/{id}/products has no dish"},
		"a tax":      {none("GET taxes", `{"data":[{"name":"MwSt.","value":"n/a"}]}`), "", "No order can be placed: GET taxes has a tax whose value can't be read"},
		"a refund":   {none("GET taxes", `{"data":[{"name":"MwSt.","value":-7}]}`), "", "No order can be placed: GET taxes has a tax whose value can't be read"},
		"pages":      {none("GET taxes", `{"count":1,"results":[{"name":"VAT","value":7}]}`), "", "No order can be placed: GET taxes can't be read"},
		"by name":    {none("GET taxes", `{"data":{"VAT":7}}`), "", "No order can be placed: GET taxes can't be read"},
		"a failure":  {func(b *backend) { b.status["GET taxes"] = 500 }, "", "No order can be placed: GET taxes can't be read"},
		"gross":      {none("GET taxes", `{"data":[{"name":"MwSt.","value":7,"included":"gross"}]}`), "", "No order can be placed: GET taxes has a tax that may be included"},
		"no taxes":   {func(b *backend) { b.status["GET taxes"] = 404 }, "", "An order can be placed: "},
		"no checkout": {func(b *backend) {
			b.status["POST checkout/v2"], b.status["POST checkout"], b.status["POST me/orders"] = 405, 404, 404
		}, "", "No order can be placed: POST checkout/v2 is missing, and so are"},
		"an older checkout": {func(b *backend) { b.status["POST checkout/v2"] = 404 }, "", "An order can be placed"},
	} {
		b := newBackend(t)
		c.prepare(b)
		r := b.check(func(o *Options) { o.Table = c.table })
		if lines := strings.Split(r.text(), "\n"); !strings.HasPrefix(lines[2], c.want) || r.Order.Possible != strings.HasPrefix(c.want, "An") {
			t.Errorf("%s: %s", name, lines[2])
		}
		if (r.Outcome == CannotOpen) == r.Order.Possible {
			t.Errorf("%s: %s", name, r.Outcome)
		}
	}
}

// TestWordsOfTheReport: a redirect names its target, an empty object is called one, and no sentence ends in two full stops.
func TestWordsOfTheReport(t *testing.T) {
	for want, prepare := range map[string]func(*backend){
		"a redirect to https://backend.example, which is not followed": func(b *backend) {
			b.status["GET settings"] = http.StatusMovedPermanently
			b.header = func(h http.Header) { h.Set("Location", "https://backend.example/api/settings?token=secret") }
			b.change["GET settings"] = func([]byte) []byte { return nil }
		},
		"is answered with 404 Nicht gefunden.\n": func(b *backend) {
			b.status["GET settings"] = http.StatusNotFound
			b.change["GET settings"] = func([]byte) []byte { return []byte(`{"message":"Nicht gefunden."}`) }
		},
		"GET taxes                                                  404 0 ms  failed    a call that is missing answers 404 in JSON, or 405 or 501\n": func(b *backend) {
			b.status["GET taxes"] = http.StatusNotFound
			b.change["GET taxes"] = func([]byte) []byte { return []byte("<html>") }
		},
		"($: expected JSON (invalid character 'N' looking for beginning of value, at byte 11); got {\"data\": [NaN]})": func(b *backend) {
			b.change["GET settings"] = func([]byte) []byte { return []byte(`{"data": [NaN]}`) }
		},
	} {
		b := newBackend(t)
		prepare(b)
		if text := regexp.MustCompile(`\s+\d+ ms`).ReplaceAllString(b.check().text(), " 0 ms"); !strings.Contains(text, want) {
			t.Errorf("%s: %s", want, text)
		}
	}
}

// TestOrder: --order asks first, places one order with a key and what the contract requires, and says how to find it.
func TestOrder(t *testing.T) {
	b := newBackend(t)
	var body, key string
	b.receive = func(r *http.Request, got []byte) {
		if r.URL.Path == "/api/checkout/v2" && string(got) != "{}" {
			body, key = string(got), r.Header.Get("Idempotency-Key")
		}
	}
	args := []string{"--upstream", b.URL, "--order"}
	var out, errs bytes.Buffer
	if got := command(args, plainly, strings.NewReader("n\n"), &out, &errs); got != ExitCannotOpen || body != "" || !strings.Contains(errs.String(), "places an order") {
		t.Errorf("%d, sent %s\n%s", got, body, &errs)
	}
	if got := command(append(args, "--yes"), plainly, nil, &out, &errs); got != ExitOpens || key == "" {
		t.Errorf("%d, key %q\n%s", got, key, &out)
	}
	if !strings.Contains(out.String(), "An order was placed: 1 × Margherita, ") || !strings.Contains(out.String(), "Look for the code A-") {
		t.Error(out.String())
	}
	if strings.Contains(out.String(), "though the shop needs it") {
		t.Errorf("a call that was made counts as not checked:\n%s", &out)
	}
	var order any
	if err := json.Unmarshal([]byte(body), &order); err != nil {
		t.Fatal(err)
	}
	if err := document().Components.Schemas["CheckoutSubmission"].Value.VisitJSON(order); err != nil {
		t.Error(err)
	}
}

// TestLaw: each duty of a country is found where it is violated; a lawful shop has none to report but the questions.
func TestLaw(t *testing.T) {
	rules, err := readLaw("de")
	if err != nil {
		t.Fatal(err)
	}
	for i := range rules {
		if l := &rules[i]; lawTests[l.Test] == nil || l.Duty == "" || l.Source == "" || l.Without == "" {
			t.Errorf("%+v", l)
		}
	}
	wrong := func(change map[string]string) (out []string) {
		b := newBackend(t)
		b.lawful()
		for call, body := range change {
			b.change[call] = func([]byte) []byte { return []byte(body) }
		}
		for _, m := range b.check(func(o *Options) { o.Law = "de" }).Remarks {
			if m.Source != "" && m.Verdict != OK && m.Verdict != Ask {
				out = append(out, m.Topic)
			}
		}
		return out
	}
	if found := wrong(nil); found != nil {
		t.Errorf("a lawful shop: %q", found)
	}
	dish := func(rest string) string {
		return `{"data":[{"id":1,"name":"Pils","sizes":[{"id":1,"name":"0,33 l","price":3.5}],` + rest + `}],"meta":{"category":{"data":{"id":3,"name":"Getränke"}}}}`
	}
	unlawful := map[string]string{
		"GET translations":                      `{"data":{"Place Order":"Bestellen"}}`,
		"GET taxes":                             `{"data":[{"name":"MwSt.","value":7}]}`,
		"GET pages":                             `{"data":[{"id":9,"name":"Hilfe","text":"<a href=\"https://ec.europa.eu/consumers/odr\">OS</a>","onHeader":false,"onFooter":true,"isPopup":false}]}`,
		"GET products/menus":                    `{"data":[{"id":1,"name":"Mittag","price":10,"discount":10}]}`,
		"GET products/categories/{id}/products": dish(`"description":"frisch"`),
	}
	found := wrong(unlawful)
	for i := range rules {
		if l := &rules[i]; l.Test != "ask" && !slices.Contains(found, l.Duty) {
			t.Errorf("not found: %s", l.Duty)
		}
	}
	// The text names what is fulfilled. A violation is called one, costs no feature, and is an exit code of its own.
	for violates, want := range map[bool]int{false: ExitOpens, true: ExitLoses} {
		b := newBackend(t)
		b.lawful()
		b.change["GET areas"] = func([]byte) []byte { return []byte(`[]`) } // which is read, though it has no envelope
		line := "fulfilled  Imprint on every page [DDG § 5]\n"
		if violates {
			b.change["GET pages"] = func([]byte) []byte { return []byte(`{"data":[]}`) }
			line = "violated   Imprint on every page [DDG § 5]\n"
		}
		var out bytes.Buffer
		code := command([]string{"--upstream", b.URL, "--law", "de"}, plainly, nil, &out, io.Discard)
		if code != want || !strings.Contains(out.String(), line) || strings.Contains(out.String(), "costs features") || violates != strings.Contains(out.String(), "Duties by law that are violated: 2.") {
			t.Errorf("violates %t: exit code %d\n%s", violates, code, &out)
		}
	}
	if _, err := Run(t.Context(), Options{Host: newBackend(t).URL, Law: "xx"}); err == nil {
		t.Error("a country without rules is accepted")
	}
}

// lawful makes the shop one without anything that German law forbids.
func (b *backend) lawful() {
	for call, body := range map[string]string{
		"GET taxes":          `{"data":[]}`,
		"GET products/menus": `{"data":[]}`,
		"GET pages": `{"data":[{"id":1,"name":"Impressum","text":"","onHeader":false,"onFooter":true,"isPopup":false},{"id":2,"name":"AGB","text":"","onHeader":false,"onFooter":true,"isPopup":false},
			{"id":3,"name":"Datenschutz","text":"","onHeader":false,"onFooter":true,"isPopup":false},{"id":4,"name":"Mehrweg","text":"","onHeader":false,"onFooter":true,"isPopup":false}]}`,
		"GET products/categories/{id}/products": `{"data":[{"id":1,"name":"Pils","description":"EINWEG, zzgl. 0,25 € Pfand. Abgabe ab 16 Jahren","sizes":[{"id":1,"name":"0,33 l","price":3.5}],"allergens":[]}],
			"meta":{"category":{"data":{"id":3,"name":"Getränke"}}}}`,
	} {
		b.change[call] = func([]byte) []byte { return []byte(body) }
	}
	b.change["GET settings"] = func([]byte) []byte {
		return []byte(`{"data":[{"key":"PRIVACY_POLICY","value":"3"},{"key":"TERMS_AND_CONDITIONS","value":"2"},{"key":"ALLOW_GUEST_CHECKOUT","value":"1"},{"key":"ALLOW_TAKEAWAY","value":"1"}]}`)
	}
}

// TestUnknownIsAnswered: a backend that answers for ids that don't exist gets a warning, and the shop can open.
func TestUnknownIsAnswered(t *testing.T) {
	b := newBackend(t)
	b.status["GET tables/{id}"] = 200
	b.change["GET tables/{id}"] = func([]byte) []byte { return []byte(`{"data":{"id":7,"name":"7","token":"t"}}`) }
	r := b.check()
	for _, row := range r.Rows {
		if row.Call == "GET tables/{id}" && row.Verdict == Warning && r.Outcome == Opens {
			return
		}
	}
	t.Error(r.text())
}

// TestMoney: amounts that contradict the contract are reported.
func TestMoney(t *testing.T) {
	for change, want := range map[string]Verdict{
		"":                "",
		`"price":20.87,`:  Warning, // what was paid
		`"price":99,`:     Deviates,
		`"cartTotal":16,`: Deviates, // the lines add up to 17
	} {
		b := newBackend(t)
		b.change["GET me/orders"] = func(body []byte) []byte {
			name, _, _ := strings.Cut(change, ":")
			if name == "" {
				return body
			}
			// The payment's member, not a line's.
			before, payment, _ := bytes.Cut(body, []byte(`"payment":`))
			return append(append(before, `"payment":`...), regexp.MustCompile(name+`:[0-9.]+,`).ReplaceAll(payment, []byte(change))...)
		}
		r := b.check()
		var found Verdict
		for _, m := range r.Remarks {
			if m.Topic == "money" {
				found = m.Verdict
			}
		}
		if found != want {
			t.Errorf("%s: not %s\n%s", change, want, r.text())
		}
	}
}

// TestWriteAsksFirst: --write lists every call that it makes, and sends nothing before confirmation.
func TestWriteAsksFirst(t *testing.T) {
	b := newBackend(t)
	args := []string{"--upstream", b.URL, "--token", "good", "--write"}
	for _, in := range []io.Reader{nil, strings.NewReader("n\n"), strings.NewReader("")} {
		var out, errs bytes.Buffer
		if got := command(args, plainly, in, &out, &errs); got != ExitCannotOpen || len(b.seen) > 0 {
			t.Errorf("%d, sent %v", got, b.seen)
		}
		for call, c := range plan {
			if !strings.Contains(errs.String(), call+": "+c.does) && c.does != "" {
				t.Errorf("%s is not listed:\n%s", call, &errs)
			}
		}
	}
	for _, agree := range []func() int{
		func() int { return command(args, plainly, strings.NewReader("y\n"), io.Discard, io.Discard) },
		func() int { return command(append(args, "--yes"), plainly, nil, io.Discard, io.Discard) },
	} {
		b.seen = nil
		if got := agree(); got != ExitOpens {
			t.Errorf("%d", got)
		}
		sent := map[string]bool{}
		for _, s := range b.seen {
			method, path, _ := strings.Cut(s, " ")
			if method != http.MethodGet {
				sent[b.match(method, path).name] = true
			}
		}
		for call, c := range plan {
			if !sent[call] && c.does != "" {
				t.Errorf("%s is listed and was not sent", call)
			}
			delete(sent, call)
		}
		if len(sent) > 0 {
			t.Errorf("sent and not listed: %v", sent)
		}
	}
}

// TestJSONSchema: the JSON report matches docs/check.schema.json, for a conforming and a broken backend.
func TestJSONSchema(t *testing.T) {
	raw, err := os.ReadFile("../docs/check.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("check.schema.json", document); err != nil {
		t.Fatal(err)
	}
	schema := compiler.MustCompile("check.schema.json")
	b := newBackend(t)
	for range 2 {
		var out bytes.Buffer
		command([]string{"--upstream", b.URL, "--token", "good", "--write", "--yes", "--json"}, plainly, nil, &out, io.Discard)
		report, err := jsonschema.UnmarshalJSON(&out)
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(report); err != nil {
			t.Error(err)
		}
		b.status["GET areas"], b.status["GET settings"] = 500, 404
	}
	// Without a remark.
	b = newBackend(t)
	b.change["GET languages"] = func([]byte) []byte { return []byte(`{"data":[{"name":"en"}]}`) }
	clean := b.check(func(o *Options) { o.Lang = "en" })
	raw, err = json.Marshal(clean)
	if err != nil || len(clean.Remarks) > 0 {
		t.Fatal(err, clean.Remarks)
	}
	report, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	if err := schema.Validate(report); err != nil {
		t.Error(err)
	}
}

// formed are the values of settings that have a form.
var formed = map[string]string{
	"WHATSAPP": "+49 30 1234567", "PHONE": "+49 30 1234567", "LOADER_ANIMATION": "pizza", "FONT_SETTINGS": `{"text":"Inter"}`, "CONTACT_EMAIL": "post@loeffel.example", "COUNTRY": "de", "PRIMARY_COLOR": "#9a3412", "RESTAURANT_COORDINATES": "52.5208, 13.4094",
	"TIP_PERCENTS": "5,10,15", "MAP_URL": "https://maps.example/loeffel",
}

// TestReadings: values in other forms are read as the shop reads them. An order can be placed, and the report says what was read.
func TestReadings(t *testing.T) {
	replace := replacing(t)
	for name, c := range map[string]struct {
		call   string
		change func([]byte) []byte
		want   string
	}{
		"decimals as text":   {"GET products/categories/{id}/products", replace(`"price":8.5`, `"price":"8,50 €"`), `$.data[0].sizes[0].price: "8,50 €" as 8.50`},
		"switches as words":  {"GET products/categories/{id}/products", replace(`"required":true`, `"required":"1"`), `"1" as true`},
		"an include":         {"GET products/categories/{id}/products", replace(`"sizes":[{"id":1,"name":"26 cm","price":8.5}]`, `"sizes":{"data":[{"id":1,"name":"26 cm","price":8.5}]}`), `as its data`},
		"settings as true":   {"GET settings", replace(`"value":"1"`, `"value":true`), `true as "1"`},
		"numbers as text":    {"GET areas", replace(`"zipcode":"10178"`, `"zipcode":10178`), `$.data[0].zipcode: 10178 as "10178"`},
		"meta beside a list": {"GET taxes", replace(`]}`, `],"meta":{"total":1}}`), ``},
		"no envelope":        {"GET areas", func([]byte) []byte { return []byte(`[]`) }, `$: [] as its data`},
		"a word that is 7":   {"GET translations", func([]byte) []byte { return []byte(`{"data":"{\"Home\":7}"}`) }, `7 as "7"`},
		"entities":           {"GET products/categories", replace(`"name":"Pizza"`, `"name":"Pizza &amp; Pasta"`), `"Pizza & Pasta"`},
	} {
		b := newBackend(t)
		b.change[c.call] = c.change
		r := b.check()
		if text := r.text(); r.Outcome != Opens || !strings.Contains(text, c.want) || c.want != "" && !strings.Contains(text, "the shop reads it, though it is not the contract's form: ") {
			t.Errorf("%s: %s\n%s", name, r.Outcome, text)
		}
	}
}

// TestFigures: what has the contract's form and can't be right.
func TestFigures(t *testing.T) {
	replace := replacing(t)
	pages := 0
	page := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "<html>") }))
	defer page.Close()
	for name, c := range map[string]struct {
		call   string
		change func([]byte) []byte
		want   string
	}{
		"a negative price":    {"GET products/categories/{id}/products", replace(`"price":8.5`, `"price":-8.5`), "prices: negative: Margherita"},
		"prices in cents":     {"GET products/categories/{id}/products", replace(`"price":8.5`, `"price":850`), "prices: every size costs a whole number of 100 or more"},
		"a discount of 110":   {"GET products/menus", replace(`"discount":10`, `"discount":100`), "discounts: 100 % or more"},
		"a tax as a fraction": {"GET taxes", replace(`"value":7`, `"value":0.07`), "0.07 %"},
		"pages": {"GET areas", func([]byte) []byte {
			pages++
			return fmt.Appendf(nil, `{"data":[{"id":%d,"name":"A","minimumOrder":0,"deliveryPrice":0,"freeDeliveryThreshold":0}],"meta":{"last_page":3}}`, pages)
		}, "GET areas comes in 3 pages"},
		"pages that are one":    {"GET areas", replace(`]}`, `],"meta":{"current_page":1,"last_page":3}}`), "GET areas comes in pages that are not all read"},
		"a branch that is none": {"GET branches", replace(`https://altstadt.example`, `http://127.0.0.1:1`), "they can be chosen, and do not work: Altstadt"},
		"a branch of a proxy":   {"GET branches", replace(`https://altstadt.example`, page.URL), "Altstadt: GET settings is not what the contract says ($: expected JSON; got <html>)"},
		"entities":              {"GET translations", func([]byte) []byte { return []byte(`{"data":{"Home":"Men&uuml;"}}`) }, `"Men&uuml;" as "Menü"`},
		"a dish of its own":     {"GET products/categories/{categoryId}/products/{productId}", replace(`"price":8.5`, `"price":"ask"`), `$.data.sizes[0].price: expected a number; got "ask"`},
		"entities in a setting": {"GET settings", replace(`"key":"SITE_TITLE","value":"1"`, `"key":"SITE_TITLE","value":"L&ouml;ffel"`), `"L&ouml;ffel" as "Löffel"`},
		"a switch in a word":    {"GET settings", replace(`"key":"ALLOW_DELIVERY","value":"1"`, `"key":"ALLOW_DELIVERY","value":"N"`), `setting ALLOW_DELIVERY: "N" is not what the contract says, so it counts as on: a switch`},
		"coordinates":           {"GET settings", replace(`52.5208, 13.4094`, `0,0`), `"0,0" is not what the contract says`},
	} {
		b := newBackend(t)
		b.change[c.call] = c.change
		if text := b.check().text(); !strings.Contains(text, c.want) {
			t.Errorf("%s: no %q in\n%s", name, c.want, text)
		}
	}
}

// laravel changes a response into what Laravel with Fractal makes of the same data: includes in `data`, decimals as texts, switches as 0 and
// 1, times without a zone, empty maps as lists, and meta beside everything.
func laravel(body []byte) []byte {
	var whole map[string]any
	if json.Unmarshal(body, &whole) != nil || whole["data"] == nil {
		return body
	}
	var spoken func(name string, v any) any
	spoken = func(name string, v any) any {
		switch t := v.(type) {
		case map[string]any:
			if len(t) == 0 {
				return []any{}
			}
			for key, e := range t {
				t[key] = spoken(key, e)
			}
		case []any:
			for i := range t {
				t[i] = spoken("", t[i])
			}
			if slices.Contains([]string{"sizes", "extras", "variants", "options", "prices", "items", "products", "allergens", "additives"}, name) {
				return map[string]any{"data": t}
			}
		case float64:
			if slices.Contains([]string{"price", "deliveryPrice", "minimumOrder", "freeDeliveryThreshold", "value", "profit", "cartTotal", "tax", "deliver", "discount", "tip", "lat", "lng", "amount", "oldProfit", "newProfit"}, name) {
				return strconv.FormatFloat(t, 'f', 2, 64)
			}
		case bool:
			return map[bool]int{true: 1}[t]
		case string:
			if at, err := time.Parse(time.RFC3339, t); err == nil {
				return at.Format(time.DateTime)
			}
		}
		return v
	}
	whole["data"] = spoken("", whole["data"])
	if whole["meta"] == nil {
		whole["meta"] = []any{}
	}
	out, _ := json.Marshal(whole)
	return out
}

// TestLaravel: an order can be placed at a backend that speaks Laravel's dialect, and nothing deviates.
func TestLaravel(t *testing.T) {
	b := newBackend(t)
	for _, op := range contract {
		if op.isGet() && op.name != "GET translations" {
			b.change[op.name] = laravel
		}
	}
	r := b.check()
	t.Log(r.text())
	if r.Outcome != Opens || !r.Order.Possible {
		t.Errorf("%s: %s", r.Outcome, r.Order.String())
	}
}

// TestThePlacedOrderIsReadBack: the backend's order is compared with the cart, and a payment needs its address.
func TestThePlacedOrderIsReadBack(t *testing.T) {
	b := newBackend(t)
	b.change["GET checkout/payment-providers"] = replacing(t)(`"displayOption":"direct"`, `"displayOption":"online"`)
	text := b.check(func(o *Options) { o.Order = true }).text()
	for _, want := range []string{"the order that was placed has price 19.5, the cart had price 8.5", "a provider that is not direct, and its answer has no url"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}

// TestTheOrderIsRefused: what was to be placed and was not decides, whatever was read before.
func TestTheOrderIsRefused(t *testing.T) {
	b := newBackend(t)
	b.status["POST checkout/v2"] = http.StatusUnprocessableEntity
	b.change["POST checkout/v2"] = func([]byte) []byte { return []byte(`{"message":"Closed.","data":{"cart":["Closed."]}}`) }
	if r := b.check(func(o *Options) { o.Order = true }); r.Outcome != CannotOpen || r.Order.Possible || !strings.HasPrefix(r.Order.Prevented, "POST checkout/v2 is answered with 422 ") || !strings.HasSuffix(r.Order.Prevented, " Closed") {
		t.Errorf("%s: %s", r.Outcome, r.Order.String())
	}
}

// TestTheOrderWasNotPlaced: a success that says that nothing was ordered is no placed order.
func TestTheOrderWasNotPlaced(t *testing.T) {
	for _, answer := range []string{
		`{"data":{"id":7,"code":"A-7","status":"rejected"}}`, `{"data":{"id":7,"code":"A-7","status":"Cancelled"}}`,
		`{"success":false,"data":{"id":7}}`, `{"error":"Closed."}`,
	} {
		b := newBackend(t)
		b.change["POST checkout/v2"] = func([]byte) []byte { return []byte(answer) }
		if r := b.check(func(o *Options) { o.Order, o.Write = true, false }); r.Outcome != CannotOpen || r.Order.Placed != "" || !strings.HasPrefix(r.Order.Prevented, "POST checkout/v2 ") {
			t.Errorf("%s: %s: %+v", answer, r.Outcome, r.Order)
		}
	}
}

// TestWhatTaxesCost: taxes that can't be read are neither called read nor none.
func TestWhatTaxesCost(t *testing.T) {
	for _, answer := range []string{`{"count":1,"results":[{"name":"VAT","value":7}]}`, `{"data":[{"name":"VAT","value":7,"included":"gross"}]}`, `{"data":[{"name":"VAT","value":700}]}`} {
		b := newBackend(t)
		b.change["GET taxes"] = func([]byte) []byte { return []byte(answer) }
		text := b.check(func(o *Options) { o.Law = "de" }).text()
		for _, wrong := range []string{"as its data", "no tax is added", "fulfilled  Prices include"} {
			if strings.Contains(text, wrong) {
				t.Errorf("%s: %q in\n%s", answer, wrong, text)
			}
		}
	}
}

// TestNoCallTakesTheOrder: what was not placed is not called placed.
func TestNoCallTakesTheOrder(t *testing.T) {
	b := newBackend(t)
	b.status["POST checkout/v2"], b.status["POST checkout"] = 404, 404
	r := b.check(func(o *Options) { o.Order, o.Write, o.Token = true, false, "" })
	if r.Outcome != CannotOpen || r.Order.Placed != "" || !strings.HasPrefix(r.Order.Prevented, "POST checkout is answered with 404") {
		t.Errorf("%s: %+v", r.Outcome, r.Order)
	}
}

// TestEveryDishIsLookedAt: what one dish of the second category has is seen, and rows of a call that are only read are one.
func TestEveryDishIsLookedAt(t *testing.T) {
	b := newBackend(t)
	b.change["GET products/categories"] = func([]byte) []byte {
		return []byte(`{"data":[{"id":3,"name":"Pizza"},{"id":4,"name":"Pasta"}]}`)
	}
	b.change["GET products/categories/{id}/products"] = replacing(t)(`"price":8.5`, `"price":"8.50"`)
	r := b.check()
	asked := 0
	for _, row := range r.Rows {
		if strings.HasPrefix(row.Call, "GET products/categories/{categoryId}") {
			asked++
		}
	}
	var out bytes.Buffer
	r.Write(&out, false)
	if asked != 2 || r.Outcome != Opens || strings.Count(out.String(), "GET products/categories/{id}/products") != 1 || !strings.Contains(out.String(), "and so in 1 more of this call") {
		t.Errorf("%d dishes\n%s", asked, &out)
	}
}

// TestFormats: the value of each setting is compared with the format of the contract.
func TestFormats(t *testing.T) {
	r := &run{values: map[string]any{"GET pages": []any{map[string]any{"id": 7.0}}}}
	formats := map[string]setting{}
	for _, s := range settings {
		formats[s.key] = s
		if form, ok := formed[s.key]; ok && !r.fits(s, form) {
			t.Errorf("%s: %q is refused", s.key, form)
		}
	}
	for key, wrong := range map[string][]string{
		"LOGO": {"yes"}, "FONT_SETTINGS": {"Inter", "{}"}, "PHONE": {"call us"}, "CONTACT_EMAIL": {"loeffel"}, "MAP_URL": {"here"}, "FACEBOOK": {"@loeffel"},
		"WHATSAPP": {"123"}, "IOS": {"id123"}, "PRIVACY_POLICY": {"8"}, "ALLOW_TIP": {"maybe"}, "LOADER_ANIMATION": {"cake"}, "COUNTRY": {"Germany"},
		"RESTAURANT_COORDINATES": {"52,5208", "0,0", "{\"lat\":1,\"lng\":2}"}, "TIP_PERCENTS": {"a,b", "5%"}, "PRIMARY_COLOR": {"red", "#fff"},
	} {
		for _, value := range wrong {
			if r.fits(formats[key], value) {
				t.Errorf("%s: %q is accepted", key, value)
			}
		}
	}
	if !r.fits(formats["PRIVACY_POLICY"], "7") || !r.fits(formats["MAP_URL"], `<iframe src="https://maps.example">`) || !r.fits(formats["LOGO"], "/logo.svg") {
		t.Error("a good value is refused")
	}
}

// TestLinksAreThoseOfTheClient: what the client makes no link of is named, and nothing else; both are tested with the same cases.
func TestLinksAreThoseOfTheClient(t *testing.T) {
	data, err := os.ReadFile("../client/src/domain/links.golden.json")
	if err != nil {
		t.Fatal(err)
	}
	var golden map[string]map[string]*string
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	r := &run{}
	for kind, key := range map[string]string{"network": "FACEBOOK", "whatsapp": "WHATSAPP"} {
		of := settings[slices.IndexFunc(settings, func(s setting) bool { return s.key == key })]
		if len(golden[kind]) < 5 {
			t.Fatalf("%s: only %d cases", kind, len(golden[kind]))
		}
		for value, want := range golden[kind] {
			if got := r.fits(of, strings.TrimSpace(value)); got != (want != nil) {
				t.Errorf("%s %q: %t", kind, value, got)
			}
		}
	}
}
