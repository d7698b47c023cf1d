package gateway

// proveSocial is the step that replaces the social account that the browser claims by the one that the provider's token
// proves. If no provider is configured, the calls pass unchanged.
func (g *Gateway) proveSocial(x *exchange) (err error) {
	if x.out.call == callSocial || x.out.call == callRegister {
		x.proof = x.out.body
		x.out.body, err = g.social.Verify(x.r.Context(), x.out.body, x.out.call == callRegister)
	}
	return err
}
