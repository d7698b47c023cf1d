// Package check implements the command tablefront check: it makes every call of the contract at a backend and reports
// where the responses deviate (docs/backend.md). It changes nothing at the backend unless Options.Write or Options.Order is set.
package check

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"tablefront/bff/branches"
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

// Verdict of a call or a remark.
type Verdict string

// The verdicts. Deviates and Failed cost a feature, or the whole shop (Report.Outcome). Absent is an optional call that the
// backend does not have, Violated a duty by law that is not fulfilled, Ask one that can't be seen at the backend.
const (
	OK       Verdict = "ok"
	Warning  Verdict = "warning"
	Deviates Verdict = "deviates"
	Failed   Verdict = "failed"
	Skipped  Verdict = "skipped"
	Absent   Verdict = "absent"
	Violated Verdict = "violated"
	Ask      Verdict = "ask"
)

// Deviation is a place in a response that does not conform to the contract.
type Deviation struct {
	// Path is a JSON path into the upstream's body, "$.data[0].name".
	Path string `json:"path"`
	// Expected and Got are for humans; Got is shortened.
	Expected string `json:"expected"`
	Got      string `json:"got"`
}

// Reading is a value that the shop reads although it does not have the contract's form.
type Reading struct {
	Path string `json:"path"`
	Got  string `json:"got"`
	// As is what it is read as; empty: it is left out.
	As string `json:"as,omitempty"`
}

// note adds what was read. An element of a list that had to be left out is a deviation: it is missing in the shop.
func (row *Row) note(read []reading.Note) {
	for _, n := range read {
		switch {
		case n.Kind == reading.LeftOut && strings.HasSuffix(n.Path, "]"):
			row.Deviations = append(row.Deviations, Deviation{n.Path, "an element that can be read; the shop leaves it out", shorten(n.Got)})
		case n.Kind == reading.Rewritten, n.Kind == reading.LeftOut:
			row.Read = append(row.Read, Reading{n.Path, shorten(n.Got), shorten(n.Read)})
		}
	}
}

// Row is one request of a call.
type Row struct {
	op *operation
	// blocks: a required call can't be used at all.
	blocks bool

	Call string `json:"call"`
	// Required: the shop can't open, or can't take an order, without this call.
	Required bool    `json:"required"`
	Status   int     `json:"status,omitempty"`
	Millis   int64   `json:"milliseconds"`
	Verdict  Verdict `json:"verdict"`
	// Note says what was requested, or why the call was skipped.
	Note       string      `json:"note,omitempty"`
	Deviations []Deviation `json:"deviations,omitempty"`
	// Read are values that the shop reads although they do not have the contract's form.
	Read []Reading `json:"read,omitempty"`
	// Cost says what the shop loses; set if the verdict is Deviates or Failed.
	Cost string `json:"cost,omitempty"`
}

// Remark is a finding that is not about one call.
type Remark struct {
	Topic   string  `json:"topic"`
	Verdict Verdict `json:"verdict"`
	Text    string  `json:"text"`
	// Source is the law, for a duty of Options.Law.
	Source string `json:"source,omitempty"`
}

// Outcome of a run, from best to worst.
type Outcome string

// The outcomes; Main turns them into exit codes.
const (
	Opens      Outcome = "opens"          // an order can be placed, and nothing is wrong; warnings are allowed
	Loses      Outcome = "loses features" // an order can be placed, but what is wrong costs a feature
	CannotOpen Outcome = "cannot open"    // no order can be placed
)

// Report is the result of a run. docs/check.schema.json describes its JSON.
type Report struct {
	Host    string   `json:"host"`
	Outcome Outcome  `json:"outcome"`
	Order   Order    `json:"order"`
	Rows    []Row    `json:"calls"`
	Remarks []Remark `json:"remarks"`
	// UnusedSettings are the optional settings that have no value.
	UnusedSettings []string `json:"unusedSettings"`
	reached        bool     // at least one call succeeded
	violated       int      // duties by law
}

// worsen sets the outcome to what a verdict means for the whole shop, unless it is worse already.
func (r *Report) worsen(v Verdict) {
	if v == Failed {
		r.Outcome = CannotOpen
	} else if v == Deviates && r.Outcome == Opens {
		r.Outcome = Loses
	}
}

const maxAnswer = 16 << 20

// run is what is learnt on the way.
type run struct {
	o        Options
	client   *http.Client
	contract *contract
	report   *Report

	values       map[string]any            // the responses by call, as the browser would get them
	translations map[string]map[string]any // by language
	cookies      []*http.Cookie
	first        *answer        // the first good answer, for what concerns the whole host
	accounts     bool           // GET me answers 401 to a request without a token
	dishes       []section      // of the whole menu
	pages        map[string]int // public lists that come in pages
	uncacheable  []string       // public calls whose response declares that it depends on the user
}

