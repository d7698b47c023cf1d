package gateway

import (
	"errors"

	"tablefront/bff/cache"
	"tablefront/bff/fault"
)

// checkOrigin rejects cross-site requests: every write, and the GETs with a customer's response, since those may change the
// session (docs/architecture.md sections 3.4 and 3.5).
func (g *gate) checkOrigin(x *exchange) error {
	if !x.out.call.Safe() {
		if err := g.origin.Check(x.r); err != nil {
			return fault.CrossOrigin.Because(err)
		}
		return nil
	}
	if x.r.ContentLength != 0 {
		x.r.Close = true
		return fault.BadRequest.Because(errors.New("GET with a body"))
	}
	if x.out.call.Class == cache.Never {
		switch x.r.Header.Get("Sec-Fetch-Site") {
		case "", "none", "same-origin":
		default:
			return fault.CrossOrigin.Because(errors.New("cross-site request"))
		}
	}
	return nil
}
