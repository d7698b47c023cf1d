package main

import (
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/cluster"
	"tablefront/bff/gateway"
	"tablefront/bff/session"
)

// setting is one configuration variable: its name without the prefix, its default, its help text, and the function that
// parses it into the configuration. Its flag has the same name in kebab-case.
type setting struct {
	env, value, help string
	read             func(c *configuration, value string) error
}

// configuration is the gateway's configuration and what only the command needs.
type configuration struct {
	gateway.Config
	logLevel slog.Level
}

const envPrefix = "TABLEFRONT_"

// settings lists all variables in the order of --help.
var settings = []setting{
	{"ADDR", "127.0.0.1:8080", "address the shop listens on", func(c *configuration, v string) error {
		c.Addr = v
		return checkAddr(v)
	}},
	{"UPSTREAM", "", "the restaurant's main host, e.g. https://shop.example (its API is {host}/api); required", func(c *configuration, v string) (err error) {
		if v == "" {
			return errors.New("must be set to the restaurant's main host, e.g. https://shop.example")
		}
		if c.Upstream, err = branches.CanonicalURL(strings.TrimSpace(v)); err != nil {
			return errors.New("must be an http or https URL without user, query and fragment")
		}
		return nil
	}},
	{"BRANCHES", "", "branch URLs allowed in addition to those that GET branches lists, comma-separated", func(c *configuration, v string) error {
		for _, raw := range commaList(v) {
			b, err := branches.CanonicalURL(raw)
			if err != nil {
				return fmt.Errorf("%.80q is not an http or https URL without user, query and fragment", raw)
			}
			c.Branches = append(c.Branches, b)
		}
		return nil
	}},
	{"COUNTRY", "de", "the restaurant's country, ISO 3166-1 alpha-2", func(c *configuration, v string) error {
		c.Country = strings.ToLower(v)
		return mustMatch(c.Country, `^[a-z]{2}$`, "two letters such as de")
	}},
	{"LANGUAGE", "de", "the default language, a language tag", func(c *configuration, v string) error {
		c.Language = v
		return mustMatch(v, `^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$`, "a language tag such as de")
	}},
	{"LOCALE", "de", "locale in which prices and dates are formatted, a language tag", func(c *configuration, v string) error {
		c.Locale = v
		return mustMatch(v, `^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`, "a language tag such as de or de-AT")
	}},
	{"CURRENCY", "EUR", "the restaurant's currency, ISO 4217", func(c *configuration, v string) error {
		c.Currency = strings.ToUpper(v)
		return mustMatch(c.Currency, `^[A-Z]{3}$`, "three letters such as EUR")
	}},
	{"TIMEZONE", "Europe/Berlin", "the restaurant's time zone, an IANA name", func(c *configuration, v string) error {
		c.Timezone = v
		if v == "" || v == "Local" {
			return errors.New("must be an IANA time zone such as Europe/Berlin")
		}
		if _, err := time.LoadLocation(v); err != nil {
			return fmt.Errorf("%.40q is not an IANA time zone", v)
		}
		return nil
	}},
	{"DATA_DIR", "./data", "folder for the snapshot of cached responses, the order journal and the session key", func(c *configuration, v string) error {
		c.DataDir = v
		if v == "" {
			return errors.New("must name a folder")
		}
		return nil
	}},
	{"SESSION_KEY", "", "key that encrypts logins, 32 bytes in base64; for rotation several, comma-separated: the first encrypts, all decrypt", func(c *configuration, v string) error {
		for i, raw := range commaList(v) {
			key, err := decodeKey(raw)
			if err != nil {
				return fmt.Errorf("key %d must be %d bytes in base64", i+1, session.KeySize)
			}
			c.SessionKeys = append(c.SessionKeys, key)
		}
		return nil
	}},
	{"TOKEN_CUSTODY", "sealed", "sealed: tokens are encrypted in a cookie that scripts cannot read; browser: tokens pass through", func(c *configuration, v string) error {
		c.BrowserTokens = v == "browser"
		return oneOf(v, "sealed", "browser")
	}},
	{"TRUSTED_PROXIES", "", "addresses or networks of proxies whose X-Forwarded-* headers are trusted, comma-separated", func(c *configuration, v string) error {
		for _, raw := range commaList(v) {
			p, err := netip.ParsePrefix(raw)
			if err != nil {
				a, addrErr := netip.ParseAddr(raw)
				if addrErr != nil {
					return fmt.Errorf("%.60q is neither an address nor a network such as 10.0.0.0/8", raw)
				}
				p = netip.PrefixFrom(a, a.BitLen())
			}
			c.TrustedProxies = append(c.TrustedProxies, p.Masked())
		}
		return nil
	}},
	{"METRICS_ADDR", "127.0.0.1:9090", "address for metrics, purge and profiles; empty: off", func(c *configuration, v string) error {
		c.MetricsAddr = v
		if v == "" {
			return nil
		}
		return checkAddr(v)
	}},
	{"OPERATOR_TOKEN", "", "bearer token for purge and profiles, at least 16 characters; empty: only from this machine", func(c *configuration, v string) error {
		c.OperatorToken = v
		if v == "" {
			return nil
		}
		return mustMatch(v, `^[!-~]{16,512}$`, "at least 16 characters without spaces")
	}},
	{"UPSTREAM_TIMEOUT", "10s", "deadline of a call to the backend, including retries", func(c *configuration, v string) (err error) {
		c.UpstreamTimeout, err = duration(v, 100*time.Millisecond, 5*time.Minute)
		return err
	}},
	{"CACHE_TTL", "5m", "how long settings and translations are fresh", func(c *configuration, v string) (err error) {
		c.CacheTTL, err = duration(v, time.Millisecond, 24*time.Hour)
		return err
	}},
	{"CACHE_BYTES", "20971520", "limit of all cached responses together, in bytes", func(c *configuration, v string) (err error) {
		c.CacheBytes, err = integer(v, 1<<20, 1<<40)
		return err
	}},
	{"CATALOGUE_PER_USER", "false", "true: products/* are fetched with the customer's credentials and never cached", func(c *configuration, v string) (err error) {
		c.CataloguePerUser, err = yesNo(v)
		return err
	}},
	{"MAX_ANSWER_BYTES", "16777216", "limit of a backend's response, decompressed, in bytes", func(c *configuration, v string) (err error) {
		c.MaxAnswer, err = integer(v, 64<<10, 1<<30)
		return err
	}},
	{"LIMIT_FACTOR", "1", "multiplies the rate limits of each client (logins, orders, messages); 0: no limits", func(c *configuration, v string) (err error) {
		c.LimitFactor, err = strconv.ParseFloat(v, 64)
		if err != nil || c.LimitFactor < 0 || c.LimitFactor > 1e9 {
			return errors.New("must be a number from 0 to 1000000000")
		}
		return nil
	}},
	{"REDIS_URL", "", "redis://… or rediss://… through which several instances share orders, cached responses, purges and limits", func(c *configuration, v string) error {
		if c.RedisURL = v; v == "" {
			return nil
		}
		return cluster.CheckURL(v)
	}},
	{"LOG_LEVEL", "info", "debug, info, warn or error", func(c *configuration, v string) error {
		if err := c.logLevel.UnmarshalText([]byte(v)); err != nil {
			return errors.New("must be debug, info, warn or error")
		}
		return nil
	}},
	{"PUBLIC_URL", "", "the shop's canonical URL, e.g. https://shop.example; empty: from the request", func(c *configuration, v string) error {
		c.PublicURL = strings.TrimRight(v, "/")
		return optionalURL(v)
	}},
	{"ACCENT", "", "accent colour, #rrggbb", func(c *configuration, v string) error {
		c.Accent = strings.ToLower(v)
		if v == "" {
			return nil
		}
		return mustMatch(c.Accent, `^#[0-9a-f]{6}$`, "a colour such as #b3261e")
	}},
	{"IMAGES_URL", "", "URL template of an image resizing service with {url} and {width}; empty: image URLs as the backend sends them", func(c *configuration, v string) error {
		if c.ImagesURL = v; v == "" {
			return nil
		}
		for _, part := range []string{"{url}", "{width}"} {
			if !strings.Contains(v, part) {
				return fmt.Errorf("must contain %s", part)
			}
		}
		return optionalURL(strings.NewReplacer("{url}", "x", "{width}", "1").Replace(v))
	}},
	{"TILES_URL", "https://tile.openstreetmap.org/{z}/{x}/{y}.png", "URL template of map tiles with {z}, {x} and {y}; empty: a map without tiles", func(c *configuration, v string) error {
		c.TilesURL = v
		if v == "" {
			return nil
		}
		for _, part := range []string{"{z}", "{x}", "{y}"} {
			if !strings.Contains(v, part) {
				return fmt.Errorf("must contain %s", part)
			}
		}
		return optionalURL(strings.NewReplacer("{s}", "a", "{z}", "0", "{x}", "0", "{y}", "0", "{r}", "").Replace(v))
	}},
	{"TILES_ATTRIBUTION", `© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>`, "attribution of the map tiles, HTML", func(c *configuration, v string) error {
		c.TilesAttribution = v
		return nil
	}},
	{"GEOCODER_URL", "", "URL of a Nominatim-compatible reverse geocoder; empty: none", func(c *configuration, v string) error {
		c.GeocoderURL = v
		return optionalURL(v)
	}},
	{"GOOGLE_CLIENT_ID", "", "OAuth client ID; enables Google login", func(c *configuration, v string) error {
		c.GoogleClientID = v
		return nil
	}},
	{"GOOGLE_SCRIPT_URL", "https://accounts.google.com/gsi/client", "URL of Google's login script", func(c *configuration, v string) error {
		c.GoogleScriptURL = v
		return optionalURL(v)
	}},
	{"GOOGLE_ISSUER", "https://accounts.google.com", "issuer of Google's ID tokens", func(c *configuration, v string) error {
		c.GoogleIssuer = v
		return optionalURL(v)
	}},
	{"FACEBOOK_APP_ID", "", "app ID; with FACEBOOK_APP_SECRET it enables Facebook login", func(c *configuration, v string) error {
		c.FacebookAppID = v
		return nil
	}},
	{"FACEBOOK_APP_SECRET", "", "app secret; never leaves the server", func(c *configuration, v string) error {
		c.FacebookAppSecret = v
		return nil
	}},
	{"FACEBOOK_SCRIPT_URL", "https://connect.facebook.net/en_US/sdk.js", "URL of Facebook's login script", func(c *configuration, v string) error {
		c.FacebookScriptURL = v
		return optionalURL(v)
	}},
	{"FACEBOOK_GRAPH_URL", "https://graph.facebook.com", "URL of Facebook's Graph API", func(c *configuration, v string) error {
		c.FacebookGraphURL = v
		return optionalURL(v)
	}},
	{"PAYMENT_HOSTS", "", "hosts of payment pages that a checkout may redirect to, comma-separated; empty: any https host", func(c *configuration, v string) error {
		c.PaymentHosts = commaList(strings.ToLower(v))
		for _, h := range c.PaymentHosts {
			if err := mustMatch(h, `^[a-z0-9.-]+(:[0-9]{1,5})?$`, "host names, e.g. pay.example"); err != nil {
				return err
			}
		}
		return nil
	}},
	{"CUSTOM_CODE", "on", "on: the backend's setting CUSTOM_HEADER_CODE is put into the page; off: it is ignored", func(c *configuration, v string) (err error) {
		c.CustomCode, err = yesNo(v)
		return err
	}},
	{"OFFLINE", "on", "on: a service worker stores the shop for offline visits; off: browsers remove it and its caches", func(c *configuration, v string) (err error) {
		c.Offline, err = yesNo(v)
		return err
	}},
	{"SHOP_PHONE", "", "phone number shown while the backend's settings cannot be read and none are cached", func(c *configuration, v string) error {
		c.ShopPhone = v
		return nil
	}},
	{"ACCESSIBILITY_CONTACT", "", "e-mail address or https:// URL for reporting barriers; enables the accessibility statement", func(c *configuration, v string) error {
		c.AccessibilityContact = v
		if v == "" || strings.HasPrefix(v, "https://") {
			return optionalURL(v)
		}
		return mustMatch(v, `^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$`, "an e-mail address or an https:// URL")
	}},
	{"DRAIN_TIMEOUT", "25s", "how long requests in flight may take to finish after SIGTERM", func(c *configuration, v string) (err error) {
		c.Drain, err = duration(v, time.Second, 10*time.Minute)
		return err
	}},
}

