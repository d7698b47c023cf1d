// Package social verifies social logins (docs/threat-model.md T19): the socialId and email that are sent upstream come from
// the provider's token, not from the browser's claims.
package social

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/expiring"
	"tablefront/bff/fault"
	"tablefront/bff/rawjson"
)

// Options of a Verifier. A provider without its ids is off.
type Options struct {
	// GoogleClientID is the expected audience of Google ID tokens.
	GoogleClientID string
	// GoogleIssuer is where Google's keys are discovered, https://accounts.google.com.
	GoogleIssuer string
	// FacebookAppID and FacebookAppSecret are those of the app whose tokens are accepted.
	FacebookAppID, FacebookAppSecret string
	// FacebookGraphURL is the Graph API, https://graph.facebook.com.
	FacebookGraphURL string
	// Client makes the requests. It follows no redirect.
	Client *http.Client
	now    func() time.Time // the clock; nil: the system's
}

// Verifier verifies the tokens in the bodies of the calls `social` and `register`. It is safe for concurrent use.
type Verifier struct {
	google   *google
	facebook *facebook
	now      func() time.Time
	// used has the hashes of the ID tokens that were used, until they expire, so that a stolen one can't be replayed.
	used *expiring.Map[struct{}]
}

// claims are what a provider asserts.
type claims struct {
	id    string
	email string    // empty: the provider knows none
	until time.Time // the end of a proof of one login; zero: an access token, which a provider gives out again while its session lasts
}

// New returns a Verifier. It makes no request yet; keys are fetched with the first login.
func New(c Options) *Verifier {
	if c.now == nil {
		c.now = time.Now
	}
	v := &Verifier{now: c.now, used: expiring.New[struct{}](maxUsed, c.now)}
	if c.GoogleClientID != "" {
		v.google = newGoogle(c.GoogleIssuer, c.GoogleClientID, *c.Client, c.now)
	}
	if c.FacebookAppID != "" {
		v.facebook = &facebook{graph: c.FacebookGraphURL, app: c.FacebookAppID, secret: c.FacebookAppSecret, client: c.Client, now: c.now}
	}
	return v
}

// known are the members of the body that matter here. Any other spelling of them is rejected, since an upstream that ignores
// case could read a second, unverified one.
var known = []string{"socialId", "socialName", "email", "provider", "idToken", "accessToken", "nonce"}

// proofs are the members that are never sent upstream.
var proofs = map[string]bool{"provider": true, "idToken": true, "accessToken": true, "nonce": true}

// Verify verifies the body of POST social, or of POST register. In addition to the documented fields it has provider ("google" or "facebook";
// optional if there is only one token), idToken (Google) or accessToken (Facebook), and nonce if the client used one. The
// result is the same JSON without these members, and with socialId and email replaced by the verified ones; all other bytes
// are unchanged. A register without socialId and without a token is an ordinary registration and passes unchanged. An ID token is accepted once by each of the
// two calls. The error is always a *fault.Fault. If no provider is configured, everything passes unchanged.
func (v *Verifier) Verify(ctx context.Context, body []byte, register bool) ([]byte, error) {
	if v.google == nil && v.facebook == nil {
		return body, nil
	}
	members, err := rawjson.Members(body)
	if err != nil {
		return nil, fault.BadRequest.Because(err)
	}
	values := map[string]string{}
	for _, m := range members {
		i := slices.IndexFunc(known, func(name string) bool { return strings.EqualFold(fold.Replace(m.Name), name) })
		if i < 0 {
			continue
		}
		name, value := known[i], m.Value.Of(body)
		if m.Name != name {
			return nil, fault.BadRequest.Because(fmt.Errorf("unexpected spelling of member %q", name))
		}
		if _, twice := values[name]; twice {
			return nil, fault.BadRequest.Because(fmt.Errorf("duplicate member %q", name))
		}
		text, ok := rawjson.Unquote(value)
		switch {
		case ok, string(value) == "null":
		case name == "socialId" && strings.IndexByte("-0123456789", value[0]) >= 0: // some providers' ids are written as numbers
			text = string(value)
		default:
			return nil, fault.BadRequest.Because(fmt.Errorf("%q is not a string", name))
		}
		values[name] = text
	}
	if register && values["socialId"] == "" && values["idToken"] == "" && values["accessToken"] == "" {
		return rawjson.Apply(body, rawjson.Cut(members, isProof)...), nil
	}
	c, err := v.prove(ctx, values, register)
	if err != nil {
		return nil, err
	}
	body = rawjson.Apply(body, rawjson.Cut(members, func(m rawjson.Member) bool { return isProof(m) || m.Name == "email" && c.email == "" })...)
	body = setMember(body, "socialId", c.id)
	if c.email != "" {
		body = setMember(body, "email", c.email)
	}
	return body, nil
}

