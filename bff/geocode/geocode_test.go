package geocode

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/time/rate"

	"tablefront/bff/fault"
	"tablefront/bff/upstream"
)

const nominatim = `{"place_id":1,"display_name":"5, Rathausstraße, Mitte, Berlin, 10178, Deutschland","address":{"house_number":"5","road":"Rathausstraße","suburb":"Mitte","city":"Berlin","postcode":"10178","country_code":"de"}}`

// geocoder is a local Nominatim that records its requests.
type geocoder struct {
	*httptest.Server
	calls  atomic.Int64
	mu     sync.Mutex
	last   *http.Request
	answer func(http.ResponseWriter, *http.Request)
}

func newGeocoder(t testing.TB, answer func(http.ResponseWriter, *http.Request)) *geocoder {
	g := &geocoder{answer: answer}
	g.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.calls.Add(1)
		g.mu.Lock()
		g.last = r.Clone(context.Background())
		g.mu.Unlock()
		if g.answer == nil {
			w.Write([]byte(nominatim))
			return
		}
		g.answer(w, r)
	}))
	t.Cleanup(g.Close)
	return g
}

// fast makes a handler that waits only a moment between its requests.
func fast(address string, every time.Duration) *Geocoder {
	h := New(address, Options{Language: "de", UserAgent: "tablefront", Client: upstream.NewClient(5 * time.Second), Log: slog.New(slog.DiscardHandler)})
	h.limit.SetLimit(rate.Every(every))
	return h
}

// ServeHTTP answers as the gateway does.
func (h *Geocoder) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	address, err := h.Reverse(r)
	body, _ := json.Marshal(address)
	var f *fault.Fault
	if errors.As(err, &f) {
		f.SetHeader(w.Header())
		w.WriteHeader(f.Status)
		body = f.Body("req-1")
	}
	w.Write(body)
}

func ask(h http.Handler, query string, headers ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, "/bff/geocode/reverse?"+query, nil)
	for i := 0; i+1 < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// A panic while an address is looked up is that request's failure.
func TestAPanicIsOneFailure(t *testing.T) {
	g := newGeocoder(t, nil)
	h := fast(g.URL, time.Millisecond)
	sound := h.o.Client.Transport
	h.o.Client.Transport = panicking{}
	if w := ask(h, "lat=1&lng=1"); w.Code != 502 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	h.o.Client.Transport = sound
	if w := ask(h, "lat=1&lng=1"); w.Code != 200 {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

type panicking struct{}

func (panicking) RoundTrip(*http.Request) (*http.Response, error) { panic("out of flour") }

// TestReverse: the response has the contract's shape; the geocoder receives only the rounded coordinates and the language.
func TestReverse(t *testing.T) {
	g := newGeocoder(t, nil)
	h := fast(g.URL+"/reverse?key=k", time.Millisecond)
	w := ask(h, "lat=52.520812345&lng=13.4094&x=evil", "Lang", "en", "Cookie", "a=b", "Authorization", "Bearer x", "X-Forwarded-For", "1.2.3.4")
	if w.Code != 200 || w.Body.String() != `{"address":"Rathausstraße 5, 10178 Berlin","zipcode":"10178"}` {
		t.Fatalf("%d %s", w.Code, w.Body)
	}
	q := g.last.URL.Query()
	if q.Get("lat") != "52.52080" || q.Get("lon") != "13.40940" || q.Get("accept-language") != "en" || q.Get("key") != "k" || q.Has("x") {
		t.Errorf("asked %s", g.last.URL)
	}
	for _, name := range []string{"Cookie", "Authorization", "X-Forwarded-For"} {
		if g.last.Header.Get(name) != "" {
			t.Errorf("%s went to the geocoder", name)
		}
	}
	ask(h, "lat=52.52081&lng=13.40938", "Lang", "en") // the same cell
	if g.calls.Load() != 1 {
		t.Errorf("%d calls", g.calls.Load())
	}
	ask(h, "lat=52.52081&lng=13.40938", "Lang", "\r\nX: y")
	if g.last.URL.Query().Get("accept-language") != "de" || g.calls.Load() != 2 {
		t.Error("a bad language, or languages that share an answer")
	}
}

// TestFaults: every error has the shape of docs/wire.md section 3 and reveals nothing about the geocoder.
func TestFaults(t *testing.T) {
	g := newGeocoder(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Query().Get("lat") {
		case "1.00000":
			w.WriteHeader(http.StatusInternalServerError)
		case "2.00000":
			w.Write([]byte("<html>"))
		case "3.00000":
			w.Write([]byte(`{"error":"Unable to geocode"}`))
		case "4.00000":
			fmt.Fprintf(w, `{"display_name":%q}`, strings.Repeat("x", maxAnswer))
		case "5.00000":
			w.WriteHeader(http.StatusTooManyRequests)
		case "6.00000":
			http.Redirect(w, r, "http://127.0.0.1:1/", http.StatusFound)
		case "7.00000":
			w.Write([]byte(`{"display_name":"Am  Hafen\n<b>","address":{"road":7}}`))
		case "8.00000":
			w.Write([]byte(`{"display_name":"  Am   Hafen\n<b>  "}`))
		}
	})
	h := fast(g.URL+"/reverse", time.Nanosecond)
	for query, want := range map[string]string{
		"lat=1&lng=1": "502 upstream_invalid", "lat=2&lng=1": "502 upstream_invalid", "lat=3&lng=1": "404 address_not_found", "lat=4&lng=1": "502 upstream_invalid", "lat=5&lng=1": "429 rate_limited",
		"lat=6&lng=1": "502 upstream_invalid", "lat=7&lng=1": "502 upstream_invalid", "lat=8&lng=1": "200 ", "": "400 bad_request", "lat=1": "400 bad_request", "lat=x&lng=1": "400 bad_request", "lat=91&lng=1": "400 bad_request",
		"lat=1&lng=-180.1": "400 bad_request", "lat=NaN&lng=1": "400 bad_request", "lat=1e1&lng=1": "400 bad_request", "lat=Inf&lng=1": "400 bad_request", "lat=0x1&lng=1": "400 bad_request",
	} {
		w := ask(h, query)
		var f struct{ Code, Message, RequestID string }
		json.Unmarshal(w.Body.Bytes(), &f)
		if got := fmt.Sprintf("%d %s", w.Code, f.Code); got != want {
			t.Errorf("%s: %s", query, got)
		}
		if w.Code != 200 && (f.Message == "" || f.RequestID != "req-1" || strings.Contains(w.Body.String(), "127.0.0.1") || w.Header().Get("Content-Type") != "application/json") {
			t.Errorf("%s: %s", query, w.Body)
		}
		if w.Code == 429 && w.Header().Get("Retry-After") == "" {
			t.Error("no Retry-After")
		}
	}
	before := g.calls.Load()
	ask(h, "lat=3&lng=1")
	ask(h, "lat=1&lng=1")
	if g.calls.Load() != before+1 {
		t.Error("nothing there is not remembered, or a failure is")
	}
	g.Close()
	if w := ask(h, "lat=9&lng=9"); w.Code != 502 {
		t.Errorf("unreachable: %d", w.Code)
	}
	for _, address := range []string{"", "reverse", "ftp://x/reverse"} {
		if w := ask(fast(address, time.Second), "lat=1&lng=1"); w.Code != 404 || !strings.Contains(w.Body.String(), `"unknown_call"`) {
			t.Errorf("%q: %d %s", address, w.Code, w.Body)
		}
	}
}

// TestPlacesStayOutOfTheLog: no log line contains a customer's location, also in case of errors.
func TestPlacesStayOutOfTheLog(t *testing.T) {
	var log bytes.Buffer
	g := newGeocoder(t, func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusInternalServerError) })
	h := fast(g.URL+"/reverse", time.Nanosecond)
	// Without the time, whose digits may be those of a place.
	withoutTime := func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}
	h.o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: withoutTime}))
	ask(h, "lat=52.5208&lng=13.4094")
	g.Close()
	ask(h, "lat=52.5209&lng=13.4094")
	ask(h, "lat=52.5209&lng=13.4094x")
	if lines := log.String(); strings.Count(lines, "\n") < 2 || strings.Contains(lines, "52.52") || strings.Contains(lines, "13.4") {
		t.Errorf("the log has\n%s", lines)
	}
}

