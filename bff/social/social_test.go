package social

import (
	"context"
	"crypto"
	"crypto/hmac"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/sha512"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tablefront/bff/fault"
	"tablefront/bff/rawjson"
	"tablefront/bff/upstream"
)

const clientID = "shop.apps.example"

var (
	ownKey   = mustKey()
	otherKey = mustKey()
)

func mustKey() *rsa.PrivateKey {
	k, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		panic(err)
	}
	return k
}

type obj = map[string]any

func seg(v any) string {
	b, _ := json.Marshal(v)
	return base64.RawURLEncoding.EncodeToString(b)
}

// issuer is a local OpenID provider and Graph API that counts its requests.
type issuer struct {
	*httptest.Server
	keyFetches, graphCalls, discoveries atomic.Int64
	down                                atomic.Bool
	now                                 atomic.Int64
	debug, person                       atomic.Pointer[obj]
}

func newIssuer(t testing.TB) *issuer {
	i := &issuer{}
	i.now.Store(time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC).Unix())
	i.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if i.down.Load() {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		w.Header().Set("Content-Type", "application/json")
		write := func(v any) { json.NewEncoder(w).Encode(v) }
		switch r.URL.Path {
		case "/.well-known/openid-configuration":
			i.discoveries.Add(1)
			write(obj{"issuer": i.URL, "jwks_uri": i.URL + "/keys", "authorization_endpoint": i.URL + "/a", "token_endpoint": i.URL + "/t", "id_token_signing_alg_values_supported": []string{"RS256", "HS256", "none"}})
		case "/keys":
			i.keyFetches.Add(1)
			write(obj{"keys": []any{obj{
				"kty": "RSA", "alg": "RS256", "use": "sig", "kid": "own", "n": base64.RawURLEncoding.EncodeToString(ownKey.N.Bytes()),
				"e": base64.RawURLEncoding.EncodeToString(big.NewInt(int64(ownKey.E)).Bytes()),
			}}})
		case "/debug_token":
			i.graphCalls.Add(1)
			if r.FormValue("access_token") != "app|secret" {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			write(i.debug.Load())
		default:
			i.graphCalls.Add(1)
			if i.person.Load() == nil {
				w.WriteHeader(http.StatusBadRequest)
				return
			}
			write(i.person.Load())
		}
	}))
	t.Cleanup(i.Close)
	return i
}

func (i *issuer) clock() time.Time { return time.Unix(i.now.Load(), 0) }

func (i *issuer) verifier(t testing.TB) *Verifier {
	t.Helper()
	return New(Options{
		GoogleClientID: clientID, GoogleIssuer: i.URL, FacebookAppID: "app", FacebookAppSecret: "secret", FacebookGraphURL: i.URL, Client: upstream.NewClient(5 * time.Second), now: i.clock,
	})
}

func (i *issuer) honest() (head, body obj) {
	now := i.now.Load()
	return obj{"alg": "RS256", "kid": "own", "typ": "JWT"}, obj{
		"iss": i.URL, "aud": clientID, "azp": clientID, "sub": "1001", "email": "anna@example.org", "email_verified": true, "iat": now - 5, "exp": now + 3600, "nonce": "n-1",
	}
}

func sign(k *rsa.PrivateKey, head, body obj) string {
	text := seg(head) + "." + seg(body)
	sum := sha256.Sum256([]byte(text))
	sig, err := rsa.SignPKCS1v15(nil, k, crypto.SHA256, sum[:])
	if err != nil {
		panic(err)
	}
	return text + "." + base64.RawURLEncoding.EncodeToString(sig)
}

func hmacSign(head, body obj, key []byte) string {
	text := seg(head) + "." + seg(body)
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return text + "." + base64.RawURLEncoding.EncodeToString(m.Sum(nil))
}

func post(token string, more ...string) []byte {
	b := fmt.Sprintf(`{"socialName":"Anna","idToken":%s,"nonce":"n-1"`, rawjson.Quote(token))
	for _, m := range more {
		b += "," + m
	}
	return []byte(b + "}")
}

