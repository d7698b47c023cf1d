package gateway

import (
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/rawjson"
	"tablefront/bff/upstream"
)

// page answers what stands in front of a backend, or a framework, says without JSON.
func page(status int, kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		w.WriteHeader(status)
		w.Write([]byte(body))
	}
}

// publicPath is an example of a public call's path.
func publicPath(c *Call) string {
	path := strings.NewReplacer("{id}", "7", "{categoryId}", "3", "{productId}", "5").Replace(c.Path)
	if c == callTranslations {
		path += "?lang=de"
	}
	return path
}

// TestWhatAnAnswerToAPublicCallMeans is docs/wire.md section 3: what customers get of each public call after each answer, with a good response of a minute
// ago and without one.
func TestWhatAnAnswerToAPublicCallMeans(t *testing.T) {
	const good = "the good one"
	answersTo := map[string]http.HandlerFunc{
		"404 text":          page(404, "text/plain", "404 page not found\n"),
		"404 HTML":          page(404, "text/html", "<html>Not Found</html>"),
		"404 empty":         page(404, "application/json", ""),
		"404 JSON":          answers(404, `{"message":"Not found."}`),
		"410 JSON":          answers(410, `{"message":"Gone."}`),
		"410 HTML":          page(410, "text/html", "<html>Gone</html>"),
		"403 HTML":          page(403, "text/html", "<html>Just a moment</html>"),
		"403 JSON":          answers(403, `{"message":"Forbidden."}`),
		"401 HTML":          page(401, "text/html", "<html>Login</html>"),
		"200 HTML":          page(200, "text/html", "<html>Maintenance</html>"),
		"200 success:false": says(`{"success":false,"message":"Maintenance"}`),
		"200 status:error":  says(`{"status":"error","message":"Maintenance"}`),
		"200 error":         says(`{"error":"Maintenance"}`),
		"200 data:null":     says(`{"data":null}`),
		"200 false":         says(`false`),
		"200 data:false":    says(`{"data":false}`),
		"405":               page(405, "text/html", "<html>Method Not Allowed</html>"),
		"501":               page(501, "text/plain", "Not Implemented"),
		"204":               page(204, "application/json", ""),
		"500 JSON":          answers(500, `{"message":"Server Error"}`),
		"503 HTML":          page(503, "text/html", "<html>Service Unavailable</html>"),
	}
	for name, answer := range answersTo {
		for i := range calls {
			call := &calls[i]
			if call.Class == cache.Never {
				continue
			}
			empty, optional := call.Empty, call.Optional
			single := strings.Contains(call.Path, "{")
			own := strings.HasSuffix(name, "JSON")
			missing := optional && (name == "404 JSON" || name == "410 JSON" || name == "405" || name == "501" || name == "204" && !single)
			gone := single && (name == "404 JSON" || name == "410 JSON")
			without, status := "upstream_invalid", 502
			switch {
			case missing && empty != "":
				without, status = empty, 200
			case missing || gone:
				without, status = "", http.StatusNotFound
				if name == "410 JSON" {
					status = http.StatusGone
				}
			case own:
				without = "message"
				status, _ = strconv.Atoi(name[:3])
			}
			t.Run(name+", "+call.String(), func(t *testing.T) {
				t.Parallel()
				backend := newFakeUpstream(t)
				backend.lists("3", "5", "7")
				where := "GET " + strings.TrimSuffix(publicPath(call), "?lang=de")
				ask := func(s *shop) got { return s.get("/api/" + publicPath(call)) }

				if call != callSettings { // without them nothing is absent
					backend.on(where, answer)
					if a := ask(openShop(t, backend)); a.StatusCode != status || !strings.Contains(a.body, without) {
						t.Errorf("without a stored response: %d %s; want %d with %q", a.StatusCode, a.body, status, without)
					}
				}

				backend.on(where, says(goodBodyOf(call, good)))
				shop := openShop(t, backend)
				if a := ask(shop); a.StatusCode != 200 || !strings.Contains(a.body, good) {
					t.Fatalf("%d %s\n%s", a.StatusCode, a.body, shop.log)
				}
				backend.on(where, answer)
				kept := func(when string) {
					t.Helper()
					for range 3 {
						if a := ask(shop); a.StatusCode != 200 || !strings.Contains(a.body, good) {
							t.Fatalf("%s: %d %s", when, a.StatusCode, a.body)
						}
					}
				}
				if gone {
					shop.ageEntries(2 * time.Hour)
					until(t, "it is gone", func() bool { return ask(shop).StatusCode == status })
					return
				}
				shop.ageEntries(2 * time.Hour)
				kept("with a stored response")
				shop.ageEntries(9 * time.Minute)
				kept("after 9 minutes")
				if missing && call != callBranches && call != callLanguages {
					shop.ageEntries(2 * time.Minute)
					until(t, "the empty answer after 10 minutes", func() bool { return strings.Contains(ask(shop).body, empty) && !strings.Contains(ask(shop).body, good) })
				}
			})
		}
	}
}

