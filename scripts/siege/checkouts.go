package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// An outcome is what a customer was told about an order.
type outcome int

const (
	noOutcome      outcome = iota
	rejected               // not placed
	unknownOutcome         // not known; must not be sent again
	confirmed              // placed
)

// An audit compares the outcomes that customers were told with the restaurant's orders.
type audit struct {
	mu    sync.Mutex
	final map[int]outcome // the best outcome of each order
	wrong []string        // outcomes that were wrong at that moment
	again map[int]bool    // submitted twice: one request may be rejected before the other is accepted
}

func (a *audit) note(order int, what outcome) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.final[order] = max(a.final[order], what)
}

func (a *audit) fail(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.wrong) < 100 {
		a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
	}
}

// checkouts places 100,000 orders while responses are cut at any byte or never come, while customers click twice and the
// process is killed at random moments, and compares each customer's outcome with the restaurant's record (docs/threat-model.md
// T17, F16, F17).
func checkouts(s *siege) ([]line, error) {
	const workers = 48
	r, err := s.restaurant(1)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("orders", r.main().url(), nil)
	if err != nil {
		return nil, err
	}
	defer g.kill()
	a := &audit{final: map[int]outcome{}, again: map[int]bool{}}
	client := browsers(2*workers, 30*time.Second)
	ctx := context.Background()

	// First every single byte at which a response can break off, with FIN and with RST.
	raw := rawAnswer(orderAnswer(1_000_000))
	cuts := 2 * (len(raw) + 1)
	if s.orders < 1000 {
		cuts /= 8
	}
	r.main().setScript(func(w http.ResponseWriter, req *http.Request, body []byte) bool {
		order, ok := orderOf(body)
		if !ok || !passesXSRF(req) {
			return false
		}
		r.orders.take(order)
		raw := rawAnswer(orderAnswer(order))
		cut(w, raw, (order/2)%(len(raw)+1), order%2 == 0)
		return true
	})
	inParallel(8, cuts, func(worker, i int) {
		order := 1_000_000 + i
		v := newVisitor(g, client, order)
		a.note(order, a.place(ctx, v, r, order))
	})

	// Then at random, with kills.
	r.main().setScript(r.failSometimes)
	var placed atomic.Int64
	var kills atomic.Int64
	var stop atomic.Bool
	var wg sync.WaitGroup
	var chaos error
	wg.Add(1)
	go func() {
		defer wg.Done()
		for kills.Load() < int64(s.kills) {
			time.Sleep(time.Duration(20+rand.IntN(250)) * time.Millisecond)
			g.kill()
			if err := g.start(); err != nil {
				chaos = err
				break
			}
			kills.Add(1)
		}
		stop.Store(true)
	}()
	for range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				order := int(placed.Add(1))
				if order > s.orders && stop.Load() {
					return
				}
				v := newVisitor(g, client, order)
				v.cookie = map[string]string{}
				if order%3 == 0 {
					v.token = tokenOf(order)
				}
				a.order(ctx, v, r, order)
			}
		}()
	}
	wg.Wait()
	if chaos != nil {
		return nil, chaos
	}

	// Compare after the last request.
	if _, err := g.stop(); err != nil {
		return nil, err
	}
	duplicated, lost, untrue, existing, settled := 0, 0, 0, 0, 0
	a.mu.Lock()
	defer a.mu.Unlock()
	for order, what := range a.final {
		times := r.orders.times(order)
		if times > 1 {
			duplicated++
		}
		switch what {
		case confirmed:
			settled++
			if times == 0 {
				lost++
			}
		case rejected:
			if times > 0 {
				untrue++
			}
		case unknownOutcome:
			if times > 0 {
				existing++
			}
		case noOutcome:
			untrue++
		}
	}
	untrue += len(a.wrong)
	unknown := 0
	for _, what := range a.final {
		if what == unknownOutcome {
			unknown++
		}
	}
	all := len(a.final)
	settledShare := 100 * float64(settled) / float64(max(all, 1))
	say := fmt.Sprintf("%s checkouts, %d kills: %.1f %% placed, %d reported as unknown (%d of them placed)", thousands(all), kills.Load(), settledShare, unknown, existing)
	message := fmt.Sprintf("%d", untrue)
	if len(a.wrong) > 0 {
		message += ", e.g. " + a.wrong[0]
	}
	return []line{
		{figure: "duplicated orders: " + say, bound: "0", reached: fmt.Sprint(duplicated), passed: duplicated == 0 && settledShare > 30},
		{figure: "lost orders (confirmed to the customer, unknown to the restaurant)", bound: "0", reached: fmt.Sprint(lost), passed: lost == 0 && settledShare > 30},
		{figure: "other wrong outcomes reported to customers", bound: "0", reached: message, passed: untrue == 0 && settledShare > 30},
	}, nil
}

