package check

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/cookiejar"
	"tablefront/bff/rawjson"
	"tablefront/contracts"
)

// remarks looks at the host as a whole, and at what no schema sees.
func (r *run) remarks(ctx context.Context) {
	if r.first == nil {
		r.remark("reach", Failed, "no call succeeded, so nothing else was checked")
		return
	}
	r.transport()
	r.clock()
	if len(r.uncacheable) > 0 {
		r.remark("caching", Warning, "the shop can't cache %s, since Vary names Cookie, Authorization or *: each visit waits for the backend, and while it is down there is no menu", strings.Join(r.uncacheable, ", "))
	}
	r.checkCookies(ctx)
	r.cors(ctx)
	r.checkLanguages()
	r.missingTexts()
	r.checkSettings()
	r.pictures()
	r.figures()
	r.money()
	r.branches(ctx)
}

func (r *run) transport() {
	if secure := r.first.TLS; secure != nil {
		if days := int(time.Until(secure.PeerCertificates[0].NotAfter).Hours() / 24); days < 14 {
			r.remark("TLS", Warning, "the certificate is valid for another %d days", days)
		}
	} else if !isThisMachine(r.first.Request.URL.Hostname()) {
		r.remark("TLS", Warning, "http: tokens and addresses are sent unencrypted between the shop and the backend")
	}
	if !r.first.Uncompressed && len(r.first.body) >= 1024 {
		r.remark("compression", Warning, "not used: the shop compresses for the browser, but gzip would speed up a slow connection to the backend")
	}
}

func isThisMachine(host string) bool { return host == "localhost" || net.ParseIP(host).IsLoopback() }

func (r *run) clock() {
	date, err := http.ParseTime(r.first.Header.Get("Date"))
	if err != nil {
		r.remark("clock", Warning, "responses have no Date header, so the clocks cannot be compared")
		return
	}
	// Date has whole seconds; the call took some time.
	skew := max(r.first.sent.Sub(date.Add(time.Second)), date.Sub(r.first.received)).Round(time.Second)
	if skew > 5*time.Minute {
		r.remark("clock", Deviates, "the backend's clock is %v off: opening times and delivery times will be wrong", skew)
	} else if skew > time.Minute {
		r.remark("clock", Warning, "the backend's clock is %v off", skew)
	}
}

// checkCookies checks the XSRF cookie and, with Write, that a write without it is rejected.
func (r *run) checkCookies(ctx context.Context) {
	protected := false
	for _, c := range r.cookies {
		protected = protected || c.Name == cookiejar.XSRFName
		if c.Domain != "" {
			r.remark("cookies", Warning, "cookie %q has Domain=%s; the shop stores cookies per host and ignores the Domain", c.Name, shorten(c.Domain))
		}
	}
	if !protected || !r.o.Write {
		return
	}
	a, err := r.ask(ctx, call("POST login"), "login", map[string]any{}, nil)
	if err == nil && a.StatusCode != 419 && a.StatusCode != http.StatusForbidden {
		r.remark("XSRF", Warning, "a write without the header is answered with %d: the backend does not enforce it", a.StatusCode)
	}
}

func (r *run) cors(ctx context.Context) {
	const elsewhere = "https://elsewhere.example"
	a, err := r.ask(ctx, call("GET settings"), "settings", nil, func(req *http.Request) { req.Header.Set("Origin", elsewhere) })
	if err == nil && a.Header.Get("Access-Control-Allow-Origin") == elsewhere && strings.EqualFold(a.Header.Get("Access-Control-Allow-Credentials"), "true") {
		r.remark("CORS", Warning, "any website may read a customer's answers with the customer's cookies; the shop needs no CORS at all")
	}
}

// checkLanguages checks the languages and their translations.
func (r *run) checkLanguages() {
	isOwn := func(l map[string]any) bool { return l["name"] == r.o.Lang }
	if listed := r.values["GET languages"]; listed != nil && !slices.ContainsFunc(items(listed), isOwn) {
		r.remark("languages", Warning, "the default language %q is not in the list (%s)", r.o.Lang, strings.Join(r.languages()[1:], ", "))
	}
	for l, words := range r.translations {
		for other, theirs := range r.translations {
			if l < other && len(words) > 0 && maps.Equal(words, theirs) {
				r.remark("languages", Warning, "%s and %s have the same %d texts: does the call use the query parameter lang?", l, other, len(words))
			}
		}
	}
}

// missingTexts names, for each language, the texts of the shop and of the other languages that the backend lacks. English needs none: the source texts are
// English.
func (r *run) missingTexts() {
	ofBackend := map[string]string{}
	for _, words := range r.translations {
		maps.Copy(ofBackend, words)
	}
	for _, lang := range r.languages() {
		if strings.HasPrefix(lang, "en") {
			continue
		}
		own, all := contracts.Texts(lang), maps.Clone(ofBackend)
		maps.Copy(all, own)
		var missing []string
		for _, source := range slices.Sorted(maps.Keys(all)) {
			if r.translations[lang][source] == "" {
				missing = append(missing, strconv.Quote(source))
			}
		}
		how := "The shop has none of its own in this language"
		if own != nil {
			how = "TABLEFRONT_TEXTS=builtin fills them with the shop's own; contracts/translations has these for import"
		}
		if len(missing) > 0 {
			r.remark("texts", Warning, "%s lacks %d of %d texts, which appear in English: %s. %s", lang, len(missing), len(all), listed(missing), how)
		}
	}
}

