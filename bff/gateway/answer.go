package gateway

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/envelope"
	"tablefront/bff/fault"
	"tablefront/bff/orders"
	"tablefront/bff/rawjson"
	"tablefront/bff/upstream"
)

// answer is an upstream's response in the form that the browser gets. Of its parts, orders.Answer is what the journal records and a repeat gets again, and
// upstream.Response is what the host sent.
type answer struct {
	// Answer has the headers Content-Type and Retry-After only. Its Body is a part of the upstream's or made from it.
	orders.Answer
	upstream   *upstream.Response
	verdict    upstream.Verdict
	unread     bool          // the whole response could not be read into the contract's form
	retryAfter time.Duration // 0: none
	// fault is what replaced a body that cannot be shown, with the upstream's status.
	fault *fault.Fault
	// sealed is set if the response contained a token that was sealed.
	sealed string
}

// answerOf judges a complete response and makes it the browser's. Its error is that of an answer of which nothing may be shown.
func answerOf(call *Call, r *upstream.Response) (*answer, error) {
	r.Body = decoded(r)
	a := &answer{Answer: orders.Answer{Status: r.Status, Body: r.Body, Header: jsonHeader}, upstream: r}
	var members []rawjson.Member
	var unreadable error
	if r.Status < 300 {
		members, unreadable = a.unwrap(call)
	}
	a.verdict = judge(call, r, members, unreadable)
	a.Refused = nothingDone(r.Status, a.verdict, r.Body)
	strict := call.Class != cache.Never || call == callCheck // what is not the backend's own says nothing
	switch {
	case a.verdict == upstream.Refused && !strict: // the backend's message is for the customer
		a.Status, a.Body, a.Header = http.StatusUnprocessableEntity, r.Body, jsonHeader
	case a.verdict == upstream.Refused:
		return a, unusable(errSaidNo)
	case a.verdict >= upstream.Failed && r.Status < 300:
		return a, unusable(errors.Join(foreignError{r.Status}, unreadable)) // of a write it is not known what was done
	}
	if r.Status < 300 {
		return a, nil
	}
	a.retryAfter = boundedRetryAfter(r.Header.Get("Retry-After"))
	if a.retryAfter > 0 {
		a.Header = http.Header{"Content-Type": jsonValue, "Retry-After": {strconv.Itoa(int(a.retryAfter / time.Second))}}
	}
	switch own := isOwnJSON(r.Body); {
	case a.verdict >= upstream.Failed && strict && (!own || r.Status < 500):
		return a, unusable(foreignError{r.Status})
	case len(r.Body) > 0 && (!own || len(r.Body) > maxErrorBody):
		a.fault = fault.UpstreamInvalid.Because(foreignError{r.Status})
		a.fault.Status = r.Status
	}
	return a, nil
}

// upstreamStatus is the status that the backend sent, as far as it is recorded.
func (a *answer) upstreamStatus() int {
	if a.upstream == nil {
		return a.Status
	}
	return a.upstream.Status
}

func unusable(cause error) error {
	return &upstream.Error{Kind: upstream.Invalid, Sent: true, Cause: cause}
}

// unwrap replaces the body of a success by the browser's side of it, and returns the members of the whole.
func (a *answer) unwrap(call *Call) ([]rawjson.Member, error) {
	read := envelope.Unwrap
	if call == callTranslations {
		read = envelope.Translations
	}
	inner, members, err := read(a.Body)
	switch {
	case err == nil:
		a.Body = inner
	case call.Class == cache.Never && envelope.IsText(a.upstream.Header, a.Body):
		a.Header = textHeader
	default:
		return members, err
	}
	return members, nil
}

const maxErrorBody = 256 << 10

// boundedRetryAfter returns the time of a Retry-After in whole seconds from 1 s to an hour, 0 for none.
func boundedRetryAfter(value string) time.Duration {
	n, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil {
		at, err := http.ParseTime(value)
		if err != nil {
			return 0
		}
		n = int(time.Until(at)/time.Second) + 1
	}
	return time.Duration(min(max(n, 1), 3600)) * time.Second
}
