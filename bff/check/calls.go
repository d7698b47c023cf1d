package check

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
)

// unknownID is an id that exists at no backend.
const unknownID = "tablefront-check-0"

// reads makes every GET call once, in the contract's order, in which earlier calls return the ids that later ones need.
func (r *run) reads(ctx context.Context) {
	for _, op := range r.contract.operations {
		if op.method != http.MethodGet {
			continue
		}
		if op.auth == "required" && r.o.Token == "" {
			r.add(Row{Call: op.String(), Verdict: Skipped, Note: "needs a signed-in customer; use --token"})
			continue
		}
		r.read(ctx, op)
	}
}

// visitKnown is visit for a path with parameters: it fills them with ids that earlier calls returned, or adds a row that says
// which is missing.
func (r *run) visitKnown(ctx context.Context, op *operation, note string, body any, ids ...string) any {
	values := make([]string, len(ids))
	for i, what := range ids {
		v, ok := r.ids[what]
		if !ok {
			r.add(Row{Call: op.String(), Verdict: Skipped, Note: "earlier calls returned no " + strings.Replace(what, "made", "address created by this check", 1)})
			return nil
		}
		values[i] = v
	}
	return r.visit(ctx, op, fill(op.path, values...), note, body)
}

func (r *run) read(ctx context.Context, op *operation) {
	switch op.path {
	case "/settings":
		if list, ok := r.visit(ctx, op, op.path, "", nil).([]any); ok {
			r.settings = map[string]any{}
			for _, s := range items(list) {
				r.settings[text(s["key"])] = s["value"]
			}
		}
	case "/translations":
		r.readTranslations(ctx, op, r.o.Lang)
	case "/languages":
		for _, l := range items(r.visit(ctx, op, op.path, "", nil)) {
			if name, ok := l["name"].(string); ok {
				r.languages = append(r.languages, name)
			}
		}
		for _, l := range r.languages {
			if l != r.o.Lang {
				r.readTranslations(ctx, r.contract.named("GET translations"), l)
			}
		}
	case "/tables/{id}":
		r.expectUnknown(ctx, op, fill(op.path, unknownID), "an unknown code", nil, false, http.StatusNotFound)
	case "/checkout/check":
		refused := []int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusForbidden, http.StatusUnauthorized, http.StatusPaymentRequired}
		r.expectRefusal(ctx, op, op.path, "without a payment", nil, true, refused...)
		r.expectUnknown(ctx, op, op.path+"?payment="+unknownID+"&sess="+unknownID, "an unknown payment", nil, true, refused...)
	case "/products/menus":
		r.learn("menu", r.visit(ctx, op, op.path, "", nil), "id")
	case "/products/menus/{id}":
		r.visitKnown(ctx, op, "", nil, "menu")
		r.expectUnknown(ctx, op, fill(op.path, unknownID), "an unknown id", nil, false, http.StatusNotFound)
	case "/products/categories":
		r.learn("category", r.visit(ctx, op, op.path, "", nil), "id")
	case "/products/categories/{id}/products":
		if whole, ok := r.visitKnown(ctx, op, "", nil, "category").(map[string]any); ok {
			r.learn("product", whole["data"], "id")
		}
	case "/products/categories/{categoryId}/products/{productId}":
		r.visitKnown(ctx, op, "", nil, "category", "product")
	case "/areas":
		v := r.visit(ctx, op, op.path, "", nil)
		if list := items(v); len(list) > 0 {
			r.area = list[0]
		}
	case "/me":
		r.me, _ = r.visit(ctx, op, op.path, "", nil).(map[string]any)
	case "/me/addresses":
		r.learn("address", r.visit(ctx, op, op.path, "", nil), "id")
	case "/me/addresses/{id}/edit":
		r.visitKnown(ctx, op, "", nil, "address")
	case "/me/addresses/search-fixed", "/me/addresses/search":
		r.learn("place", r.visit(ctx, op, op.path+"?q="+url.QueryEscape("Haupt"), "", nil), "id")
	case "/me/addresses/places/{id}":
		r.visitKnown(ctx, op, "", nil, "place")
	case "/checkout/payment-providers":
		r.providers = r.visit(ctx, op, op.path, "", nil)
	case "/me/orders":
		list := r.visit(ctx, op, op.path, "", nil)
		r.orders = items(list)
		r.learn("order", list, "code")
	case "/me/orders/{orderCode}":
		r.visitKnown(ctx, op, "", nil, "order")
		r.expectUnknown(ctx, op, fill(op.path, unknownID), "an unknown code", nil, true, http.StatusNotFound, http.StatusForbidden)
	case "/me/transactions":
		r.visit(ctx, op, op.path+"?page=1", "", nil)
	default:
		r.visit(ctx, op, op.path, "", nil)
	}
}

