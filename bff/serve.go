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
	"strings"
	"syscall"
	"time"

	"github.com/KimMachineGun/automemlimit/memlimit"
	"github.com/coreos/go-systemd/v22/daemon"

	"tablefront/bff/gateway"
	"tablefront/bff/safego"
	"tablefront/bff/telemetry"
	"tablefront/client"
)

const serveUsage = `Usage: tablefront serve [--check-config] [flags]

Serves the shop until SIGTERM or SIGINT; a second one ends it at once. SIGHUP is ignored.
With --check-config it only checks the configuration, says all problems and warnings at once, and starts nothing.

Exit codes: 0 stopped by a signal, 1 stopped by an error, 2 the configuration is invalid.
`

// serve runs the shop until SIGTERM or SIGINT.
func serve(args []string, out, errs io.Writer) int {
	c, code, ok := configured(serveUsage, args, out, errs)
	if !ok {
		return code
	}
	warnings := c.warnings(os.LookupEnv)
	if c.checkOnly {
		for _, w := range warnings {
			fmt.Fprintln(out, "warning:", w)
		}
		fmt.Fprintln(out, "the configuration is valid")
		return exitOK
	}
	handler := telemetry.NewLogHandler(errs, c.logLevel)
	defer handler.Flush()
	stdlog.SetOutput(io.Discard) // http.Transport logs unsolicited bytes of an upstream there
	log := slog.New(handler)
	for _, w := range warnings {
		log.Warn(w)
	}
	ctx, stop := untilSignal(log, func() { handler.Flush(); os.Exit(exitFailed) })
	defer stop()
	if err := listenAndServe(ctx, &c, log); err != nil {
		log.Error("stopped with an error", "error", err.Error())
		return exitFailed
	}
	log.Info("stopped")
	return exitOK
}

// untilSignal returns a context that ends with the first SIGTERM or SIGINT. A second one calls now.
func untilSignal(log *slog.Logger, now func()) (context.Context, context.CancelFunc) {
	ctx, end := context.WithCancel(context.Background())
	signals := make(chan os.Signal, 4)
	signal.Notify(signals, syscall.SIGTERM, syscall.SIGINT, syscall.SIGHUP)
	safego.Go(log, "signals", func() {
		for s := range signals {
			switch {
			case s == syscall.SIGHUP:
				log.Warn("SIGHUP is ignored: settings are read at start, and the log is written to standard error")
			case ctx.Err() == nil:
				log.Info("stopping", "signal", s.String())
				end()
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
	limitMemory(log, memlimit.FromCgroup)
	g, err := gateway.New(c.Config, dist, log)
	if err != nil {
		return err
	}
	log.Info("listening", "addr", public.Addr().String(), "upstream", c.Upstream, "version", version)
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

// listeners opens the public and the operator's listener, or takes those passed by socket activation.
func listeners(c *configuration) (public, operator net.Listener, inherited bool, err error) {
	open, err := handedDown(os.LookupEnv, os.Getpid())
	if err != nil {
		return nil, nil, false, err
	}
	inherited = len(open) > 0
	addrs := [][2]string{{"ADDR", c.addr}, {"METRICS_ADDR", c.metricsAddr}}
	for _, a := range addrs[min(len(open), 2):] {
		if a[1] == "" {
			continue
		}
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
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
