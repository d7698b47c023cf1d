package gateway

import (
	"bytes"
	"context"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/net/publicsuffix"

	"tablefront/bff/cache"
	"tablefront/bff/cookiejar"
	"tablefront/bff/orders"
	"tablefront/bff/rawjson"
	"tablefront/bff/session"
	"tablefront/bff/site"
	"tablefront/bff/upstream"
)

// relay is an upstream's answer as the browser is to get it.
type relay struct {
	status      int
	contentType []string
	body        []byte
	retryAfter  string
	// fault replaces a body that cannot be shown, with the upstream's status.
	fault *Fault
	// handle and sealed are set when the answer carried a token that was put away.
	sealed string
	table  bool
	// perUser: the anonymous request got 401 or 403; retry with the customer's credentials.
	perUser bool
	// gone: the upstream is well and does not have it.
	gone bool
	// replayed: the answer is an earlier one's.
	replayed bool

	memory *upstream.Buffer
}

// Error makes a relay the error of a fetch that brought no copy.
func (a *relay) Error() string { return "the upstream answered " + strconv.Itoa(a.status) }

// Is tells the keeper that an older copy is to be dropped.
func (a *relay) Is(target error) bool { return a.gone && target == cache.ErrGone }

func (a *relay) release() {
	if a.memory != nil {
		a.body = nil
		a.memory.Release()
		a.memory = nil
	}
}

// own gives the relay memory of its own, so that it may outlive the call.
func (a *relay) own() {
	a.body = bytes.Clone(a.body)
	if a.memory != nil {
		a.memory.Release()
		a.memory = nil
	}
}

var (
	errHTML     = errors.New("a page instead of data")
	errRedirect = errors.New("a redirect that is not followed")
)

// statusXSRF is what an upstream says when the anti-forgery token is missing or old; the call was not carried out.
const statusXSRF = 419

// forward makes a call on a customer's behalf. A write goes out once; only after a 419, which says that it was not
// carried out, it goes out a second time with a fresh token (DESIGN section 3.5).
func (g *Gateway) forward(ctx context.Context, o *outgoing) (*relay, error) {
	if wait := g.paused(o); wait > 0 {
		return nil, faultRateLimited(wait, errPaused)
	}
	if !o.call.Safe() && o.jar.Value(cookiejar.XSRFName) == "" && !o.branch.knowsNoXSRF(time.Now()) {
		if err := g.fetchXSRF(ctx, o); err != nil {
			return nil, err
		}
	}
	a, err := g.send(ctx, o)
	if err == nil && a.status == statusXSRF && !o.call.Safe() {
		a.release()
		if err := g.fetchXSRF(ctx, o); err != nil {
			return nil, err
		}
		a, err = g.send(ctx, o)
	}
	return a, err
}

// fetchXSRF asks for something harmless, so that the upstream hands out its anti-forgery cookie. Nothing of the write
// has been sent when it fails.
func (g *Gateway) fetchXSRF(ctx context.Context, o *outgoing) error {
	look := *o
	look.call, look.path, look.body, look.token, look.orderKey = callSettings, callSettings.Path, nil, "", ""
	a, err := look.branch.Do(ctx, &upstream.Request{Method: http.MethodGet, Path: look.path, Header: look.header(), Retry: true})
	if err != nil {
		return notSent(err)
	}
	a.Body.Release()
	before := len(o.jar.Set)
	o.jar.Take(a.Header["Set-Cookie"], o.branch.BasePath, time.Now())
	if len(o.jar.Set) == before && a.Status < 300 {
		o.branch.noXSRF.Store(time.Now().Add(time.Minute).UnixNano())
	}
	return nil
}

// notSent marks the failure of a call that came before a write: the write itself did not go out.
func notSent(err error) error {
	var e *upstream.Error
	if errors.As(err, &e) {
		c := *e
		c.Sent = false
		return &c
	}
	return err
}

