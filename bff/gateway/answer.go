package gateway

import (
	"context"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/cookiejar"
	"tablefront/bff/upstream"
)

// exchange is one call on its way: what the steps have found out so far.
type exchange struct {
	w     http.ResponseWriter
	r     *http.Request
	call  *Call
	start time.Time
	id    string
	// raw are the path parameters as the router has them.
	raw []string

	client client
	// prefix is the client's address for limits: a /32 or a /64.
	prefix string
	branch *branch
	lang   string
	// path is below /api/, escaped, with its query.
	path     string
	body     []byte
	orderKey string
	// token goes to the upstream; handle is what the browser sent for it; table marks a table session.
	token, handle string
	table         bool
	jar           *cookiejar.Jar
	// fallback is an older public response, for a key that is passed per user, while the upstream fails.
	fallback *cache.Copy

	// For the log and the metrics.
	status   int
	bytes    int
	copy     string
	upstream time.Duration
	took     time.Duration
	fault    *Fault
	replayed bool
	answered bool
}

// way is the way of a call (DESIGN section 3), one step a line. A step refuses with an error, or answers, or leaves
// the call to the next one.
var way = [...]struct {
	name string
	step func(*Gateway, *exchange) error
}{
	{"cross-site writes are refused", (*Gateway).checkOrigin},
	{"path and query are rebuilt from the list", (*Gateway).rebuildPath},
	{"the language is a language", (*Gateway).chooseLanguage},
	{"the branch is a listed one", (*Gateway).chooseBranch},
	{"a kept copy answers", (*Gateway).answerKept},
	{"the body is small, whole and JSON", (*Gateway).readBody},
	{"the client has not had too much", (*Gateway).checkLimits},
	{"a handle becomes the token it stands for", (*Gateway).readBearer},
	{"a social login is proven", (*Gateway).proveSocial},
	{"a payment is looked up once", (*Gateway).answerCheck},
	{"an order goes out once", (*Gateway).answerOnce},
	{"the upstream answers", (*Gateway).answerForwarded},
}

// answer is the one handler of the documented calls.
func (g *Gateway) answer(w http.ResponseWriter, r *http.Request, call *Call, raw []string) {
	x := &exchange{w: w, r: r, call: call, raw: raw, start: time.Now(), client: g.clientOf(r), id: g.nextID()}
	g.metrics.inFlight.Add(1)
	defer g.finish(x)
	for i := range way {
		if err := way[i].step(g, x); err != nil {
			g.refuse(x, faultOf(err, call.Safe()))
			return
		}
		if x.answered {
			return
		}
	}
}

// finish measures and logs, also when a step panicked.
func (g *Gateway) finish(x *exchange) {
	g.metrics.inFlight.Add(-1)
	if p := recover(); p != nil {
		if p == http.ErrAbortHandler { //nolint:errorlint // the very value is meant
			panic(p)
		}
		g.logPanic(x, p)
		if !x.answered {
			g.refuse(x, faultInternal(errPanic))
		}
	}
	x.took = time.Since(x.start)
	g.metrics.count(x)
	g.logCall(x)
}

var errPanic = errors.New("a step panicked")

// checkOrigin refuses calls that another site had the browser make: every write, and the GETs whose answer is one
// customer's, since it may change the session (docs/architecture.md sections 3.4 and 3.5).
func (g *Gateway) checkOrigin(x *exchange) error {
	if !x.call.Safe() {
		if err := g.origin.Check(x.r); err != nil {
			return faultCrossOrigin(err)
		}
		return nil
	}
	if x.r.ContentLength != 0 {
		x.r.Close = true
		return faultBadRequest(errBodyOnGet)
	}
	if x.call.Keep == cache.Never {
		switch x.r.Header.Get("Sec-Fetch-Site") {
		case "", "none", "same-origin":
		default:
			return faultCrossOrigin(errOtherSite)
		}
	}
	return nil
}

var (
	errBodyOnGet = errors.New("a GET with a body")
	errOtherSite = errors.New("a call from another site")
)

// rebuildPath makes the upstream's path from the documented one (DESIGN section 3.1, HARDENING R2 and T12).
func (g *Gateway) rebuildPath(x *exchange) error {
	limit := maxParam
	if x.call == callPlace {
		limit = maxPlace
	}
	encoded := x.r.URL.RawPath != ""
	for i, p := range x.raw {
		plain, err := decodeParam(p, encoded, limit)
		if err != nil {
			return faultBadRequest(err)
		}
		x.raw[i] = plain
	}
	x.path = fillPath(x.call.Path, x.raw)
	query, err := pickQuery(x.call, x.r.URL.RawQuery)
	if err != nil {
		return faultBadRequest(err)
	}
	if query != "" {
		x.path += "?" + query
	}
	return nil
}

