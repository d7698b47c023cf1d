package gateway

import (
	"net/http"

	"tablefront/bff/cache"
	"tablefront/bff/reading"
)

// Call is one documented call.
type Call struct {
	Method string
	// Path is the documented path below /api/, with parameters in braces.
	Path string
	// Class is that of the cached response; all but those of cache.Never are fetched without credentials.
	Class cache.Class
	// Token: the response contains a login's token (x-token of the contract; docs/architecture.md section 3.4). Once: with an Idempotency-Key it is sent once
	// (x-idempotent; section 3.8). Pay: the response may contain the URL of a payment page (x-pay).
	Token, Once, Pay bool
	// Query lists the query parameters that are forwarded, separated by spaces.
	Query string
	// Body is the limit of the request's body in bytes; 0: it has none.
	Body int64
	// Optional is set for a public call that the backend may lack (x-absent). Empty is the answer in its place; for "" a 404 is answered: the call is about one
	// dish or menu, which may be unknown while others are not.
	Optional bool
	Empty    string

	name   string         // as docs/specification.md section 7 has it: "GET products/menus/{id}"
	schema reading.Schema // of the response
}

func init() {
	for i := range calls {
		calls[i].name = calls[i].Method + " " + calls[i].Path
		calls[i].schema = reading.Of(calls[i].name)
	}
}

// String returns the name of the call; nil is "unknown".
func (c *Call) String() string {
	if c == nil {
		return "unknown"
	}
	return c.name
}

// Safe reports whether the call changes nothing (GET).
func (c *Call) Safe() bool { return c.Method == http.MethodGet }

// isPersonal reports whether the call carries the customer's token to the backend (x-auth of the contract) and does not bring a new one.
func (c *Call) isPersonal() bool {
	return c.Class == cache.Never && !c.Token && c != callResetPassword
}

// find returns the row of a method and path, nil if there is none.
func find(method, path string) *Call {
	for i := range calls {
		if calls[i].Method == method && calls[i].Path == path {
			return &calls[i]
		}
	}
	return nil
}

// The calls that individual steps handle specially.
var (
	callSettings      = find("GET", "settings")
	callTranslations  = find("GET", "translations")
	callMe            = find("GET", "me")
	callLogout        = find("POST", "me/logout")
	callTable         = find("GET", "tables/{id}")
	callPages         = find("GET", "pages")
	callLanguages     = find("GET", "languages")
	callBranches      = find("GET", "branches")
	callHours         = find("GET", "working-hours")
	callMenus         = find("GET", "products/menus")
	callCategories    = find("GET", "products/categories")
	callResetPassword = find("POST", "reset-password")
	callRegister      = find("POST", "register")
	callSocial        = find("POST", "social")
	callPlace         = find("GET", "me/addresses/places/{id}")
	callCheck         = find("GET", "checkout/check")
)
