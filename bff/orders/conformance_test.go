package orders

import (
	"context"
	"crypto/aes"
	"crypto/cipher"
	"crypto/sha256"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// world is what a conformance run needs of a Store: opening it again over the same data, as after a restart.
type world struct {
	// open gives a store over the world's data.
	open func(t testing.TB) Store
	// shared says that several stores may be open at once.
	shared bool
	// forward moves the clock of a store that has one of its own.
	forward func(time.Duration)
}

var (
	ciphers = []cipher.AEAD{cipherOf([]byte("0123456789abcdef0123456789abcdef"))}
	epoch   = time.Date(2026, 11, 21, 18, 0, 0, 0, time.UTC)
)

func cipherOf(key []byte) cipher.AEAD {
	block, err := aes.NewCipher(key)
	if err != nil {
		panic(err)
	}
	aead, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err)
	}
	return aead
}

// clock is a clock that tests turn, together with that of a store.
type clock struct {
	at    atomic.Int64
	store func(time.Duration)
}

func newClock() *clock {
	c := &clock{store: func(time.Duration) {}}
	c.at.Store(epoch.UnixMilli())
	return c
}

func (w world) clock() *clock {
	c := newClock()
	if w.forward != nil {
		c.store = w.forward
	}
	return c
}

func (c *clock) now() time.Time { return time.UnixMilli(c.at.Load()) }

func (c *clock) forward(d time.Duration) {
	c.at.Add(d.Milliseconds())
	c.store(d)
}

func attempt(key, body string) Attempt {
	return Attempt{Branch: "https://branch.example", Key: key, Subject: "customer", BodyHash: sha256.Sum256([]byte(body))}
}

// shop is an upstream that counts the orders it takes.
type shop struct {
	orders  atomic.Int64
	status  int
	refuses bool
}