// goodBodyOf is a success of a public call with a text.
func goodBodyOf(call *Call, text string) string {
	quoted := string(rawjson.Quote(text))
	if call == callLanguages || call == callBranches || call == callSettings {
		return `{"data":[{"name":"de","key":"TEXT","value":"","url":"https://b.example","text":` + quoted + `}]}`
	}
	if call.schema.IsList() {
		return `{"data":[{"id":9,"name":` + quoted + `,"value":7,"price":1,"discount":0,"minimumOrder":0,"deliveryPrice":0,"displayOption":"direct","items":[],"sizes":[],"extras":[],"variants":[],"additives":[],"allergens":[]}]}`
	}
	return `{"data":{"name":` + quoted + `}}`
}

// A response that can't be read passes as it came, but never in place of one that could be: without the taxes an order would be too cheap.
func TestWhatCannotBeReadReplacesNothing(t *testing.T) {
	t.Parallel()
	for path, good := range map[string]string{
		"taxes": `[{"name":"MwSt.","value":7}]`, "settings": `[{"key":"SITE_TITLE","value":"Löffel"}]`, "products/categories": `[{"id":3,"name":"Pizza"}]`,
		"working-hours": `{"data":{"monday":[]},"meta":{"isOpenNow":true,"nextOpen":null,"isActive":true}}`, "products/menus": `[{"id":5,"name":"Mittag","price":9,"discount":0}]`,
		"products/categories/3/products": `{"data":[{"id":1,"name":"Margherita","sizes":[]}],"meta":{"category":{"data":{"id":3,"name":"Pizza"}}}}`,
	} {
		for _, wrong := range []string{`{"message":"Maintenance"}`, `{"data":"Maintenance"}`, `{"data":[{"message":"Maintenance"}]}`} {
			if path == "taxes" && strings.HasPrefix(wrong, `{"data":[`) {
				continue // a tax without a value: the total is unknown
			}
			backend := newFakeUpstream(t)
			backend.on("GET products/categories", says(`{"data":[{"id":3,"name":"Pizza"}]}`))
			backend.on("GET "+path, says(wrong))
			if a := openShop(t, backend).get("/api/" + path); path != "settings" && (a.StatusCode != 200 || !strings.Contains(a.body, "Maintenance")) {
				t.Errorf("%s %s: without a stored response: %d %s", path, wrong, a.StatusCode, a.body)
			}
			backend.on("GET "+path, says(map[bool]string{true: good, false: `{"data":` + good + `}`}[good[0] == '{']))
			shop := openShop(t, backend)
			shop.get("/api/"+path).wants(t, 200, good)
			backend.on("GET "+path, says(wrong))
			shop.ageEntries(2 * time.Hour)
			for range 3 {
				shop.get("/api/"+path).wants(t, 200, good)
			}
		}
	}
}

