// This file is a state machine of the order protocol: two tabs of one browser, the attempts they store, the gateway, its
// journal, the upstreams of two branches and their payment pages, with requests, responses and returns that are lost or late
// and one crash of the gateway. Explore visits every state. Past faults of the protocol are switches: with one on, Explore returns the shortest
// trace to a violated invariant, and bff/gateway replays that against the program.

package orders_test

import (
	"fmt"
	"slices"
	"strings"
)

// Scope says what identifies an attempt in the journal.
type Scope uint8

// BranchAndKey is correct, the others are faults.
const (
	BranchAndKey Scope = iota
	KeyAlone
	BranchKeyAndSubject
)

// Retry says with which identity a tab sends a stored attempt again.
type Retry uint8

// Own is right: as the subject and at the branch of the attempt, or not at all. The gateway alone keeps every promise about one
// branch against the others.
const (
	Own Retry = iota
	CurrentSubject
	CurrentIdentity
)

// Waiting says when the browser knows that an order waits for its payment.
type Waiting uint8

// Recorded is right: from before its attempt is closed until it is paid or given up.
const (
	Recorded       Waiting = iota
	RecordedLate           // after its attempt is closed
	RecordedAgain          // by each answer, also after it was paid
	WhileReturning         // only while a return from the payment page is checked
)

// Protocol is a variant of the protocol.
type Protocol struct {
	Scope   Scope
	Retry   Retry
	Waiting Waiting
	// PerBranch weakens "one order an attempt" to "one order an attempt and branch": all that a gateway can promise to a client
	// that sends one attempt to two branches.
	PerBranch bool
}

// kind of a message; none is an empty place.
type kind uint8

const (
	none    kind = iota
	request      // from a tab to the gateway
	sending      // from the gateway to the upstream; the gateway waits for the answer
	taken        // the upstream's answer to the gateway
	orphan       // to the upstream, from a gateway that crashed
	answer       // from the gateway to a tab
	back         // from the payment page to a tab
)

// outcome of an answer or of a journal's entry.
type outcome uint8

const (
	sent     outcome = iota + 1 // journal only
	ordered                     // with the order of subject and branch
	unknown                     // the order may exist
	notYours                    // 409
	notSent                     // refused before anything was sent
)

// message is in transit. told is the order that an answer with the outcome ordered refers to.
type message struct {
	kind    kind
	outcome outcome
	tab     uint8
	party
	told party
}

// party is an attempt at a branch as a subject.
type party struct{ key, branch, subject uint8 }

type attempt struct {
	made, closed bool
	party
	payment payment
}

// payment is what the browser and the payment page know of an attempt's order.
type payment struct {
	recorded bool // it waits, says the browser
	paid     bool // says the payment page
	settled  bool // the browser was told that it is paid, or the customer gave it up
}

type entry struct {
	outcome outcome
	party   // of the attempt that wrote it
}

const (
	tabs, attempts, branches, subjects = 2, 2, 2, 2

	maxSends, maxMessages, maxLosses, maxChanges, maxCrashes = 3, 4, 2, 2, 1
)

// state is comparable, so that each is visited once.
type state struct {
	branch, subject                 uint8 // the browser's
	sends, losses, changes, crashes uint8
	attempts                        [attempts]attempt
	messages                        [maxMessages]message
	journal                         [maxSends]entry
	orders                          [maxSends]party
	journaled, orderCount           uint8
}

// Event is a step of the protocol.
type Event struct {
	Do                        string
	Tab, Key, Branch, Subject uint8
}

// String is a line of a trace, which bff/gateway reads again.
func (e Event) String() string {
	return fmt.Sprintf("%s tab=%d key=%d branch=%d subject=%d", e.Do, e.Tab, e.Key, e.Branch, e.Subject)
}

// Explore visits every state of a protocol by breadth-first search. It returns their number and, if an invariant is violated,
// its name and the shortest trace to it.
func Explore(p Protocol) (states int, broken string, trace []Event) {
	type step struct {
		from  int
		event Event
	}
	var first state
	seen := map[state]bool{first: true}
	queue, steps := []state{first}, []step{{}}
	for at := 0; at < len(queue); at++ {
		p.next(queue[at], func(e Event, s state, promise string) {
			if broken != "" {
				return
			}
			slices.SortFunc(s.messages[:], compare) // the order of messages is irrelevant
			if promise == "" {
				if seen[s] {
					return
				}
				seen[s] = true
			}
			queue, steps = append(queue, s), append(steps, step{at, e})
			broken = promise
		})
		if broken != "" {
			for i := len(steps) - 1; i > 0; i = steps[i].from {
				trace = append(trace, steps[i].event)
			}
			slices.Reverse(trace)
			return len(seen), broken, trace
		}
	}
	return len(seen), "", nil
}

func compare(a, b message) int { return strings.Compare(a.order(), b.order()) }

func (m message) order() string {
	return string([]byte{
		255 - byte(m.kind), byte(m.outcome), m.tab, m.key, m.branch, m.subject, m.told.key, m.told.branch, m.told.subject,
	})
}

