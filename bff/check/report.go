package check

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Write prints the report: the verdict, what is wrong by weight, and in one line each what is not used and not checked. With
// all it begins with a table of every call.
func (r *Report) Write(out io.Writer, all bool) {
	fmt.Fprintf(out, "%s\n\n%s\n", r.Host, oneLine(r.Order.String()))
	if r.Order.Placed != "" {
		fmt.Fprintln(out, oneLine(r.Order.Placed))
	}
	if all {
		fmt.Fprintln(out)
		r.table(out, func(*Row) bool { return true })
	}
	fmt.Fprintln(out)
	for _, part := range []struct {
		title    string
		verdicts []Verdict
	}{{"Wrong:", []Verdict{Failed, Deviates}}, {"To look at:", []Verdict{Warning}}} {
		r.part(out, part.title, all, part.verdicts...)
	}
	r.law(out)
	if r.reached {
		r.unused(out, all)
	}
	if r.Outcome == Opens && slices.ContainsFunc(r.Rows, func(row Row) bool { return len(row.Read) > 0 }) {
		fmt.Fprintln(out, "Orders can be placed. The shop reads what does not have the contract's form; other clients may not.")
		return
	}
	fmt.Fprintln(out, map[Outcome]string{
		Opens:      "The backend conforms to the contract.",
		Loses:      "Orders can be placed, but what is wrong above costs features.",
		CannotOpen: "The shop can't open with this backend yet.",
	}[r.Outcome])
	if r.violated > 0 {
		fmt.Fprintf(out, "Duties by law that are violated: %d. They are listed above.\n", r.violated)
	}
}

// part prints the rows and remarks of some verdicts, required calls first.
func (r *Report) part(out io.Writer, title string, all bool, verdicts ...Verdict) {
	is := func(v Verdict) bool { return slices.Contains(verdicts, v) }
	rows := !all && r.reached && slices.ContainsFunc(r.Rows, func(row Row) bool { return is(row.Verdict) })
	if !rows && !slices.ContainsFunc(r.Remarks, func(m Remark) bool { return is(m.Verdict) && m.Source == "" }) {
		return
	}
	fmt.Fprintln(out, title)
	if rows {
		r.table(out, func(row *Row) bool { return is(row.Verdict) && row.Required })
		r.table(out, func(row *Row) bool { return is(row.Verdict) && !row.Required })
	}
	for _, v := range verdicts {
		for _, m := range r.Remarks {
			if m.Verdict == v && m.Source == "" {
				fmt.Fprintf(out, "%s: %s\n", m.Topic, oneLine(m.Text))
			}
		}
	}
	fmt.Fprintln(out)
}

// table prints rows in columns, and below each what is wrong with it.
func (r *Report) table(out io.Writer, which func(*Row) bool) {
	width := 0
	for i := range r.Rows {
		if which(&r.Rows[i]) {
			width = max(width, len(r.Rows[i].Call))
		}
	}
	for i := range r.Rows {
		row := &r.Rows[i]
		if !which(row) {
			continue
		}
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
			first := row.Read[0]
			fmt.Fprintf(out, "    the shop reads it, though it is not the contract's form: %s: %s as %s%s\n", oneLine(first.Path), oneLine(first.Got), cmp.Or(oneLine(first.As), "left out"), more(len(row.Read)-1))
		}
		if row.Cost != "" {
			fmt.Fprintf(out, "    costs: %s\n", row.Cost)
		}
	}
}

func more(n int) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprintf(", and %d more", n)
}

// law prints the duties of Options.Law: those that are violated, to look at or left to the operator, then those that are fulfilled.
func (r *Report) law(out io.Writer) {
	var fulfilled []Remark
	title := false
	for _, m := range r.Remarks {
		switch {
		case m.Source == "":
			continue
		case !title:
			fmt.Fprintln(out, "Duties by law (for the operator and counsel, no advice):")
			title = true
		}
		if m.Verdict == OK {
			fulfilled = append(fulfilled, m)
			continue
		}
		fmt.Fprintf(out, "%-9s  %s [%s]\n    %s\n", m.Verdict, m.Topic, m.Source, oneLine(m.Text))
	}
	for _, m := range fulfilled {
		fmt.Fprintf(out, "fulfilled  %s [%s]\n", m.Topic, m.Source)
	}
	if title {
		fmt.Fprintln(out)
	}
}

// unused prints what is optional and not used, and what was not checked.
func (r *Report) unused(out io.Writer, all bool) {
	var absent []string
	skipped := map[string]int{}
	for _, row := range r.Rows {
		switch {
		case row.Verdict == Absent && !slices.Contains(absent, row.Call):
			absent = append(absent, row.Call)
		case row.Verdict == Skipped:
			skipped[row.Note]++
		}
	}
	if len(absent) > 0 {
		fmt.Fprintf(out, "Optional calls that the backend does not have: %s.\n", strings.Join(absent, ", "))
	}
	if all {
		for _, row := range r.Rows {
			if i := slices.Index(absent, row.Call); i >= 0 && row.Verdict == Absent && row.Cost == "" {
				fmt.Fprintf(out, "    %s: %s\n", row.Call, text(row.op.Extensions["x-without"]))
				absent = slices.Delete(absent, i, i+1)
			}
		}
	}
	if len(r.UnusedSettings) > 0 {
		fmt.Fprintf(out, "Optional settings that are not set: %s.\n", strings.Join(r.UnusedSettings, ", "))
	}
	for why, n := range sorted(skipped) {
		fmt.Fprintf(out, "Not checked (%s): %d.\n", why, n)
	}
	for _, row := range r.Rows {
		made := slices.ContainsFunc(r.Rows, func(other Row) bool { return other.Call == row.Call && other.Verdict != Skipped })
		if row.Required && !made {
			fmt.Fprintf(out, "Not checked, though the shop needs it: %s (%s).\n", row.Call, row.Note)
		}
	}
	fmt.Fprintln(out)
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