// TestForged: docs/threat-model.md T19. Every class of forged or stolen proof is rejected, and a valid one is accepted.
func TestForged(t *testing.T) {
	i := newIssuer(t)
	pub, err := x509.MarshalPKIXPublicKey(&ownKey.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	publicPEM := pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: pub})
	type change func(head, body obj)
	signed := func(c change) []byte {
		h, b := i.honest()
		c(h, b)
		return post(sign(ownKey, h, b))
	}
	h, b := i.honest()
	honest := sign(ownKey, h, b)
	parts := strings.Split(honest, ".")
	now := i.now.Load()
	forged := map[string][]byte{
		"alg none, no signature":       post(seg(obj{"alg": "none", "kid": "own"}) + "." + parts[1] + "."),
		"alg None":                     post(seg(obj{"alg": "None", "kid": "own"}) + "." + parts[1] + "."),
		"alg none, old signature":      post(seg(obj{"alg": "none", "kid": "own"}) + "." + parts[1] + "." + parts[2]),
		"alg empty":                    signed(func(h, _ obj) { h["alg"] = "" }),
		"alg missing":                  signed(func(h, _ obj) { delete(h, "alg") }),
		"HS256 with the public key":    post(hmacSign(obj{"alg": "HS256", "kid": "own"}, b, publicPEM)),
		"HS256 with the DER key":       post(hmacSign(obj{"alg": "HS256", "kid": "own"}, b, pub)),
		"HS256 with the modulus":       post(hmacSign(obj{"alg": "HS256", "kid": "own"}, b, ownKey.N.Bytes())),
		"HS256 with an empty key":      post(hmacSign(obj{"alg": "HS256"}, b, nil)),
		"RS384":                        post(rs(ownKey, crypto.SHA384, "RS384", b)),
		"RS512":                        post(rs(ownKey, crypto.SHA512, "RS512", b)),
		"PS256":                        post(ps(ownKey, b)),
		"claims RS256, is PS256":       post(strings.Replace(ps(ownKey, b), seg(obj{"alg": "PS256", "kid": "own"}), seg(obj{"alg": "RS256", "kid": "own"}), 1)),
		"another key, own kid":         post(sign(otherKey, h, b)),
		"another key, unknown kid":     post(sign(otherKey, obj{"alg": "RS256", "kid": "evil"}, b)),
		"own key in the head (jwk)":    post(sign(otherKey, obj{"alg": "RS256", "kid": "own", "jwk": obj{"kty": "RSA", "n": base64.RawURLEncoding.EncodeToString(otherKey.N.Bytes()), "e": "AQAB"}}, b)),
		"key address in the head":      post(sign(otherKey, obj{"alg": "RS256", "kid": "evil", "jku": i.URL + "/evil"}, b)),
		"certificate in the head":      post(sign(otherKey, obj{"alg": "RS256", "kid": "own", "x5c": []string{"MIIB"}}, b)),
		"certificate address":          post(sign(otherKey, obj{"alg": "RS256", "kid": "own", "x5u": i.URL}, b)),
		"critical extension":           signed(func(h, _ obj) { h["crit"] = []string{"exp"} }),
		"kid with a path":              post(sign(otherKey, obj{"alg": "RS256", "kid": "../../dev/null"}, b)),
		"signature missing":            post(parts[0] + "." + parts[1] + "."),
		"signature cut":                post(honest[:len(honest)-4]),
		"signature of another token":   post(parts[0] + "." + seg(with(b, "sub", "1")) + "." + parts[2]),
		"two segments":                 post(parts[0] + "." + parts[1]),
		"four segments":                post(honest + ".x"),
		"a JWE":                        post("a.b.c.d.e"),
		"not base64":                   post("ä.ö.ü"),
		"empty token":                  post(""),
		"wrong issuer":                 signed(func(_, b obj) { b["iss"] = "https://evil.example" }),
		"issuer with a slash":          signed(func(_, b obj) { b["iss"] = i.URL + "/" }),
		"issuer missing":               signed(func(_, b obj) { delete(b, "iss") }),
		"wrong audience":               signed(func(_, b obj) { b["aud"] = "other.apps.example" }),
		"audience missing":             signed(func(_, b obj) { delete(b, "aud") }),
		"audience a prefix":            signed(func(_, b obj) { b["aud"] = clientID + ".evil" }),
		"several audiences":            signed(func(_, b obj) { b["aud"] = []string{clientID, "evil"} }),
		"another authorised party":     signed(func(_, b obj) { b["azp"] = "evil" }),
		"expired":                      signed(func(_, b obj) { b["exp"] = now - 61 }),
		"expired long ago":             signed(func(_, b obj) { b["iat"], b["exp"] = now-90000, now-86400 }),
		"expiry missing":               signed(func(_, b obj) { delete(b, "exp") }),
		"expiry a text":                signed(func(_, b obj) { b["exp"] = "never" }),
		"expiry far away":              signed(func(_, b obj) { b["exp"] = now + 10*365*86400 }),
		"expiry huge":                  signed(func(_, b obj) { b["exp"] = 1e300 }),
		"issued in the future":         signed(func(_, b obj) { b["iat"] = now + 61 }),
		"no issue time":                signed(func(_, b obj) { delete(b, "iat") }),
		"not valid yet":                signed(func(_, b obj) { b["nbf"] = now + 61 }),
		"another login's nonce":        signed(func(_, b obj) { b["nonce"] = "n-2" }),
		"nonce missing in the token":   signed(func(_, b obj) { delete(b, "nonce") }),
		"mail not verified":            signed(func(_, b obj) { b["email_verified"] = false }),
		"mail verified by a word":      signed(func(_, b obj) { b["email_verified"] = "yes" }),
		"verification missing":         signed(func(_, b obj) { delete(b, "email_verified") }),
		"mail missing":                 signed(func(_, b obj) { delete(b, "email") }),
		"nobody":                       signed(func(_, b obj) { b["sub"] = "" }),
		"somebody else's socialId":     post(honest, `"socialId":"2002"`),
		"a socialId in other letters":  post(honest, `"SocialID":"2002"`),
		"a socialId with underscore":   post(honest, `"social_id":"2002"`),
		"two socialIds":                post(honest, `"socialId":"1001"`, `"socialId":"2002"`),
		"an escaped second socialId":   post(honest, `"socialId":"1001"`, `"social\u0049d":"2002"`),
		"a second e-mail":              post(honest, `"email":"anna@example.org"`, `"Email":"boss@example.org"`),
		"only a socialId":              []byte(`{"socialId":"1001","socialName":"Anna","email":"anna@example.org"}`),
		"no body":                      nil,
		"not an object":                []byte(`[]`),
		"an unknown provider":          post(honest, `"provider":"myspace"`),
		"the proof of another":         post(honest, `"provider":"facebook"`),
		"two proofs, no provider":      post(honest, `"accessToken":"EAAB"`),
		"an ID token that is a number": []byte(`{"idToken":1,"socialId":"1001"}`),
		"nonce of the token unsent":    []byte(`{"idToken":` + string(rawjson.Quote(honest)) + `}`),
		"an enormous token":            post(strings.Repeat("a", 9<<10) + ".b.c"),
	}
	if len(forged) < 40 {
		t.Fatalf("only %d classes", len(forged))
	}
	v := i.verifier(t)
	for name, body := range forged {
		for call, register := range map[string]bool{"social": false, "register": true} {
			if call == "register" && name == "empty token" {
				continue // without a proof and socialId it is an ordinary registration
			}
			out, err := v.Verify(context.Background(), body, register)
			var r *fault.Fault
			if err == nil || out != nil || !errors.As(err, &r) {
				t.Errorf("%s: %s passed as %s (%v)", call, name, out, err)
				continue
			}
			if r.Status != 422 && r.Status != 400 || r.Message == "" {
				t.Errorf("%s: %s: %+v", call, name, r)
			}
			if len(honest) > 0 && strings.Contains(err.Error(), parts[1]) {
				t.Errorf("%s: %s: the error holds the token", call, name)
			}
		}
	}
	if n := i.keyFetches.Load(); n > fetchBurst {
		t.Errorf("%d fetches of the keys", n)
	}
	out, err := v.Verify(context.Background(), post(honest, `"socialId":"1001"`), false)
	if err != nil || string(out) != `{"socialName":"Anna","socialId":"1001","email":"anna@example.org"}` {
		t.Fatalf("the honest login: %s %v", out, err)
	}
	t.Logf("%d classes of forged proofs refused", len(forged))
	if _, err := v.Verify(context.Background(), post(honest), false); err == nil {
		t.Error("the proof was played again")
	}
	if _, err := v.Verify(context.Background(), post(honest), true); err != nil {
		t.Errorf("after an unknown account the same proof registers: %v", err)
	}
	if _, err := v.Verify(context.Background(), post(honest), true); err == nil {
		t.Error("the proof registered twice")
	}
}

