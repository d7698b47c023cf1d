package gateway

import (
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"tablefront/bff/raced"
)

// orderings calls f with every order of the events.
func orderings(events, done []string, f func([]string)) {
	if len(events) == 0 {
		f(done)
	}
	for i := range events {
		rest := append(append([]string(nil), events[:i]...), events[i+1:]...)
		orderings(rest, append(done[:len(done):len(done)], events[i]), f)
	}
}

// TestOneOrderABranchAndKey: a customer sends the same attempt again and again while answers are lost, he logs in, out and
// in anew, changes the branch, and the gateway is killed, in every order of these events. Each branch gets one order, as
// the subject that sent it first; only that subject is told what became of it, and anybody else gets a 409.
func TestOneOrderABranchAndKey(t *testing.T) {
	t.Parallel()
	var lost atomic.Bool // every answer is lost on its way
	var kitchens [2]*fakeUpstream
	for i := range kitchens {
		kitchens[i] = newFakeUpstream(t)
		kitchens[i].on("POST checkout/v2", func(w http.ResponseWriter, r *http.Request) {
			if lost.Load() {
				panic(http.ErrAbortHandler)
			}
			answers(201, `{"data":{"code":"`+r.Header.Get("Authorization")+`"}}`)(w, r)
		})
	}
	kitchens[0].on("GET branches", says(`{"data":[{"name":"one","url":"`+kitchens[0].URL+`"},{"name":"two","url":"`+kitchens[1].URL+`"}]}`))

	run := func(t *testing.T, events []string) {
		c := testConfig(t, kitchens[0].URL)
		c.Branches = []string{kitchens[1].URL}
		shop := openShopWith(t, c)
		for _, k := range kitchens {
			k.mu.Lock()
			k.seen = nil
			k.mu.Unlock()
		}
		branch, subject := 0, ""
		owners := map[int]string{}
		order := func(after string) {
			t.Helper()
			headers := []string{"Idempotency-Key: the-same-attempt", "X-Branch: " + kitchens[branch].URL}
			if subject != "" {
				headers = append(headers, "Authorization: "+subject)
			}
			got := shop.ask("POST", "/api/checkout/v2", `{"cart":1}`, headers...)
			if _, ordered := owners[branch]; !ordered {
				owners[branch] = subject
			}
			status, body := 201, `{"code":"`+owners[branch]+`"}`
			switch {
			case subject != owners[branch]:
				status, body = 409, `"order_not_yours"`
			case lost.Load():
				status, body = 504, `"outcome_unknown"`
			}
			if got.StatusCode != status || !strings.Contains(got.body, body) {
				t.Errorf("after %s: %d %s, want %d %s", after, got.StatusCode, got.body, status, body)
			}
		}
		for _, event := range events {
			switch event {
			case "login":
				subject = "Bearer first-login"
			case "logout":
				subject = ""
			case "re-login":
				subject = "Bearer second-login"
			case "branch":
				branch = 1 - branch
			case "kill": // another process finds what is on the disk at this instant
				next := c
				err := fs.ErrNotExist
				for errors.Is(err, fs.ErrNotExist) { // the snapshot is renamed while it is copied
					next.DataDir = t.TempDir()
					err = os.CopyFS(next.DataDir, os.DirFS(c.DataDir))
				}
				if err != nil {
					t.Fatal(err)
				}
				shop.Server.Close()
				c, shop = next, openShopWith(t, next)
			}
			order(event)
		}
		for branch, k := range kitchens {
			sent := k.of("POST checkout/v2")
			owner, ordered := owners[branch]
			if len(sent) > 1 || (len(sent) == 1) != ordered || ordered && sent[0].header.Get("Authorization") != owner {
				t.Errorf("branch %d has %d orders", branch, len(sent))
			}
		}
	}
	count := 0
	orderings([]string{"login", "logout", "re-login", "branch", "kill"}, nil, func(events []string) {
		for _, each := range []bool{false, true} {
			lost.Store(each)
			if count++; !testing.Short() && !raced.Is || count%7 == 0 {
				t.Run(fmt.Sprint(events, " answers lost: ", each), func(t *testing.T) { run(t, events) })
			}
		}
	})
	if count != 240 {
		t.Fatalf("%d sequences", count)
	}
}

// TestOneOrderOnWhicheverCall: a backend without checkout/v2 takes the order at another call, under the same key. The order that
// is sent again from the beginning, after a lost answer, is the one that is there.
func TestOneOrderOnWhicheverCall(t *testing.T) {
	t.Parallel()
	for _, absent := range []http.HandlerFunc{
		answers(404, `{"message":"Not found."}`),
		func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, "<h1>405</h1>", http.StatusMethodNotAllowed)
		},
	} {
		kitchen := newFakeUpstream(t)
		kitchen.on("POST checkout/v2", absent)
		var placed atomic.Int64
		kitchen.on("POST checkout", func(w http.ResponseWriter, r *http.Request) {
			placed.Add(1)
			answers(201, `{"data":{"code":"A-1"}}`)(w, r)
		})
		shop := openShopWith(t, testConfig(t, kitchen.URL))
		send := func(call, body string) got {
			return shop.ask("POST", "/api/"+call, body, "Idempotency-Key: the-same-attempt")
		}
		if got := send("checkout/v2", `{"cart":1}`); got.StatusCode != 404 && got.StatusCode != 405 {
			t.Fatalf("v2: %d %s", got.StatusCode, got.body)
		}
		for _, call := range []string{"checkout", "checkout/v2", "checkout"} {
			if got := send(call, `{"cart":1}`); got.StatusCode != 201 || !strings.Contains(got.body, `"A-1"`) {
				t.Errorf("%s: %d %s", call, got.StatusCode, got.body)
			}
		}
		if got := send("checkout/v2", `{"cart":2}`); got.StatusCode != 422 || !strings.Contains(got.body, "order_key_reused") {
			t.Errorf("another order: %d %s", got.StatusCode, got.body)
		}
		if placed.Load() != 1 {
			t.Errorf("%d orders", placed.Load())
		}
	}
}
