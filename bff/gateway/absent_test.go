package gateway

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestAbsentCalls: 404 of an optional public call is its empty answer, and the upstream is asked once for many visitors.
func TestAbsentCalls(t *testing.T) {
	t.Parallel()
	for i := range calls {
		call := &calls[i]
		if !call.Optional {
			continue
		}
		want := call.Empty
		backend := newFakeUpstream(t)
		backend.lists("3", "5", "7")
		path := strings.NewReplacer("{id}", "7", "{categoryId}", "3", "{productId}", "5").Replace(call.Path)
		backend.on("GET "+path, answers(http.StatusNotFound, `{"message":"Not found."}`))
		shop := openShop(t, backend)
		status := http.StatusOK
		if want == "" {
			status, want = http.StatusNotFound, `{"message":"Not found."}`
		}
		query := ""
		if call == callTranslations {
			query = "?lang=de"
		}
		for range 3 {
			if a := shop.get("/api/" + path + query); a.StatusCode != status || a.body != want {
				t.Errorf("%s: %d %s", call, a.StatusCode, a.body)
			}
		}
		if n := len(backend.of("GET " + path)); n != 1 {
			t.Errorf("%s: the upstream was asked %d times", call, n)
		}
		backend.on("GET "+path, says(goodBodyOf(call, "there")))
		shop.older.Add(int64(10 * time.Minute))
		until(t, call.String()+" is asked for again", func() bool { return strings.Contains(shop.get("/api/"+path+query).body, "there") })
	}
}

// TestAbsentIsNoSignOfLife: a 404 that is answered from memory doesn't make a failing host a healthy one.
func TestAbsentIsNoSignOfLife(t *testing.T) {
	t.Parallel()
	branch, backend := newFakeUpstream(t), newFakeUpstream(t)
	backend.on("GET branches", says(`{"data":[{"name":"B","url":"`+branch.URL+`"}]}`))
	branch.lists("3", "5")
	shop, at := openShop(t, backend), "X-Branch: "+branch.URL
	const dish = "products/categories/3/products/5"
	branch.on("GET "+dish, answers(http.StatusNotFound, `{}`))
	branch.on("GET areas", answers(http.StatusInternalServerError, `{}`))
	degraded := func() bool { return shop.caller.branches.Find(branch.URL).Health.Degraded(shop.caller.now()) }
	shop.get("/api/"+dish, at).wants(t, 404, "")
	shop.older.Add(int64(15 * time.Second))
	shop.get("/api/areas", at).wants(t, 500, "")
	if !degraded() {
		t.Fatal("the branch is not degraded")
	}
	shop.get("/api/"+dish, at).wants(t, 404, "")
	if n := len(branch.of("GET " + dish)); n != 1 {
		t.Fatalf("asked %d times", n)
	}
	shop.older.Add(int64(time.Minute))
	if !degraded() {
		t.Error("the branch is healthy without having been asked")
	}
}

// TestAbsentWithCredentials: the same where the call is made with the customer's credentials.
func TestAbsentWithCredentials(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET products/menus", answers(http.StatusNotFound, `{"message":"Not found."}`))
	shop := openShop(t, backend, func(c *Config) { c.CataloguePerUser = true })
	if a := shop.get("/api/products/menus"); a.StatusCode != http.StatusOK || a.body != `[]` {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}

// TestAbsentRequired: a required call that is missing is an error.
func TestAbsentRequired(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET products/categories", answers(http.StatusNotFound, `{"message":"Not found."}`))
	if a := openShop(t, backend).get("/api/products/categories"); a.StatusCode != http.StatusNotFound {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}

// TestAbsentBranches: a known list of branches survives a 404.
func TestAbsentBranches(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET branches", says(`{"data":[{"name":"Mitte","url":"`+backend.URL+`/mitte"}]}`))
	shop := openShop(t, backend)
	if a := shop.get("/api/areas", "X-Branch: "+backend.URL+"/mitte"); a.StatusCode != http.StatusOK {
		t.Fatal(a.body)
	}
	backend.on("GET branches", answers(http.StatusNotFound, `{}`))
	shop.purge("")
	shop.get("/api/branches")
	if a := shop.get("/api/areas", "X-Branch: "+backend.URL+"/mitte"); a.StatusCode != http.StatusOK {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}