// roundTrip is a geocoder without a network.
type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// TestOneASecond: at most one request per second goes upstream, few callers wait, the others are rejected at once; each cell is
// requested once.
func TestOneASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var times []time.Duration
		var ok, busy, late atomic.Int64
		began := time.Now()
		h := fast("http://geocoder.example/reverse", every)
		h.o.Client.Transport = roundTrip(func(*http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			times = append(times, time.Since(began))
			return &http.Response{StatusCode: http.StatusOK, Body: io.NopCloser(strings.NewReader(nominatim))}, nil
		})
		var wg sync.WaitGroup
		for i := range 30 {
			wg.Go(func() {
				switch ask(h, fmt.Sprintf("lat=%d&lng=1", i%10)).Code {
				case 200:
					ok.Add(1)
				case 429:
					busy.Add(1)
					if time.Since(began) > 0 {
						late.Add(1)
					}
				}
			})
		}
		wg.Wait()
		if ok.Load() == 0 || busy.Load() == 0 || ok.Load()+busy.Load() != 30 || late.Load() > 3 || time.Since(began) > maxWait {
			t.Errorf("%d answered, %d refused, %d of them late, after %v", ok.Load(), busy.Load(), late.Load(), time.Since(began))
		}
		for i, at := range times {
			if at != time.Duration(i)*every {
				t.Errorf("request %d came after %v", i+1, at)
			}
		}
	})
}

// TestLeaves: the first one leaves, the second gets the answer of the same request.
func TestLeaves(t *testing.T) {
	let, asked := make(chan struct{}), make(chan struct{}, 10)
	g := newGeocoder(t, func(w http.ResponseWriter, _ *http.Request) {
		asked <- struct{}{}
		<-let
		w.Write([]byte(nominatim))
	})
	h := fast(g.URL+"/reverse", time.Millisecond)
	ctx, leave := context.WithCancel(context.Background())
	left := make(chan struct{})
	go func() {
		r := httptest.NewRequest(http.MethodGet, "/?lat=1&lng=1", nil).WithContext(ctx)
		h.ServeHTTP(httptest.NewRecorder(), r)
		close(left)
	}()
	<-asked
	leave()
	<-left
	close(let)
	if w := ask(h, "lat=1&lng=1"); w.Code != 200 || g.calls.Load() != 1 {
		t.Errorf("%d, %d calls", w.Code, g.calls.Load())
	}
}

// FuzzRead: no answer of a geocoder breaks the reader, and an address is one short line.
func FuzzRead(f *testing.F) {
	f.Add([]byte(nominatim))
	f.Add([]byte(`{"error":"x"}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		a, err := read(body)
		if err == nil && (a.Address == "" && len(body) < 20 || len([]rune(a.Address)) > 300 || strings.ContainsAny(a.Address+a.Zipcode, "\r\n")) {
			t.Fatalf("%q: %+v", body, a)
		}
	})
}