// A proxy's "not found" for the whole backend is none of a call, whatever it calls itself: while the settings fail, nothing is absent.
func TestNothingIsAbsentWhileTheSettingsFail(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET taxes", answers(404, `{"message":"no Route matched with those values"}`))
	backend.on("GET settings", answers(404, `{"message":"no Route matched with those values"}`))
	shop := openShop(t, backend)
	shop.get("/api/taxes").wants(t, 502, "upstream_invalid")
	backend.on("GET settings", says(`{"data":[]}`))
	until(t, "absent", func() bool { return shop.get("/api/taxes").body == "[]" })
}

// An absence that ends is forgotten: the ten minutes begin again.
func TestAnAbsenceMustLast(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	there, missing := says(`{"data":[{"name":"MwSt","value":19}]}`), answers(404, `{"message":"Not found."}`)
	backend.on("GET taxes", there)
	shop := openShop(t, backend)
	shop.passes.Store(true)
	asked := 0
	turn := func(what http.HandlerFunc, after time.Duration) {
		t.Helper()
		backend.on("GET taxes", what)
		shop.ageEntries(after)
		asked = len(backend.of("GET taxes"))
		until(t, "it was refreshed", func() bool {
			if a := shop.get("/api/taxes"); !strings.Contains(a.body, "MwSt") {
				t.Fatalf("%d %s", a.StatusCode, a.body)
			}
			return len(backend.of("GET taxes")) > asked
		})
	}
	turn(there, 0)
	turn(missing, time.Minute)
	turn(missing, 8*time.Minute)
	turn(there, time.Minute)
	turn(missing, 8*time.Minute)
	turn(missing, 8*time.Minute)
}

// TestAProxyThatLies: a live proxy answers its 404 in place of the whole backend. It counts as a failure of the host, the circuit opens, and closes when the backend
// is back.
func TestAProxyThatLies(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.lists("1", "2")
	shop := openShop(t, backend)
	for _, path := range publicPaths {
		shop.get("/api/"+path).wants(t, 200, "")
	}
	for _, path := range publicPaths {
		backend.on("GET "+strings.TrimSuffix(path, "?lang=de"), page(404, "text/plain", "404 page not found\n"))
	}
	shop.ageEntries(2 * time.Hour)
	until(t, "the circuit is open", func() bool {
		shop.ageEntries(2 * time.Second)
		for _, path := range publicPaths {
			shop.get("/api/"+path).wants(t, 200, "")
		}
		// In the log, since the state is "half-open" two seconds later, until a probe succeeds.
		return strings.Contains(shop.log.String(), `"msg":"circuit changed state","branch":"main","state":"open"`)
	})
	if v, _ := shop.sample(t, `tablefront_upstream_failures_total{branch="main",cause="invalid"}`); v < 5 {
		t.Errorf("%v failures of the host were counted", v)
	}
	_, text := shop.readiness()
	if !strings.Contains(text, "main: invalid") {
		t.Error(text)
	}
}

