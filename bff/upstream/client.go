// Package upstream talks to the restaurant's hosts: one connection pool, one circuit and one set of bounds for each
// (DESIGN section 3.7, HARDENING R4 and R6). resty makes the calls, on a transport of our own and without its
// defaults: no cookie jar, no retries, no redirects, no proxy from the environment.
package upstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-resty/resty/v2"
)

// Options of a Pool. The zero value works.
type Options struct {
	// Timeout is the overall deadline of a call (TABLEFRONT_UPSTREAM_TIMEOUT). Default 10 s.
	Timeout time.Duration
	// MaxAnswer bounds an answer in bytes, after unpacking (DESIGN section 3.9). Default 16 MiB.
	MaxAnswer int64
	// MaxInFlight bounds the calls under way to one host. Default 512.
	MaxInFlight int64
	// UserAgent names the shop to the host. Default "tablefront".
	UserAgent string
	// Changed is told when a host's circuit changes its state ("closed", "half-open", "open").
	Changed func(host *Host, state string)
	Log     *slog.Logger
	// Weaken brings defaults of the libraries back (Weaknesses), for the selftest's own proof. Default: none.
	Weaken []string
}

// Pool makes the Hosts of one shop and holds what they share: the check of addresses and the bound on large answers.
type Pool struct {
	o         Options
	maxAnswer int64
	net       *network
	lane      chan struct{}
}

// NewPool makes a Pool.
func NewPool(o Options) *Pool {
	if o.Timeout <= 0 {
		o.Timeout = 10 * time.Second
	}
	if o.MaxAnswer <= 0 {
		o.MaxAnswer = 16 << 20
	}
	if o.MaxInFlight <= 0 {
		o.MaxInFlight = 512
	}
	if o.UserAgent == "" {
		o.UserAgent = "tablefront"
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	p := &Pool{o: o, maxAnswer: o.MaxAnswer, net: newNetwork(), lane: make(chan struct{}, largeLane)}
	if o.weak("B9") {
		p.maxAnswer = 1 << 40
	}
	return p
}

// Timeout is the overall deadline of a call.
func (p *Pool) Timeout() time.Duration { return p.o.Timeout }

// Host is one upstream: a main host or a branch. Nothing is shared with another Host: neither connections, nor the
// circuit, nor the count of calls.
type Host struct {
	// ID is a hash of the address, long enough that nobody finds two with the same: it keeps cookies and keys apart.
	ID string
	// Base is the canonical address without a trailing slash, e.g. https://shop.example or https://x.example/mitte.
	Base string
	// BasePath is the path of Base, "" for most.
	BasePath string
	// Main tells the main host from the branches.
	Main bool

	pool     *Pool
	api      string
	reads    *resty.Client
	writes   *resty.Client
	breaker  *breaker
	inFlight atomic.Int64
	// budget is what retries may cost, in tenths of a call (HARDENING F3: at most one retry for ten calls).
	budget atomic.Int64
}

// HostID is the ID that a Host of this base address has.
func HostID(base string) string {
	sum := sha256.Sum256([]byte(base))
	return hex.EncodeToString(sum[:16])
}

// Host makes the Host of a canonical base address. trusted hosts are those the operator named; any other may not lie
// on an inside address, unless the main host does (HARDENING T2).
func (p *Pool) Host(base string, main, trusted bool) *Host {
	h := &Host{ID: HostID(base), Base: base, Main: main, pool: p, api: base + "/api/"}
	u, err := url.Parse(base)
	if err != nil {
		u = &url.URL{} // every call will fail
	}
	h.BasePath = u.Path
	dial := p.net.dialer(trusted || p.o.weak("B14"), main)
	// Writes have connections of their own that are dropped sooner than a server would drop them, since a write on a
	// connection that dies is a write with an unknown outcome.
	h.reads = p.client(u, dial, 60*time.Second, false)
	h.writes = p.client(u, dial, 2*time.Second, true)
	if p.o.weak("B2") {
		h.writes = h.reads // one pool for both
	}
	h.budget.Store(maxBudget)
	h.breaker = newBreaker(h.ID, func(state string) {
		if p.o.Changed != nil {
			p.o.Changed(h, state)
		}
	}, p.o.weak("B8"))
	return h
}

const maxBudget = 100

// client makes a resty client for one host, without resty's defaults, on a transport of our own. http.Transport stands
// behind that for calls that are not plain; a write that goes there gets a connection for itself.
func (p *Pool) client(base *url.URL, dial dialFunc, idle time.Duration, writes bool) *resty.Client {
	dialTLS := overTLS(dial)
	other := &http.Transport{
		Proxy:                  nil, // an address from the environment would see every customer's token
		DialContext:            watched(dial),
		DialTLSContext:         watched(dialTLS), // the answers are watched inside of TLS
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    maxIdle,
		IdleConnTimeout:        idle,
		ExpectContinueTimeout:  0,
		DisableCompression:     true,
		DisableKeepAlives:      writes && len(p.o.Weaken) == 0,
		MaxResponseHeaderBytes: maxHead,
		ForceAttemptHTTP2:      false,
	}
	port := base.Port()
	if base.Scheme == "https" {
		dial = dialTLS
	}
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[base.Scheme]
	}
	t := newTransport(base.Scheme, base.Host, net.JoinHostPort(base.Hostname(), port), dial, idle, other)
	t.weak = len(p.o.Weaken) > 0
	hc := &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	c := resty.NewWithClient(hc).
		SetDoNotParseResponse(true).
		SetRetryCount(0).
		SetDisableWarn(true).
		SetLogger(silent{}).
		SetPreRequestHook(func(_ *resty.Client, r *http.Request) error {
			if r.Method != http.MethodGet && !p.o.weak("B2") {
				r.GetBody = nil // without it net/http cannot send a write a second time
			}
			r.Header = make(http.Header) // resty's own, which http.Client would only copy: call.header is what goes out
			return nil
		})
	if p.weaken(hc); p.o.weak("B5") {
		c.SetRetryCount(3).SetRetryWaitTime(time.Millisecond).SetRetryMaxWaitTime(time.Millisecond).
			AddRetryCondition(func(r *resty.Response, _ error) bool { return r.StatusCode() >= 500 })
	}
	return c
}

