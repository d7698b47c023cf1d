package check

import (
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
)

// Exit codes of Main.
const (
	ExitOK       = 0 // the backend speaks the contract
	ExitDeviates = 1 // it does not, or could not be asked
	ExitUsage    = 2 // the command line is not usable
)

// Main is the command `tablefront check`. It returns the exit code.
func Main(args []string, out, errs io.Writer) int {
	o := Options{
		Upstream: os.Getenv("TABLEFRONT_UPSTREAM"), Lang: cmp.Or(os.Getenv("TABLEFRONT_LANGUAGE"), "de"), Country: cmp.Or(os.Getenv("TABLEFRONT_COUNTRY"), "de"),
		Token: os.Getenv("TABLEFRONT_CHECK_TOKEN"),
	}
	f := flag.NewFlagSet("check", flag.ContinueOnError)
	f.SetOutput(errs)
	f.Usage = func() {
		fmt.Fprintln(f.Output(), "Usage: tablefront check --upstream URL [--branch URL] [--token T] [--write] [--json]\n\n"+
			"Asks a backend every call of the contract and says what it answers otherwise.\nExit code: 0 it speaks the contract, 1 it does not, 2 wrong usage.")
		fmt.Fprintln(f.Output())
		f.PrintDefaults()
	}
	f.StringVar(&o.Upstream, "upstream", o.Upstream, "the main host; its API is {host}/api (or TABLEFRONT_UPSTREAM)")
	f.StringVar(&o.Branch, "branch", "", "a branch's host, asked instead of the main host")
	f.StringVar(&o.Token, "token", o.Token, "a test account's token (or TABLEFRONT_CHECK_TOKEN, which no process list shows)")
	f.BoolVar(&o.Write, "write", false, "also ask calls that change the test account; no order is placed")
	f.StringVar(&o.Lang, "language", o.Lang, "the language asked with")
	f.StringVar(&o.Country, "country", o.Country, "the shop's country")
	asJSON := f.Bool("json", false, "print JSON")
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return ExitOK
	case err != nil:
		return ExitUsage
	case f.NArg() > 0:
		fmt.Fprintf(errs, "check: %q is no flag\n", f.Arg(0))
		return ExitUsage
	case o.Upstream == "" && o.Branch == "":
		fmt.Fprintln(errs, "check: --upstream must be the backend's main host, e.g. https://shop.example")
		return ExitUsage
	}
	report, err := Run(context.Background(), o)
	if err != nil {
		fmt.Fprintln(errs, "check:", err)
		return ExitUsage
	}
	if *asJSON {
		enc := json.NewEncoder(out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(report); err != nil {
			fmt.Fprintln(errs, "check:", err)
			return ExitDeviates
		}
	} else {
		report.Write(out)
	}
	if report.OK() {
		return ExitOK
	}
	return ExitDeviates
}

// Write prints the report as a table that a developer can act on.
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
			fmt.Fprintf(t, "    %s\texpected %s; came %s\n", oneLine(d.Path), oneLine(d.Expected), oneLine(d.Came))
		}
	}
	t.Flush() //nolint:errcheck // the terminal went away
	fmt.Fprintln(out)
	for _, m := range r.Remarks {
		fmt.Fprintf(out, "%-9s %s: %s\n", m.Verdict, m.Topic, oneLine(m.Text))
	}
	fmt.Fprintf(out, "\n%d calls ok, %d deviate, %d failed, %d skipped.\n", counts[OK], counts[Deviates], counts[Failed], counts[Skipped])
	if r.OK() {
		fmt.Fprintln(out, "The backend speaks the contract.")
	} else {
		fmt.Fprintln(out, "The backend does not speak the contract yet.")
	}
}

// oneLine keeps what a backend says from painting the terminal.
func oneLine(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r >= 0x80 && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}
