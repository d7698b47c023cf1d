package gateway

import (
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"

	"tablefront/bff/orders"
)

// absence is the answer in place of an optional call that the upstream does not have: an empty one that is cached like a success, or, for a call about one dish
// or menu, a 404.
func absence(call *Call) *relay {
	a := &relay{Answer: orders.Answer{Status: http.StatusNotFound, Body: []byte(`{}`), Header: jsonHeader}, verdict: Gone}
	if empty := emptyAnswers[call]; empty != "" {
		a.Status, a.Body, a.verdict = http.StatusOK, []byte(empty), Absent
	}
	return a
}

const (
	// absentFor is how long the 404 of a dish, category or menu is answered without asking again, as the class Catalogue is fresh.
	absentFor = 30 * time.Second
	// maxAbsent limits how many are remembered, maxAbsentBody their bodies.
	maxAbsent     = 512
	maxAbsentBody = 4 << 10
)

// absentCalls remembers the upstream's own 404s of dishes, categories and menus. It is safe for concurrent use.
type absentCalls struct {
	now   func() time.Time
	known *lru.Cache[string, absentCall]
}

type absentCall struct {
	answer *relay
	until  time.Time
}

func newAbsentCalls(now func() time.Time) absentCalls {
	known, _ := lru.New[string, absentCall](maxAbsent) // fails for a size of 0 only
	return absentCalls{now, known}
}

func absentKey(o *outgoing) string { return o.branch.ID + " " + o.lang + " " + o.path }

// find returns the 404 of a call that was made a moment ago, nil for none.
func (c absentCalls) find(o *outgoing) *relay {
	if found, ok := c.known.Get(absentKey(o)); ok && c.now().Before(found.until) {
		return found.answer
	}
	return nil
}

// note remembers a 404.
func (c absentCalls) note(o *outgoing, a *relay) {
	if a.verdict == Gone && len(a.Body) <= maxAbsentBody {
		again := *a
		again.remembered = true
		c.known.Add(absentKey(o), absentCall{&again, c.now().Add(absentFor)})
	}
}
