package gateway

import (
	"net/http"
	"net/url"

	"tablefront/bff/fault"
	"tablefront/bff/proxies"
	"tablefront/bff/ratelimit"
)

// gate refuses requests for another host (host.go), from another site (origin.go), and too many of them (limits.go).
type gate struct {
	publicHost string // the host of Config.PublicURL, "" for none
	proxies    proxies.Trusted
	origin     *http.CrossOriginProtection
	limits     *ratelimit.Limiter
}

func newGate(c *Config, limits *ratelimit.Limiter) (*gate, error) {
	g := &gate{proxies: c.TrustedProxies, origin: http.NewCrossOriginProtection(), limits: limits}
	u, err := url.Parse(c.PublicURL)
	if err != nil || c.PublicURL == "" {
		return g, nil
	}
	g.publicHost = u.Host
	return g, g.origin.AddTrustedOrigin(u.Scheme + "://" + u.Host)
}

// admitOwn refuses one of the BFF's own requests that comes too often, or as a write from another site.
func (g *gate) admitOwn(x *exchange) error {
	if err := g.admit(x, x.r.Method+" "+x.kind, ""); err != nil {
		return err
	}
	if err := g.origin.Check(x.r); err != nil {
		return fault.CrossOrigin.Because(err)
	}
	return nil
}

// admit refuses what comes too often by a rule of package ratelimit that has no account, and that a success does not give back.
func (g *gate) admit(x *exchange, rule, branch string) error {
	if _, wait, err := g.limits.Admit(rule, branch, x.out.client.Prefix, nil); err != nil {
		return fault.RateLimited.After(wait, err)
	}
	return nil
}
