package gateway

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"tablefront/bff/envelope"
)

// A response that does not have the contract's form is read before anything else: a cached one, a customer's, a page whose text is
// sanitised afterwards, and an order whose address of payment is checked afterwards.
func TestAResponseIsReadIntoTheContractsForm(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET areas", says(`{"data":{"7":{"id":7,"name":"Mitte","zipcode":10115,"minimumOrder":null,"deliveryPrice":"2,50 €","freeDeliveryThreshold":"30"}},"links":{}}`))
	backend.on("GET taxes", says("\ufeff"+`{"data":[{"name":"MwSt.","value":"7 %"}]}`))
	backend.on("GET pages", says(`{"data":[{"id":1,"name":"AGB","text":"&lt;p&gt;Hallo&lt;script&gt;alert(1)&lt;/script&gt;&lt;/p&gt;","onHeader":0,"onFooter":"1","isPopup":false}]}`))
	backend.on("GET products/categories", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json; charset=ISO-8859-1")
		_, _ = io.WriteString(w, "{\"data\":[{\"id\":1,\"name\":\"Gem\xfcse\"}]}")
	})
	backend.on("GET me", says(`{"data":{"name":"Ada","email":"ada@example.org","profit":"12,50"},"meta":[]}`))
	shop := openShop(t, backend)
	for range 2 { // from the backend and from the cache
		shop.get("/api/areas").wants(t, 200, `[{"id":7,"name":"Mitte","zipcode":"10115","minimumOrder":0,"deliveryPrice":2.50,"freeDeliveryThreshold":30}]`)
	}
	shop.get("/api/taxes").wants(t, 200, `[{"name":"MwSt.","value":7}]`)
	shop.get("/api/products/categories").wants(t, 200, `[{"id":1,"name":"Gemüse"}]`)
	shop.get("/api/me", "Authorization: Bearer t").wants(t, 200, `{"data":{"name":"Ada","email":"ada@example.org","profit":12.50},"meta":[]}`)
	if pages := shop.get("/api/pages").body; strings.Contains(pages, "script") || !strings.Contains(pages, "Hallo") {
		t.Errorf("the page's text is %s", pages)
	}
	if n, _ := shop.sample(t, `tablefront_upstream_deviations_total{call="GET areas"}`); n != 5 {
		t.Errorf("%v deviations of areas are counted, want 5", n)
	}
	if log := shop.log.String(); strings.Count(log, `"call":"GET me","values":1,"first":"$.data.profit","kind":"rewritten"`) != 1 || strings.Contains(log, "12,50") {
		t.Error("the log does not tell the deviation of GET me once, or tells its value")
	}
}

// The address of a payment beside `data` reaches the customer, and is checked wherever it is.
func TestThePaymentsAddressBesideData(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]string{
		`{"data":{"id":7},"url":"https://evil.example/pay"}`:                                       `{"id":7,"url":null,"urlRefused":true}`,
		`{"data":{"id":7},"meta":{},"url":"https://evil.example/pay"}`:                             `{"data":{"id":7,"url":null,"urlRefused":true},"meta":{},"url":null,"urlRefused":true}`,
		`{"data":{"id":7,"url":"https://evil.example/a"},"meta":{},"url":"https://evil.example/"}`: `{"data":{"id":7,"url":null,"urlRefused":true},"meta":{},"url":null,"urlRefused":true}`,
	} {
		backend := newFakeUpstream(t)
		backend.on("POST checkout/v2", says(body))
		shop := openShop(t, backend, func(c *Config) { c.PaymentHosts = []string{"pay.example"} })
		shop.ask("POST", "/api/checkout/v2", `{}`).wants(t, 200, want)
		backend.on("POST checkout/v2", says(strings.ReplaceAll(body, "evil", "pay")))
		if got := shop.ask("POST", "/api/checkout/v2", `{}`).body; strings.Contains(body, "/pay") && !strings.Contains(got, `"id":7,"url":"https://`) {
			t.Errorf("%s: the customer can't pay: %s", body, got)
		}
	}
}

