package social

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
)

// tolerance is how far the provider's clock and ours may differ.
const tolerance = 60 * time.Second

// maxTokenLife is the longest life an ID token may claim: Google's live an hour.
const maxTokenLife = 24 * time.Hour

// keysAgain is how long the provider's keys are not fetched again, whatever key ids tokens name (docs/threat-model.md T19).
const keysAgain = 5 * time.Minute

// google verifies ID tokens of one OpenID issuer.
type google struct {
	issuer, client string
	now            func() time.Time
	http           *http.Client

	mu       sync.Mutex
	verifier *oidc.IDTokenVerifier
}

func newGoogle(issuer, client string, c http.Client, now func() time.Time) *google {
	c.Transport = &fewFetches{next: c.Transport, now: now, kept: map[string]fetched{}}
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
		return nil, fmt.Errorf("%w: %w", errProvider, cleaned(err))
	}
	g.verifier = provider.Verifier(&oidc.Config{
		ClientID: g.client, SupportedSigningAlgs: []string{oidc.RS256}, Now: g.now,
		SkipExpiryCheck: true, // checked below, with tolerance
	})
	return g.verifier, nil
}

// verify verifies an ID token.
func (g *google) verify(ctx context.Context, token, nonce string) (claims, error) {
	if len(token) > 8<<10 || strings.Count(token, ".") != 2 {
		return claims{}, errors.New("not an ID token")
	}
	if err := onlyRS256(token); err != nil {
		return claims{}, err
	}
	verifier, err := g.discover(ctx)
	if err != nil {
		return claims{}, err
	}
	t, err := verifier.Verify(oidc.ClientContext(ctx, g.http), token)
	if err != nil {
		if strings.Contains(err.Error(), "fetching keys") {
			return claims{}, fmt.Errorf("%w: %w", errProvider, cleaned(err))
		}
		return claims{}, cleaned(err)
	}
	var c struct {
		Sub      string      `json:"sub"`
		Azp      string      `json:"azp"`
		Nonce    string      `json:"nonce"`
		Email    string      `json:"email"`
		Verified any         `json:"email_verified"`
		Exp      json.Number `json:"exp"`
		Iat      json.Number `json:"iat"`
		Nbf      json.Number `json:"nbf"`
	}
	if err := t.Claims(&c); err != nil {
		return claims{}, errors.New("its claims cannot be parsed")
	}
	now := g.now()
	exp, iat, nbf := moment(c.Exp), moment(c.Iat), moment(c.Nbf)
	switch {
	case exp.IsZero() || now.After(exp.Add(tolerance)):
		err = errors.New("it is expired")
	case iat.IsZero() || iat.After(now.Add(tolerance)):
		err = errors.New("it was issued in the future, or has no issue time")
	case exp.Sub(iat) > maxTokenLife:
		err = errors.New("its lifetime is too long")
	case c.Nbf != "" && (nbf.IsZero() || nbf.After(now.Add(tolerance))):
		err = errors.New("it is not valid yet")
	case len(t.Audience) != 1:
		err = errors.New("it is for several audiences")
	case c.Azp != "" && c.Azp != g.client:
		err = errors.New("it was issued to another client")
	case c.Nonce != nonce:
		err = errors.New("its nonce is not the one of this login")
	case c.Sub == "" || len(c.Sub) > 255:
		err = errors.New("it has no subject")
	case c.Email == "" || !isTrue(c.Verified):
		err = errors.New("its e-mail address is not verified")
	}
	if err != nil {
		return claims{}, err
	}
	return claims{c.Sub, c.Email, exp.Add(tolerance)}, nil
}

// onlyRS256 checks the token's header before any key is fetched for it.
func onlyRS256(token string) error {
	head, _, _ := strings.Cut(token, ".")
	raw, err := base64.RawURLEncoding.DecodeString(head)
	if err != nil {
		return errors.New("its header cannot be parsed")
	}
	var h map[string]any
	if json.Unmarshal(raw, &h) != nil || h["alg"] != "RS256" {
		return errors.New("it is not signed with RS256")
	}
	for _, name := range []string{"crit", "jwk", "jku", "x5u", "x5c", "b64"} {
		if _, ok := h[name]; ok {
			return fmt.Errorf("its header has %q", name)
		}
	}
	return nil
}

func isTrue(v any) bool { return v == true || v == "true" }

func moment(n json.Number) time.Time {
	f, err := n.Float64()
	if err != nil || f <= 0 || f > 1e11 {
		return time.Time{}
	}
	return time.Unix(int64(f), 0)
}

// cleaned removes the URL from a network error, since it may contain a token.
func cleaned(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

// fewFetches answers a repeated GET within keysAgain from memory, so that tokens with invented key ids can't make the BFF
// flood the provider with requests. Failures are remembered for a shorter time.
type fewFetches struct {
	next http.RoundTripper
	now  func() time.Time
	mu   sync.Mutex
	kept map[string]fetched // by URL: those of the issuer's configuration and of its keys
}

type fetched struct {
	until time.Time
	res   *http.Response
	body  []byte
	err   error
}

// RoundTrip implements http.RoundTripper.
func (f *fewFetches) RoundTrip(r *http.Request) (*http.Response, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	k := f.kept[r.URL.String()]
	if !f.now().Before(k.until) {
		k = fetched{}
		k.res, k.body, k.err = f.fetch(r)
		life := keysAgain
		if k.err != nil || k.res.StatusCode != http.StatusOK {
			life = 10 * time.Second
		}
		k.until = f.now().Add(life)
		f.kept[r.URL.String()] = k
	}
	if k.err != nil {
		return nil, k.err
	}
	res := *k.res
	res.Body = io.NopCloser(bytes.NewReader(k.body))
	return &res, nil
}

func (f *fewFetches) fetch(r *http.Request) (*http.Response, []byte, error) {
	// Other callers wait for this response, so it must not be cancelled with the first one.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), 5*time.Second)
	defer cancel()
	res, err := f.next.RoundTrip(r.Clone(ctx))
	if err != nil {
		return nil, nil, err
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	body, err := io.ReadAll(io.LimitReader(res.Body, 256<<10))
	return res, body, err
}