func with(b obj, k string, v any) obj { c := maps.Clone(b); c[k] = v; return c }

func rs(k *rsa.PrivateKey, h crypto.Hash, alg string, body obj) string {
	text := seg(obj{"alg": alg, "kid": "own"}) + "." + seg(body)
	var sum []byte
	if h == crypto.SHA384 {
		s := sha512.Sum384([]byte(text))
		sum = s[:]
	} else {
		s := sha512.Sum512([]byte(text))
		sum = s[:]
	}
	sig, _ := rsa.SignPKCS1v15(nil, k, h, sum)
	return text + "." + base64.RawURLEncoding.EncodeToString(sig)
}

func ps(k *rsa.PrivateKey, body obj) string {
	text := seg(obj{"alg": "PS256", "kid": "own"}) + "." + seg(body)
	sum := sha256.Sum256([]byte(text))
	sig, _ := rsa.SignPSS(rand.Reader, k, crypto.SHA256, sum[:], nil)
	return text + "." + base64.RawURLEncoding.EncodeToString(sig)
}

// TestClockTolerance: 60 s either way.
func TestClockTolerance(t *testing.T) {
	i := newIssuer(t)
	v := i.verifier(t)
	for name, c := range map[string]func(obj){
		"just expired": func(b obj) { b["exp"] = i.now.Load() - 60 }, "from a fast clock": func(b obj) { b["iat"], b["nbf"] = i.now.Load()+60, i.now.Load()+60 },
		"verified by a text": func(b obj) { b["email_verified"] = "true" }, "one audience in a list": func(b obj) { b["aud"] = []string{clientID} }, "without azp": func(b obj) { delete(b, "azp") },
	} {
		h, b := i.honest()
		b["sub"] = name
		c(b)
		if _, err := v.Verify(context.Background(), post(sign(ownKey, h, b)), false); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestKeyFlood: tokens with invented key ids make few requests, and customers with a known key log in meanwhile.
func TestKeyFlood(t *testing.T) {
	i := newIssuer(t)
	v := i.verifier(t)
	h, b := i.honest()
	if _, err := v.Verify(t.Context(), post(sign(ownKey, h, b)), false); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for n := range 25 {
				tok := sign(otherKey, obj{"alg": "RS256", "kid": fmt.Sprintf("kid-%d-%d", w, n)}, b)
				if _, err := v.Verify(context.Background(), post(tok), false); err == nil {
					t.Error("a forged token passed")
				}
			}
		})
	}
	wg.Wait()
	if n := i.keyFetches.Load(); n > fetchBurst {
		t.Errorf("%d fetches", n)
	}
	if _, err := v.Verify(t.Context(), post(sign(ownKey, h, b)), true); err != nil {
		t.Error(err)
	}
}