func TestASuccessThatSaysNo(t *testing.T) {
	t.Parallel()
	type says struct{ public, order, other, payment bool }
	no := says{public: true, order: true, other: true}
	for body, want := range map[string]says{
		`{"success":false,"message":"Closed"}`:     no,
		`{"success":"0","data":{}}`:                no,
		`{"status":"error","errors":{}}`:           no,
		`{"error":"Closed"}`:                       no,
		`{"errors":{"cart":["Closed"]}}`:           no,
		`{"status":false,"message":"Closed"}`:      no,
		`{"status":"failed","message":"Closed"}`:   no,
		`{"data":{"success":0}}`:                   no,
		`{"id":1,"errors":[]}`:                     {},
		`{"id":1,"status":true}`:                   {},
		`{"error":null,"data":[]}`:                 {},
		`{"error":false}`:                          {},
		`{"error":"a warning","data":{"id":1}}`:    {},
		`{"data":{"success":false}}`:               no,
		`{"data":null}`:                            {public: true, order: true},
		`{"success":true,"data":null}`:             {public: true},
		`{"status":"success","data":{"id":1}}`:     {},
		`{"data":{"code":"A-1","status":"error"}}`: {payment: true},
		`{"id":1}`: {}, `[]`: {}, `null`: {public: true}, `false`: no, `{"data":"text"}`: {}, `"success"`: {}, ``: {},
		`{"data":false}`: no,
		`{"ok":false}`:   no, `{"isSuccess":false,"data":{"id":1}}`: no, `{"Success":false}`: no,
		`{"result":"failure"}`:           no,
		`{"placed":false,"message":"x"}`: no, `{"placed":"0"}`: no, `{"data":{"placed":false}}`: no,
		`{"success":"no"}`: no,
		// An error beside nothing, or in place of an order.
		`{"status":422,"message":"closed"}`: no, `{"type":"about:blank","title":"Closed","status":"400"}`: no, `{"statusCode":400,"message":"closed"}`: no,
		`{"data":{"error":"closed"}}`: {order: true}, `{"data":{"errors":{"phone":["bad"]}}}`: {order: true}, `{"data":{"status":"error","message":"closed"}}`: {order: true, payment: true},
		`{"id":1,"status":400}`: {}, `{"data":{"id":1,"status":401}}`: {}, `{"data":{"code":"A-1","error":"printer offline"}}`: {},
		`{"errors":{"phone":["bad"]},"data":[]}`: no, `{"error":"closed","data":{}}`: no, `{"error":"closed","data":""}`: no,
		`{"errors":[{"message":"closed"}],"data":{"placeOrder":null}}`: no,
		// No error, however it is written.
		`{"id" : 918, "code" : "A-918", "errors" : [ ]}`: {}, `{"id":1,"errors":{"phone":[]}}`: {}, `{"code":"A-1","error":{"code":0,"message":""}}`: {},
		// Something was made; what is said beside it is a warning.
		`{"id":7,"code":"A-7","errors":["printer offline"]}`: {}, `{"id":null,"errors":["closed"]}`: no,
		// An order that was refused as an order.
		`{"data":{"id":1,"code":"A-1","status":"rejected","statusText":"Closed"}}`: {order: true, payment: true}, `{"id":1,"status":"Cancelled"}`: {order: true, payment: true},
		`{"data":{"id":1,"status":"pending"}}`:             {},
		`{"data":{"id":1,"code":"A-1","status":"failed"}}`: {order: true, payment: true}, `{"data":{"id":1,"status":"payment_failed"}}`: {order: true, payment: true},
		// A number of HTTP beside words is a status, under whatever name; another number, or one beside an id, is an order's.
		`{"code":500,"msg":"closed"}`: no, `{"code":422,"message":"closed","data":{}}`: no, `{"msg":"closed","code":404,"data":null}`: no,
		`{"code":500}`: {}, `{"code":"451","message":"Thanks"}`: {}, `{"id":451,"code":451,"message":"Thanks"}`: {}, `{"code":200,"msg":"ok","data":{"id":1}}`: {},
		// The id of a call is none of an order.
		`{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"closed"}}`: no,
		// Other words for the same.
		`{"errorCode":"CLOSED","errorMessage":"closed"}`: no, `{"hasErrors":true}`: no, `{"exception":"X","message":"closed"}`: no, `{"hasErrors":false,"id":1}`: {}, `{"errorCode":0}`: {},
		`{"result":"KO"}`: no, `{"status":"NOK"}`: no, `{"type":"error","message":"closed"}`: no, `{"outcome":"failure"}`: no, `{"accepted":false}`: no, `{"valid":false}`: no,
		`{"status":"mail_failed","message":"closed"}`: no, `{"status":"validation_failed","invalid_fields":[]}`: no, `{"type":"delivery","id":1}`: {},
		`{"data":null,"url":"https://pay.example/1"}`: {public: true},
	} {
		_, members, _ := rawjson.Read([]byte(body))
		for name, is := range map[string]bool{
			"public":  saysNo([]byte(body), members, find("GET", "settings")) == want.public,
			"order":   saysNo([]byte(body), members, find("POST", "checkout/v2")) == want.order,
			"other":   saysNo([]byte(body), members, find("POST", "contact")) == want.other,
			"payment": saysNo([]byte(body), members, callCheck) == (want.other || want.payment),
		} {
			if !is {
				t.Errorf("%s of %s", body, name)
			}
		}
	}
}

