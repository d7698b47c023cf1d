// Package upstream calls the restaurant's hosts. Each Host has its own connections, circuit and limits, so that one
// cannot harm another. resty makes the calls on an http.Transport, without resty's defaults: no cookie jar, no retries,
// no redirects, no proxy from the environment.
package upstream

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"github.com/go-resty/resty/v2"
	"github.com/prometheus/client_golang/prometheus"

	"tablefront/bff/safego"
)

// Options of a Pool. Timeout, MaxAnswer and Log are required.
type Options struct {
	// Timeout is the deadline of a health probe, from which the dial timeout follows; calls carry theirs in the context.
	Timeout time.Duration
	// MaxAnswer bounds a response body in bytes, after decompression.
	MaxAnswer int64
	// Share is how many calls in flight one client may have at a host; 0: any.
	Share int
	// UserAgent is sent with every request.
	UserAgent string
	// Changed is called in a goroutine of its own when a host's circuit has opened or closed ("open", "closed"). The cause is that of
	// the last failure, nil for none.
	Changed func(host *Host, state string, cause error)
	// Judge is Request.Judge of a probe, which asks for the settings.
	Judge func(*Response) Verdict
	// Metrics is where the series of the hosts are registered; nil: nowhere.
	Metrics prometheus.Registerer
	Log     *slog.Logger
}

// Pool makes the Hosts of one gateway and holds what they share: the resolver and the check of addresses.
type Pool struct {
	o       Options
	network *network
	metrics metrics
	life    context.Context
}

// NewPool makes a Pool. The end of life ends the health probes of all its hosts.
func NewPool(life context.Context, o Options) *Pool {
	return &Pool{o: o, network: newNetwork(o.Timeout), metrics: newMetrics(o.Metrics), life: life}
}

// Host is one upstream: the main host or a branch.
type Host struct {
	// ID is a hash of the address, long enough that nobody finds two with the same: it keeps cookies and keys apart.
	ID string
	// Name is its name in logs and metrics: "main" or Base without https://.
	Name string
	// Base is the canonical address without a trailing slash, e.g. https://shop.example or https://x.example/mitte.
	Base string
	// BasePath is the path of Base, "" for most.
	BasePath string

	*circuit
	health
	pool     *Pool
	api      string
	reads    *resty.Client
	writes   *resty.Client
	pictures *http.Client // with connections of their own, so that slow ones never keep an API call waiting
	crowd    crowd        // of the calls
	gallery  crowd        // of the pictures
	// large limits the responses over largeFrom that are read at the same time.
	large chan struct{}
	// budget is what retries may cost, in tenths of a call: at most one retry for ten calls.
	budget atomic.Int64
	// end ends the health probes for good.
	end context.CancelFunc
}

// Host creates the Host of a canonical base URL, the main one first. A trusted host is one that the operator named; any other
// may not resolve to a private address, unless the main host does.
func (p *Pool) Host(base string, main, trusted bool) *Host {
	h := p.newHost(base, main, trusted)
	h.watch()
	return h
}

// newHost is Host without its health probes.
func (p *Pool) newHost(base string, main, trusted bool) *Host {
	id := sha256.Sum256([]byte(base))
	h := &Host{ID: hex.EncodeToString(id[:16]), Name: strings.TrimPrefix(base, "https://"), Base: base, pool: p, api: base + "/api/", large: make(chan struct{}, maxLarge)}
	if main {
		h.Name = "main"
	}
	h.series = p.metrics.of(h.Name)
	if u, err := url.Parse(base); err == nil {
		h.BasePath = u.Path
		if main {
			p.network.main = u.Hostname()
		}
	}
	dial := p.network.dialer(trusted)
	// A write on a connection that the host has just closed has an unknown outcome. So writes have connections of their
	// own, which are closed sooner than a server would close them.
	h.reads, h.writes = h.newClient(dial, 60*time.Second), h.newClient(dial, 2*time.Second)
	h.pictures = newClient(newTransport(dial, 60*time.Second))
	h.budget.Store(maxBudget)
	h.circuit = newCircuit(p.o.Timeout, func(state string, value float64) { // called under the breaker's mutex, so one at a time
		h.state.Set(value)
		if cause := h.LastFailure(); p.o.Changed != nil && state != "half-open" {
			safego.Go(p.o.Log, "circuit change", func() { p.o.Changed(h, state, cause) }) // a log that hangs holds up no call
		}
	})
	return h
}

// Close ends the host's health probes and its series, and closes its idle connections. Calls under way go on.
func (h *Host) Close() {
	h.end()
	h.pool.metrics.forget(h.Name)
	h.reads.GetClient().CloseIdleConnections()
	h.writes.GetClient().CloseIdleConnections()
	h.pictures.CloseIdleConnections()
}

const (
	maxBudget = 100
	maxIdle   = 256
	maxHeader = 64 << 10
)

// newTransport returns connections of one kind. dial may be nil.
func newTransport(dial dialFunc, idle time.Duration) *http.Transport {
	return &http.Transport{
		Proxy:                  nil, // a proxy from the environment would see every customer's token
		DialContext:            dial,
		MaxIdleConns:           maxIdle,
		MaxIdleConnsPerHost:    maxIdle,
		IdleConnTimeout:        idle,
		DisableCompression:     true, // what is read is bounded; readBody decompresses, with a bound
		MaxResponseHeaderBytes: maxHeader,
	}
}

