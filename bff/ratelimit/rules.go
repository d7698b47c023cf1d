package ratelimit

import (
	"errors"
	"time"
)

// rule is how much may be done: burst at once, then one more every `every`. Without a burst there is no limit.
type rule struct {
	burst float64
	every time.Duration
}

// limits are the rules of one call (docs/architecture.md section 3.12).
type limits struct {
	// client is per client. Many customers can share one address, so the limit of orders is high and that of logins is low.
	client rule
	// branch is per branch, for all clients together.
	branch rule
	// account is per account, for all clients together: at most 30 attempts per hour reach the upstream. It does not apply
	// to a client that has logged in to the account before.
	account rule
	// returned: a success gives back what was taken, so that only failures are limited.
	returned bool
}

// calls has the limited calls. Those of the contract are the ones with x-limit.
var calls = map[string]limits{
	"POST login":          {client: rule{60, 2 * time.Second}, account: rule{8, 164 * time.Second}, returned: true},
	"POST social":         {client: rule{30, 4 * time.Second}},
	"POST register":       {client: rule{20, 15 * time.Second}},
	"POST reset-password": {client: rule{10, 30 * time.Second}, account: rule{3, 10 * time.Minute}},
	"POST contact":        {client: rule{10, 30 * time.Second}},
	"POST reservations":   {client: rule{20, 15 * time.Second}},
	"GET tables/{id}":     {client: rule{10, time.Minute}, branch: rule{60, 10 * time.Second}, returned: true},
	"POST checkout":       {client: rule{120, 500 * time.Millisecond}},
	"POST checkout/v2":    {client: rule{120, 500 * time.Millisecond}},
	"POST checkout/quote": {client: rule{240, 250 * time.Millisecond}}, // a cart is quoted after each change
	"POST me/orders":      {client: rule{120, 500 * time.Millisecond}},
	"GET checkout/check":  {client: rule{60, 2 * time.Second}},
	"GET unlisted":        {client: rule{60, time.Second}},            // dishes, categories and menus that no list names
	"GET picture":         {client: rule{600, 50 * time.Millisecond}}, // of /bff: a menu has hundreds
	"GET geocode":         {client: rule{6, 5 * time.Second}},         // of /bff: all clients share one request a second
	"POST error":          {client: rule{10, 30 * time.Second}},       // of /bff
	"POST vitals":         {client: rule{30, 10 * time.Second}},       // of /bff
}

var (
	errClient  = &exceeded{"client", "rate limit of the client exceeded"}
	errBranch  = &exceeded{"branch", "the branch's limit of invalid table codes exceeded"}
	errAccount = &exceeded{"account", "rate limit of the account exceeded"}
)

// exceeded is the error of a limit.
type exceeded struct{ rule, text string }

func (e *exceeded) Error() string { return e.text }

// Rules are the values of Rule, for metrics.
var Rules = [...]string{errClient.rule, errBranch.rule, errAccount.rule}

// Rule returns which rule an error of Admit is about, "" for any other error.
func Rule(err error) string {
	if e, is := errors.AsType[*exceeded](err); is {
		return e.rule
	}
	return ""
}

// Quota is what a call has taken and a success gives back.
type Quota struct {
	l     *Limiter
	taken []bucket
	// proves is the client and the account that a success proves to belong together; "": none.
	proves string
}

type bucket struct {
	key string
	rule
}

// Admit takes what one call needs of its limits. prefix returns the client's address prefix, account what identifies the
// account, "" for none; each is called only if there is such a limit. If one is exceeded, err says which, and wait for how
// long.
func (l *Limiter) Admit(call, branch string, prefix, account func() string) (q Quota, wait time.Duration, err error) {
	may := calls[call]
	if l.o.Factor <= 0 || may.client.burst == 0 {
		return q, 0, nil
	}
	q.l = l
	take := func(key string, r rule, full *exceeded) {
		switch wait = l.take(key, r); {
		case wait > 0:
			err = full
		case may.returned:
			q.taken = append(q.taken, bucket{key, r})
		}
	}
	client := prefix()
	take(call+" "+client, may.client, errClient)
	if err == nil && may.branch.burst > 0 {
		take("codes "+branch, may.branch, errBranch)
	}
	if err != nil || may.account.burst == 0 {
		return q, wait, err
	}
	who := account()
	if who == "" {
		return q, 0, nil
	}
	if may.returned {
		q.proves = who + client
	}
	if !l.proven.Contains(who + client) {
		take(call+" "+who, may.account, errAccount)
	}
	return q, wait, err
}

// Return gives back what was taken, after a success. It does nothing for a call whose rule is not marked returned.
func (q *Quota) Return() {
	for _, b := range q.taken {
		q.l.giveBack(b.key, b.rule)
	}
	if q.proves != "" {
		q.l.proven.Add(q.proves, struct{}{})
	}
}
