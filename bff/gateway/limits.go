package gateway

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"tablefront/bff/fault"
	"tablefront/bff/rawjson"
)

// checkLimits is the step that rejects clients that exceeded their rate limit.
func (g *gate) checkLimits(x *exchange) (err error) {
	var wait time.Duration
	x.quota, wait, err = g.limits.Admit(x.out.call.String(), x.out.branch.ID, x.out.client.Prefix, func() string { return accountOf(x) })
	if err != nil {
		return fault.RateLimited.After(wait, err)
	}
	return nil
}

// accountOf returns a hash of the e-mail address of a login, so that the address itself is not stored.
func accountOf(x *exchange) string {
	email, ok := rawjson.Unquote(rawjson.Find(x.out.body, "email").Of(x.out.body))
	if !ok {
		return ""
	}
	sum := sha256.Sum256([]byte(x.out.branch.ID + " " + strings.ToLower(strings.TrimSpace(email))))
	return hex.EncodeToString(sum[:12])
}