// order is a customer's whole attempt: one click or two, repeated with the same key after a rejection or no response.
func (a *audit) order(ctx context.Context, v *visitor, r *restaurant, order int) {
	clicks := 1
	if rand.IntN(5) == 0 {
		clicks = 2
		a.mu.Lock()
		a.again[order] = true
		a.mu.Unlock()
	}
	var wg sync.WaitGroup
	for range clicks {
		wg.Add(1)
		own := *v
		own.cookie = map[string]string{}
		go func() {
			defer wg.Done()
			for try := range 6 {
				what := a.place(ctx, &own, r, order)
				a.note(order, what)
				if what != rejected {
					return
				}
				time.Sleep(time.Duration(20*(try+1)) * time.Millisecond)
			}
		}()
	}
	wg.Wait()
}

// place sends one checkout until there is a response, and checks at once whether the reported outcome is true.
func (a *audit) place(ctx context.Context, v *visitor, r *restaurant, order int) outcome {
	body := fmt.Sprintf(`{"cart":{"items":[],"source":"web","price":12.5,"total":12.5},"name":"%s","email":"%s@example.org","phone":"+4930%s","notes":"@@order=%d@@","deliverType":"takeaway","deliverAt":"now","terms":true,"paymentType":1,"takeaway":true}`, secretMark, secretMark, secretMark, order)
	deadline := time.Now().Add(40 * time.Second)
	for time.Now().Before(deadline) {
		answer, err := v.send(ctx, "POST", "/api/checkout/v2", body, "Idempotency-Key", fmt.Sprintf("siege-order-%d", order))
		if err != nil { // no response: the client tries again by itself with the same key
			time.Sleep(15 * time.Millisecond)
			continue
		}
		text := string(answer.body)
		switch {
		case answer.status < 300:
			if !strings.Contains(text, fmt.Sprintf(`"code":"C-%d"`, order)) {
				a.fail("a 2xx without the order's code: %.80s", text)
			}
			if r.orders.times(order) == 0 {
				a.fail("order %d was confirmed and does not exist", order)
			}
			return confirmed
		case answer.status >= 500 && !provesUnsent(text): // the client also takes this for an unknown outcome
			return unknownOutcome
		case answer.status == http.StatusTooManyRequests:
			time.Sleep(50 * time.Millisecond)
		default:
			a.mu.Lock()
			twice := a.again[order]
			a.mu.Unlock()
			if n := r.orders.times(order); n > 0 && !twice {
				a.fail("order %d exists, its customer was told %d %.60s", order, answer.status, text)
			}
			return rejected
		}
	}
	a.fail("order %d got no response", order)
	return noOutcome
}

// provesUnsent reports whether a response is one of the gateway's own errors that prove that the order was not sent; the client
// has the same list (client/src/features/checkout/sending.ts).
func provesUnsent(text string) bool {
	for _, code := range []string{"upstream_unreachable", "upstream_open", "orders_paused"} {
		if strings.Contains(text, `"code":"`+code+`"`) {
			return true
		}
	}
	return false
}

func passesXSRF(r *http.Request) bool {
	c, err := r.Cookie("XSRF-TOKEN")
	return err == nil && r.Header.Get("X-XSRF-TOKEN") == c.Value
}

// failSometimes lets about one response in five fail or get lost. Of each hundred responses every kind of failure has a fixed
// share, in an order that does not repeat within them.
func (r *restaurant) failSometimes(w http.ResponseWriter, req *http.Request, body []byte) bool {
	order, ok := orderOf(body)
	if !ok || !passesXSRF(req) {
		return false
	}
	raw := rawAnswer(orderAnswer(order))
	switch n := r.failures.Add(1) * 37 % 100; {
	case n < 16: // the order is accepted, its response breaks off
		r.orders.take(order)
		cut(w, raw, rand.IntN(len(raw)+1), rand.IntN(2) == 0)
	case n < 17: // accepted, and no response before every timeout
		r.orders.take(order)
		select {
		case <-req.Context().Done():
		case <-time.After(r.stall):
		}
		cut(w, raw, 0, true)
	case n < 19: // rejected
		reply(w, 422, `{"message":"invalid","data":{"phone":["wrong number"]}}`)
	case n < 21: // the connection breaks before the order is accepted
		cut(w, raw, 0, rand.IntN(2) == 0)
	case n < 22: // accepted, and a proxy lost the response; or briefly unavailable
		if rand.IntN(2) == 0 {
			r.orders.take(order)
		}
		w.Header().Set("Retry-After", "1")
		reply(w, 503, `{"message":"maintenance"}`)
	case n < 23: // a redirect would turn the order into a GET
		w.Header().Set("Location", "/api/settings")
		reply(w, 301, "")
	case n < 24: // the XSRF token has expired: nothing was done
		reply(w, 419, `{"message":"CSRF token mismatch."}`)
	case n < 26: // accepted slowly, so that a second click overlaps the first
		r.orders.take(order)
		time.Sleep(time.Duration(rand.IntN(200)) * time.Millisecond)
		reply(w, 200, orderAnswer(order))
	default:
		return false
	}
	return true
}

// inParallel runs n jobs with a few workers.
func inParallel(workers, n int, job func(worker, i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for w := range workers {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				job(w, i)
			}
		}()
	}
	wg.Wait()
}