// fold removes separators between the words of a name.
var fold = strings.NewReplacer("_", "", "-", "")

func isProof(m rawjson.Member) bool { return proofs[m.Name] }

// setMember replaces a member of an object, or adds it at the end.
func setMember(body []byte, name, text string) []byte {
	at, value := rawjson.Find(body, name), rawjson.Quote(text)
	if !at.Found() {
		end := bytes.LastIndexByte(body, '}')
		at = rawjson.Span{Start: end, End: end}
		value = append([]byte(`"`+name+`":`), value...)
		if !bytes.HasSuffix(bytes.TrimSpace(body[:end]), []byte("{")) {
			value = append([]byte(","), value...)
		}
	}
	return rawjson.Apply(body, rawjson.Edit{At: at, With: value})
}

// prove verifies the given token with its provider.
func (v *Verifier) prove(ctx context.Context, values map[string]string, register bool) (c claims, err error) {
	idToken, accessToken, provider := values["idToken"], values["accessToken"], strings.ToLower(values["provider"])
	switch {
	case v.google != nil && idToken != "" && (provider == "google" || provider == "" && accessToken == ""):
		c, err = v.google.verify(ctx, idToken, values["nonce"])
	case v.facebook != nil && accessToken != "" && (provider == "facebook" || provider == "" && idToken == ""):
		c, err = v.facebook.verify(ctx, accessToken)
	default:
		err = errors.New("no token of a configured provider")
	}
	claimed := values["socialId"]
	switch {
	case errors.Is(err, errProvider):
		return c, faultUnreachable.Because(err)
	case err != nil:
	case claimed != "" && claimed != c.id:
		err = errors.New("the token and socialId name different persons")
	case !c.until.IsZero() && !v.used.PutNew(hashOf(idToken, register), struct{}{}, c.until.Sub(v.now())):
		err = errors.New("the ID token was used before")
	}
	if err != nil {
		return c, faultUnverified.Because(err)
	}
	return c, nil
}

// maxUsed limits the memory; beyond it the tokens that were used first are removed.
const maxUsed = 50_000

func hashOf(token string, register bool) string {
	sum := sha256.Sum256([]byte(strconv.FormatBool(register) + " " + token))
	return string(sum[:])
}

// Forget makes the tokens of a body that Verify accepted be new again: the upstream has not taken them, so the customer tries again.
func (v *Verifier) Forget(body []byte, register bool) {
	for _, name := range [...]string{"idToken", "accessToken"} {
		if token, ok := rawjson.Unquote(rawjson.Find(body, name).Of(body)); ok {
			v.used.Remove(hashOf(token, register))
		}
	}
}

// read reads a provider's response, at most 256 KiB of it.
func read(res *http.Response, err error) ([]byte, error) {
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(io.LimitReader(res.Body, 256<<10))
}

// The faults of a social login that is not sent upstream. Their causes never contain a token.
var (
	faultUnverified  = fault.New(422, "social_unverified", "Your sign-in could not be confirmed. Please try again.")
	faultUnreachable = fault.New(502, "provider_unreachable", "The sign-in provider can't be reached right now. Please try again in a moment.")
)

// errProvider marks failures that are the provider's or the network's, not the customer's.
var errProvider = errors.New("the provider is unreachable")

// unreachable marks an error as errProvider.
func unreachable(err error) error { return fmt.Errorf("%w: %w", errProvider, cleaned(err)) }

// cleaned removes the URL from a network error, since it may contain a token.
func cleaned(err error) error {
	if u, is := errors.AsType[*url.Error](err); is {
		return u.Err
	}
	return err
}
