package check

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"tablefront/bff/branches"
	"tablefront/bff/reading"
	"tablefront/bff/site"
)

// figures looks at amounts that have the contract's form and can't be right.
func (r *run) figures() {
	var negative, free []string
	for _, s := range r.dishes {
		for _, dish := range s.dishes {
			for _, size := range items(dish["sizes"]) {
				if price, ok := size["price"].(float64); ok && price < 0 {
					negative = append(negative, text(dish["name"]))
				}
			}
		}
	}
	for _, menu := range items(r.values["GET products/menus"]) {
		if price, ok := menu["price"].(float64); ok && price < 0 {
			negative = append(negative, text(menu["name"]))
		}
		if discount, ok := menu["discount"].(float64); ok && (discount >= 100 || discount < 0) {
			free = append(free, text(menu["name"]))
		}
	}
	if len(negative) > 0 {
		r.remark("prices", Deviates, "negative: %s", listed(negative))
	}
	if len(free) > 0 {
		r.remark("discounts", Deviates, "100 %% or more, or negative: %s", listed(free))
	}
	for _, tax := range items(r.values["GET taxes"]) {
		if value, ok := tax["value"].(float64); ok && value > 0 && value < 1 {
			r.remark("taxes", Warning, "%s is %v %%: the value is due in percent, 7 and not 0.07", shorten(text(tax["name"])), value)
		}
	}
}

// formats are the settings whose values must have a form.
var formats = map[string]*regexp.Regexp{
	"TIP_PERCENTS": regexp.MustCompile(`^\s*\d{1,3}(\s*,\s*\d{1,3})*\s*$`), "PRIMARY_COLOR": regexp.MustCompile(`^#[0-9a-fA-F]{6}$`),
	"COUNTRY": regexp.MustCompile(`^[A-Za-z]{2}$`), "CONTACT_EMAIL": regexp.MustCompile(`^\S+@\S+\.\S+$`), "MAP_URL": regexp.MustCompile(`^https://|<iframe`),
}

// formats compares settings with the formats of the contract (`x-format`).
func (r *run) formats() {
	for key, form := range sorted(formats) {
		if value, _ := r.setting(key); strings.TrimSpace(value) != "" && !form.MatchString(value) {
			r.remark("setting "+key, Warning, "%q does not have the form that the contract says, so the shop does without it", shorten(value))
		}
	}
	if value, _ := r.setting("RESTAURANT_COORDINATES"); strings.TrimSpace(value) != "" {
		if lat, lng, ok := site.Coordinates(value); !ok || lat == 0 && lng == 0 {
			r.remark("setting RESTAURANT_COORDINATES", Warning, "%q is no place: latitude and longitude with points are due, \"52.5208, 13.4094\"", shorten(value))
		}
	}
}

// paging names the public lists that come in pages.
func (r *run) paging() {
	for call, pages := range sorted(r.pages) {
		switch {
		case pages > reading.MaxPages:
			r.remark("pages", Deviates, "%s has %d pages; the shop reads the first %d", call, pages, reading.MaxPages)
		default:
			r.remark("pages", Warning, "%s comes in %d pages, which the shop fetches and joins; one answer is faster", call, pages)
		}
	}
}

// maxBranches limits how many branches are called.
const maxBranches = 50

// branches calls GET settings of each branch as the shop will.
func (r *run) branches(ctx context.Context) {
	list := items(r.values["GET branches"])
	var wrong []string
	for _, b := range list[:min(len(list), maxBranches)] {
		scheme, _, _ := strings.Cut(r.report.Host, ":")
		address, err := branches.CanonicalURL(branches.HostAddress(text(b["url"]), scheme))
		switch {
		case err != nil:
			wrong = append(wrong, text(b["name"])+": "+text(b["url"])+" is no address of a host")
			continue
		case slices.ContainsFunc([]string{".example", ".invalid", ".test"}, func(end string) bool { return strings.HasSuffix(address, end) }):
			continue // a name that is nobody's
		}
		req, err := http.NewRequestWithContext(ctx, http.MethodGet, address+"/api/settings", http.NoBody)
		if err != nil {
			continue
		}
		req.Header = http.Header{"Accept": {"application/json"}, "Lang": {r.o.Lang}, "User-Agent": {"tablefront-check"}}
		answer, err := r.client.Do(req)
		if err != nil {
			wrong = append(wrong, text(b["name"])+": "+explained(err).Error())
			continue
		}
		answer.Body.Close() //nolint:errcheck // only the status counts
		if answer.StatusCode != http.StatusOK {
			wrong = append(wrong, text(b["name"])+": GET settings is answered with "+answer.Status)
		}
	}
	if len(wrong) > 0 {
		r.remark("branches", Deviates, "they can be chosen, and do not work: %s", strings.Join(wrong, "; "))
	}
}
