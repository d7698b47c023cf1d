package site

import "testing"

// A panic while a part of a page is collected is that part's failure: the page is served without it.
func TestAPanicWhileAPageIsCollected(t *testing.T) {
	for _, call := range []string{"settings", "products/menus", callCategoryProducts + "?3"} {
		source := newFakeSource()
		source.panics = call
		if w := get(newSite(source), "/"); w.Code != 200 || bootOf(t, w.Body.String()) == nil {
			t.Errorf("%s: %d", call, w.Code)
		}
	}
}
