package gateway

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// TestAbsentCalls: 404 of an optional public call is its empty answer, and the upstream is asked once for many visitors.
func TestAbsentCalls(t *testing.T) {
	for call, want := range emptyAnswers {
		k := newFakeUpstream(t)
		path := strings.NewReplacer("{id}", "7", "{categoryId}", "3", "{productId}", "5").Replace(call.Path)
		k.on("GET "+path, answers(http.StatusNotFound, `{"message":"Not found."}`))
		s := openShop(t, k)
		status := http.StatusOK
		if want == "" {
			status, want = http.StatusNotFound, `{"message":"Not found."}`
		}
		query := ""
		if call == callTranslations {
			query = "?lang=de"
		}
		for range 3 {
			if a := s.get("/api/" + path + query); a.StatusCode != status || a.body != want {
				t.Errorf("%s: %d %s", call, a.StatusCode, a.body)
			}
		}
		if n := len(k.of("GET " + path)); n != 1 {
			t.Errorf("%s: the upstream was asked %d times", call, n)
		}
		k.on("GET "+path, answers(http.StatusOK, `{"data":{"now":"there"}}`))
		s.older.Add(int64(10 * time.Minute))
		until(t, call.String()+" is asked for again", func() bool { return strings.Contains(s.get("/api/"+path+query).body, "there") })
	}
}

// TestAbsentWithCredentials: the same where the call is made with the customer's credentials.
func TestAbsentWithCredentials(t *testing.T) {
	k := newFakeUpstream(t)
	k.on("GET products/menus", answers(http.StatusNotFound, `{"message":"Not found."}`))
	s := openShop(t, k, func(c *Config) { c.CataloguePerUser = true })
	if a := s.get("/api/products/menus"); a.StatusCode != http.StatusOK || a.body != `[]` {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}

// TestAbsentRequired: a required call that is missing is an error.
func TestAbsentRequired(t *testing.T) {
	k := newFakeUpstream(t)
	k.on("GET products/categories", answers(http.StatusNotFound, `{"message":"Not found."}`))
	if a := openShop(t, k).get("/api/products/categories"); a.StatusCode != http.StatusNotFound {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}

// TestAbsentBranches: a known list of branches survives a 404.
func TestAbsentBranches(t *testing.T) {
	k := newFakeUpstream(t)
	k.on("GET branches", says(`{"data":[{"name":"Mitte","url":"`+k.URL+`/mitte"}]}`))
	s := openShop(t, k)
	if a := s.get("/api/areas", "X-Branch: "+k.URL+"/mitte"); a.StatusCode != http.StatusOK {
		t.Fatal(a.body)
	}
	k.on("GET branches", answers(http.StatusNotFound, `{}`))
	s.purge("")
	s.get("/api/branches")
	if a := s.get("/api/areas", "X-Branch: "+k.URL+"/mitte"); a.StatusCode != http.StatusOK {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}