// TestWhichAnswersFreeAnOrdersKey: what certainly was not carried out may be tried again.
func TestWhichAnswersFreeAnOrdersKey(t *testing.T) {
	t.Parallel()
	call := find("POST", "checkout/v2")
	for status, free := range map[int]bool{
		200: false, 201: false, 202: false, 204: false, 400: true, 401: true, 403: true, 404: true, 408: false,
		409: false, 413: true, 419: true, 422: true, 429: true, 499: false, 500: false, 502: false, 503: false, 504: false,
	} {
		for body, frees := range map[string]bool{
			`{"message":"no"}`: free, `{"placed":true}`: free, `{"placed":null}`: free,
			`{"placed":false}`: true, `{"placed":"false"}`: true, `{"placed": 0}`: true, `{"data":{"placed":false}}`: true,
		} {
			a, err := answerOf(call, &upstream.Response{Status: status, Body: []byte(body)})
			if err != nil || a.Refused != frees {
				t.Errorf("%d %s: %v, %v", status, body, a.Refused, err)
			}
		}
	}
	for body, status := range map[string]int{`{"success":false,"message":"Closed"}`: 422, `{"data":null}`: 422, `{"data":{"code":"A-1"}}`: 200, ``: 200} {
		if a, err := answerOf(call, &upstream.Response{Status: 200, Body: []byte(body)}); err != nil || a.Status != status || a.Refused != (status == 422) {
			t.Errorf("200 %s: %d, %v, %v", body, a.Status, a.Refused, err)
		}
	}
}

