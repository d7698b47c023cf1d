package main

import (
	"cmp"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"
)

const healthUsage = `Usage: tablefront health [--addr ADDRESS]

Requests GET /healthz of the shop on this machine.

Exit codes: 0 the shop is up, 1 it does not respond or reports an error, 2 wrong usage.

`

// health is the command health: it requests GET /healthz of the shop on this machine (docs/wire.md section 5). It is the
// health check of a container image, which has no shell and no curl.
func health(args []string, out, errs io.Writer) int {
	flags := flag.NewFlagSet("health", flag.ContinueOnError)
	addr := flags.String("addr", cmp.Or(os.Getenv(envPrefix+"ADDR"), "127.0.0.1:8080"), "address the shop listens on (or TABLEFRONT_ADDR)")
	if code, ok := parse(flags, healthUsage, args, errs); !ok {
		return code
	}
	host, port, err := net.SplitHostPort(*addr)
	if err != nil {
		fmt.Fprintf(errs, "tablefront: %.80q is not an address such as 127.0.0.1:8080\n", *addr)
		return exitUsage
	}
	if ip := net.ParseIP(host); host == "" || ip != nil && ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	client := http.Client{Transport: &http.Transport{}, Timeout: 2 * time.Second} // no proxy from the environment
	answer, err := client.Get("http://" + net.JoinHostPort(host, port) + "/healthz")
	if err != nil {
		fmt.Fprintln(errs, "tablefront: the shop does not respond:", err)
		return exitFailed
	}
	defer answer.Body.Close() //nolint:errcheck // only the status matters
	if answer.StatusCode != http.StatusOK {
		fmt.Fprintln(errs, "tablefront: the shop responded with", answer.Status)
		return exitFailed
	}
	fmt.Fprintln(out, "ok")
	return exitOK
}
