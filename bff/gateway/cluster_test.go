package gateway

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"tablefront/bff/cluster/redistest"
)

// Three instances with one Redis act as one: a double click on two of them, one killed, a purge, limits, and Redis killed,
// after which only orders are refused.
func TestThreeInstancesAndARealRedis(t *testing.T) {
	t.Parallel()
	redis, killRedis := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction")
	var orders, clicks, version atomic.Int64
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method == http.MethodPost && r.URL.Path == "/api/checkout/v2":
			body, _ := io.ReadAll(r.Body)
			orders.Add(1)
			if strings.Contains(string(body), "slowly") {
				until(t, "both clicks have come", func() bool { return clicks.Load() >= 2 })
			}
			_, _ = io.WriteString(w, `{"data":{"code":"A-1"}}`)
		case r.URL.Path == "/api/products/menus":
			_, _ = io.WriteString(w, `{"data":[{"id":`+strconv.Itoa(int(version.Load()))+`,"name":"","price":0,"discount":0}]}`)
		default:
			http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: "x", Path: "/"})
			_, _ = io.WriteString(w, `{"data":[]}`)
		}
	}))
	defer upstream.Close()
	key := []byte("0123456789abcdef0123456789abcdef")
	shops := make([]*httptest.Server, 3)
	gateways := make([]*Gateway, 3)
	for i := range shops {
		config := testConfig(t, upstream.URL)
		config.SessionKeys, config.RedisURL, config.LimitFactor, config.UpstreamTimeout = [][]byte{key}, "redis://"+redis, 1, time.Minute
		config.RedisTimeout = time.Minute // a slow disk is not what is tried here
		g, err := New(config, fstest.MapFS{"index.html": {Data: []byte("<!doctype html><html><head></head><body></body></html>")}}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		gateways[i], shops[i] = g, httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				clicks.Add(1)
			}
			g.ServeHTTP(w, r)
		}))
		t.Cleanup(func() { shops[i].Close(); _ = g.Close() })
	}
	ask := func(shop int, method, path, body, orderKey string) (int, string) {
		t.Helper()
		r, err := http.NewRequestWithContext(t.Context(), method, shops[shop].URL+path, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		if body != "" {
			r.Header.Set("Content-Type", "application/json")
		}
		if orderKey != "" {
			r.Header.Set("Idempotency-Key", orderKey)
		}
		a, err := http.DefaultClient.Do(r)
		if err != nil {
			return 0, err.Error()
		}
		defer func() { _ = a.Body.Close() }()
		text, _ := io.ReadAll(a.Body)
		return a.StatusCode, string(text)
	}

	// A double click across two shops.
	var wg sync.WaitGroup
	for shop := range 2 {
		wg.Go(func() {
			if status, text := ask(shop, "POST", "/api/checkout/v2", `{"notes":"slowly"}`, "order-key-1"); status != 200 || text != `{"code":"A-1"}` {
				t.Errorf("shop %d told its customer %d %s", shop, status, text)
			}
		})
	}
	wg.Wait()
	if n := orders.Load(); n != 1 {
		t.Fatalf("%d orders for a double click across two shops", n)
	}

	// One shop dies; another replays the answer.
	shops[0].CloseClientConnections()
	shops[0].Close()
	if status, text := ask(2, "POST", "/api/checkout/v2", `{"notes":"slowly"}`, "order-key-1"); status != 200 || text != `{"code":"A-1"}` || orders.Load() != 1 {
		t.Errorf("after a shop died: %d %s, %d orders", status, text, orders.Load())
	}

	// A purge reaches all.
	for shop := range 2 {
		if status, text := ask(1+shop, "GET", "/api/products/menus", "", ""); status != 200 || text != `[{"id":0,"name":"","price":0,"discount":0}]` {
			t.Fatalf("%d %s", status, text)
		}
	}
	version.Store(7)
	purge := httptest.NewRecorder()
	request := httptest.NewRequest(http.MethodPost, "/purge", nil)
	request.RemoteAddr, request.Host = "127.0.0.1:1", "127.0.0.1"
	gateways[1].Operator().ServeHTTP(purge, request)
	until(t, "the purge of one shop reaches the other", func() bool {
		_, text := ask(2, "GET", "/api/products/menus", "", "")
		return text == `[{"id":7,"name":"","price":0,"discount":0}]`
	})

	// Limits are shared: what one shop counted, the other knows. Alone it would accept ten messages.
	message := func(shop int) bool {
		status, _ := ask(shop, "POST", "/api/contact", `{"message":"x"}`, "")
		return status == http.StatusTooManyRequests
	}
	until(t, "the first shop refuses", func() bool { return message(1) })
	if !message(2) {
		t.Error("the other shop knows nothing of it")
	}

	// Redis dies: orders are refused before they are sent, everything else goes on.
	before := orders.Load()
	killRedis()
	if status, text := ask(1, "POST", "/api/checkout/v2", `{"notes":"x"}`, "order-key-2"); status != http.StatusServiceUnavailable || !strings.Contains(text, "orders_paused") || orders.Load() != before {
		t.Errorf("with Redis away: %d %s, %d orders sent", status, text, orders.Load()-before)
	}
	for _, path := range []string{"/api/products/menus", "/api/settings", "/api/areas", "/"} {
		if status, text := ask(1, "GET", path, "", ""); status != 200 {
			t.Errorf("%s with Redis away: %d %.100s", path, status, text)
		}
	}
}
