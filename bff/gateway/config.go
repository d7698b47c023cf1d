package gateway

import (
	"net/netip"
	"time"
)

// Config is everything an operator sets (docs/wire.md section 6). The command reads it from the environment and flags and
// checks it; the zero value of a field is its default only where said so.
type Config struct {
	// Addr and MetricsAddr are the listeners; an empty MetricsAddr means none.
	Addr, MetricsAddr string
	// OperatorToken allows purge and profiles from other machines; empty: programs on this machine only.
	OperatorToken string
	// Upstream is the main host's canonical address; Branches are further allowed ones.
	Upstream string
	Branches []string
	// Country, Language, Locale, Currency and Timezone describe the restaurant.
	Country, Language, Locale, Currency, Timezone string
	// DataDir keeps the snapshot, the order journal and, without SessionKeys, a session key.
	DataDir string
	// SessionKeys seal tokens; the first seals, all open.
	SessionKeys [][]byte
	// BrowserTokens passes tokens through to the browser (TABLEFRONT_TOKEN_CUSTODY=browser).
	BrowserTokens bool
	// TrustedProxies are believed about the client's address, scheme and host.
	TrustedProxies []netip.Prefix
	// UpstreamTimeout is the overall deadline of a call.
	UpstreamTimeout time.Duration
	// CacheTTL is the freshness of settings and translations.
	CacheTTL time.Duration
	// CacheBytes bounds the cached responses; 0: 20 MiB.
	CacheBytes int64
	// CataloguePerUser sends credentials with products/* and keeps nothing of it.
	CataloguePerUser bool
	// MaxAnswer bounds an upstream's answer in bytes; 0: 16 MiB.
	MaxAnswer int64
	// LimitFactor multiplies what each client may do (limits.go); 0 turns the limits off.
	LimitFactor float64
	// PublicURL is the shop's canonical address; empty: from the request.
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
	// Offline serves the service worker; without it the one that removes it.
	Offline   bool
	ShopPhone string
	// AccessibilityContact turns the accessibility statement on.
	AccessibilityContact string
	// RedisURL lets several instances act as a cluster; empty: a single instance.
	RedisURL string
	// Drain is how long SIGTERM waits for running calls; 0: 25 s.
	Drain time.Duration
	// Version is the executable's.
	Version string
}
