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

// prove is the command selftest: it attacks a shop that has the operator's configuration with a hostile upstream on this
// machine. It takes the flags and variables of serve.
func prove(args []string, out, errs io.Writer) int {
	c, code, ok := configured(args, withUpstream(os.LookupEnv), out, errs)
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
	if !selftest.Run(ctx, selftest.Own(c.Config, dist), out) {
		return exitFailed
	}
	return exitOK
}

// withUpstream fills in an upstream where none is configured: the selftest brings its own and asks no other.
func withUpstream(lookup func(string) (string, bool)) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := lookup(name)
		if name == envPrefix+"UPSTREAM" && v == "" {
			return "http://127.0.0.1:1", true
		}
		return v, ok
	}
}
