package gateway

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"tablefront/bff/eventually"
	"tablefront/bff/site"
)

// fakeUpstream is an upstream for tests: it records what it received and answers what a test wants.
type fakeUpstream struct {
	*httptest.Server
	mu   sync.Mutex
	seen []received
	// answers by "METHOD path" (below /api/, without query); a missing one is `{"data":{"path":...}}`.
	answers map[string]http.HandlerFunc
}

// received is one request as it arrived.
type received struct {
	method, path, query, body string
	header                    http.Header
}

func newFakeUpstream(t testing.TB) *fakeUpstream {
	t.Helper()
	k := &fakeUpstream{answers: map[string]http.HandlerFunc{}}
	k.Server = httptest.NewServer(k)
	t.Cleanup(func() {
		if t.Failed() { // it may have left an answer waiting for what never comes
			k.goesDown()
			return
		}
		k.Close()
	})
	k.on("GET languages", says(`{"data":[{"name":"de"},{"name":"en"},{"name":"ar"}]}`))
	k.on("GET branches", says(`{"data":[]}`))
	k.on("GET settings", says(`{"data":[{"key":"SITE_TITLE","value":"Zur Linde"}]}`))
	k.on("GET translations", says(`{"data":"{\"Cart\":\"Warenkorb\"}"}`))
	return k
}

// goesDown refuses every connection from now on. Connections are closed after the listener: one that the shop opened in
// between would answer forever.
func (k *fakeUpstream) goesDown() {
	_ = k.Listener.Close()
	k.Config.SetKeepAlivesEnabled(false) // for one that was accepted a moment ago and isn't known yet
	k.CloseClientConnections()
}

func (k *fakeUpstream) on(call string, h http.HandlerFunc) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.answers[call] = h
}

