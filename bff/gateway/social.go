package gateway

// proveSocial is the step that replaces the social account that the browser claims by the one that the provider's token
// proves. If no provider is configured, the calls pass unchanged.
func (g *Gateway) proveSocial(x *exchange) error {
	if x.call != callSocial && x.call != callRegister || !g.social.Enabled() {
		return nil
	}
	prove := g.social.Social
	if x.call == callRegister {
		prove = g.social.Register
	}
	body, err := prove(x.r.Context(), x.body)
	if err != nil {
		return err
	}
	x.body = body
	return nil
}
