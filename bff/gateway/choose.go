package gateway

import (
	"errors"

	"tablefront/bff/branches"
	"tablefront/bff/fault"
	"tablefront/bff/langtag"
)

// chooseLanguage is the step that reads Lang: a language tag, or the default language.
func (c *caller) chooseLanguage(x *exchange) error {
	x.out.lang = c.config.Language
	values := x.r.Header["Lang"]
	if len(values) == 0 || values[0] == "" {
		return nil
	}
	if len(values) > 1 || !langtag.Valid(values[0]) {
		return fault.BadRequest.Because(errLang)
	}
	x.out.lang = values[0]
	return nil
}

// chooseBranch is the step that finds the upstream of a call. Nothing is sent to an address that is not listed. GET
// branches is always the main host's.
func (c *caller) chooseBranch(x *exchange) (err error) {
	values := x.r.Header["X-Branch"]
	if len(values) == 0 || values[0] == "" || x.out.call == callBranches {
		x.out.branch = c.branches.Main
		return nil
	}
	if len(values) > 1 {
		return fault.UnknownBranch.Because(branches.ErrAddress)
	}
	x.out.branch, err = c.catalogue.Branch(x.r.Context(), values[0])
	if errors.Is(err, branches.ErrAddress) || err == nil && x.out.branch == nil {
		return fault.UnknownBranch.Because(err)
	}
	return err
}
