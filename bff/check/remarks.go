package check

import (
	"context"
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"tablefront/contracts"
)

// remarks checks properties of the host as a whole.
func (r *run) remarks(ctx context.Context) {
	if r.first == nil {
		r.remark("reach", Failed, "no call succeeded, so nothing else was checked")
		return
	}
	r.transport()
	r.clock()
	r.compression()
	r.caching()
	r.checkCookies(ctx)
	r.cors(ctx)
	r.checkLanguages()
	r.missingTexts()
	r.missingSettings()
	r.links()
	r.promises()
	r.pictures()
	r.money()
	r.figures()
	r.formats()
	r.paging()
	r.branches(ctx)
}

// money checks the amounts of past orders: by the contract, price is the sum of the lines plus delivery, before discount,
// tax and tip. The shop identifies lost orders by it and computes receipts from it.
func (r *run) money() {
	orders := items(r.values["GET me/orders"])
	for _, order := range orders {
		payment, _ := order["payment"].(map[string]any)
		amount := func(name string) float64 { v, _ := payment[name].(float64); return v }
		var lines float64
		for _, line := range items(order["items"]) {
			price, _ := line["price"].(float64)
			lines += price
		}
		same := func(a, b float64) bool { return math.Abs(a-b) < 0.015 }
		before := amount("cartTotal") + amount("deliver")
		total := before - amount("discount") + amount("tax") + amount("tip")
		code := shorten(text(order["code"]))
		switch price := amount("price"); {
		case !same(lines, amount("cartTotal")):
			r.remark("money", Deviates, "order %s: its lines add up to %.2f, its cartTotal is %.2f", code, lines, amount("cartTotal"))
		case same(price, before):
			continue
		case same(price, total):
			r.remark("money", Warning, "order %s: price %.2f is the amount paid; by the contract it is lines plus delivery, %.2f. The shop accepts both", code, price, before)
		default:
			r.remark("money", Deviates, "order %s: price is %.2f; cartTotal plus deliver is %.2f, and the total %.2f", code, price, before, total)
		}
		return // one remark is enough
	}
	if len(orders) > 0 {
		r.remark("money", OK, "%d orders add up", len(orders))
	}
}

func (r *run) transport() {
	if r.first.TLS == nil {
		if host := r.first.Request.URL.Hostname(); host == "localhost" || net.ParseIP(host).IsLoopback() {
			r.remark("TLS", OK, "http on this machine")
		} else {
			r.remark("TLS", Warning, "http: tokens and addresses are sent unencrypted between the shop and the backend")
		}
	} else if days := int(time.Until(r.first.TLS.PeerCertificates[0].NotAfter).Hours() / 24); days < 14 {
		r.remark("TLS", Warning, "the certificate ends in %d days", days)
	} else {
		r.remark("TLS", OK, "the certificate is valid for another %d days", days)
	}
}

func (r *run) clock() {
	date, err := http.ParseTime(r.first.Header.Get("Date"))
	if err != nil {
		r.remark("clock", Warning, "responses have no Date header, so the clocks cannot be compared")
		return
	}
	// Date has whole seconds; the call took some time.
	switch skew := max(r.first.sent.Sub(date.Add(time.Second)), date.Sub(r.first.received)); {
	case skew > 5*time.Minute:
		r.remark("clock", Deviates, "the backend's clock is %v off: opening times and delivery times will be wrong", skew.Round(time.Second))
	case skew > time.Minute:
		r.remark("clock", Warning, "the backend's clock is %v off", skew.Round(time.Second))
	default:
		r.remark("clock", OK, "within a minute of this machine's")
	}
}

func (r *run) compression() {
	switch {
	case r.first.Uncompressed:
		r.remark("compression", OK, "gzip")
	case len(r.first.body) < 1024:
		r.remark("compression", OK, "not used for %d bytes", len(r.first.body))
	default:
		r.remark("compression", Warning, "not used: the shop compresses for the browser, but gzip would speed up a slow connection to the backend")
	}
}

// caching checks that the public responses may be cached.
func (r *run) caching() {
	if len(r.uncacheable) == 0 {
		r.remark("caching", OK, "no public response depends on the user")
		return
	}
	r.remark("caching", Warning, "the shop can't cache %s, since Vary names Cookie, Authorization or *: each visit waits for the backend, and while it is down there is no menu", strings.Join(r.uncacheable, ", "))
}

// checkCookies checks the XSRF cookie and, with Write, that a write without it is rejected.
func (r *run) checkCookies(ctx context.Context) {
	var xsrf *http.Cookie
	for _, c := range r.cookies {
		if c.Name == "XSRF-TOKEN" {
			xsrf = c
		}
		if c.Domain != "" {
			r.remark("cookies", Warning, "cookie %q has Domain=%s; the shop stores cookies per host and ignores the Domain", c.Name, shorten(c.Domain))
		}
	}
	switch {
	case xsrf == nil:
		r.remark("XSRF", OK, "no GET sets a cookie XSRF-TOKEN; writes are sent without X-XSRF-TOKEN")
	case xsrf.HttpOnly:
		r.remark("XSRF", Warning, "XSRF-TOKEN is HttpOnly; the shop reads it on the server, other clients cannot")
	default:
		r.remark("XSRF", OK, "a GET brings XSRF-TOKEN")
	}
	if !r.o.Write {
		return
	}
	a, err := r.ask(ctx, http.MethodPost, "/login", map[string]any{}, func(*http.Request) {})
	switch {
	case err != nil:
		r.remark("XSRF", Warning, "a write without the header could not be tested: %v", err)
	case a.StatusCode == 419 || a.StatusCode == http.StatusForbidden:
		r.remark("XSRF", OK, "a write without the header is refused with %d", a.StatusCode)
	case xsrf != nil:
		r.remark("XSRF", Warning, "a write without the header is answered with %d: the backend does not enforce it", a.StatusCode)
	}
}

