// Command tablefront serves a restaurant's storefront: a thin gateway in front of the restaurant's existing order
// backend, with the React client embedded (docs/architecture.md section 1).
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	stdlog "log"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"
	_ "time/tzdata" // container images without zone files still have the restaurant's time zone

	"tablefront/bff/check"
	"tablefront/bff/gateway"
	"tablefront/bff/selftest"
	"tablefront/bff/telemetry"
	"tablefront/client"
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
	{"check", "check whether a backend conforms to the contract", check.Main},
	{"orders", "list orders whose outcome is open or unknown, or repair a damaged journal", listOrders},
	{"selftest", "run security tests against this configuration, on this machine only", selfTest},
	{"version", "print the version", printVersion},
}

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

func run(args []string, out, errs io.Writer) int {
	if len(args) == 0 || strings.HasPrefix(args[0], "-") && !isHelp(args[0]) {
		return commands[0].run(args, out, errs)
	}
	if isHelp(args[0]) || args[0] == "help" {
		fmt.Fprintln(out, "Usage: tablefront [command] [flags]")
		fmt.Fprintln(out)
		for _, c := range commands {
			fmt.Fprintf(out, "  %-10s %s\n", c.name, c.help)
		}
		fmt.Fprintln(out, "\nRun tablefront <command> --help for the flags of a command.")
		return exitOK
	}
	for _, c := range commands {
		if c.name == args[0] {
			return c.run(args[1:], out, errs)
		}
	}
	fmt.Fprintf(errs, "tablefront: unknown command %q (see tablefront --help)\n", args[0])
	return exitUsage
}

func isHelp(arg string) bool { return arg == "--help" || arg == "-h" || arg == "-help" }

func printVersion(args []string, out, errs io.Writer) int {
	code, ok := parse(flag.NewFlagSet("version", flag.ContinueOnError), "Usage: tablefront version\n\nPrints the version of this program.\n", args, errs)
	if ok {
		fmt.Fprintln(out, "tablefront", version)
	}
	return code
}

// parse parses a command's flags; it takes no other arguments. If ok is false, usage or the error has been printed and code
// is the command's exit code.
func parse(f *flag.FlagSet, usage string, args []string, errs io.Writer) (code int, ok bool) {
	f.SetOutput(errs)
	f.Usage = func() { fmt.Fprint(errs, usage); f.PrintDefaults() }
	switch err := f.Parse(args); {
	case errors.Is(err, flag.ErrHelp):
		return exitOK, false
	case err != nil:
		return exitUsage, false
	case f.NArg() > 0:
		fmt.Fprintf(errs, "%s: unexpected argument %q\n", f.Name(), f.Arg(0))
		return exitUsage, false
	}
	return exitOK, true
}

// configured reads the configuration of a command. After --help it prints usage and the settings. If ok is false, every
// error has been printed and code is the command's exit code.
func configured(usage string, args []string, out, errs io.Writer) (c configuration, code int, ok bool) {
	c, err := readConfig(args, os.LookupEnv)
	switch {
	case errors.Is(err, flag.ErrHelp):
		printUsage(usage, out)
		return c, exitOK, false
	case err != nil:
		fmt.Fprintln(errs, "tablefront: invalid configuration:")
		for line := range strings.SplitSeq(err.Error(), "\n") {
			fmt.Fprintln(errs, "  -", line)
		}
		return c, exitUsage, false
	}
	c.Version = version
	return c, exitOK, true
}

const serveUsage = `Usage: tablefront serve [flags]

Serves the shop until SIGTERM or SIGINT.

Exit codes: 0 stopped by a signal, 1 stopped by an error, 2 the configuration is invalid.
`

// serve runs the shop until SIGTERM or SIGINT.
func serve(args []string, out, errs io.Writer) int {
	c, code, ok := configured(serveUsage, args, out, errs)
	if !ok {
		return code
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		// A soft limit, above which the garbage collector runs more often: the cached responses, the pages rendered from
		// them, and 40 MiB for requests in flight.
		debug.SetMemoryLimit(c.CacheBytes + max(16<<20, c.CacheBytes/4) + 40<<20)
	}
	handler := telemetry.NewLogHandler(errs, c.logLevel)
	defer handler.Flush()
	stdlog.SetOutput(io.Discard) // http.Transport logs unsolicited bytes of an upstream there
	log := slog.New(handler)
	warnOfProxies(log, os.LookupEnv)
	if err := listenAndServe(&c, log); err != nil {
		log.Error("stopped with an error", "error", err.Error())
		return exitFailed
	}
	log.Info("stopped")
	return exitOK
}

// warnOfProxies logs that a proxy set in the environment is not used.
func warnOfProxies(log *slog.Logger, environ func(string) (string, bool)) {
	for _, name := range []string{"HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"} {
		if value, ok := environ(name); ok && value != "" {
			log.Warn("the proxy in the environment is not used: the shop connects to backends directly, because it verifies their IP addresses", "variable", name)
			return
		}
	}
}

func listenAndServe(c *configuration, log *slog.Logger) error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	dist, err := fs.Sub(client.Dist, "dist")
	if err != nil {
		return err
	}
	public, operator, inherited, err := listeners(c)
	if err != nil {
		return err
	}
	g, err := gateway.New(c.Config, dist, log)
	if err != nil {
		return err
	}
	log.Info("listening", "addr", public.Addr().String(), "upstream", c.Upstream, "version", version)
	return errors.Join(g.Serve(ctx, public, operator, inherited), g.Close())
}

// listeners opens the public and the operator's listener, or takes those passed by socket activation.
func listeners(c *configuration) (public, operator net.Listener, inherited bool, err error) {
	open, err := handedDown(os.LookupEnv, os.Getpid())
	if err != nil {
		return nil, nil, false, err
	}
	inherited = len(open) > 0
	for _, addr := range []string{c.addr, c.metricsAddr}[min(len(open), 2):] {
		if addr == "" {
			continue
		}
		l, err := net.Listen("tcp", addr)
		if err != nil {
			return nil, nil, false, err
		}
		open = append(open, l)
	}
	if len(open) > 1 {
		operator = open[1]
	}
	return open[0], operator, inherited, nil
}

const selfTestUsage = `Usage: tablefront selftest [flags]

Runs security tests for less than a minute. It starts a second instance with this configuration and a hostile backend, both
on this machine. The running shop and the configured backend get no request. Prints one line a test.

Exit codes: 0 every test passed, 1 a test failed, 2 the configuration is invalid.

It takes the flags and variables of tablefront serve.
`

// selfTest is the command selftest.
func selfTest(args []string, out, errs io.Writer) int {
	if os.Getenv(envPrefix+"UPSTREAM") == "" { // it starts its own and calls no other
		args = append([]string{"--upstream", "http://127.0.0.1:1"}, args...)
	}
	c, code, ok := configured(selfTestUsage, args, out, errs)
	if !ok {
		return code
	}
	dist, err := fs.Sub(client.Dist, "dist")
	if err != nil {
		fmt.Fprintln(errs, "tablefront:", err)
		return exitFailed
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	if !selftest.Run(ctx, c.Config, dist, out) {
		return exitFailed
	}
	return exitOK
}