// securityHeaders belong on every answer of the API (HARDENING T16). An answer of the API is data: nothing in it may
// run, be framed, or be read by another site.
func (g *Gateway) securityHeaders(h http.Header, https bool) {
	for i := range g.apiHeaders {
		h[g.apiHeaders[i].name] = g.apiHeaders[i].value
	}
	if https {
		h["Strict-Transport-Security"] = hstsValue
	}
}

type headerValue struct {
	name  string
	value []string
}

var hstsValue = []string{"max-age=63072000; includeSubDomains"}

var apiHeaders = []headerValue{
	{"Content-Security-Policy", []string{"default-src 'none'; frame-ancestors 'none'"}},
	{"Cross-Origin-Opener-Policy", []string{"same-origin-allow-popups"}},
	{"Cross-Origin-Resource-Policy", []string{"same-origin"}},
	{"Referrer-Policy", []string{"strict-origin-when-cross-origin"}},
	{"X-Content-Type-Options", []string{"nosniff"}},
}

// refuse answers with a fault.
func (g *Gateway) refuse(x *exchange, f *Fault) {
	x.fault, x.answered = f, true
	h := x.w.Header()
	if v := f.retryAfter(); v != "" {
		h["Retry-After"] = []string{v}
	}
	if f.Status == http.StatusRequestEntityTooLarge || x.r.Close || g.draining.Load() {
		h["Connection"] = closeValue
	}
	if x.jar != nil {
		cookiejar.Write(h, x.jar.Set, x.client.https)
	}
	h["Cache-Control"] = noStore
	g.write(x, f.Status, jsonValue, f.body(x.id))
}

// write sends an answer in one piece.
func (g *Gateway) write(x *exchange, status int, contentType []string, body []byte) {
	h := x.w.Header()
	g.securityHeaders(h, x.client.https)
	h["X-Request-Id"] = []string{x.id}
	if contentType != nil && len(body) > 0 {
		h["Content-Type"] = contentType
	}
	if g.draining.Load() || x.r.Close {
		h["Connection"] = closeValue
	}
	if status != http.StatusNoContent && status != http.StatusNotModified {
		h["Content-Length"] = []string{strconv.Itoa(len(body))}
	}
	x.status, x.bytes, x.answered = status, len(body), true
	x.w.WriteHeader(status)
	if len(body) > 0 {
		x.w.Write(body) //nolint:errcheck // the browser went away: nobody is left to be told
	}
}

// answerKept is the step that answers public calls from kept copies (DESIGN section 3.6).
func (g *Gateway) answerKept(x *exchange) error {
	if x.call.Keep == cache.Never || g.config.CataloguePerUser && strings.HasPrefix(x.call.Path, "products/") {
		return nil
	}
	lang := g.keptLanguage(x.r.Context(), x.branch, x.lang)
	path := x.path
	if x.call == callTranslations {
		path = g.knownTranslations(x.r.Context(), x.branch, path)
	}
	key := g.key(x.branch, lang, path)
	now := g.copyTime(x.start)
	if x.branch.perUser.has(key, x.start) {
		x.fallback = g.keeper.Peek(key, now)
		return nil
	}
	c, state := g.keeper.Lookup(key, now)
	switch state {
	case cache.Stale:
		if !g.keeper.Refreshing(c, now) {
			g.keeper.Refresh(c, g.fetcher(x.branch, x.call, path, lang, key))
		}
	case cache.Miss:
		began := time.Now()
		var err error
		c, state, err = g.keeper.Fetch(x.r.Context(), key, g.fetcher(x.branch, x.call, path, lang, key))
		x.upstream = time.Since(began)
		if err != nil {
			x.copy = "miss"
			return g.notKept(x, err)
		}
	}
	g.sendCopy(x, c, state)
	return nil
}

// notKept passes on what a fetch brought instead of a copy.
func (g *Gateway) notKept(x *exchange, err error) error {
	var relayed *relay
	if !errors.As(err, &relayed) {
		return err
	}
	if relayed.perUser {
		return nil // the next steps ask with the customer's credentials
	}
	g.sendRelay(x, relayed)
	return nil
}

