package gateway

import (
	"bytes"
	"context"
	"strings"

	"tablefront/bff/catalogue"
	"tablefront/bff/reading"
	"tablefront/bff/site"
	"tablefront/bff/upstream"
)

// read reads a success into the contract's form (docs/wire.md section 1).
func (c *caller) read(o *outgoing, a *answer) {
	notes := a.read(o.call, reading.Options{Zone: c.zone, Lang: o.lang})
	switch o.call {
	case callPages:
		a.Body = site.SanitisePages(a.Body)
	case callBranches:
		a.Body = c.branches.ReadAddresses(a.Body)
	}
	if len(notes) > 0 {
		c.noteDeviations(o, notes)
	}
}

// read reads a success into the contract's form; what is not JSON stays as it is.
func (a *answer) read(call *Call, o reading.Options) (notes []reading.Note) {
	if a.Header.Get("Content-Type") == jsonValue[0] {
		o.Whole = a.upstream.Body
		a.Body, notes = reading.Read(call.schema, a.Body, o)
		a.unread = reading.Unreadable(notes)
	}
	return notes
}

// isWorse reports whether a public response can't be read, but the stored one can: a page of maintenance in JSON must not replace a menu.
func (c *caller) isWorse(ctx context.Context, a *answer, r *catalogue.Request, call *Call) bool {
	if !a.unread {
		return false
	}
	stored := c.catalogue.Stored(ctx, *r)
	if stored == nil {
		return false
	}
	_, notes := reading.Read(call.schema, stored.Body, reading.Options{})
	return !reading.Unreadable(notes)
}

// Understand says what the pipeline makes of an upstream's answer to a call ("GET settings"): what it means, and for a good one its body in the
// contract's form, and the values that did not have that form. It is for the command check.
func Understand(call string, r *upstream.Response, o reading.Options) (verdict upstream.Verdict, body []byte, notes []reading.Note) {
	method, path, _ := strings.Cut(call, " ")
	of := find(method, path)
	a, err := answerOf(of, r)
	if a.verdict == upstream.Good && err == nil {
		notes = a.read(of, o)
	}
	return a.verdict, a.Body, notes
}

// noteDeviations counts the values of a response that do not have the contract's form, and logs the first one. Its value is
// not logged: it may be a customer's.
func (c *caller) noteDeviations(o *outgoing, notes []reading.Note) {
	c.recorder.metrics.deviations.WithLabelValues(o.call.String()).Add(float64(len(notes)))
	key := "deviations " + o.branch.ID + " " + o.call.String()
	if !c.logged.PutNew(key, struct{}{}, logEvery) {
		return
	}
	c.recorder.log.Warn("a response does not have the contract's form: tablefront check lists what is wrong",
		"branch", o.branch.Name, "call", o.call.String(), "values", len(notes), "first", notes[0].Path, "kind", notes[0].Kind.String())
}

// decoded returns the body of a response as UTF-8 without a byte order mark.
func decoded(r *upstream.Response) []byte {
	body := bytes.TrimPrefix(r.Body, []byte("\ufeff"))
	if kind := strings.ToLower(r.Header.Get("Content-Type")); !strings.Contains(kind, "iso-8859-1") && !strings.Contains(kind, "windows-1252") {
		return body
	}
	return reading.FromLatin1(body)
}
