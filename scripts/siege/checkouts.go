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

// What a customer was told about an order.
type told int

const (
	toldNothing told = iota
	toldNo           // it was not carried out
	toldUnknown      // nobody knows; do not send it again
	toldYes          // the restaurant has it
)

// An account compares the results that customers were shown with the restaurant's orders.
type account struct {
	mu    sync.Mutex
	final map[int]told // the most that was said
	wrong []string     // what was untrue when it was said
	again map[int]bool // those clicked twice: one click may be refused before the other is taken
}

func (a *account) note(order int, what told) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.final[order] = max(a.final[order], what)
}

func (a *account) complain(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.wrong) < 100 {
		a.wrong = append(a.wrong, fmt.Sprintf(format, args...))
	}
}

// checkouts orders 100,000 times while answers are cut at any byte or never come, while customers click twice and the
// process is killed at random instants, and compares each customer's message with the restaurant's record (docs/threat-model.md
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
	a := &account{final: map[int]told{}, again: map[int]bool{}}
	client := browsers(2*workers, 30*time.Second)
	ctx := context.Background()

	// First every single byte at which a response can break off, with FIN and with RST.
	raw := rawAnswer(orderAnswer(1_000_000))
	cuts := 2 * (len(raw) + 1)
	if s.orders < 1000 {
		cuts /= 8
	}
	r.main().play(func(w http.ResponseWriter, req *http.Request, body []byte) bool {
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
	r.main().play(r.unsteady)
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

	// Compare once no request can arrive any more.
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
		case toldYes:
			settled++
			if times == 0 {
				lost++
			}
		case toldNo:
			if times > 0 {
				untrue++
			}
		case toldUnknown:
			if times > 0 {
				existing++
			}
		case toldNothing:
			untrue++
		}
	}
	untrue += len(a.wrong)
	unknown := 0
	for _, what := range a.final {
		if what == toldUnknown {
			unknown++
		}
	}
	all := len(a.final)
	settledShare := 100 * float64(settled) / float64(max(all, 1))
	say := fmt.Sprintf("%s checkouts, %d kills: %.1f %% placed, %d told \"not known\" (%d of them exist)", thousands(all), kills.Load(), settledShare, unknown, existing)
	message := fmt.Sprintf("%d", untrue)
	if len(a.wrong) > 0 {
		message += ", e.g. " + a.wrong[0]
	}
	return []line{
		{figure: "duplicated orders: " + say, bound: "0", reached: fmt.Sprint(duplicated), held: duplicated == 0 && settledShare > 30},
		{figure: "orders silently lost (customer told \"placed\", restaurant has none)", bound: "0", reached: fmt.Sprint(lost), held: lost == 0 && settledShare > 30},
		{figure: "customers told something untrue", bound: "0", reached: message, held: untrue == 0 && settledShare > 30},
	}, nil
}

// order is a customer's whole attempt: one click or two, and again under the same key while told "no" or nothing.
func (a *account) order(ctx context.Context, v *visitor, r *restaurant, order int) {
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
				if what != toldNo {
					return
				}
				time.Sleep(time.Duration(20*(try+1)) * time.Millisecond)
			}
		}()
	}
	wg.Wait()
}

// place sends one checkout until something answers, and checks what the customer was told at that instant.
func (a *account) place(ctx context.Context, v *visitor, r *restaurant, order int) told {
	body := fmt.Sprintf(`{"cart":{"items":[],"source":"web","price":12.5,"total":12.5},"name":"%s","email":"%s@example.org","phone":"+4930%s","notes":"@@order=%d@@","deliverType":"takeaway","deliverAt":"now","terms":true,"paymentType":1,"takeaway":true}`, secretMark, secretMark, secretMark, order)
	deadline := time.Now().Add(40 * time.Second)
	for time.Now().Before(deadline) {
		answer, err := v.ask(ctx, "POST", "/api/checkout/v2", body, "Idempotency-Key", fmt.Sprintf("siege-order-%d", order))
		if err != nil { // nothing was told: the page tries again by itself under the same key
			time.Sleep(15 * time.Millisecond)
			continue
		}
		text := string(answer.body)
		switch {
		case answer.status < 300:
			if !strings.Contains(text, fmt.Sprintf(`"code":"C-%d"`, order)) {
				a.complain("a 2xx without the order's code: %.80s", text)
			}
			if r.orders.times(order) == 0 {
				a.complain("order %d was confirmed and does not exist", order)
			}
			return toldYes
		case answer.status >= 500 && !provesUnsent(text): // what the shop's page takes for an unknown outcome, too
			return toldUnknown
		case answer.status == http.StatusTooManyRequests:
			time.Sleep(50 * time.Millisecond)
		default:
			a.mu.Lock()
			twice := a.again[order]
			a.mu.Unlock()
			if n := r.orders.times(order); n > 0 && !twice {
				a.complain("order %d exists, its customer was told %d %.60s", order, answer.status, text)
			}
			return toldNo
		}
	}
	a.complain("order %d was never answered", order)
	return toldNothing
}

// provesUnsent tells the gateway's own errors that say that an order did not go out; the page knows the same
// (client/src/features/checkout/sending.ts).
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

// unsteady is a restaurant whose every fifth answer gets lost, one way or another: among a hundred answers each way has its share, in no order
// that a customer's clicks could follow.
func (r *restaurant) unsteady(w http.ResponseWriter, req *http.Request, body []byte) bool {
	order, ok := orderOf(body)
	if !ok || !passesXSRF(req) {
		return false
	}
	raw := rawAnswer(orderAnswer(order))
	switch n := r.fates.Add(1) * 37 % 100; {
	case n < 16: // the order is taken, its answer breaks off
		r.orders.take(order)
		cut(w, raw, rand.IntN(len(raw)+1), rand.IntN(2) == 0)
	case n < 17: // taken, and then nothing for longer than anybody waits
		r.orders.take(order)
		select {
		case <-req.Context().Done():
		case <-time.After(r.stall):
		}
		cut(w, raw, 0, true)
	case n < 19: // read and refused
		reply(w, 422, `{"message":"invalid","data":{"phone":["wrong number"]}}`)
	case n < 21: // the line breaks before the restaurant took anything
		cut(w, raw, 0, rand.IntN(2) == 0)
	case n < 22: // taken, and the proxy in front lost the answer; or shut for a moment
		if rand.IntN(2) == 0 {
			r.orders.take(order)
		}
		w.Header().Set("Retry-After", "1")
		reply(w, 503, `{"message":"maintenance"}`)
	case n < 23: // a redirect would turn the order into a GET
		w.Header().Set("Location", "/api/settings")
		reply(w, 301, "")
	case n < 24: // the token is out of date: the call was not carried out
		reply(w, 419, `{"message":"CSRF token mismatch."}`)
	case n < 26: // taken slowly, so that a second click meets the first
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
