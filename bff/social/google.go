package social

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/time/rate"
)

// tolerance is how far the provider's clock and ours may differ.
const tolerance = 60 * time.Second

// maxTokenLife is the longest life an ID token may claim: Google's live an hour.
const maxTokenLife = 24 * time.Hour

// The issuer's configuration and its keys are requested fetchBurst times at once, then once each fetchEvery (docs/threat-model.md T19).
const (
	fetchEvery = 10 * time.Second
	fetchBurst = 6
)

// google verifies ID tokens of one OpenID issuer.
type google struct {
	issuer, client string
	now            func() time.Time
	http           *http.Client

	mu       sync.Mutex
	verifier *oidc.IDTokenVerifier
}

func newGoogle(issuer, client string, c http.Client, now func() time.Time) *google {
	c.Transport = fewFetches{c.Transport, rate.NewLimiter(rate.Every(fetchEvery), fetchBurst), now}
	return &google{issuer: issuer, client: client, now: now, http: &c}
}

// discover fetches the issuer's configuration with the first login.
func (g *google) discover(ctx context.Context) (*oidc.IDTokenVerifier, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.verifier != nil {
		return g.verifier, nil
	}
	// The verifier outlives this login, so its later fetches must not use this context.
	provider, err := oidc.NewProvider(oidc.ClientContext(context.WithoutCancel(ctx), g.http), g.issuer)
	if err != nil {
		return nil, err
	}
	g.verifier = provider.Verifier(&oidc.Config{
		ClientID: g.client, SupportedSigningAlgs: []string{oidc.RS256}, Now: g.now,
		SkipExpiryCheck: true, // checked below, with tolerance
	})
	return g.verifier, nil
}

func (g *google) verify(ctx context.Context, token, nonce string) (none claims, err error) {
	if len(token) > 8<<10 || strings.Count(token, ".") != 2 {
		return none, errors.New("not an ID token")
	}
	verifier, err := g.discover(ctx)
	if err != nil {
		return none, unreachable(err)
	}
	t, err := verifier.Verify(oidc.ClientContext(ctx, g.http), token)
	if err != nil {
		if strings.Contains(err.Error(), "fetching keys") && !strings.Contains(err.Error(), errTooOften.Error()) {
			return none, unreachable(err)
		}
		return none, cleaned(err)
	}
	var c struct {
		Azp, Email string
		Nbf        float64
		Verified   any `json:"email_verified"`
	}
	if err := t.Claims(&c); err != nil {
		return none, errors.New("its claims cannot be parsed")
	}
	now, soon := g.now(), g.now().Add(tolerance)
	switch {
	case now.After(t.Expiry.Add(tolerance)):
		return none, errors.New("it is expired")
	case t.IssuedAt.IsZero() || t.IssuedAt.After(soon):
		return none, errors.New("it was issued in the future, or has no issue time")
	case t.Expiry.Sub(t.IssuedAt) > maxTokenLife:
		return none, errors.New("its lifetime is too long")
	case c.Nbf > float64(soon.Unix()):
		return none, errors.New("it is not valid yet")
	case len(t.Audience) != 1:
		return none, errors.New("it is for several audiences")
	case c.Azp != "" && c.Azp != g.client:
		return none, errors.New("it was issued to another client")
	case t.Nonce != nonce:
		return none, errors.New("its nonce is not the one of this login")
	case t.Subject == "" || len(t.Subject) > 255:
		return none, errors.New("it has no subject")
	case c.Email == "" || c.Verified != true && c.Verified != "true":
		return none, errors.New("its e-mail address is not verified")
	}
	return claims{t.Subject, c.Email, t.Expiry.Add(tolerance)}, nil
}

// fewFetches refuses requests that come too often. The library asks for the keys again when a token names an unknown one, so invented
// tokens could make the BFF flood the provider; a known key needs no request.
type fewFetches struct {
	next  http.RoundTripper
	limit *rate.Limiter
	now   func() time.Time
}

var errTooOften = errors.New("the provider was asked too often")

func (f fewFetches) RoundTrip(r *http.Request) (*http.Response, error) {
	if !f.limit.AllowN(f.now(), 1) {
		return nil, errTooOften
	}
	return f.next.RoundTrip(r)
}
