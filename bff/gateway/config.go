package gateway

import (
	"time"

	"tablefront/bff/proxies"
)

// Config is everything an operator sets (docs/operator.md, "Every variable"). The command reads it from the environment and
// flags and validates it. The zero value of a field is its default only where the comment says so.
type Config struct {
	// Addr and MetricsAddr are the listeners; an empty MetricsAddr means none.
	Addr, MetricsAddr string
	// OperatorToken allows purge and profiles from other machines; empty: only from this machine.
	OperatorToken string
	// Upstream is the main host's canonical URL; Branches are allowed in addition to the listed ones.
	Upstream string
	Branches []string
	// Country, Language, Locale, Currency and Timezone describe the restaurant.
	Country, Language, Locale, Currency, Timezone string
	// DataDir has the cache snapshot, the order journal and, without SessionKeys, a generated session key.
	DataDir string
	// SessionKeys encrypt tokens; the first encrypts, all decrypt.
	SessionKeys [][]byte
	// BrowserTokens passes tokens through to the browser (TABLEFRONT_TOKEN_CUSTODY=browser).
	BrowserTokens bool
	// TrustedProxies are the networks whose X-Forwarded-* headers are used.
	TrustedProxies proxies.Trusted
	// UpstreamTimeout is the deadline of a call, including retries.
	UpstreamTimeout time.Duration
	// CacheTTL is the freshness of settings and translations.
	CacheTTL time.Duration
	// CacheBytes is the limit of all cached responses together; 0: 20 MiB.
	CacheBytes int64
	// CataloguePerUser sends credentials with products/* and does not cache the responses.
	CataloguePerUser bool
	// MaxAnswer is the limit of an upstream's response in bytes; 0: 16 MiB.
	MaxAnswer int64
	// LimitFactor multiplies the rate limits (limits.go); 0 turns them off.
	LimitFactor float64
	// PublicURL is the shop's canonical URL; empty: from the request.
	PublicURL string
	// Accent, tiles, geocoder, providers, payment hosts and phone: see the variables of the same names.
	Accent                                        string
	TilesURL, TilesAttribution, ImagesURL         string
	GeocoderURL                                   string
	GoogleClientID, GoogleScriptURL, GoogleIssuer string
	FacebookAppID, FacebookAppSecret              string
	FacebookScriptURL, FacebookGraphURL           string
	PaymentHosts                                  []string
	CustomCode                                    bool
	// Offline serves the service worker; if false, one that unregisters it and deletes its caches.
	Offline   bool
	ShopPhone string
	// AccessibilityContact enables the accessibility statement.
	AccessibilityContact string
	// RedisURL connects the instances of a cluster; empty: a single instance.
	RedisURL string
	// Drain is how long requests in flight may take to finish after SIGTERM; 0: 25 s.
	Drain time.Duration
	// Version is the executable's.
	Version string
}
