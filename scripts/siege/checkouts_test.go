package siege

import (
	"bytes"
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

// order sends a checkout until there is a response, with the same key, as the client does. what is what its customer is told.
func (v *visitor) order(order int) (what outcome, text string) {
	body := fmt.Sprintf(`{"cart":{"items":[],"source":"web","price":12.5,"total":12.5},"name":"%[1]s","email":"%[1]s@example.org","phone":"+4930%[1]s","notes":"@@order=%[2]d@@","deliverType":"takeaway","deliverAt":"now","terms":true,"paymentType":1,"takeaway":true}`, secretMark, order)
	for deadline := time.Now().Add(40 * time.Second); time.Now().Before(deadline); time.Sleep(15 * time.Millisecond) {
		answer, err := v.send(context.Background(), "POST", "/api/checkout/v2", body, "Idempotency-Key", fmt.Sprintf("siege-order-%d", order))
		if err != nil || answer.status == http.StatusTooManyRequests || bytes.Contains(answer.body, []byte("<center>nginx")) {
			continue
		}
		text = fmt.Sprintf("%d %.80s", answer.status, answer.body)
		switch {
		case answer.status < 300:
			return confirmed, text
		case answer.status >= 500 && !provesUnsent(text): // the client also takes this for an unknown outcome
			return unknownOutcome, text
		default:
			return rejected, text
		}
	}
	return noOutcome, "no response"
}

// hasCode reports whether a customer was told an order's own code.
func hasCode(text string, order int) bool {
	return strings.Contains(text, fmt.Sprintf(`"code":"C-%d"`, order))
}

// An audit compares the outcomes that customers were told with the restaurant's orders.
type audit struct {
	orders *orderRecord
	wrong  tally // outcomes that were wrong at that moment

	mu    sync.Mutex
	final map[int]outcome // the best outcome of each order
}

func newAudit(r *restaurant) *audit { return &audit{orders: r.orders, final: map[int]outcome{}} }

// note takes what the customer of an order was told. isOnly is false if the order is submitted twice: then one request may be rejected before
// the other is accepted.
func (a *audit) note(order int, what outcome, text string, isOnly bool) {
	exists := a.orders.times(order) > 0
	if what == noOutcome || what == confirmed && !(exists && hasCode(text, order)) || what == rejected && exists && isOnly {
		a.wrong.add("order %d, accepted %v, was told %s", order, exists, text)
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.final[order] = max(a.final[order], what)
}

// verdicts is the comparison after the last request.
type verdicts struct{ all, confirmed, duplicated, lost, wrong, unknown, unknownButPlaced int }

func (a *audit) verdicts() (v verdicts) {
	a.mu.Lock()
	defer a.mu.Unlock()
	v.wrong = int(a.wrong.n.Load())
	for order, what := range a.final {
		times := a.orders.times(order)
		v.all++
		if times > 1 {
			v.duplicated++
		}
		switch {
		case what == confirmed:
			v.confirmed++
			if times == 0 {
				v.lost++
			}
		case what == unknownOutcome:
			v.unknown++
			if times > 0 {
				v.unknownButPlaced++
			}
		case what == rejected && times > 0:
			v.wrong++
		}
	}
	return v
}

// checkouts places 100,000 orders while responses are cut at any byte or never come, while customers click twice and the
// process is killed at random moments, and compares each customer's outcome with the restaurant's record (docs/threat-model.md
// T17, F16, F17).
func checkouts(s *siege) []line {
	const workers = 48
	r := s.restaurant(1)
	g := s.gateway(r.main().url())
	a := newAudit(r)
	client := browsers(2*workers, 30*time.Second)

	// First every single byte at which a response can break off, with FIN and with RST.
	cuts := 2 * (len(rawAnswer(orderAnswer(1_000_000))) + 1)
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
	inParallel(8, cuts, func(i int) {
		order := 1_000_000 + i
		what, text := newVisitor(g.addr, client, order).order(order)
		a.note(order, what, text, true)
	})

	// Then at random, with kills.
	r.main().setScript(r.failSometimes)
	var placed atomic.Int64
	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		defer stop.Store(true)
		for range s.kills {
			time.Sleep(time.Duration(20+rand.IntN(250)) * time.Millisecond)
			g.kill()
			if err := g.start(); err != nil {
				s.Error(err)
				return
			}
		}
	})
	for range workers {
		wg.Go(func() {
			for {
				order := int(placed.Add(1))
				if order > s.orders && stop.Load() {
					return
				}
				a.attempt(g.addr, client, order)
			}
		})
	}
	wg.Wait()
	s.must(g.stop())
	v := a.verdicts()
	share := 100 * float64(v.confirmed) / float64(v.all)
	say := fmt.Sprintf("%s checkouts, %d kills: %.1f %% placed, %d reported as unknown (%d of them placed)", thousands(v.all), s.kills, share, v.unknown, v.unknownButPlaced)
	return []line{
		{figure: "duplicated orders: " + say, bound: "0", reached: fmt.Sprint(v.duplicated), passed: v.duplicated == 0 && share > 30},
		{figure: "lost orders (confirmed to the customer, unknown to the restaurant)", bound: "0", reached: fmt.Sprint(v.lost), passed: v.lost == 0 && share > 30},
		{figure: "other wrong outcomes reported to customers", bound: "0", reached: fmt.Sprint(v.wrong) + a.wrong.example(), passed: v.wrong == 0 && share > 30},
	}
}

// attempt is a customer's whole attempt: one click or two, repeated with the same key after a rejection.
func (a *audit) attempt(addr string, client *http.Client, order int) {
	clicks := 1
	if rand.IntN(5) == 0 {
		clicks = 2
	}
	var wg sync.WaitGroup
	for range clicks {
		wg.Go(func() {
			v := newVisitor(addr, client, order)
			if order%3 == 0 {
				v.token = tokenOf(order)
			}
			for try := range 6 {
				what, text := v.order(order)
				a.note(order, what, text, clicks == 1)
				if what != rejected {
					return
				}
				time.Sleep(time.Duration(20*(try+1)) * time.Millisecond)
			}
		})
	}
	wg.Wait()
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
func inParallel(workers, n int, job func(i int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				job(i)
			}
		})
	}
	wg.Wait()
}
