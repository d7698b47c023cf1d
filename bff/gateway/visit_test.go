package gateway

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestAVisitMakesFewCalls: the home page of a shop with sixty categories asks for what it shows, at the first visit and at each later one.
func TestAVisitMakesFewCalls(t *testing.T) {
	backend := newFakeUpstream(t)
	rows := make([]string, 60)
	for i := range rows {
		rows[i] = fmt.Sprintf(`{"id":%d,"name":"Category %d"}`, i+1, i+1)
		backend.on(fmt.Sprintf("GET products/categories/%d/products", i+1), says(fmt.Sprintf(`{"data":[{"id":%d,"name":"Dish %d"}],"meta":{}}`, i+100, i+1)))
	}
	backend.on("GET products/categories", says(`{"data":[`+strings.Join(rows, ",")+`]}`))
	for _, list := range []string{"products/menus", "areas", "taxes", "pages"} {
		backend.on("GET "+list, says(`{"data":[]}`))
	}
	shop := openShop(t, backend)
	visit := func(name string) {
		t.Helper()
		before := len(backend.all())
		until(t, name+": the page has the first dish", func() bool { return strings.Contains(shop.get("/", "Accept: text/html").body, `"Dish 1"`) })
		for _, path := range []string{"settings", "products/categories", "products/categories/1/products", "products/menus"} { // the client looks for what changed
			shop.get("/api/"+path).wants(t, 200, "")
		}
		if n := len(backend.all()) - before; n > 15 {
			t.Errorf("%s: %d calls", name, n)
		}
	}
	visit("the first visit")
	for range 3 {
		shop.ageEntries(31 * time.Second)
		visit("a later visit")
	}
	products := 0
	for _, r := range backend.all() {
		if strings.HasSuffix(r.path, "/products") {
			products++
		}
	}
	if products < 5 {
		t.Errorf("only %d lists of products were fetched: the structured data stays empty", products)
	}
}
