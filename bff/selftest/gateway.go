package selftest

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"time"

	"tablefront/bff/gateway"
)

// Own returns the Options to attack this gateway with an operator's configuration. It replaces the upstream; the data
// folder, so that the operator's is not touched; the login providers and the geocoder, so that no third party is called;
// and the upstream timeout, so that the run is short.
func Own(c gateway.Config, dist fs.FS) Options {
	loopback := netip.MustParseAddr("127.0.0.1")
	trusted := false
	for _, p := range c.TrustedProxies {
		trusted = trusted || p.Contains(loopback)
	}
	return Options{
		LoopbackTrusted: trusted, BrowserTokens: c.BrowserTokens, NoLimits: c.LimitFactor == 0,
		Open: func(s Setup) (*Shop, error) { return openGateway(c, dist, s) },
	}
}

func openGateway(c gateway.Config, dist fs.FS, s Setup) (*Shop, error) {
	const pattern = "tablefront-selftest-*"
	dir, err := os.MkdirTemp("", pattern)
	if err != nil { // an image that holds nothing but the executable has no such place
		if dir, err = os.MkdirTemp(c.DataDir, pattern); err != nil {
			return nil, err
		}
	}
	c.Upstream, c.Branches, c.DataDir, c.Addr, c.MetricsAddr = s.Upstream, nil, dir, "", ""
	c.GeocoderURL, c.GoogleClientID, c.FacebookAppID, c.FacebookAppSecret = "", "", "", ""
	c.UpstreamTimeout, c.Drain = min(c.UpstreamTimeout, 3*time.Second), 5*time.Second
	g, err := gateway.New(c, dist, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- g.Serve(ctx, s.Listener, nil, true) }()
	return &Shop{Stop: func() error {
		cancel()
		err := <-ended
		if errors.Is(err, net.ErrClosed) {
			err = nil
		}
		return errors.Join(err, g.Close(), os.RemoveAll(dir))
	}}, nil
}
