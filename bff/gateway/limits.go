package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"tablefront/bff/rawjson"
)

// checkLimits is the step that rejects clients that exceeded their rate limit.
func (g *Gateway) checkLimits(x *exchange) (err error) {
	var wait time.Duration
	x.quota, wait, err = g.limits.Admit(x.call.String(), x.branch.ID, x.client.Prefix, func() string { return accountOf(x) })
	if err != nil {
		return faultRateLimited.After(wait, err)
	}
	return nil
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
