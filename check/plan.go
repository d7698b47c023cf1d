package check

import (
	"cmp"
	"context"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"tablefront/bff/site"
)

const (
	// unknownID is an id that exists at no backend.
	unknownID = "tablefront-check-0"
	// created is the address that POST me/addresses returned.
	created = "address created by this check"

	emptyForm  = "sends an empty form, which must be refused"
	emptyOrder = "sends an empty order, which must be refused"
)

// step is one request of a call.
type step struct {
	note  string   // what is requested, for the report
	of    string   // what the call is about: the step is made for each that earlier calls returned (sources)
	ids   []string // the parameters of the path; what is missing is an unknown id
	query string
	// category is the one whose dishes are requested, lang the language whose texts are.
	category map[string]any
	lang     string
	// body returns the body; nil skips the step, which the report explains with without.
	body    func(*run) any
	without string
	key     string // an Idempotency-Key
	// refused lists the error statuses of which one is expected; empty: a success.
	refused []int
	// lenient: a success where refused is expected is a warning. The shop works, but the backend probably has a bug.
	lenient bool
}

// maxEach limits how many categories, combos, dishes and branches are called.
const maxEach = 200

// sources names the calls that return what a call with a parameter is about, and for how many of them it is made.
var sources = map[string]struct {
	most  int
	calls []string
}{
	"menu": {maxEach, []string{"GET products/menus"}}, "category": {maxEach, []string{"GET products/categories"}}, "dish": {maxEach, []string{dishes}},
	"order": {1, []string{"GET me/orders"}}, "address": {1, []string{"GET me/addresses"}}, created: {1, []string{"POST me/addresses"}},
	"place": {1, []string{"GET me/addresses/search-fixed", "GET me/addresses/search"}},
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
	"GET tables/{id}": {steps: []step{unknown("an unknown code", http.StatusNotFound)}},
	"GET checkout/check": {
		steps: []step{
			{note: "without a payment", refused: unpaid},
			{note: "an unknown payment", query: "?payment=" + unknownID + "&sess=" + unknownID, refused: unpaid, lenient: true},
		},
	},
	"GET products/menus/{id}":                                   {steps: []step{{of: "menu"}, unknown("an unknown id", http.StatusNotFound)}},
	"GET products/categories/{id}/products":                     {steps: []step{{of: "category"}}},
	"GET products/categories/{categoryId}/products/{productId}": {steps: []step{{of: "dish"}}},
	"GET me/addresses/{id}/edit":                                {steps: []step{{of: "address"}}},
	"GET me/addresses/search-fixed":                             {steps: search},
	"GET me/addresses/search":                                   {steps: search},
	"GET me/addresses/places/{id}":                              {steps: []step{{of: "place"}}},
	"GET me/orders/{orderCode}": {
		steps: []step{{of: "order"}, unknown("an unknown code", http.StatusNotFound, http.StatusForbidden)},
	},
	"GET me/transactions": {steps: []step{{query: "?page=1"}}},

	"PUT me": {
		does:  "writes the test account's own name, e-mail address and telephone number back",
		steps: []step{{note: "the same values", body: (*run).profile, without: "GET me returned no customer"}},
	},
	"POST contact": {
		does: `sends one message to the restaurant ("This message was sent by tablefront check. Nothing has to be done.")`,
		steps: []step{empty, {note: "a message", body: object(map[string]any{
			"fname": "Tablefront", "lname": "Check", "email": "check@example.org", "subject": "Conformance check",
			"message": "This message was sent by tablefront check. Nothing has to be done.", "terms": true,
		})}},
	},
	"POST me/addresses": {
		does:  `saves an address named "Check" for the test account`,
		steps: []step{empty, {note: "a new address", body: address("Check")}},
	},
	"PUT me/addresses/{id}": {
		does:  "changes that address",
		steps: []step{{note: "the address created before", of: created, body: address("Check again")}},
	},
	"DELETE me/addresses/{id}": {
		does:  "removes it again",
		steps: []step{{note: "the address created before", of: created}},
	},
	"POST me/addresses/check": {
		does: "asks whether two points are inside a delivery area; changes nothing",
		steps: []step{
			{
				note: "the middle of the ocean", body: object(map[string]any{"coordinates": map[string]any{"lat": 0, "lng": -30}}),
				refused: []int{http.StatusUnprocessableEntity, http.StatusNotFound}, lenient: true,
			},
			{note: "the restaurant's own location", body: (*run).location},
		},
	},
	"POST checkout/quote": {
		does:  "asks what one dish costs; changes nothing",
		steps: []step{{note: "one dish", body: (*run).quoted, without: "there is no dish to ask about"}},
	},
	"POST me/logout":      {steps: []step{{body: func(*run) any { return nil }, without: "would end the test account's session"}}},
	"POST login":          {does: emptyForm, steps: []step{badLogin}},
	"POST social":         {does: emptyForm, steps: []step{badLogin}},
	"POST register":       {does: emptyForm, steps: []step{empty}},
	"POST reset-password": {does: emptyForm, steps: []step{empty}},
	"POST reservations":   {does: emptyForm, steps: []step{empty}},
	"POST checkout":       {does: emptyOrder, steps: []step{empty}},
	"POST checkout/v2":    {does: emptyOrder, steps: []step{empty}},
	"POST me/orders":      {does: emptyOrder, steps: []step{empty}},
}

