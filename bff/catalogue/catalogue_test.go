package catalogue

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"tablefront/bff/branches"
	"tablefront/bff/cache"
	"tablefront/bff/upstream"
)

// bench is a Catalogue over an upstream that answers from a map of paths.
type bench struct {
	*Catalogue
	main    *branches.Branch
	older   atomic.Int64 // by how much the clock is ahead
	mu      sync.Mutex
	answers map[string]func() ([]byte, error)
	asked   []string // language and path
}

func open(t *testing.T) *bench {
	t.Helper()
	registry, err := branches.New(branches.Options{Pool: upstream.NewPool(t.Context(), upstream.Options{Timeout: time.Second, Log: slog.New(slog.DiscardHandler)}), Main: "http://main.example", Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	b := &bench{main: registry.Main, answers: map[string]func() ([]byte, error){}}
	b.says("languages", `[{"name":"de"},{"name":"en"}]`)
	b.Catalogue = New(Options{
		Branches: registry, Language: "de",
		Cache: cache.Options{
			TTL: 5 * time.Minute, MaxBytes: 20 << 20, FetchTimeout: 10 * time.Second, Log: slog.New(slog.DiscardHandler),
			Now: func() time.Time { return time.Now().Add(time.Duration(b.older.Load())) },
		},
		Fetch: func(ctx context.Context, r *Request) ([]byte, error) {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			b.mu.Lock()
			b.asked = append(b.asked, r.Lang+" "+r.Path)
			answer := b.answers[r.Path]
			b.mu.Unlock()
			if answer == nil {
				return []byte(`"` + r.Lang + `"`), nil
			}
			return answer()
		},
	})
	t.Cleanup(b.Close)
	return b
}

func (b *bench) on(path string, answer func() ([]byte, error)) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.answers[path] = answer
}

func (b *bench) says(path, body string) {
	b.on(path, func() ([]byte, error) { return []byte(body), nil })
}

func (b *bench) fails(path string, err error) {
	b.on(path, func() ([]byte, error) { return nil, err })
}

func (b *bench) request(path, lang string) Request {
	return Request{Branch: b.main, Call: path, Path: path, Class: cache.Catalogue, Lang: lang}
}

// answered is the error of an answer with a verdict.
type answered upstream.Verdict

func (a answered) Error() string             { return "answered" }
func (a answered) Verdict() upstream.Verdict { return upstream.Verdict(a) }

// wants gets a response and compares it.
func (b *bench) wants(t *testing.T, path, lang, body string, state cache.State) {
	t.Helper()
	found, got, err := b.Get(t.Context(), b.request(path, lang))
	if err != nil || string(found.Body) != body || got != state {
		t.Fatalf("%s in %s: %v, %v; want %s, %v", path, lang, found, err, body, state)
	}
}

func TestAnInventedLanguageIsTheDefaultOne(t *testing.T) {
	b := open(t)
	b.wants(t, "areas", "de", `"de"`, cache.Miss)
	b.wants(t, "areas", "xx", `"de"`, cache.Hit)
	b.wants(t, "areas", "EN", `"en"`, cache.Miss)
	b.wants(t, "areas", "en", `"en"`, cache.Hit)
	if n, _ := b.Size(); n != 3 { // with the list of languages
		t.Errorf("%d responses are cached after %q", n, b.asked)
	}
}

// Until the languages are known all wait for their list: no invented one is asked for, and the list once.
func TestT10_InventedLanguagesOfAColdStart(t *testing.T) {
	b := open(t) // outside of the bubble, since go-cache's own goroutine never ends
	synctest.Test(t, func(t *testing.T) {
		defer b.Close() // its context belongs to the bubble, once it is waited for there
		b.on("languages", func() ([]byte, error) {
			time.Sleep(languagesWait - 1)
			return []byte(`[{"name":"de"},{"name":"en"}]`), nil
		})
		var wg sync.WaitGroup
		get := func(call, query, lang, want string) {
			r := b.request(call, lang)
			r.Path += query
			wg.Go(func() {
				if found, _, err := b.Get(t.Context(), r); err != nil || string(found.Body) != want {
					t.Errorf("%s in %s: %v, %v; want %s", r.Path, lang, found, err, want)
				}
			})
		}
		for i := range 60 {
			lang := fmt.Sprintf("z%c%c", 'a'+i%26, 'a'+i/26)
			get("taxes", "", lang, `"de"`)
			get("translations", "?lang="+lang, lang, `"de"`)
		}
		get("taxes", "", "EN", `"en"`)
		wg.Wait()
		slices.Sort(b.asked)
		if want := []string{"de languages", "de taxes", "de translations?lang=de", "en taxes"}; !slices.Equal(b.asked, want) {
			t.Errorf("asked for %q, want %q", b.asked, want)
		}
	})
}

func TestAResponseThatIsNotPublic(t *testing.T) {
	b := open(t)
	b.wants(t, "areas", "de", `"de"`, cache.Miss)
	b.fails("areas", answered(upstream.PerUser))
	b.fails("taxes", answered(upstream.PerUser))
	if _, _, err := b.Get(t.Context(), b.request("taxes", "de")); upstream.VerdictOf(err) != upstream.PerUser {
		t.Fatalf("%v", err)
	}
	asked := len(b.asked)
	if found, _, err := b.Get(t.Context(), b.request("taxes", "de")); upstream.VerdictOf(err) != upstream.PerUser || found != nil || len(b.asked) != asked {
		t.Fatalf("%v, %v: asked anonymously again", found, err)
	}
	b.wants(t, "areas", "de", `"de"`, cache.Hit) // another key is none of its business
	b.older.Store(int64(time.Hour))
	for range 2 { // as soon as it is known, and for a minute
		if found, state, err := b.Get(t.Context(), b.request("areas", "de")); upstream.VerdictOf(err) != upstream.PerUser || state != cache.Stale || string(found.Body) != `"de"` {
			t.Fatalf("no older response for the case that the upstream fails: %v, %v, %v", found, state, err)
		}
	}
}

// Others wait for the same fetch: it goes on when the browser disconnects that has caused it.
func TestTheSettingsOfACallerWhoHasGone(t *testing.T) {
	b := open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if !b.SettingsSucceed(ctx, b.main) {
		t.Error("the settings fail")
	}
}

func TestABranchIsDegradedWhileItsFetchesFail(t *testing.T) {
	b := open(t)
	b.wants(t, "areas", "de", `"de"`, cache.Miss)
	stored := time.Now()
	b.fails("areas", &upstream.Error{Kind: upstream.Unreachable})
	b.older.Store(int64(time.Hour)) // past the time in which it is served without a try
	b.wants(t, "areas", "de", `"de"`, cache.Stale)
	if since, degraded := b.DegradedSince(b.main, []string{"taxes", "areas"}); !degraded || stored.Sub(since).Abs() > time.Minute {
		t.Errorf("degraded %v since %s", degraded, since)
	}
	b.fails("areas", answered(upstream.Rejected)) // an answer: the host is well
	if _, _, err := b.Get(t.Context(), b.request("taxes", "de")); err != nil {
		t.Fatal(err)
	}
	b.older.Store(int64(2 * time.Hour))
	if _, degraded := b.DegradedSince(b.main, []string{"areas"}); degraded {
		t.Error("degraded although fetches succeed")
	}
}

// TestABrokenCallIsNoOutage: a branch of which one call always fails is not degraded for a page that can refresh what it shows.
func TestABrokenCallIsNoOutage(t *testing.T) {
	b := open(t)
	b.wants(t, "areas", "de", `"de"`, cache.Miss)
	b.fails("taxes", &upstream.Error{Kind: upstream.Unreachable})
	if _, _, err := b.Get(t.Context(), b.request("taxes", "de")); err == nil {
		t.Fatal("no error")
	}
	b.older.Store(int64(time.Minute)) // stale, and not yet refreshed
	if since, degraded := b.DegradedSince(b.main, []string{"areas", "taxes"}); degraded {
		t.Errorf("called degraded since %s", since)
	}
}

func TestAPurgeInvalidatesTheListOfBranches(t *testing.T) {
	b := open(t)
	b.says("branches", `[{"name":"Mitte","url":"http://mitte.example"}]`)
	if list := b.List(t.Context()); len(list) != 1 {
		t.Fatalf("%v", list)
	}
	b.says("branches", `[{"name":"Nord","url":"http://nord.example"}]`)
	if found, err := b.Branch(t.Context(), "http://nord.example"); err != nil || found != nil {
		t.Fatalf("%v, %v: not listed, and the list is known", found, err)
	}
	b.Purge("")
	if found, err := b.Branch(t.Context(), "http://nord.example"); err != nil || found == nil {
		t.Fatalf("%v, %v after a purge", found, err)
	}
}

// TestTheKeysAreAClosedSet: of calls with an id only those are stored that a cached list names. Any other passes.
func TestTheKeysAreAClosedSet(t *testing.T) {
	b := open(t)
	b.says("products/menus", `[{"id":1},{"id":"a b"}]`)
	b.says("products/categories", `{"data":[{"id":3}],"meta":{}}`)
	b.says("products/categories/3/products", `{"data":[{"id":5}],"meta":{}}`)
	for path, listed := range map[string]bool{
		"products/menus/1": true, "products/menus/a%20b": true, "products/menus/2": false, "products/categories/3/products": true, "products/categories/4/products": false,
		"products/categories/3/products/5": true, "products/categories/3/products/6": false, "products/categories/4/products/5": false, "areas": true,
	} {
		r := b.request(path, "de")
		if b.Lists(t.Context(), r) != listed {
			t.Errorf("%s is listed: %v", path, !listed)
		}
		for range 2 {
			if _, _, err := b.Get(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
		if stored := b.Stored(t.Context(), r) != nil; stored != listed {
			t.Errorf("%s is stored: %v", path, !listed)
		}
	}
	before, _ := b.Size()
	for i := range 1000 {
		b.Get(t.Context(), b.request(fmt.Sprintf("products/menus/%d", i+100), "de"))
	}
	if n, _ := b.Size(); n != before {
		t.Errorf("%d responses were added", n-before)
	}
}

// TestWhatAnOrderDependsOnIsOutdated: it is fetched before it is served again; while that fails, it still is.
func TestWhatAnOrderDependsOnIsOutdated(t *testing.T) {
	b := open(t)
	for _, path := range []string{"areas", "taxes", "products/menus", "settings"} {
		b.says(path, `"old"`)
		b.wants(t, path, "de", `"old"`, cache.Miss)
		b.says(path, `"new"`)
	}
	b.Outdate(b.main)
	for path, stored := range map[string]bool{"settings": true, "products/menus": false} {
		if found := b.Stored(t.Context(), b.request(path, "de")); (found != nil) != stored {
			t.Errorf("%s is in a page: %t", path, found != nil)
		}
	}
	b.wants(t, "settings", "de", `"old"`, cache.Hit)
	b.wants(t, "areas", "de", `"new"`, cache.Miss)
	b.wants(t, "areas", "de", `"new"`, cache.Hit)
	b.wants(t, "products/menus", "de", `"new"`, cache.Miss)
	b.fails("taxes", &upstream.Error{Kind: upstream.Unreachable})
	b.wants(t, "taxes", "de", `"old"`, cache.Stale)
}
