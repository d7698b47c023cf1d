package gateway

import (
	"errors"

	"tablefront/bff/branches"
	"tablefront/bff/cache"
	"tablefront/bff/langtag"
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
	if x.call.Keep == cache.Never {
		switch x.r.Header.Get("Sec-Fetch-Site") {
		case "", "none", "same-origin":
		default:
			return faultCrossOrigin.Because(errors.New("cross-site request"))
		}
	}
	return nil
}

// chooseLanguage is the step that reads Lang: a language tag, or the default language.
func (g *Gateway) chooseLanguage(x *exchange) error {
	x.lang = g.config.Language
	values := x.r.Header["Lang"]
	if len(values) == 0 || values[0] == "" {
		return nil
	}
	if len(values) > 1 || !langtag.Valid(values[0]) {
		return faultBadRequest.Because(errLang)
	}
	x.lang = values[0]
	return nil
}

// chooseBranch is the step that finds the upstream of a call. Nothing is sent to an address that is not listed. GET
// branches is always the main host's.
func (g *Gateway) chooseBranch(x *exchange) (err error) {
	values := x.r.Header["X-Branch"]
	if len(values) == 0 || values[0] == "" || x.call == callBranches {
		x.branch = g.branches.Main
		return nil
	}
	if len(values) > 1 {
		return faultUnknownBranch.Because(branches.ErrAddress)
	}
	x.branch, err = g.catalogue.Branch(x.r.Context(), values[0])
	if errors.Is(err, branches.ErrAddress) || err == nil && x.branch == nil {
		return faultUnknownBranch.Because(err)
	}
	return err
}
