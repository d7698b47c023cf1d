// Package check implements the command tablefront check: it makes every call of the contract at a backend and reports
// where the responses deviate (docs/check.md). It changes nothing at the backend unless Options.Write is set.
package check

import (
	"bytes"
	"compress/gzip"
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
	"strconv"
	"strings"
	"time"
)

// Options of a run.
type Options struct {
	// Upstream is the main host; its API is {host}/api. Branch, if set, is a branch's host that is checked instead.
	Upstream, Branch string
	// Token is a test account's token; without one the calls that need a login are skipped.
	Token string
	// Write allows calls that change the test account and send a contact message. No order is ever placed.
	Write bool
	// Lang is the language of the requests, Country the shop's country (TABLEFRONT_LANGUAGE, TABLEFRONT_COUNTRY).
	Lang, Country string
	// Client makes the calls. Default: a timeout of 10 s per call, no proxy, no redirects.
	Client *http.Client
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

// Verdict of a call or a remark.
type Verdict string

// The verdicts. Deviates and Failed cost a feature, or the whole shop (Report.Outcome).
const (
	OK       Verdict = "ok"
	Warning  Verdict = "warning"
	Deviates Verdict = "deviates"
	Failed   Verdict = "failed"
	Skipped  Verdict = "skipped"
)

// Deviation is a place in a response that does not conform to the contract.
type Deviation struct {
	// Path is a JSON path into the upstream's body, "$.data[0].name".
	Path string `json:"path"`
	// Expected and Got are for humans; Got is shortened.
	Expected string `json:"expected"`
	Got      string `json:"got"`
}

// Row is one call.
type Row struct {
	Call string `json:"call"`
	// Required: the shop can't open, or can't take an order, without this call.
	Required bool    `json:"required"`
	Status   int     `json:"status,omitempty"`
	Millis   int64   `json:"milliseconds"`
	Verdict  Verdict `json:"verdict"`
	// Note says what was requested, or why the call was skipped.
	Note       string      `json:"note,omitempty"`
	Deviations []Deviation `json:"deviations,omitempty"`
	// Cost says what the shop loses; set if the verdict is Deviates or Failed.
	Cost string `json:"cost,omitempty"`
}

// Remark is a finding that is not about one call.
type Remark struct {
	Topic   string  `json:"topic"`
	Verdict Verdict `json:"verdict"`
	Text    string  `json:"text"`
}

// Outcome of a run, from best to worst.
type Outcome string

// The outcomes; Main turns them into exit codes.
const (
	Opens      Outcome = "opens"          // the backend conforms to the contract; warnings are allowed
	Loses      Outcome = "loses features" // the shop opens and takes orders, but deviations cost a feature
	CannotOpen Outcome = "cannot open"    // a call that the shop needs is missing, fails or has another shape
)

// Report is the result of a run. docs/check.schema.json describes its JSON.
type Report struct {
	Host    string   `json:"host"`
	Outcome Outcome  `json:"outcome"`
	Rows    []Row    `json:"calls"`
	Remarks []Remark `json:"remarks"`
}

// judge sets the outcome and the cost of each deviation.
func (r *Report) judge(c *contract) {
	r.Outcome = Opens
	for i := range r.Rows {
		row := &r.Rows[i]
		if row.Verdict != Deviates && row.Verdict != Failed {
			continue
		}
		row.Cost = c.cost(row.Call)
		switch {
		case row.Required && (row.Verdict == Failed || row.unreadable()):
			row.Cost, r.Outcome = "the shop can't open or can't take an order", CannotOpen
		case r.Outcome == Opens:
			r.Outcome = Loses
		}
	}
	for _, m := range r.Remarks {
		switch {
		case m.Verdict == Failed:
			r.Outcome = CannotOpen
		case m.Verdict == Deviates && r.Outcome == Opens:
			r.Outcome = Loses
		}
	}
}

// unreadable tells an answer of which nothing can be used from one with single members that deviate.
func (r *Row) unreadable() bool {
	return slices.ContainsFunc(r.Deviations, func(d Deviation) bool { return d.Path == "$" || d.Path == "$.data" || d.Path == "status" })
}

const maxAnswer = 16 << 20

// run is what is learnt on the way.
type run struct {
	o        Options
	base     string
	contract *contract
	report   *Report

	settings     map[string]any // nil if they could not be read
	languages    []string
	translations map[string]map[string]string
	ids          map[string]string // what fills a path's braces: "category", "product", "menu", "order", "address", "place"
	cookies      []*http.Cookie
	first        *answer // the first good answer, for what concerns the whole host
	me           map[string]any
	area         map[string]any // the first area
	providers    any            // the ways to pay
	orders       []map[string]any
}

// answer is a response, read whole.
type answer struct {
	status   int
	header   http.Header
	body     []byte // decompressed
	packed   bool   // it was compressed
	sent     time.Time
	received time.Time
	tls      *tls.ConnectionState
}

// Run checks a backend. It returns an error for an invalid URL or an unreadable contract. For an unreachable backend it
// returns a report in which every call failed.
func Run(ctx context.Context, o Options) (*Report, error) {
	host := o.Upstream
	if o.Branch != "" {
		host = o.Branch
	}
	u, err := url.Parse(strings.TrimRight(host, "/"))
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || u.RawQuery != "" {
		return nil, fmt.Errorf("%q is not an http or https URL", host)
	}
	c, err := readContract()
	if err != nil {
		return nil, err
	}
	if o.Client == nil {
		o.Client = &http.Client{
			Timeout:       10 * time.Second,
			Transport:     &http.Transport{Proxy: nil, DisableCompression: true, MaxIdleConnsPerHost: 4},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Lang == "" {
		o.Lang = "de"
	}
	r := &run{
		o: o, base: u.String() + "/api", contract: c, report: &Report{Host: u.String()},
		translations: map[string]map[string]string{}, ids: map[string]string{},
	}
	r.reads(ctx)
	r.anonymous(ctx)
	if o.Write {
		r.writes(ctx)
	} else {
		for _, op := range c.operations {
			if op.method != http.MethodGet {
				r.add(Row{Call: op.String(), Verdict: Skipped, Note: "changes data; use --write"})
			}
		}
	}
	r.remarks(ctx)
	r.report.judge(c)
	return r.report, nil
}

func (r *run) add(row Row) {
	row.Required = r.contract.required(row.Call)
	r.report.Rows = append(r.report.Rows, row)
}

func (r *run) remark(topic string, v Verdict, format string, args ...any) {
	r.report.Remarks = append(r.report.Remarks, Remark{topic, v, fmt.Sprintf(format, args...)})
}

// ask makes one call. If body is nil, none is sent. signed adds the token, guarded the XSRF header.
func (r *run) ask(ctx context.Context, method, path string, body any, header http.Header, signed, guarded bool) (*answer, error) {
	var reader io.Reader
	if body != nil {
		b, err := json.Marshal(body)
		if err != nil {
			return nil, err
		}
		reader = bytes.NewReader(b)
	}
	req, err := http.NewRequestWithContext(ctx, method, r.base+path, reader)
	if err != nil {
		return nil, err
	}
	req.GetBody = nil // never sent twice
	h := req.Header
	h.Set("Accept", "application/json")
	h.Set("Accept-Encoding", "gzip")
	h.Set("Lang", r.o.Lang)
	h.Set("User-Agent", "tablefront-check")
	if body != nil {
		h.Set("Content-Type", "application/json")
	}
	if signed && r.o.Token != "" {
		h.Set("Authorization", "Bearer "+r.o.Token)
	}
	if guarded {
		for _, c := range r.cookies {
			req.AddCookie(c)
			if c.Name == "XSRF-TOKEN" {
				plain, err := url.QueryUnescape(c.Value)
				if err != nil {
					plain = c.Value
				}
				h.Set("X-XSRF-TOKEN", plain)
			}
		}
	}
	for name, v := range header {
		h[name] = v
	}
	a := &answer{sent: r.o.Now()}
	res, err := r.o.Client.Do(req)
	if err != nil {
		return nil, explained(err)
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	a.status, a.header, a.tls = res.StatusCode, res.Header, res.TLS
	var from io.Reader = res.Body
	switch coding := strings.ToLower(res.Header.Get("Content-Encoding")); coding {
	case "", "identity":
	case "gzip":
		a.packed = true
		z, err := gzip.NewReader(res.Body)
		if err != nil {
			return nil, errors.New("Content-Encoding is gzip, but the body is not")
		}
		from = z
	default:
		return nil, fmt.Errorf("Content-Encoding is %q, which was not in Accept-Encoding", coding)
	}
	a.body, err = io.ReadAll(io.LimitReader(from, maxAnswer+1))
	a.received = r.o.Now()
	switch {
	case err != nil:
		return nil, fmt.Errorf("the body is incomplete: %w", explained(err))
	case len(a.body) > maxAnswer:
		return nil, errors.New("the body is larger than 16 MiB")
	}
	for _, c := range res.Cookies() {
		r.cookie(c)
	}
	if r.first == nil && a.status == http.StatusOK {
		r.first = a
	}
	return a, nil
}

func (r *run) cookie(c *http.Cookie) {
	for i, old := range r.cookies {
		if old.Name == c.Name {
			r.cookies[i] = c
			return
		}
	}
	r.cookies = append(r.cookies, c)
}

// explained rewords common network errors for the report.
func explained(err error) error {
	var dns *net.DNSError
	var timeout net.Error
	var cert *tls.CertificateVerificationError
	switch {
	case errors.As(err, &dns):
		return fmt.Errorf("the host name %s does not resolve", dns.Name)
	case errors.As(err, &cert):
		return fmt.Errorf("its certificate is not valid: %w", cert.Err)
	case errors.As(err, &timeout) && timeout.Timeout():
		return errors.New("timeout")
	}
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// visit makes a call that should succeed, validates the response against the contract and adds its row. It returns the
// value that the browser would get, nil if there is none.
func (r *run) visit(ctx context.Context, op *operation, path, note string, body any) any {
	row := Row{Call: op.String(), Note: note, Verdict: OK}
	defer func() { r.add(row) }()
	a, err := r.ask(ctx, op.method, path, body, nil, op.auth != "none", op.method != http.MethodGet)
	if err != nil {
		row.Verdict, row.Note = Failed, err.Error()
		return nil
	}
	row.Status, row.Millis = a.status, a.received.Sub(a.sent).Milliseconds()
	value, deviations := op.judge(a.status, a.header.Get("Content-Type"), a.body)
	row.Deviations = deviations
	switch {
	case len(deviations) > 0:
		row.Verdict = Deviates
	case a.status < 200 || a.status > 299:
		row.Verdict = Failed
		row.Note = strings.TrimSpace(note + " " + said(a))
	}
	return value
}

// expectUnknown requests something that does not exist. A backend that answers as if it did gets a warning: the shop
// works, but the backend probably has a bug.
func (r *run) expectUnknown(ctx context.Context, op *operation, path, note string, body any, signed bool, statuses ...int) {
	r.expectRefusal(ctx, op, path, note, body, signed, statuses...)
	row := &r.report.Rows[len(r.report.Rows)-1]
	if row.Verdict == Deviates && row.Status >= 200 && row.Status < 300 {
		row.Verdict, row.Note, row.Deviations = Warning, note+" was answered as if it existed", nil
	}
}

// expectRefusal makes a call that must be answered with one of the given error statuses.
func (r *run) expectRefusal(ctx context.Context, op *operation, path, note string, body any, signed bool, statuses ...int) {
	row := Row{Call: op.String(), Note: note, Verdict: OK}
	defer func() { r.add(row) }()
	a, err := r.ask(ctx, op.method, path, body, nil, signed, op.method != http.MethodGet)
	if err != nil {
		row.Verdict, row.Note = Failed, err.Error()
		return
	}
	row.Status, row.Millis = a.status, a.received.Sub(a.sent).Milliseconds()
	for _, s := range statuses {
		if a.status == s {
			if s == http.StatusUnprocessableEntity {
				row.Deviations = r.contract.judgeFieldErrors(a.body)
				if len(row.Deviations) > 0 {
					row.Verdict = Deviates
				}
			}
			return
		}
	}
	row.Verdict = Deviates
	texts := make([]string, len(statuses))
	for i, s := range statuses {
		texts[i] = strconv.Itoa(s)
	}
	row.Deviations = []Deviation{{Path: "status", Expected: strings.Join(texts, " or "), Got: strconv.Itoa(a.status) + " " + said(a)}}
}

// said returns the message of an error body.
func said(a *answer) string {
	var m struct{ Message string }
	if json.Unmarshal(a.body, &m) == nil && m.Message != "" {
		return shorten(m.Message)
	}
	if a.status >= 300 && a.status < 400 {
		return "a redirect, which is not followed"
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
