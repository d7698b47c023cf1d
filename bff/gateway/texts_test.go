package gateway

import (
	"encoding/json"
	"testing"
)

// With TABLEFRONT_TEXTS=builtin a text that the backend lacks or has empty is the shop's own; the backend's own texts win.
func TestBuiltinTexts(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, backend, lang    string
		builtin                bool
		cart, checkout, ownTag string
	}{
		{"by default only the backend's", `{"data":"{\"Cart\":\"Korb\"}"}`, "de", false, "Korb", "", ""},
		{"word by word", `{"data":{"Cart":"Korb","Checkout":"","Own":"Eigen"}}`, "de", true, "Korb", "Kasse", "Eigen"},
		{"nothing from the backend", `{"data":[]}`, "de", true, "Warenkorb", "Kasse", ""},
		{"a regional language has those of its language", `{"data":{}}`, "de-AT", true, "Warenkorb", "Kasse", ""},
		{"English is the source", `{"data":{"Own":"Own"}}`, "en", true, "", "", "Own"},
		{"a language without texts", `{"data":{}}`, "fr", true, "", "", ""},
	} {
		upstream := newFakeUpstream(t)
		upstream.on("GET languages", says(`{"data":[{"name":"`+c.lang+`"}]}`))
		upstream.on("GET translations", says(c.backend))
		shop := openShop(t, upstream, func(config *Config) { config.BuiltinTexts = c.builtin })
		a := shop.get("/api/translations?lang="+c.lang, "Lang: "+c.lang)
		a.wants(t, 200, "")
		var got map[string]string
		if err := json.Unmarshal([]byte(a.body), &got); err != nil {
			t.Fatal(c.name, err)
		}
		if got["Cart"] != c.cart || got["Checkout"] != c.checkout || got["Own"] != c.ownTag {
			t.Errorf("%s: %q %q %q", c.name, got["Cart"], got["Checkout"], got["Own"])
		}
	}
}

// A backend without the optional call has the shop's own texts as well.
func TestBuiltinTextsWithoutTheCall(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	backend.on("GET translations", answers(404, `{"message":"Not Found"}`))
	shop := openShop(t, backend, func(config *Config) { config.BuiltinTexts = true })
	a := shop.get("/api/translations?lang=de")
	a.wants(t, 200, "")
	var got map[string]string
	if err := json.Unmarshal([]byte(a.body), &got); err != nil || got["Place Order"] == "" {
		t.Errorf("%v: %q", err, a.body)
	}
}
