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

// selfTest is the command selftest: it attacks a shop with the operator's configuration and a hostile upstream, both on this
// machine. It takes the flags and variables of serve.
func selfTest(args []string, out, errs io.Writer) int {
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

// withUpstream adds an upstream where none is configured: the selftest starts its own and calls no other.
func withUpstream(lookup func(string) (string, bool)) func(string) (string, bool) {
	return func(name string) (string, bool) {
		v, ok := lookup(name)
		if name == envPrefix+"UPSTREAM" && v == "" {
			return "http://127.0.0.1:1", true
		}
		return v, ok
	}
}
