package gateway

// proveSocial is the step that exchanges what a browser says about a social account for what the provider proves
// . Without a configured provider the documented calls pass as they are.
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
