package gateway

import (
	"errors"
	"net/http"
	"time"

	"tablefront/bff/cookiejar"

	"tablefront/bff/branches"
	"tablefront/bff/cache"
)

// exchange is one call in the pipeline, with the results of the steps so far.
type exchange struct {
	w     http.ResponseWriter
	r     *http.Request
	call  *Call
	start time.Time
	id    string
	// raw are the path parameters as matched by the router.
	raw []string

	client client
	// prefix is the client's address prefix for rate limits: a /32 or a /64.
	prefix string
	branch *branches.Branch
	lang   string
	// path is below /api/, escaped, with its query.
	path     string
	body     []byte
	orderKey string
	// token is sent to the upstream; handle is what the browser sent instead; table marks a table session.
	token, handle string
	table         bool
	jar           *cookiejar.Jar
	// fallback is an older public response, used while the upstream fails for a key that needs credentials.
	fallback *cache.Entry

	// For the log and the metrics.
	status   int
	bytes    int
	cached   string // state of the cached response, empty for none
	upstream time.Duration
	took     time.Duration
	fault    *Fault
	replayed bool
	answered bool
}

// pipeline lists the steps of a call (docs/architecture.md section 3). A step returns an error, or answers, or leaves the
// call to the next step.
var pipeline = [...]struct {
	name string
	step func(*Gateway, *exchange) error
}{
	{"refuse calls from another site", (*Gateway).checkOrigin},
	{"rebuild path and query from the list", (*Gateway).rebuildPath},
	{"choose the language", (*Gateway).chooseLanguage},
	{"choose a listed branch", (*Gateway).chooseBranch},
	{"answer from the cache", (*Gateway).answerCached},
	{"read a small, complete JSON body", (*Gateway).readBody},
	{"apply the rate limits", (*Gateway).checkLimits},
	{"replace the handle by the token", (*Gateway).readBearer},
	{"verify a social login", (*Gateway).proveSocial},
	{"check a payment once", (*Gateway).answerCheck},
	{"carry an order out once", (*Gateway).answerOnce},
	{"ask the upstream", (*Gateway).answerForwarded},
}

// answer is the handler of all documented calls.
func (g *Gateway) answer(w http.ResponseWriter, r *http.Request, call *Call, raw []string) {
	x := &exchange{w: w, r: r, call: call, raw: raw, start: time.Now(), client: g.clientOf(r), id: g.nextID()}
	g.metrics.InFlight.Add(1)
	defer g.finish(x)
	for i := range pipeline {
		if err := pipeline[i].step(g, x); err != nil {
			g.refuse(x, faultOf(err, call.Safe()))
			return
		}
		if x.answered {
			return
		}
	}
}

// finish updates metrics and writes the log line, also after a panic.
func (g *Gateway) finish(x *exchange) {
	g.metrics.InFlight.Add(-1)
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
	g.count(x)
	g.logCall(x)
}

var errPanic = errors.New("the request pipeline panicked")
