package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	stdlog "log"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"

	"tablefront/bff/gateway"
	"tablefront/bff/safego"
	"tablefront/client"
)

const serveUsage = `Usage: tablefront serve [--check-config | --print-config] [flags]

Serves the shop until SIGTERM or SIGINT; a second one, half a second later or more, ends it at once. SIGHUP is ignored.
With --check-config it only checks the configuration, the data folder and the addresses, says all problems at once or, of a valid configuration, all warnings,
and starts nothing. With --print-config it prints the settings in effect, without passwords, tokens and keys.

Exit codes: 0 stopped by a signal, 1 stopped by an error, 2 the configuration is invalid.
`

// serve runs the shop until SIGTERM or SIGINT.
func serve(args []string, out, errs io.Writer) int {
	c, code, ok := configured(serveUsage, args, out, errs)
	if !ok {
		return code
	}
	warnings := c.warnings(os.LookupEnv)
	switch {
	case c.printOnly:
		fmt.Fprintln(out, strings.Join(c.inEffect, "\n"))
		return exitOK
	case c.checkOnly:
		return checkSurroundings(&c, warnings, out, errs)
	}
	handler := slog.NewJSONHandler(errs, &slog.HandlerOptions{Level: c.logLevel})
	stdlog.SetOutput(io.Discard) // http.Transport logs unsolicited bytes of an upstream there
	log := slog.New(handler)
	for _, w := range warnings {
		log.Warn(w)
	}
	ctx, stop := untilSignal(log, func() { os.Exit(exitFailed) })
	defer stop()
	if err := listenAndServe(ctx, &c, log); err != nil {
		log.Error("stopped with an error", "error", err.Error())
		return exitFailed
	}
	log.Info("stopped")
	return exitOK
}

// checkSurroundings ends --check-config of a valid configuration.
func checkSurroundings(c *configuration, warnings []string, out, errs io.Writer) int {
	problems, more := c.surroundings()
	for _, w := range append(warnings, more...) {
		fmt.Fprintln(out, "warning:", w)
	}
	if len(problems) > 0 {
		printProblems(errs, problems)
		return exitUsage
	}
	fmt.Fprintln(out, "the configuration is valid")
	return exitOK
}

// surroundings checks what serve needs besides the configuration itself, the data folder and the addresses, and changes nothing.
func (c *configuration) surroundings() (problems, warnings []string) {
	if err := writable(c.DataDir); err != nil {
		problems = append(problems, fmt.Sprintf("%sDATA_DIR: %v", envPrefix, err))
	}
	if c.metricsAddr == c.addr && !strings.HasSuffix(c.addr, ":0") {
		problems = append(problems, envPrefix+"METRICS_ADDR: is the shop's own address")
	}
	for _, a := range c.addresses() {
		if isAddr(a[1]) != nil {
			continue // said with the configuration
		}
		l, err := net.Listen("tcp", a[1])
		switch {
		case err == nil:
			l.Close()
		case a[0] == "ADDR" && askHealth("tcp", a[1]) == nil, a[0] != "ADDR" && askHealth("tcp", c.addr) == nil:
			warnings = append(warnings, fmt.Sprintf("%s%s: %s is in use by a running shop", envPrefix, a[0], a[1]))
		default:
			problems = append(problems, fmt.Sprintf("%s%s: %v", envPrefix, a[0], err))
		}
	}
	return problems, warnings
}

// writable reports why a folder can't be written, or, if it does not exist, can't be created.
func writable(dir string) error {
	for {
		info, err := os.Stat(dir)
		if errors.Is(err, fs.ErrNotExist) && dir != filepath.Dir(dir) {
			dir = filepath.Dir(dir)
			continue
		}
		if err == nil && !info.IsDir() {
			err = fmt.Errorf("%s is not a folder", dir)
		}
		if err != nil {
			return err
		}
		probe, err := os.CreateTemp(dir, ".writable-*")
		if err != nil {
			return err
		}
		return errors.Join(probe.Close(), os.Remove(probe.Name()))
	}
}

// twice is the time within which a second signal counts as the first: a terminal and a wrapper both send one.
const twice = 500 * time.Millisecond

// untilSignal returns a context that ends with the first SIGTERM or SIGINT. A second one calls now, unless it comes within twice.
func untilSignal(log *slog.Logger, now func()) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	safego.Go(log, "signals", func() {
		var first time.Time
		for s := range signals {
			switch {
			case s == syscall.SIGHUP:
				log.Warn("SIGHUP is ignored: settings are read at start, and the log is written to standard error")
			case ctx.Err() == nil:
				log.Info("stopping", "signal", s.String())
				first = time.Now()
				end()
			case time.Since(first) < twice:
			default:
				log.Error("stopped by a second signal; the outcome of orders in flight is unknown", "signal", s.String())
				now()
			}
		}
	})
	return ctx, func() { signal.Stop(signals); end() }
}

