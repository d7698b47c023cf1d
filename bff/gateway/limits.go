package gateway

import (
	"container/list"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"
)

// rule is how much one client, or one account, may do of a kind: burst at once, then one more every `every`.
type rule struct {
	burst float64
	every time.Duration
}

// What a client prefix may do (DESIGN section 3.12, HARDENING T20 to T22). Many honest customers can share one address,
// so orders are generous; guesses are not.
var clientRules = map[string]rule{
	"POST login":          {60, 2 * time.Second},
	"POST social":         {30, 4 * time.Second},
	"POST register":       {20, 15 * time.Second},
	"POST reset-password": {10, 30 * time.Second},
	"POST contact":        {10, 30 * time.Second},
	"POST reservations":   {20, 15 * time.Second},
	"GET tables/{id}":     {10, time.Minute},
	"POST checkout":       {120, 500 * time.Millisecond},
	"POST checkout/v2":    {120, 500 * time.Millisecond},
	"POST me/orders":      {120, 500 * time.Millisecond},
	"GET checkout/check":  {60, 2 * time.Second},
}

// What may be done to one account from anywhere: at most 30 tries reach the upstream in an hour. A client that has
// proven itself for the account is not held up by what others do to it.
var accountRules = map[string]rule{
	"POST login":          {8, 164 * time.Second},
	"POST reset-password": {3, 10 * time.Minute},
}

// branchTables bounds wrong table codes of one branch from everywhere.
var branchTables = rule{60, 10 * time.Second}

var (
	errLimited = errors.New("the client's limit")
	errAccount = errors.New("the account's limit")
	errCodes   = errors.New("the branch's limit of wrong table codes")
	errPaused  = errors.New("the upstream asked to wait")
)

const (
	maxBuckets = 50_000
	// forgottenAtOnce is how many buckets that are full again go when one comes.
	forgottenAtOnce = 4
	maxPause        = time.Hour
)

// limits counts what clients do. All state is bounded: the idlest is forgotten first.
type limits struct {
	factor float64
	// shared counts for all shops together; nil: this shop counts alone.
	shared counter
	now    func() time.Time

	mu      sync.Mutex
	buckets map[string]*list.Element
	idle    list.List // front: used last
	pauses  map[string]time.Time
	proven  map[string]*list.Element
	provenL list.List
}

// counter is a count that several shops share (package shared).
type counter interface {
	Take(ctx context.Context, key string, burst float64, every time.Duration) (wait time.Duration, err error)
	GiveBack(ctx context.Context, key string, every time.Duration)
}

// bucket is one number, as in package shared: the time at which it will be full again. A full one says nothing more than
// none at all.
type bucket struct {
	key  string
	full time.Time
}

func newLimits(factor float64, now func() time.Time) *limits {
	l := &limits{factor: factor, now: now, buckets: map[string]*list.Element{}, pauses: map[string]time.Time{}, proven: map[string]*list.Element{}}
	l.idle.Init()
	l.provenL.Init()
	return l
}

