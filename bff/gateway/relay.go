package gateway

import (
	"bytes"
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
	"tablefront/bff/site"
	"tablefront/bff/upstream"
)

// relay is an upstream's response in the form that the browser gets.
type relay struct {
	// Answer has the headers Content-Type and Retry-After only. Its Body is a part of the upstream's or made from it.
	orders.Answer
	from       *upstream.Response
	retryAfter time.Duration // 0: none
	// fault replaces a body that cannot be shown, with the upstream's status.
	fault *fault.Fault
	// sealed is set if the response contained a token that was sealed.
	sealed string
	// remembered is set if the upstream was not asked again.
	remembered bool
}

// own copies the body out of the memory of the answer, for a relay that outlives its request.
func (a *relay) own() *relay {
	a.Body = bytes.Clone(a.Body)
	a.from.Release()
	return a
}

// relayOf validates a complete response and unwraps a success.
func relayOf(call *Call, a *upstream.Response) (*relay, error) {
	out := &relay{Answer: orders.Answer{Status: a.Status, Body: a.Body, Header: jsonHeader}, from: a}
	if a.Status < 300 {
		err := out.unwrap(call)
		return out, err
	}
	out.retryAfter = boundedRetryAfter(a.Header.Get("Retry-After"))
	if out.retryAfter > 0 {
		out.Header = http.Header{"Content-Type": jsonValue, "Retry-After": {strconv.Itoa(int(out.retryAfter / time.Second))}}
	}
	if _, _, err := rawjson.Read(a.Body); len(a.Body) > 0 && (err != nil || len(a.Body) > maxErrorBody) {
		out.fault = faultInvalid.Because(errors.New("an HTML page instead of JSON"))
		out.fault.Status = a.Status
	}
	return out, nil
}

// unwrap replaces the body of a success by the browser's side of it.
func (a *relay) unwrap(call *Call) error {
	read := envelope.Unwrap
	if call == callTranslations {
		read = envelope.Translations
	}
	inner, err := read(a.Body)
	if err == nil && len(a.Body) == 0 && call.Keep != cache.Never {
		err = rawjson.ErrNotJSON
	}
	switch {
	case err == nil && call == callPages:
		a.Body = site.SanitisePages(inner)
	case err == nil:
		a.Body = inner
	case call.Keep == cache.Never && envelope.IsText(a.from.Header, a.Body):
		a.Header = textHeader
	default:
		return &upstream.Error{Kind: upstream.Invalid, Sent: true, Cause: err} // of a write it is not known what was done
	}
	return nil
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
