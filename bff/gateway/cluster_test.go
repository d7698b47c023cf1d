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
	"tablefront/bff/site"
)

// Three instances with one Redis act as one: a double click on two of them, one killed, a purge, limits, and Redis killed,
// after which only orders are refused.
func TestThreeInstancesAndARealRedis(t *testing.T) {
	redis, killRedis := redistest.Start(t, "--appendonly", "yes", "--appendfsync", "always", "--maxmemory-policy", "noeviction")
	var orders, menus, version atomic.Int64
	slow := make(chan struct{})
	var once sync.Once
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method == http.MethodPost && r.URL.Path == "/api/checkout/v2":
			body, _ := io.ReadAll(r.Body)
			orders.Add(1)
			if strings.Contains(string(body), "slowly") {
				once.Do(func() { close(slow) })
				time.Sleep(300 * time.Millisecond)
			}
			_, _ = io.WriteString(w, `{"data":{"code":"A-1"}}`)
		case r.URL.Path == "/api/products/menus":
			menus.Add(1)
			_, _ = io.WriteString(w, `{"data":[{"id":`+strconv.Itoa(int(version.Load()))+`}]}`)
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
		g, err := New(Config{
			Settings: site.Settings{Upstream: upstream.URL, Country: "de", Language: "de", Locale: "de", Currency: "EUR", Timezone: "Europe/Berlin"},
			DataDir:  t.TempDir(), SessionKeys: [][]byte{key}, RedisURL: "redis://" + redis, LimitFactor: 1,
			UpstreamTimeout: 5 * time.Second, CacheTTL: time.Minute,
		}, fstest.MapFS{"index.html": {Data: []byte("<!doctype html><html><head></head><body></body></html>")}}, slog.New(slog.DiscardHandler))
		if err != nil {
			t.Fatal(err)
		}
		gateways[i], shops[i] = g, httptest.NewServer(g)
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
	<-slow
	if n := orders.Load(); n != 1 {
		t.Fatalf("%d orders for a double click across two shops", n)
	}

	// One shop dies; another replays the answer.
	shops[0].CloseClientConnections()
	shops[0].Close()
	if status, text := ask(2, "POST", "/api/checkout/v2", `{"notes":"slowly"}`, "order-key-1"); status != 200 || text != `{"code":"A-1"}` || orders.Load() != 1 {
		t.Errorf("after a shop died: %d %s, %d orders", status, text, orders.Load())
	}

	// Entries are shared, and a purge reaches all.
	if status, text := ask(1, "GET", "/api/products/menus", "", ""); status != 200 || text != `[{"id":0}]` {
		t.Fatalf("%d %s", status, text)
	}
	eventuallyMany(t, "the copy is shared", func() bool {
		return gateways[1].cluster.Load(t.Context(), gateways[1].branches.Main.ID+" de products/menus") != nil
	})
	if status, _ := ask(2, "GET", "/api/products/menus", "", ""); status != 200 || menus.Load() != 1 {
		t.Errorf("the second shop asked the upstream although the first had a copy: %d calls", menus.Load())
	}
	version.Store(7)
	purge := httptest.NewRecorder()
	order := httptest.NewRequest(http.MethodPost, "/purge", nil)
	order.RemoteAddr, order.Host = "127.0.0.1:1", "127.0.0.1"
	gateways[1].Operator().ServeHTTP(purge, order)
	eventuallyMany(t, "the purge of one shop reaches the other", func() bool {
		_, text := ask(2, "GET", "/api/products/menus", "", "")
		return text == `[{"id":7}]`
	})

	// Limits are shared: what one shop counted, the other knows.
	limited := 0
	for i := range 12 {
		if status, _ := ask(1+i%2, "POST", "/api/contact", `{"message":"x"}`, ""); status == http.StatusTooManyRequests {
			limited++
		}
	}
	if limited == 0 || limited > 3 {
		t.Errorf("%d of 12 messages through two shops were refused; each shop alone would refuse none, both together two", limited)
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

func eventuallyMany(t *testing.T, what string, ok func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !ok(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it never came to this: " + what)
		}
	}
}
