package check

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The duties of a restaurant's shop, a file for each country: flags for the operator and counsel, not advice. Each has its source, so that it can
// be looked up. What the shop shows by itself (the order's sums above the button, allergens before the order, the storage table) is not there.
//
//go:embed law/*.json
var lawFiles embed.FS

// rule is one duty of a country's file; its patterns are RE2.
type rule struct {
	Duty, Source string
	// Test names one of the tests below; the other members are its parameters.
	Test    string
	Key     string
	Is      []string
	Setting string
	Pages   string
	Dishes  string
	Has     string
	// Without is what to do where the duty is not fulfilled, or the question to ask.
	Without string
	// Breach: a violation is wrong, not only to be looked at.
	Breach bool
}

// Countries lists the countries that have a file of rules.
func Countries() (out []string) {
	files, _ := lawFiles.ReadDir("law") // it is embedded
	for _, f := range files {
		out = append(out, strings.TrimSuffix(f.Name(), ".json"))
	}
	return out
}

// readLaw returns the duties of a country; none without a country.
func readLaw(country string) ([]rule, error) {
	if country == "" {
		return nil, nil
	}
	raw, err := lawFiles.ReadFile("law/" + strings.ToLower(country) + ".json")
	if err != nil {
		return nil, fmt.Errorf("there are rules for %s, not for %q", strings.Join(Countries(), ", "), country)
	}
	var rules []rule
	err = json.Unmarshal(raw, &rules)
	return rules, err
}

// lawTests report whether a duty is fulfilled; "" is yes, anything else says what is not.
var lawTests = map[string]func(*run, *rule) string{
	// text: the translation of Key is one of Is.
	"text": func(r *run, l *rule) string {
		t := cmp.Or(r.translations[l.Setting][l.Key], l.Key)
		if !slices.Contains(l.Is, strings.ToLower(strings.Join(strings.Fields(t), " "))) {
			return fmt.Sprintf("it reads %q", shorten(t))
		}
		return ""
	},
	// page: the page of Setting, or one whose name matches Pages, is in the footer or the header.
	"page": func(r *run, l *rule) string {
		id := r.shop().Text(l.Setting)
		for _, p := range items(r.values["GET pages"]) {
			named := l.Setting != "" && text(p["id"]) == id || l.Pages != "" && regexp.MustCompile(l.Pages).MatchString(text(p["name"]))
			if named && (p["onFooter"] == true || p["onHeader"] == true) {
				return ""
			}
		}
		if l.Setting != "" {
			return "no page in the footer is the one that " + l.Setting + " names"
		}
		return "no page in the footer has such a name"
	},
	// no-text: no page matches Has.
	"no-text": func(r *run, l *rule) string {
		for _, p := range items(r.values["GET pages"]) {
			if regexp.MustCompile(l.Has).MatchString(text(p["text"])) {
				return "the page " + shorten(text(p["name"])) + " has it"
			}
		}
		return ""
	},
	// no-taxes: no tax is added to the prices.
	"no-taxes": func(r *run, _ *rule) string {
		percent, _, unknown := r.taxed(0)
		if percent > 0 {
			return fmt.Sprintf("%v %% are added to the prices", percent)
		}
		return unknown
	},
	// dishes: every dish whose name or sizes match Dishes has a text, or is in a category, that matches Has.
	"dishes": func(r *run, l *rule) string {
		is, has := regexp.MustCompile(l.Dishes), regexp.MustCompile(l.Has)
		return listed(named(r.values[dishes], func(d map[string]any) bool {
			category, _ := d["category"].(map[string]any)
			name := text(d["name"])
			for _, size := range items(d["sizes"]) {
				name += " " + text(size["name"])
			}
			words := name + " " + text(d["description"]) + " " + text(category["name"]) + " " + text(category["description"])
			return is.MatchString(name) && !has.MatchString(words)
		}))
	},
	// allergens: every dish says which allergens it has, or that it has none.
	"allergens": func(r *run, _ *rule) string {
		return listed(named(r.values[dishes], func(d map[string]any) bool { return d["allergens"] == nil }))
	},
	// discounts: every menu with a struck price has a description that matches Has.
	"discounts": func(r *run, l *rule) string {
		has := regexp.MustCompile(l.Has)
		return listed(named(r.values["GET products/menus"], func(m map[string]any) bool {
			discount, _ := m["discount"].(float64)
			return discount > 0 && !has.MatchString(text(m["description"]))
		}))
	},
	// ask: it can't be seen at the backend.
	"ask": func(*run, *rule) string { return "it can't be seen at the backend" },
}

// law adds a remark for each duty, those that are fulfilled last.
func (r *run) law(rules []rule) {
	var fulfilled []Remark
	for i := range rules {
		l := &rules[i]
		why := lawTests[l.Test](r, l)
		m := Remark{Topic: l.Duty, Verdict: Warning, Text: why + ". " + l.Without, Source: l.Source}
		switch {
		case why == "":
			m.Verdict, m.Text = OK, l.Without
			fulfilled = append(fulfilled, m)
			continue
		case l.Test == "ask":
			m.Verdict, m.Text = Ask, l.Without
		case l.Breach:
			m.Verdict = Violated
			r.report.violated++
		}
		r.report.Remarks = append(r.report.Remarks, m)
	}
	r.report.Remarks = append(r.report.Remarks, fulfilled...)
}
