package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	"tablefront/bff/upstream"
)

const healthUsage = `Usage: tablefront health [--addr ADDRESS]

Requests GET /healthz of the shop on this machine.

Exit codes: 0 the shop is up, 1 it does not respond or reports an error, or another program responds, 2 wrong usage.

`

// health is the command health: it requests GET /healthz of the shop on this machine (docs/wire.md section 5). It is the
// health check of a container image, which has no shell and no curl.
func health(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("health", flag.ContinueOnError)
	addr := flags.String("addr", cmp.Or(os.Getenv(envPrefix+"ADDR"), "127.0.0.1:8080"), "address the shop listens on (or TABLEFRONT_ADDR)")
	if code, ok := parse(flags, healthUsage, args, errs); !ok {
		return code
	}
	if _, _, err := net.SplitHostPort(*addr); err != nil {
		fmt.Fprintf(errs, "tablefront: %.80q is not an address such as 127.0.0.1:8080\n", *addr)
		return exitUsage
	}
	if err := askHealth("tcp", *addr); err != nil {
		fmt.Fprintf(errs, "tablefront: no healthy shop at %s: %v\n", *addr, err)
		return exitFailed
	}
	fmt.Fprintf(out, "ok: the shop at %s is up\n", *addr)
	return exitOK
}

// askHealth requests GET /healthz of the shop that listens on an address of this machine. The error of a shop that does not
// answer 200 says why.
func askHealth(network, addr string) error {
	if host, port, err := net.SplitHostPort(addr); err == nil && (host == "" || net.ParseIP(host).IsUnspecified()) {
		addr = net.JoinHostPort("127.0.0.1", port)
	}
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, network, addr)
	}
	client := http.Client{Transport: &http.Transport{DialContext: dial, DisableKeepAlives: true}, Timeout: 2 * time.Second}
	answer, err := client.Get("http://localhost/healthz")
	if err != nil {
		return errors.Unwrap(err) // without the URL, which is not the shop's
	}
	defer answer.Body.Close()
	switch {
	case answer.Header.Get(upstream.ShopHeader) == "":
		return errors.New("another program responds there")
	case answer.StatusCode != http.StatusOK:
		return errors.New("it responded with " + answer.Status)
	}
	return nil
}