func (r *run) readTranslations(ctx context.Context, op *operation, lang string) {
	words, ok := r.visit(ctx, op, op.path+"?lang="+url.QueryEscape(lang), lang, nil).(map[string]any)
	if !ok {
		return
	}
	r.translations[lang] = map[string]string{}
	for k, v := range words {
		if t, ok := v.(string); ok {
			r.translations[lang][k] = t
		}
	}
}

func (r *run) learn(what string, list any, member string) {
	if _, known := r.ids[what]; known {
		return
	}
	for _, o := range items(list) {
		if id := text(o[member]); id != "" {
			r.ids[what] = id
			return
		}
	}
}

func items(v any) (out []map[string]any) {
	list, _ := v.([]any)
	for _, e := range list {
		if o, ok := e.(map[string]any); ok {
			out = append(out, o)
		}
	}
	return out
}

// text returns an id as a string, whether it is a JSON number or string.
func text(v any) string {
	switch t := v.(type) {
	case string:
		return t
	case float64:
		b, _ := json.Marshal(t) //nolint:errchkjson // a number
		return string(b)
	}
	return ""
}

// anonymous makes the calls that need a login without a token: each must answer 401.
func (r *run) anonymous(ctx context.Context) {
	for _, op := range r.contract.operations {
		if op.method == http.MethodGet && op.auth == "required" && !strings.Contains(op.path, "{") {
			r.expectRefusal(ctx, op, op.path+map[bool]string{true: "?q=x"}[strings.Contains(op.path, "search")], "without a token", nil, false, http.StatusUnauthorized)
		}
	}
}

// plan describes what each call does with Options.Write. A call that is not listed is not made.
var plan = map[string]string{
	"PUT me":                   "writes the test account's own name, e-mail address and telephone number back",
	"POST contact":             "sends one message to the restaurant (\"This message was sent by tablefront check. Nothing has to be done.\")",
	"POST me/addresses":        "saves an address named \"Check\" for the test account",
	"PUT me/addresses/{id}":    "changes that address",
	"DELETE me/addresses/{id}": "removes it again",
	"POST me/addresses/check":  "asks whether two points are inside a delivery area; changes nothing",
	"POST login":               "sends an empty form, which must be refused",
	"POST social":              "sends an empty form, which must be refused",
	"POST register":            "sends an empty form, which must be refused",
	"POST reset-password":      "sends an empty form, which must be refused",
	"POST reservations":        "sends an empty form, which must be refused",
	"POST checkout":            "sends an empty order, which must be refused",
	"POST checkout/v2":         "sends an empty order, which must be refused",
	"POST me/orders":           "sends an empty order, which must be refused",
}

// Plan lists what a run with Options.Write does, one line a call, in the contract's order.
func Plan(signedIn bool) ([]string, error) {
	c, err := readContract()
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, op := range c.operations {
		if does, ok := plan[op.String()]; ok && (signedIn || op.auth != "required") {
			lines = append(lines, op.String()+": "+does)
		}
	}
	return lines, nil
}

