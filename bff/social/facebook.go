package social

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"time"
)

// facebook checks access tokens with the Graph API.
type facebook struct {
	graph, app, secret string
	client             *http.Client
	now                func() time.Time
}

var graphID = regexp.MustCompile(`^[0-9]{1,40}$`)

// verify asks debug_token whose token it is and for which app, then the person's confirmed e-mail address.
func (f *facebook) verify(ctx context.Context, token string) (none claims, err error) {
	if len(token) > 4<<10 {
		return none, errors.New("not an access token")
	}
	var debug struct {
		Data *struct {
			AppID     string `json:"app_id"`
			Type      string `json:"type"`
			Valid     bool   `json:"is_valid"`
			UserID    string `json:"user_id"`
			ExpiresAt int64  `json:"expires_at"`
			IssuedAt  int64  `json:"issued_at"`
		} `json:"data"`
	}
	if err := f.ask(ctx, "/debug_token", url.Values{"input_token": {token}, "access_token": {f.app + "|" + f.secret}}, &debug); err != nil {
		return none, err
	}
	d, now := debug.Data, f.now()
	switch {
	case d == nil || !d.Valid:
		return none, errors.New("the token is not valid")
	case d.AppID != f.app:
		return none, errors.New("the token belongs to another app")
	case d.Type != "USER":
		return none, errors.New("the token does not belong to a person")
	case !graphID.MatchString(d.UserID):
		return none, errors.New("the token has no user id")
	case d.ExpiresAt != 0 && now.After(time.Unix(d.ExpiresAt, 0).Add(tolerance)):
		return none, errors.New("the token is expired")
	case d.IssuedAt != 0 && time.Unix(d.IssuedAt, 0).After(now.Add(tolerance)):
		return none, errors.New("the token was issued in the future")
	}
	mac := hmac.New(sha256.New, []byte(f.secret))
	mac.Write([]byte(token))
	var person struct{ ID, Email string }
	if err := f.ask(ctx, "/me", url.Values{
		"fields": {"id,email"}, "access_token": {token}, "appsecret_proof": {hex.EncodeToString(mac.Sum(nil))},
	}, &person); err != nil {
		return none, err
	}
	if person.ID != d.UserID {
		return none, errors.New("debug_token and me name different persons")
	}
	return claims{id: d.UserID, email: person.Email}, nil
}

// ask makes a GET to the Graph API.
func (f *facebook) ask(ctx context.Context, path string, query url.Values, into any) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, f.graph+path+"?"+query.Encode(), nil)
	if err != nil {
		return unreachable(err)
	}
	res, err := f.client.Do(r)
	body, err := read(res, err)
	switch {
	case err != nil:
		return unreachable(err)
	case res.StatusCode >= 500 || res.StatusCode == http.StatusTooManyRequests || res.StatusCode >= 300 && res.StatusCode < 400:
		return unreachable(fmt.Errorf("status %d", res.StatusCode))
	case res.StatusCode != http.StatusOK:
		return fmt.Errorf("the provider rejected the token: status %d", res.StatusCode)
	}
	if json.Unmarshal(body, into) != nil {
		return unreachable(errors.New("its response cannot be parsed"))
	}
	return nil
}