// next calls visit with every successor of s and the invariant that it violates, if any.
func (p Protocol) next(s state, visit func(Event, state, string)) {
	p.identityChanges(s, visit)
	for tab := range uint8(tabs) {
		p.tabSends(s, tab, visit)
	}
	for i, m := range s.messages {
		if m.kind == none {
			continue
		}
		event := func(do string) Event { return Event{do, m.tab, m.key, m.branch, m.subject} }
		without := s
		without.messages[i] = message{}
		if m.kind == sending || m.kind == taken { // the answer to the gateway is lost, or the connection breaks
			if s.losses < maxLosses {
				p.loses(s, i, event, visit)
			}
		} else if s.losses < maxLosses || m.kind == orphan {
			lost := without
			if m.kind != orphan {
				lost.losses++
			}
			visit(event("lose-"+m.kind.String()), lost, "")
		}
		switch m.kind {
		case request:
			p.gatewayReceives(s, i, event("gateway-receives"), visit)
		case sending, orphan:
			p.upstreamTakes(s, i, event("upstream-takes"), visit)
			if m.kind == sending { // connection refused: certainly not sent
				freed := without
				freed.end(p, m, 0)
				freed.put(message{kind: answer, outcome: notSent, tab: m.tab, party: m.party})
				visit(event("upstream-refuses"), freed, "")
			}
		case taken:
			done := without
			done.end(p, m, ordered)
			done.put(message{kind: answer, outcome: ordered, tab: m.tab, party: m.party, told: m.party})
			visit(event("upstream-answers"), done, "")
		case answer:
			promise := ""
			if m.outcome == ordered {
				promise = p.ordered(&without.attempts[m.key])
			}
			visit(event("tab-receives"), without, promise)
		case back:
			a := &without.attempts[m.key]
			a.payment.recorded, a.payment.settled = false, true
			visit(event("tab-returns"), without, "")
		}
	}
	for key := range s.attempts {
		p.pays(s, key, visit)
	}
	if s.crashes < maxCrashes {
		visit(Event{Do: "crash"}, s.crash(), "")
	}
}

func (k kind) String() string {
	return [...]string{"none", "request", "sending", "taken", "orphan", "answer", "return"}[k]
}

// ordered: a tab learns that an attempt was ordered. Its order waits for its payment, unless another tab has settled it.
func (p Protocol) ordered(a *attempt) (promise string) {
	first := !a.closed
	a.closed = true
	if p.PerBranch {
		return "" // payments are the client's
	}
	if p.Waiting == Recorded && first || p.Waiting == RecordedAgain {
		a.payment.recorded = true
	}
	if a.payment.recorded && a.payment.settled {
		return "what is settled does not wait again"
	}
	return ""
}

// pays: the customer pays, opens the payment page again, or gives the order up; in any tab.
func (p Protocol) pays(s state, key int, visit func(Event, state, string)) {
	a := &s.attempts[key]
	if p.PerBranch || !a.closed || a.payment.settled {
		return
	}
	event := func(do string) Event { return Event{Do: do, Key: a.key, Branch: a.branch, Subject: a.subject} }
	if p.Waiting == RecordedLate && !a.payment.recorded {
		late := s
		late.attempts[key].payment.recorded = true
		visit(event("tab-records"), late, "")
	}
	if a.branch == s.branch && a.subject == s.subject && a.payment.recorded {
		up := s
		up.attempts[key].payment.recorded, up.attempts[key].payment.settled = false, true
		visit(event("customer-gives-up"), up, "")
	}
	returning := slices.ContainsFunc(s.messages[:], func(m message) bool { return m.kind == back && m.key == a.key })
	if a.payment.paid && !a.payment.recorded || returning || !s.room() {
		return
	}
	s.attempts[key].payment.paid = true
	s.put(message{kind: back, party: a.party})
	visit(event("customer-pays"), s, "")
}

// identityChanges: the customer logs in or out, or chooses the other branch, in any tab.
func (p Protocol) identityChanges(s state, visit func(Event, state, string)) {
	if s.changes == maxChanges {
		return
	}
	s.changes++
	other := s
	other.subject = (s.subject + 1) % subjects
	visit(Event{Do: "subject-changes", Branch: other.branch, Subject: other.subject}, other, "")
	other = s
	other.branch = (s.branch + 1) % branches
	visit(Event{Do: "branch-changes", Branch: other.branch, Subject: other.subject}, other, "")
}