// Any list may have meta: the browser gets the body whole, and pages, languages and branches are read all the same.
func TestMetaBesideAnyList(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET settings", says(`{"data":[{"key":"SITE_TITLE","value":"Zur Linde"}],"meta":[]}`))
	backend.on("GET languages", says(`{"data":[{"name":"de"},{"name":"fr"}],"meta":{"total":2}}`))
	backend.on("GET branches", says(`{"data":[{"name":"Altstadt","url":"`+backend.URL+`/altstadt"}],"meta":{}}`))
	shop := openShop(t, backend)
	shop.get("/api/branches").wants(t, 200, `{"data":[{"name":"Altstadt","url":"`+backend.URL+`/altstadt"}],"meta":{}}`)
	shop.get("/api/settings", "X-Branch: "+backend.URL+"/altstadt").wants(t, 200, "")
	shop.get("/api/languages").wants(t, 200, "")
	page := shop.get("/").body
	if !strings.Contains(page, "<title>Zur Linde") || !strings.Contains(page, `"settings":[{"key":"SITE_TITLE"`) || !strings.Contains(page, `"languages":[{"name":"de"}`) {
		t.Errorf("the page lacks title, settings or languages: %.2000s", page)
	}
	if got := shop.caller.branches.Main.Languages.Listed(); len(got) != 2 {
		t.Errorf("the languages are %v", got)
	}
}

// The pages of a public list are one list to the shop: by Fractal's pagination, Laravel's last_page, and links to the next page.
func TestThePagesOfAListAreJoined(t *testing.T) {
	t.Parallel()
	for name, meta := range map[string]func(page int, self string) string{
		"pagination": func(page int, _ string) string {
			return fmt.Sprintf(`"meta":{"pagination":{"total":3,"current_page":%d,"per_page":1,"total_pages":3}}`, page)
		},
		"last_page": func(page int, _ string) string {
			return fmt.Sprintf(`"meta":{"current_page":%d,"last_page":"3"}`, page)
		},
		"links": func(page int, self string) string {
			return map[bool]string{true: fmt.Sprintf(`"links":{"next":"%s?page=%d"}`, self, page+1), false: `"links":{"next":null}`}[page < 3]
		},
		"other host": func(page int, _ string) string {
			return fmt.Sprintf(`"links":{"next":"https://evil.example/api/areas?page=%d"},"meta":{"current_page":%d,"last_page":3}`, page+1, page)
		},
	} {
		backend := newFakeUpstream(t)
		backend.on("GET areas", func(w http.ResponseWriter, r *http.Request) {
			page := max(1, int((r.URL.Query().Get("page") + "0")[0]-'0'))
			says(fmt.Sprintf(`{"data":[{"id":%d,"name":"A","minimumOrder":0,"deliveryPrice":0,"freeDeliveryThreshold":0}],%s}`, page, meta(page, backend.URL+"/api/areas")))(w, r)
		})
		shop := openShop(t, backend)
		var ids []int
		var areas []struct{ ID int }
		body := shop.get("/api/areas").body
		if err := json.Unmarshal(envelope.Data([]byte(body)), &areas); err != nil {
			t.Fatal(err)
		}
		for _, a := range areas {
			ids = append(ids, a.ID)
		}
		if !slices.Equal(ids, []int{1, 2, 3}) {
			t.Errorf("%s: the areas are %v: %s", name, ids, body)
		}
	}
}

// A backend that shows a list to customers only has pages, too.
func TestThePagesOfACustomersListAreJoined(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET products/menus", func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") == "" {
			answers(http.StatusUnauthorized, `{"message":"Unauthenticated."}`)(w, r)
			return
		}
		page := max(1, int((r.URL.Query().Get("page") + "0")[0]-'0'))
		says(fmt.Sprintf(`{"data":[{"id":%d,"name":"A","price":1}],"meta":{"current_page":%d,"last_page":2}}`, page, page))(w, r)
	})
	body := openShop(t, backend).get("/api/products/menus", "Authorization: Bearer T").body
	if !strings.Contains(body, `"id":1`) || !strings.Contains(body, `"id":2`) {
		t.Errorf("the menus are %s", body)
	}
}

