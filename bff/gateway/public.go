package gateway

import (
	"encoding/json"
	"net/url"
)

// publicConfig is the answer of GET /bff/config: BffConfig in contracts/bff.yaml. Everything in it is public.
func publicConfig(c *Config) []byte {
	type tiles struct {
		URL         string `json:"url"`
		Attribution string `json:"attribution"`
	}
	type google struct {
		ClientID string `json:"clientId"`
		Script   string `json:"script"`
	}
	type facebook struct {
		AppID  string `json:"appId"`
		Script string `json:"script"`
	}
	out := struct {
		Country  string    `json:"country"`
		Language string    `json:"language"`
		Locale   string    `json:"locale"`
		Currency string    `json:"currency"`
		Timezone string    `json:"timezone"`
		Accent   *string   `json:"accent"`
		Pictures string    `json:"pictures"`
		Images   *string   `json:"images"`
		Tiles    *tiles    `json:"tiles"`
		Geocoder bool      `json:"geocoder"`
		Offline  bool      `json:"offline"`
		Google   *google   `json:"google"`
		Facebook *facebook `json:"facebook"`
		Phone    *string   `json:"phone"`
		// AccessibilityContact is where to report barriers; null: the shop has no accessibility statement.
		AccessibilityContact *string  `json:"accessibilityContact"`
		PaymentHosts         []string `json:"paymentHosts"`
		Version              string   `json:"version"`
	}{
		Country: c.Country, Language: c.Language, Locale: c.Locale, Currency: c.Currency, Timezone: c.Timezone,
		Accent: orNull(c.Accent), Pictures: c.Upstream, Images: orNull(c.ImagesURL), Geocoder: c.GeocoderURL != "", Offline: c.Offline, Phone: orNull(c.ShopPhone), AccessibilityContact: orNull(c.AccessibilityContact),
		PaymentHosts: append([]string{}, c.PaymentHosts...), Version: c.Version,
	}
	if c.TilesURL != "" {
		out.Tiles = &tiles{c.TilesURL, c.TilesAttribution}
	}
	if c.GoogleClientID != "" {
		out.Google = &google{c.GoogleClientID, c.GoogleScriptURL}
	}
	if c.FacebookAppID != "" {
		out.Facebook = &facebook{c.FacebookAppID, c.FacebookScriptURL}
	}
	b, err := json.Marshal(out)
	if err != nil {
		panic(err) // strings and booleans
	}
	return b
}

func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// originOf is the scheme and host of an address.
func originOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Scheme + "://" + u.Host
}
