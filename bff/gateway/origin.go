package gateway

import (
	"errors"

	"tablefront/bff/cache"
)

// checkOrigin rejects cross-site requests: every write, and the GETs with a customer's response, since those may change the
// session (docs/architecture.md sections 3.4 and 3.5).
func (g *Gateway) checkOrigin(x *exchange) error {
	if !x.call.Safe() {
		if err := g.origin.Check(x.r); err != nil {
			return faultCrossOrigin.Because(err)
		}
		return nil
	}
	if x.r.ContentLength != 0 {
		x.r.Close = true
		return faultBadRequest.Because(errors.New("GET with a body"))
	}
	if x.call.Class == cache.Never {
		switch x.r.Header.Get("Sec-Fetch-Site") {
		case "", "none", "same-origin":
		default:
			return faultCrossOrigin.Because(errors.New("cross-site request"))
		}
	}
	return nil
}