// sendCopy sends a kept copy: 304 if the browser has it, else its smallest form.
func (g *Gateway) sendCopy(x *exchange, c *cache.Copy, state cache.State) {
	h := x.w.Header()
	g.securityHeaders(h, x.client.https)
	h["Etag"] = c.ETagValue
	h["Vary"] = varyKept
	h["Cache-Control"] = revalidate
	h["X-Cache"] = cacheStateValue[state]
	h["X-Request-Id"] = []string{x.id}
	age := int(c.Age(g.copyTime(time.Now())) / time.Second)
	if age < len(ageValues) {
		h["Age"] = ageValues[age]
	} else {
		h["Age"] = []string{strconv.Itoa(age)}
	}
	if g.draining.Load() {
		h["Connection"] = closeValue
	}
	x.copy, x.answered = cacheStateValue[state][0], true
	if inm := x.r.Header["If-None-Match"]; len(inm) > 0 && matches(inm, c.ETag) {
		x.status = http.StatusNotModified
		x.w.WriteHeader(http.StatusNotModified)
		return
	}
	body, length := c.Body, c.LengthValue
	if f := g.keeper.Want(c, wantedEncoding(x.r.Header["Accept-Encoding"]), state == cache.Miss); f != nil {
		body, length = f.Body, f.LengthValue
		h["Content-Encoding"] = f.EncodingValue
	}
	h["Content-Type"] = jsonValue
	h["Content-Length"] = length
	x.status, x.bytes = http.StatusOK, len(body)
	x.w.WriteHeader(http.StatusOK)
	x.w.Write(body) //nolint:errcheck // the browser went away: nobody is left to be told
}

// matches compares If-None-Match with a validator, weakly, as RFC 9110 section 13.1.2 has it.
func matches(values []string, etag string) bool {
	opaque := strings.TrimPrefix(etag, "W/")
	for _, line := range values {
		for line != "" {
			var one string
			one, line, _ = strings.Cut(line, ",")
			one = strings.TrimSpace(one)
			if one == "*" || strings.TrimPrefix(one, "W/") == opaque {
				return true
			}
		}
	}
	return false
}

// wantedEncoding picks the best form that an Accept-Encoding allows: br, then gzip, then the plain body.
func wantedEncoding(values []string) cache.Encoding {
	if len(values) == 0 {
		return cache.Identity
	}
	br, gz := -1.0, -1.0
	for _, line := range values {
		for line != "" {
			var one string
			one, line, _ = strings.Cut(line, ",")
			name, params, _ := strings.Cut(one, ";")
			name = strings.TrimSpace(name)
			q := 1.0
			if params != "" {
				if v, ok := strings.CutPrefix(strings.ReplaceAll(params, " ", ""), "q="); ok {
					if parsed, err := strconv.ParseFloat(v, 64); err == nil {
						q = parsed
					}
				}
			}
			switch {
			case strings.EqualFold(name, "br"):
				br = q
			case strings.EqualFold(name, "gzip"):
				gz = q
			}
		}
	}
	switch {
	case br > 0 && br >= gz:
		return cache.Brotli
	case gz > 0:
		return cache.Gzip
	}
	return cache.Identity
}

// answerForwarded is the last step: the upstream is asked on the customer's behalf.
func (g *Gateway) answerForwarded(x *exchange) error {
	ctx := x.r.Context() // a GET ends with its browser
	if !x.call.Safe() {
		ctx = context.WithoutCancel(ctx) // a write is carried out or not, whoever watches
	}
	ctx, cancel := context.WithTimeout(ctx, g.config.UpstreamTimeout)
	defer cancel()
	x.jar = cookiejar.Open(x.branch.ID, x.r.Header["Cookie"])
	o := x.outgoing(x.jar)
	began := time.Now()
	relayed, err := g.forward(ctx, o)
	x.upstream = time.Since(began)
	g.countOutcome(x, relayed)
	var failed *upstream.Error
	if x.fallback != nil && errors.As(err, &failed) {
		g.sendCopy(x, x.fallback, cache.Stale)
		return nil
	}
	if err != nil {
		return err
	}
	g.sendRelay(x, relayed)
	relayed.release()
	return nil
}

func (x *exchange) outgoing(j *cookiejar.Jar) *outgoing {
	return &outgoing{
		branch: x.branch, call: x.call, path: x.path, lang: x.lang, id: x.id, token: x.token, client: x.client,
		orderKey: x.orderKey, body: x.body, jar: j,
	}
}

// sendRelay sends an upstream's answer on to the browser.
func (g *Gateway) sendRelay(x *exchange, a *relay) {
	h := x.w.Header()
	if x.jar != nil && !a.replayed {
		x.jar.Set = append(x.jar.Set, g.custody(x, a)...)
		cookiejar.Write(h, x.jar.Set, x.client.https)
	}
	h["Cache-Control"] = noStore
	h["Vary"] = varyOwn
	if x.copy != "" {
		h["X-Cache"] = cacheStateValue[cache.Miss]
	}
	if a.retryAfter != "" {
		h["Retry-After"] = []string{a.retryAfter}
	}
	if a.fault != nil {
		x.fault = a.fault
		g.write(x, a.status, jsonValue, a.fault.body(x.id))
		return
	}
	g.write(x, a.status, a.contentType, a.body)
}
