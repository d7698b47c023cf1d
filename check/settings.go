package check

import (
	"encoding/json"
	"html"
	"maps"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"tablefront/bff/site"
	"tablefront/bff/site/shop"
)

// setting is a key with the format of its value.
type setting struct{ key, format, pattern string }

// shop returns the settings as the shop reads them.
func (r *run) shop() *shop.Facts {
	raw, _ := json.Marshal(r.values["GET settings"]) // it was JSON
	facts := &shop.Facts{Raw: map[string][]byte{"settings": raw}}
	facts.Read()
	return facts
}

// checkSettings compares every setting with its format, and lists those without a value.
func (r *run) checkSettings() {
	if len(items(r.values["GET settings"])) == 0 {
		return
	}
	shop := r.shop()
	for _, s := range settings {
		switch value := shop.Text(s.key); {
		case value == "" && !shop.HasImages(s.key):
			r.report.UnusedSettings = append(r.report.UnusedSettings, s.key)
		case value != "" && !r.fits(s, value):
			so := "so the shop may do without it"
			if s.format == "a switch" {
				so = "so it counts as on"
			}
			r.remark("setting "+s.key, Warning, "%q is not what the contract says, %s: %s", shorten(value), so, s.format)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(promised)) {
		offered := promised[key]
		absent := slices.ContainsFunc(r.report.Rows, func(row Row) bool { return row.Call == offered && row.Verdict == Absent })
		if absent && shop.On(key) {
			r.remark("setting "+key, Deviates, "it is on, and the backend has no %s", offered)
		}
	}
}

// promised are the calls behind settings that offer a feature.
var promised = map[string]string{
	"RESERVATION_ENABLED": "POST reservations", "ALLOW_REGISTRATION": "POST register", "ALLOW_SOCIAL_LOGIN": "POST social",
	"USES_NEW_ADDRESS_SYSTEM": "POST me/addresses/check", "LOYALTY_SYSTEM": "GET me/transactions",
}

// fits reports whether a value has the format of its setting.
func (r *run) fits(s setting, value string) bool {
	switch {
	case s.pattern != "":
		return regexp.MustCompile(s.pattern).MatchString(value)
	case strings.HasPrefix(s.format, "latitude"):
		lat, lng, ok := site.Coordinates(value)
		return ok && (lat != 0 || lng != 0)
	case strings.HasPrefix(s.format, "JSON"):
		var fonts struct{ Heading, Text string }
		return json.Unmarshal([]byte(value), &fonts) == nil && fonts.Heading+fonts.Text != ""
	case strings.HasPrefix(s.format, "the id of"):
		return slices.ContainsFunc(items(r.values["GET pages"]), func(p map[string]any) bool { return text(p["id"]) == value })
	case strings.Contains(s.format, "address as the value"):
		u, err := url.Parse(value)
		return err == nil && (strings.ContainsAny(u.Path, "/.") || !shop.IsOn(value))
	}
	return html.UnescapeString(value) == value || !strings.HasPrefix(s.format, "text") // the shop shows a text as it is
}
