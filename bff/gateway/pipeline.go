package gateway

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"sync/atomic"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/fault"
	"tablefront/bff/logging"
	"tablefront/bff/orders"
	"tablefront/bff/ratelimit"
	"tablefront/bff/site"
	"tablefront/bff/social"
)

// exchange is one call in the pipeline, with the results of the steps so far.
type exchange struct {
	// out is the request to the upstream as far as the steps have built it.
	out outgoing

	w     http.ResponseWriter
	r     *http.Request
	start time.Time
	// settings and draining are the instance's, for the headers of the response.
	settings *site.Settings
	draining *atomic.Bool
	// raw are the path parameters as matched by the router.
	raw []string
	// quota is what a success gives back of the rate limits.
	quota ratelimit.Quota
	// proof is the body with the provider's token of a social login, nil for none.
	proof []byte
	// fallback is an older public response, used while the upstream fails for a key that needs credentials.
	fallback *cache.Entry

	// For the log and the metrics.
	kind     string // of what is no call: of one of the BFF's own requests, of a page, an asset or a file
	status   int    // 0: not answered yet
	bytes    int
	cached   string // state of the cached response, empty for none
	took     time.Duration
	fault    *fault.Fault
	replayed bool
}

// step is one step of a call: it returns an error, or answers, or leaves the call to the next step.
type step func(*exchange) error

// newPipeline returns the steps of a call in their order (docs/architecture.md section 3), each with its file and with what it needs of the gateway. What a step
// sends to the upstream is in outgoing.go, and how in send.go (of a customer's call) and fetch.go (of a cached response); answer.go makes the upstream's answer the
// browser's, response.go and faults.go write it, record.go counts and logs it.
func newPipeline(c *caller, gate *gate, journal *orders.Journal, verifier *social.Verifier) []step {
	logins := socialLogins{verifier}
	return []step{
		gate.checkHost,                        // host.go: refuse a host that is not the shop's
		gate.checkOrigin,                      // origin.go: refuse calls from another site
		rebuildPath,                           // path.go: rebuild path and query from the list
		c.chooseLanguage,                      // choose.go: choose the language
		c.chooseBranch,                        // choose.go: choose a listed branch
		cachedCalls{c, gate}.answerCached,     // cached.go: answer from the cache
		readOrderKey,                          // body.go: read the key of an order
		readBody,                              // body.go: read a small, complete JSON body
		gate.checkLimits,                      // limits.go: apply the rate limits
		c.readBearer,                          // token.go: replace the handle by the token
		logins.proveSocial,                    // social.go: verify a social login
		newPayments(c).answerCheck,            // payment.go: check a payment once
		ordering{c, journal}.answerOnce,       // once.go: carry an order out once
		forwarding{c, logins}.answerForwarded, // forward.go: ask the upstream
	}
}

// newExchange returns the exchange of a request; call is nil for one that is not a documented call.
func (g *Gateway) newExchange(w http.ResponseWriter, r *http.Request, call *Call) *exchange {
	x := &exchange{
		out: outgoing{call: call, client: g.config.TrustedProxies.Client(r)}, w: w, r: r, start: time.Now(),
		settings: &g.config.Settings, draining: &g.life.draining,
	}
	x.out.id = x.out.client.RequestID
	if x.out.id == "" {
		x.out.id = g.caller.nextID()
	}
	return x
}

// answerCall is the handler of all documented calls.
func (g *Gateway) answerCall(x *exchange) {
	g.recorder.metrics.inFlight.Add(1)
	defer g.recorder.metrics.inFlight.Add(-1)
	g.recorder.frame(x, func(x *exchange) error {
		for _, step := range g.pipeline {
			if err := step(x); err != nil || x.status != 0 {
				return err
			}
		}
		return nil
	})
}

// frame is around everything but pages: what answer does is counted and logged, and its error or panic is the response.
func (r *recorder) frame(x *exchange, answer func(*exchange) error) {
	defer r.record(x)
	defer r.recoverCall(x)
	if err := answer(x); err != nil {
		x.refuse(x.faultOf(err))
	}
}

// recoverCall answers a request whose handling panicked.
func (r *recorder) recoverCall(x *exchange) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler { // the response is cut off on purpose
		panic(p)
	}
	r.log.Error("the request pipeline panicked", "requestId", x.out.id, "call", cmp.Or(x.kind, x.out.call.String()),
		"panic", logging.Cut(fmt.Sprint(p)), "stack", string(debug.Stack()))
	if x.status == 0 {
		x.refuse(fault.Internal.Because(errors.New("the request pipeline panicked")))
	}
}
