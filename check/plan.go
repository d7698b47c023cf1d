package check

import (
	"context"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"tablefront/bff/site"
)

const (
	// unknownID is an id that exists at no backend.
	unknownID = "tablefront-check-0"
	// created is the kind of the id that POST me/addresses returned.
	created = "address created by this check"

	emptyForm  = "sends an empty form, which must be refused"
	emptyOrder = "sends an empty order, which must be refused"
)

// step is one request of a call.
type step struct {
	note  string         // what is requested, for the report
	ids   []string       // what the path's parameters identify (sources); without, they are unknown ids
	given []string       // the path's parameters themselves
	of    map[string]any // the category that it is about
	query string
	// body returns the body; nil skips the step, which the report explains with without.
	body    func(*run) any
	without string
	key     string // an Idempotency-Key
	// refused lists the error statuses of which one is expected; empty: a success.
	refused []int
	// lenient: a success where refused is expected is a warning. The shop works, but the backend probably has a bug.
	lenient bool
}

func (s *step) prepare(req *http.Request) {
	if s.key != "" {
		req.Header.Set("Idempotency-Key", s.key)
	}
}

// sources names the calls from which ids are learnt, by what they identify.
var sources = map[string][]string{
	"menu": {"GET products/menus"}, "category": {"GET products/categories"}, "dish": {"GET products/categories/{id}/products"},
	"order": {"GET me/orders"}, created: {"POST me/addresses"}, "address": {"GET me/addresses"}, "place": {"GET me/addresses/search-fixed", "GET me/addresses/search"},
}

var (
	unpaid   = []int{http.StatusBadRequest, http.StatusNotFound, http.StatusUnprocessableEntity, http.StatusForbidden, http.StatusUnauthorized, http.StatusPaymentRequired}
	search   = []step{{query: "?q=Haupt"}}
	empty    = step{note: "an empty body", body: object(map[string]any{}), refused: []int{http.StatusUnprocessableEntity}}
	badLogin = step{note: empty.note, body: empty.body, refused: []int{http.StatusUnprocessableEntity, http.StatusUnauthorized, http.StatusNotFound}}
)

// plan lists the steps of a call, and for the confirmation of --write what they do. A GET that is not listed is requested
// once; no other call is made that is not listed.
var plan = map[string]struct {
	does  string
	steps []step
}{
	"GET tables/{id}": {"", []step{unknown("an unknown code", http.StatusNotFound)}},
	"GET checkout/check": {"", []step{
		{note: "without a payment", refused: unpaid},
		{note: "an unknown payment", query: "?payment=" + unknownID + "&sess=" + unknownID, refused: unpaid, lenient: true},
	}},
	"GET products/menus/{id}":                                   {"", []step{{ids: []string{"menu"}}, unknown("an unknown id", http.StatusNotFound)}},
	"GET products/categories/{id}/products":                     {"", []step{{ids: []string{"category"}}}},
	"GET products/categories/{categoryId}/products/{productId}": {"", []step{{ids: []string{"category", "dish"}}}},
	"GET me/addresses/{id}/edit":                                {"", []step{{ids: []string{"address"}}}},
	"GET me/addresses/search-fixed":                             {"", search},
	"GET me/addresses/search":                                   {"", search},
	"GET me/addresses/places/{id}":                              {"", []step{{ids: []string{"place"}}}},
	"GET me/orders/{orderCode}":                                 {"", []step{{ids: []string{"order"}}, unknown("an unknown code", http.StatusNotFound, http.StatusForbidden)}},
	"GET me/transactions":                                       {"", []step{{query: "?page=1"}}},

	"PUT me": {"writes the test account's own name, e-mail address and telephone number back", []step{{note: "the same values", body: (*run).profile, without: "GET me returned no customer"}}},
	"POST contact": {"sends one message to the restaurant (\"This message was sent by tablefront check. Nothing has to be done.\")", []step{empty, {note: "a message", body: object(map[string]any{
		"fname": "Tablefront", "lname": "Check", "email": "check@example.org", "subject": "Conformance check", "message": "This message was sent by tablefront check. Nothing has to be done.", "terms": true,
	})}}},
	"POST me/addresses":        {"saves an address named \"Check\" for the test account", []step{empty, {note: "a new address", body: address("Check")}}},
	"PUT me/addresses/{id}":    {"changes that address", []step{{note: "the address created before", ids: []string{created}, body: address("Check again")}}},
	"DELETE me/addresses/{id}": {"removes it again", []step{{note: "the address created before", ids: []string{created}}}},
	"POST me/addresses/check": {"asks whether two points are inside a delivery area; changes nothing", []step{
		{note: "the middle of the ocean", body: object(map[string]any{"coordinates": map[string]any{"lat": 0, "lng": -30}}), refused: []int{http.StatusUnprocessableEntity, http.StatusNotFound}, lenient: true},
		{note: "the restaurant's own location", body: (*run).location},
	}},
	"POST checkout/quote": {"asks what one dish costs; changes nothing", []step{{note: "one dish", body: (*run).quoted, without: "there is no dish to ask about"}}},
	"POST me/logout":      {"", []step{{body: func(*run) any { return nil }, without: "would end the test account's session"}}},
	"POST login":          {emptyForm, []step{badLogin}},
	"POST social":         {emptyForm, []step{badLogin}},
	"POST register":       {emptyForm, []step{empty}},
	"POST reset-password": {emptyForm, []step{empty}},
	"POST reservations":   {emptyForm, []step{empty}},
	"POST checkout":       {emptyOrder, []step{empty}},
	"POST checkout/v2":    {emptyOrder, []step{empty}},
	"POST me/orders":      {emptyOrder, []step{empty}},
}

