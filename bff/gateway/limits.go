package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"tablefront/bff/ratelimit"
	"tablefront/bff/rawjson"
)

// Rate limits per client address prefix (docs/architecture.md section 3.12). Many customers can share one address, so the
// limit of orders is high and that of logins is low.
var clientRules = map[string]ratelimit.Rule{
	"POST login":          {Burst: 60, Every: 2 * time.Second},
	"POST social":         {Burst: 30, Every: 4 * time.Second},
	"POST register":       {Burst: 20, Every: 15 * time.Second},
	"POST reset-password": {Burst: 10, Every: 30 * time.Second},
	"POST contact":        {Burst: 10, Every: 30 * time.Second},
	"POST reservations":   {Burst: 20, Every: 15 * time.Second},
	"GET tables/{id}":     {Burst: 10, Every: time.Minute},
	"POST checkout":       {Burst: 120, Every: 500 * time.Millisecond},
	"POST checkout/v2":    {Burst: 120, Every: 500 * time.Millisecond},
	"POST me/orders":      {Burst: 120, Every: 500 * time.Millisecond},
	"GET checkout/check":  {Burst: 60, Every: 2 * time.Second},
}

// Rate limits per account, for all clients together: at most 30 attempts per hour reach the upstream. They do not apply
// to a client that has logged in to the account before.
var accountRules = map[string]ratelimit.Rule{
	"POST login":          {Burst: 8, Every: 164 * time.Second},
	"POST reset-password": {Burst: 3, Every: 10 * time.Minute},
}

// branchTables limits invalid table codes at one branch, for all clients together.
var branchTables = ratelimit.Rule{Burst: 60, Every: 10 * time.Second}

var errLimited = errors.New("rate limit of the client exceeded")

// taken is one taken from a bucket.
type taken struct {
	key  string
	rule ratelimit.Rule
}

// checkLimits is the step that rejects clients that exceeded their rate limit.
func (g *Gateway) checkLimits(x *exchange) error {
	if !x.call.Has(Limit) || g.limits.Off() {
		return nil
	}
	take := func(key string, rule ratelimit.Rule, why error) error {
		if wait := g.limits.Take(key, rule); wait > 0 {
			return faultRateLimited.After(wait, why)
		}
		x.taken = append(x.taken, taken{key, rule})
		return nil
	}
	name, prefix := x.call.String(), x.client.Prefix()
	if err := take(name+" "+prefix, clientRules[name], errLimited); err != nil {
		return err
	}
	if x.call == callTable {
		return take("codes "+x.branch.ID, branchTables, errors.New("the branch's limit of invalid table codes exceeded"))
	}
	rule, ok := accountRules[name]
	if !ok {
		return nil
	}
	account := accountOf(x)
	if account == "" {
		return nil
	}
	if x.account = account + prefix; g.limits.IsProven(x.account) {
		return nil
	}
	return take(name+" "+account, rule, errors.New("rate limit of the account exceeded"))
}

// accountOf returns a hash of the e-mail address of a login, so that the address itself is not stored.
func accountOf(x *exchange) string {
	email, ok := rawjson.Unquote(rawjson.Find(x.body, "email").Of(x.body))
	if !ok {
		return ""
	}
	sum := sha256.Sum256([]byte(x.branch.ID + " " + strings.ToLower(strings.TrimSpace(email))))
	return hex.EncodeToString(sum[:12])
}

// countOutcome gives back the quota of a valid table code and of a successful login.
func (g *Gateway) countOutcome(x *exchange, status int) {
	if status >= 300 || x.call != callTable && x.call != callLogin {
		return
	}
	for _, t := range x.taken {
		g.limits.GiveBack(t.key, t.rule)
	}
	if x.account != "" {
		g.limits.Prove(x.account)
	}
}

const (
	// maxSharedPause is the longest Retry-After that is enforced for a public call.
	maxSharedPause = time.Minute
	maxPauses      = 50_000
)

// pause remembers an upstream's Retry-After. For a public call it applies to all clients and this response only; for any
// other call to the client that made it.
func (g *Gateway) pause(o *outgoing, wait time.Duration) {
	wait = max(wait, time.Second)
	if o.anonymous {
		wait = min(wait, maxSharedPause)
	}
	if key := pauseKey(o); key != "" {
		g.pauses.Pause(key, wait)
	}
}

// paused returns how long a call still has to wait.
func (g *Gateway) paused(o *outgoing) time.Duration { return g.pauses.Left(pauseKey(o)) }

// pauseKey identifies who has to wait; "" for a guest without cookies, who can't be distinguished from others at the same
// address.
func pauseKey(o *outgoing) string {
	if o.anonymous {
		return o.branch.ID + " " + o.lang + " " + o.path
	}
	who := o.token
	if who == "" {
		if who = o.jar.Header(o.path); who == "" {
			return ""
		}
	}
	sum := sha256.Sum256([]byte(who + " " + o.client.Prefix()))
	return o.branch.ID + " " + o.call.String() + " " + hex.EncodeToString(sum[:8])
}
