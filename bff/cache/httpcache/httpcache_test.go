package httpcache

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A stage is an origin that answers what it is told, a cache in front of it, and a clock.
type stage struct {
	t      *testing.T
	cache  *Cache
	now    time.Time
	mu     sync.Mutex
	answer func(w http.ResponseWriter, r *http.Request)
	calls  atomic.Int64
	last   http.Header
}

func newStage(t *testing.T, o Options) *stage {
	t.Helper()
	s := &stage{t: t, now: time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)}
	origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.calls.Add(1)
		s.mu.Lock()
		s.last = r.Header.Clone()
		answer := s.answer
		s.mu.Unlock()
		answer(w, r)
	}))
	t.Cleanup(origin.Close)
	o.Origin, _ = url.Parse(origin.URL)
	o.Now = func() time.Time { s.mu.Lock(); defer s.mu.Unlock(); return s.now }
	s.cache = New(o)
	return s
}

func (s *stage) pass(d time.Duration) { s.mu.Lock(); s.now = s.now.Add(d); s.mu.Unlock() }

// says makes the origin answer 200 with a body that counts its calls, and these fields in pairs.
func (s *stage) says(fields ...string) *stage { return s.saysStatus(200, fields...) }

func (s *stage) saysStatus(status int, fields ...string) *stage {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Date", s.cache.o.Now().Format(http.TimeFormat))
		for i := 0; i < len(fields); i += 2 {
			w.Header().Add(fields[i], fields[i+1])
		}
		w.WriteHeader(status)
		if status != http.StatusNotModified {
			_, _ = fmt.Fprintf(w, "answer %d", s.calls.Load())
		}
	}
	return s
}

func (s *stage) ask(method, path string, fields ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(method, path, nil)
	for i := 0; i < len(fields); i += 2 {
		r.Header.Add(fields[i], fields[i+1])
	}
	w := httptest.NewRecorder()
	s.cache.ServeHTTP(w, r)
	return w
}

// asks tells how many of n requests reach the origin.
func (s *stage) asks(n int, path string, fields ...string) int {
	before := s.calls.Load()
	for range n {
		s.ask("GET", path, fields...)
	}
	return int(s.calls.Load() - before)
}

func TestWhatIsKept(t *testing.T) {
	for _, c := range []struct {
		name    string
		status  int
		request []string
		fields  []string
		calls   int // of two requests, an instant apart
	}{
		{"max-age", 200, nil, []string{"Cache-Control", "max-age=60"}, 1},
		{"in quotes", 200, nil, []string{"Cache-Control", `x="max-age=0, y", max-age="60"`}, 1},
		{"not a number", 200, nil, []string{"Cache-Control", "max-age=60.5"}, 2},
		{"s-maxage wins", 200, nil, []string{"Cache-Control", "max-age=60, s-maxage=0"}, 2},
		{"Expires", 200, nil, []string{"Expires", "Sat, 21 Nov 2026 13:00:00 GMT"}, 1},
		{"Expires that is no date", 200, nil, []string{"Expires", "0", "Last-Modified", "Sat, 21 Nov 2020 13:00:00 GMT"}, 2},
		{"guessed", 200, nil, []string{"Last-Modified", "Sat, 21 Nov 2020 13:00:00 GMT"}, 1},
		{"guessed, but not for this status", 403, nil, []string{"Last-Modified", "Sat, 21 Nov 2020 13:00:00 GMT"}, 2},
		{"no-store", 200, nil, []string{"Cache-Control", "No-Store, max-age=60"}, 2},
		{"private", 200, nil, []string{"Cache-Control", "private, max-age=60"}, 2},
		{"no-cache", 200, nil, []string{"Cache-Control", "no-cache, max-age=60"}, 2},
		{"Vary: *", 200, nil, []string{"Cache-Control", "max-age=60", "Vary", "Foo, *"}, 2},
		{"206", 206, nil, []string{"Cache-Control", "max-age=60", "Content-Range", "bytes 0-7/20"}, 2},
		{"too old already", 200, nil, []string{"Cache-Control", "max-age=60", "Age", "61"}, 2},
		{"an Age that nobody can read", 200, nil, []string{"Cache-Control", "max-age=60", "Age", "1;x"}, 2},
		{"somebody's", 200, []string{"Authorization", "Bearer x"}, []string{"Cache-Control", "max-age=60"}, 2},
		{"somebody's, said to be everybody's", 200, []string{"Authorization", "Bearer x"}, []string{"Cache-Control", "max-age=60, public"}, 1},
		{"must-understand", 599, nil, []string{"Cache-Control", "max-age=60, must-understand"}, 2},
		{"the request forbids", 200, []string{"Cache-Control", "no-store"}, []string{"Cache-Control", "max-age=60"}, 2},
		{"the request wants it checked", 200, []string{"Cache-Control", "no-cache"}, []string{"Cache-Control", "max-age=60"}, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t, Options{}).saysStatus(c.status, c.fields...)
			if got := s.asks(2, "/a", c.request...); got != c.calls {
				t.Errorf("%d calls, not %d", got, c.calls)
			}
		})
	}
}