// writes makes the calls other than GET, as plan describes.
func (r *run) writes(ctx context.Context) {
	empty := map[string]any{}
	for _, op := range r.contract.operations {
		if op.method == http.MethodGet {
			continue
		}
		if op.auth == "required" && r.o.Token == "" {
			r.add(Row{Call: op.String(), Verdict: Skipped, Note: "needs a signed-in customer; use --token"})
			continue
		}
		refused := []int{http.StatusUnprocessableEntity}
		switch op.method + " " + op.path {
		case "POST /me/logout":
			r.add(Row{Call: op.String(), Verdict: Skipped, Note: "would end the test account's session"})
		case "POST /login", "POST /social":
			r.expectRefusal(ctx, op, op.path, "an empty body", empty, false, append(refused, http.StatusUnauthorized, http.StatusNotFound)...)
		case "POST /checkout", "POST /checkout/v2", "POST /reservations", "POST /register", "POST /reset-password", "POST /me/orders":
			r.expectRefusal(ctx, op, op.path, "an empty body", empty, true, refused...)
		case "POST /contact":
			r.expectRefusal(ctx, op, op.path, "an empty body", empty, true, refused...)
			r.visit(ctx, op, op.path, "a message", map[string]any{
				"fname": "Tablefront", "lname": "Check", "email": "check@example.org", "subject": "Conformance check", "message": "This message was sent by tablefront check. Nothing has to be done.", "terms": true,
			})
		case "PUT /me":
			if r.me == nil {
				r.add(Row{Call: op.String(), Verdict: Skipped, Note: "GET me returned no customer"})
				continue
			}
			r.visit(ctx, op, op.path, "the same values", map[string]any{"name": r.me["name"], "email": r.me["email"], "phone": r.me["phone"]})
		case "POST /me/addresses":
			r.expectRefusal(ctx, op, op.path, "an empty body", empty, true, refused...)
			delete(r.ids, "made")
			if v, ok := r.visit(ctx, op, op.path, "a new address", r.address("Check")).(map[string]any); ok {
				if id := text(v["id"]); id != "" {
					r.ids["made"] = id
				}
			}
		case "PUT /me/addresses/{id}":
			r.visitKnown(ctx, op, "the address created before", r.address("Check again"), "made")
		case "DELETE /me/addresses/{id}":
			r.visitKnown(ctx, op, "the address created before", nil, "made")
		case "POST /me/addresses/check":
			r.expectUnknown(ctx, op, op.path, "the middle of the ocean", map[string]any{"coordinates": map[string]any{"lat": 0, "lng": -30}}, true, append(refused, http.StatusNotFound)...)
			if at := r.location(); at != nil {
				r.visit(ctx, op, op.path, "the restaurant's own location", map[string]any{"coordinates": at})
			}
		default:
			r.add(Row{Call: op.String(), Verdict: Skipped, Note: "not implemented in this check"})
		}
	}
}

// address returns a body that both address systems should accept: in the first area, at the restaurant's location.
func (r *run) address(name string) map[string]any {
	a := map[string]any{"name": name, "address": "Teststraße 1", "extras": "Tablefront check", "isDefault": false}
	if r.area != nil {
		a["areaId"], a["zipcode"] = r.area["id"], r.area["zipcode"]
	}
	if at := r.location(); at != nil {
		a["coordinates"] = at
	}
	return a
}

// location returns the restaurant's coordinates from its settings, nil if they are not set.
func (r *run) location() map[string]any {
	value, _ := r.settings["RESTAURANT_COORDINATES"].(string)
	parts := strings.FieldsFunc(value, func(c rune) bool { return c == ',' || c == ';' || c == ' ' })
	if len(parts) != 2 {
		return nil
	}
	lat, err1 := strconv.ParseFloat(parts[0], 64)
	lng, err2 := strconv.ParseFloat(parts[1], 64)
	if err1 != nil || err2 != nil {
		return nil
	}
	return map[string]any{"lat": lat, "lng": lng}
}
