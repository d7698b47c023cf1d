// Package social verifies social logins (docs/threat-model.md T19): the socialId and email that are sent upstream come from
// the provider's token, not from the browser's claims.
package social

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"tablefront/bff/rawjson"
)

// Config of a Verifier. A provider without its ids is off.
type Config struct {
	// GoogleClientID is the expected audience of Google ID tokens.
	GoogleClientID string
	// GoogleIssuer is where Google's keys are discovered. Default https://accounts.google.com.
	GoogleIssuer string
	// FacebookAppID and FacebookAppSecret are those of the app whose tokens are accepted.
	FacebookAppID, FacebookAppSecret string
	// FacebookGraphURL is the Graph API. Default https://graph.facebook.com.
	FacebookGraphURL string
	// Client makes the calls to the providers. Default: a client with a 5 s timeout, without proxy and redirects.
	Client *http.Client
	// Now is the clock. Default time.Now.
	Now func() time.Time
}

// Verifier verifies the tokens in the bodies of the calls `social` and `register`. It is safe for concurrent use.
type Verifier struct {
	google   *google
	facebook *facebook
	used     *usedOnce
}

// claims are what a provider asserts.
type claims struct {
	id    string
	email string // empty: the provider knows none
}

// New returns a Verifier. It makes no request yet; keys are fetched with the first login. It returns an error for an invalid
// URL, and for an app id without its secret or vice versa.
func New(c Config) (*Verifier, error) {
	if c.Client == nil {
		c.Client = &http.Client{
			Timeout:       5 * time.Second,
			Transport:     &http.Transport{Proxy: nil, TLSHandshakeTimeout: 3 * time.Second, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	v := &Verifier{used: newUsedOnce(c.Now)}
	if c.GoogleClientID != "" {
		issuer := c.GoogleIssuer
		if issuer == "" {
			issuer = "https://accounts.google.com"
		}
		if err := isAddress(issuer); err != nil {
			return nil, fmt.Errorf("social: the Google issuer: %w", err)
		}
		v.google = newGoogle(issuer, c.GoogleClientID, c.Client, c.Now)
	}
	if (c.FacebookAppID == "") != (c.FacebookAppSecret == "") {
		return nil, errors.New("social: a Facebook login needs both the app's id and its secret")
	}
	if c.FacebookAppID != "" {
		graph := strings.TrimRight(c.FacebookGraphURL, "/")
		if graph == "" {
			graph = "https://graph.facebook.com"
		}
		if err := isAddress(graph); err != nil {
			return nil, fmt.Errorf("social: the Facebook Graph address: %w", err)
		}
		v.facebook = &facebook{graph: graph, app: c.FacebookAppID, secret: c.FacebookAppSecret, client: c.Client, now: c.Now}
	}
	return v, nil
}

func isAddress(s string) error {
	u, err := url.Parse(s)
	if err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil {
		return fmt.Errorf("%q is not an http(s) URL", s)
	}
	return nil
}

// Enabled reports whether a provider is configured. If none is, the calls pass unchanged and a warning is logged at start.
func (v *Verifier) Enabled() bool { return v != nil && (v.google != nil || v.facebook != nil) }

// Social verifies the body of POST social. In addition to the documented fields it has provider ("google" or "facebook";
// optional if there is only one token), idToken (Google) or accessToken (Facebook), and nonce if the client used one. The
// result is the same JSON without these members, and with socialId and email replaced by the verified ones; all other bytes
// are unchanged. A token is accepted once by Social and once by Register. The error is always a *Refusal.
func (v *Verifier) Social(ctx context.Context, body []byte) ([]byte, error) {
	return v.check(ctx, body, "social")
}

// Register is Social for POST register: a body without socialId and without a token is an ordinary registration and passes
// unchanged.
func (v *Verifier) Register(ctx context.Context, body []byte) ([]byte, error) {
	return v.check(ctx, body, "register")
}

// known are the members of the body that matter here. Any other spelling of them is rejected, since an upstream that ignores
// case could read a second, unverified one.
var known = []string{"socialId", "socialName", "email", "provider", "idToken", "accessToken", "nonce"}

// proofs are the members that are never sent upstream.
var proofs = map[string]bool{"provider": true, "idToken": true, "accessToken": true, "nonce": true}

func (v *Verifier) check(ctx context.Context, body []byte, call string) ([]byte, error) {
	if !v.Enabled() {
		return body, nil
	}
	members, err := rawjson.Members(body)
	if err != nil {
		return nil, malformed(err)
	}
	values := map[string]string{}
	at := map[string]rawjson.Member{}
	for _, m := range members {
		for _, name := range known {
			if m.Name != name {
				if strings.EqualFold(fold(m.Name), fold(name)) {
					return nil, malformed(fmt.Errorf("unexpected spelling of member %q", name))
				}
				continue
			}
			if _, twice := at[name]; twice {
				return nil, malformed(fmt.Errorf("duplicate member %q", name))
			}
			at[name] = m
			var text *string
			if json.Unmarshal(m.Value.Of(body), &text) != nil {
				var number json.Number // some providers' ids are written as numbers
				if name != "socialId" || json.Unmarshal(m.Value.Of(body), &number) != nil {
					return nil, malformed(fmt.Errorf("%q is not a string", name))
				}
				s := number.String()
				text = &s
			}
			if text != nil {
				values[name] = *text
			}
		}
	}
	if call == "register" && values["socialId"] == "" && values["idToken"] == "" && values["accessToken"] == "" {
		return rawjson.Apply(body, rawjson.Cut(members, func(m rawjson.Member) bool { return proofs[m.Name] })...), nil
	}
	c, err := v.prove(ctx, values, call)
	if err != nil {
		return nil, err
	}
	return rewrite(body, members, at, c)
}

// fold removes separators between the words of a name.
func fold(name string) string { return strings.NewReplacer("_", "", "-", "").Replace(name) }

// prove verifies the given token with its provider.
func (v *Verifier) prove(ctx context.Context, values map[string]string, call string) (claims, error) {
	idToken, accessToken := values["idToken"], values["accessToken"]
	provider := strings.ToLower(values["provider"])
	if provider == "" {
		switch {
		case idToken != "" && accessToken == "":
			provider = "google"
		case accessToken != "" && idToken == "":
			provider = "facebook"
		}
	}
	var c claims
	var err error
	var proof string
	var until time.Time
	switch {
	case provider == "google" && v.google != nil && idToken != "":
		proof = idToken
		c, until, err = v.google.verify(ctx, idToken, values["nonce"])
	case provider == "facebook" && v.facebook != nil && accessToken != "":
		proof = accessToken
		c, until, err = v.facebook.verify(ctx, accessToken)
	default:
		return claims{}, unproven(errors.New("no token of a configured provider"))
	}
	if err != nil {
		return claims{}, refusal(err)
	}
	if claimed := values["socialId"]; claimed != "" && claimed != c.id {
		return claims{}, unproven(errors.New("the token and socialId name different persons"))
	}
	if !v.used.take(call+" "+provider+" "+proof, until) {
		return claims{}, unproven(errors.New("the token was used before"))
	}
	return c, nil
}

// rewrite returns the body that is sent upstream.
func rewrite(body []byte, members []rawjson.Member, at map[string]rawjson.Member, c claims) ([]byte, error) {
	drop := func(m rawjson.Member) bool { return proofs[m.Name] || m.Name == "email" && c.email == "" }
	body = rawjson.Apply(body, rawjson.Cut(members, drop)...)
	members, err := rawjson.Members(body)
	if err != nil {
		return nil, malformed(err)
	}
	verified := map[string]string{"socialId": c.id}
	if c.email != "" {
		verified["email"] = c.email
	}
	var edits []rawjson.Edit
	for _, m := range members {
		if text, ok := verified[m.Name]; ok {
			edits = append(edits, rawjson.Edit{At: m.Value, With: rawjson.Quote(text)})
		}
	}
	// What the browser left out is added at the end.
	end := strings.LastIndexByte(string(body), '}')
	var added []byte
	for _, name := range []string{"socialId", "email"} {
		text, ok := verified[name]
		if _, there := at[name]; there || !ok {
			continue
		}
		if len(members) > 0 || len(added) > 0 {
			added = append(added, ',')
		}
		added = append(append(added, `"`+name+`":`...), rawjson.Quote(text)...)
	}
	if added != nil {
		edits = append(edits, rawjson.Edit{At: rawjson.Span{Start: end, End: end}, With: added})
	}
	return rawjson.Apply(body, edits...), nil
}

// Refusal is the error for a social login that is not sent upstream, in the form of docs/wire.md section 3.
type Refusal struct {
	// Status is 400 (malformed body), 422 (token missing or invalid) or 502 (the provider is unreachable).
	Status int
	// Code is bad_request, social_unverified or provider_unreachable.
	Code string
	// Message is for the customer: an English sentence, a translation key.
	Message string
	// Cause is for the log. It never contains a token.
	Cause error
}

// Error says code and cause.
func (r *Refusal) Error() string {
	if r.Cause == nil {
		return "social: " + r.Code
	}
	return "social: " + r.Code + ": " + r.Cause.Error()
}

// Unwrap gives the cause.
func (r *Refusal) Unwrap() error { return r.Cause }

// errProvider marks failures that are the provider's or the network's, not the customer's.
var errProvider = errors.New("the provider is unreachable")

func malformed(cause error) *Refusal {
	return &Refusal{http.StatusBadRequest, "bad_request", "The request could not be understood.", cause}
}

func unproven(cause error) *Refusal {
	return &Refusal{http.StatusUnprocessableEntity, "social_unverified", "Your sign-in could not be confirmed. Please try again.", cause}
}

func refusal(err error) *Refusal {
	if errors.Is(err, errProvider) {
		return &Refusal{http.StatusBadGateway, "provider_unreachable", "The sign-in provider can't be reached right now. Please try again in a moment.", err}
	}
	return unproven(err)
}
