package site

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"tablefront/bff/langtag"
)

// schemaType describes a type of schema.org as far as the page uses it: the kinds of its properties, and those that consumers
// of the data require (schema.org; Google's "Restaurant" and "Menu" guides).
type schemaType struct {
	required   []string
	properties map[string]string
}

// schemaTypes is copied from schema.org. A kind is text, url, number, bool, time, lang, price, country, an enumeration
// ("of:a,b"), or types ("Menu|url"); a list of a kind is allowed everywhere, as JSON-LD has it.
var schemaTypes = map[string]schemaType{
	"Restaurant": {[]string{"name", "address", "url"}, map[string]string{
		"name": "text", "url": "url", "image": "url", "telephone": "text", "email": "text", "currenciesAccepted": "text", "address": "PostalAddress", "geo": "GeoCoordinates",
		"sameAs": "url", "openingHoursSpecification": "OpeningHoursSpecification", "acceptsReservations": "bool", "potentialAction": "OrderAction|ReserveAction", "hasMenu": "Menu|url",
	}},
	"PostalAddress":                {[]string{"streetAddress"}, map[string]string{"streetAddress": "text", "addressCountry": "country"}},
	"GeoCoordinates":               {[]string{"latitude", "longitude"}, map[string]string{"latitude": "number", "longitude": "number"}},
	"OpeningHoursSpecification":    {[]string{"dayOfWeek", "opens", "closes"}, map[string]string{"dayOfWeek": "of:https://schema.org/Monday,https://schema.org/Tuesday,https://schema.org/Wednesday,https://schema.org/Thursday,https://schema.org/Friday,https://schema.org/Saturday,https://schema.org/Sunday", "opens": "time", "closes": "time"}},
	"OrderAction":                  {[]string{"target"}, map[string]string{"target": "EntryPoint", "deliveryMethod": "of:http://purl.org/goodrelations/v1#DeliveryModeOwnFleet,http://purl.org/goodrelations/v1#DeliveryModePickUp"}},
	"ReserveAction":                {[]string{"target", "result"}, map[string]string{"target": "EntryPoint", "result": "FoodEstablishmentReservation"}},
	"FoodEstablishmentReservation": {nil, map[string]string{"name": "text"}},
	"EntryPoint":                   {[]string{"urlTemplate"}, map[string]string{"urlTemplate": "url", "inLanguage": "lang", "actionPlatform": "of:https://schema.org/DesktopWebPlatform,https://schema.org/MobileWebPlatform"}},
	"Menu":                         {[]string{"hasMenuSection"}, map[string]string{"inLanguage": "lang", "hasMenuSection": "MenuSection"}},
	"MenuSection":                  {[]string{"name"}, map[string]string{"name": "text", "description": "text", "hasMenuItem": "MenuItem"}},
	"MenuItem":                     {[]string{"name"}, map[string]string{"name": "text", "description": "text", "url": "url", "image": "url", "offers": "Offer"}},
	"Offer":                        {[]string{"price", "priceCurrency"}, map[string]string{"price": "price", "priceCurrency": "text"}},
}

var kindsOfText = map[string]*regexp.Regexp{
	"text": regexp.MustCompile(`^\S.*$`), "time": regexp.MustCompile(`^([01]\d|2[0-4]):[0-5]\d$`), "lang": langtag.Pattern, "price": regexp.MustCompile(`^\d+\.\d{2}$`), "country": regexp.MustCompile(`^[A-Z]{2}$`),
}

// schemaFaults lists what is wrong with structured data, each with its path.
func schemaFaults(path string, v any, kind string) []string {
	if l, ok := v.([]any); ok {
		var faults []string
		if len(l) == 0 {
			faults = append(faults, path+": an empty list")
		}
		for i, e := range l {
			faults = append(faults, schemaFaults(fmt.Sprintf("%s[%d]", path, i), e, kind)...)
		}
		return faults
	}
	if o, ok := v.(map[string]any); ok {
		name, _ := o["@type"].(string)
		known, ok := schemaTypes[name]
		if !ok || !slices.Contains(strings.Split(kind, "|"), name) {
			return []string{fmt.Sprintf("%s: %q where %s is due", path, name, kind)}
		}
		var faults []string
		for _, p := range known.required {
			if o[p] == nil || o[p] == "" {
				faults = append(faults, path+": no "+p)
			}
		}
		for p, e := range o {
			if strings.HasPrefix(p, "@") {
				continue
			}
			k, ok := known.properties[p]
			if !ok {
				faults = append(faults, fmt.Sprintf("%s: %s has no %s", path, name, p))
				continue
			}
			faults = append(faults, schemaFaults(path+"."+p, e, k)...)
		}
		return faults
	}
	bad := []string{fmt.Sprintf("%s: %v is no %s", path, v, kind)}
	text, isText := v.(string)
	for _, k := range strings.Split(kind, "|") {
		if values, ok := strings.CutPrefix(k, "of:"); ok && isText && slices.Contains(strings.Split(values, ","), text) {
			return nil
		}
		switch k {
		case "url":
			if u, err := url.Parse(text); isText && err == nil && u.IsAbs() && u.Host != "" {
				return nil
			}
		case "number":
			if _, ok := v.(float64); ok {
				return nil
			}
		case "bool":
			if _, ok := v.(bool); ok {
				return nil
			}
		default:
			if re := kindsOfText[k]; re != nil && isText && re.MatchString(text) {
				return nil
			}
		}
	}
	return bad
}

