package check

import (
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
	files, _ := lawFiles.ReadDir("law") //nolint:errcheck // it is embedded
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
		words := r.translations[l.Setting]
		if t := text(words[l.Key]); !slices.Contains(l.Is, strings.ToLower(strings.Join(strings.Fields(t), " "))) {
			if t == "" {
				t = l.Key
			}
			return fmt.Sprintf("it reads %q", shorten(t))
		}
		return ""
	},
	// page: the page of Setting, or one whose name matches Pages, is in the footer or the header.
	"page": func(r *run, l *rule) string {
		id := r.setting(l.Setting)
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
		for _, t := range items(r.values["GET taxes"]) {
			if value, _ := t["value"].(float64); value > 0 {
				return fmt.Sprintf("%s is added to the prices", shorten(text(t["name"])))
			}
		}
		return ""
	},
	// dishes: every dish whose name or sizes match Dishes has a text, or is in a category, that matches Has.
	"dishes": func(r *run, l *rule) string {
		var without []string
		for _, d := range r.menu {
			name := nameAndSizes(d.product)
			words := name + " " + text(d.product["description"]) + " " + text(d.category["name"]) + " " + text(d.category["description"])
			if regexp.MustCompile(l.Dishes).MatchString(name) && !regexp.MustCompile(l.Has).MatchString(words) {
				without = append(without, text(d.product["name"]))
			}
		}
		return listed(without)
	},
	// allergens: every dish says which allergens it has, or that it has none.
	"allergens": func(r *run, _ *rule) string {
		var without []string
		for _, d := range r.menu {
			if _, told := d.product["allergens"].([]any); !told {
				without = append(without, text(d.product["name"]))
			}
		}
		return listed(without)
	},
	// discounts: every menu with a struck price has a description that matches Has.
	"discounts": func(r *run, l *rule) string {
		var with []string
		for _, m := range items(r.values["GET products/menus"]) {
			if discount, _ := m["discount"].(float64); discount > 0 && !regexp.MustCompile(l.Has).MatchString(text(m["description"])) {
				with = append(with, text(m["name"]))
			}
		}
		return listed(with)
	},
	// ask: it can't be seen at the backend.
	"ask": func(*run, *rule) string { return "it can't be seen at the backend" },
}

// law adds a remark for each duty.
func (r *run) law(rules []rule) {
	for i := range rules {
		l := &rules[i]
		verdict, why := OK, lawTests[l.Test](r, l)
		switch {
		case why == "":
		case l.Test == "ask":
			verdict = Ask
		case l.Breach:
			verdict = Violated
			r.report.violated++
		default:
			verdict = Warning
		}
		told := l.Without
		if why != "" && verdict != Ask {
			told = why + ". " + l.Without
		}
		r.report.Remarks = append(r.report.Remarks, Remark{Topic: l.Duty, Verdict: verdict, Text: told, Source: l.Source})
	}
}

func nameAndSizes(dish map[string]any) string {
	words := text(dish["name"])
	for _, size := range items(dish["sizes"]) {
		words += " " + text(size["name"])
	}
	return words
}