// TestProviderDown: 502, not 422, and it works again when the provider is back.
func TestProviderDown(t *testing.T) {
	i := newIssuer(t)
	v := i.verifier(t)
	i.down.Store(true)
	h, b := i.honest()
	token := sign(ownKey, h, b)
	var r *fault.Fault
	if _, err := v.Verify(context.Background(), post(token), false); !errors.As(err, &r) || r.Status != http.StatusBadGateway || r.Code != "provider_unreachable" {
		t.Errorf("%v", err)
	}
	i.down.Store(false)
	i.now.Add(30)
	if _, err := v.Verify(context.Background(), post(token), false); err != nil {
		t.Error(err)
	}
}

// TestFacebook: every field of debug_token counts, and the claims come from the Graph API.
func TestFacebook(t *testing.T) {
	i := newIssuer(t)
	now := i.now.Load()
	good := func() obj {
		return obj{"app_id": "app", "type": "USER", "is_valid": true, "user_id": "4711", "expires_at": now + 3600, "issued_at": now - 10}
	}
	body := []byte(`{ "socialId" : "4711", "socialName":"B\u00e4n", "email":"forged@example.org","accessToken":"EAAB-canary" , "provider":"facebook", "x":1.50 }`)
	v := i.verifier(t)
	for name, change := range map[string]func(obj){
		"not valid": func(d obj) { d["is_valid"] = false }, "valid missing": func(d obj) { delete(d, "is_valid") }, "another app": func(d obj) { d["app_id"] = "other" }, "no app": func(d obj) { delete(d, "app_id") },
		"a page's token": func(d obj) { d["type"] = "PAGE" }, "an app's token": func(d obj) { d["type"] = "APP" }, "nobody": func(d obj) { d["user_id"] = "" }, "a path as id": func(d obj) { d["user_id"] = "../me" },
		"expired": func(d obj) { d["expires_at"] = now - 100 }, "from the future": func(d obj) { d["issued_at"] = now + 100 }, "somebody else": func(d obj) { d["user_id"] = "1" },
		"two persons": func(d obj) { d["user_id"] = "4712" },
	} {
		d := good()
		change(d)
		i.debug.Store(&obj{"data": d})
		i.person.Store(&obj{"id": "4711", "email": "ben@example.org"})
		if out, err := v.Verify(context.Background(), body, false); err == nil {
			t.Errorf("%s passed as %s", name, out)
		} else if strings.Contains(err.Error(), "canary") {
			t.Errorf("%s: the error holds the token: %v", name, err)
		}
	}
	d := good()
	i.debug.Store(&obj{"data": d})
	out, err := v.Verify(context.Background(), body, false)
	if want := `{ "socialId" : "4711", "socialName":"B\u00e4n", "email":"ben@example.org", "x":1.50 }`; err != nil || string(out) != want {
		t.Errorf("got %s, %v", out, err)
	}
	// Facebook gives out the same token again while its session lasts: a second login is no replay.
	if _, err := v.Verify(context.Background(), body, false); err != nil {
		t.Errorf("the second login: %v", err)
	}
	// Without a confirmed address the browser's is not passed on.
	i.person.Store(&obj{"id": "4711"})
	out, err = v.Verify(context.Background(), body, true)
	if want := `{ "socialId" : "4711", "socialName":"B\u00e4n", "x":1.50 }`; err != nil || string(out) != want {
		t.Errorf("got %s, %v", out, err)
	}
	i.debug.Store(nil)
	if _, err := v.Verify(context.Background(), []byte(`{"accessToken":"x"}`), false); err == nil {
		t.Error("an empty answer passed")
	}
	i.Close()
	_, err = v.Verify(context.Background(), []byte(`{"accessToken":"EAAB-canary"}`), false)
	var r *fault.Fault
	if !errors.As(err, &r) || r.Status != 502 || strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "secret") {
		t.Errorf("unreachable: %v", err)
	}
}

