package site

import (
	"cmp"
	"net/http"
)

// Settings are what the operator sets of the shop as browsers see it (docs/operator.md, "Every variable"). An empty text
// turns off what it is for.
type Settings struct {
	// Upstream is the main host's canonical URL. Its images are allowed, and relative image addresses refer to it.
	Upstream string
	// PublicURL is the shop's canonical URL; empty: from the request, and the page's own addresses are relative.
	PublicURL                                     string
	Country, Language, Locale, Currency, Timezone string
	Accent, ShopPhone, AccessibilityContact       string
	SecurityContact                               string // an e-mail address or an https URL, for security.txt
	AccessibilityDate, AccessibilityAuthor        string
	ImagesURL, TilesURL, TilesAttribution         string
	// ProxyPictures serves the pictures of the main host and the branches from the shop's own origin (GET /bff/picture).
	ProxyPictures                    bool
	GeocoderURL                      string
	GoogleClientID, GoogleScriptURL  string
	FacebookAppID, FacebookScriptURL string
	PaymentHosts                     []string // empty: any https host
	// PolicyHosts are added to the page's Content-Security-Policy, by directive.
	PolicyHosts map[string][]string
	// CustomCode puts the main host's setting CUSTOM_HEADER_CODE into every page (docs/threat-model.md T15). With BranchCode, the
	// pages of a branch get the branch's instead.
	CustomCode, BranchCode bool
	// Offline serves the client's service worker at /sw.js; if false, one that unregisters itself and deletes its caches.
	Offline bool
	// LightOnly leaves out the dark appearance.
	LightOnly bool
	// Accounts offers logins and registrations; false for a shop whose customers are all guests.
	Accounts bool
	// Vitals asks pages to send the Core Web Vitals of the visit (POST /bff/vitals).
	Vitals bool
	// Version is the executable's.
	Version string
	// HSTS is the value of Strict-Transport-Security over https; empty: the host only, HSTSOff: none.
	HSTS string
}

// Values of Settings.HSTS.
const (
	HSTSHost       = "max-age=63072000"
	HSTSSubdomains = "max-age=63072000; includeSubDomains"
	HSTSOff        = "off"
)

// SetHSTS sets the header Strict-Transport-Security of a response over https.
func (s *Settings) SetHSTS(h http.Header) {
	if value := cmp.Or(s.HSTS, HSTSHost); value != HSTSOff {
		h["Strict-Transport-Security"] = []string{value}
	}
}

// Public is the answer of GET /bff/config: BffConfig in contracts/bff.yaml.
func (s *Settings) Public() []byte {
	// given is value, or null without the setting.
	given := func(setting string, value any) any {
		if setting == "" {
			return nil
		}
		return value
	}
	return encoded(object{
		"country": s.Country, "language": s.Language, "locale": s.Locale, "currency": s.Currency, "timezone": s.Timezone,
		"accent":               given(s.Accent, s.Accent),
		"pictures":             s.Upstream,
		"images":               given(s.ImagesURL, s.ImagesURL),
		"proxyPictures":        s.ProxyPictures,
		"tiles":                given(s.TilesURL, object{"url": s.TilesURL, "attribution": s.TilesAttribution}),
		"geocoder":             s.GeocoderURL != "",
		"offline":              s.Offline,
		"vitals":               s.Vitals,
		"lightOnly":            s.LightOnly,
		"accounts":             s.Accounts,
		"google":               given(s.GoogleClientID, object{"clientId": s.GoogleClientID, "script": s.GoogleScriptURL}),
		"facebook":             given(s.FacebookAppID, object{"appId": s.FacebookAppID, "script": s.FacebookScriptURL}),
		"phone":                given(s.ShopPhone, s.ShopPhone),
		"accessibilityContact": given(s.AccessibilityContact, s.AccessibilityContact),
		"accessibilityDate":    given(s.AccessibilityDate, s.AccessibilityDate),
		"accessibilityAuthor":  given(s.AccessibilityAuthor, s.AccessibilityAuthor),
		"paymentHosts":         append([]string{}, s.PaymentHosts...),
		"version":              s.Version,
	})
}