// flagName is the kebab-case name of a setting.
func (s *setting) flagName() string { return strings.ToLower(strings.ReplaceAll(s.env, "_", "-")) }

// readConfig reads the configuration from flags and environment; a flag wins. The error joins all problems, one line
// each. After --help it is flag.ErrHelp.
func readConfig(args []string, environ func(string) (string, bool)) (configuration, error) {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	given := make([]*string, len(settings))
	for i := range settings {
		given[i] = flags.String(settings[i].flagName(), "", settings[i].help)
	}
	var c configuration
	if err := flags.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return c, err
		}
		return c, fmt.Errorf("%w (see tablefront serve --help)", err)
	}
	if flags.NArg() > 0 {
		return c, fmt.Errorf("unexpected argument %.40q (see tablefront serve --help)", flags.Arg(0))
	}
	set := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { set[f.Name] = true })
	var problems []error
	for i := range settings {
		s := &settings[i]
		name, value := envPrefix+s.env, s.value
		if v, ok := environ(name); ok && (v != "" || s.env == "METRICS_ADDR") {
			value = v
		}
		if set[s.flagName()] {
			name, value = "--"+s.flagName(), *given[i]
		}
		if err := s.read(&c, value); err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", name, err))
		}
	}
	if c.RedisURL != "" && len(c.SessionKeys) == 0 {
		problems = append(problems, errors.New("TABLEFRONT_SESSION_KEY: must be set with TABLEFRONT_REDIS_URL and be the same on all instances, or each rejects the logins of the others"))
	}
	if (c.FacebookAppID == "") != (c.FacebookAppSecret == "") {
		problems = append(problems, errors.New("TABLEFRONT_FACEBOOK_APP_ID and TABLEFRONT_FACEBOOK_APP_SECRET: set both or neither"))
	}
	return c, errors.Join(problems...)
}

