// Package browsererror reads the reports of JavaScript errors that the client sends, so that the operator learns of broken
// screens. A report can't contain customer data, since every part of it must have a known shape.
package browsererror

import (
	"encoding/json"
	"errors"
	"regexp"
	"slices"

	"tablefront/bff/telemetry"
)

// ErrMalformed says that a report does not have the expected shape.
var ErrMalformed = errors.New("malformed browser error report")

// Report is BrowserError in contracts/bff.yaml.
type Report struct {
	Kind    string   `json:"kind"`
	Name    string   `json:"name"`
	Message string   `json:"message"`
	Screen  string   `json:"screen"`
	Where   []string `json:"where"`
}

var (
	errorName   = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]{0,39}$`)
	errorScreen = regexp.MustCompile(`^/[a-z/_:-]{0,79}$`)
	errorWhere  = regexp.MustCompile(`^[A-Za-z0-9_.-]{1,60}:[0-9]{1,7}:[0-9]{1,7}$`)
	// errorValue matches what an error message may quote of a page's data: quoted strings, addresses, numbers, names.
	errorValue = regexp.MustCompile(`"[^"]*"|'[^']*'|“[^”]*”|` + "`[^`]*`" + `|\S*[@/:?=]\S*|[0-9]+|[^\x20-\x7e]+`)
)

// Read parses a report. What its message quotes of a page's data is left out. Errors: ErrMalformed.
func Read(body []byte) (Report, error) {
	var r Report
	if json.Unmarshal(body, &r) != nil || !r.isPlain() {
		return Report{}, ErrMalformed
	}
	r.Message = errorValue.ReplaceAllString(r.Message, "…")
	return r, nil
}

// isPlain reports whether every part of a report has the expected shape.
func (r *Report) isPlain() bool {
	return slices.Contains(telemetry.BrowserErrorKinds[:], r.Kind) && errorName.MatchString(r.Name) && errorScreen.MatchString(r.Screen) &&
		len(r.Message) <= 300 && len(r.Where) <= 8 && !slices.ContainsFunc(r.Where, func(s string) bool { return !errorWhere.MatchString(s) })
}
