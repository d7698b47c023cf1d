package selftest

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/netip"
	"os"
	"slices"
	"time"

	"tablefront/bff/gateway"
)

// off says which tests do not apply to an operator's configuration, by id.
func off(c gateway.Config) map[string]string {
	off := map[string]string{}
	loopback := netip.MustParseAddr("127.0.0.1")
	if slices.ContainsFunc(c.TrustedProxies, func(p netip.Prefix) bool { return p.Contains(loopback) }) {
		off["B12"] = "this machine is a trusted proxy by configuration"
	}
	if c.BrowserTokens {
		off["T4"] = "tokens go to the browser by configuration (TABLEFRONT_TOKEN_CUSTODY=browser)"
	}
	if c.LimitFactor == 0 {
		off["T20"] = "the limits are off by configuration (TABLEFRONT_LIMIT_FACTOR=0)"
	}
	return off
}

// ownGateway starts this gateway with an operator's configuration. It replaces the upstream; the data folder, so that the
// operator's is not touched; the login providers and the geocoder, so that no third party is called; and the upstream
// timeout, so that the run is short.
func ownGateway(c gateway.Config, dist fs.FS) start {
	return func(upstream string, l net.Listener) (stop func() error, err error) {
		const pattern = "tablefront-selftest-*"
		dir, err := os.MkdirTemp("", pattern)
		if err != nil { // an image that holds nothing but the executable has no such place
			if dir, err = os.MkdirTemp(c.DataDir, pattern); err != nil {
				return nil, err
			}
		}
		own := c
		own.Upstream, own.Branches, own.DataDir = upstream, nil, dir
		own.GeocoderURL, own.GoogleClientID, own.FacebookAppID, own.FacebookAppSecret = "", "", "", ""
		own.UpstreamTimeout, own.Drain = min(c.UpstreamTimeout, 3*time.Second), 5*time.Second
		g, err := gateway.New(own, dist, slog.New(slog.DiscardHandler))
		if err != nil {
			return nil, errors.Join(err, os.RemoveAll(dir))
		}
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- g.Serve(ctx, l, nil, true) }()
		return func() error {
			cancel()
			err := <-ended
			if errors.Is(err, net.ErrClosed) {
				err = nil
			}
			return errors.Join(err, g.Close(), os.RemoveAll(dir))
		}, nil
	}
}
