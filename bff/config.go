package main

import (
	"cmp"
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
	"tablefront/bff/langtag"
	"tablefront/bff/session"
	"tablefront/bff/site"
)

// configuration is the gateway's configuration and what only the command needs.
type configuration struct {
	gateway.Config
	addr, metricsAddr string // of the listeners; an empty metricsAddr means none
	logLevel          slog.Level
	checkOnly         bool // --check-config
	printOnly         bool // --print-config
	// inEffect are the settings with their values, as --print-config prints them.
	inEffect []string
}

// setting is one configuration variable: its name without the prefix, its default, its help text, and the function that
// validates a value and stores it in the configuration. Its flag has the same name in kebab-case. The errors of read say what the
// value must be, and quote it only as a wrongValue.
type setting struct {
	env, value, help string
	read             func(value string) error
}

const (
	envPrefix    = "TABLEFRONT_"
	googleIssuer = "https://accounts.google.com"
)

// settings lists all variables of c in the order of --help.
func settings(c *configuration) []setting {
	all := []setting{
		{
			env:   "ADDR",
			value: "127.0.0.1:8080",
			help:  "address the shop listens on",
			read:  text(&c.addr, isAddr),
		},
		{
			env:  "UPSTREAM",
			help: "the backend's main host, e.g. https://backend.example (its API is {host}/api); required",
			read: func(v string) (err error) {
				if v == "" {
					return errors.New("must be set to the backend's main host, e.g. https://backend.example")
				}
				c.Upstream, err = hostURL(v)
				return err
			},
		},
		{
			env:  "BRANCHES",
			help: "branch URLs allowed in addition to those that GET branches lists, comma-separated",
			read: list(&c.Branches, hostURL),
		},
		{
			env:   "COUNTRY",
			value: "de",
			help:  "the restaurant's country, ISO 3166-1 alpha-2",
			read:  with(strings.ToLower, text(&c.Country, matches(`^[a-z]{2}$`, "two letters such as de"))),
		},
		{
			env:   "LANGUAGE",
			value: "de",
			help:  "the default language, a language tag",
			read:  text(&c.Language, matches(langtag.Pattern.String(), "a language tag such as de")),
		},
		{
			env:   "LOCALE",
			value: "de",
			help:  "locale in which prices and dates are formatted, a language tag",
			read:  text(&c.Locale, matches(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$`, "a language tag such as de or de-AT")),
		},
		{
			env:   "CURRENCY",
			value: "EUR",
			help:  "the restaurant's currency, ISO 4217",
			read:  with(strings.ToUpper, text(&c.Currency, matches(`^[A-Z]{3}$`, "three letters such as EUR"))),
		},
		{
			env:   "TIMEZONE",
			value: "Europe/Berlin",
			help:  "the restaurant's time zone, an IANA name",
			read:  text(&c.Timezone, isTimezone),
		},
		{
			env:   "DATA_DIR",
			value: "./data",
			help:  "folder for the snapshot of cached responses, the order journal and the session key",
			read:  text(&c.DataDir, matches(`.`, "the name of a folder")),
		},
		{
			env: "SESSION_KEY",
			help: "key that encrypts logins, 32 bytes in base64 (openssl rand -base64 32); for rotation several, " +
				"comma-separated: the first encrypts, all decrypt",
			read: sessionKeys(&c.SessionKeys),
		},
		{
			env:   "TOKEN_CUSTODY",
			value: "sealed",
			help:  "sealed: tokens are encrypted in a cookie that scripts cannot read; browser: tokens pass through",
			read:  either(&c.BrowserTokens, "sealed", "browser"),
		},
		{
			env:   "TEXTS",
			value: "backend",
			help: "backend: a text that the backend does not translate is shown in English; builtin: the shop's own German, " +
				"Turkish and Arabic texts fill what it lacks",
			read: either(&c.BuiltinTexts, "backend", "builtin"),
		},
		{
			env:  "TRUSTED_PROXIES",
			help: "addresses or networks of proxies whose X-Forwarded-* headers are trusted, comma-separated",
			read: list(&c.TrustedProxies, network),
		},
		{
			env:   "METRICS_ADDR",
			value: "127.0.0.1:9090",
			help:  "address for metrics, purge and profiles; empty: off",
			read:  text(&c.metricsAddr, optional(isAddr)),
		},
		{
			env:  "OPERATOR_TOKEN",
			help: "bearer token for purge and profiles, at least 16 characters; empty: only from this machine",
			read: text(&c.OperatorToken, optional(matches(`^[!-~]{16,512}$`, "at least 16 characters without spaces"))),
		},
		{
			env:   "UPSTREAM_TIMEOUT",
			value: "10s",
			help:  "deadline of a call to the backend, including retries; a connection may take three tenths of it, but at least 3 s",
			read:  number(&c.UpstreamTimeout, time.ParseDuration, 100*time.Millisecond, 5*time.Minute, "a duration such as 10s"),
		},
		{
			env:   "CACHE_TTL",
			value: "5m",
			help:  "how long settings and translations are fresh; other public responses 30s at most, opening hours 15s, never longer than this",
			read:  number(&c.CacheTTL, time.ParseDuration, time.Millisecond, 24*time.Hour, "a duration such as 10s"),
		},
		{
			env:   "CACHE_BYTES",
			value: "20971520",
			help:  "limit of all cached responses together, in bytes",
			read:  number(&c.CacheBytes, whole, 1<<20, 1<<40, "a whole number"),
		},
		{
			env:   "CATALOGUE_PER_USER",
			value: "false",
			help:  "true: products/* are fetched with the customer's credentials and never cached",
			read:  onOff(&c.CataloguePerUser),
		},
		{
			env:   "MAX_ANSWER_BYTES",
			value: "16777216",
			help:  "limit of a backend's response, decompressed, in bytes",
			read:  number(&c.MaxAnswer, whole, 64<<10, 1<<30, "a whole number"),
		},
		{
			env:   "LIMIT_FACTOR",
			value: "1",
			help:  "multiplies the rate limits of each client (logins, orders, messages); 0: no limits",
			read:  number(&c.LimitFactor, fraction, 0, 1e9, "a number"),
		},
		{
			env: "REDIS_URL",
			help: "redis://…, redis+sentinel://… or redis+cluster://… (rediss… with TLS) through which several instances " +
				"share orders, purges and limits",
			read: text(&c.RedisURL, optional(cluster.CheckURL)),
		},
		{
			env:   "LOG_LEVEL",
			value: "info",
			help:  "debug, info, warn or error",
			read: func(v string) error {
				if err := c.logLevel.UnmarshalText([]byte(v)); err != nil {
					return wrongValue{v, "must be debug, info, warn or error"}
				}
				return nil
			},
		},
		{
			env:  "PUBLIC_URL",
			help: "the shop's canonical URL, e.g. https://shop.example; empty: from the request",
			read: with(func(v string) string { return strings.TrimRight(v, "/") }, text(&c.PublicURL, optional(isOrigin))),
		},
		{
			env:  "ACCENT",
			help: "accent colour, #rrggbb",
			read: with(strings.ToLower, text(&c.Accent, optional(matches(`^#[0-9a-f]{6}$`, "a colour such as #b3261e")))),
		},
		{
			env:  "IMAGES_URL",
			help: "URL template of an image resizing service with {url} and {width}; empty: image URLs as the backend sends them",
			read: text(&c.ImagesURL, optional(isTemplate("{url}", "{width}"))),
		},
		{
			env:   "PICTURES",
			value: "direct",
			help: "direct: browsers load pictures from the backend's own addresses; proxied: pictures of the main host and the " +
				"branches pass through the shop, for a backend that browsers cannot reach or that has no TLS",
			read: either(&c.ProxyPictures, "direct", "proxied"),
		},
		{
			env:   "TILES_URL",
			value: "https://tile.openstreetmap.org/{z}/{x}/{y}.png",
			help:  "URL template of map tiles with {z}, {x} and {y}; empty: a map without tiles",
			read:  text(&c.TilesURL, optional(isTemplate("{z}", "{x}", "{y}"))),
		},
		{
			env:   "TILES_ATTRIBUTION",
			value: `© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>`,
			help:  "attribution of the map tiles, HTML",
			read:  text(&c.TilesAttribution, nil),
		},
		{
			env:  "GEOCODER_URL",
			help: "URL of a Nominatim-compatible reverse geocoder; empty: none",
			read: text(&c.GeocoderURL, optional(isURL)),
		},
		{
			env:  "GOOGLE_CLIENT_ID",
			help: "OAuth client ID; enables Google login",
			read: text(&c.GoogleClientID, nil),
		},
		{
			env:  "FACEBOOK_APP_ID",
			help: "app ID; with FACEBOOK_APP_SECRET it enables Facebook login",
			read: text(&c.FacebookAppID, nil),
		},
		{
			env:  "FACEBOOK_APP_SECRET",
			help: "app secret; never leaves the server",
			read: text(&c.FacebookAppSecret, nil),
		},
		{
			env:  "PAYMENT_HOSTS",
			help: "hosts of payment pages that a checkout may redirect to, comma-separated; empty: any https host",
			read: list(&c.PaymentHosts, func(v string) (string, error) {
				v = strings.ToLower(v)
				return v, matches(`^[a-z0-9.-]+(:[0-9]{1,5})?$`, "host names, e.g. pay.example")(v)
			}),
		},
		{
			env:   "SCHEME",
			value: "device",
			help:  "device: light or dark as the device has it or the customer chooses; light: always light",
			read:  either(&c.LightOnly, "device", "light"),
		},
		{
			env:   "ACCOUNTS",
			value: "on",
			help:  "on: customers can log in; off: a shop of guests only, without Login, Register and My Account",
			read:  onOff(&c.Accounts),
		},
		{
			env:   "HSTS",
			value: "host",
			help:  "over https, Strict-Transport-Security for two years: host: this host; subdomains: its subdomains too; off: none",
			read: func(v string) error {
				c.HSTS = map[string]string{"host": site.HSTSHost, "subdomains": site.HSTSSubdomains, "off": site.HSTSOff}[v]
				return matches(`^(host|subdomains|off)$`, "host, subdomains or off")(v)
			},
		},
		{
			env:   "CUSTOM_CODE",
			value: "on",
			help: "on: the main host's setting CUSTOM_HEADER_CODE is put into every page; branches: pages of a branch get the " +
				"branch's; off: it is ignored",
			read: func(v string) error {
				c.BranchCode = strings.EqualFold(v, "branches")
				if c.BranchCode {
					v = "on"
				}
				if onOff(&c.CustomCode)(v) != nil {
					return wrongValue{v, "must be on, branches or off"}
				}
				return nil
			},
		},
		{
			env:   "OFFLINE",
			value: "on",
			help:  "on: a service worker stores the shop for offline visits; off: browsers remove it and its caches",
			read:  onOff(&c.Offline),
		},
		{
			env:   "VITALS",
			value: "on",
			help: "on: pages send load and response times of the visit (Core Web Vitals, without identifiers) for the metrics; " +
				"off: they send none",
			read: onOff(&c.Vitals),
		},
		{
			env:  "SHOP_PHONE",
			help: "phone number shown while the backend's settings cannot be read and none are cached",
			read: text(&c.ShopPhone, nil),
		},
		{
			env:  "ACCESSIBILITY_CONTACT",
			help: "e-mail address or https:// URL for reporting barriers; enables the accessibility statement",
			read: text(&c.AccessibilityContact, optional(isContact)),
		},
		{
			env:  "SECURITY_CONTACT",
			help: "e-mail address or https:// URL for reporting vulnerabilities; enables /.well-known/security.txt",
			read: text(&c.SecurityContact, optional(isContact)),
		},
		{
			env:  "ACCESSIBILITY_DATE",
			help: "the day on which the shop's accessibility was last checked, 2026-11-21; named in the statement",
			read: text(&c.AccessibilityDate, optional(func(v string) error {
				if _, err := time.Parse(time.DateOnly, v); err != nil {
					return wrongValue{v, "must be a day such as 2026-11-21"}
				}
				return nil
			})),
		},
		{
			env:  "ACCESSIBILITY_AUTHOR",
			help: "who checked it; named in the statement with the day",
			read: text(&c.AccessibilityAuthor, nil),
		},
		{
			env:   "DRAIN_TIMEOUT",
			value: "25s",
			help:  "how long requests in flight may take to finish after SIGTERM",
			read:  number(&c.Drain, time.ParseDuration, time.Second, 10*time.Minute, "a duration such as 10s"),
		},
	}
	c.PolicyHosts = map[string][]string{}
	for _, d := range site.PolicyDirectives {
		all = append(all, setting{
			env:  "CSP_" + d.Name,
			help: "hosts added to " + d.Directive + " of the page's Content-Security-Policy, e.g. https://*.tags.example, comma-separated",
			read: func(v string) error {
				var hosts []string
				err := list(&hosts, func(v string) (string, error) {
					host, err := site.ParsePolicyHost(v)
					if err != nil {
						err = wrongValue{v, err.Error()}
					}
					return host, err
				})(v)
				c.PolicyHosts[d.Directive] = hosts
				return err
			},
		})
	}
	return all
}

// flagName is the kebab-case name of a setting.
func (s *setting) flagName() string { return strings.ToLower(strings.ReplaceAll(s.env, "_", "-")) }

// readConfig reads the configuration from flags and environment; a flag wins. The error joins all problems, one line
// each. After --help it wraps flag.ErrHelp.
func readConfig(args []string, environ func(string) (string, bool)) (configuration, error) {
	var c configuration
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.BoolVar(&c.checkOnly, "check-config", false, "")
	flags.BoolVar(&c.printOnly, "print-config", false, "")
	given := map[string]string{}
	all := settings(&c)
	for _, s := range all {
		flags.Func(s.flagName(), s.help, func(v string) error { given[s.env] = v; return nil })
	}
	err := flags.Parse(args)
	if err == nil && flags.NArg() > 0 {
		err = fmt.Errorf("unexpected argument%s", quoted(flags.Arg(0)))
	}
	if name, unknown := unknownFlag(err); unknown {
		err = fmt.Errorf("there is no flag --%.40s; did you mean --%s?", name, nearest(name, flagNames(flags)))
	}
	if err != nil {
		return c, fmt.Errorf("%w (see tablefront serve --help)", err)
	}
	var problems []error
	for _, s := range all {
		name, value := envPrefix+s.env, s.value
		if v, ok := environ(name); ok && (v != "" || s.env == "METRICS_ADDR") {
			value = v
		}
		if v, ok := given[s.env]; ok {
			name, value = "--"+s.flagName(), v
		}
		err := s.read(value)
		if inQuotes.MatchString(value) {
			err = wrongValue{value, "is in quotes, which would be a part of the value: leave them out"}
		}
		if err != nil {
			problems = append(problems, s.problem(name, value, err))
		}
		c.inEffect = append(c.inEffect, envPrefix+s.env+"="+s.shown(value))
	}
	c.setProviders(environ)
	if c.RedisURL != "" && len(c.SessionKeys) == 0 {
		problems = append(problems, errors.New("TABLEFRONT_SESSION_KEY: must be set with TABLEFRONT_REDIS_URL and be the same on all instances, or each rejects the logins of the others"))
	}
	if c.ProxyPictures && c.ImagesURL != "" {
		problems = append(problems, errors.New("TABLEFRONT_PICTURES and TABLEFRONT_IMAGES_URL: an image service loads the pictures itself; set only one"))
	}
	if (c.FacebookAppID == "") != (c.FacebookAppSecret == "") {
		problems = append(problems, errors.New("TABLEFRONT_FACEBOOK_APP_ID and TABLEFRONT_FACEBOOK_APP_SECRET: set both or neither"))
	}
	// An order waits for the backend, and for the journal before and after.
	if longest := c.UpstreamTimeout + 10*time.Second; c.UpstreamTimeout > 0 && c.Drain > 0 && c.Drain < longest {
		problems = append(problems, fmt.Errorf("TABLEFRONT_DRAIN_TIMEOUT: must be at least %v, 10s more than TABLEFRONT_UPSTREAM_TIMEOUT, or a restart cuts orders off", longest))
	}
	return c, errors.Join(problems...)
}

// setProviders sets the addresses of the login providers. TABLEFRONT_TEST_PROVIDERS replaces them by a mock of both, for this project's tests.
func (c *configuration) setProviders(environ func(string) (string, bool)) {
	c.GoogleIssuer, c.GoogleScriptURL = googleIssuer, googleIssuer+"/gsi/client"
	c.FacebookGraphURL, c.FacebookScriptURL = "https://graph.facebook.com", "https://connect.facebook.net/en_US/sdk.js"
	if mock, ok := environ(envPrefix + "TEST_PROVIDERS"); ok {
		c.GoogleIssuer, c.GoogleScriptURL = mock+"/providers", mock+"/providers/google.js"
		c.FacebookGraphURL, c.FacebookScriptURL = mock+"/graph", mock+"/providers/facebook.js"
	}
}

// wrongValue is the error of a value, or of a part of it. Its text says what is wrong, without the value.
type wrongValue struct{ value, wrong string }

func (w wrongValue) Error() string { return w.wrong }

// secrets are the settings whose values are never shown.
var secrets = []string{"SESSION_KEY", "OPERATOR_TOKEN", "FACEBOOK_APP_SECRET", "REDIS_URL"}

// inURL matches what may be secret in a URL: the user and the query.
var inURL = regexp.MustCompile(`//[^/?#\s]*@|\?[^\s,]*`)

// shown returns a value of the setting for people to read: without passwords, tokens and keys.
func (s *setting) shown(value string) string {
	switch {
	case value == "":
		return ""
	case slices.Contains(secrets, s.env):
		return "(hidden)"
	case strings.Contains(value, "//") && !strings.Contains(value, "<"):
		return inURL.ReplaceAllStringFunc(value, func(found string) string {
			if found[0] == '?' {
				return "?(hidden)"
			}
			return "//(hidden)@"
		})
	}
	return value
}

// problem words an error of read. name is the variable or the flag; value is quoted only if no part of it can be a secret.
func (s *setting) problem(name, value string, err error) error {
	var wrong wrongValue
	switch {
	case !errors.As(err, &wrong):
		return fmt.Errorf("%s: %w", name, err)
	case slices.Contains(secrets, s.env) || strings.ContainsAny(strings.TrimPrefix(value, "#"), "@?#"):
		return fmt.Errorf("%s: the value (not shown) %s", name, wrong.wrong)
	}
	return fmt.Errorf("%s: %.80q %s", name, wrong.value, wrong.wrong)
}

// unknownFlag returns the name of the flag that package flag does not know.
func unknownFlag(err error) (name string, ok bool) {
	if err == nil {
		return "", false
	}
	return strings.CutPrefix(err.Error(), "flag provided but not defined: -")
}

func flagNames(flags *flag.FlagSet) (names []string) {
	flags.VisitAll(func(f *flag.Flag) { names = append(names, f.Name) })
	return names
}

// nearest returns the known name that is most like another.
func nearest(name string, known []string) string {
	return slices.MinFunc(known, func(a, b string) int { return cmp.Compare(distance(name, a), distance(name, b)) })
}

// inQuotes matches a value that was quoted in a file whose reader keeps quotes, such as docker run's --env-file.
var inQuotes = regexp.MustCompile(`^(".*"|'.*')$`)

// notSettings matches names with the prefix that are not settings of serve: those of the command check and of this project's
// own tools, and those that Kubernetes adds to each container for a Service called tablefront.
var notSettings = regexp.MustCompile(`^(CHECK_TOKEN|(DEV|TEST)_\w+|CHROMIUM|PORT|PORT_\d+_(TCP|UDP)\w*|SERVICE_(HOST|PORT)\w*)$`)

// unknownNames returns an error for each variable with the prefix that is no setting, with the setting it is probably meant
// to be: a misspelt name would silently have no effect.
func unknownNames(environ []string) error {
	var known []string
	for _, s := range settings(&configuration{}) {
		known = append(known, s.env)
	}
	var problems []error
	for _, pair := range environ {
		full, _, _ := strings.Cut(pair, "=")
		name, ours := strings.CutPrefix(full, envPrefix)
		if !ours || slices.Contains(known, name) || notSettings.MatchString(name) {
			continue
		}
		problems = append(problems, fmt.Errorf("%.80s: there is no such setting; did you mean %s%s?", full, envPrefix, nearest(name, known)))
	}
	return errors.Join(problems...)
}

// distance is the Levenshtein distance of two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		before := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := before
			if a[i] != b[j] {
				change++
			}
			before, row[j+1] = row[j+1], min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// printUsage prints the usage of a command that takes the settings as flags, and all settings.
func printUsage(usage string, w io.Writer) {
	fmt.Fprintln(w, usage)
	fmt.Fprintln(w, "Each flag can also be set as the environment variable below it; the flag wins. Another name that begins with "+envPrefix+" is refused.")
	fmt.Fprintln(w)
	for _, s := range settings(&configuration{}) {
		def := ""
		if s.value != "" {
			def = " (default " + s.value + ")"
		}
		fmt.Fprintf(w, "  --%-22s %s%s\n    %s%s\n", s.flagName(), s.help, def, envPrefix, s.env)
	}
}

// text stores a value that passes check, if there is one.
func text(to *string, check func(string) error) func(string) error {
	return func(v string) error {
		*to = v
		if check == nil {
			return nil
		}
		return check(v)
	}
}

// with converts a value before it is read. An error quotes what was written.
func with(convert func(string) string, read func(string) error) func(string) error {
	return func(v string) error {
		err := read(convert(v))
		if wrong, is := errors.AsType[wrongValue](err); is {
			return wrongValue{v, wrong.wrong}
		}
		return err
	}
}

// optional accepts an empty value.
func optional(check func(string) error) func(string) error {
	return func(v string) error {
		if v == "" {
			return nil
		}
		return check(v)
	}
}

// list stores the parts of a comma-separated value.
func list[S ~[]T, T any](to *S, parse func(string) (T, error)) func(string) error {
	return func(v string) error {
		for part := range strings.SplitSeq(v, ",") {
			if part = strings.TrimSpace(part); part == "" {
				continue
			}
			item, err := parse(part)
			if err != nil {
				return err
			}
			*to = append(*to, item)
		}
		return nil
	}
}

// number stores a value from least to most.
func number[T cmp.Ordered](to *T, parse func(string) (T, error), least, most T, want string) func(string) error {
	return func(v string) (err error) {
		if *to, err = parse(v); err != nil || !(*to >= least && *to <= most) { // NaN is neither
			return wrongValue{v, fmt.Sprintf("must be %s from %v to %v", want, least, most)}
		}
		return nil
	}
}

func whole(v string) (int64, error) { return strconv.ParseInt(v, 10, 64) }

func fraction(v string) (float64, error) { return strconv.ParseFloat(v, 64) }

// either stores whether a value is the second of two.
func either(to *bool, one, other string) func(string) error {
	return func(v string) error {
		*to = v == other
		return matches("^("+one+"|"+other+")$", one+" or "+other)(v)
	}
}

func onOff(to *bool) func(string) error {
	return func(v string) error {
		v = strings.ToLower(v)
		*to = slices.Contains([]string{"on", "true", "1", "yes"}, v)
		return matches(`^(on|true|1|yes|off|false|0|no|)$`, "on or off")(v)
	}
}

func matches(pattern, want string) func(string) error {
	return func(v string) error {
		if !regexp.MustCompile(pattern).MatchString(v) {
			return wrongValue{v, "must be " + want}
		}
		return nil
	}
}

func isAddr(v string) error {
	_, port, err := net.SplitHostPort(v)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	if err != nil {
		return wrongValue{v, "is not host:port"}
	}
	return nil
}

func isURL(v string) error {
	u, err := url.Parse(v)
	if !strings.Contains(v, "://") {
		return wrongValue{v, "has no scheme: write https:// before it"}
	}
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || u.User != nil || !isPort(u.Port()) {
		return wrongValue{v, "is not an http or https URL"}
	}
	return nil
}

// isContact accepts an e-mail address or an https URL.
func isContact(v string) error {
	if strings.HasPrefix(v, "https://") {
		return isURL(v)
	}
	return matches(`^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$`, "an e-mail address or an https:// URL")(v)
}

// isPort accepts the port of a URL, which may be missing.
func isPort(v string) bool {
	n, err := strconv.ParseUint(v, 10, 16)
	return v == "" || err == nil && n > 0
}

// isOrigin checks a URL without a path.
func isOrigin(v string) error {
	if u, err := url.Parse(v); err == nil && u.Host != "" && (u.Path != "" || u.RawQuery != "" || u.Fragment != "") {
		return wrongValue{v, "must have no path, such as https://shop.example: the shop is served at /"}
	}
	return isURL(v)
}

// isTemplate checks a URL template with the given parts.
func isTemplate(parts ...string) func(string) error {
	return func(v string) error {
		for _, part := range parts {
			if !strings.Contains(v, part) {
				return fmt.Errorf("must contain %s", part)
			}
		}
		return isURL(strings.NewReplacer("{url}", "x", "{width}", "1", "{s}", "a", "{z}", "0", "{x}", "0", "{y}", "0", "{r}", "").Replace(v))
	}
}

func isTimezone(v string) error {
	if _, err := time.LoadLocation(v); err != nil || v == "" || v == "Local" {
		return wrongValue{v, "is not an IANA time zone such as Europe/Berlin"}
	}
	return nil
}

// hostURL parses the URL of a main host or a branch.
func hostURL(v string) (string, error) {
	host, err := branches.ParseHost(v)
	if err != nil {
		return "", wrongValue{v, err.Error()}
	}
	return host, nil
}

// network parses a network or a single address.
func network(v string) (netip.Prefix, error) {
	if a, err := netip.ParseAddr(v); err == nil {
		return a.Prefix(a.BitLen())
	}
	p, err := netip.ParsePrefix(v)
	if err != nil {
		return p, wrongValue{v, "is neither an address nor a network such as 10.0.0.0/8"}
	}
	if p.Bits() < 7 || p.Addr().Is4() && p.Bits() < 8 {
		return p, wrongValue{v, "trusts everybody: any client could then choose its own address. Name the proxy's address or network"}
	}
	return p.Masked(), nil
}

func sessionKeys(to *[][]byte) func(string) error {
	return list(to, func(v string) ([]byte, error) {
		is := "is not base64"
		for _, enc := range []*base64.Encoding{base64.StdEncoding, base64.RawStdEncoding, base64.URLEncoding, base64.RawURLEncoding} {
			key, err := enc.DecodeString(v)
			if err == nil && len(key) == session.KeySize {
				return key, nil
			}
			if err == nil {
				is = fmt.Sprintf("has %d bytes", len(key))
			}
		}
		return nil, fmt.Errorf("key %d %s, it must have %d bytes in base64: create it with openssl rand -base64 %d", len(*to)+1, is, session.KeySize, session.KeySize)
	})
}
