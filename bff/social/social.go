// Package social verifies social logins (docs/threat-model.md T19): the socialId and email that are sent upstream come from
// the provider's token, not from the browser's claims.
package social

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hashicorp/golang-lru/v2/simplelru"

	"tablefront/bff/fault"
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
	until time.Time
}

// New returns a Verifier. It makes no request yet; keys are fetched with the first login.
func New(c Config) *Verifier {
	if c.Now == nil {
		c.Now = time.Now
	}
	client := http.Client{
		Timeout:       5 * time.Second,
		Transport:     &http.Transport{Proxy: nil, TLSHandshakeTimeout: 3 * time.Second, MaxIdleConnsPerHost: 4, IdleConnTimeout: time.Minute},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	v := &Verifier{used: newUsedOnce(c.Now)}
	if c.GoogleClientID != "" {
		v.google = newGoogle(cmp.Or(c.GoogleIssuer, "https://accounts.google.com"), c.GoogleClientID, client, c.Now)
	}
	if c.FacebookAppID != "" {
		graph := cmp.Or(strings.TrimRight(c.FacebookGraphURL, "/"), "https://graph.facebook.com")
		v.facebook = &facebook{graph: graph, app: c.FacebookAppID, secret: c.FacebookAppSecret, client: &client, now: c.Now}
	}
	return v
}

// Enabled reports whether a provider is configured. If none is, the calls pass unchanged and a warning is logged at start.
func (v *Verifier) Enabled() bool { return v.google != nil || v.facebook != nil }

// Social verifies the body of POST social. In addition to the documented fields it has provider ("google" or "facebook";
// optional if there is only one token), idToken (Google) or accessToken (Facebook), and nonce if the client used one. The
// result is the same JSON without these members, and with socialId and email replaced by the verified ones; all other bytes
// are unchanged. A token is accepted once by Social and once by Register. The error is always a *fault.Fault.
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
		return nil, faultBadRequest.Because(err)
	}
	values, seen := map[string]string{}, map[string]bool{}
	for _, m := range members {
		i := slices.IndexFunc(known, func(name string) bool { return strings.EqualFold(fold.Replace(m.Name), name) })
		if i < 0 {
			continue
		}
		name := known[i]
		if m.Name != name {
			return nil, faultBadRequest.Because(fmt.Errorf("unexpected spelling of member %q", name))
		}
		if seen[name] {
			return nil, faultBadRequest.Because(fmt.Errorf("duplicate member %q", name))
		}
		seen[name] = true
		value := m.Value.Of(body)
		switch text, ok := rawjson.Unquote(value); {
		case ok:
			values[name] = text
		case string(value) == "null":
		case name == "socialId" && strings.IndexByte("-0123456789", value[0]) >= 0: // some providers' ids are written as numbers
			values[name] = string(value)
		default:
			return nil, faultBadRequest.Because(fmt.Errorf("%q is not a string", name))
		}
	}
	if call == "register" && values["socialId"] == "" && values["idToken"] == "" && values["accessToken"] == "" {
		return rawjson.Apply(body, rawjson.Cut(members, isProof)...), nil
	}
	c, err := v.prove(ctx, values, call)
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
	proof := idToken
	switch {
	case provider == "google" && v.google != nil && idToken != "":
		c, err = v.google.verify(ctx, idToken, values["nonce"])
	case provider == "facebook" && v.facebook != nil && accessToken != "":
		proof = accessToken
		c, err = v.facebook.verify(ctx, accessToken)
	default:
		err = errors.New("no token of a configured provider")
	}
	claimed := values["socialId"]
	switch {
	case errors.Is(err, errProvider):
		return claims{}, faultUnreachable.Because(err)
	case err != nil:
	case claimed != "" && claimed != c.id:
		err = errors.New("the token and socialId name different persons")
	case !v.used.take(call+" "+provider+" "+proof, c.until):
		err = errors.New("the token was used before")
	}
	if err != nil {
		return claims{}, faultUnverified.Because(err)
	}
	return c, nil
}

// usedOnce remembers used tokens until they expire, so that a stolen one can't be replayed.
type usedOnce struct {
	now  func() time.Time
	mu   sync.Mutex
	seen *simplelru.LRU[[32]byte, time.Time]
}

// maxUsed limits the memory; beyond it the tokens that were used first are removed.
const maxUsed = 50_000

func newUsedOnce(now func() time.Time) *usedOnce {
	u := &usedOnce{now: now}
	u.seen, _ = simplelru.NewLRU[[32]byte, time.Time](maxUsed, nil) // fails for a size of 0 only
	return u
}

// take reports whether a token is new, and remembers it.
func (u *usedOnce) take(proof string, until time.Time) bool {
	key := sha256.Sum256([]byte(proof))
	u.mu.Lock()
	defer u.mu.Unlock()
	if end, ok := u.seen.Peek(key); ok && u.now().Before(end) {
		return false
	}
	u.seen.Add(key, until)
	return true
}

// The faults of a social login that is not sent upstream. Their causes never contain a token.
var (
	faultBadRequest  = fault.New(400, "bad_request", "The request could not be understood.")
	faultUnverified  = fault.New(422, "social_unverified", "Your sign-in could not be confirmed. Please try again.")
	faultUnreachable = fault.New(502, "provider_unreachable", "The sign-in provider can't be reached right now. Please try again in a moment.")
)

// errProvider marks failures that are the provider's or the network's, not the customer's.
var errProvider = errors.New("the provider is unreachable")