// printUsage prints the usage of a command that takes the settings as flags, and all settings.
func printUsage(usage string, w io.Writer) {
	fmt.Fprintln(w, usage)
	fmt.Fprintln(w, "Each flag can also be set as the environment variable below it; the flag wins.")
	fmt.Fprintln(w)
	for i := range settings {
		s := &settings[i]
		def := ""
		if s.value != "" {
			def = " (default " + s.value + ")"
		}
		fmt.Fprintf(w, "  --%-22s %s%s\n    %s%s\n", s.flagName(), s.help, def, envPrefix, s.env)
	}
}

func commaList(v string) (out []string) {
	for part := range strings.SplitSeq(v, ",") {
		if part = strings.TrimSpace(part); part != "" {
			out = append(out, part)
		}
	}
	return out
}

func decodeKey(raw string) ([]byte, error) {
	for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
		if key, err := enc.DecodeString(raw); err == nil && len(key) == session.KeySize {
			return key, nil
		}
	}
	return nil, errors.New("wrong length or not base64")
}

func checkAddr(v string) error {
	_, port, err := net.SplitHostPort(v)
	if err != nil {
		return fmt.Errorf("%.60q is not host:port", v)
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("%.20q is not a port", port)
	}
	return nil
}

func mustMatch(v, pattern, want string) error {
	if !regexp.MustCompile(pattern).MatchString(v) {
		return fmt.Errorf("%.60q must be %s", v, want)
	}
	return nil
}

func oneOf(v string, allowed ...string) error {
	if !slices.Contains(allowed, v) {
		return fmt.Errorf("%.40q must be %s", v, strings.Join(allowed, " or "))
	}
	return nil
}

func duration(v string, least, most time.Duration) (time.Duration, error) {
	d, err := time.ParseDuration(v)
	if err != nil || d < least || d > most {
		return 0, fmt.Errorf("%.40q must be a duration from %s to %s, e.g. 10s", v, least, most)
	}
	return d, nil
}

func integer(v string, least, most int64) (int64, error) {
	n, err := strconv.ParseInt(v, 10, 64)
	if err != nil || n < least || n > most {
		return 0, fmt.Errorf("%.40q must be a whole number from %d to %d", v, least, most)
	}
	return n, nil
}

func yesNo(v string) (bool, error) {
	switch strings.ToLower(v) {
	case "on", "true", "1", "yes":
		return true, nil
	case "off", "false", "0", "no", "":
		return false, nil
	}
	return false, fmt.Errorf("%.20q must be on or off", v)
}

func optionalURL(v string) error {
	if v == "" {
		return nil
	}
	u, err := url.Parse(v)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		return fmt.Errorf("%.80q is not an http or https URL", v)
	}
	return nil
}
