// Package gateway is the request pipeline between the browser and the upstream (docs/architecture.md section 3): calltable.go
// lists the calls, pipeline.go the steps in their order.
package gateway

import (
	"context"
	"crypto/rand"
	"errors"
	"io/fs"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/singleflight"
	"golang.org/x/time/rate"

	"tablefront/bff/branches"
	"tablefront/bff/cache"
	"tablefront/bff/catalogue"
	"tablefront/bff/cluster"
	"tablefront/bff/expiring"
	"tablefront/bff/geocode"
	"tablefront/bff/logging"
	"tablefront/bff/orders"
	"tablefront/bff/proxies"
	"tablefront/bff/ratelimit"
	"tablefront/bff/safego"
	"tablefront/bff/session"
	"tablefront/bff/site"
	"tablefront/bff/social"
	"tablefront/bff/upstream"
)

// Config is what an operator sets of the gateway (docs/operator.md, "Every variable"). The command reads it from the
// environment and flags and validates it. The zero value of a field is its default only where the comment says so.
type Config struct {
	site.Settings
	OperatorToken string   // empty: purge and profiles only from this machine
	Branches      []string // canonical URLs that are allowed in addition to those of GET branches
	// DataDir has the cache snapshot, the order journal and, without SessionKeys, a generated session key.
	DataDir     string
	SessionKeys [][]byte // the first encrypts, all decrypt
	// BrowserTokens passes tokens through to the browser (TABLEFRONT_TOKEN_CUSTODY=browser).
	BrowserTokens   bool
	TrustedProxies  proxies.Trusted
	UpstreamTimeout time.Duration // of a call, including retries
	CacheTTL        time.Duration // of settings and translations
	// BuiltinTexts fills what the backend's translations lack with the shop's own texts (TABLEFRONT_TEXTS=builtin).
	BuiltinTexts     bool
	CacheBytes       int64 // 0: 20 MiB
	CataloguePerUser bool
	MaxAnswer        int64   // 0: 16 MiB
	LimitFactor      float64 // 0: no rate limits
	// A login provider without its ids is off.
	GoogleIssuer, FacebookAppSecret, FacebookGraphURL string
	RedisURL                                          string        // empty: a single instance
	Drain                                             time.Duration // 0: 25 s
}

// clientShare is how many calls in flight one client may have at a host, times Config.LimitFactor.
const clientShare = 32

// Gateway answers all requests of browsers. It is safe for concurrent use.
type Gateway struct {
	*caller
	journal  *orders.Journal
	cluster  *cluster.Redis // nil: a single instance
	limits   *ratelimit.Limiter
	origin   *http.CrossOriginProtection
	social   *social.Verifier
	approved *expiring.Map[*answer] // the answers to checks of approved payments
	checking singleflight.Group     // of payments
	geocoder *geocode.Geocoder
	site     http.Handler
	engine   http.Handler
	// publicHost is the host of Config.PublicURL, "" for none.
	publicHost string
	// screens are the paths of the client's screens, the only ones that its figures may have as a label.
	screens []string
	// browserErrors limits the log lines of browser errors.
	browserErrors *rate.Limiter

	ready, draining atomic.Bool
	life            context.Context
	end             context.CancelFunc
}

// caller makes the calls to upstreams and their answers the browser's: of a customer's call (forward.go) and of a cached response (fetch.go).
type caller struct {
	*recorder
	config    Config
	branches  *branches.Registry
	catalogue *catalogue.Catalogue
	sealer    *session.Sealer
	pauses    *expiring.Map[struct{}] // see pause.go
	zone      *time.Location          // the restaurant's
	now       func() time.Time        // the clock by which cached responses age and limits recover
	// mainFailure is why the settings of the main host can't be fetched, in the words of fetchCause.
	mainFailure atomic.Value

	idPrefix string
	ids      atomic.Uint64
}

// recorder counts and logs (record.go).
type recorder struct {
	log     *slog.Logger
	metrics *metrics
	// logged are the lines about branches that were just logged.
	logged *expiring.Map[struct{}]
}

// New returns a Gateway for a validated configuration. dist is the built client (client/dist). It returns an error for an
// unusable data folder and keys of the wrong size. The caller must Close it.
func New(config Config, dist fs.FS, log *slog.Logger) (*Gateway, error) {
	return newWithClock(config, dist, log, time.Now)
}

func newWithClock(config Config, dist fs.FS, log *slog.Logger, now func() time.Time) (*Gateway, error) {
	g := &Gateway{
		caller: &caller{
			recorder: &recorder{logged: expiring.New[struct{}](maxPauses, time.Now)},
			config:   config, now: now, pauses: expiring.New[struct{}](maxPauses, now), idPrefix: strings.ToLower(rand.Text()[:8]) + "-",
		},
		origin: http.NewCrossOriginProtection(), browserErrors: rate.NewLimiter(1, 60), approved: expiring.New[*answer](maxApproved, now),
	}
	g.metrics = newMetrics(config.Version, func() bool { return g.journal.Ready() })
	g.log = slog.New(logging.PanicCounter{Handler: log.Handler(), Count: g.metrics.panics.Inc})
	g.life, g.end = context.WithCancel(context.Background())
	if err := g.open(dist); err != nil {
		return nil, errors.Join(err, g.Close())
	}
	return g, nil
}

