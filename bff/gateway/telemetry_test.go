package gateway

import (
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"time"

	"tablefront/bff/telemetry"
)

// sample reads the value of one series from the metrics as Prometheus gets them; ok: it exists.
func (s *shop) sample(t *testing.T, series string) (value float64, ok bool) {
	t.Helper()
	for line := range strings.Lines(s.operator(t, "/metrics")) {
		if text, found := strings.CutPrefix(strings.TrimSpace(line), series+" "); found {
			v, err := strconv.ParseFloat(text, 64)
			if err != nil {
				t.Fatal(err)
			}
			return v, true
		}
	}
	return 0, false
}

// increase() misses the event that creates a series: what an alert can be about is there at 0 before anything happens.
func TestSeriesExistFromTheStart(t *testing.T) {
	k := newFakeUpstream(t)
	s := openShop(t, k)
	var series []string
	for _, outcome := range telemetry.OrderOutcomes {
		series = append(series, fmt.Sprintf(`tablefront_orders_total{branch="main",outcome=%q}`, outcome))
	}
	for i := range calls {
		for _, status := range []int{200, 500, 502, 503, 504} {
			series = append(series, fmt.Sprintf(`tablefront_calls_total{call=%q,status="%d"}`, calls[i].String(), status))
		}
	}
	series = append(series, `tablefront_upstream_seconds_count{branch="main"}`, `tablefront_cache_lookups_total{state="stale"}`)
	for _, name := range series {
		if v, ok := s.sample(t, name); !ok || v != 0 && strings.Contains(name, `status="5`) {
			t.Errorf("%s is %v, exists: %v", name, v, ok)
		}
	}
}

