package upstream

import (
	"errors"
	"net/http"
	"testing"
)

// One client has a share of the calls in flight, and GETs leave a reserve for writes.
func TestACrowdOfSlowGETsTakesNoOrdersPlace(t *testing.T) {
	h := NewPool(t.Context(), Options{Share: 32}).Host("http://127.0.0.1:1", true, true)
	get := func(client string) *Error { return h.enter(&Request{Method: http.MethodGet, Client: client}) }
	for range 32 {
		if err := get("a"); err != nil {
			t.Fatal(err)
		}
	}
	if err := get("a"); err == nil || !errors.Is(err, ErrShare) || err.Sent {
		t.Errorf("one more of the same client: %v", err)
	}
	if err := h.enter(&Request{Method: http.MethodPost, Client: "a"}); err == nil {
		t.Error("the share is for writes, too")
	}
	for h.InFlight() < maxInFlight-writesReserve {
		if err := get(""); err != nil {
			t.Fatal(err)
		}
	}
	if err := get("b"); err == nil || err.Kind != Busy || errors.Is(err, ErrShare) {
		t.Errorf("a GET in the reserve: %v", err)
	}
	for range writesReserve {
		if err := h.enter(&Request{Method: http.MethodPost}); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.enter(&Request{Method: http.MethodPost}); err == nil {
		t.Error("one more than there may be")
	}
	for range 32 {
		h.leave(&Request{Method: http.MethodGet, Client: "a"})
	}
	if err := get("a"); err != nil && errors.Is(err, ErrShare) || len(h.crowd.byClient) != 0 {
		t.Errorf("%v, %v are counted", err, h.crowd.byClient)
	}
}