type silent struct{}

func (silent) Errorf(string, ...any) {}
func (silent) Warnf(string, ...any)  {}
func (silent) Debugf(string, ...any) {}

// Request is a call to a host, built by the gateway from its own list; nothing of it is the browser's as it came.
type Request struct {
	Method string
	// Path is the escaped path after /api/, with its query.
	Path string
	// Header goes out as it is. Its map is not kept.
	Header http.Header
	// Body is the JSON to send; nil for none.
	Body []byte
	// Deadline ends the call, in place of a deadline of its context: it costs no timer. Zero: the context's alone.
	Deadline time.Time
	// Retry allows one more try of a GET after a connection failure, within the host's budget.
	Retry bool
	// Check judges a complete answer. Its error makes the answer an Error of kind Invalid, which counts as the host's
	// failure; nil: every answer is good.
	Check func(status int, header http.Header, body []byte) error
}

// Answer is a complete answer. Body must be released.
type Answer struct {
	Status int
	Header http.Header
	Body   *Buffer
}

// Warn says that another shop has seen the host fail: for a while one failure opens its circuit here.
func (h *Host) Warn() { h.breaker.warn() }

// State is the circuit's: "closed", "half-open" or "open".
func (h *Host) State() string { return h.breaker.state() }

// InFlight is the number of calls under way.
func (h *Host) InFlight() int64 { return h.inFlight.Load() }

