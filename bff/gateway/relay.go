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
	"tablefront/bff/rawjson"
	"tablefront/bff/site"
	"tablefront/bff/upstream"
)

// relay is an upstream's response in the form that the browser gets.
type relay struct {
	status      int
	contentType []string
	body        []byte
	retryAfter  string
	// fault replaces a body that cannot be shown, with the upstream's status.
	fault *Fault
	// handle and sealed are set if the response contained a token that was sealed.
	sealed string
	table  bool
	// replayed: the response was recorded in the journal by an earlier call.
	replayed bool

	memory *upstream.Buffer
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

func (a *relay) release() {
	if a.memory != nil {
		a.body = nil
		a.memory.Release()
		a.memory = nil
	}
}

// own copies the body, so that the relay may outlive the call's buffers.
func (a *relay) own() {
	a.body = bytes.Clone(a.body)
	if a.memory != nil {
		a.memory.Release()
		a.memory = nil
	}
}

var (
	errHTML     = errors.New("an HTML page instead of JSON")
	errRedirect = errors.New("the redirect is not followed")
)

// relayOf makes the browser's side of a complete answer.
func (g *Gateway) relayOf(o *outgoing, a *upstream.Answer, inner []byte) *relay {
	out := &relay{status: a.Status, body: inner, contentType: jsonValue, memory: a.Body}
	switch {
	case a.Status < 300:
		if isText(inner) {
			out.contentType = textValue
		}
		if o.call == callPages {
			out.body = site.SanitisePages(inner)
		}
	case a.Status >= 400:
		out.retryAfter = boundedRetryAfter(a.Header.Get("Retry-After"))
		if len(inner) == 0 {
			break
		}
		if _, _, err := rawjson.Read(inner); err != nil || len(inner) > maxErrorBody {
			out.fault = faultInvalid(a.Status, errHTML)
		}
	}
	return out
}

// maxErrorBody bounds an error's body.
const maxErrorBody = 256 << 10

// boundedRetryAfter passes whole seconds up to an hour.
func boundedRetryAfter(value string) string {
	n, err := strconv.Atoi(strings.TrimSpace(value))
	if err != nil {
		if at, dateErr := http.ParseTime(value); dateErr == nil {
			n = int(time.Until(at)/time.Second) + 1
		} else {
			return ""
		}
	}
	return strconv.Itoa(min(max(n, 1), 3600))
}

// judged distinguishes an unusable response from none at all.
func judged(err error) error {
	var bad *unusable
	if errors.As(err, &bad) {
		return faultInvalid(http.StatusBadGateway, err)
	}
	return err
}

// unusable is a complete answer that is not what it must be.
type unusable struct{ cause error }

func (u *unusable) Error() string { return u.cause.Error() }

func (u *unusable) Unwrap() error { return u.cause }

// prove judges a complete answer and unwraps a success. The result is a part of body.
func prove(call *Call, status int, header http.Header, body []byte) ([]byte, error) {
	if status < 200 || status >= 300 {
		return body, nil
	}
	var inner []byte
	var err error
	if call == callTranslations {
		inner, err = unwrapTranslations(body)
	} else {
		inner, err = unwrap(body)
	}
	switch {
	case err == nil && len(body) == 0 && call.Keep != cache.Never:
		return nil, &unusable{rawjson.ErrNotJSON}
	case err == nil:
		return inner, nil
	case call.Keep == cache.Never && passesAsText(header, body):
		return body, nil
	}
	return nil, &unusable{err}
}

// isText reports whether a success is plain text, not JSON. Text never begins like an object, an array or a string
// (passesAsText), so only a number or a word is read again.
func isText(inner []byte) bool {
	inner = bytes.TrimSpace(inner)
	if len(inner) == 0 || strings.IndexByte(`{["`, inner[0]) >= 0 {
		return false
	}
	_, _, err := rawjson.Read(inner)
	return err != nil
}

// passesAsText reports whether a success that is not JSON may pass byte for byte (docs/wire.md section 1): it neither claims nor
// looks like JSON that broke off, and is no page.
func passesAsText(header http.Header, body []byte) bool {
	kind := strings.ToLower(header.Get("Content-Type"))
	if kind == "" || strings.Contains(kind, "json") || strings.Contains(kind, "html") {
		return false
	}
	body = bytes.TrimSpace(body)
	return len(body) > 0 && strings.IndexByte(`<{["`, body[0]) < 0
}
