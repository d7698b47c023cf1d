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
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

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
	CacheBytes       int64 // of all cached responses together
	CataloguePerUser bool
	MaxAnswer        int64   // bytes of a response, decompressed
	LimitFactor      float64 // 0: no rate limits
	// A login provider without its ids is off.
	GoogleIssuer, FacebookAppSecret, FacebookGraphURL string
	RedisURL                                          string        // empty: a single instance
	RedisTimeout                                      time.Duration // cluster.Options.Timeout
	Drain                                             time.Duration
}

// clientShare is how many calls in flight one client may have at a host, times Config.LimitFactor.
const clientShare = 32

// Gateway answers all requests of browsers. It is safe for concurrent use. A step has what it needs of it from newPipeline, one of the BFF's own requests from routes.
type Gateway struct {
	config   Config
	recorder *recorder
	caller   *caller
	gate     *gate
	journal  *orders.Journal
	cluster  *cluster.Redis // nil: a single instance
	pipeline []step
	site     http.Handler
	engine   http.Handler
	life     life
}

// life is where the gateway is between its start and its end.
type life struct {
	ready, draining atomic.Bool
	ctx             context.Context // of all that runs in the background
	end             context.CancelFunc
	grace           func() // waits while responses are sent with Connection: close, before idle connections are closed
}

// caller makes the calls to upstreams and their answers the browser's: of a customer's call (forward.go) and of a cached response (fetch.go).
type caller struct {
	config    *Config
	recorder  *recorder
	branches  *branches.Registry
	catalogue *catalogue.Catalogue
	sealer    *session.Sealer
	pauses    *expiring.Map[struct{}] // see pause.go
	logged    *expiring.Map[struct{}] // the lines about branches that were just logged
	zone      *time.Location          // the restaurant's
	now       func() time.Time        // the clock by which cached responses age and limits recover
	// mainFailure is why the settings of the main host can't be fetched, in the words of fetchCause.
	mainFailure atomic.Value

	idPrefix string
	ids      atomic.Uint64
}

// New returns a Gateway for a validated configuration. dist is the built client (client/dist). It returns an error for an
// unusable data folder and keys of the wrong size. The caller must Close it.
func New(config Config, dist fs.FS, log *slog.Logger) (*Gateway, error) {
	return newWithClock(config, dist, log, time.Now)
}

func newWithClock(config Config, dist fs.FS, log *slog.Logger, now func() time.Time) (*Gateway, error) {
	g := &Gateway{config: config}
	metrics := newMetrics(config.Version, func() bool { return g.journal.Ready() })
	g.recorder = &recorder{log: slog.New(logging.PanicCounter{Handler: log.Handler(), Count: metrics.panics.Inc}), metrics: metrics}
	g.caller = &caller{
		config: &g.config, recorder: g.recorder, now: now, idPrefix: strings.ToLower(rand.Text()[:8]) + "-",
		pauses: expiring.New[struct{}](maxPauses, now), logged: expiring.New[struct{}](maxPauses, time.Now),
	}
	g.life.ctx, g.life.end = context.WithCancel(context.Background())
	g.life.grace = func() { time.Sleep(time.Second) }
	if err := g.open(dist); err != nil {
		return nil, errors.Join(err, g.Close())
	}
	return g, nil
}

