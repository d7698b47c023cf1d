package upstream

import "errors"

// Verdict is what the answer of a host means (docs/wire.md section 3). The gateway judges each answer once (Request.Judge); the circuit, the cache, the payment
// check, the journal and the metrics ask for the verdict.
type Verdict uint8

const (
	// Good is the backend's own answer to what was asked.
	Good Verdict = iota
	// Absent: the backend has no such optional call.
	Absent
	// Gone: the backend has the call, but not this dish, category or menu.
	Gone
	// PerUser: a public call needs the customer's credentials.
	PerUser
	// Rejected is the backend's own error.
	Rejected
	// Refused is a success that says no: nothing was done, or nothing is there.
	Refused
	// Failed says nothing about what was asked: a server error, a page of a proxy, a body of another kind.
	Failed
	// Unwell is Failed, and shows that the host is unwell, not only this call.
	Unwell
)

// VerdictOf is the verdict on the answer that an error is about: Good for nil, Failed for an error without an answer.
func VerdictOf(err error) Verdict {
	var judged interface{ Verdict() Verdict }
	switch {
	case err == nil:
		return Good
	case errors.As(err, &judged):
		return judged.Verdict()
	}
	return Failed
}
