package main

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestHealth(t *testing.T) {
	status, foreign := http.StatusOK, false
	shop := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/healthz" {
			t.Errorf("asked for %s", r.URL.Path)
		}
		if !foreign {
			w.Header().Set("X-Tablefront", "shop")
		}
		w.WriteHeader(status)
	}))
	addr := strings.TrimPrefix(shop.URL, "http://")
	_, port, _ := strings.Cut(addr, ":")
	ask := func(args ...string) int { return run(append([]string{"health"}, args...), io.Discard, io.Discard) }

	if got := ask("--addr", addr); got != exitOK {
		t.Errorf("a shop that is up: %d", got)
	}
	if got := ask("--addr", "0.0.0.0:"+port); got != exitOK {
		t.Errorf("an address for all interfaces is asked on loopback: %d", got)
	}
	t.Setenv("TABLEFRONT_ADDR", ":"+port)
	if got := ask(); got != exitOK {
		t.Errorf("the address of the environment: %d", got)
	}
	var out strings.Builder
	if run([]string{"health", "--addr", addr}, &out, io.Discard); !strings.Contains(out.String(), addr) {
		t.Errorf("which shop answered is not told: %s", &out)
	}
	foreign = true
	if got := ask("--addr", addr); got != exitFailed {
		t.Errorf("another program: %d", got)
	}
	foreign, status = false, http.StatusServiceUnavailable
	if got := ask("--addr", addr); got != exitFailed {
		t.Errorf("a shop that says no: %d", got)
	}
	shop.Close()
	if got := ask("--addr", addr); got != exitFailed {
		t.Errorf("no shop: %d", got)
	}
	if got := ask("--addr", "nonsense"); got != exitUsage {
		t.Errorf("no address: %d", got)
	}
}
