package site

import (
	"strings"
	"testing"
)

// With TABLEFRONT_PICTURES=proxied every picture of the first paint, of the look and of the head comes from the shop's own origin.
func TestProxiedPictures(t *testing.T) {
	body := get(newSite(newFakeSource(), func(c *Options) { c.ProxyPictures, c.PublicURL = true, "https://order.example" }), "/").Body.String()
	page, _, _ := strings.Cut(body, `<script type="application/json"`) // the boot data has the addresses as the backend sent them
	if strings.Contains(page, `"https://shop.example/media`) {
		t.Errorf("a picture is loaded from the backend: %s", page)
	}
	for _, want := range []string{`src="/bff/picture?url=https%3A%2F%2Fshop.example%2Fmedia%2F`, `content="https://order.example/bff/picture?url=`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s", want)
		}
	}
}