func (s *shop) send(context.Context) (Answer, error) {
	n := s.orders.Add(1)
	status := s.status
	if status == 0 {
		status = http.StatusCreated
	}
	return Answer{
		Status: status, Refused: s.refuses, Body: fmt.Appendf(nil, `{"code":"A-%d"}`, n),
		Header: http.Header{"Content-Type": {"application/json"}, "Set-Cookie": {"session=first-caller"}},
	}, nil
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// conformance is what every Store must make of a Journal (docs/architecture.md section 3.8, docs/threat-model.md T17, F16, F17).
func conformance(t *testing.T, build func(t testing.TB) world) {
	ctx := context.Background()
	start := func(t testing.TB, w world, c *clock) *Journal {
		t.Helper()
		j := New(w.open(t), Options{Ciphers: ciphers, Now: c.now})
		t.Cleanup(func() { j.Close() })
		return j
	}
	fresh := func(t testing.TB) (*Journal, world, *clock) {
		w := build(t)
		c := w.clock()
		return start(t, w, c), w, c
	}

	t.Run("the same key and body: the same answer, one order", func(t *testing.T) {
		j, w, c := fresh(t)
		s := &shop{}
		first, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send)
		must(t, err)
		if first.Replayed || first.Header.Get("Set-Cookie") == "" {
			t.Errorf("the first caller got %+v", first)
		}
		check := func(j *Journal) {
			t.Helper()
			again, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send)
			must(t, err)
			if !again.Replayed || string(again.Body) != string(first.Body) || again.Status != first.Status ||
				again.Header.Get("Content-Type") != "application/json" {
				t.Errorf("replayed %+v", again)
			}
			if again.Header.Get("Set-Cookie") != "" {
				t.Error("the first caller's cookie was handed to another")
			}
			if n := s.orders.Load(); n != 1 {
				t.Errorf("%d orders", n)
			}
		}
		check(j)
		must(t, j.Close())
		check(start(t, w, c))
	})

	t.Run("another body, subject or branch", func(t *testing.T) {
		j, _, _ := fresh(t)
		s := &shop{}
		_, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send)
		must(t, err)
		if _, err := j.Do(ctx, attempt("key-00001", "pasta"), s.send); !errors.Is(err, ErrKeyReused) {
			t.Errorf("another body: %v", err)
		}
		for _, body := range []string{"pizza", "pasta"} {
			other := attempt("key-00001", body)
			other.Subject = "another customer"
			if got, err := j.Do(ctx, other, s.send); !errors.Is(err, ErrNotYours) || len(got.Body) > 0 || s.orders.Load() != 1 {
				t.Errorf("another customer with the %s: %s, %v, %d orders", body, got.Body, err, s.orders.Load())
			}
		}
		other := attempt("key-00001", "pizza")
		other.Branch, other.Subject = "https://other.example", "another customer"
		got, err := j.Do(ctx, other, s.send)
		must(t, err)
		if got.Replayed || s.orders.Load() != 2 {
			t.Error("the order at another branch was answered with this one's")
		}
	})

	t.Run("while it runs, another subject waits and gets nothing", func(t *testing.T) {
		j, _, _ := fresh(t)
		s := &shop{}
		let, sent := make(chan struct{}), make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			_, err := j.Do(ctx, attempt("key-00001", "pizza"), func(ctx context.Context) (Answer, error) {
				close(sent)
				<-let
				return s.send(ctx)
			})
			if err != nil {
				t.Error(err)
			}
		})
		<-sent
		for range 10 {
			wg.Go(func() {
				other := attempt("key-00001", "pizza")
				other.Subject = "another customer"
				if got, err := j.Do(ctx, other, s.send); !errors.Is(err, ErrNotYours) || len(got.Body) > 0 {
					t.Errorf("%s, %v", got.Body, err)
				}
			})
			wg.Go(func() { // a refused caller never makes the owner look refused
				if a, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send); err != nil || !a.Replayed {
					t.Errorf("the owner got %+v, %v", a, err)
				}
			})
		}
		close(let)
		wg.Wait()
		if s.orders.Load() != 1 {
			t.Errorf("%d orders", s.orders.Load())
		}
	})

	t.Run("in flight the second waits and gets the first's answer", func(t *testing.T) {
		j, _, _ := fresh(t)
		s := &shop{}
		let, sent := make(chan struct{}), make(chan struct{})
		var wg sync.WaitGroup
		answers := make(chan Answer, 20)
		do := func() {
			a, err := j.Do(ctx, attempt("key-00001", "pizza"), func(ctx context.Context) (Answer, error) {
				close(sent)
				<-let
				return s.send(ctx)
			})
			if err != nil {
				t.Error(err)
			}
			answers <- a
		}
		wg.Go(do)
		<-sent
		for range 19 {
			wg.Go(do)
		}
		close(let)
		wg.Wait()
		close(answers)
		originals := 0
		for a := range answers {
			if !a.Replayed {
				originals++
			}
			if string(a.Body) != `{"code":"A-1"}` {
				t.Errorf("answer %s", a.Body)
			}
		}
		if originals != 1 || s.orders.Load() != 1 {
			t.Errorf("%d originals, %d orders", originals, s.orders.Load())
		}
	})

	t.Run("the first caller leaves: the send goes on", func(t *testing.T) {
		j, _, _ := fresh(t)
		s := &shop{}
		let, sent := make(chan struct{}), make(chan struct{})
		gone, leave := context.WithCancel(ctx)
		left := make(chan error, 1)
		go func() {
			_, err := j.Do(gone, attempt("key-00001", "pizza"), func(ctx context.Context) (Answer, error) {
				close(sent)
				<-let
				if ctx.Err() != nil {
					return Answer{}, ctx.Err()
				}
				return s.send(ctx)
			})
			left <- err
		}()
		<-sent
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Errorf("the caller that left got %v", err)
		}
		second := make(chan Answer, 1)
		go func() {
			a, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send)
			if err != nil {
				t.Error(err)
			}
			second <- a
		}()
		close(let)
		if a := <-second; !a.Replayed || s.orders.Load() != 1 {
			t.Errorf("second caller %+v, %d orders", a, s.orders.Load())
		}
	})

	t.Run("outcome unknown closes the key, also after a restart", func(t *testing.T) {
		j, w, c := fresh(t)
		s := &shop{}
		cut := errors.New("connection reset")
		lost := func(ctx context.Context) (Answer, error) { _, _ = s.send(ctx); return Answer{}, cut }
		if _, err := j.Do(ctx, attempt("key-00001", "pizza"), lost); !errors.Is(err, ErrOutcomeUnknown) || !errors.Is(err, cut) {
			t.Errorf("lost answer: %v", err)
		}
		if _, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send); !errors.Is(err, ErrOutcomeUnknown) {
			t.Errorf("again: %v", err)
		}
		must(t, j.Close())
		j = start(t, w, c)
		if _, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send); !errors.Is(err, ErrOutcomeUnknown) {
			t.Errorf("after a restart: %v", err)
		}
		c.forward(23*time.Hour + 59*time.Minute)
		if _, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send); !errors.Is(err, ErrOutcomeUnknown) {
			t.Errorf("just before a day: %v", err)
		}
		if s.orders.Load() != 1 {
			t.Errorf("%d orders", s.orders.Load())
		}
	})

	t.Run("a panic of the sender is an unknown outcome", func(t *testing.T) {
		j, _, _ := fresh(t)
		if _, err := j.Do(ctx, attempt("key-00001", "pizza"), func(context.Context) (Answer, error) { panic("boom") }); !errors.Is(err, ErrOutcomeUnknown) {
			t.Errorf("got %v", err)
		}
	})

	t.Run("not sent frees the key", func(t *testing.T) {
		j, w, c := fresh(t)
		s := &shop{}
		refused := func(context.Context) (Answer, error) { return Answer{}, fmt.Errorf("dial: refused: %w", ErrNotSent) }
		if _, err := j.Do(ctx, attempt("key-00001", "pizza"), refused); !errors.Is(err, ErrNotSent) || errors.Is(err, ErrOutcomeUnknown) {
			t.Errorf("got %v", err)
		}
		must(t, j.Close())
		j = start(t, w, c)
		a, err := j.Do(ctx, attempt("key-00001", "pasta"), s.send) // the body may change, too
		must(t, err)
		if a.Replayed || s.orders.Load() != 1 {
			t.Error("a freed key did not order")
		}
	})

	t.Run("which answers free the key", func(t *testing.T) {
		j, _, _ := fresh(t)
		for i, free := range []bool{false, true} {
			s := &shop{status: http.StatusServiceUnavailable, refuses: free}
			key := fmt.Sprintf("key-%05d", i)
			for range 2 {
				a, err := j.Do(ctx, attempt(key, "pizza"), s.send)
				must(t, err)
				if a.Status != s.status {
					t.Errorf("%d came as %d", s.status, a.Status)
				}
			}
			if got := s.orders.Load() == 2; got != free {
				t.Errorf("refused %v: tried again %v", free, got)
			}
		}
	})

	t.Run("a key expires after a day", func(t *testing.T) {
		j, _, c := fresh(t)
		s := &shop{}
		_, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send)
		must(t, err)
		c.forward(24 * time.Hour)
		a, err := j.Do(ctx, attempt("key-00001", "pasta"), s.send)
		must(t, err)
		if a.Replayed || s.orders.Load() != 2 {
			t.Errorf("%+v, %d orders", a, s.orders.Load())
		}
		c.forward(25 * time.Hour)
		must(t, j.store.Sweep(ctx, c.now()))
		if rec, err := j.store.Load(ctx, attempt("key-00001", "").id()); err != nil || rec != nil {
			t.Errorf("after the sweep: %v %v", rec, err)
		}
	})

	t.Run("an answer too large to keep", func(t *testing.T) {
		j, _, _ := fresh(t)
		big := func(context.Context) (Answer, error) {
			return Answer{Status: 200, Body: make([]byte, maxRecorded+1)}, nil
		}
		a, err := j.Do(ctx, attempt("key-00001", "pizza"), big)
		must(t, err)
		if len(a.Body) != maxRecorded+1 {
			t.Error("the first caller did not get it whole")
		}
		if _, err := j.Do(ctx, attempt("key-00001", "pizza"), big); !errors.Is(err, ErrOutcomeUnknown) {
			t.Errorf("the repeat: %v", err)
		}
	})

	t.Run("bad keys", func(t *testing.T) {
		j, _, _ := fresh(t)
		for _, key := range []string{"", "short", "has space in it", "line\nbreak-1", "ümlaut-123", string(make([]byte, 200))} {
			if _, err := j.Do(ctx, attempt(key, "pizza"), (&shop{}).send); !errors.Is(err, ErrBadKey) {
				t.Errorf("%q: %v", key, err)
			}
		}
	})

	t.Run("after Close nothing is sent", func(t *testing.T) {
		j, _, _ := fresh(t)
		must(t, j.Close())
		s := &shop{}
		if _, err := j.Do(ctx, attempt("key-00001", "pizza"), s.send); !errors.Is(err, ErrUnwritable) || s.orders.Load() != 0 {
			t.Errorf("%v, %d orders", err, s.orders.Load())
		}
	})

	t.Run("a caller that is gone before it begins sends nothing", func(t *testing.T) {
		j, _, _ := fresh(t)
		s := &shop{}
		gone, leave := context.WithCancel(ctx)
		leave()
		if _, err := j.Do(gone, attempt("key-00001", "pizza"), s.send); !errors.Is(err, context.Canceled) || s.orders.Load() != 0 {
			t.Errorf("%v, %d orders", err, s.orders.Load())
		}
	})

	t.Run("any history: no key orders twice", func(t *testing.T) {
		rapid.Check(t, func(rt *rapid.T) {
			w := build(t)
			c := w.clock()
			j := start(t, w, c)
			defer func() { j.Close() }()
			carried := map[string]int{} // orders per key since it was last expired
			body := map[string]string{}
			began := map[string]time.Time{}
			for range rapid.IntRange(1, 25).Draw(rt, "steps") {
				key := fmt.Sprintf("key-%05d", rapid.IntRange(1, 3).Draw(rt, "key"))
				what := rapid.SampledFrom([]string{"pizza", "pizza", "pasta"}).Draw(rt, "body")
				kind := rapid.SampledFrom([]string{"answer", "answer", "lost", "not sent", "refused", "restart", "hours"}).Draw(rt, "kind")
				switch kind {
				case "restart":
					must(t, j.Close())
					j = start(t, w, c)
					continue
				case "hours":
					c.forward(time.Duration(rapid.IntRange(1, 13).Draw(rt, "hours")) * time.Hour)
					for k, at := range began {
						if !c.now().Before(at.Add(24 * time.Hour)) {
							delete(carried, k)
							delete(began, k)
						}
					}
					continue
				}
				sent := false
				a, err := j.Do(ctx, attempt(key, what), func(context.Context) (Answer, error) {
					sent = true
					switch kind {
					case "lost":
						return Answer{}, errors.New("cut")
					case "not sent":
						return Answer{}, ErrNotSent
					case "refused":
						return Answer{Status: 422, Refused: true}, nil
					}
					return Answer{Status: 201, Body: []byte(key + what)}, nil
				})
				if sent && carried[key] > 0 {
					rt.Fatalf("%s was sent again after %d orders", key, carried[key])
				}
				switch {
				case sent && (kind == "answer" || kind == "lost"):
					carried[key]++
					body[key], began[key] = what, c.now()
				case sent:
				case w.shared && errors.Is(err, ErrUnwritable): // on a busy machine Redis takes too long
				case body[key] != what:
					if !errors.Is(err, ErrKeyReused) {
						rt.Fatalf("another body: %v", err)
					}
				case err == nil && string(a.Body) != key+what:
					rt.Fatalf("%s got the answer %q", key, a.Body)
				case err != nil && !errors.Is(err, ErrOutcomeUnknown):
					rt.Fatalf("%s: %v", key, err)
				}
			}
		})
	})

	if w := build(t); w.shared {
		t.Run("two instances, one order", func(t *testing.T) {
			w, c, s := build(t), newClock(), &shop{}
			one, two := start(t, w, c), start(t, w, c)
			var wg sync.WaitGroup
			var unknown atomic.Int64
			for i := range 100 {
				for _, j := range []*Journal{one, two} {
					wg.Go(func() {
						a, err := j.Do(ctx, attempt(fmt.Sprintf("key-%05d", i), "pizza"), s.send)
						// A store that is too busy refuses before anything is sent, or does not tell the other instance's outcome: the customer tries again.
						for tries := 0; (errors.Is(err, ErrUnwritable) || errors.Is(err, ErrOutcomeUnknown)) && tries < 20; tries++ {
							a, err = j.Do(ctx, attempt(fmt.Sprintf("key-%05d", i), "pizza"), s.send)
						}
						if err != nil || a.Status != http.StatusCreated {
							unknown.Add(1)
						}
					})
				}
				// Redis must respond to each within 600 ms; on a busy machine it would not to 200 at once.
				if i%10 == 9 {
					wg.Wait()
				}
			}
			if s.orders.Load() != 100 || unknown.Load() != 0 {
				t.Errorf("%d orders, %d without an answer", s.orders.Load(), unknown.Load())
			}
		})
	}
}
