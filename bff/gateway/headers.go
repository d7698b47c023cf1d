package gateway

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"tablefront/bff/cookiejar"
	"tablefront/bff/session"
)

// Headers pass by allow-list, both ways (DESIGN section 3.3): a request to an upstream is made from nothing, and an
// answer to the browser is, too. What is not named in this file does not get through.

// Header values that many answers share. Nobody may change them.
var (
	jsonValue       = []string{"application/json"}
	textValue       = []string{"text/plain; charset=utf-8"}
	gzipOnly        = []string{"gzip"}
	noStore         = []string{"no-store"}
	revalidate      = []string{"public, max-age=0, must-revalidate"}
	varyKept        = []string{"Lang, X-Branch, Accept-Encoding"}
	varyOwn         = []string{"Lang, X-Branch, Authorization, Cookie"}
	closeValue      = []string{"close"}
	cacheStateValue = [3][]string{{"miss"}, {"hit"}, {"stale"}}
	ageValues       = makeAges()
)

// makeAges prebuilds the values of Age for the first ten minutes.
func makeAges() (ages [600][]string) {
	for i := range ages {
		ages[i] = []string{strconv.Itoa(i)}
	}
	return ages
}

// notVisible tells the characters that a token does not have.
func notVisible(r rune) bool { return r < ' ' || r > '~' }

var errBearer = errors.New("an Authorization that is not a bearer token")

// chooseLanguage is the step that reads Lang: a language tag, or the default language (DESIGN section 3.3).
func (g *Gateway) chooseLanguage(x *exchange) error {
	x.lang = g.config.Language
	values := x.r.Header["Lang"]
	if len(values) == 0 || values[0] == "" {
		return nil
	}
	if len(values) > 1 || !isLanguage(values[0]) {
		return faultBadRequest(errLang)
	}
	x.lang = values[0]
	return nil
}

const (
	// languagesWait is how long a call waits for the list of a branch's languages, languagesPause how long the list is left
	// alone after it did not come.
	languagesWait  = time.Second
	languagesPause = time.Second
	// maxUnlisted is how many languages are taken on trust from a branch that lists none.
	maxUnlisted = 8
)

// keptLanguage is the language under which a copy is fetched and kept: an invented one counts as the default, so that
// inventing languages fills nothing (HARDENING T10). While the branch's languages are not known they are asked for first,
// for a moment; a branch that does not tell them is trusted with a few.
func (g *Gateway) keptLanguage(ctx context.Context, b *branch, lang string) string {
	if lang == g.config.Language {
		return lang
	}
	known := b.languages.Load()
	if known == nil {
		g.learnLanguages(ctx, b)
		if known = b.languages.Load(); known == nil {
			return b.unlisted.admit(lang, g.config.Language)
		}
	}
	if name, ok := (*known)[strings.ToLower(lang)]; ok {
		return name
	}
	return g.config.Language
}

// learnLanguages fetches the list of a branch's languages; many callers make one fetch.
func (g *Gateway) learnLanguages(ctx context.Context, b *branch) {
	if time.Now().UnixNano() < b.noLanguages.Load() {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, min(languagesWait, g.config.UpstreamTimeout))
	defer cancel()
	list, err := g.kept(ctx, b, callLanguages, callLanguages.Path, g.config.Language)
	if err == nil && b.languages.Load() == nil { // the copy can be seen a moment before it is taken over
		b.readLanguages(list)
	}
	if b.languages.Load() == nil {
		b.noLanguages.Store(time.Now().Add(languagesPause).UnixNano())
	}
}

// unlisted are the languages a branch was asked for that lists none, up to maxUnlisted.
type unlisted struct {
	mu    sync.Mutex
	names map[string]string
}

func (u *unlisted) admit(lang, otherwise string) string {
	u.mu.Lock()
	defer u.mu.Unlock()
	if name, ok := u.names[strings.ToLower(lang)]; ok {
		return name
	}
	if len(u.names) >= maxUnlisted {
		return otherwise
	}
	if u.names == nil {
		u.names = map[string]string{}
	}
	u.names[strings.ToLower(lang)] = lang
	return lang
}

// client is who asks, as far as it can be believed (HARDENING T23).
type client struct {
	addr  netip.Addr
	https bool
	host  string
}

// clientOf reads the client's address, scheme and host. Forwarded headers count only from a trusted proxy; of the
// addresses they name, the rightmost that is not a trusted proxy is the client's.
func (g *Gateway) clientOf(r *http.Request) client {
	c := client{https: r.TLS != nil, host: r.Host}
	ap, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return c
	}
	c.addr = ap.Addr().Unmap().WithZone("")
	if len(g.config.TrustedProxies) == 0 || !g.trusts(c.addr) {
		return c
	}
	g.believe(&c, strings.Join(r.Header["X-Forwarded-For"], ","), last(r.Header["X-Forwarded-Proto"]), last(r.Header["X-Forwarded-Host"]))
	return c
}

