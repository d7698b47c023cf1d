package gateway

import (
	"bytes"
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"tablefront/bff/cache"
	"tablefront/bff/catalogue"
	"tablefront/bff/envelope"
	"tablefront/bff/fault"
	"tablefront/bff/rawjson"
	"tablefront/bff/site"
	"tablefront/bff/upstream"
)

// relay is an upstream's response in the form that the browser gets.
type relay struct {
	status      int
	contentType []string
	body        []byte // a part of the answer's, or made from it
	answer      *upstream.Answer
	retryAfter  string
	vary        []string
	// fault replaces a body that cannot be shown, with the upstream's status.
	fault *fault.Fault
	// sealed is set if the response contained a token that was sealed.
	sealed string
}

// Error lets a relay be returned as the error of a fetch that produced nothing to cache.
func (a *relay) Error() string { return "the upstream answered " + strconv.Itoa(a.status) }

// Is classifies it for the catalogue.
func (a *relay) Is(target error) bool {
	switch target {
	case cache.ErrNotFound:
		return a.status == http.StatusNotFound || a.status == http.StatusGone
	case catalogue.ErrPerUser:
		return a.status == http.StatusUnauthorized || a.status == http.StatusForbidden
	case catalogue.ErrRefused:
		return a.status < 500
	}
	return false
}

var errRedirect = errors.New("the redirect is not followed")

// own copies the body out of the memory of the answer, for a relay that outlives its request.
func (a *relay) own() *relay {
	a.body = bytes.Clone(a.body)
	a.answer.Release()
	return a
}

// relayOf validates a complete response and unwraps a success.
func relayOf(call *Call, a *upstream.Answer) (*relay, error) {
	out := &relay{status: a.Status, body: a.Body, answer: a, contentType: jsonValue, vary: a.Header["Vary"]}
	switch {
	case a.Status < 300:
		return out, out.unwrap(call, a.Header)
	case a.Status >= 400:
		out.retryAfter = boundedRetryAfter(a.Header.Get("Retry-After"))
		if len(out.body) == 0 {
			break
		}
		if _, _, err := rawjson.Read(out.body); err != nil || len(out.body) > maxErrorBody {
			out.fault = faultInvalid.Because(errors.New("an HTML page instead of JSON"))
			out.fault.Status = a.Status
		}
	}
	return out, nil
}

// unwrap replaces the body of a success by the browser's side of it.
func (a *relay) unwrap(call *Call, header http.Header) error {
	read := envelope.Unwrap
	if call == callTranslations {
		read = envelope.Translations
	}
	inner, err := read(a.body)
	if err == nil && len(a.body) == 0 && call.Keep != cache.Never {
		err = rawjson.ErrNotJSON
	}
	switch {
	case err == nil && call == callPages:
		a.body = site.SanitisePages(inner)
	case err == nil:
		a.body = inner
	case call.Keep == cache.Never && envelope.IsText(header, a.body):
		a.contentType = textValue
	default:
		return faultInvalid.Because(&upstream.Error{Kind: upstream.Invalid, Sent: true, Cause: err})
	}
	return nil
}

// maxErrorBody bounds an error's body.
const maxErrorBody = 256 << 10

// boundedRetryAfter passes whole seconds up to an hour.
func boundedRetryAfter(value string) string {
	n, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil {
		at, err := http.ParseTime(value)
		if err != nil {
			return ""
		}
		n = int(time.Until(at)/time.Second) + 1
	}
	return strconv.Itoa(min(max(n, 1), 3600))
}
