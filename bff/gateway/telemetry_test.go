package gateway

import (
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tablefront/bff/branches"
)

// samples reads the values of all series from the metrics as Prometheus gets them.
func (s *shop) samples(t *testing.T) map[string]float64 {
	t.Helper()
	all := map[string]float64{}
	for line := range strings.Lines(s.operator(t, "/metrics")) {
		line = strings.TrimSpace(line)
		at := strings.LastIndexByte(line, ' ')
		if at < 0 || line[0] == '#' {
			continue
		}
		v, err := strconv.ParseFloat(line[at+1:], 64)
		if err != nil {
			t.Fatal(err)
		}
		all[line[:at]] = v
	}
	return all
}

// sample reads the value of one series; ok: it exists.
func (s *shop) sample(t *testing.T, series string) (value float64, ok bool) {
	t.Helper()
	value, ok = s.samples(t)[series]
	return value, ok
}

// increase() misses the event that creates a series: what an alert can be about is there at 0 before anything happens.
func TestSeriesExistFromTheStart(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	var series []string
	for _, outcome := range branches.OrderOutcomes {
		series = append(series, fmt.Sprintf(`tablefront_orders_total{branch="main",outcome=%q}`, outcome))
	}
	for i := range calls {
		for _, status := range []int{200, 500, 502, 503, 504} {
			series = append(series, fmt.Sprintf(`tablefront_calls_total{call=%q,status="%d"}`, calls[i].String(), status))
		}
	}
	series = append(series, `tablefront_upstream_seconds_count{branch="main"}`, `tablefront_cache_lookups_total{state="stale"}`)
	if v, ok := shop.sample(t, `tablefront_build_info{version="test"}`); v != 1 || !ok {
		t.Errorf("the version is %v, exists: %v", v, ok)
	}
	all := shop.samples(t)
	for _, name := range series {
		if v, ok := all[name]; !ok || v != 0 && strings.Contains(name, `status="5`) {
			t.Errorf("%s is %v, exists: %v", name, v, ok)
		}
	}
}

func TestEveryOrderIsCountedByItsOutcome(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend, func(c *Config) { c.LimitFactor = 0 })
	want := map[string]float64{}
	order := func(outcome, key string, status int) {
		t.Helper()
		var headers []string
		if key != "" {
			headers = []string{"Idempotency-Key: " + key}
		}
		shop.ask("POST", "/api/checkout/v2", `{"a":1}`, headers...).wants(t, status, "")
		want[outcome]++
	}
	order(branches.OrderAccepted, "order-key-1", 200)
	order(branches.OrderReplayed, "order-key-1", 200)
	order(branches.OrderAccepted, "", 200)
	backend.on("POST checkout/v2", answers(422, `{"data":{}}`))
	order(branches.OrderRefused, "order-key-2", 422)
	backend.on("POST checkout/v2", answers(500, `{}`))
	order(branches.OrderFailed, "order-key-3", 500)
	order(branches.OrderFailed, "", 500)
	backend.on("POST checkout/v2", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	order(branches.OrderUnknown, "order-key-4", 504)
	order(branches.OrderUnknown, "", 504)
	backend.Close()
	order(branches.OrderUnsent, "order-key-5", 502)
	if err := shop.Gateway.journal.Close(); err != nil {
		t.Fatal(err)
	}
	order(branches.OrderPaused, "order-key-6", 503)
	for _, outcome := range branches.OrderOutcomes {
		if got, _ := shop.sample(t, fmt.Sprintf(`tablefront_orders_total{branch="main",outcome=%q}`, outcome)); got != want[outcome] || got == 0 {
			t.Errorf("%s: %v, want %v", outcome, got, want[outcome])
		}
	}
}

func TestABranchHasItsNameInMetricsAndLog(t *testing.T) {
	t.Parallel()
	backend, mitte := newFakeUpstream(t), newFakeUpstream(t)
	backend.on("GET branches", says(`{"data":[{"name":"Zur Linde Mitte","url":"`+mitte.URL+`"}]}`))
	shop := openShop(t, backend)
	shop.get("/api/taxes", "X-Branch: "+mitte.URL).wants(t, 200, "")
	if _, ok := shop.sample(t, fmt.Sprintf(`tablefront_branch_info{branch=%q,name="Zur Linde Mitte",url=%[1]q}`, mitte.URL)); !ok {
		t.Errorf("no name in\n%s", shop.operator(t, "/metrics"))
	}
	for _, series := range []string{
		`tablefront_circuit_state{branch="%s"}`, `tablefront_orders_total{branch="%s",outcome="unknown"}`, `tablefront_upstream_seconds_count{branch="%s"}`,
	} {
		if _, ok := shop.sample(t, fmt.Sprintf(series, mitte.URL)); !ok {
			t.Errorf("no series "+series, mitte.URL)
		}
	}
	until(t, "the log names the branch", func() bool {
		return strings.Contains(shop.log.String(), `"branch":"`+mitte.URL+`","branchName":"Zur Linde Mitte"`)
	})
	shop.caller.branches.Read([]byte(`[]`))
	if text := shop.operator(t, "/metrics"); strings.Contains(text, mitte.URL) {
		t.Error("a branch that is not listed any more keeps its series")
	}
}