// believe corrects what a connection says by what a trusted proxy says of it.
func (g *Gateway) believe(c *client, forwardedFor, proto, host string) {
	for forwardedFor != "" {
		at := strings.LastIndexByte(forwardedFor, ',')
		hop := strings.TrimSpace(forwardedFor[at+1:])
		forwardedFor = forwardedFor[:max(at, 0)]
		if host, _, err := net.SplitHostPort(hop); err == nil {
			hop = host
		}
		a, err := netip.ParseAddr(strings.Trim(hop, "[]"))
		if err != nil {
			break
		}
		c.addr = a.Unmap().WithZone("")
		if !g.trusts(c.addr) {
			break
		}
	}
	switch lastOf(proto) {
	case "https":
		c.https = true
	case "http":
		c.https = false
	}
	if host = lastOf(host); host != "" && plainHost(host) {
		c.host = host
	}
}

func (g *Gateway) trusts(a netip.Addr) bool {
	for _, p := range g.config.TrustedProxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// last is the last element of a list header: the one the nearest proxy added.
func last(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return lastOf(values[len(values)-1])
}

func lastOf(list string) string {
	return strings.ToLower(strings.TrimSpace(list[strings.LastIndexByte(list, ',')+1:]))
}

func plainHost(host string) bool {
	return len(host) <= 255 && strings.Trim(strings.ToLower(host), "abcdefghijklmnopqrstuvwxyz0123456789.-:[]") == ""
}

// readBearer is the step that reads Authorization and puts the real token in the place of a handle (DESIGN section
// 3.4). A handle without its cookie opens nothing and goes nowhere.
func (g *Gateway) readBearer(x *exchange) error {
	values := x.r.Header["Authorization"]
	if len(values) == 0 || values[0] == "" {
		return nil
	}
	scheme, bearer, ok := strings.Cut(values[0], " ")
	bearer = strings.TrimSpace(bearer)
	if len(values) > 1 || !ok || !strings.EqualFold(scheme, "bearer") || len(bearer) > 8192 || strings.ContainsFunc(bearer, notVisible) {
		return faultBadRequest(errBearer)
	}
	if bearer == "" || bearer == "null" || bearer == "undefined" {
		return nil
	}
	if g.config.BrowserTokens || !session.IsHandle(bearer) {
		x.token = bearer
		return nil
	}
	x.handle = bearer
	if sealed := cookiejar.Value(x.r.Header["Cookie"], session.CookieName(x.client.https)); sealed != "" {
		x.token, x.table, _ = g.sealer.Open(g.branches.main.Base, bearer, sealed, time.Now())
	}
	return nil
}

// outgoing is what one call to an upstream is made of.
type outgoing struct {
	branch *branch
	call   *Call
	// path is escaped, below /api/, with its query.
	path string
	lang string
	// id is the request's.
	id     string
	token  string
	client client
	// orderKey is the Idempotency-Key; "" for none.
	orderKey string
	body     []byte
	jar      *cookiejar.Jar
	// anonymous calls carry nothing of the customer's.
	anonymous bool
}

// header makes the headers to the upstream.
func (o *outgoing) header() http.Header {
	h := make(http.Header, 12)
	values := make([]string, 9)
	set := func(i int, name, value string) {
		values[i] = value
		h[name] = values[i : i+1 : i+1]
	}
	h["Accept"] = jsonValue
	h["Accept-Encoding"] = gzipOnly
	set(0, "Lang", o.lang)
	set(1, "X-Request-Id", o.id)
	if o.anonymous {
		return h
	}
	if o.client.addr.IsValid() {
		set(2, "X-Forwarded-For", o.client.addr.String())
	}
	proto := "http"
	if o.client.https {
		proto = "https"
	}
	set(3, "X-Forwarded-Proto", proto)
	if o.client.host != "" {
		set(4, "X-Forwarded-Host", o.client.host)
	}
	if o.token != "" {
		set(5, "Authorization", "Bearer "+o.token)
	}
	if cookies := o.jar.Header(o.path); cookies != "" {
		set(6, "Cookie", cookies)
	}
	if !o.call.Safe() {
		if o.body != nil {
			h["Content-Type"] = jsonValue
		}
		if xsrf := o.jar.XSRF(); xsrf != "" {
			set(7, "X-Xsrf-Token", xsrf)
		}
		if o.orderKey != "" {
			// net/http sends a request again of its own accord when it sees this header in its canonical spelling.
			set(8, "idempotency-key", o.orderKey)
		}
	}
	return h
}
