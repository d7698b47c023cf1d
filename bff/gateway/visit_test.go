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
	// asked counts the calls for what the page shows, by path, and those for further lists of products, for the structured data.
	asked := func() (shown map[string]int, further int) {
		shown = map[string]int{}
		for _, r := range backend.all() {
			if strings.HasSuffix(r.path, "/products") && r.path != "products/categories/1/products" {
				further++
			} else if r.header.Get("Lang") != "" { // a health probe has none
				shown[r.path]++
			}
		}
		return shown, further
	}
	visits, pages := 0, 0
	visit := func() {
		t.Helper()
		visits++
		until(t, "the page has the first dish", func() bool {
			pages++
			return strings.Contains(shop.get("/", "Accept: text/html").body, `"Dish 1"`)
		})
		for _, path := range []string{"settings", "products/categories", "products/categories/1/products", "products/menus"} { // the client looks for what changed
			shop.get("/api/"+path).wants(t, 200, "")
		}
		shown, further := asked()
		for path, n := range shown {
			if n > visits {
				t.Errorf("%d visits: %s was asked for %d times", visits, path, n)
			}
		}
		if len(shown) > 10 || further > 4*pages { // two at each of the two times that a page collects what it shows
			t.Errorf("%d visits, %d requests of the page: asked for %v, and for %d lists of products that it does not show", visits, pages, shown, further)
		}
	}
	visit()
	for range 3 {
		shop.ageEntries(31 * time.Second)
		visit()
	}
	until(t, "the structured data does not stay empty", func() bool {
		shop.ageEntries(31 * time.Second)
		shop.get("/", "Accept: text/html")
		_, further := asked()
		return further > 0
	})
}
