package gateway

import (
	"time"

	"tablefront/bff/proxies"
	"tablefront/bff/site"
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
	BrowserTokens    bool
	TrustedProxies   proxies.Trusted
	UpstreamTimeout  time.Duration // of a call, including retries
	CacheTTL         time.Duration // of settings and translations
	CacheBytes       int64         // 0: 20 MiB
	CataloguePerUser bool
	MaxAnswer        int64   // 0: 16 MiB
	LimitFactor      float64 // 0: no rate limits
	// A login provider without its ids is off.
	GoogleIssuer, FacebookAppSecret, FacebookGraphURL string
	RedisURL                                          string        // empty: a single instance
	Drain                                             time.Duration // 0: 25 s
}