// A page that fails keeps the older list; pages that are all the same are read once; there is an end to them.
func TestPagesThatFail(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	area := `{"data":[{"id":%d,"name":"A","minimumOrder":0,"deliveryPrice":0,"freeDeliveryThreshold":0}],"meta":{"current_page":%d,"last_page":9999}}`
	backend.on("GET areas", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" {
			w.WriteHeader(http.StatusInternalServerError)
			return
		}
		says(fmt.Sprintf(area, 1, 1))(w, r)
	})
	shop := openShop(t, backend)
	if a := shop.get("/api/areas"); a.StatusCode < 500 {
		t.Errorf("the first page is the whole list: %s", a.body)
	}
	backend.on("GET products/menus", func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawQuery != "" {
			answers(http.StatusNotFound, `{"message":"Not found."}`)(w, r)
			return
		}
		says(`{"data":[{"id":1,"name":"A","price":1}],"meta":{"current_page":1,"last_page":2}}`)(w, r)
	})
	if a := shop.get("/api/products/menus"); a.StatusCode < 500 {
		t.Errorf("without its second page the list is %s", a.body)
	}
	backend.on("GET taxes", func(w http.ResponseWriter, r *http.Request) {
		says(`{"data":[{"name":"A","value":7}],"meta":{"last_page":3}}`)(w, r)
	})
	shop.get("/api/taxes").wants(t, 200, `{"data":[{"name":"A","value":7}],"meta":{"last_page":3}}`)
	if n := len(backend.of("GET taxes")); n != 2 {
		t.Errorf("%d calls for a list that ignores its page", n)
	}
	page := 0
	backend.on("GET areas", func(w http.ResponseWriter, r *http.Request) { page++; says(fmt.Sprintf(area, page, page))(w, r) })
	before := len(backend.of("GET areas"))
	shop.get("/api/areas")
	if n := len(backend.of("GET areas")) - before; n > 20 {
		t.Errorf("%d pages were asked for", n)
	}
}

// A branch's address may lack the scheme, or have the path of the calls: it can be chosen, and the calls arrive.
func TestABranchsAddressInOtherForms(t *testing.T) {
	for _, form := range []string{"%s/x", "%s/x/api", "%s/x/api/", "//%s/x", "%s/x/"} {
		backend := newFakeUpstream(t)
		host := strings.TrimPrefix(backend.URL, "http://")
		if !strings.HasPrefix(form, "//") && form != "%s/x" {
			host = backend.URL
		}
		backend.on("GET branches", says(`{"data":[{"name":"Altstadt","url":"`+fmt.Sprintf(form, host)+`"}]}`))
		shop := openShop(t, backend)
		var list []struct{ URL string }
		if err := json.Unmarshal([]byte(shop.get("/api/branches").body), &list); err != nil || len(list) != 1 {
			t.Fatal(err, list)
		}
		if got := strings.TrimSuffix(list[0].URL, "/"); got != backend.URL+"/x" {
			t.Errorf("%s is listed as %s", form, got)
		}
		if a := shop.get("/api/areas", "X-Branch: "+list[0].URL); a.StatusCode == 421 {
			t.Errorf("%s can't be chosen: %s", form, a.body)
		}
	}
}

// What is no branch in the list of branches does not take the others away.
func TestRowsThatAreNoBranchesAreLeftOut(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET branches", answers(200, `{"data":[null,{"name":"Mitte","url":"http://mitte.example"},3,"x",{"name":"no url"},{"name":7,"url":"http://ost.example"}]}`))
	shop := openShop(t, backend)
	shop.get("/api/branches").wants(t, 200, `[{"name":"Mitte","url":"http://mitte.example"},{"name":"7","url":"http://ost.example"}]`)
	for _, url := range []string{"http://mitte.example", "http://ost.example"} {
		if shop.caller.branches.Find(url) == nil {
			t.Errorf("%s is not found", url)
		}
	}
}
