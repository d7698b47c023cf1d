// Code generated from contracts/openapi.yaml by `make gen`. DO NOT EDIT.

package gateway

import "tablefront/bff/cache"

// calls lists all calls that are forwarded.
var calls = []Call{
	{"GET", "settings", cache.Settings, 0, "", 0, 0},
	{"GET", "translations", cache.Settings, 0, "lang", 0, 0},
	{"GET", "me", cache.Never, 0, "", 0, 0},
	{"PUT", "me", cache.Never, 0, "", 16384, 0},
	{"POST", "me/logout", cache.Never, 0, "", 16384, 0},
	{"GET", "tables/{id}", cache.Never, Token, "", 0, 0},
	{"GET", "pages", cache.Catalogue, 0, "", 0, 0},
	{"GET", "languages", cache.Catalogue, 0, "", 0, 0},
	{"POST", "reservations", cache.Never, Once, "", 16384, 0},
	{"GET", "products/menus", cache.Catalogue, 0, "", 0, 0},
	{"GET", "products/menus/{id}", cache.Catalogue, 0, "", 0, 0},
	{"GET", "products/categories", cache.Catalogue, 0, "", 0, 0},
	{"GET", "products/categories/{id}/products", cache.Catalogue, 0, "", 0, 0},
	{"GET", "products/categories/{categoryId}/products/{productId}", cache.Catalogue, 0, "", 0, 0},
	{"GET", "checkout/payment-providers", cache.Catalogue, 0, "", 0, 0},
	{"POST", "checkout", cache.Never, Once | Pay, "", 262144, 0},
	{"POST", "checkout/v2", cache.Never, Once | Pay, "", 262144, 0},
	{"POST", "checkout/quote", cache.Never, 0, "", 262144, 0},
	{"GET", "checkout/check", cache.Never, 0, "payment sess", 0, 0},
	{"POST", "contact", cache.Never, 0, "", 16384, 0},
	{"GET", "working-hours", cache.Hours, 0, "", 0, 0},
	{"GET", "branches", cache.Catalogue, 0, "", 0, 0},
	{"POST", "login", cache.Never, Token, "", 16384, 0},
	{"POST", "register", cache.Never, Token, "", 16384, 0},
	{"POST", "reset-password", cache.Never, 0, "", 16384, 0},
	{"POST", "social", cache.Never, Token, "", 16384, 0},
	{"GET", "areas", cache.Catalogue, 0, "", 0, 0},
	{"GET", "taxes", cache.Catalogue, 0, "", 0, 0},
	{"GET", "me/addresses", cache.Never, 0, "", 0, 0},
	{"POST", "me/addresses", cache.Never, 0, "", 16384, 0},
	{"GET", "me/addresses/{id}/edit", cache.Never, 0, "", 0, 0},
	{"PUT", "me/addresses/{id}", cache.Never, 0, "", 16384, 0},
	{"DELETE", "me/addresses/{id}", cache.Never, 0, "", 16384, 0},
	{"GET", "me/addresses/search-fixed", cache.Never, 0, "q", 0, 0},
	{"GET", "me/addresses/search", cache.Never, 0, "q", 0, 0},
	{"GET", "me/addresses/places/{id}", cache.Never, 0, "", 0, 0},
	{"POST", "me/addresses/check", cache.Never, 0, "", 16384, 0},
	{"GET", "me/orders", cache.Never, 0, "", 0, 0},
	{"POST", "me/orders", cache.Never, Once | Pay, "", 262144, 0},
	{"GET", "me/orders/{orderCode}", cache.Never, 0, "", 0, 0},
	{"GET", "me/transactions", cache.Never, 0, "page", 0, 0},
}

// absent has the answers in place of an optional public call that the backend does not have.
var absent = []struct{ method, path, answer string }{
	{"GET", "translations", `{}`},
	{"GET", "pages", `[]`},
	{"GET", "languages", `[]`},
	{"GET", "products/menus", `[]`},
	{"GET", "products/menus/{id}", ``},
	{"GET", "products/categories/{categoryId}/products/{productId}", ``},
	{"GET", "working-hours", `null`},
	{"GET", "branches", `[]`},
	{"GET", "areas", `[]`},
	{"GET", "taxes", `[]`},
}
