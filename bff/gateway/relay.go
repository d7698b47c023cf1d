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

// relay is an upstream's response in the form that the browser gets. upstream.Response is what the host sent; of a relay, orders.Answer is the part that the
// journal records and a repeat gets again.
type relay struct {
	// Answer has the headers Content-Type and Retry-After only. Its Body is a part of the upstream's or made from it.
	orders.Answer
	from       *upstream.Response
	verdict    upstream.Verdict
	unread     bool          // the whole response could not be read into the contract's form
	retryAfter time.Duration // 0: none
	// fault is what replaced a body that cannot be shown, with the upstream's status.
	fault *fault.Fault
	// sealed is set if the response contained a token that was sealed.
	sealed string
}

// relayOf judges a complete response and makes it the browser's. Its error is that of an answer of which nothing may be shown.
func relayOf(call *Call, a *upstream.Response) (*relay, error) {
	a.Body = decoded(a)
	out := &relay{Answer: orders.Answer{Status: a.Status, Body: a.Body, Header: jsonHeader}, from: a}
	var members []rawjson.Member
	var unreadable error
	if a.Status < 300 {
		members, unreadable = out.unwrap(call)
	}
	out.verdict = judge(call, a, members, unreadable)
	out.Refused = nothingDone(a.Status, out.verdict, a.Body)
	strict := call.Class != cache.Never || call == callCheck // what is not the backend's own says nothing
	switch {
	case out.verdict == upstream.Refused && !strict: // the backend's message is for the customer
		out.Status, out.Body, out.Header = http.StatusUnprocessableEntity, a.Body, jsonHeader
	case out.verdict == upstream.Refused:
		return out, unusable(errSaidNo)
	case out.verdict >= upstream.Failed && a.Status < 300:
		return out, unusable(errors.Join(foreignError{a.Status}, unreadable)) // of a write it is not known what was done
	}
	if a.Status < 300 {
		return out, nil
	}
	out.retryAfter = boundedRetryAfter(a.Header.Get("Retry-After"))
	if out.retryAfter > 0 {
		out.Header = http.Header{"Content-Type": jsonValue, "Retry-After": {strconv.Itoa(int(out.retryAfter / time.Second))}}
	}
	switch own := isOwnJSON(a.Body); {
	case out.verdict >= upstream.Failed && strict && (!own || a.Status < 500):
		return out, unusable(foreignError{a.Status})
	case len(a.Body) > 0 && (!own || len(a.Body) > maxErrorBody):
		out.fault = fault.UpstreamInvalid.Because(foreignError{a.Status})
		out.fault.Status = a.Status
	}
	return out, nil
}

func unusable(cause error) error {
	return &upstream.Error{Kind: upstream.Invalid, Sent: true, Cause: cause}
}

// unwrap replaces the body of a success by the browser's side of it, and returns the members of the whole.
func (a *relay) unwrap(call *Call) ([]rawjson.Member, error) {
	read := envelope.Unwrap
	if call == callTranslations {
		read = envelope.Translations
	}
	inner, members, err := read(a.Body)
	switch {
	case err == nil:
		a.Body = inner
	case call.Class == cache.Never && envelope.IsText(a.from.Header, a.Body):
		a.Header = textHeader
	default:
		return members, err
	}
	return members, nil
}

// maxErrorBody bounds an error's body.
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
