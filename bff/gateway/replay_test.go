package gateway

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// TestTracesOfOldFaults replays the shortest ways in which faults of the past broke a promise, as bff/orders (model_test.go) finds them. Where the
// fault's next step is one that the program doesn't take, the trace goes on without it. Each attempt is one order a branch, as the
// subject whose request came first, and nobody is told of another's order.
func TestTracesOfOldFaults(t *testing.T) {
	t.Parallel()
	files, err := filepath.Glob("../orders/testdata/*.trace")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			replay(t, parseTrace(t, string(text)))
		})
	}
}

// event is a step of the protocol.
type event struct {
	Do                        string
	Tab, Key, Branch, Subject uint8
}

const eventFormat = "%s tab=%d key=%d branch=%d subject=%d"

func (e event) String() string {
	return fmt.Sprintf(eventFormat, e.Do, e.Tab, e.Key, e.Branch, e.Subject)
}

// parseTrace reads one event a line. Lines that begin with # are left out.
func parseTrace(t *testing.T, text string) (trace []event) {
	t.Helper()
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		var e event
		if _, err := fmt.Sscanf(line, eventFormat, &e.Do, &e.Tab, &e.Key, &e.Branch, &e.Subject); err != nil || e.String() != line {
			t.Fatalf("%q is read as %v: %v", line, e, err)
		}
		trace = append(trace, e)
	}
	return trace
}

// replay carries out a trace and checks the promises.
func replay(t *testing.T, trace []event) {
	var kitchens [2]*fakeUpstream
	answers := make(chan struct{}) // closed when the upstreams may answer
	for i := range kitchens {
		kitchens[i] = newFakeUpstream(t)
		kitchens[i].on("POST checkout/v2", func(w http.ResponseWriter, r *http.Request) {
			<-answers
			w.WriteHeader(http.StatusCreated)
			fmt.Fprintf(w, `{"data":{"branch":%d,"subject":%q}}`, i, r.Header.Get("Authorization"))
		})
	}
	shop := openShop(t, kitchens[0], func(c *Config) { c.Branches = []string{kitchens[1].URL} })
	taken := func() (n int) {
		for _, k := range kitchens {
			n += len(k.of("POST checkout/v2"))
		}
		return n
	}
	var tabs sync.WaitGroup
	var answering sync.Once
	answer := func() { answering.Do(func() { close(answers) }) }
	owners := map[string]string{} // by branch and key
	for i, e := range trace {
		switch e.Do {
		case "tab-sends", "branch-changes", "subject-changes": // on its way; the request has what it was sent as
		case "gateway-receives":
			at, subject := fmt.Sprint(e.Branch, e.Key), fmt.Sprint("Bearer ", e.Subject)
			first := owners[at] == ""
			if first {
				owners[at] = subject
			}
			owner := owners[at] // the map belongs to this goroutine
			before := taken()
			tabs.Go(func() {
				got := shop.ask("POST", "/api/checkout/v2", `{"cart":1}`, fmt.Sprint("Idempotency-Key: attempt-", e.Key), "X-Branch: "+kitchens[e.Branch].URL, "Authorization: "+subject)
				want, body := http.StatusCreated, fmt.Sprintf(`{"branch":%d,"subject":%q}`, e.Branch, subject)
				if owner != subject {
					want, body = http.StatusConflict, "order_not_yours"
				}
				if got.StatusCode != want {
					t.Errorf("%v: %d %s", e, got.StatusCode, got.body)
				} else {
					got.wants(t, want, body)
				}
			})
			if first {
				until(t, e.String()+": the upstream has the order", func() bool { return taken() == before+1 })
			}
		case "upstream-takes", "tab-receives", "customer-gives-up": // nothing that the gateway has to do with
		case "upstream-answers":
			answer()
		default:
			t.Fatalf("line %d: no test can do %q yet", i+1, e.Do)
		}
	}
	answer()
	tabs.Wait()
	if n := taken(); n != len(owners) {
		t.Errorf("%d orders for %d attempts", n, len(owners))
	}
}