// take takes one from a bucket, or says how long to wait for it.
func (l *limits) take(key string, r rule) (wait time.Duration) {
	if l.factor <= 0 {
		return 0
	}
	r.burst *= l.factor
	r.every = time.Duration(float64(r.every) / l.factor)
	if l.shared != nil {
		if wait, err := l.shared.Take(context.Background(), key, r.burst, r.every); err == nil {
			return wait
		} // without the others, alone
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	b := l.bucket(key, now)
	full := b.full
	if full.Before(now) {
		full = now
	}
	full = full.Add(r.every)
	if wait := full.Sub(now) - time.Duration(r.burst*float64(r.every)); wait > 0 {
		return wait
	}
	b.full = full
	return 0
}

// giveBack undoes a take: what turned out to be honest does not count.
func (l *limits) giveBack(key string, r rule) {
	if l.factor <= 0 {
		return
	}
	every := time.Duration(float64(r.every) / l.factor)
	if l.shared != nil {
		l.shared.GiveBack(context.Background(), key, every)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.buckets[key]; e != nil {
		b := bucketOf(e)
		b.full = b.full.Add(-every)
	}
}

// bucket finds a client's bucket, or makes one in the place of some that nobody needs.
func (l *limits) bucket(key string, now time.Time) *bucket {
	e := l.buckets[key]
	if e == nil {
		for range forgottenAtOnce {
			idlest := l.idle.Back()
			if idlest == nil || len(l.buckets) < maxBuckets && bucketOf(idlest).full.After(now) {
				break
			}
			delete(l.buckets, bucketOf(idlest).key)
			l.idle.Remove(idlest)
		}
		e = l.idle.PushFront(&bucket{key: key})
		l.buckets[key] = e
	}
	l.idle.MoveToFront(e)
	return bucketOf(e)
}

func bucketOf(e *list.Element) *bucket {
	return e.Value.(*bucket) //nolint:forcetypeassert // the list holds nothing else
}

// prove remembers that a client logged in to an account.
func (l *limits) prove(who string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e := l.proven[who]; e != nil {
		l.provenL.MoveToFront(e)
		return
	}
	if len(l.proven) >= maxBuckets {
		delete(l.proven, l.provenL.Remove(l.provenL.Back()).(string)) //nolint:forcetypeassert // as above
	}
	l.proven[who] = l.provenL.PushFront(who)
}

func (l *limits) isProven(who string) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.proven[who] != nil
}

// prefixOf is the part of an address that one client has: a /32 of IPv4, a /64 of IPv6.
func prefixOf(a netip.Addr) string {
	if a.Is6() {
		p, err := a.Prefix(64)
		if err == nil {
			return p.Addr().String()
		}
	}
	return a.String()
}

// checkLimits is the step that refuses what is too much (DESIGN section 3.12).
func (g *Gateway) checkLimits(x *exchange) error {
	if !x.call.Has(Limit) || g.limits.factor <= 0 {
		return nil
	}
	x.prefix = prefixOf(x.client.addr)
	name := x.call.String()
	if wait := g.limits.take(clientKey(name, x.prefix), clientRules[name]); wait > 0 {
		return faultRateLimited(wait, errLimited)
	}
	if x.call == callTable {
		if wait := g.limits.take(codesKey(x.branch), branchTables); wait > 0 {
			return faultRateLimited(wait, errCodes)
		}
	}
	r, ok := accountRules[name]
	if !ok {
		return nil
	}
	account := accountOf(x)
	if account == "" || g.limits.isProven(account+x.prefix) {
		return nil
	}
	if wait := g.limits.take(name+" "+account, r); wait > 0 {
		return faultRateLimited(wait, errAccount)
	}
	return nil
}

func clientKey(call, prefix string) string { return call + " " + prefix }

func codesKey(b *branch) string { return "codes " + b.ID }

// accountOf names the account of a login without keeping the address: a hash of the e-mail.
func accountOf(x *exchange) string {
	email, ok := unquote(topMember(x.body, "email").of(x.body))
	if !ok {
		return ""
	}
	sum := sha256.Sum256([]byte(x.branch.ID + " " + strings.ToLower(strings.TrimSpace(string(email)))))
	return hex.EncodeToString(sum[:12])
}

// countOutcome corrects the limits by what came of a call: a right table code and a login that worked cost nothing.
func (g *Gateway) countOutcome(x *exchange, a *relay) {
	if a == nil || x.prefix == "" || a.status < 200 || a.status >= 300 {
		return
	}
	name := x.call.String()
	switch x.call {
	case callTable:
		g.limits.giveBack(clientKey(name, x.prefix), clientRules[name])
		g.limits.giveBack(codesKey(x.branch), branchTables)
	case callLogin:
		g.limits.giveBack(clientKey(name, x.prefix), clientRules[name])
		if account := accountOf(x); account != "" {
			g.limits.giveBack(name+" "+account, accountRules[name])
			g.limits.prove(account + x.prefix)
		}
	}
}

// pause remembers that an upstream asked to wait (HARDENING F10): for a public call everybody waits, for a customer's
// own call that customer does, so that nobody can make others wait.
func (l *limits) pause(o *outgoing, retryAfter string) {
	wait := time.Second
	if v := boundedRetryAfter(retryAfter); v != "" {
		n, _ := strconv.Atoi(v) // boundedRetryAfter made it
		wait = time.Duration(n) * time.Second
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.pauses) >= maxBuckets {
		now := l.now()
		for key, until := range l.pauses {
			if !until.After(now) || len(l.pauses) >= maxBuckets {
				delete(l.pauses, key)
			}
		}
	}
	l.pauses[pauseKey(o)] = l.now().Add(min(wait, maxPause))
}

// paused is how long a call has still to wait.
func (l *limits) paused(o *outgoing) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.pauses) == 0 {
		return 0
	}
	key := pauseKey(o)
	until, ok := l.pauses[key]
	if !ok {
		return 0
	}
	wait := until.Sub(l.now())
	if wait <= 0 {
		delete(l.pauses, key)
	}
	return max(wait, 0)
}

func pauseKey(o *outgoing) string {
	who := ""
	if !o.anonymous {
		sum := sha256.Sum256([]byte(o.token + " " + prefixOf(o.client.addr)))
		who = hex.EncodeToString(sum[:8])
	}
	return o.branch.ID + " " + o.call.String() + " " + who
}