func structuredOf(t *testing.T, s *Site, target string) map[string]any {
	t.Helper()
	n := element(t, get(s, target).Body.String(), func(n *html.Node) bool { v, _ := attr(n, "type"); return v == "application/ld+json" })
	if n == nil {
		t.Fatalf("%s: no structured data", target)
	}
	var r map[string]any
	if err := json.Unmarshal([]byte(n.FirstChild.Data), &r); err != nil {
		t.Fatal(err)
	}
	return r
}

// TestSchemaOrg: the structured data is valid by schema.org's types on every indexed page, and the check finds faults.
func TestSchemaOrg(t *testing.T) {
	s := newSite(newFakeSource())
	for _, target := range []string{"/", "/contact", "/accessibility", "/?product=301", "/?menu=5", "/?lang=en"} {
		r := structuredOf(t, s, target)
		if r["@context"] != "https://schema.org" {
			t.Errorf("%s: context %v", target, r["@context"])
		}
		for _, f := range schemaFaults("$", r, "Restaurant") {
			t.Errorf("%s: %s", target, f)
		}
	}
	r := structuredOf(t, s, "/")
	menu, _ := r["hasMenu"].(map[string]any)
	sections, _ := menu["hasMenuSection"].([]any)
	if len(sections) < 2 {
		t.Errorf("%d sections", len(sections))
	}
	for name, spoil := range map[string]func(map[string]any){
		"an unknown property": func(r map[string]any) { r["priceList"] = "x" },
		"a wrong type":        func(r map[string]any) { r["address"] = map[string]any{"@type": "Menu"} },
		"no name":             func(r map[string]any) { delete(r, "name") },
		"a relative address":  func(r map[string]any) { r["url"] = "/" },
		"a day that is none": func(r map[string]any) {
			r["openingHoursSpecification"] = []any{map[string]any{"@type": "OpeningHoursSpecification", "dayOfWeek": "Montag", "opens": "11:00", "closes": "12:00"}}
		},
		"a price with a comma": func(r map[string]any) {
			r["hasMenu"] = map[string]any{"@type": "Menu", "hasMenuSection": map[string]any{"@type": "MenuSection", "name": "P", "hasMenuItem": map[string]any{"@type": "MenuItem", "name": "M", "offers": map[string]any{"@type": "Offer", "price": "8,50", "priceCurrency": "EUR"}}}}
		},
	} {
		r := structuredOf(t, s, "/")
		spoil(r)
		if len(schemaFaults("$", r, "Restaurant")) == 0 {
			t.Errorf("%s is not found", name)
		}
	}
}

// TestReservationAddress: the structured data has the address at which the client opens the reservation.
func TestReservationAddress(t *testing.T) {
	paths, err := os.ReadFile("../../client/src/navigation/paths.ts")
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSuffix(strings.TrimPrefix(reservationAddress, "/?"), "=1")
	if !regexp.MustCompile(`(?m)^  reservation: '` + name + `',$`).Match(paths) {
		t.Errorf("client/src/navigation/paths.ts has no parameter %q", name)
	}
}

// TestOwnAddresses: an information page has its own title, description and address; descriptions differ between pages; the
// hreflang addresses refer to each other.
func TestOwnAddresses(t *testing.T) {
	source := newFakeSource()
	source.responses["pages"] = `[{"id":4,"name":"Über uns","text":"<h2>Seit 1987</h2><p>Wir kochen &amp; backen <b>selbst</b>.</p><style>p{}</style><script>x()</script>"}]`
	s := newSite(source)
	page := get(s, "/?page=4").Body.String()
	for _, want := range []string{"<title>Über uns · Zum Goldenen Löffel</title>", `content="Seit 1987 Wir kochen &amp; backen selbst ."`, `<link rel="canonical" href="https://loeffel.example/?page=4">`, `hreflang="en" href="https://loeffel.example/?page=4&amp;lang=en"`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in %s", want, page[:strings.Index(page, "</head>")])
		}
	}
	description := regexp.MustCompile(`<meta name="description" content="([^"]*)">`)
	seen := map[string]string{}
	for _, target := range []string{"/", "/contact", "/accessibility", "/login", "/?page=4", "/?product=301", "/?menu=5"} {
		m := description.FindStringSubmatch(get(s, target).Body.String())
		if m == nil || m[1] == "" {
			t.Errorf("%s has no description", target)
		} else if seen[m[1]] != "" {
			t.Errorf("%s and %s have the same description", target, seen[m[1]])
		} else {
			seen[m[1]] = target
		}
	}
	alternate := regexp.MustCompile(`<link rel="alternate" hreflang="([^"]+)" href="https://loeffel.example([^"]+)">`)
	home := alternate.FindAllStringSubmatch(get(s, "/").Body.String(), -1)
	for _, m := range home {
		if m[1] == "x-default" {
			continue
		}
		other := get(s, html.UnescapeString(m[2]))
		if got := other.Header().Get("Content-Language"); got != m[1] {
			t.Errorf("%s is in %s, not %s", m[2], got, m[1])
		}
		if back := alternate.FindAllStringSubmatch(other.Body.String(), -1); len(back) != len(home) {
			t.Errorf("%s does not refer back", m[2])
		}
		if !strings.Contains(other.Body.String(), `<link rel="canonical" href="https://loeffel.example`+m[2]+`">`) {
			t.Errorf("%s is not its own canonical address", m[2])
		}
	}
	if len(home) < 3 {
		t.Errorf("%d languages", len(home))
	}
}