// TestOrdinaryRegistration: without a socialId no provider is called and the body is unchanged; proofs are never forwarded.
func TestOrdinaryRegistration(t *testing.T) {
	i := newIssuer(t)
	v := i.verifier(t)
	for in, want := range map[string]string{
		`{"name":"A","email":"a@example.org","phone":"+49","password":"x","terms":true}`: "",
		`{"name":"A","socialId":null,"email":"a@example.org"}`:                           "",
		`{"name":"A","socialId":"","nonce":"n","provider":"google"}`:                     `{"name":"A","socialId":""}`,
	} {
		if want == "" {
			want = in
		}
		if out, err := v.Verify(context.Background(), []byte(in), true); err != nil || string(out) != want {
			t.Errorf("%s became %s, %v", in, out, err)
		}
	}
	if i.discoveries.Load()+i.graphCalls.Load() > 0 {
		t.Error("a provider was asked")
	}
	off := New(Options{})
	if out, err := off.Verify(context.Background(), []byte(`{"socialId":"1"}`), false); err != nil || string(out) != `{"socialId":"1"}` {
		t.Error("without providers the documented call does not pass")
	}
}

// FuzzBody: whatever the body, what passes is valid JSON without a proof in it.
func FuzzBody(f *testing.F) {
	f.Add([]byte(`{"name":"A","nonce":"x","provider":"google"}`))
	f.Add([]byte(`{"socialId":"","no\u006ece":1}`))
	f.Add([]byte(`{"socialId":"","a":1e999}`))
	i := newIssuer(f)
	v := i.verifier(f)
	f.Fuzz(func(t *testing.T, body []byte) {
		out, err := v.Verify(context.Background(), body, true)
		if err != nil {
			return
		}
		var m map[string]json.RawMessage // numbers may be larger than Go's
		if json.Unmarshal(out, &m) != nil {
			t.Fatalf("%q became %q", body, out)
		}
		for name := range m {
			if proofs[name] {
				t.Fatalf("%q goes up with %s", body, name)
			}
		}
	})
}
