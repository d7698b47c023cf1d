package gateway

import (
	"errors"
	"net/http"
	"strings"
	"time"

	"tablefront/bff/cookiejar"
	"tablefront/bff/fault"
	"tablefront/bff/rawjson"
	"tablefront/bff/session"
)

// notVisible reports whether a character is not allowed in a token.
func notVisible(r rune) bool { return r < ' ' || r > '~' }

// readBearer is the step that reads the customer's credentials: the cookies of the branch, and Authorization, where a
// handle is replaced by the real token (docs/architecture.md section 3.4). A handle without its cookie opens nothing and
// goes nowhere.
func (c *caller) readBearer(x *exchange) error {
	x.out.jar = cookiejar.Open(x.out.branch.ID, x.r.Header["Cookie"])
	values := x.r.Header["Authorization"]
	if len(values) == 0 || values[0] == "" {
		return nil
	}
	scheme, bearer, ok := strings.Cut(values[0], " ")
	bearer = strings.TrimSpace(bearer)
	if len(values) > 1 || !ok || !strings.EqualFold(scheme, "bearer") || len(bearer) > 8192 || strings.ContainsFunc(bearer, notVisible) {
		return fault.BadRequest.Because(errors.New("the Authorization header is not a bearer token"))
	}
	if bearer == "" || bearer == "null" || bearer == "undefined" {
		return nil
	}
	if c.config.BrowserTokens || !session.IsHandle(bearer) {
		x.out.token = bearer
		return nil
	}
	x.out.handle = bearer
	if sealed, err := x.r.Cookie(session.CookieName(x.out.client.HTTPS)); err == nil {
		x.out.token, _ = c.sealer.Open(c.branches.Main.Base, bearer, sealed.Value, time.Now())
	}
	if x.out.token == "" && x.out.call.isPersonal() {
		return fault.LoginExpired.Because(errHandle)
	}
	return nil
}

var errHandle = errors.New("the handle does not fit the session's cookie")

// keepToken seals the token of a login and replaces it by a handle (docs/architecture.md section 3.4).
func (c *caller) keepToken(o *outgoing, a *answer) error {
	if !o.call.Token || c.config.BrowserTokens || len(a.Body) == 0 {
		return nil
	}
	at, token := textInData(a.Body, "token")
	if token == "" {
		return nil
	}
	var table, before string
	if o.call == callTable {
		table = o.branch.ID + " " + o.path
	}
	if o.token != "" { // the handle fits its cookie
		before = o.handle
	}
	handle, sealed, err := c.sealer.Seal(c.branches.Main.Base, token, table, before, time.Now())
	if err != nil {
		return fault.UpstreamInvalid.Because(err)
	}
	a.Body = rawjson.Apply(a.Body, rawjson.Edit{At: at, With: rawjson.Quote(handle)})
	a.sealed = sealed
	return nil
}

// textInData finds a text among the members of a response, or of its `data`; "" if there is none.
func textInData(body []byte, name string) (at rawjson.Span, text string) {
	if at = rawjson.Find(body, name); !at.Found() {
		at = rawjson.Find(body, "data", name)
	}
	text, _ = rawjson.Unquote(at.Of(body))
	return at, text
}

// updateSession updates the session cookie with a response: it is set after a login, and cleared after a logout and when the
// upstream rejects the token; a handle that does not fit the cookie changes nothing, since the cookie is a newer login's.
func updateSession(x *exchange, a *answer) {
	maxAge, rejected := -1, a.Status == http.StatusUnauthorized
	switch {
	case a.sealed != "":
		maxAge = int(session.MaxAge(x.out.call == callTable) / time.Second)
	case x.out.handle != "" && (x.out.call == callLogout && (a.Status < 300 || rejected) || x.out.call == callMe && rejected && x.out.token != ""):
	default:
		return
	}
	x.out.jar.Set = append(x.out.jar.Set, &http.Cookie{Name: session.CookieName(x.out.client.HTTPS), Value: a.sealed, HttpOnly: true, MaxAge: maxAge})
}
