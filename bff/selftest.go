package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"tablefront/bff/selftest"
)

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
	dist, err := builtClient()
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
