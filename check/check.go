// Package check implements the command tablefront check: it makes every call of the contract at a backend, reads the answers as the shop does
// (gateway.Understand) and reports where they deviate (docs/backend.md). It changes nothing at the backend unless Options.Write or Options.Order is set.
package check

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/cookiejar"
	"tablefront/bff/envelope"
	"tablefront/bff/gateway"
	"tablefront/bff/rawjson"
	"tablefront/bff/reading"
	"tablefront/bff/representation"
	"tablefront/bff/upstream"
)

// Options of a run.
type Options struct {
	// Host is the main host, or a branch's; its API is {host}/api.
	Host string
	// Token is a test account's token; without one the calls that need a login are skipped.
	Token string
	// Write allows calls that change the test account and send a contact message.
	Write bool
	// Order places one order.
	Order bool
	// Table is the code of a table; without one nothing is said about ordering from tables.
	Table string
	// Law is the country whose duties are checked, empty for none.
	Law string
	// Lang is the language of the requests (TABLEFRONT_LANGUAGE).
	Lang string
	// Zone is the restaurant's time zone (TABLEFRONT_TIMEZONE); nil is UTC.
	Zone *time.Location
}

// operation is a call of the contract; table.go has them.
type operation struct {
	name     string   // "GET products/menus/{id}"
	auth     string   // none, optional, required
	envelope string   // data, data-meta, json-string
	public   bool     // the answer is the same for everybody
	required bool     // the shop can't open or take an order without the call
	or       []string // of a required call: those that the shop makes where it is missing
	without  string   // what the shop does without it
}

// mayBeMissing reports whether a backend may do without the call.
func (op *operation) mayBeMissing() bool { return !op.required || len(op.or) > 0 }

func (op *operation) isGet() bool { return strings.HasPrefix(op.name, "GET ") }

// call returns the operation with a name of the contract.
func call(name string) *operation {
	return &contract[slices.IndexFunc(contract, func(op operation) bool { return op.name == name })]
}

// run is what is learnt on the way.
type run struct {
	o      Options
	client *http.Client
	report *Report

	values       map[string]any               // the answers by call, in the contract's form
	translations map[string]map[string]string // by language
	cookies      []*http.Cookie
	first        *answer  // the first good answer, for what concerns the whole host
	uncacheable  []string // public calls whose answer declares that it depends on the user
}

// dishes is the name in run.values of the dishes of all categories, each with its category.
const dishes = "dishes"

// answer is a response, read whole.
type answer struct {
	*http.Response
	body           []byte // decompressed
	sent, received time.Time
}