// open builds the parts, each after those that it needs.
func (g *Gateway) open(dist fs.FS) (err error) {
	c := &g.config
	if g.zone, err = time.LoadLocation(c.Timezone); err != nil {
		return err
	}
	if u, err := url.Parse(c.PublicURL); err == nil && c.PublicURL != "" {
		if err := g.origin.AddTrustedOrigin(u.Scheme + "://" + u.Host); err != nil {
			return err
		}
		g.publicHost = u.Host
	}
	pool := upstream.NewPool(g.life, upstream.Options{
		Timeout: c.UpstreamTimeout, MaxAnswer: c.MaxAnswer, UserAgent: "tablefront/" + c.Version, Log: g.log, Judge: judgeSettings,
		Share: int(math.Ceil(clientShare * c.LimitFactor)), Metrics: g.metrics.registry,
		Changed: func(h *upstream.Host, state string, cause error) {
			g.log.Warn("circuit changed state", "branch", h.Name, "state", state, "cause", logging.SafeCause(cause))
		},
	})
	if g.branches, err = branches.New(branches.Options{Pool: pool, Metrics: g.metrics.registry, Log: g.log, Main: c.Upstream, Extra: c.Branches}); err != nil {
		return err
	}
	if g.sealer, err = session.New(c.SessionKeys, c.DataDir, g.log); err != nil {
		return err
	}
	limits := ratelimit.Options{Factor: c.LimitFactor, Now: g.now}
	journal := orders.Options{Ciphers: g.sealer.Ciphers(orders.Purpose), Deadline: c.UpstreamTimeout + 5*time.Second, Log: g.log}
	redisFailures := cluster.NewFailures(g.metrics.registry)
	if c.RedisURL == "" {
		g.journal = orders.Open(c.DataDir, journal)
	} else {
		if g.cluster, err = cluster.Open(c.RedisURL, cluster.Options{Shop: g.branches.Main.Base, Failures: redisFailures, Log: g.log}); err != nil {
			return err
		}
		limits.Shared = g.cluster
		g.journal = orders.New(g.cluster.Orders(), journal)
	}
	g.limits = ratelimit.New(limits)
	others := upstream.NewClient(5 * time.Second)
	g.social = social.New(social.Options{
		Client:         others,
		GoogleClientID: c.GoogleClientID, GoogleIssuer: c.GoogleIssuer,
		FacebookAppID: c.FacebookAppID, FacebookAppSecret: c.FacebookAppSecret, FacebookGraphURL: c.FacebookGraphURL,
	})
	g.catalogue = catalogue.New(catalogue.Options{
		Branches: g.branches, Fetch: g.fetch, Failed: g.noteFailedFetch, Language: c.Language,
		Cache: cache.Options{
			TTL: c.CacheTTL, MaxBytes: c.CacheBytes, FetchTimeout: c.UpstreamTimeout, Now: g.now, Metrics: g.metrics.registry, Log: g.log,
			SnapshotPath: filepath.Join(c.DataDir, "cache.db"),
		},
	})
	if g.cluster != nil {
		g.cluster.Subscribe(func(prefix string) { g.catalogue.Purge(prefix) })
	}
	g.geocoder = geocode.New(c.GeocoderURL, geocode.Options{Language: c.Language, UserAgent: "tablefront/" + c.Version, Client: others, Log: g.log})
	pages, err := site.New(site.Options{
		Settings: c.Settings, CataloguePerUser: c.CataloguePerUser, Client: c.TrustedProxies.Client, Now: time.Now, PageBytes: int(c.CacheBytes / 4), Log: g.log,
	}, dist, source{g.caller})
	if err != nil {
		return err
	}
	g.site, g.screens = pages, pages.Screens()
	g.engine = g.routes()
	safego.Go(g.log, "warm start", g.warm)
	return nil
}

// Close stops background work and writes the snapshot.
func (g *Gateway) Close() error {
	g.end()
	if g.catalogue != nil {
		g.catalogue.Close()
	}
	var err error
	if g.journal != nil {
		err = g.journal.Close()
	}
	if g.cluster != nil {
		err = errors.Join(err, g.cluster.Close())
	}
	return err
}

// nextID returns a request id: a random part per process and a counter.
func (c *caller) nextID() string { return c.idPrefix + strconv.FormatUint(c.ids.Add(1), 36) }

// warm fetches the responses that every page needs, and retries until it has them.
func (g *Gateway) warm() {
	main, lang := g.branches.Main, g.config.Language
	g.catalogue.Warm(g.life, []catalogue.Request{
		callSettings.request(main, callSettings.Path, lang),
		callBranches.request(main, callBranches.Path, lang),
		callLanguages.request(main, callLanguages.Path, lang),
		callTranslations.request(main, callTranslations.Path+"?lang="+lang, lang),
	})
}

// isReady reports whether the settings of the main host are loaded or cached (docs/wire.md section 5).
func (g *Gateway) isReady() bool {
	if !g.ready.Load() && g.catalogue.Stored(g.life, callSettings.request(g.branches.Main, callSettings.Path, g.config.Language)) != nil {
		g.ready.Store(true)
	}
	return g.ready.Load() && !g.draining.Load()
}

// readiness is the response of GET /readyz: "ok", or why not; then a line for each branch whose last call failed. It names
// no upstream but by the branch's public URL, and no address.
func (g *Gateway) readiness() (status int, text string) {
	status, text = http.StatusOK, "ok"
	switch cause, _ := g.mainFailure.Load().(string); {
	case g.journal.Locked() && !g.draining.Load():
		status, text = http.StatusServiceUnavailable, "another shop uses this data folder: this one takes no orders"
	case g.isReady():
	case g.draining.Load():
		status, text = http.StatusServiceUnavailable, "draining"
	case cause != "":
		status, text = http.StatusServiceUnavailable, "starting: GET settings of the main host: "+cause
	default:
		status, text = http.StatusServiceUnavailable, "starting"
	}
	for b := range g.branches.All() {
		if err := b.LastFailure(); err != nil {
			text += "\n" + b.Name + ": " + upstream.CauseOf(err)
		}
	}
	return status, text
}
