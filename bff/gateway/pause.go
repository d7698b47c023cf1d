package gateway

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"time"
)

const (
	// maxSharedPause is the longest Retry-After that is enforced for a public call.
	maxSharedPause = time.Minute
	maxPauses      = 50_000
)

// pause remembers an upstream's Retry-After. For a public call it applies to all clients and this response only; for any
// other call to the client that made it.
func (c *caller) pause(o *outgoing, wait time.Duration) {
	wait = max(wait, time.Second)
	if o.anonymous {
		wait = min(wait, maxSharedPause)
	}
	if key := pauseKey(o); key != "" {
		c.pauses.Put(key, struct{}{}, wait)
	}
}

// pauseKey identifies who has to wait; "" for a guest without cookies, who can't be distinguished from others at the same
// address.
func pauseKey(o *outgoing) string {
	if o.anonymous {
		return o.branch.ID + " " + o.lang + " " + o.path
	}
	who := cmp.Or(o.token, o.jar.Header(o.path))
	if who == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(who + " " + o.client.Prefix()))
	return o.branch.ID + " " + o.call.String() + " " + hex.EncodeToString(sum[:8])
}