func TestEveryOwnErrorIsInTheLog(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	for _, g := range []got{
		shop.get("/api/nothing"),                                      // 404
		shop.ask("DELETE", "/api/settings", ""),                       // 405
		shop.get("/api/taxes", "X-Branch: http://other.example"),      // 421
		shop.get("/api/taxes", "Lang: not a language"),                // 400
		shop.ask("POST", "/api/contact", `{}`, "Origin: http://evil"), // 403
		shop.get("/bff/geocode/reverse?lat=1&lng=1"),                  // 404: none is configured
	} {
		id := g.Header.Get("X-Request-Id")
		if g.StatusCode < 400 || !strings.Contains(g.body, `"requestId":"`+id+`"`) {
			t.Fatalf("%d %s", g.StatusCode, g.body)
		}
		until(t, fmt.Sprintf("the %d %s is in the log", g.StatusCode, g.body), func() bool {
			return strings.Contains(shop.log.String(), `"level":"INFO"`) && strings.Contains(shop.log.String(), `"requestId":"`+id+`"`)
		})
	}
}

// A line above Info is written at once: the process may end right after it.
func TestA5xxIsWrittenAtOnce(t *testing.T) {
	t.Parallel()
	out := &lockedBuffer{}
	g := &recorder{log: slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelInfo}))}
	x := &exchange{out: outgoing{call: callMe, id: "id-1"}, start: time.Now(), status: http.StatusOK}
	g.logLine(x)
	x.out.id, x.status = "id-2", http.StatusBadGateway
	g.logLine(x)
	if text := out.String(); !strings.Contains(text, `"requestId":"id-1"`) || !strings.Contains(text, `"requestId":"id-2"`) {
		t.Errorf("not written yet: %s", text)
	}
}

// A panic in a fetch of a cached response, which runs in the background, is that fetch's failure.
func TestAPanicInTheBackgroundIsALogLine(t *testing.T) {
	t.Parallel()
	backend := newFakeUpstream(t)
	shop := openShop(t, backend)
	branch, lang := shop.caller.branches.Main, shop.Gateway.config.Language
	last := callTranslations.request(branch, callTranslations.Path+"?lang="+lang, lang)
	until(t, "the start is over", func() bool { return shop.caller.catalogue.Stored(t.Context(), last) != nil })
	logged := shop.caller.logged
	backend.on("GET taxes", func(w http.ResponseWriter, r *http.Request) {
		shop.caller.logged = nil // so that noting the deviation of this fetch panics
		says(`{"data":[{"id":1,"name":"VAT","percent":"19,0"}]}`)(w, r)
	})
	if answer := shop.get("/api/taxes"); answer.StatusCode < 500 {
		t.Fatalf("%d %s", answer.StatusCode, answer.body)
	}
	until(t, "the panic is in the log", func() bool {
		return strings.Contains(shop.log.String(), `"level":"ERROR","msg":"a background task panicked"`) && strings.Contains(shop.log.String(), "expiring/expiring.go")
	})
	shop.caller.logged = logged
	backend.on("GET taxes", says(`{"data":[]}`))
	until(t, "the next fetch succeeds", func() bool { return shop.get("/api/taxes").StatusCode == 200 })
}

// A panic outside of the pipeline is logged with its value, and ends its connection only.
func TestAPanicOfAHandlerIsALogLine(t *testing.T) {
	t.Parallel()
	shop := openShop(t, newFakeUpstream(t))
	shop.Gateway.site = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("out of flour") })
	if _, err := http.Get(shop.URL + "/"); err == nil {
		t.Error("it was answered")
	}
	until(t, "the panic is in the log", func() bool { return strings.Contains(shop.log.String(), `"panic":"out of flour"`) })
	shop.get("/api/settings").wants(t, 200, "")
}