// tabSends: the customer orders. An attempt of this branch that is open is sent again, by whichever tab; else there is a new one.
func (p Protocol) tabSends(s state, tab uint8, visit func(Event, state, string)) {
	if s.sends == maxSends || !s.room() {
		return
	}
	s.sends++
	open := false
	for _, a := range s.attempts {
		if !a.made || a.closed || a.branch != s.branch && p.Retry != CurrentIdentity {
			continue
		}
		open = true
		if p.Retry == Own && a.subject != s.subject {
			continue // it can't be sent as what it is, so it is not sent
		}
		who := party{a.key, s.branch, s.subject}
		again := s
		again.put(message{kind: request, tab: tab, party: who})
		visit(Event{"tab-sends", tab, who.key, who.branch, who.subject}, again, "")
	}
	promise := ""
	for _, o := range s.orders[:s.orderCount] {
		a := s.attempts[o.key]
		if p.PerBranch || o.branch != s.branch || o.subject != s.subject || a.payment.settled {
			continue
		}
		if a.payment.recorded {
			return // the customer sees this order instead of the button
		}
		promise = "an order that waits for its payment is not ordered again"
	}
	for key := range s.attempts {
		if s.attempts[key].made || open {
			continue
		}
		who := party{uint8(key), s.branch, s.subject}
		s.attempts[key] = attempt{made: true, party: who}
		s.put(message{kind: request, tab: tab, party: who})
		visit(Event{"tab-sends", tab, who.key, who.branch, who.subject}, s, promise)
		return
	}
}

// gatewayReceives: one step, since the journal's write is one. While the attempt is being sent, a repeat waits: it is received later.
func (p Protocol) gatewayReceives(s state, i int, e Event, visit func(Event, state, string)) {
	m := s.messages[i]
	s.messages[i] = message{}
	there := s.find(p, m.party)
	if there == nil {
		s.journal[s.journaled] = entry{sent, m.party}
		s.journaled++
		m.kind = sending
		s.put(m)
		visit(e, s, "")
		return
	}
	for _, other := range s.messages {
		if (other.kind == sending || other.kind == taken) && p.same(other.party, m.party) {
			return
		}
	}
	reply := message{kind: answer, outcome: unknown, tab: m.tab, party: m.party}
	promise := ""
	switch {
	case there.subject != m.subject:
		reply.outcome = notYours
	case there.outcome == ordered:
		reply.outcome, reply.told = ordered, there.party
		if there.branch != m.branch {
			promise = "nobody reads the answer of another's order, or of another branch's"
		}
	}
	s.put(reply)
	visit(e, s, promise)
}

// upstreamTakes: the order exists from now on.
func (p Protocol) upstreamTakes(s state, i int, e Event, visit func(Event, state, string)) {
	m := s.messages[i]
	promise := ""
	for _, o := range s.orders[:s.orderCount] {
		if o.key == m.key && (!p.PerBranch || o.branch == m.branch) {
			promise = "one order an attempt"
		}
	}
	if a := s.attempts[m.key]; promise == "" && !p.PerBranch && a.party != m.party {
		promise = "an order is at the branch and as the subject of its attempt"
	}
	s.orders[s.orderCount] = m.party
	s.orderCount++
	if m.kind == orphan {
		s.messages[i] = message{}
	} else {
		s.messages[i].kind = taken
	}
	visit(e, s, promise)
}

// loses: the gateway waits for a response that never arrives. The request may still be in transit.
func (p Protocol) loses(s state, i int, event func(string) Event, visit func(Event, state, string)) {
	m := s.messages[i]
	s.losses++
	s.messages[i] = message{}
	s.end(p, m, unknown)
	reply := message{kind: answer, outcome: unknown, tab: m.tab, party: m.party}
	if m.kind == sending && s.free() >= 2 {
		late := s
		late.put(message{kind: orphan, party: m.party})
		late.put(reply)
		visit(event("gateway-gives-up"), late, "")
	}
	s.put(reply)
	visit(event("lose-"+m.kind.String()), s, "")
}

// crash: responses that the gateway waited for are lost; the journal is kept.
func (s state) crash() state {
	s.crashes++
	for i, m := range s.messages {
		switch m.kind {
		case sending:
			s.messages[i] = message{kind: orphan, party: m.party}
		case taken:
			s.messages[i] = message{}
		}
	}
	return s
}

// same reports whether the journal treats two attempts as one.
func (p Protocol) same(a, b party) bool {
	return a.key == b.key && (p.Scope == KeyAlone || a.branch == b.branch) && (p.Scope != BranchKeyAndSubject || a.subject == b.subject)
}

func (s *state) find(p Protocol, who party) *entry {
	for i := range s.journal[:s.journaled] {
		if s.journal[i].outcome != 0 && p.same(s.journal[i].party, who) {
			return &s.journal[i]
		}
	}
	return nil
}

// end writes the outcome of an attempt into the journal; 0 frees it.
func (s *state) end(p Protocol, m message, o outcome) {
	if e := s.find(p, m.party); e != nil {
		e.outcome = o
		if o == 0 {
			*e = entry{}
		}
	}
}

func (s *state) put(m message) {
	for i := range s.messages {
		if s.messages[i].kind == none {
			s.messages[i] = m
			return
		}
	}
	panic("model: no room for a message")
}

func (s *state) free() (n int) {
	for _, m := range s.messages {
		if m.kind == none {
			n++
		}
	}
	return n
}

func (s *state) room() bool { return s.free() > 0 }
