package gateway

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

// The metrics listener of a gateway takes the token of its configuration, and no other.
func TestTheOperatorsTokenIsTheConfigurations(t *testing.T) {
	t.Parallel()
	operator := openShop(t, newFakeUpstream(t), func(c *Config) { c.OperatorToken = "an-operators-token" }).Gateway.Operator()
	for token, want := range map[string]int{"an-operators-token": http.StatusOK, "another": http.StatusUnauthorized, "": http.StatusUnauthorized} {
		r := httptest.NewRequest(http.MethodPost, "/purge", nil) // from 192.0.2.1
		r.Header.Set("Authorization", "Bearer "+token)
		w := httptest.NewRecorder()
		if operator.ServeHTTP(w, r); w.Code != want {
			t.Errorf("%q: %d", token, w.Code)
		}
	}
}