func listenAndServe(ctx context.Context, c *configuration, log *slog.Logger) error {
	dist, err := fs.Sub(client.Dist, "dist")
	if err != nil {
		return err
	}
	public, operator, inherited, err := listeners(c)
	if err != nil {
		return err
	}
	_, _ = memlimit.Set(memlimit.WithRatio(0.8)) // of the limit of the container or unit, since the collector does not count the executable's own pages; without one nothing is set
	g, err := gateway.New(c.Config, dist, log)
	if err != nil {
		return err
	}
	log.Info("listening", "addr", public.Addr().String(), "upstream", c.Upstream, "version", version, "brand", brand(""))
	notifyManager(ctx, c, public.Addr(), log)
	return errors.Join(g.Serve(ctx, public, operator, inherited), g.Close())
}

// notifyManager tells systemd, or another service manager that set NOTIFY_SOCKET, that the shop has started, that it is
// stopping and how long that may take, and, as long as /healthz answers, that it is alive.
func notifyManager(ctx context.Context, c *configuration, addr net.Addr, log *slog.Logger) {
	notify := func(state string) {
		if _, err := daemon.SdNotify(false, state); err != nil {
			log.Warn("the service manager could not be notified", "error", err.Error())
		}
	}
	notify(daemon.SdNotifyReady)
	safego.Go(log, "stop notice", func() {
		<-ctx.Done()
		notify(fmt.Sprintf("%s\nEXTEND_TIMEOUT_USEC=%d", daemon.SdNotifyStopping, (c.Drain + 5*time.Second).Microseconds()))
	})
	interval, err := daemon.SdWatchdogEnabled(false)
	if err != nil || interval == 0 {
		return
	}
	safego.Go(log, "watchdog", func() {
		tick := time.NewTicker(interval / 3)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done(): // a drain closes the listener; it has its own timeout
				return
			case <-tick.C:
			}
			if err := askHealth(addr.Network(), addr.String()); err != nil {
				log.Error("the shop does not answer itself; the service manager will restart it", "error", err.Error())
				continue
			}
			notify(daemon.SdNotifyWatchdog)
		}
	})
}

// listeners opens the public and the operator's listener, or takes those of socket activation (sd_listen_fds) in this order.
func listeners(c *configuration) (public, operator net.Listener, inherited bool, err error) {
	open, err := activation.Listeners() // the service manager keeps them open, so a restart loses no connection
	if err == nil && slices.Contains(open, nil) {
		err = errors.New("LISTEN_FDS: a descriptor is not a listening socket")
	}
	if err != nil {
		return nil, nil, false, err
	}
	inherited = len(open) > 0
	for _, a := range c.addresses()[min(len(open), len(c.addresses())):] {
		l, err := net.Listen("tcp", a[1])
		if err != nil {
			return nil, nil, false, fmt.Errorf("%s%s: %w", envPrefix, a[0], err)
		}
		open = append(open, l)
	}
	if len(open) > 1 {
		operator = open[1]
	}
	return open[0], operator, inherited, nil
}

// addresses are the variables and addresses of the listeners.
func (c *configuration) addresses() [][2]string {
	if c.metricsAddr == "" {
		return [][2]string{{"ADDR", c.addr}}
	}
	return [][2]string{{"ADDR", c.addr}, {"METRICS_ADDR", c.metricsAddr}}
}

// warnings are sentences about a valid configuration that is probably not meant.
func (c *configuration) warnings(environ func(string) (string, bool)) (out []string) {
	for _, name := range []string{"HTTPS_PROXY", "HTTP_PROXY", "https_proxy", "http_proxy"} {
		if value, ok := environ(name); ok && value != "" {
			out = append(out, name+" is not used: the shop connects to backends directly, because it verifies their IP addresses")
			break
		}
	}
	if strings.HasPrefix(c.PublicURL, "https:") && len(c.TrustedProxies) == 0 {
		out = append(out, "TABLEFRONT_TRUSTED_PROXIES is not set: behind a proxy all customers share its address in the rate limits, and cookies are not Secure")
	}
	trial := c.PublicURL == "" && isLoopback(c.addr) && !c.checkOnly // of make run, on this machine
	if len(c.SessionKeys) == 0 && !trial {
		out = append(out, "TABLEFRONT_SESSION_KEY is not set: the key is in the data folder, so logins end when that folder is lost, and several instances cannot share them")
	}
	if c.GoogleClientID == "" && c.FacebookAppID == "" && c.Accounts && !trial {
		out = append(out, "no provider of social logins is configured: a social login that somebody sends is passed to the backend without verification")
	}
	if name := envPrefix + "TEST_PROVIDERS"; c.GoogleIssuer != googleIssuer && !trial {
		out = append(out, name+" is set: logins are verified by a mock, so anybody can log in as anybody")
	}
	if c.BrowserTokens {
		out = append(out, "TABLEFRONT_TOKEN_CUSTODY=browser: scripts in the page can read logins")
	}
	if c.LimitFactor == 0 {
		out = append(out, "TABLEFRONT_LIMIT_FACTOR=0: passwords can be tried without a limit")
	}
	if c.OperatorToken == "" && !isLoopback(c.metricsAddr) && c.metricsAddr != "" {
		out = append(out, "TABLEFRONT_METRICS_ADDR can be reached from other machines: keep it off the internet")
	}
	return out
}

func isLoopback(addr string) bool {
	host, _, _ := net.SplitHostPort(addr)
	return host == "localhost" || net.ParseIP(host).IsLoopback()
}
