package gateway

import "tablefront/bff/social"

// socialLogins verifies the providers' tokens of social logins.
type socialLogins struct{ verifier *social.Verifier }

// proveSocial is the step that replaces the social account that the browser claims by the one that the provider's token
// proves. If no provider is configured, the calls pass unchanged.
func (l socialLogins) proveSocial(x *exchange) (err error) {
	if x.out.call == callSocial || x.out.call == callRegister {
		x.proof = x.out.body
		x.out.body, err = l.verifier.Verify(x.r.Context(), x.out.body, x.out.call == callRegister)
	}
	return err
}

// forget makes the token of a call be new again: the customer tries again with it.
func (l socialLogins) forget(x *exchange) {
	if x.proof != nil {
		l.verifier.Forget(x.proof, x.out.call == callRegister)
	}
}
