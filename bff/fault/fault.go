// Package fault has the type of the BFF's own errors (docs/wire.md section 3).
package fault

import (
	"encoding/json"
	"net/http"
	"strconv"
	"time"
)

// Fault is one of the BFF's own errors. Code and Message go to the client, Cause only to the log.
type Fault struct {
	Status        int
	Code, Message string
	// RetryAfter is sent in whole seconds, rounded up. Zero sends no header.
	RetryAfter time.Duration
	Cause      error
}

// New returns a fault without a cause. message is an English sentence, a translation key.
func New(status int, code, message string) *Fault {
	return &Fault{Status: status, Code: code, Message: message}
}

func (f *Fault) Error() string {
	if f.Cause == nil {
		return f.Code
	}
	return f.Code + ": " + f.Cause.Error()
}

func (f *Fault) Unwrap() error { return f.Cause }

// Saying returns the fault with another message, about something else than the restaurant's system.
func (f *Fault) Saying(message string) *Fault {
	out := *f
	out.Message = message
	return &out
}

func (f *Fault) Because(why error) *Fault {
	out := *f
	out.Cause = why
	return &out
}

// After returns the fault with its cause and the time to wait, which is at least a second.
func (f *Fault) After(wait time.Duration, why error) *Fault {
	out := f.Because(why)
	out.RetryAfter = max(wait, time.Second)
	return out
}

func (f *Fault) SetHeader(h http.Header) {
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Type", "application/json")
	if f.RetryAfter > 0 {
		h.Set("Retry-After", strconv.FormatInt(int64((f.RetryAfter+time.Second-1)/time.Second), 10))
	}
}

func (f *Fault) Body(requestID string) []byte {
	b, _ := json.Marshal(map[string]string{"code": f.Code, "message": f.Message, "requestId": requestID})
	return b
}