// send makes the call once and judges the answer.
func (g *Gateway) send(ctx context.Context, o *outgoing) (*relay, error) {
	var inner []byte
	ctx, end := g.trace(ctx, o)
	defer end()
	a, err := o.branch.Do(ctx, &upstream.Request{
		Method: o.call.Method, Path: o.path, Header: o.header(), Body: o.body,
		Check: func(status int, header http.Header, body []byte) (err error) {
			inner, err = prove(o.call, status, header, body)
			return err
		},
	})
	if err != nil {
		return nil, judged(err)
	}
	if o.jar != nil {
		o.jar.Take(a.Header["Set-Cookie"], o.branch.BasePath, time.Now())
	}
	out := g.relayOf(o, a, inner)
	if a.Status == http.StatusTooManyRequests {
		g.pause(o, a.Header.Get("Retry-After"))
	}
	if out.status >= 200 && out.status < 300 {
		if err := g.keepToken(o, out); err != nil {
			out.release()
			return nil, err
		}
		g.checkPayment(o, out)
	} else if out.status >= 300 && out.status < 400 {
		out.release()
		return nil, redirected(o, out.status)
	}
	return out, nil
}

// redirected is the fault for a redirect that is not followed. A write that meets a moved address was not carried out;
// after "see other" an order may have been.
func redirected(o *outgoing, status int) error {
	if o.call.Has(Once) && (status == http.StatusFound || status == http.StatusSeeOther) {
		return faultOutcomeUnknown(errRedirect)
	}
	f := faultInvalid(http.StatusBadGateway, errRedirect)
	if o.call.Has(Once) {
		return errors.Join(orders.ErrNotSent, f) // frees the key
	}
	return f
}

// judged keeps an answer that came but cannot be used apart from one that did not come.
func judged(err error) error {
	var bad *unusable
	if errors.As(err, &bad) {
		return faultInvalid(http.StatusBadGateway, err)
	}
	return err
}

// unusable is a complete answer that is not what it must be.
type unusable struct{ cause error }

func (u *unusable) Error() string { return u.cause.Error() }
func (u *unusable) Unwrap() error { return u.cause }

// prove judges a complete answer and unwraps a success. What it returns lies in body.
func prove(call *Call, status int, header http.Header, body []byte) ([]byte, error) {
	if status < 200 || status >= 300 {
		return body, nil
	}
	var inner []byte
	var err error
	if call == callTranslations {
		inner, err = unwrapTranslations(body)
	} else {
		inner, err = unwrap(body)
	}
	switch {
	case err == nil && len(body) == 0 && call.Keep != cache.Never:
		return nil, &unusable{rawjson.ErrNotJSON}
	case err == nil:
		return inner, nil
	case call.Keep == cache.Never && passesAsText(header, body):
		return body, nil
	}
	return nil, &unusable{err}
}

// passesAsText tells whether a success that is not JSON may pass byte for byte (WIRE section 1): it neither claims nor
// looks like JSON that broke off, and is no page.
func passesAsText(header http.Header, body []byte) bool {
	kind := strings.ToLower(header.Get("Content-Type"))
	if kind == "" || strings.Contains(kind, "json") || strings.Contains(kind, "html") {
		return false
	}
	body = bytes.TrimSpace(body)
	return len(body) > 0 && strings.IndexByte(`<{["`, body[0]) < 0
}

// maxErrorBody bounds an error's body (HARDENING F12).
const maxErrorBody = 256 << 10

// relayOf makes the browser's side of a complete answer.
func (g *Gateway) relayOf(o *outgoing, a *upstream.Answer, inner []byte) *relay {
	out := &relay{status: a.Status, body: inner, contentType: jsonValue, memory: a.Body}
	switch {
	case a.Status < 300:
		if len(inner) > 0 && !rawjson.IsJSON(inner) {
			out.contentType = textValue
		}
		if o.call == callPages {
			out.body = site.SanitisePages(inner)
		}
	case a.Status >= 400:
		out.retryAfter = boundedRetryAfter(a.Header.Get("Retry-After"))
		if len(inner) == 0 {
			break
		}
		if _, err := rawjson.Walk(inner, func(rawjson.Field) {}); err != nil || len(inner) > maxErrorBody {
			out.fault = faultInvalid(a.Status, errHTML)
		}
	}
	return out
}

// boundedRetryAfter passes whole seconds up to an hour.
func boundedRetryAfter(value string) string {
	n, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil {
		if at, dateErr := http.ParseTime(value); dateErr == nil {
			n = int(time.Until(at)/time.Second) + 1
		} else {
			return ""
		}
	}
	return strconv.Itoa(min(max(n, 1), 3600))
}