// open builds the parts, each after those that it needs.
func (g *Gateway) open(dist fs.FS) (err error) {
	c, caller, log, registry := &g.config, g.caller, g.recorder.log, g.recorder.metrics.registry
	if caller.zone, err = time.LoadLocation(c.Timezone); err != nil {
		return err
	}
	pool := upstream.NewPool(g.life.ctx, upstream.Options{
		Timeout: c.UpstreamTimeout, MaxAnswer: c.MaxAnswer, UserAgent: "tablefront/" + c.Version, Log: log, Judge: judgeSettings,
		Share: int(math.Ceil(clientShare * c.LimitFactor)), Metrics: registry,
		Changed: func(h *upstream.Host, state string, cause error) {
			log.Warn("circuit changed state", "branch", h.Name, "state", state, "cause", logging.SafeCause(cause))
		},
	})
	if caller.branches, err = branches.New(branches.Options{Pool: pool, Metrics: registry, Log: log, Main: c.Upstream, Extra: c.Branches}); err != nil {
		return err
	}
	if caller.sealer, err = session.New(c.SessionKeys, c.DataDir, log); err != nil {
		return err
	}
	limits := ratelimit.Options{Factor: c.LimitFactor, Now: caller.now}
	journal := orders.Options{Ciphers: caller.sealer.Ciphers(orders.Purpose), Deadline: c.UpstreamTimeout + 5*time.Second, Log: log}
	redisFailures := cluster.NewFailures(registry)
	if c.RedisURL == "" {
		g.journal = orders.Open(c.DataDir, journal)
	} else {
		if g.cluster, err = cluster.Open(c.RedisURL, cluster.Options{Shop: caller.branches.Main.Base, Timeout: c.RedisTimeout, Failures: redisFailures, Log: log}); err != nil {
			return err
		}
		limits.Shared = g.cluster
		g.journal = orders.New(g.cluster.Orders(), journal)
	}
	if g.gate, err = newGate(c, ratelimit.New(limits)); err != nil {
		return err
	}
	others := upstream.NewClient(5 * time.Second)
	verifier := social.New(social.Options{
		Client:         others,
		GoogleClientID: c.GoogleClientID, GoogleIssuer: c.GoogleIssuer,
		FacebookAppID: c.FacebookAppID, FacebookAppSecret: c.FacebookAppSecret, FacebookGraphURL: c.FacebookGraphURL,
	})
	caller.catalogue = catalogue.New(catalogue.Options{
		Branches: caller.branches, Fetch: caller.fetch, Failed: caller.noteFailedFetch, Language: c.Language,
		Cache: cache.Options{
			TTL: c.CacheTTL, MaxBytes: c.CacheBytes, FetchTimeout: c.UpstreamTimeout, Now: caller.now, Metrics: registry, Log: log,
			SnapshotPath: filepath.Join(c.DataDir, "cache.db"),
		},
	})
	if g.cluster != nil {
		g.cluster.Subscribe(func(prefix string) { caller.catalogue.Purge(prefix) })
	}
	geocoder := geocode.New(c.GeocoderURL, geocode.Options{Language: c.Language, UserAgent: "tablefront/" + c.Version, Client: others, Log: log})
	pages, err := site.New(site.Options{
		Settings: c.Settings, CataloguePerUser: c.CataloguePerUser, Client: c.TrustedProxies.Client, PageBytes: int(c.CacheBytes / 4), Log: log,
	}, dist, source{caller})
	if err != nil {
		return err
	}
	g.site = pages
	g.pipeline = newPipeline(caller, g.gate, g.journal, verifier)
	g.engine = g.routes(geocoder, pages.Screens())
	safego.Go(log, "warm start", g.warm)
	return nil
}

// Close stops background work and writes the snapshot.
func (g *Gateway) Close() error {
	g.life.end()
	if g.caller.catalogue != nil {
		g.caller.catalogue.Close()
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
	main, lang := g.caller.branches.Main, g.config.Language
	g.caller.catalogue.Warm(g.life.ctx, []catalogue.Request{
		callSettings.request(main, callSettings.Path, lang),
		callBranches.request(main, callBranches.Path, lang),
		callLanguages.request(main, callLanguages.Path, lang),
		callTranslations.request(main, callTranslations.Path+"?lang="+lang, lang),
	})
}

// isReady reports whether the settings of the main host are loaded or cached (docs/wire.md section 5).
func (g *Gateway) isReady() bool {
	if !g.life.ready.Load() && g.caller.catalogue.Stored(g.life.ctx, callSettings.request(g.caller.branches.Main, callSettings.Path, g.config.Language)) != nil {
		g.life.ready.Store(true)
	}
	return g.life.ready.Load() && !g.life.draining.Load()
}

// readiness is the response of GET /readyz: "ok", or why not; then a line for each branch whose last call failed. It names
// no upstream but by the branch's public URL, and no address.
func (g *Gateway) readiness() (status int, text string) {
	status, text = http.StatusOK, "ok"
	switch cause, _ := g.caller.mainFailure.Load().(string); {
	case g.journal.Locked() && !g.life.draining.Load():
		status, text = http.StatusServiceUnavailable, "another shop uses this data folder: this one takes no orders"
	case g.isReady():
	case g.life.draining.Load():
		status, text = http.StatusServiceUnavailable, "draining"
	case cause != "":
		status, text = http.StatusServiceUnavailable, "starting: GET settings of the main host: "+cause
	default:
		status, text = http.StatusServiceUnavailable, "starting"
	}
	for b := range g.caller.branches.All() {
		if err := b.LastFailure(); err != nil {
			text += "\n" + b.Name + ": " + upstream.CauseOf(err)
		}
	}
	return status, text
}