func TestEveryOrderIsCountedByItsOutcome(t *testing.T) {
	k := newFakeUpstream(t)
	s := openShop(t, k, func(c *Config) { c.LimitFactor = 0 })
	want := map[string]float64{}
	order := func(outcome, key string, status int) {
		t.Helper()
		var headers []string
		if key != "" {
			headers = []string{"Idempotency-Key: " + key}
		}
		s.ask("POST", "/api/checkout/v2", `{"a":1}`, headers...).wants(t, status, "")
		want[outcome]++
	}
	order(telemetry.OrderAccepted, "order-key-1", 200)
	order(telemetry.OrderReplayed, "order-key-1", 200)
	order(telemetry.OrderAccepted, "", 200)
	k.on("POST checkout/v2", answers(422, `{"data":{}}`))
	order(telemetry.OrderRefused, "order-key-2", 422)
	k.on("POST checkout/v2", answers(500, `{}`))
	order(telemetry.OrderFailed, "order-key-3", 500)
	order(telemetry.OrderFailed, "", 500)
	k.on("POST checkout/v2", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	order(telemetry.OrderUnknown, "order-key-4", 504)
	order(telemetry.OrderUnknown, "", 504)
	k.Close()
	order(telemetry.OrderUnsent, "order-key-5", 502)
	if err := s.Gateway.journal.Close(); err != nil {
		t.Fatal(err)
	}
	order(telemetry.OrderPaused, "order-key-6", 503)
	for _, outcome := range telemetry.OrderOutcomes {
		if got, _ := s.sample(t, fmt.Sprintf(`tablefront_orders_total{branch="main",outcome=%q}`, outcome)); got != want[outcome] || got == 0 {
			t.Errorf("%s: %v, want %v", outcome, got, want[outcome])
		}
	}
}

func TestABranchHasItsNameInMetricsAndLog(t *testing.T) {
	k, mitte := newFakeUpstream(t), newFakeUpstream(t)
	k.on("GET branches", says(`{"data":[{"name":"Zur Linde Mitte","url":"`+mitte.URL+`"}]}`))
	s := openShop(t, k)
	s.get("/api/taxes", "X-Branch: "+mitte.URL).wants(t, 200, "")
	if _, ok := s.sample(t, fmt.Sprintf(`tablefront_branch_info{branch=%q,name="Zur Linde Mitte",url=%[1]q}`, mitte.URL)); !ok {
		t.Errorf("no name in\n%s", s.operator(t, "/metrics"))
	}
	for _, series := range []string{
		`tablefront_circuit_state{branch="%s"}`, `tablefront_orders_total{branch="%s",outcome="unknown"}`, `tablefront_upstream_seconds_count{branch="%s"}`,
	} {
		if _, ok := s.sample(t, fmt.Sprintf(series, mitte.URL)); !ok {
			t.Errorf("no series "+series, mitte.URL)
		}
	}
	until(t, "the log names the branch", func() bool {
		return strings.Contains(s.log.String(), `"branch":"`+mitte.URL+`","branchName":"Zur Linde Mitte"`)
	})
	s.Gateway.branches.Read([]byte(`[]`))
	if text := s.operator(t, "/metrics"); strings.Contains(text, mitte.URL) {
		t.Error("a branch that is not listed any more keeps its series")
	}
}

func TestEveryOwnErrorIsInTheLog(t *testing.T) {
	k := newFakeUpstream(t)
	s := openShop(t, k)
	for _, g := range []got{
		s.get("/api/nothing"),                                      // 404
		s.ask("DELETE", "/api/settings", ""),                       // 405
		s.get("/api/taxes", "X-Branch: http://other.example"),      // 421
		s.get("/api/taxes", "Lang: not a language"),                // 400
		s.ask("POST", "/api/contact", `{}`, "Origin: http://evil"), // 403
		s.get("/bff/geocode/reverse?lat=1&lng=1"),                  // 404: none is configured
	} {
		id := g.Header.Get("X-Request-Id")
		if g.StatusCode < 400 || !strings.Contains(g.body, `"requestId":"`+id+`"`) {
			t.Fatalf("%d %s", g.StatusCode, g.body)
		}
		until(t, fmt.Sprintf("the %d %s is in the log", g.StatusCode, g.body), func() bool {
			return strings.Contains(s.log.String(), `"level":"INFO"`) && strings.Contains(s.log.String(), `"requestId":"`+id+`"`)
		})
	}
}

// A line above Info is written at once: the process may end right after it.
func TestA5xxIsWrittenAtOnce(t *testing.T) {
	out := &lockedBuffer{}
	g := &Gateway{log: slog.New(telemetry.NewLogHandler(out, slog.LevelInfo))}
	x := &exchange{outgoing: outgoing{call: callMe, id: "id-1"}, start: time.Now(), status: http.StatusOK}
	g.logCall(x)
	x.id, x.status = "id-2", http.StatusBadGateway
	g.logCall(x)
	if text := out.String(); !strings.Contains(text, `"requestId":"id-1"`) || !strings.Contains(text, `"requestId":"id-2"`) {
		t.Errorf("not written yet: %s", text)
	}
}

// A panic in a fetch of a cached response, which runs in the background, is that fetch's failure.
func TestAPanicInTheBackgroundIsALogLine(t *testing.T) {
	k := newFakeUpstream(t)
	s := openShop(t, k)
	branch, lang := s.Gateway.branches.Main, s.Gateway.config.Language
	last := callTranslations.request(branch, callTranslations.Path+"?lang="+lang, lang)
	until(t, "the start is over", func() bool { return s.Gateway.catalogue.Has(last) })
	metrics := branch.Metrics
	k.on("GET taxes", func(w http.ResponseWriter, r *http.Request) {
		branch.Metrics = nil // so that recording this fetch panics
		says(`{"data":[]}`)(w, r)
	})
	if g := s.get("/api/taxes"); g.StatusCode < 500 {
		t.Fatalf("%d %s", g.StatusCode, g.body)
	}
	until(t, "the panic is in the log", func() bool {
		return strings.Contains(s.log.String(), `"level":"ERROR","msg":"a background task panicked"`) && strings.Contains(s.log.String(), "telemetry/metrics.go")
	})
	branch.Metrics = metrics
	k.on("GET taxes", says(`{"data":[]}`))
	until(t, "the next fetch succeeds", func() bool { return s.get("/api/taxes").StatusCode == 200 })
}

// A panic outside of the pipeline is logged with its value, and ends its connection only.
func TestAPanicOfAHandlerIsALogLine(t *testing.T) {
	s := openShop(t, newFakeUpstream(t))
	s.Gateway.site = http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("out of flour") })
	if _, err := http.Get(s.URL + "/"); err == nil {
		t.Error("it was answered")
	}
	until(t, "the panic is in the log", func() bool { return strings.Contains(s.log.String(), `"panic":"out of flour"`) })
	s.get("/api/settings").wants(t, 200, "")
}