func TestAgeAndExpiry(t *testing.T) {
	s := newStage(t, Options{}).says("Cache-Control", "max-age=60", "Age", "10")
	s.ask("GET", "/a")
	s.pass(30 * time.Second)
	if w := s.ask("GET", "/a"); w.Header().Get("Age") != "40" || w.Body.String() != "answer 1" {
		t.Errorf("Age %s, %s", w.Header().Get("Age"), w.Body)
	}
	s.pass(21 * time.Second)
	if w := s.ask("GET", "/a"); w.Body.String() != "answer 2" {
		t.Error(w.Body)
	}
}

func TestVariants(t *testing.T) {
	s := newStage(t, Options{}).says("Cache-Control", "max-age=60", "Vary", "Accept-Language, Foo")
	if n := s.asks(2, "/a", "Accept-Language", "de, en", "Foo", "1"); n != 1 {
		t.Errorf("%d calls for one variant", n)
	}
	if n := s.asks(2, "/a", "Accept-Language", "EN,de", "Foo", "1"); n != 0 {
		t.Errorf("%d calls for the same languages, written otherwise", n)
	}
	if n := s.asks(2, "/a", "Accept-Language", "de, en"); n != 1 {
		t.Errorf("%d calls for a request that lacks the field", n)
	}
	if n := s.asks(1, "/a", "Accept-Language", "de, en", "Foo", "1"); n != 0 {
		t.Error("one variant pushed out another")
	}
	for i := range 3 * maxVariants {
		s.ask("GET", "/a", "Foo", fmt.Sprint(i))
	}
	if n := len(s.cache.store.Peek("/a").variants); n != maxVariants {
		t.Errorf("%d variants", n)
	}
}

func TestValidation(t *testing.T) {
	s := newStage(t, Options{}).says("Cache-Control", "max-age=60", "Etag", `"v1"`, "X", "old", "Connection", "Y", "Y", "1")
	if w := s.ask("GET", "/a"); w.Header().Get("Y") != "" {
		t.Error("a field of one connection got through")
	}
	if w := s.ask("GET", "/a", "If-None-Match", `"v0", W/"v1"`); w.Code != 304 || w.Header().Get("Etag") != `"v1"` || w.Body.Len() > 0 {
		t.Errorf("%d %v", w.Code, w.Header())
	}
	s.pass(61 * time.Second)
	s.saysStatus(304, "Cache-Control", "max-age=90", "X", "new", "Etag", `"v2"`, "Content-Length", "3")
	w := s.ask("GET", "/a", "If-None-Match", `"other"`)
	if w.Code != 200 || w.Body.String() != "answer 1" || w.Header().Get("X") != "new" || w.Header().Get("Etag") != `"v1"` || s.last.Get("If-None-Match") != `"v1"` {
		t.Errorf("%d %s %v; asked with %v", w.Code, w.Body, w.Header(), s.last)
	}
	s.pass(80 * time.Second)
	if n := s.asks(1, "/a"); n != 0 {
		t.Error("what the 304 said about freshness was not heard")
	}
}

func TestWritesInvalidate(t *testing.T) {
	for _, method := range []string{"POST", "PUT", "DELETE", "M-SEARCH"} {
		s := newStage(t, Options{}).says("Cache-Control", "max-age=60", "Location", "/b", "Content-Location", "/c", "Vary", "Q")
		s.asks(1, "/a")
		s.asks(1, "/b")
		s.asks(1, "/c")
		s.saysStatus(500)
		s.ask(method, "/a")
		if s.asks(1, "/a") != 0 {
			t.Errorf("a failed %s invalidated", method)
		}
		s.says("Location", "/b", "Content-Location", "/c")
		s.ask(method, "/a")
		for _, path := range []string{"/a", "/b", "/c"} {
			if s.asks(1, path) != 1 {
				t.Errorf("%s left %s", method, path)
			}
		}
	}
}

func TestStaleAnswers(t *testing.T) {
	for _, c := range []struct {
		control string
		covers  bool
	}{{"max-age=60", true}, {"max-age=60, stale-if-error=5", false}, {"max-age=60, must-revalidate", false}, {"s-maxage=60", false}, {"max-age=60, proxy-revalidate", false}} {
		s := newStage(t, Options{}).says("Cache-Control", c.control)
		s.ask("GET", "/a")
		s.pass(70 * time.Second)
		s.saysStatus(503)
		if w := s.ask("GET", "/a"); (w.Body.String() == "answer 1") != c.covers {
			t.Errorf("%s: %d %s", c.control, w.Code, w.Body)
		}
	}
	failing := newStage(t, Options{}).saysStatus(503, "Last-Modified", "Sat, 21 Nov 2020 13:00:00 GMT")
	if n := failing.asks(2, "/a"); n != 2 {
		t.Error("an old failure covered for a new one")
	}
	s := newStage(t, Options{}).says("Cache-Control", "max-age=60, stale-while-revalidate=30")
	s.ask("GET", "/a")
	s.pass(70 * time.Second)
	if w := s.ask("GET", "/a"); w.Body.String() != "answer 1" {
		t.Errorf("it waited: %s", w.Body)
	}
	for deadline := time.Now().Add(10 * time.Second); s.ask("GET", "/a").Body.String() != "answer 2"; time.Sleep(time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it was never refreshed")
		}
	}
}

