package gateway

import (
	"net/http"

	"tablefront/bff/cache"
	"tablefront/bff/reading"
)

// Trait is a property of a call that a step of the pipeline acts on.
type Trait uint8

// The traits; contracts/openapi.yaml names the first two x-token and x-idempotent.
const (
	// Token: the response contains a login's token (docs/architecture.md section 3.4).
	Token Trait = 1 << iota
	// Once: with an Idempotency-Key it is sent once (docs/architecture.md section 3.8).
	Once
	// Pay: the response may contain the URL of a payment page.
	Pay
)

// Call is one documented call.
type Call struct {
	Method string
	// Path is the documented path below /api/, with parameters in braces.
	Path string
	// Keep is the cache class of the response; all but cache.Never are fetched without credentials.
	Keep   cache.Class
	Traits Trait
	// Query lists the query parameters that are forwarded, separated by spaces.
	Query string
	// Body is the limit of the request's body in bytes; 0: it has none.
	Body int64

	index int // in calls, names and schemas
}

const (
	form  = 16 << 10  // a form's body
	order = 256 << 10 // an order's body
)

// calls lists all calls that are forwarded: those of docs/specification.md section 7, in its order, and the extensions
// among them. Tests compare it with both, and with contracts/openapi.yaml, both ways.
var calls = []Call{
	{"GET", "settings", cache.Settings, 0, "", 0, 0},
	{"GET", "translations", cache.Settings, 0, "lang", 0, 0},
	{"GET", "me", cache.Never, 0, "", 0, 0},
	{"PUT", "me", cache.Never, 0, "", form, 0},
	{"POST", "me/logout", cache.Never, 0, "", form, 0},
	{"GET", "tables/{id}", cache.Never, Token, "", 0, 0},
	{"GET", "pages", cache.Catalogue, 0, "", 0, 0},
	{"GET", "languages", cache.Catalogue, 0, "", 0, 0},
	{"POST", "reservations", cache.Never, Once, "", form, 0},
	{"GET", "products/menus", cache.Catalogue, 0, "", 0, 0},
	{"GET", "products/menus/{id}", cache.Catalogue, 0, "", 0, 0},
	{"GET", "products/categories", cache.Catalogue, 0, "", 0, 0},
	{"GET", "products/categories/{id}/products", cache.Catalogue, 0, "", 0, 0},
	{"GET", "products/categories/{categoryId}/products/{productId}", cache.Catalogue, 0, "", 0, 0},
	{"GET", "checkout/payment-providers", cache.Catalogue, 0, "", 0, 0},
	{"POST", "checkout", cache.Never, Once | Pay, "", order, 0},
	{"POST", "checkout/v2", cache.Never, Once | Pay, "", order, 0},
	{"POST", "checkout/quote", cache.Never, 0, "", order, 0}, // an extension
	{"GET", "checkout/check", cache.Never, 0, "payment sess", 0, 0},
	{"POST", "contact", cache.Never, 0, "", form, 0},
	{"GET", "working-hours", cache.Hours, 0, "", 0, 0},
	{"GET", "branches", cache.Catalogue, 0, "", 0, 0},
	{"POST", "login", cache.Never, Token, "", form, 0},
	{"POST", "register", cache.Never, Token, "", form, 0},
	{"POST", "reset-password", cache.Never, 0, "", form, 0},
	{"POST", "social", cache.Never, Token, "", form, 0},
	{"GET", "areas", cache.Catalogue, 0, "", 0, 0},
	{"GET", "taxes", cache.Catalogue, 0, "", 0, 0},
	{"GET", "me/addresses", cache.Never, 0, "", 0, 0},
	{"POST", "me/addresses", cache.Never, 0, "", form, 0},
	{"GET", "me/addresses/{id}/edit", cache.Never, 0, "", 0, 0},
	{"PUT", "me/addresses/{id}", cache.Never, 0, "", form, 0},
	{"DELETE", "me/addresses/{id}", cache.Never, 0, "", form, 0},
	{"GET", "me/addresses/search-fixed", cache.Never, 0, "q", 0, 0},
	{"GET", "me/addresses/search", cache.Never, 0, "q", 0, 0},
	{"GET", "me/addresses/places/{id}", cache.Never, 0, "", 0, 0},
	{"POST", "me/addresses/check", cache.Never, 0, "", form, 0},
	{"GET", "me/orders", cache.Never, 0, "", 0, 0},
	{"GET", "me/orders/{orderCode}", cache.Never, 0, "", 0, 0},
	{"POST", "me/orders", cache.Never, Once | Pay, "", order, 0},
	{"GET", "me/transactions", cache.Never, 0, "page", 0, 0},
}

// emptyAnswers are the answers in place of an optional public call that the backend does not have. For "" a 404 is answered: the call is about one
// dish or menu, which may be unknown while others are not. A test compares it with x-absent of contracts/openapi.yaml.
var emptyAnswers = map[*Call]string{
	callTranslations: `{}`,
	callPages:        `[]`,
	callLanguages:    `[]`,
	callMenus:        `[]`,
	callMenu:         ``,
	callProduct:      ``,
	callHours:        `null`,
	callBranches:     `[]`,
	callAreas:        `[]`,
	callTaxes:        `[]`,
}

// names are the names of the calls as docs/specification.md section 7 has them: "GET products/menus/{id}".
var names []string

// schemas are those of the calls' responses.
var schemas []reading.Schema

func init() {
	for i := range calls {
		calls[i].index = i
		names = append(names, calls[i].Method+" "+calls[i].Path)
		schemas = append(schemas, reading.Of(names[i]))
	}
}

// String returns the name of the call; nil is "unknown".
func (c *Call) String() string {
	if c == nil {
		return "unknown"
	}
	return names[c.index]
}

// Has reports whether the call has a trait.
func (c *Call) Has(t Trait) bool { return c.Traits&t != 0 }

// Safe reports whether the call changes nothing (GET).
func (c *Call) Safe() bool { return c.Method == http.MethodGet }

// isPersonal reports whether the call carries the customer's token to the backend (x-auth of the contract) and does not bring a new one.
func (c *Call) isPersonal() bool {
	return c.Keep == cache.Never && !c.Has(Token) && c != callResetPassword
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
	callMenu          = find("GET", "products/menus/{id}")
	callProduct       = find("GET", "products/categories/{categoryId}/products/{productId}")
	callAreas         = find("GET", "areas")
	callTaxes         = find("GET", "taxes")
	callCategories    = find("GET", "products/categories")
	callResetPassword = find("POST", "reset-password")
	callRegister      = find("POST", "register")
	callSocial        = find("POST", "social")
	callPlace         = find("GET", "me/addresses/places/{id}")
	callCheck         = find("GET", "checkout/check")
)
