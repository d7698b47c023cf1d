package gateway

import (
	"bytes"
	"strings"
	"time"

	"tablefront/bff/reading"
	"tablefront/bff/site"
	"tablefront/bff/upstream"
)

// deviationsLogEvery is how often the deviations of a call are logged.
const deviationsLogEvery = time.Minute

// read reads a success into the contract's form (docs/wire.md section 1); what is not JSON stays as it is.
func (g *Gateway) read(o *outgoing, a *relay) {
	if a.Header.Get("Content-Type") != jsonValue[0] {
		return
	}
	body, notes := reading.Read(schemas[o.call.index], a.Body, reading.Options{Zone: g.zone, Lang: o.lang, Whole: a.from.Body})
	switch a.Body = body; o.call {
	case callPages:
		a.Body = site.SanitisePages(body)
	case callBranches:
		a.Body = g.branches.ReadAddresses(body)
	}
	if len(notes) > 0 {
		g.noteDeviations(o, notes)
	}
}

// noteDeviations counts the values of a response that do not have the contract's form, and logs the first one. Its value is
// not logged: it may be a customer's.
func (g *Gateway) noteDeviations(o *outgoing, notes []reading.Note) {
	g.metrics.Deviated(o.call.index, len(notes))
	key := "deviations " + o.branch.ID + " " + o.call.String()
	if g.fetchErrors.Left(key) > 0 {
		return
	}
	g.fetchErrors.Pause(key, deviationsLogEvery)
	g.log.Warn("a response does not have the contract's form: tablefront check lists what is wrong",
		"branch", o.branch.Name, "call", o.call.String(), "values", len(notes), "first", notes[0].Path, "kind", notes[0].Kind.String())
}

// byteOrderMark begins a text that some programs write as UTF-8.
var byteOrderMark = []byte("\ufeff")

// decoded returns the body of a response as UTF-8 without a byte order mark.
func decoded(a *upstream.Response) []byte {
	body := bytes.TrimPrefix(a.Body, byteOrderMark)
	if kind := strings.ToLower(a.Header.Get("Content-Type")); !strings.Contains(kind, "iso-8859-1") && !strings.Contains(kind, "windows-1252") {
		return body
	}
	return reading.FromLatin1(body)
}