func (r *run) cors(ctx context.Context) {
	a, err := r.ask(ctx, http.MethodGet, "/settings", nil, func(req *http.Request) { req.Header.Set("Origin", "https://elsewhere.example") })
	if err != nil {
		return
	}
	allowed := a.Header.Get("Access-Control-Allow-Origin")
	switch {
	case allowed == "":
		r.remark("CORS", OK, "none, and none is needed: browsers call only the shop")
	case allowed == "https://elsewhere.example" && strings.EqualFold(a.Header.Get("Access-Control-Allow-Credentials"), "true"):
		r.remark("CORS", Warning, "any website may read a customer's answers with the customer's cookies; the shop needs no CORS at all")
	default:
		r.remark("CORS", OK, "allowed for %s; the shop needs none", shorten(allowed))
	}
}

// checkLanguages checks the languages and their translations.
func (r *run) checkLanguages() {
	languages := r.languages()
	if list, ok := r.values["GET languages"].([]any); !ok {
		return
	} else if len(list) == 0 {
		r.remark("languages", Warning, "the list is empty: only the default language %q is offered", r.o.Lang)
		return
	}
	if !slices.Contains(languages, r.o.Lang) {
		r.remark("languages", Warning, "the default language %q is not in the list (%s)", r.o.Lang, strings.Join(languages, ", "))
	}
	var known []string
	for l, words := range r.translations {
		known = append(known, fmt.Sprintf("%s %d", l, len(words)))
		for other, theirs := range r.translations {
			if l < other && len(words) > 0 && reflect.DeepEqual(words, theirs) {
				r.remark("languages", Warning, "%s and %s have the same %d texts: does the call use the query parameter lang?", l, other, len(words))
			}
		}
	}
	slices.Sort(known)
	r.remark("languages", OK, "texts: %s", strings.Join(known, ", "))
}

// missingTexts names, for each language, the texts of the shop and of the other languages that the backend lacks. English needs none: the source texts are
// English.
func (r *run) missingTexts() {
	ofBackend := map[string]bool{}
	for _, words := range r.translations {
		for source := range words {
			ofBackend[source] = true
		}
	}
	languages := r.languages()
	if !slices.Contains(languages, r.o.Lang) {
		languages = append(languages, r.o.Lang)
	}
	for _, lang := range languages {
		if strings.HasPrefix(lang, "en") {
			continue
		}
		own := contracts.Texts(lang)
		all := maps.Clone(ofBackend)
		for source := range own {
			all[source] = true
		}
		var missing []string
		for source := range sorted(all) {
			if text(r.translations[lang][source]) == "" {
				missing = append(missing, strconv.Quote(source))
			}
		}
		if len(missing) == 0 {
			continue
		}
		how := "The shop has none of its own in this language"
		if own != nil {
			how = "TABLEFRONT_TEXTS=builtin fills them with the shop's own; contracts/translations has these for import"
		}
		r.remark("texts", Warning, "%s lacks %d of %d texts, which appear in English: %s. %s", lang, len(missing), len(all), listed(missing), how)
	}
}

func (r *run) missingSettings() {
	if len(r.usable(r.values["GET settings"], "Setting")) == 0 {
		return
	}
	for _, key := range r.contract.schema("SettingKey").Enum {
		if value, _ := r.setting(text(key)); strings.TrimSpace(value) == "" && !r.pictured(text(key)) {
			r.report.UnusedSettings = append(r.report.UnusedSettings, text(key))
		}
	}
}

// pictured reports whether a setting has pictures instead of a value.
func (r *run) pictured(key string) bool {
	return slices.ContainsFunc(items(r.values["GET settings"]), func(s map[string]any) bool {
		media, _ := s["media"].(map[string]any)
		return text(s["key"]) == key && len(media) > 0
	})
}

// pictures warns of pictures that a browser can't load from a page behind https.
func (r *run) pictures() {
	unencrypted := ""
	var look func(v any)
	look = func(v any) {
		switch t := v.(type) {
		case []any:
			for _, e := range t {
				look(e)
			}
		case map[string]any:
			for key, e := range t {
				u, err := r.first.Request.URL.Parse(text(e))
				if key == "url" && err == nil && u.Scheme == "http" && u.Hostname() != "localhost" && !net.ParseIP(u.Hostname()).IsLoopback() {
					unencrypted = u.String()
				}
				look(e)
			}
		}
	}
	for _, call := range []string{"GET settings", "GET products/categories", "GET products/categories/{id}/products", "GET products/menus"} {
		look(r.values[call])
	}
	if unencrypted != "" {
		r.remark("pictures", Warning, "browsers load %s themselves, which a shop behind https does not allow; with TABLEFRONT_PICTURES=proxied they pass through the shop", shorten(unencrypted))
	}
}

// promised are the calls behind settings that offer a feature.
var promised = map[string]string{
	"RESERVATION_ENABLED": "POST reservations", "ALLOW_REGISTRATION": "POST register", "ALLOW_SOCIAL_LOGIN": "POST social",
	"USES_NEW_ADDRESS_SYSTEM": "POST me/addresses/check", "LOYALTY_SYSTEM": "GET me/transactions",
}

// promises lists the features that a setting offers and for which the backend has no call.
func (r *run) promises() {
	for key, call := range sorted(promised) {
		absent := slices.ContainsFunc(r.report.Rows, func(row Row) bool { return row.Call == call && row.Verdict == Absent })
		if absent && r.on(key) {
			r.remark("setting "+key, Deviates, "it is on, and the backend has no %s", call)
		}
	}
}
