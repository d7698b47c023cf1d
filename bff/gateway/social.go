package gateway

// proveSocial is the step that replaces the social account that the browser claims by the one that the provider's token
// proves. If no provider is configured, the calls pass unchanged.
func (g *Gateway) proveSocial(x *exchange) (err error) {
	if x.call == callSocial || x.call == callRegister {
		x.proof = x.body
	}
	switch x.call {
	case callSocial:
		x.body, err = g.social.Social(x.r.Context(), x.body)
	case callRegister:
		x.body, err = g.social.Register(x.r.Context(), x.body)
	}
	return err
}