// Run checks a backend. It returns an error for an invalid URL. For an unreachable backend it returns a report in which
// every call failed.
func Run(ctx context.Context, o Options) (*Report, error) {
	host, err := readHost(o.Host)
	if err != nil {
		return nil, err
	}
	rules, err := readLaw(o.Law)
	if err != nil {
		return nil, err
	}
	r := &run{
		o: o, report: &Report{Host: host, Outcome: Opens, Remarks: []Remark{}, UnusedSettings: []string{}}, values: map[string]any{}, translations: map[string]map[string]string{},
		client: &http.Client{
			Timeout:       10 * time.Second,
			Transport:     &http.Transport{Proxy: nil, MaxIdleConnsPerHost: 4},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	for i := range contract {
		r.call(ctx, &contract[i])
	}
	r.report.Order = r.settle()
	r.remarks(ctx)
	if !slices.ContainsFunc(r.report.Rows, func(row Row) bool { return row.blocks }) {
		r.law(rules)
	}
	if !r.report.Order.Possible {
		r.report.Outcome = CannotOpen
	} else if o.Order {
		r.place(ctx)
	}
	return r.report, nil
}

// do makes a request, reads the answer and adds its row. It returns the answer in the contract's form, nil if there is nothing.
func (r *run) do(ctx context.Context, op *operation, s step, token string) (value any) {
	var body any
	if s.body != nil {
		if body = s.body(r); body == nil {
			if s.without != "" {
				r.skip(op, s.without)
			}
			return nil
		}
	}
	row := Row{op: op, Note: s.note, Verdict: OK}
	defer func() { r.add(row) }()
	a, err := r.ask(ctx, op, s.path(op), body, func(req *http.Request) { r.credentials(req, op, token, s.key) })
	if err != nil {
		row.Verdict, row.Note = Failed, strings.TrimPrefix(s.note+": "+err.Error(), ": ")
		return nil
	}
	r.learnHost(op, a)
	row.Status, row.Millis = a.StatusCode, a.received.Sub(a.sent).Milliseconds()
	if s.refused != nil {
		row.refusal(a, s)
		return nil
	}
	return r.joined(ctx, op, a, &row)
}

// dueJSON is what is expected in place of a body that is not JSON, with the reason where it begins as JSON.
func dueJSON(body []byte) string {
	var wrong *json.SyntaxError
	if errors.As(json.Unmarshal(body, new(any)), &wrong) && wrong.Offset > 1 {
		return fmt.Sprintf("JSON (%s, at byte %d)", wrong, wrong.Offset)
	}
	return "JSON"
}

// understood reads an answer as the shop does, and puts into its row what does not have the contract's form.
func (r *run) understood(op *operation, a *answer, row *Row) []byte {
	verdict, body, notes := gateway.Understand(op.name, &upstream.Response{Status: a.StatusCode, Header: a.Header, Body: a.body}, reading.Options{Zone: r.o.Zone, Lang: r.o.Lang})
	if verdict != upstream.Good {
		switch {
		case op.mayBeMissing() && (verdict == upstream.Absent || verdict < upstream.Failed && a.StatusCode == http.StatusNotFound):
			row.Verdict = Absent
		case a.StatusCode >= 300:
			said := a.message()
			if a.StatusCode == http.StatusNotFound && op.mayBeMissing() {
				said = "a call that is missing answers 404 in JSON, or 405 or 501"
			}
			row.Verdict, row.Note = Failed, strings.TrimSpace(row.Note+" "+said)
		case verdict == upstream.Refused:
			row.deviates("$", "a success that does not say no", string(a.body))
		default:
			row.deviates("$", dueJSON(a.body), cmp.Or(string(a.body), "nothing"))
		}
		return nil
	}
	if len(body) == 0 && op.isGet() {
		row.deviates("$", "JSON", "nothing")
	}
	if kind := a.Header.Get("Content-Type"); len(body) > 0 && !strings.Contains(strings.ToLower(kind), "json") {
		row.reads("Content-Type", cmp.Or(kind, "nothing"), "application/json")
	}
	for _, n := range notes {
		if op.envelope == "data-meta" { // read without its meta, the answer is the content of data
			n.Path = strings.NewReplacer("$.data.data", "$.data", "$.data.meta", "$.meta").Replace(n.Path)
		}
		if n.Kind == reading.Rewritten {
			row.reads(n.Path, n.Got, n.Read)
		} else {
			row.deviates(n.Path, n.Due, n.Got)
		}
	}
	if op.isGet() && op.envelope != "data-meta" && len(body) > 0 && !reading.Unreadable(notes) && !rawjson.Find(a.body, "data").Found() {
		row.reads("$", string(a.body), "its data")
	}
	return body
}

// joined returns an answer in the contract's form: what is understood of it, with the further pages of a public list.
func (r *run) joined(ctx context.Context, op *operation, a *answer, row *Row) (value any) {
	body := r.understood(op, a, row)
	if op.public && body != nil {
		var err error
		pages := 1
		pageOf := func(list []byte, a *answer) reading.Page {
			return reading.Page{List: list, Whole: a.body, Links: a.Header["Link"]}
		}
		body, err = reading.JoinPages(pageOf(body, a), *a.Request.URL, func(query string) (none reading.Page, err error) {
			pages++
			next, err := r.ask(ctx, op, a.Request.URL.ResolveReference(&url.URL{RawQuery: query}).String(), nil, nil)
			if err != nil {
				return none, err
			}
			return pageOf(r.understood(op, next, row), next), nil
		})
		if err != nil {
			r.remark("pages", Deviates, "%s comes in pages that are not all read: %s", op.name, strings.TrimPrefix(err.Error(), "reading: "))
		} else if pages > 1 {
			r.remark("pages", Warning, "%s comes in %d pages, which the shop fetches and joins; one answer is faster", op.name, pages)
		}
	}
	if op.envelope != "data-meta" {
		body = envelope.Data(body)
	}
	json.Unmarshal(body, &value) // it is JSON, or nothing
	return value
}

// refusal compares an answer with the statuses of which one is expected, and its form with the one that a form's errors have.
func (row *Row) refusal(a *answer, s step) {
	var errs map[string]any
	own := json.Unmarshal(a.body, &errs) == nil
	// The forms of a form's errors are those of client/src/api/errorWords.ts.
	saysWhy := slices.ContainsFunc([]string{"data", "errors", "violations", "error", "detail", "title"}, func(form string) bool { return errs[form] != nil })
	switch {
	case s.lenient && a.StatusCode < 300:
		row.Verdict, row.Note = Warning, s.note+" was answered as if it existed"
	// Only a form has fields to say more about.
	case slices.Contains(s.refused, a.StatusCode) && (a.StatusCode != http.StatusUnprocessableEntity || own && (row.op.isGet() || saysWhy)):
	case slices.Contains(s.refused, a.StatusCode):
		row.deviates("$", `{"message": …, "data": {"<field>": ["…"]}}`, string(a.body))
	case row.op.mayBeMissing() && (a.StatusCode == http.StatusNotFound && own || a.StatusCode == http.StatusMethodNotAllowed):
		row.Verdict = Absent
	default:
		statuses := strings.Trim(strings.ReplaceAll(fmt.Sprint(s.refused), " ", " or "), "[]")
		row.deviates("status", statuses, strings.TrimSpace(fmt.Sprint(a.StatusCode, " ", a.message())))
	}
}

// learnHost notes what an answer says about its host.
func (r *run) learnHost(op *operation, a *answer) {
	for _, c := range a.Cookies() {
		r.cookies = append(slices.DeleteFunc(r.cookies, func(old *http.Cookie) bool { return old.Name == c.Name }), c)
	}
	if r.first == nil && a.StatusCode == http.StatusOK {
		r.first = a
	}
	if op.public && representation.VariesByUser(a.Header["Vary"]) && !slices.Contains(r.uncacheable, op.name) {
		r.uncacheable = append(r.uncacheable, op.name)
	}
}

const maxAnswer = 16 << 20

// ask makes one request; path is below the host's API, or the whole address of another host. Without a body none is sent. prepare adds headers.
func (r *run) ask(ctx context.Context, op *operation, path string, body any, prepare func(*http.Request)) (*answer, error) {
	var raw []byte
	if body != nil {
		raw, _ = json.Marshal(body) // it was JSON
	}
	if !strings.Contains(path, "://") {
		path = r.report.Host + "/api/" + path
	}
	method, _, _ := strings.Cut(op.name, " ")
	req, err := http.NewRequestWithContext(ctx, method, path, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.GetBody = nil // never sent twice
	req.Header = http.Header{"Accept": {"application/json"}, "Lang": {r.o.Lang}, "User-Agent": {"tablefront-check"}}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	if prepare != nil {
		prepare(req)
	}
	a := &answer{sent: time.Now()}
	if a.Response, err = r.client.Do(req); err != nil {
		return nil, explained(err)
	}
	defer a.Body.Close()
	if a.Header[upstream.ShopHeader] != nil {
		return nil, explained(upstream.ErrNotABackend)
	}
	a.body, err = io.ReadAll(io.LimitReader(a.Body, maxAnswer+1))
	a.received = time.Now()
	switch coding := strings.ToLower(a.Header.Get("Content-Encoding")); { // http.Transport removes gzip
	case err != nil:
		return nil, fmt.Errorf("the body can't be read: %w", explained(err))
	case len(a.body) > 0 && coding != "" && coding != "identity":
		return nil, fmt.Errorf("Content-Encoding is %q, which was not in Accept-Encoding", coding)
	case len(a.body) > maxAnswer:
		return nil, errors.New("the body is larger than 16 MiB")
	}
	return a, nil
}

// credentials adds the token where a call takes one, and the XSRF header, the cookies and an order's key where it changes data.
func (r *run) credentials(req *http.Request, op *operation, token, key string) {
	if token != "" && op.auth != "none" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if op.isGet() {
		return
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	for _, c := range r.cookies {
		req.AddCookie(c)
		if c.Name == cookiejar.XSRFName {
			req.Header.Set("X-XSRF-TOKEN", cookiejar.XSRFHeader(c.Value))
		}
	}
}

// readHost reads the address of a backend. The error does not quote it.
func readHost(address string) (string, error) {
	host, err := branches.ParseHost(address)
	if err != nil {
		return "", fmt.Errorf("the backend's address %w", err)
	}
	return host, nil
}

// explained adds to a network error what to do about it, as the shop's log does.
func explained(err error) error {
	if failed, is := errors.AsType[*url.Error](err); is {
		err = failed.Err
	}
	if todo := gateway.Remedy(err); todo != "" {
		return fmt.Errorf("%w: %s", err, todo)
	}
	return err
}

// message returns the message of an error body.
func (a *answer) message() string {
	var m struct{ Message string }
	if json.Unmarshal(a.body, &m) == nil && m.Message != "" {
		return shorten(m.Message)
	}
	if a.StatusCode >= 300 && a.StatusCode < 400 {
		return shorten("a redirect to " + gateway.RedirectTarget(a.Header.Get("Location")) + ", which is not followed")
	}
	return ""
}
