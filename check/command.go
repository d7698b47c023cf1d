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
	"time"
)

// Exit codes of Main.
const (
	ExitOpens      = 0 // an order can be placed, and nothing is wrong
	ExitLoses      = 1 // an order can be placed, but what is wrong costs a feature, or a duty by law is violated
	ExitCannotOpen = 2 // no order can be placed, or the backend could not be checked (wrong usage included)
)

// Parse parses flags, which have no arguments. If ok is false, usage or the error has been printed, and code is the exit code.
type Parse func(f *flag.FlagSet, usage string, args []string, errs io.Writer) (code int, ok bool)

const usage = "Usage: tablefront check --upstream URL [--branch URL] [--token T] [--table CODE] [--write] [--order] [--law COUNTRY] [--yes] [--all | --json]\n\n" +
	"Makes every call of the contract at a backend and says whether an order can be placed, and what is wrong.\n" +
	"Exit codes: 0 an order can be placed, 1 it can, but features are lost or a duty by law is violated, 2 it can't, or the check could not run.\n\n"

// Main is the command check. It returns the exit code.
func Main(args []string, parse Parse, out, errs io.Writer) int {
	var in io.Reader
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		in = os.Stdin
	}
	return command(args, parse, in, out, errs)
}

// command is Main with the terminal on which to ask for confirmation, nil if there is none.
func command(args []string, parse Parse, in io.Reader, out, errs io.Writer) int {
	var o Options
	f := flag.NewFlagSet("check", flag.ContinueOnError)
	upstream := f.String("upstream", "", "the main host; its API is {host}/api (or TABLEFRONT_UPSTREAM)")
	f.StringVar(&o.Host, "branch", "", "a branch's host, checked instead of the main host")
	f.StringVar(&o.Token, "token", "", "a test account's token (or TABLEFRONT_CHECK_TOKEN, which is not visible in the process list)")
	f.BoolVar(&o.Write, "write", false, "also make calls that change data; lists them and asks for confirmation; places no order")
	f.BoolVar(&o.Order, "order", false, "place one order, after a confirmation, and say how to find it at the backend")
	yes := f.Bool("yes", false, "with --write or --order: do not ask for confirmation")
	f.StringVar(&o.Table, "table", "", "a table's code: also check that guests at a table can order")
	f.StringVar(&o.Law, "law", "", "also list what the law of a country asks for ("+strings.Join(Countries(), ", ")+")")
	all := f.Bool("all", false, "print every call")
	f.StringVar(&o.Lang, "language", cmp.Or(os.Getenv("TABLEFRONT_LANGUAGE"), "de"), "the language of the requests (or TABLEFRONT_LANGUAGE)")
	asJSON := f.Bool("json", false, "print the report as JSON")
	if code, ok := parse(f, usage, args, errs); !ok {
		return code
	}
	o.Token = cmp.Or(o.Token, os.Getenv("TABLEFRONT_CHECK_TOKEN"))
	var err error
	switch o.Host = cmp.Or(o.Host, *upstream, os.Getenv("TABLEFRONT_UPSTREAM")); o.Host {
	case "":
		err = errors.New("--upstream must be the backend's main host, e.g. https://backend.example")
	default:
		o.Host, err = readHost(o.Host)
	}
	if err != nil {
		fmt.Fprintln(errs, "check:", err)
		return ExitCannotOpen
	}
	if o.Zone, err = time.LoadLocation(cmp.Or(os.Getenv("TABLEFRONT_TIMEZONE"), "Europe/Berlin")); err != nil {
		fmt.Fprintln(errs, "check: TABLEFRONT_TIMEZONE:", err)
		return ExitCannotOpen
	}
	if (o.Write || o.Order) && !*yes && !confirmed(o, in, errs) {
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
		report.Write(out, *all)
	}
	if err != nil {
		fmt.Fprintln(errs, "check:", err)
		return ExitCannotOpen
	}
	if report.Outcome == Opens && report.violated > 0 {
		return ExitLoses
	}
	return map[Outcome]int{Opens: ExitOpens, Loses: ExitLoses, CannotOpen: ExitCannotOpen}[report.Outcome]
}

// confirmed lists what --write and --order will do and asks for confirmation.
func confirmed(o Options, in io.Reader, errs io.Writer) bool {
	fmt.Fprintf(errs, "check makes these calls at %s:\n", o.Host)
	if o.Order {
		fmt.Fprintln(errs, "   POST checkout/v2: places an order in the name of Tablefront Check, which the kitchen receives")
	}
	for _, op := range contract {
		if does := plan[op.name].does; o.Write && does != "" && (o.Token != "" || op.auth != "required") {
			fmt.Fprintf(errs, "   %s: %s\n", op.name, does)
		}
	}
	if in != nil {
		fmt.Fprint(errs, "Continue? [y/N] ")
		answer, _ := bufio.NewReader(in).ReadString('\n') // end of input means no
		if strings.EqualFold(strings.TrimSpace(answer), "y") {
			return true
		}
	}
	fmt.Fprintln(errs, "Nothing was sent. Use --yes to skip this question.")
	return false
}