func unknown(note string, refused ...int) step {
	return step{note: note, refused: refused, lenient: true}
}

func object(o map[string]any) func(*run) any { return func(*run) any { return o } }

// call makes the requests of a call, or adds a row that says why it makes none.
func (r *run) call(ctx context.Context, op *operation) {
	steps := plan[op.name].steps
	switch {
	case op.name == "GET tables/{id}" && r.o.Table != "":
		steps = append(steps, step{note: "table " + shorten(r.o.Table), ids: []string{r.o.Table}})
	case op.name == "GET translations":
		for _, lang := range r.languages() {
			steps = append(steps, step{note: lang, query: "?lang=" + url.QueryEscape(lang), lang: lang})
		}
	case steps == nil && op.isGet():
		steps = []step{{}}
	}
	if op.isGet() && op.auth == "required" && !strings.Contains(op.name, "{") {
		r.do(ctx, op, step{note: "without a token", query: steps[0].query, refused: []int{http.StatusUnauthorized}}, "")
	}
	switch {
	case !op.isGet() && !r.o.Write:
		r.skip(op, "changes data; use --write")
		return
	case op.auth == "required" && r.o.Token == "":
		r.skip(op, "needs a signed-in customer; use --token")
		return
	}
	for _, s := range steps {
		each := r.each(s)
		if len(each) == 0 {
			r.skip(op, "earlier calls returned no "+s.of)
		}
		for _, s := range each {
			if value := r.do(ctx, op, s, r.o.Token); s.refused == nil {
				r.learn(op, s, value)
			}
		}
	}
}

// each returns a step for each thing that it is about; itself if it is about none.
func (r *run) each(s step) (steps []step) {
	if s.of == "" {
		return []step{s}
	}
	add := func(of map[string]any, ids ...any) {
		one := s
		one.note, one.ids = cmp.Or(s.note, shorten(text(of["name"]))), nil
		for _, id := range ids {
			one.ids = append(one.ids, text(id))
		}
		if s.of == "category" {
			one.category = of
		}
		steps = append(steps, one)
	}
	from := sources[s.of]
	for _, source := range from.calls {
		found := items(r.values[source])
		if one, is := r.values[source].(map[string]any); is {
			found = append(found, one)
		}
		for _, o := range found {
			if category, is := o["category"].(map[string]any); is && s.of == "dish" {
				add(o, category["id"], o["id"])
			} else {
				add(o, cmp.Or(o["code"], o["id"]))
			}
		}
	}
	return steps[:min(len(steps), from.most)]
}

// learn stores what a step returned, the dishes of a category and the texts of a language.
func (r *run) learn(op *operation, s step, value any) {
	whole, _ := value.(map[string]any)
	if s.category != nil {
		all, _ := r.values[dishes].([]any)
		for _, d := range items(whole["data"]) {
			d["category"] = s.category
			all = append(all, d)
		}
		r.values[dishes] = all
	}
	if s.lang != "" && whole != nil {
		r.translations[s.lang] = map[string]string{}
		for source, words := range whole {
			r.translations[s.lang][source] = text(words)
		}
	}
	if value != nil {
		r.values[op.name] = value
	}
}

// languages returns the default language and those that GET languages lists.
func (r *run) languages() []string {
	codes := []string{r.o.Lang}
	for _, l := range items(r.values["GET languages"]) {
		if code := text(l["name"]); !slices.Contains(codes, code) {
			codes = append(codes, code)
		}
	}
	return codes
}

var parameter = regexp.MustCompile(`\{\w+\}`)

// path returns the path of a call with the step's parameters and query.
func (s *step) path(op *operation) string {
	_, path, _ := strings.Cut(op.name, " ")
	for _, id := range s.ids {
		at := parameter.FindStringIndex(path)
		path = path[:at[0]] + url.PathEscape(id) + path[at[1]:]
	}
	return parameter.ReplaceAllLiteralString(path, unknownID) + s.query
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
	lat, lng, ok := site.Coordinates(r.shop().Text("RESTAURANT_COORDINATES"))
	if !ok {
		return nil
	}
	return map[string]any{"coordinates": map[string]any{"lat": lat, "lng": lng}}
}