// TestAnOrderThatIsRefusedInASuccess: the customer gets the backend's words, and the same key orders when it can.
func TestAnOrderThatIsRefusedInASuccess(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	order := func() got {
		return shop.ask("POST", "/api/checkout/v2", `{"total":1}`, "Idempotency-Key: key-00001")
	}
	backend.on("POST checkout/v2", says(`{"success":false,"message":"The kitchen is closed."}`))
	for range 2 {
		if a := order(); a.StatusCode != 422 || a.body != `{"success":false,"message":"The kitchen is closed."}` || a.Header.Get("Idempotency-Replayed") != "" {
			t.Fatalf("%d %s", a.StatusCode, a.body)
		}
	}
	backend.on("POST checkout/v2", answers(503, `{"placed":false,"message":"Busy"}`))
	for range 2 {
		if a := order(); a.StatusCode != 503 || a.Header.Get("Idempotency-Replayed") != "" {
			t.Fatalf("%d %s", a.StatusCode, a.body)
		}
	}
	backend.on("POST checkout/v2", answers(201, `{"data":{"code":"A-1"}}`))
	order().wants(t, 201, "A-1")
	if a := order(); a.StatusCode != 201 || a.Header.Get("Idempotency-Replayed") != "true" {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
	if n := len(backend.of("POST checkout/v2")); n != 5 {
		t.Errorf("sent %d times", n)
	}
}

// TestOnlyTheBackendDeclinesAPayment: what is not its own JSON, or is about something else than the payment, is no answer and is not remembered.
func TestOnlyTheBackendDeclinesAPayment(t *testing.T) {
	t.Parallel()
	for name, row := range map[string]struct {
		answer http.HandlerFunc
		status int
		final  bool
	}{
		"approved":        {says(`{"data":{"code":"A-1"}}`), 200, true},
		"approved, empty": {page(204, "", ""), 204, true},
		"declined":        {answers(422, `{"message":"Declined"}`), 422, false},
		"unknown":         {answers(404, `{"message":"Unknown"}`), 404, false},
		"401":             {answers(401, `{}`), 502, false},
		"403":             {answers(403, `{}`), 502, false},
		"408":             {answers(408, `{}`), 502, false},
		"419":             {answers(419, `{}`), 502, false},
		"421":             {answers(421, `{}`), 502, false},
		"404 text":        {page(404, "text/plain", "404 page not found"), 502, false},
		"403 HTML":        {page(403, "text/html", "<html>"), 502, false},
		"200 HTML":        {page(200, "text/html", "<html>"), 502, false},
		"200 text":        {page(200, "text/plain", "OK"), 502, false},
		"200 empty":       {page(200, "", ""), 502, false},
		"said no":         {says(`{"success":false,"message":"Maintenance"}`), 502, false},
		"500":             {answers(500, `{}`), 500, false},
		"500 HTML":        {page(500, "text/html", "<html>"), 502, false},
		"to the login":    {withHeader("Location", "/login", answers(302, `{}`)), 502, false},
	} {
		backend := newFakeUpstream(t)
		backend.on("GET checkout/check", row.answer)
		shop := openShop(t, backend)
		for range 2 {
			if a := shop.get("/api/checkout/check?payment=p1&sess=s1"); a.StatusCode != row.status {
				t.Errorf("%s: %d %s", name, a.StatusCode, a.body)
			}
		}
		if n := len(backend.of("GET checkout/check")); (n == 1) != row.final {
			t.Errorf("%s: asked %d times", name, n)
		}
	}
}

// TestADeclinedPaymentIsPaid: the customer goes back to the payment page at once, and returns with the same sess.
func TestADeclinedPaymentIsPaid(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET checkout/check", answers(422, `{"message":"Declined"}`))
	shop := openShop(t, backend)
	shop.get("/api/checkout/check?payment=p1&sess=s1").wants(t, 422, `{"message":"Declined"}`)
	backend.on("GET checkout/check", says(`{"data":{"code":"A-1"}}`))
	shop.get("/api/checkout/check?payment=p1&sess=s1").wants(t, 200, `{"code":"A-1"}`)
}

// TestARedirectToTheLogin: a backend that leads to its login page says that the token is expired.
func TestARedirectToTheLogin(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	for to, status := range map[string]int{"/login": 401, "https://x.example/auth/Login/?next=/api/me": 401, "/home": 502, "/login/help": 502} {
		backend.on("GET me/addresses", withHeader("Location", to, page(302, "text/html", "<html>")))
		if a := shop.get("/api/me/addresses"); a.StatusCode != status {
			t.Errorf("%s: %d %s", to, a.StatusCode, a.body)
		}
	}
}

// TestARefusedOrderBringsTheNewPrices: the backend says that the cart is out of date; the customer's next look at the menu is a new one, although the stored one was fresh.
func TestARefusedOrderBringsTheNewPrices(t *testing.T) {
	backend := newFakeUpstream(t)
	backend.lists("3")
	for _, path := range []string{"products/menus", "products/categories/3/products", "areas", "taxes", "checkout/payment-providers"} {
		backend.on("GET "+path, says(`{"data":[{"id":"3","price":8.5}]}`))
	}
	shop := openShop(t, backend)
	order := func(key string) got {
		return shop.ask("POST", "/api/checkout/v2", `{"total":1}`, "Idempotency-Key: "+key)
	}
	for refusal, renewed := range map[string]bool{`{"data":{"cart":["The prices have changed."]}}`: true, `{"message":"Log in."}`: false} {
		for _, path := range []string{"products/menus", "products/categories/3/products", "areas", "taxes", "checkout/payment-providers"} {
			shop.get("/api/"+path).wants(t, 200, "")
		}
		status := 401
		if renewed {
			status = 422
		}
		backend.on("POST checkout/v2", answers(status, refusal))
		before := len(backend.of("GET taxes"))
		order("key-0000"+strconv.Itoa(status)).wants(t, status, "")
		for _, path := range []string{"products/menus", "products/categories/3/products", "areas", "taxes", "checkout/payment-providers"} {
			a := shop.get("/api/" + path)
			a.wants(t, 200, "")
			if (a.Header.Get("X-Cache") == "miss") != renewed {
				t.Errorf("after %d: %s is a %s", status, path, a.Header.Get("X-Cache"))
			}
		}
		if n := len(backend.of("GET taxes")) - before; (n == 1) != renewed {
			t.Errorf("after %d: asked %d times", status, n)
		}
	}
}