func unknown(note string, refused ...int) step {
	return step{note: note, refused: refused, lenient: true}
}

func object(o map[string]any) func(*run) any { return func(*run) any { return o } }

// call makes the requests of a call, or adds a row that says why it makes none.
func (r *run) call(ctx context.Context, op *operation) {
	steps := plan[op.name].steps
	switch {
	case !op.isGet() && !r.o.Write:
		r.skip(op, "changes data; use --write")
		return
	case op.auth == "required" && r.o.Token == "":
		r.skip(op, "needs a signed-in customer; use --token")
		return
	case op.name == "GET tables/{id}" && r.o.Table != "":
		steps = append(steps, step{note: "table " + shorten(r.o.Table), given: []string{r.o.Table}})
	case op.name == "GET translations":
		r.readTranslations(ctx, op, r.o.Lang)
	case steps == nil && op.isGet():
		steps = []step{{}}
	}
	if each := r.each(op); each != nil {
		steps = append(each, steps[1:]...)
	}
	for _, s := range steps {
		if value := r.do(ctx, op, s, r.o.Token); s.refused == nil {
			r.learn(op, s, value)
		}
	}
	for _, l := range r.languages() {
		if op.name == "GET languages" && l != r.o.Lang {
			r.readTranslations(ctx, call("GET translations"), l)
		}
	}
}

// maxEach limits how many categories, combos, dishes and branches are called.
const maxEach = 200

// each returns a step for each category, combo or dish, nil for other calls.
func (r *run) each(op *operation) (steps []step) {
	switch op.name {
	case "GET products/categories/{id}/products":
		for _, c := range items(r.values["GET products/categories"]) {
			steps = append(steps, step{note: shorten(text(c["name"])), given: []string{text(c["id"])}, of: c})
		}
	case "GET products/menus/{id}":
		for _, m := range items(r.values["GET products/menus"]) {
			steps = append(steps, step{note: shorten(text(m["name"])), given: []string{text(m["id"])}})
		}
	case "GET products/categories/{categoryId}/products/{productId}":
		for _, d := range r.menu {
			steps = append(steps, step{note: shorten(text(d.product["name"])), given: []string{text(d.category["id"]), text(d.product["id"])}})
		}
	}
	return steps[:min(len(steps), maxEach)]
}

