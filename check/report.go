package check

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

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

// Deviation is a place in an answer that the shop can't read.
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
	As   string `json:"as"`
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

// noOrder is what a call costs without which no customer can order.
const noOrder = "no order can be placed"

// maxDeviations limits the deviations of a row.
const maxDeviations = 20

func (row *Row) deviates(path, expected, got string) {
	row.Verdict = Deviates
	if d := (Deviation{path, expected, shorten(got)}); len(row.Deviations) < maxDeviations {
		row.Deviations = append(row.Deviations, d)
	}
}

func (row *Row) reads(path, got, as string) {
	if row.Verdict == OK {
		row.Verdict = Warning
	}
	row.Read = append(row.Read, Reading{path, shorten(got), shorten(as)})
}

// trouble says in a few words what is wrong with a call.
func (row *Row) trouble() string {
	name := row.op.name
	switch {
	case len(row.Deviations) > 0:
		d := row.Deviations[0]
		return fmt.Sprintf("%s is not what the contract says (%s: expected %s; got %s)", name, d.Path, d.Expected, d.Got)
	case row.Status == 0:
		return name + " could not be called: " + row.Note
	}
	return strings.TrimRight(fmt.Sprintf("%s is answered with %d %s", name, row.Status, row.Note), " .")
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

// add adds a row, with what the shop loses if the call deviates.
func (r *run) add(row Row) {
	row.Call, row.Required = row.op.name, row.op.required
	if row.Verdict == Deviates || row.Verdict == Failed {
		r.report.worsen(Deviates)
		unreadable := slices.ContainsFunc(row.Deviations, func(d Deviation) bool { return slices.Contains([]string{"$", "$.data", "status"}, d.Path) })
		switch {
		case row.Required && (row.Verdict == Failed || unreadable):
			row.Cost, row.blocks = noOrder, true
			r.report.worsen(Failed)
		case row.Verdict == Deviates && !unreadable:
			row.Cost = "parts of the answer can't be used"
		default:
			row.Cost = row.op.without
		}
	}
	r.report.Rows = append(r.report.Rows, row)
}

func (r *run) skip(op *operation, why string) { r.add(Row{op: op, Verdict: Skipped, Note: why}) }

// reached reports whether at least one call was answered.
func (r *Report) reached() bool {
	return slices.ContainsFunc(r.Rows, func(row Row) bool { return row.Status == 200 })
}

// Write prints the report: the verdict, what is wrong by weight, and in one line each what is not used and not checked. With
// all it begins with a table of every call.
func (r *Report) Write(out io.Writer, all bool) {
	fmt.Fprintf(out, "%s\n\n%s\n", r.Host, oneLine(r.Order.String()))
	if r.Order.Placed != "" {
		fmt.Fprintln(out, oneLine(r.Order.Placed))
	}
	if all {
		fmt.Fprintln(out)
		r.table(out, true, func(*Row) bool { return true })
	}
	fmt.Fprintln(out)
	r.part(out, all, "Wrong:", Failed, Deviates)
	r.part(out, all, "To look at:", Warning)
	r.law(out)
	if r.reached() {
		r.unused(out, all)
	}
	read := slices.ContainsFunc(r.Rows, func(row Row) bool { return len(row.Read) > 0 })
	switch {
	case r.Outcome == CannotOpen:
		fmt.Fprintln(out, "The shop can't open with this backend yet.")
	case r.Outcome == Loses:
		fmt.Fprintln(out, "Orders can be placed, but what is wrong above costs features.")
	case read:
		fmt.Fprintln(out, "Orders can be placed. The shop reads what does not have the contract's form; other clients may not.")
	default:
		fmt.Fprintln(out, "The backend conforms to the contract.")
	}
	if r.violated > 0 {
		fmt.Fprintf(out, "Duties by law that are violated: %d. They are listed above.\n", r.violated)
	}
}

// part prints the rows and remarks of some verdicts, required calls first.
func (r *Report) part(out io.Writer, all bool, title string, verdicts ...Verdict) {
	var found strings.Builder
	for _, required := range []bool{true, false} {
		r.table(&found, false, func(row *Row) bool {
			return !all && r.reached() && slices.Contains(verdicts, row.Verdict) && row.Required == required
		})
	}
	for _, v := range verdicts {
		for _, m := range r.Remarks {
			if m.Verdict == v && m.Source == "" {
				fmt.Fprintf(&found, "%s: %s\n", m.Topic, oneLine(m.Text))
			}
		}
	}
	if found.Len() > 0 {
		fmt.Fprintf(out, "%s\n%s\n", title, found.String())
	}
}

// onlyRead reports whether nothing is to be looked at but values that the shop reads although they do not have the contract's form.
func (row *Row) onlyRead() bool { return row.Verdict == Warning && len(row.Read) > 0 }

// table prints rows in columns, and below each what is wrong with it. Without all, those of a call that are only read are one.
func (r *Report) table(out io.Writer, all bool, which func(*Row) bool) {
	width, alike := 0, map[string]int{}
	var rows []*Row
	for i := range r.Rows {
		row := &r.Rows[i]
		if !which(row) {
			continue
		}
		width = max(width, len(row.Call))
		if row.onlyRead() && !all {
			alike[row.Call]++
		}
		if alike[row.Call] < 2 || !row.onlyRead() {
			rows = append(rows, row)
		}
	}
	for _, row := range rows {
		status, took := "–", ""
		if row.Status != 0 {
			status, took = strconv.Itoa(row.Status), fmt.Sprintf("%d ms", row.Millis)
		}
		line := fmt.Sprintf("%-*s  %-3s  %8s  %-8s  %s", width, row.Call, status, took, row.Verdict, oneLine(row.Note))
		fmt.Fprintln(out, strings.TrimRight(line, " "))
		for _, d := range row.Deviations {
			fmt.Fprintf(out, "    %s: expected %s; got %s\n", oneLine(d.Path), oneLine(d.Expected), oneLine(d.Got))
		}
		if len(row.Read) > 0 {
			first, more := row.Read[0], ""
			if n := len(row.Read) - 1; n > 0 {
				more = fmt.Sprintf(", and %d more", n)
			}
			fmt.Fprintf(out, "    the shop reads it, though it is not the contract's form: %s: %s as %s%s\n", oneLine(first.Path), oneLine(first.Got), oneLine(first.As), more)
		}
		if row.Cost != "" {
			fmt.Fprintf(out, "    costs: %s\n", row.Cost)
		}
		if others := alike[row.Call] - 1; others > 0 && row.onlyRead() {
			fmt.Fprintf(out, "    and so in %d more of this call\n", others)
		}
	}
}

// law prints the duties of Options.Law.
func (r *Report) law(out io.Writer) {
	duties := slices.DeleteFunc(slices.Clone(r.Remarks), func(m Remark) bool { return m.Source == "" })
	if len(duties) == 0 {
		return
	}
	fmt.Fprintln(out, "Duties by law (for the operator and counsel, no advice):")
	for _, m := range duties {
		if m.Verdict == OK {
			fmt.Fprintf(out, "fulfilled  %s [%s]\n", m.Topic, m.Source)
		} else {
			fmt.Fprintf(out, "%-9s  %s [%s]\n    %s\n", m.Verdict, m.Topic, m.Source, oneLine(m.Text))
		}
	}
	fmt.Fprintln(out)
}

// unused prints what is optional and not used, and what was not checked.
func (r *Report) unused(out io.Writer, all bool) {
	var absent []string
	without := ""
	skipped := map[string]int{}
	for _, row := range r.Rows {
		switch {
		case row.Verdict == Absent && !slices.Contains(absent, row.Call):
			absent = append(absent, row.Call)
			without += fmt.Sprintf("    %s: %s\n", row.Call, row.op.without)
		case row.Verdict == Skipped:
			skipped[row.Note]++
		}
	}
	if len(absent) > 0 {
		fmt.Fprintf(out, "Optional calls that the backend does not have: %s.\n", strings.Join(absent, ", "))
	}
	if all {
		fmt.Fprint(out, without)
	}
	if len(r.UnusedSettings) > 0 {
		fmt.Fprintf(out, "Optional settings that are not set: %s.\n", strings.Join(r.UnusedSettings, ", "))
	}
	for _, why := range slices.Sorted(maps.Keys(skipped)) {
		fmt.Fprintf(out, "Not checked (%s): %d.\n", why, skipped[why])
	}
	for _, row := range r.Rows {
		made := slices.ContainsFunc(r.Rows, func(other Row) bool { return other.Call == row.Call && other.Verdict != Skipped })
		if row.Required && !made {
			fmt.Fprintf(out, "Not checked, though the shop needs it: %s (%s).\n", row.Call, row.Note)
		}
	}
	fmt.Fprintln(out)
}

// items returns the objects of a list.
func items(v any) (out []map[string]any) {
	list, _ := v.([]any)
	for _, e := range list {
		if o, ok := e.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}

// named returns the names of those objects of a list for which is returns true.
func named(list any, is func(map[string]any) bool) (names []string) {
	for _, o := range items(list) {
		if is(o) {
			names = append(names, text(o["name"]))
		}
	}
	return names
}

// text returns an id as a string, whether it is a JSON number or string, and empty for anything else.
func text(v any) string {
	switch t := v.(type) {
	case string:
		return t
	case float64:
		return strconv.FormatFloat(t, 'f', -1, 64)
	}
	return ""
}

// listed names a few of many, shortened; "" for none.
func listed(names []string) string {
	var shown []string
	for _, name := range slices.Compact(names) {
		shown = append(shown, shorten(name))
	}
	if more := len(shown) - 3; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(shown[:3], ", "), more)
	}
	return strings.Join(shown, ", ")
}

// shorten makes a text one line of at most 100 characters.
func shorten(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	if r := []rune(s); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return s
}

// oneLine removes control characters, with which a backend could manipulate the terminal.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == utf8.RuneError {
			return ' '
		}
		return r
	}, s)
}