// pictureURL matches the address of a picture, in quotes.
var pictureURL = regexp.MustCompile(`"url":("[^"]+")`)

// pictures names pictures that a browser can't load from a page behind https.
func (r *run) pictures() {
	all := []any{r.values[dishes]}
	for _, op := range contract {
		if op.public && op.name != "GET branches" {
			all = append(all, r.values[op.name])
		}
	}
	raw, _ := json.Marshal(all) // it was JSON
	var unencrypted []string
	for _, found := range pictureURL.FindAllSubmatch(raw, -1) {
		address, _ := rawjson.Unquote(found[1])
		if u, err := r.first.Request.URL.Parse(address); err == nil && u.Scheme == "http" && !isThisMachine(u.Hostname()) {
			unencrypted = append(unencrypted, u.String())
		}
	}
	if len(unencrypted) > 0 {
		r.remark("pictures", Warning, "browsers load %s themselves, which a shop behind https does not allow; with TABLEFRONT_PICTURES=proxied they pass through the shop", listed(unencrypted))
	}
}

// figures looks at amounts that have the contract's form and can't be right.
func (r *run) figures() {
	below := func(o map[string]any) bool { price := cents(o["price"]); return price != nil && *price < 0 }
	sized := func(is func(map[string]any) bool) []string {
		return named(r.values[dishes], func(d map[string]any) bool { return slices.ContainsFunc(items(d["sizes"]), is) })
	}
	if negative := append(sized(below), named(r.values["GET products/menus"], below)...); len(negative) > 0 {
		r.remark("prices", Deviates, "negative: %s", listed(negative))
	}
	inUnits := func(o map[string]any) bool {
		price := cents(o["price"])
		return price == nil || *price < 100_00 || *price%100 != 0
	}
	if r.choice() != nil && len(sized(inUnits)) == 0 {
		r.remark("prices", Warning, "every size costs a whole number of 100 or more: if these are cents, send units of the currency, 8.5 and not 850")
	}
	free := named(r.values["GET products/menus"], func(menu map[string]any) bool {
		discount, _ := menu["discount"].(float64)
		return discount >= 100
	})
	if len(free) > 0 {
		r.remark("discounts", Deviates, "100 %% or more: %s", listed(free))
	}
	for _, tax := range items(r.values["GET taxes"]) {
		if value, _ := tax["value"].(float64); value > 0 && value < 1 {
			r.remark("taxes", Warning, "%s is %v %%: the value is due in percent, 7 and not 0.07", shorten(text(tax["name"])), value)
		}
	}
}

// money checks the amounts of past orders: by the contract, price is the sum of the lines plus delivery, before discount,
// tax and tip. The shop identifies lost orders by it and computes receipts from it.
func (r *run) money() {
	for _, order := range items(r.values["GET me/orders"]) {
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
}

// nobodys are the ends of names that no host has.
var nobodys = regexp.MustCompile(`\.(example|invalid|test)$`)

// branches calls GET settings of each branch as the shop will.
func (r *run) branches(ctx context.Context) {
	list := items(r.values["GET branches"])
	scheme, _, _ := strings.Cut(r.report.Host, ":")
	var wrong []string
	for _, b := range list[:min(len(list), maxEach)] {
		row := Row{op: call("GET settings"), Verdict: OK}
		why := ""
		address, err := branches.CanonicalURL(branches.HostAddress(text(b["url"]), scheme))
		if err != nil {
			why = text(b["url"]) + " is no address of a host"
		} else if u, _ := url.Parse(address); nobodys.MatchString(u.Hostname()) {
			continue
		} else if a, err := r.ask(ctx, row.op, address+"/api/settings", nil, nil); err != nil {
			why = err.Error()
		} else if row.Status = a.StatusCode; r.understood(row.op, a, &row) == nil {
			why = row.trouble()
		}
		if why != "" {
			wrong = append(wrong, text(b["name"])+": "+why)
		}
	}
	if len(wrong) > 0 {
		r.remark("branches", Deviates, "they can be chosen, and do not work: %s", strings.Join(wrong, "; "))
	}
}

// remark adds a remark, once.
func (r *run) remark(topic string, v Verdict, format string, args ...any) {
	if m := (Remark{Topic: topic, Verdict: v, Text: fmt.Sprintf(format, args...)}); !slices.Contains(r.report.Remarks, m) {
		r.report.Remarks = append(r.report.Remarks, m)
		r.report.worsen(v)
	}
}
