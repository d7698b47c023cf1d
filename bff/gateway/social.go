package gateway

// proveSocial is the step that replaces the social account that the browser claims by the one that the provider's token
// proves. If no provider is configured, the calls pass unchanged.
func (g *Gateway) proveSocial(x *exchange) (err error) {
	if x.call == callSocial || x.call == callRegister {
		x.proof = x.body
		x.body, err = g.social.Verify(x.r.Context(), x.body, x.call == callRegister)
	}
	return err
}