// keepToken puts the token of a login away and leaves a handle in its place (DESIGN section 3.4).
func (g *Gateway) keepToken(o *outgoing, a *relay) error {
	if !o.call.Has(Token) || g.config.BrowserTokens || len(a.body) == 0 {
		return nil
	}
	at := rawjson.Find(a.body, "token")
	if !at.Found() {
		if data := rawjson.Find(a.body, "data"); data.Found() {
			if at = rawjson.Find(data.Of(a.body), "token"); at.Found() {
				at = rawjson.Span{Start: data.Start + at.Start, End: data.Start + at.End}
			}
		}
	}
	if !at.Found() {
		return nil
	}
	token, ok := rawjson.Unquote(at.Of(a.body))
	if !ok || len(token) == 0 {
		return nil
	}
	handle, sealed, err := g.sealer.Seal(g.branches.main.Base, string(token), o.call == callTable, time.Now())
	if err != nil {
		return faultInvalid(http.StatusBadGateway, err)
	}
	a.body = rawjson.Replace(a.body, at, rawjson.AppendQuoted(nil, handle))
	a.sealed, a.table = sealed, o.call == callTable
	return nil
}

// custody is what happens to the session cookie with an answer: set with a login, cleared after a logout and when the
// upstream no longer knows the customer.
func (g *Gateway) custody(x *exchange, a *relay) []*http.Cookie {
	if g.config.BrowserTokens {
		return nil
	}
	name := session.CookieName(x.client.https)
	switch {
	case a.sealed != "":
		return []*http.Cookie{{Name: name, Value: a.sealed, HttpOnly: true, MaxAge: int(session.MaxAge(a.table) / time.Second)}}
	case x.handle == "":
		return nil
	case x.call == callLogout && (a.status < 300 || a.status == http.StatusUnauthorized),
		x.call == callMe && a.status == http.StatusUnauthorized:
		return []*http.Cookie{{Name: name, HttpOnly: true, MaxAge: -1}}
	}
	return nil
}

// checkPayment takes a payment address that nobody should be sent to out of an order's answer; the order itself stands
// (HARDENING T3).
func (g *Gateway) checkPayment(o *outgoing, a *relay) {
	if !o.call.Has(Pay) || len(a.body) == 0 {
		return
	}
	at := rawjson.Find(a.body, "url")
	base := 0
	if !at.Found() {
		data := rawjson.Find(a.body, "data")
		if !data.Found() {
			return
		}
		base = data.Start
		if at = rawjson.Find(data.Of(a.body), "url"); !at.Found() {
			return
		}
	}
	at = rawjson.Span{Start: base + at.Start, End: base + at.End}
	target, ok := rawjson.Unquote(at.Of(a.body))
	if !ok || len(target) == 0 || g.payable(string(target), o.branch) {
		return
	}
	a.body = rawjson.Replace(a.body, at, []byte(`null,"urlRefused":true`))
}

// payable tells whether a browser may be sent to a payment page: https on a listed host, on the branch's own, or on
// any if none is listed; plain http on loopback only.
func (g *Gateway) payable(target string, b *branch) bool {
	if len(target) > 4096 || !utf8.ValidString(target) || strings.ContainsFunc(target, func(r rune) bool { return r == '\\' || r == ' ' || !unicode.IsPrint(r) }) {
		return false
	}
	u, err := url.Parse(target)
	if err != nil || u.Host == "" || u.User != nil || u.Opaque != "" {
		return false
	}
	host := strings.ToLower(u.Hostname())
	if _, err := netip.ParseAddr(host); err != nil {
		if host, err = idna.Lookup.ToASCII(host); err != nil {
			return false
		}
	}
	switch u.Scheme {
	case "https":
	case "http":
		if a, err := netip.ParseAddr(host); host != "localhost" && (err != nil || !a.IsLoopback()) {
			return false
		}
	default:
		return false
	}
	if len(g.config.PaymentHosts) == 0 {
		return true
	}
	own, err := url.Parse(b.Base)
	if err == nil && sameSite(host, strings.ToLower(own.Hostname())) {
		return true
	}
	for _, allowed := range g.config.PaymentHosts {
		if host == allowed || u.Port() != "" && net.JoinHostPort(host, u.Port()) == allowed {
			return true
		}
	}
	return false
}

// sameSite tells whether two hosts are the same or lie under the same registrable domain.
func sameSite(a, b string) bool {
	if a == b {
		return true
	}
	one, err := publicsuffix.EffectiveTLDPlusOne(a)
	if err != nil {
		return false
	}
	other, err := publicsuffix.EffectiveTLDPlusOne(b)
	return err == nil && one == other
}