// learn stores what a step returned, and the dishes of a category.
func (r *run) learn(op *operation, s step, value any) {
	if whole, _ := value.(map[string]any); s.of != nil {
		for _, product := range items(whole["data"]) {
			r.menu = append(r.menu, dish{s.of, product})
		}
	}
	if value != nil {
		r.values[op.name] = value
	}
}

func (r *run) readTranslations(ctx context.Context, op *operation, lang string) {
	if words, ok := r.do(ctx, op, step{note: lang, query: "?lang=" + url.QueryEscape(lang)}, r.o.Token).(map[string]any); ok {
		r.translations[lang] = words
	}
}

// languages returns the codes that GET languages lists.
func (r *run) languages() (codes []string) {
	for _, l := range items(r.values["GET languages"]) {
		codes = append(codes, text(l["name"]))
	}
	return codes
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// fill returns the path of a step, with its parameters and the query. missing says what no earlier call returned.
func (r *run) fill(op *operation, s step) (path, missing string) {
	_, path, _ = strings.Cut(op.name, " ")
	ids := s.given
	for _, what := range s.ids {
		id := r.id(what)
		if s.given == nil && id == "" {
			return "", what
		}
		ids = append(ids, id)
	}
	path = parameter.ReplaceAllStringFunc(path, func(string) string {
		if len(ids) == 0 {
			return unknownID
		}
		id := ids[0]
		ids = ids[1:]
		return url.PathEscape(id)
	})
	return path + s.query, ""
}

// id returns the first id of a kind that an earlier call returned, empty for none.
func (r *run) id(what string) string {
	for _, source := range sources[what] {
		value := r.values[source]
		if whole, ok := value.(map[string]any); ok {
			if value, ok = whole["data"]; !ok { // it is not a list with meta
				value = []any{whole}
			}
		}
		for _, o := range items(value) {
			if id := text(o[map[bool]string{true: "code", false: "id"}[what == "order"]]); id != "" {
				return id
			}
		}
	}
	return ""
}

// anonymous makes the calls that need a login without a token: each must answer 401.
func (r *run) anonymous(ctx context.Context) {
	for i := range contract {
		op := &contract[i]
		if op.isGet() && op.auth == "required" && !strings.Contains(op.name, "{") {
			s := step{note: "without a token", refused: []int{http.StatusUnauthorized}}
			if strings.Contains(op.name, "search") {
				s.query = "?q=x"
			}
			r.do(ctx, op, s, "")
			if rows := r.report.Rows; op.name == "GET me" {
				r.accounts = rows[len(rows)-1].Verdict == OK
			}
		}
	}
}

// profile returns the test account's own values, nil if they are not known.
func (r *run) profile() any {
	me, ok := r.values["GET me"].(map[string]any)
	if !ok {
		return nil
	}
	return map[string]any{"name": me["name"], "email": me["email"], "phone": me["phone"]}
}

// address returns a body that both address systems should accept: in the first area, at the restaurant's location.
func address(name string) func(*run) any {
	return func(r *run) any {
		a := map[string]any{"name": name, "address": "Teststraße 1", "extras": "Tablefront check", "isDefault": false}
		if areas := items(r.values["GET areas"]); len(areas) > 0 {
			a["areaId"], a["zipcode"] = areas[0]["id"], areas[0]["zipcode"]
		}
		if at, ok := r.location().(map[string]any); ok {
			a["coordinates"] = at["coordinates"]
		}
		return a
	}
}

// location returns a body with the restaurant's coordinates, nil if its settings have none.
func (r *run) location() any {
	lat, lng, ok := site.Coordinates(r.setting("RESTAURANT_COORDINATES"))
	if !ok {
		return nil
	}
	return map[string]any{"coordinates": map[string]any{"lat": lat, "lng": lng}}
}
