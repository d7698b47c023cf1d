// Command tablefront serves a restaurant's storefront: a thin gateway in front of the restaurant's existing order
// backend, with the React client embedded (docs/architecture.md section 1).
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	_ "time/tzdata" // container images without zone files still have the restaurant's time zone

	"github.com/coreos/go-systemd/v22/journal"

	"tablefront/bff/logging"
	"tablefront/check"
	"tablefront/tablecards"
)

// version is set by the build (-ldflags "-X main.version=...").
var version = "dev"

// Exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// command is a subcommand.
type command struct {
	name, help string
	run        func(args []string, out, errs io.Writer) int
}

// commands lists the subcommands; the first is the default.
var commands = []command{
	{"serve", "serve the shop (default)", serve},
	{"health", "check that the shop on this machine is up", health},
	{"check", "check whether a backend conforms to the contract", func(args []string, out, errs io.Writer) int { return check.Main(args, parse, out, errs) }},
	{"orders", "list orders whose outcome is open or unknown, or repair a damaged journal", listOrders},
	{"table-cards", "write cards with QR codes for the tables", func(args []string, out, errs io.Writer) int { return tablecards.Main(args, parse, out, errs) }},
	{"licenses", "print the licences of everything in this program", printLicenses},
	{"version", "print the version", printVersion},
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, standardError())) }

// standardError writes to standard error, with priorities if that is the journal of systemd.
func standardError() io.Writer {
	if is, err := journal.StderrIsJournalStream(); err == nil && is {
		return logging.JournalWriter{To: os.Stderr}
	}
	return os.Stderr
}

func run(args []string, out, errs io.Writer) int {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") && !isHelp(args[0]) {
		return commands[0].run(args, out, errs)
	}
	if isHelp(args[0]) || args[0] == "help" {
		fmt.Fprintln(out, "Usage: tablefront [command] [flags]")
		fmt.Fprintln(out)
		for _, c := range commands {
			fmt.Fprintf(out, "  %-12s %s\n", c.name, c.help)
		}
		fmt.Fprintln(out, "\nRun tablefront <command> --help for the flags of a command.")
		return exitOK
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(args[1:], out, errs)
		}
	}
	var names []string
	for _, c := range commands {
		names = append(names, c.name)
	}
	fmt.Fprintf(errs, "tablefront: there is no command%s; did you mean %s? (see tablefront --help)\n", quoted(args[0]), nearest(args[0], names))
	return exitUsage
}

// word matches what can be a misspelt name. Anything else may be a setting with its value, a password among them.
var word = regexp.MustCompile(`^[a-z][a-z-]{0,19}$`)

// quoted returns an argument in quotes after a space; nothing of one that is no word, but where an address belongs.
func quoted(arg string) string {
	switch {
	case word.MatchString(arg):
		return fmt.Sprintf(" %q", arg)
	case strings.Contains(arg, "://"):
		return " (not shown; the backend's address is the setting TABLEFRONT_UPSTREAM)"
	}
	return " (not shown; settings are flags or variables)"
}

func isHelp(arg string) bool { return arg == "--help" || arg == "-h" || arg == "-help" }

func printVersion(args []string, out, errs io.Writer) int {
	code, ok := parse(flag.NewFlagSet("version", flag.ContinueOnError), "Usage: tablefront version\n\nPrints the version of this program.\n", args, errs)
	if ok {
		fmt.Fprintln(out, "tablefront", version+brand(", brand "))
	}
	return code
}

// parse parses a command's flags; it takes no other arguments. If ok is false, usage or the error has been printed and code
// is the command's exit code.
func parse(f *flag.FlagSet, usage string, args []string, errs io.Writer) (code int, ok bool) {
	f.SetOutput(io.Discard) // errors are worded here
	f.Usage = func() {}
	err := f.Parse(args)
	f.SetOutput(errs)
	name, unknown := unknownFlag(err)
	switch {
	case errors.Is(err, flag.ErrHelp):
		fmt.Fprint(errs, usage)
		f.PrintDefaults()
		return exitOK, false
	case unknown:
		fmt.Fprintf(errs, "%s: there is no flag --%s; did you mean --%s?\n", f.Name(), name, nearest(name, append(flagNames(f), "help")))
		return exitUsage, false
	case err != nil:
		fmt.Fprintf(errs, "%s: %v\n", f.Name(), err)
		return exitUsage, false
	case f.NArg() > 0:
		fmt.Fprintf(errs, "%s: unexpected argument%s\n", f.Name(), quoted(f.Arg(0)))
		return exitUsage, false
	}
	return exitOK, true
}

// configured reads the configuration of a command. After --help it prints usage and the settings. If ok is false, every
// error has been printed and code is the command's exit code.
func configured(usage string, args []string, out, errs io.Writer) (c configuration, code int, ok bool) {
	c, err := readConfig(args, os.LookupEnv)
	if !errors.Is(err, flag.ErrHelp) {
		err = errors.Join(err, unknownNames(os.Environ()))
	}
	switch {
	case errors.Is(err, flag.ErrHelp):
		printUsage(usage, out)
		return c, exitOK, false
	case err != nil:
		problems := strings.Split(err.Error(), "\n")
		if c.checkOnly {
			more, _ := c.surroundings()
			problems = append(problems, more...)
		}
		printProblems(errs, problems)
		return c, exitUsage, false
	}
	c.Version = version
	return c, exitOK, true
}

func printProblems(errs io.Writer, problems []string) {
	fmt.Fprintln(errs, "tablefront: invalid configuration:\n  - "+strings.Join(problems, "\n  - "))
}