func (k *fakeUpstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/api/")
	k.mu.Lock()
	k.seen = append(k.seen, received{r.Method, path, r.URL.RawQuery, string(body), r.Header.Clone()})
	h := k.answers[r.Method+" "+path]
	k.mu.Unlock()
	if h == nil {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"data":{"path":%q}}`, path)
		return
	}
	h(w, r)
}

// of returns what arrived for a call.
func (k *fakeUpstream) of(call string) (out []received) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, r := range k.seen {
		if r.method+" "+r.path == call {
			out = append(out, r)
		}
	}
	return out
}

func (k *fakeUpstream) all() []received {
	k.mu.Lock()
	defer k.mu.Unlock()
	return append([]received(nil), k.seen...)
}

// lists makes the lists of menus, categories and products name these ids, so that what is about one of them is cached.
func (k *fakeUpstream) lists(ids ...string) {
	rows := ""
	for i, id := range ids {
		if i > 0 {
			rows += ","
		}
		rows += `{"id":` + strconv.Quote(id) + `}`
	}
	k.on("GET products/menus", says(`{"data":[`+rows+`]}`))
	k.on("GET products/categories", says(`{"data":[`+rows+`]}`))
	for _, id := range ids {
		k.on("GET products/categories/"+id+"/products", says(`{"data":[`+rows+`],"meta":{}}`))
	}
}

// says answers 200 with a body.
func says(body string) http.HandlerFunc { return answers(http.StatusOK, body) }

// answers answers with a status and a JSON body.
func answers(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body)
	}
}

// shop is a gateway on a listener of its own.
type shop struct {
	*Gateway
	*httptest.Server
	t   testing.TB
	log *lockedBuffer
	// older is by how much the gateway's clock has been moved, in nanoseconds. It stands still otherwise: nothing becomes stale, is
	// forgotten or is allowed again because the machine is slow.
	older *atomic.Int64
	// passes makes it run again, for what the gateway tries again after a pause.
	passes *atomic.Bool
}

type lockedBuffer struct {
	mu sync.Mutex
	b  strings.Builder
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// testConfig is a configuration for an upstream on loopback. Tests about the timeout set their own; with this one, a backend that a test holds back answers in time
// on any machine.
func testConfig(t testing.TB, upstream string) Config {
	return Config{
		Settings: site.Settings{
			Upstream: upstream, Country: "de", Language: "de", Locale: "de", Currency: "EUR", Timezone: "Europe/Berlin", Version: "test", CustomCode: true,
		},
		DataDir: t.TempDir(), UpstreamTimeout: 10 * time.Minute, CacheTTL: time.Minute, Drain: 25 * time.Second, CacheBytes: 20 << 20, MaxAnswer: 16 << 20,
	}
}

func openShop(t testing.TB, backend *fakeUpstream, change ...func(*Config)) *shop {
	t.Helper()
	c := testConfig(t, backend.URL)
	for _, f := range change {
		f(&c)
	}
	return openShopWith(t, c)
}

func openShopWith(t testing.TB, c Config) *shop {
	t.Helper()
	out := &lockedBuffer{}
	handler := slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelDebug})
	older, passes, start := &atomic.Int64{}, &atomic.Bool{}, time.Now()
	g, err := newWithClock(c, fstest.MapFS{"index.html": {Data: []byte("<!doctype html><title>shop</title>")}}, slog.New(handler),
		func() time.Time {
			if passes.Load() {
				return time.Now().Add(time.Duration(older.Load()))
			}
			return start.Add(time.Duration(older.Load()))
		})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(g)
	server.Config = g.publicServer() // as in production
	server.Start()
	s := &shop{Gateway: g, Server: server, t: t, log: out, older: older, passes: passes}
	t.Cleanup(func() {
		s.Server.Close()
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

// trackedListener records that it was closed: its port may be in use by another process a moment later.
type trackedListener struct {
	net.Listener
	closed atomic.Bool
}

func (n *trackedListener) Close() error {
	defer n.closed.Store(true)
	return n.Listener.Close()
}

// serve opens a gateway on a port of its own, as the program does; drain starts the shutdown, ended has its result.
func serve(t *testing.T, backend *fakeUpstream) (g *Gateway, l *trackedListener, drain context.CancelFunc, ended <-chan error) {
	t.Helper()
	g, err := New(testConfig(t, backend.URL), fstest.MapFS{}, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { g.Close() })
	port, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, drain := context.WithCancel(t.Context())
	l = &trackedListener{Listener: port}
	end := make(chan error, 1)
	go func() { end <- g.Serve(ctx, l, nil, false) }()
	return g, l, drain, end
}

// got is an answer with its body.
type got struct {
	*http.Response
	body string
}

// ask makes a request; headers are "Name: value" lines.
func (s *shop) ask(method, path, body string, headers ...string) got {
	s.t.Helper()
	var r io.Reader
	if body != "" {
		r = strings.NewReader(body)
	}
	req, err := http.NewRequest(method, s.URL+path, r)
	if err != nil {
		s.t.Fatal(err)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Close = method != http.MethodGet // on a busy machine the server may close an idle connection just then, and a POST is not sent again
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		if value == "" {
			req.Header.Del(name)
			continue
		}
		if name == "Host" {
			req.Host = value
			continue
		}
		req.Header.Set(name, value)
	}
	req.Header.Set("Accept-Encoding", "identity")
	for _, h := range headers {
		if v, ok := strings.CutPrefix(h, "Accept-Encoding: "); ok {
			req.Header.Set("Accept-Encoding", v)
		}
	}
	resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		s.t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return got{resp, string(b)}
}

func (s *shop) get(path string, headers ...string) got { return s.ask("GET", path, "", headers...) }

// until waits for a condition.
func until(t testing.TB, what string, ok func() bool) {
	t.Helper()
	eventually.True(t, what, ok)
}

// wants checks status and, unless empty, the body or the fault's code.
func (g got) wants(t testing.TB, status int, body string) {
	t.Helper()
	if g.StatusCode != status {
		t.Fatalf("status %d, want %d; body %s", g.StatusCode, status, g.body)
	}
	if body != "" && g.body != body && !strings.HasPrefix(g.body, `{"code":"`+body+`"`) {
		t.Fatalf("body %s, want %s", g.body, body)
	}
}

// newServer serves a handler for the time of a test.
func newServer(t testing.TB, h http.Handler) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// operator asks the operator's listener.
func (s *shop) operator(t testing.TB, path string) string {
	t.Helper()
	w := httptest.NewRecorder()
	s.Gateway.Operator().ServeHTTP(w, httptest.NewRequest(http.MethodGet, path, nil))
	return w.Body.String()
}