// answer is a response, read whole.
type answer struct {
	*http.Response
	body           []byte // decompressed
	sent, received time.Time
}

// Run checks a backend. It returns an error for an invalid URL. For an unreachable backend it returns a report in which
// every call failed.
func Run(ctx context.Context, o Options) (*Report, error) {
	host, err := branches.CanonicalURL(strings.TrimSpace(o.Host))
	if err != nil {
		return nil, fmt.Errorf("%q is not an http or https URL", o.Host)
	}
	r := &run{
		o: o, contract: readContract(), report: &Report{Host: host, Outcome: Opens, UnusedSettings: []string{}}, values: map[string]any{}, pages: map[string]int{}, translations: map[string]map[string]any{},
		client: &http.Client{
			Timeout:       10 * time.Second,
			Transport:     &http.Transport{Proxy: nil, MaxIdleConnsPerHost: 4},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	// In the contract's order, in which earlier calls return the ids that later ones need.
	for _, op := range r.contract.operations {
		if op.method == http.MethodGet {
			r.call(ctx, op)
		}
	}
	r.anonymous(ctx)
	for _, op := range r.contract.operations {
		if op.method != http.MethodGet {
			r.call(ctx, op)
		}
	}
	r.report.Order = r.settle()
	r.remarks(ctx)
	r.report.reached = r.first != nil
	if blocked := slices.ContainsFunc(r.report.Rows, func(row Row) bool { return row.blocks }); o.Law != "" && !blocked {
		if err := r.law(ctx); err != nil {
			return nil, err
		}
	}
	if !r.report.Order.Possible {
		r.report.Outcome = CannotOpen
	} else if o.Order {
		r.place(ctx)
	}
	return r.report, nil
}

// reading is how the shop reads a response.
func (r *run) reading() reading.Options { return reading.Options{Zone: r.o.Zone, Lang: r.o.Lang} }

// further appends what the further pages of a public list have.
func (r *run) further(ctx context.Context, op *operation, a *answer, path string, value any) any {
	asked := a.Request.URL
	for n := 1; r.pages[op.String()] > 1 && n < reading.MaxPages; n++ {
		query := reading.PagingOf(a.body).Query(asked, n)
		if query == "" {
			break
		}
		var err error
		if a, err = r.ask(ctx, op.method, path+"?"+query, nil, func(*http.Request) {}); err != nil {
			break
		}
		page, _, _ := op.judge(a, r.reading())
		more, _ := list(page)
		if elements, whole := list(value); whole != nil {
			whole["data"] = append(elements, more...)
		} else {
			value = append(elements, more...)
		}
	}
	return value
}

// list returns the elements of a list, or of the list that is the `data` of whole.
func list(value any) (elements []any, whole map[string]any) {
	if whole, _ = value.(map[string]any); whole != nil {
		value = whole["data"]
	}
	elements, _ = value.([]any)
	return elements, whole
}

// add adds a row, with what the shop loses if the call deviates.
func (r *run) add(row Row) {
	row.Call, row.Required = row.op.String(), row.op.required()
	if row.Verdict == Deviates || row.Verdict == Failed {
		unreadable := slices.ContainsFunc(row.Deviations, func(d Deviation) bool { return d.Path == "$" || d.Path == "$.data" || d.Path == "status" })
		r.report.worsen(Deviates)
		switch {
		case row.Required && (row.Verdict == Failed || unreadable):
			row.Cost, row.blocks = "no order can be placed", true
			r.report.worsen(Failed)
		case row.Required:
			row.Cost = "parts of the answer can't be used"
		default:
			row.Cost = text(row.op.Extensions["x-without"])
		}
	}
	r.report.Rows = append(r.report.Rows, row)
}

func (r *run) skip(op *operation, why string) { r.add(Row{op: op, Verdict: Skipped, Note: why}) }

func (r *run) remark(topic string, v Verdict, format string, args ...any) {
	r.report.Remarks = append(r.report.Remarks, Remark{Topic: topic, Verdict: v, Text: fmt.Sprintf(format, args...)})
	r.report.worsen(v)
}

// ask makes one request. If body is nil, none is sent. prepare adds headers.
func (r *run) ask(ctx context.Context, method, path string, body any, prepare func(*http.Request)) (*answer, error) {
	header := http.Header{"Accept": {"application/json"}, "Lang": {r.o.Lang}, "User-Agent": {"tablefront-check"}}
	var raw []byte
	if body != nil {
		raw, _ = json.Marshal(body) //nolint:errchkjson // it was JSON
		header.Set("Content-Type", "application/json")
	}
	req, err := http.NewRequestWithContext(ctx, method, r.report.Host+"/api"+path, bytes.NewReader(raw))
	if err != nil {
		return nil, err
	}
	req.GetBody = nil // never sent twice
	req.Header = header
	prepare(req)
	a := &answer{sent: time.Now()}
	if a.Response, err = r.client.Do(req); err != nil {
		return nil, explained(err)
	}
	defer a.Body.Close() //nolint:errcheck // it was read
	if a.Header[upstream.ShopHeader] != nil {
		return nil, errors.New("this is a Tablefront shop, not a backend")
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
	for _, c := range a.Cookies() {
		r.cookies = append(slices.DeleteFunc(r.cookies, func(old *http.Cookie) bool { return old.Name == c.Name }), c)
	}
	if r.first == nil && a.StatusCode == http.StatusOK {
		r.first = a
	}
	return a, nil
}

// credentials adds the token where a call takes one, and the XSRF header and the cookies where it changes data.
func (r *run) credentials(req *http.Request, op *operation, token string) {
	if token != "" && op.auth() != "none" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if op.method == http.MethodGet {
		return
	}
	for _, c := range r.cookies {
		req.AddCookie(c)
		if c.Name == "XSRF-TOKEN" {
			plain, err := url.PathUnescape(c.Value)
			if err != nil {
				plain = c.Value
			}
			req.Header.Set("X-XSRF-TOKEN", plain)
		}
	}
}

// explained rewords common network errors for the report.
func explained(err error) error {
	if dns, is := errors.AsType[*net.DNSError](err); is {
		return fmt.Errorf("the host name %s does not resolve", dns.Name)
	}
	if cert, is := errors.AsType[*tls.CertificateVerificationError](err); is {
		return fmt.Errorf("its certificate is not valid: %w (if it is self-signed or of an authority of your own, set SSL_CERT_FILE to the authority's PEM file)", cert.Err)
	}
	if failed, is := errors.AsType[net.Error](err); is && failed.Timeout() {
		return errors.New("timeout")
	}
	if failed, is := errors.AsType[*url.Error](err); is {
		return failed.Err
	}
	return err
}

// do makes a request, compares the response with the contract and adds its row. It returns what the browser would get, nil
// if there is nothing.
func (r *run) do(ctx context.Context, op *operation, s step, token string) (value any) {
	path, missing := r.fill(op.path, s)
	if missing != "" {
		r.skip(op, "earlier calls returned no "+missing)
		return nil
	}
	if s.query != "" {
		path += "?" + s.query
	}
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
	a, err := r.ask(ctx, op.method, path, body, func(req *http.Request) { r.credentials(req, op, token) })
	if err != nil {
		row.Verdict, row.Note = Failed, err.Error()
		return nil
	}
	if public := text(op.Extensions["x-cache"]) != "never"; public && representation.VariesByUser(a.Header["Vary"]) && !slices.Contains(r.uncacheable, op.String()) {
		r.uncacheable = append(r.uncacheable, op.String())
	}
	row.Status, row.Millis = a.StatusCode, a.received.Sub(a.sent).Milliseconds()
	if s.refused != nil {
		row.Deviations = r.contract.judgeRefusal(a, s.refused)
	} else {
		if paging := reading.PagingOf(a.body); paging.Total > 1 && text(op.Extensions["x-cache"]) != "never" {
			r.pages[op.String()] = paging.Total
		}
		var read []reading.Note
		value, read, row.Deviations = op.judge(a, r.reading())
		row.note(read)
		value = r.further(ctx, op, a, path, value)
	}
	switch {
	case s.lenient && a.success():
		row.Verdict, row.Note, row.Deviations = Warning, s.note+" was answered as if it existed", nil
	case a.StatusCode == http.StatusNotFound && !op.required() && (len(row.Deviations) > 0 || s.refused == nil):
		row.Verdict, row.Deviations = Absent, nil
	case len(row.Deviations) > 0:
		row.Verdict = Deviates
	case len(row.Read) > 0:
		row.Verdict = Warning
	case s.refused == nil && !a.success():
		row.Verdict = Failed
		row.Note = strings.TrimSpace(s.note + " " + a.message())
	}
	return value
}

func (a *answer) success() bool { return a.StatusCode >= 200 && a.StatusCode <= 299 }

// message returns the message of an error body.
func (a *answer) message() string {
	var m struct{ Message string }
	if json.Unmarshal(a.body, &m) == nil && m.Message != "" {
		return shorten(m.Message)
	}
	if a.StatusCode >= 300 && a.StatusCode < 400 {
		return shorten("a redirect to " + cmp.Or(a.Header.Get("Location"), "nowhere") + ", which is not followed")
	}
	return ""
}

func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return s
}