func TestParts(t *testing.T) {
	s := newStage(t, Options{}).says("Cache-Control", "max-age=60", "Etag", `"v1"`)
	s.ask("GET", "/a") // "answer 1"
	for _, c := range []struct {
		asked, ifRange string
		status         int
		body, part     string
	}{
		{"bytes=0-1", "", 206, "an", "bytes 0-1/8"},
		{"bytes=7-", "", 206, "1", "bytes 7-7/8"},
		{"bytes=-3", "", 206, "r 1", "bytes 5-7/8"},
		{"bytes=2-999", "", 206, "swer 1", "bytes 2-7/8"},
		{"bytes=8-", "", 416, "", "bytes */8"},
		{"bytes=5-2", "", 200, "answer 1", ""},
		{"bytes=0-1,3-4", "", 200, "answer 1", ""},
		{"bytes=0-1", `"v0"`, 200, "answer 1", ""},
		{"bytes=0-1", `"v1"`, 206, "an", "bytes 0-1/8"},
	} {
		fields := []string{"Range", c.asked}
		if c.ifRange != "" {
			fields = append(fields, "If-Range", c.ifRange)
		}
		w := s.ask("GET", "/a", fields...)
		if w.Code != c.status || w.Body.String() != c.body || w.Header().Get("Content-Range") != c.part {
			t.Errorf("%s %s: %d %q %q", c.asked, c.ifRange, w.Code, w.Body, w.Header().Get("Content-Range"))
		}
	}
	if s.calls.Load() != 1 {
		t.Errorf("%d calls", s.calls.Load())
	}
}

// A body that breaks off is neither kept nor sent as if it were whole.
func TestHalfAnAnswerIsNone(t *testing.T) {
	s := newStage(t, Options{})
	s.answer = func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "max-age=60")
		w.Header().Set("Content-Length", "100")
		_, _ = io.WriteString(w, "half")
	}
	for range 2 {
		if w := s.ask("GET", "/a"); w.Code != http.StatusBadGateway {
			t.Errorf("%d %s", w.Code, w.Body)
		}
	}
	if s.calls.Load() < 2 {
		t.Error("half an answer was kept")
	}
}

// Many ask for what is not there yet: one call.
func TestOneFetch(t *testing.T) {
	s := newStage(t, Options{})
	open := make(chan struct{})
	s.answer = func(w http.ResponseWriter, _ *http.Request) {
		<-open
		w.Header().Set("Cache-Control", "max-age=60")
		_, _ = io.WriteString(w, "once")
	}
	var wg sync.WaitGroup
	for range 50 {
		wg.Go(func() {
			if w := s.ask("GET", "/a"); w.Body.String() != "once" {
				t.Error(w.Code, w.Body)
			}
		})
	}
	for s.calls.Load() == 0 {
		time.Sleep(time.Millisecond)
	}
	close(open)
	wg.Wait()
	if s.calls.Load() != 1 {
		t.Errorf("%d calls", s.calls.Load())
	}
}

func TestCookiesAndBounds(t *testing.T) {
	for _, drop := range []bool{false, true} {
		s := newStage(t, Options{DropCookies: drop}).says("Cache-Control", "max-age=60", "Set-Cookie", "a=b")
		if w := s.ask("GET", "/a"); w.Header().Get("Set-Cookie") == "" {
			t.Error("whoever asks first gets his cookie")
		}
		if w := s.ask("GET", "/a"); (w.Header().Get("Set-Cookie") == "") != drop {
			t.Errorf("drop %v: %v", drop, w.Header())
		}
	}
	s := newStage(t, Options{MaxBody: 20, MaxBytes: 1 << 20, MaxEntries: 50})
	s.answer = func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "max-age=60")
		_, _ = io.WriteString(w, strings.Repeat("x", len(r.URL.Path)))
	}
	long := "/" + strings.Repeat("y", 40)
	if n := s.asks(2, long); n != 2 {
		t.Error("a body above the bound was kept")
	}
	if w := s.ask("GET", long); w.Body.Len() != len(long) {
		t.Errorf("%d bytes of %d", w.Body.Len(), len(long))
	}
	for i := range 500 {
		s.ask("GET", fmt.Sprintf("/k?%d", i))
	}
	if n, _ := s.cache.store.Size(); n > 50 {
		t.Errorf("%d entries", n)
	}
}

func FuzzDirectives(f *testing.F) {
	for _, seed := range []string{`max-age=1, x="a, \"b", private="c"`, `="`, `a=",`, "\\\"", `no-cache="`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		d := directivesOf([]string{line})
		for name := range d {
			if name != strings.ToLower(name) {
				t.Errorf("%q", name)
			}
			if length, _ := d.seconds(name); length < 0 || length > (1<<31)*time.Second {
				t.Errorf("%s", length)
			}
		}
	})
}
