package cluster

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/redis/go-redis/v9"

	"tablefront/bff/eventually"
	"tablefront/bff/orders"
	"tablefront/bff/session"
)

func open(t *testing.T, server *miniredis.Miniredis) *Redis {
	t.Helper()
	r, err := Open("redis://"+server.Addr(), Options{Shop: "https://shop.example", Timeout: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func journalOf(t *testing.T, r *Redis) *orders.Journal {
	t.Helper()
	s, err := session.New([][]byte{[]byte("0123456789abcdef0123456789abcdef")}, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	j := orders.New(r.Orders(), orders.Options{Ciphers: s.Ciphers(orders.Purpose)})
	t.Cleanup(func() { _ = j.Close() })
	return j
}

// failures are the failed calls by what they were for.
func failures(t *testing.T, r *Redis) map[string]float64 {
	t.Helper()
	series := prometheus.NewRegistry()
	series.MustRegister(r.failures)
	families, err := series.Gather()
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]float64{}
	for _, m := range families[0].GetMetric() {
		out[m.GetLabel()[0].GetValue()] = m.GetCounter().GetValue()
	}
	return out
}

func attempt(key string) orders.Attempt {
	return orders.Attempt{Branch: "https://branch.example", Subject: "customer", Key: key, BodyHash: sha256.Sum256([]byte("pizza"))}
}

// A double click that reaches two instances is one order, and both return its response.
func TestDoubleClickAcrossInstances(t *testing.T) {
	server := miniredis.RunT(t)
	var sent, begun atomic.Int64
	var shops []*orders.Journal
	for range 3 {
		r := open(t, server)
		r.client.AddHook(watch(func(_ context.Context, cmd redis.Cmder) {
			if strings.HasPrefix(cmd.Name(), "eval") {
				begun.Add(1)
			}
		}))
		shops = append(shops, journalOf(t, r))
	}
	var wg sync.WaitGroup
	for _, shop := range shops {
		wg.Go(func() {
			a, err := shop.Do(t.Context(), attempt("key-00001"), func(context.Context) (orders.Answer, error) {
				sent.Add(1)
				eventually.True(t, "all three have asked Redis", func() bool { return begun.Load() >= 3 })
				return orders.Answer{Status: 200, Body: []byte(`{"code":"A-1"}`)}, nil
			})
			if err != nil || string(a.Body) != `{"code":"A-1"}` {
				t.Errorf("%s, %v", a.Body, err)
			}
		})
	}
	wg.Wait()
	if sent.Load() != 1 {
		t.Errorf("%d orders", sent.Load())
	}
}

// Redis away: orders are refused before they are sent; when it is back, the same key is free.
func TestRedisAway(t *testing.T) {
	server := miniredis.RunT(t)
	r := open(t, server)
	j := journalOf(t, r)
	var sent atomic.Int64
	send := func(context.Context) (orders.Answer, error) {
		sent.Add(1)
		return orders.Answer{Status: 200, Body: []byte(`{}`)}, nil
	}
	server.SetError("LOADING")
	if _, err := j.Do(t.Context(), attempt("key-00002"), send); !errors.Is(err, orders.ErrUnwritable) || sent.Load() != 0 {
		t.Fatalf("%v, %d sent", err, sent.Load())
	}
	if _, err := r.Take(t.Context(), "k", 1, time.Second); err == nil {
		t.Error("counted without Redis")
	}
	for use, n := range failures(t, r) {
		if (n > 0) != (use != "messages") {
			t.Errorf("%v failures of %s", n, use)
		}
	}
	server.SetError("")
	eventually.True(t, "the order is taken once Redis is back", func() bool {
		_, err := j.Do(t.Context(), attempt("key-00002"), send)
		return err == nil
	})
	if sent.Load() != 1 {
		t.Errorf("%d sent", sent.Load())
	}
}

// watch is a hook that sees every call to Redis.
type watch func(ctx context.Context, cmd redis.Cmder)

func (w watch) DialHook(next redis.DialHook) redis.DialHook { return next }

func (w watch) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func (w watch) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		w(ctx, cmd)
		return next(ctx, cmd)
	}
}

// lostAnswers loses the responses of Redis to scripts while it is on.
type lostAnswers struct{ atomic.Bool }

func (l *lostAnswers) DialHook(next redis.DialHook) redis.DialHook { return next }

func (l *lostAnswers) ProcessPipelineHook(next redis.ProcessPipelineHook) redis.ProcessPipelineHook {
	return next
}

func (l *lostAnswers) ProcessHook(next redis.ProcessHook) redis.ProcessHook {
	return func(ctx context.Context, cmd redis.Cmder) error {
		err := next(ctx, cmd)
		if l.Load() && err == nil && strings.HasPrefix(cmd.Name(), "eval") {
			err = io.ErrUnexpectedEOF
			cmd.SetErr(err)
		}
		return err
	}
}

// A Begin whose answer got lost may have been written although nothing was sent. It is taken back, and nobody else's order with
// it.
func TestUncertainBeginIsRemoved(t *testing.T) {
	server := miniredis.RunT(t)
	r := open(t, server)
	lost := new(lostAnswers)
	r.client.AddHook(lost)
	j, other := journalOf(t, r), journalOf(t, open(t, server))
	var sent atomic.Int64
	send := func(context.Context) (orders.Answer, error) {
		sent.Add(1)
		return orders.Answer{Status: 200, Body: []byte(`{}`)}, nil
	}
	if _, err := other.Do(t.Context(), attempt("key-of-other"), send); err != nil {
		t.Fatal(err)
	}
	lost.Store(true)
	for _, key := range []string{"key-00007", "key-00008", "key-of-other"} {
		if _, err := j.Do(t.Context(), attempt(key), send); !errors.Is(err, orders.ErrUnwritable) || sent.Load() != 1 {
			t.Fatalf("%v, %d sent", err, sent.Load())
		}
	}
	if j.Ready() {
		t.Error("ready, though an entry is uncertain")
	}
	if n := len(server.Keys()); n != 5 { // two that may have a sender, each with its lease, and the other's
		t.Fatalf("%q", server.Keys())
	}
	lost.Store(false)
	if a, err := j.Do(t.Context(), attempt("key-00007"), send); err != nil || a.Replayed || sent.Load() != 2 {
		t.Errorf("the key is still closed: %+v, %v", a, err)
	}
	eventually.True(t, "the other key is freed as well, though nobody uses it", func() bool {
		records, err := r.OrderRecords(t.Context())
		return err == nil && len(records) == 2 && j.Ready()
	})
	if a, err := j.Do(t.Context(), attempt("key-of-other"), send); err != nil || !a.Replayed || sent.Load() != 2 {
		t.Errorf("the other's order: %+v, %v", a, err)
	}
}

// A shop that dies stops renewing its lease; the others then say "not known" instead of waiting.
func TestLeaseEndsWithItsInstance(t *testing.T) {
	server := miniredis.RunT(t)
	dying, other := open(t, server).Orders().(*journal), open(t, server).Orders().(*journal)
	t.Cleanup(func() { _ = other.Close() })
	id, now := orders.ID{2}, time.Now()
	if _, err := dying.Begin(t.Context(), id, orders.Record{State: orders.Sent, Began: now, Expires: now.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	if rec, err := other.Load(t.Context(), id); err != nil || rec == nil || !rec.Live {
		t.Fatalf("%+v, %v", rec, err)
	}
	if err := dying.Close(); err != nil {
		t.Fatal(err)
	}
	server.FastForward(lease + time.Second)
	if rec, err := other.Load(t.Context(), id); err != nil || rec == nil || rec.Live {
		t.Errorf("after the lease: %+v, %v", rec, err)
	}
}

func TestMessages(t *testing.T) {
	server := miniredis.RunT(t)
	here, there := open(t, server), open(t, server)
	heard := make(chan string, 10)
	there.Subscribe(func(p string) { heard <- p })
	here.Subscribe(func(p string) { t.Error("its own word came back: " + p) })
	eventually.True(t, "both listen", func() bool {
		return server.PubSubNumSub(here.prefix + "purge")[here.prefix+"purge"] == 2
	})
	if err := here.PublishPurge(t.Context(), "a* "); err != nil {
		t.Fatal(err)
	}
	if got := <-heard; got != "a* " {
		t.Errorf("heard %q", got)
	}
}

func TestLimitsAreShared(t *testing.T) {
	server := miniredis.RunT(t)
	now := time.Now()
	server.SetTime(now)
	one, two := open(t, server), open(t, server)
	for i, r := range []*Redis{one, two, one} {
		if wait, err := r.Take(t.Context(), "login|10.1.1.1", 3, 2*time.Second); err != nil || wait != 0 {
			t.Fatalf("take %d: %v, %v", i, wait, err)
		}
	}
	if wait, err := two.Take(t.Context(), "login|10.1.1.1", 3, 2*time.Second); err != nil || wait <= 0 || wait > 2*time.Second {
		t.Errorf("the fourth: %v, %v", wait, err)
	}
	two.GiveBack(t.Context(), "login|10.1.1.1", 2*time.Second)
	if wait, err := one.Take(t.Context(), "login|10.1.1.1", 3, 2*time.Second); err != nil || wait != 0 {
		t.Errorf("after one was given back: %v, %v", wait, err)
	}
	server.SetTime(now.Add(2 * time.Second))
	if wait, err := one.Take(t.Context(), "login|10.1.1.1", 3, 2*time.Second); err != nil || wait != 0 {
		t.Errorf("after two seconds: %v, %v", wait, err)
	}
	for _, key := range server.Keys() {
		if strings.Contains(key, "10.1.1.1") {
			t.Errorf("the key %s holds an address", key)
		}
	}
}

// starting is a hook with which no connection is made while it is locked: miniredis listens before it knows its commands, and one that is answered
// "unknown command" then never listens to messages.
type starting struct {
	watch
	sync.RWMutex
}

func (s *starting) DialHook(next redis.DialHook) redis.DialHook {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		s.RLock()
		defer s.RUnlock()
		return next(ctx, network, address)
	}
}

// After Redis was away the shop listens again, and dead connections in the pool cost no order.
func TestRedisComesBack(t *testing.T) {
	server := miniredis.RunT(t)
	r, other := open(t, server), open(t, server)
	restart := &starting{watch: func(context.Context, redis.Cmder) {}}
	r.client.AddHook(restart)
	j := journalOf(t, r)
	send := func(context.Context) (orders.Answer, error) {
		return orders.Answer{Status: 200, Body: []byte(`{}`)}, nil
	}
	heard := make(chan string, 10)
	r.Subscribe(func(p string) { heard <- p })
	listens := func() bool { return server.PubSubNumSub(r.prefix + "purge")[r.prefix+"purge"] == 1 }
	eventually.True(t, "it listens", listens)
	if _, err := j.Do(t.Context(), attempt("key-00003"), send); err != nil {
		t.Fatal(err)
	}
	server.Close()
	if _, err := j.Do(t.Context(), attempt("key-00004"), send); !errors.Is(err, orders.ErrUnwritable) {
		t.Fatalf("without Redis: %v", err)
	}
	restart.Lock()
	err := server.Restart()
	restart.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	eventually.True(t, "it listens again", listens)
	eventually.True(t, "an order is taken again", func() bool {
		_, err := j.Do(t.Context(), attempt("key-00004"), send)
		return err == nil
	})
	eventually.True(t, "the other shop's word arrives", func() bool { return other.PublishPurge(t.Context(), "a ") == nil })
	if got := <-heard; got != "a " {
		t.Errorf("heard %q", got)
	}
}

// With a Redis that accepts connections and does not respond, an order is refused within a second, any other call continues after a
// quarter of one, and once Redis answers, the key of the refused order is free.
func TestHangingRedis(t *testing.T) {
	server := miniredis.RunT(t)
	var hang sync.RWMutex // locked while Redis does not respond
	proxy, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = proxy.Close() })
	go func() {
		for {
			c, err := proxy.Accept()
			if err != nil {
				return
			}
			to, err := net.Dial("tcp", server.Addr())
			if err != nil {
				_ = c.Close()
				continue
			}
			forward := func(to, from net.Conn) {
				defer to.Close()
				b := make([]byte, 64<<10)
				for {
					n, err := from.Read(b)
					waitFor(&hang)
					if _, werr := to.Write(b[:n]); err != nil || werr != nil {
						return
					}
				}
			}
			go forward(to, c)
			go forward(c, to)
		}
	}()
	r, err := Open("redis://"+proxy.Addr().String(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	j := journalOf(t, r)
	var sent atomic.Int64
	send := func(context.Context) (orders.Answer, error) {
		sent.Add(1)
		return orders.Answer{Status: 200, Body: []byte(`{}`)}, nil
	}
	eventually.True(t, "an order is taken", func() bool {
		_, err := j.Do(t.Context(), attempt("key-00005"), send)
		return err == nil
	})
	hang.Lock()
	// Each call has a limit of its own, shorter than the client's: without it an order would wait for a second.
	var ofOrders, ofLimits atomic.Int64
	r.client.AddHook(watch(func(ctx context.Context, cmd redis.Cmder) {
		if !strings.HasPrefix(cmd.Name(), "eval") { // orders and limits are scripts; a new connection or the check of the settings is neither
			return
		}
		longest := &ofOrders
		if strings.Contains(fmt.Sprint(cmd.Args()...), ":limit:") {
			longest = &ofLimits
		}
		left := int64(math.MaxInt64)
		if end, ok := ctx.Deadline(); ok {
			left = int64(time.Until(end))
		}
		longest.Store(max(left, longest.Load()))
	}))
	for range 3 {
		if _, err := j.Do(t.Context(), attempt("key-00006"), send); !errors.Is(err, orders.ErrUnwritable) {
			t.Errorf("%v", err)
		}
		if _, err := r.Take(t.Context(), "k", 1, time.Second); err == nil {
			t.Error("Redis answered")
		}
	}
	if o, l := time.Duration(ofOrders.Load()), time.Duration(ofLimits.Load()); o <= 0 || o > orderTimeout || l <= 0 || l > callTimeout {
		t.Errorf("an order may wait for %s, a limit for %s", o, l)
	}
	hang.Unlock()
	eventually.True(t, "the order goes through", func() bool {
		_, err := j.Do(t.Context(), attempt("key-00006"), send)
		return err == nil
	})
	if sent.Load() != 2 {
		t.Errorf("%d orders", sent.Load())
	}
}

// TestLateBegin: a Begin that Redis carries out only after the End that frees its key does not take the key.
func TestLateBegin(t *testing.T) {
	j := open(t, miniredis.RunT(t)).Orders().(*journal)
	id, own := orders.ID{1}, token()
	rec := orders.Record{State: orders.Sent, Began: time.Now(), Expires: time.Now().Add(time.Hour)}
	j.tokens.Store(id, own)
	if err := j.End(t.Context(), id, nil); err != nil {
		t.Fatal(err)
	}
	if there, err := j.get(t.Context(), id, own, rec.Append(nil), life(rec), lease.Milliseconds()); err == nil {
		t.Errorf("it was begun: %v", there)
	}
	if there, err := j.Load(t.Context(), id); there != nil || err != nil {
		t.Errorf("the key is taken: %v, %v", there, err)
	}
	if there, err := j.Begin(t.Context(), id, rec); there != nil || err != nil {
		t.Errorf("the next attempt: %v, %v", there, err)
	}
}

func TestOpenNamesTheMistake(t *testing.T) {
	for _, address := range []string{"http://redis.example", "redis://", "redis:6379", "redis://redis.example/main", "::", "redis://redis.example?addr=b:1", "redis+sentinel://a:26379", "redis+sentinel://a:26379?master_name=m&addr=b", "redis+cluster://a:1/2", "redis+cluster://a:1?master_name=m", "redis+other://a:1", "redis+cluster://a:1?max_retries=9"} {
		if _, err := Open(address, Options{}); err == nil || !strings.Contains(err.Error(), "redis://") {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"redis://redis.example", "rediss://user:secret@redis.example:6380/3", "redis://[::1]:6379/", "redis+sentinel://:pw@a:26379/1?addr=b:26379&addr=c:26379&master_name=m", "rediss+cluster://a:1?addr=b:1", "redis+cluster://a:1"} {
		if err := CheckURL(address); err != nil {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// waitFor returns once nobody holds the lock for writing.
func waitFor(lock *sync.RWMutex) {
	lock.RLock()
	defer lock.RUnlock()
}