// Do makes the call and reads the whole answer. ctx must carry the deadline, unless the request does. A write goes out at most once. Errors are
// always *Error.
func (h *Host) Do(ctx context.Context, r *Request) (*Answer, error) {
	if h.inFlight.Add(1) > h.pool.o.MaxInFlight {
		h.inFlight.Add(-1)
		return nil, &Error{Kind: Busy, RetryAfter: time.Second}
	}
	defer h.inFlight.Add(-1)
	done, ok := h.breaker.allow()
	if !ok {
		return nil, &Error{Kind: Open, RetryAfter: openFor}
	}
	settled := false
	defer func() { // a panic in between must not keep the half-open circuit's only place
		if !settled {
			done(errFailing)
		}
	}()
	h.earn()
	a, err := h.attempt(ctx, r)
	if err != nil && h.again(ctx, r, err) {
		a, err = h.attempt(ctx, r)
	}
	if err == nil && r.Check != nil {
		if cause := r.Check(a.Status, a.Header, a.Body.B); cause != nil {
			a.Body.Release()
			err = &Error{Kind: Invalid, Sent: true, Cause: cause}
		}
	}
	settled = true
	switch {
	case err == nil && a.Status >= 500:
		done(errFailing)
	case err == nil:
		done(nil)
	case err.Kind == Canceled:
		done(context.Canceled)
	default:
		done(err)
	}
	if err != nil {
		return nil, err
	}
	return a, nil
}

func (h *Host) earn() {
	if h.budget.Load() < maxBudget {
		h.budget.Add(1)
	}
}

// again tells whether a failed attempt may be repeated: a GET that asked for it, after a connection failure, within
// the budget.
func (h *Host) again(ctx context.Context, r *Request, err *Error) bool {
	if ctx.Err() != nil || err.Kind != Unreachable || r.Method != http.MethodGet || !r.Retry {
		return false
	}
	if h.budget.Add(-10) < 0 {
		h.budget.Add(10)
		return false
	}
	return true
}

// attempt sends the request once and follows at most one redirect of a GET within the host's own origin.
func (h *Host) attempt(ctx context.Context, r *Request) (*Answer, *Error) {
	target := h.api + r.Path
	for hop := 0; ; hop++ {
		a, err := h.send(ctx, r, target)
		if err != nil {
			return nil, err
		}
		if hop > 0 || r.Method != http.MethodGet || !isRedirect(a.Status) {
			return a, nil
		}
		next, ok := h.sameOrigin(target, a.Header.Get("Location"))
		if !ok {
			return a, nil
		}
		a.Body.Release()
		target = next
	}
}

func isRedirect(status int) bool {
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// sameOrigin resolves a Location; ok only when it stays with scheme, host and port of this Host, below its API.
func (h *Host) sameOrigin(from, location string) (string, bool) {
	if location == "" {
		return "", false
	}
	base, err := url.Parse(from)
	if err != nil {
		return "", false
	}
	next, err := base.Parse(location)
	if err != nil || next.User != nil {
		return "", false
	}
	next.Fragment = ""
	target := next.String()
	return target, target != from && strings.HasPrefix(target, h.api)
}

func (h *Host) send(ctx context.Context, r *Request, target string) (*Answer, *Error) {
	client := h.reads
	if r.Method != http.MethodGet {
		client = h.writes
	}
	if r.Header.Get("User-Agent") == "" {
		r.Header["User-Agent"] = []string{h.pool.o.UserAgent}
	}
	c := &call{Context: ctx, header: r.Header, deadline: r.Deadline}
	req := client.R().SetContext(c)
	if r.Body != nil {
		req.Body = bytes.NewReader(r.Body)
	}
	resp, err := req.Execute(r.Method, target)
	if err != nil {
		return nil, failure(ctx, err, c)
	}
	raw := resp.RawResponse
	defer drop(raw.Body)
	body, err := h.pool.readBody(c, raw)
	if err != nil {
		e := failure(ctx, err, nil)
		if e.Kind == Unreachable {
			e.Kind = Invalid // the head came, the body broke off
		}
		return nil, e
	}
	return &Answer{Status: raw.StatusCode, Header: raw.Header, Body: body}, nil
}

// drop closes an answer's body; one that was not read to its end takes its connection with it.
func drop(body io.Closer) {
	body.Close() //nolint:errcheck // nothing follows from it
}

func failure(ctx context.Context, err error, c *call) *Error {
	e := &Error{Kind: Unreachable, Sent: c == nil || c.sent, Cause: err}
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, errTooLarge), errors.Is(err, errBomb), errors.Is(err, errHead), errors.Is(err, errChunk):
		e.Kind = Invalid
	case errors.Is(ctx.Err(), context.Canceled):
		e.Kind = Canceled
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		e.Kind = Timeout
	}
	return e
}