// newClient returns a client that follows no redirect and has no cookies.
func newClient(of *http.Transport) *http.Client {
	return &http.Client{Transport: of, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
}

// NewClient returns a client with connections of its own, for a service that is no Host: a login provider, a geocoder. The time limit is that of a whole request.
func NewClient(timeout time.Duration) *http.Client {
	c := newClient(newTransport(nil, time.Minute))
	c.Timeout = timeout
	return c
}

func (h *Host) newClient(dial dialFunc, idle time.Duration) *resty.Client {
	return resty.NewWithClient(newClient(newTransport(dial, idle))).
		SetRedirectPolicy(resty.RedirectPolicyFunc(h.redirect)).
		SetDoNotParseResponse(true).
		SetPreRequestHook(func(_ *resty.Client, r *http.Request) error {
			if r.Method != http.MethodGet {
				sendOnce(r)
			}
			return nil
		})
}

// sendOnce keeps net/http from sending a request again when its connection dies, which it does if it can read the body again
// and, for a non-GET, if it finds an idempotency key in its canonical spelling.
func sendOnce(r *http.Request) {
	r.GetBody = nil
	for _, name := range [...]string{"Idempotency-Key", "X-Idempotency-Key"} {
		if v, ok := r.Header[name]; ok {
			delete(r.Header, name)
			r.Header[strings.ToLower(name)] = v
		}
	}
}

// redirect follows at most one redirect of a GET, within the host's own API.
func (h *Host) redirect(next *http.Request, via []*http.Request) error {
	if len(via) > 1 || via[0].Method != http.MethodGet || next.URL.User != nil || !strings.HasPrefix(next.URL.String(), h.api) {
		return http.ErrUseLastResponse
	}
	next.Header.Del("Referer") // only the headers of the gateway go out
	return nil
}

// Request is a call to a host, built by the gateway.
type Request struct {
	Method string
	// Path is the escaped path after /api/, with its query.
	Path string
	// Header goes out as it is.
	Header http.Header
	// Body is the JSON to send; nil for none.
	Body []byte
	// Client is the prefix of the client's address, "" for a call on nobody's behalf.
	Client string
	// Retry allows one more try of a GET after a connection failure, within the host's budget.
	Retry bool
	// Judge says what a complete answer means. A nil Judge takes each as a good one.
	Judge func(*Response) Verdict
}

// Response is a complete response.
type Response struct {
	Status int
	Header http.Header
	Body   []byte
}

// Do makes the call and reads the whole response. ctx must carry the deadline. A non-GET is sent at most once. Errors
// are always *Error.
func (h *Host) Do(ctx context.Context, r *Request) (*Response, error) {
	if err := h.enter(r); err != nil {
		return nil, err
	}
	defer h.crowd.leave(r.Client)
	done, ok := h.allow()
	if !ok {
		return nil, &Error{Kind: Open, RetryAfter: openFor, Cause: h.LastFailure()}
	}
	result := errUncounted // also when something panics in between
	defer func() {
		h.note(result)
		done(result)
	}()
	if h.budget.Load() < maxBudget {
		h.budget.Add(1)
	}
	a, err := h.send(ctx, r)
	if err != nil && err.Kind == Unreachable && ctx.Err() == nil && r.Retry && r.Method == http.MethodGet && h.payRetry() {
		h.retries.Inc()
		a, err = h.send(ctx, r)
	}
	result = outcome(a, err, r.Judge)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// payRetry takes the cost of a retry from the budget. It takes nothing and returns false if the budget has less.
func (h *Host) payRetry() bool {
	if h.budget.Add(-10) >= 0 {
		return true
	}
	h.budget.Add(10)
	return false
}

func (h *Host) send(ctx context.Context, r *Request) (*Response, *Error) {
	client := h.reads
	if r.Method != http.MethodGet {
		client = h.writes
	}
	var watched watchedRequest
	ctx = watched.watch(ctx)
	req := client.R().SetContext(ctx)
	req.Header = r.Header
	req.Header.Set("User-Agent", h.pool.o.UserAgent)
	if r.Body != nil {
		req.SetBody(bytes.NewReader(r.Body))
	}
	resp, err := req.Execute(r.Method, h.api+r.Path)
	if err != nil {
		return nil, failure(ctx, err, watched.sent.Load())
	}
	raw := resp.RawResponse
	defer raw.Body.Close()
	if watched.unsolicited.Load() {
		return nil, failure(ctx, errUnsolicited, true)
	}
	if raw.Header[ShopHeader] != nil {
		return nil, failure(ctx, ErrNotABackend, true)
	}
	if raw.StatusCode < http.StatusOK || raw.StatusCode > 599 {
		// After a 101 net/http hands the connection over: its body would know neither an end nor the deadline.
		return nil, failure(ctx, errStatus, true)
	}
	body, err := h.readBody(ctx, raw)
	if err != nil {
		e := failure(ctx, err, true)
		if e.Kind == Unreachable {
			e.Kind = Invalid // the header section came, the body broke off
		}
		return nil, e
	}
	return &Response{Status: raw.StatusCode, Header: raw.Header, Body: body}, nil
}
