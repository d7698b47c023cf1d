package check

import (
	"bufio"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
	"unicode"
)

// Exit codes of Main.
const (
	ExitOpens      = 0 // the backend conforms to the contract
	ExitLoses      = 1 // deviations cost a feature; the shop opens and takes orders
	ExitCannotOpen = 2 // the shop can't open with this backend, or it could not be checked (wrong usage included)
)

// Main is the command check. It returns the exit code.
func Main(args []string, out, errs io.Writer) int {
	var in io.Reader
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		in = os.Stdin
	}
	return command(args, in, out, errs)
}

// command is Main with the terminal on which to ask for confirmation, nil if there is none.
func command(args []string, in io.Reader, out, errs io.Writer) int {
	var o Options
	f := flag.NewFlagSet("check", flag.ContinueOnError)
	f.SetOutput(errs)
	f.Usage = func() {
		fmt.Fprint(f.Output(), "Usage: tablefront check --upstream URL [--branch URL] [--token T] [--write [--yes]] [--json]\n\n"+
			"Makes every call of the contract at a backend and reports where the responses deviate.\n"+
			"Exit codes: 0 the shop can open, 1 it can open but loses features, 2 it can't open, or the check could not run.\n\n")
		f.PrintDefaults()
	}
	upstream := f.String("upstream", os.Getenv("TABLEFRONT_UPSTREAM"), "the main host; its API is {host}/api (or TABLEFRONT_UPSTREAM)")
	branch := f.String("branch", "", "a branch's host, checked instead of the main host")
	f.StringVar(&o.Token, "token", "", "a test account's token (or TABLEFRONT_CHECK_TOKEN, which is not visible in the process list)")
	f.BoolVar(&o.Write, "write", false, "also make calls that change data; lists them and asks for confirmation; places no order")
	yes := f.Bool("yes", false, "with --write: do not ask for confirmation")
	f.StringVar(&o.Lang, "language", cmp.Or(os.Getenv("TABLEFRONT_LANGUAGE"), "de"), "the language of the requests (or TABLEFRONT_LANGUAGE)")
	f.StringVar(&o.Country, "country", cmp.Or(os.Getenv("TABLEFRONT_COUNTRY"), "de"), "the shop's country (or TABLEFRONT_COUNTRY)")
	asJSON := f.Bool("json", false, "print the report as JSON")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return ExitOpens
	case err != nil:
		return ExitCannotOpen
	case f.NArg() > 0:
		fmt.Fprintf(errs, "check: unexpected argument %q\n", f.Arg(0))
		return ExitCannotOpen
	case *upstream == "" && *branch == "":
		fmt.Fprintln(errs, "check: --upstream must be the backend's main host, e.g. https://shop.example")
		return ExitCannotOpen
	}
	o.Token = cmp.Or(o.Token, os.Getenv("TABLEFRONT_CHECK_TOKEN"))
	o.Host = cmp.Or(*branch, *upstream)
	if o.Write && !*yes && !confirmed(o, in, errs) {
		return ExitCannotOpen
	}
	report, err := Run(context.Background(), o)
	switch {
	case err != nil:
	case *asJSON:
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		err = enc.Encode(report)
	default:
		report.Write(out)
	}
	if err != nil {
		fmt.Fprintln(errs, "check:", err)
		return ExitCannotOpen
	}
	return map[Outcome]int{Opens: ExitOpens, Loses: ExitLoses, CannotOpen: ExitCannotOpen}[report.Outcome]
}

// confirmed lists what --write will do and asks for confirmation.
func confirmed(o Options, in io.Reader, errs io.Writer) bool {
	fmt.Fprintf(errs, "With --write, check makes these calls at %s:\n", o.Host)
	for _, op := range readContract().operations {
		if does := plan[op.String()].does; does != "" && (o.Token != "" || op.auth() != "required") {
			fmt.Fprintf(errs, "   %s: %s\n", op, does)
		}
	}
	if in != nil {
		fmt.Fprint(errs, "Continue? [y/N] ")
		answer, _ := bufio.NewReader(in).ReadString('\n') //nolint:errcheck // end of input means no
		if strings.EqualFold(strings.TrimSpace(answer), "y") {
			return true
		}
	}
	fmt.Fprintln(errs, "Nothing was sent. Use --yes to skip this question.")
	return false
}

// Write prints the report as a table.
func (r *Report) Write(out io.Writer) {
	fmt.Fprintf(out, "%s\n\n", r.Host)
	t := tabwriter.NewWriter(out, 0, 4, 2, ' ', 0)
	fmt.Fprintln(t, "CALL\tSTATUS\tTIME\tVERDICT\tNOTE")
	counts := map[Verdict]int{}
	for _, row := range r.Rows {
		counts[row.Verdict]++
		status, took := "", ""
		if row.Status != 0 {
			status, took = fmt.Sprint(row.Status), fmt.Sprintf("%d ms", row.Millis)
		}
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\t%s\n", row.Call, status, took, row.Verdict, oneLine(row.Note))
		for _, d := range row.Deviations {
			fmt.Fprintf(t, "    %s\texpected %s; got %s\n", oneLine(d.Path), oneLine(d.Expected), oneLine(d.Got))
		}
		if row.Cost != "" {
			fmt.Fprintf(t, "    without it:\t%s\n", row.Cost)
		}
	}
	t.Flush() //nolint:errcheck // as every write to out
	fmt.Fprintln(out)
	for _, m := range r.Remarks {
		fmt.Fprintf(out, "%-9s %s: %s\n", m.Verdict, m.Topic, oneLine(m.Text))
	}
	fmt.Fprintf(out, "\n%d calls ok, %d deviate, %d failed, %d skipped.\n", counts[OK], counts[Deviates], counts[Failed], counts[Skipped])
	for _, row := range r.Rows {
		if row.Required && row.Verdict == Skipped {
			fmt.Fprintf(out, "Not checked, though the shop needs it: %s (%s).\n", row.Call, row.Note)
		}
	}
	fmt.Fprintln(out, map[Outcome]string{
		Opens:      "The backend conforms to the contract: the shop can open.",
		Loses:      "The shop can open, but the deviations above cost features.",
		CannotOpen: "The shop can't open with this backend yet.",
	}[r.Outcome])
}

// oneLine removes control characters, with which a backend could manipulate the terminal.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, s)
}
