package gateway

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/fault"
	"tablefront/bff/logging"
	"tablefront/bff/ratelimit"
)

// exchange is one call in the pipeline, with the results of the steps so far.
type exchange struct {
	// out is the request to the upstream as far as the steps have built it.
	out outgoing

	w     http.ResponseWriter
	r     *http.Request
	start time.Time
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

// pipeline lists the steps of a call (docs/architecture.md section 3), each with its file. A step returns an error, or
// answers, or leaves the call to the next step. What a step sends to the upstream is in outgoing.go, and how in send.go (of a
// customer's call) and fetch.go (of a cached response); answer.go makes the upstream's answer the browser's, response.go and
// faults.go write it, record.go counts and logs it.
var pipeline = [...]func(*Gateway, *exchange) error{
	(*Gateway).checkHost,       // host.go: refuse a host that is not the shop's
	(*Gateway).checkOrigin,     // origin.go: refuse calls from another site
	(*Gateway).rebuildPath,     // path.go: rebuild path and query from the list
	(*Gateway).chooseLanguage,  // choose.go: choose the language
	(*Gateway).chooseBranch,    // choose.go: choose a listed branch
	(*Gateway).answerCached,    // cached.go: answer from the cache
	(*Gateway).readOrderKey,    // body.go: read the key of an order
	(*Gateway).readBody,        // body.go: read a small, complete JSON body
	(*Gateway).checkLimits,     // limits.go: apply the rate limits
	(*Gateway).readBearer,      // token.go: replace the handle by the token
	(*Gateway).proveSocial,     // social.go: verify a social login
	(*Gateway).answerCheck,     // payment.go: check a payment once
	(*Gateway).answerOnce,      // once.go: carry an order out once
	(*Gateway).answerForwarded, // forward.go: ask the upstream
}

// newExchange returns the exchange of a request; call is nil for one that is not a documented call.
func (g *Gateway) newExchange(w http.ResponseWriter, r *http.Request, call *Call) *exchange {
	x := &exchange{out: outgoing{call: call, client: g.config.TrustedProxies.Client(r)}, w: w, r: r, start: time.Now()}
	x.out.id = x.out.client.RequestID
	if x.out.id == "" {
		x.out.id = g.nextID()
	}
	return x
}

// answer is the handler of all documented calls.
func (g *Gateway) answer(x *exchange) {
	g.metrics.inFlight.Add(1)
	defer g.metrics.inFlight.Add(-1)
	g.answerRecorded(x, func(x *exchange) error {
		for i := range pipeline {
			if err := pipeline[i](g, x); err != nil || x.status != 0 {
				return err
			}
		}
		return nil
	})
}

// answerRecorded is the frame of everything but pages: what answer does is counted and logged, and its error or panic is the response.
func (g *Gateway) answerRecorded(x *exchange, answer func(*exchange) error) {
	defer g.record(x)
	defer g.recoverCall(x)
	if err := answer(x); err != nil {
		g.refuse(x, x.faultOf(err))
	}
}

// recoverCall answers a request whose handling panicked.
func (g *Gateway) recoverCall(x *exchange) {
	p := recover()
	if p == nil {
		return
	}
	if p == http.ErrAbortHandler { // the response is cut off on purpose
		panic(p)
	}
	g.log.Error("the request pipeline panicked", "requestId", x.out.id, "call", cmp.Or(x.kind, x.out.call.String()),
		"panic", logging.Cut(fmt.Sprint(p)), "stack", string(debug.Stack()))
	if x.status == 0 {
		g.refuse(x, fault.Internal.Because(errors.New("the request pipeline panicked")))
	}
}
