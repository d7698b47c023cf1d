package gateway

import (
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
)

// A 404 of an optional public call means that the upstream has no such feature, and is cached like a success
// (docs/wire.md section 5).

func absent(status int) bool { return status == http.StatusNotFound || status == http.StatusGone }

// replaceAbsent replaces the 404 of an optional public call by its empty answer. A list of branches that is known stays: a
// backend that is being restarted may not take every branch away.
func (g *Gateway) replaceAbsent(o *outgoing, a *relay) {
	empty := emptyAnswers[o.call]
	if empty == "" || !absent(a.Status) || o.call == callBranches && len(g.branches.List()) > 0 {
		return
	}
	a.Status, a.Body, a.Header, a.fault = http.StatusOK, []byte(empty), jsonHeader, nil
}

const (
	// absentFor is how long a 404 is answered without asking again, as the class Catalogue is fresh.
	absentFor = 30 * time.Second
	// maxAbsent limits how many are remembered, maxAbsentBody their bodies.
	maxAbsent     = 512
	maxAbsentBody = 4 << 10
)

// absentCalls remembers the upstream's own 404s of optional public calls. It is safe for concurrent use.
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
	if _, optional := emptyAnswers[o.call]; optional && absent(a.Status) && len(a.Body) <= maxAbsentBody {
		again := *a.own()
		again.remembered = true
		c.known.Add(absentKey(o), absentCall{&again, c.now().Add(absentFor)})
	}
}
