package gateway

import (
	"context"
	"errors"
	"strconv"
	"time"

	"tablefront/bff/orders"
	"tablefront/bff/rawjson"
	"tablefront/bff/social"
	"tablefront/bff/upstream"
)

// Fault is one of the BFF's own errors (docs/wire.md section 3). Code and Message go to the client, Cause only to the log.
type Fault struct {
	Status  int
	Code    string
	Message string
	// RetryAfter is sent in whole seconds, rounded up. Zero sends no header.
	RetryAfter time.Duration
	Cause      error
}

// Error describes the fault for the log.
func (f *Fault) Error() string {
	if f.Cause == nil {
		return f.Code
	}
	return f.Code + ": " + f.Cause.Error()
}

func (f *Fault) Unwrap() error { return f.Cause }

// The faults. Each occurrence is one of them with its cause.
var (
	faultBadRequest     = &Fault{400, "bad_request", "The request could not be understood.", 0, nil}
	faultCrossOrigin    = &Fault{403, "cross_origin", "The request did not come from this shop.", 0, nil}
	faultUnknownCall    = &Fault{404, "unknown_call", "There is nothing here.", 0, nil}
	faultMethod         = &Fault{405, "method_not_allowed", "This cannot be done here.", 0, nil}
	faultTooLarge       = &Fault{413, "body_too_large", "The request is too large.", 0, nil}
	faultMediaType      = &Fault{415, "unsupported_media_type", "The request is not JSON.", 0, nil}
	faultUnknownBranch  = &Fault{421, "unknown_branch", "This branch is not known.", 0, nil}
	faultNotYours       = &Fault{409, "order_not_yours", "This order was started under another login. Nothing was sent.", 0, nil}
	faultKeyReused      = &Fault{422, "order_key_reused", "This order attempt belongs to another order.", 0, nil}
	faultRateLimited    = &Fault{429, "rate_limited", "Too many attempts. Please wait a moment.", 0, nil}
	faultUnreachable    = &Fault{502, "upstream_unreachable", "The restaurant's system cannot be reached. Please try again.", 0, nil}
	faultInvalid        = &Fault{502, "upstream_invalid", "The restaurant's system gave no usable answer. Please try again.", 0, nil}
	faultOpen           = &Fault{503, "upstream_open", "The restaurant's system is not answering right now. Please try again in a moment.", 0, nil}
	faultUnwritable     = &Fault{503, "orders_paused", "Orders cannot be taken right now. Nothing was sent.", 30 * time.Second, nil}
	faultTimeout        = &Fault{504, "upstream_timeout", "The restaurant's system took too long to answer. Please try again.", 0, nil}
	faultOutcomeUnknown = &Fault{504, "outcome_unknown", "It is not known whether the restaurant received this. Please do not send it again before you have checked.", 0, nil}
	faultInternal       = &Fault{500, "internal", "Something went wrong. Please try again.", 0, nil}
)

// because returns the fault with its cause.
func (f *Fault) because(why error) *Fault {
	out := *f
	out.Cause = why
	return &out
}

// after returns the fault with its cause and the time to wait, which is at least a second.
func (f *Fault) after(wait time.Duration, why error) *Fault {
	out := f.because(why)
	out.RetryAfter = max(wait, time.Second)
	return out
}

// errClientDisconnected: the browser disconnected before the response, so nobody reads it.
var errClientDisconnected = errors.New("the browser disconnected")

// faultOf maps any error of the pipeline to the response that the client gets. safe is true for GET.
func faultOf(err error, safe bool) *Fault {
	var f *Fault
	var up *upstream.Error
	var refusal *social.Refusal
	switch {
	case errors.Is(err, orders.ErrOutcomeUnknown):
		return faultOutcomeUnknown.because(err)
	case errors.Is(err, orders.ErrBadKey):
		return faultBadRequest.because(err)
	case errors.Is(err, orders.ErrNotYours):
		return faultNotYours.because(err)
	case errors.Is(err, orders.ErrKeyReused):
		return faultKeyReused.because(err)
	case errors.Is(err, orders.ErrUnwritable):
		return faultUnwritable.because(err)
	case errors.As(err, &f):
		return f
	case errors.As(err, &refusal):
		return &Fault{refusal.Status, refusal.Code, refusal.Message, 0, refusal.Cause}
	case errors.As(err, &up):
		return faultOfUpstream(up, safe, up.Sent && !errors.Is(err, orders.ErrNotSent))
	case errors.Is(err, context.Canceled):
		return faultUnreachable.because(errClientDisconnected)
	case errors.Is(err, context.DeadlineExceeded) && safe:
		return faultTimeout.because(err)
	case errors.Is(err, context.DeadlineExceeded):
		return faultOutcomeUnknown.because(err)
	}
	return faultInternal.because(err)
}

func faultOfUpstream(e *upstream.Error, safe, sent bool) *Fault {
	switch {
	case e.Kind == upstream.Open || e.Kind == upstream.Busy:
		return faultOpen.after(e.RetryAfter, e)
	case !safe && sent:
		return faultOutcomeUnknown.because(e)
	case e.Kind == upstream.Timeout && safe:
		return faultTimeout.because(e)
	case e.Kind == upstream.Invalid:
		return faultInvalid.because(e)
	}
	return faultUnreachable.because(e)
}

// body encodes the fault as JSON.
func (f *Fault) body(requestID string) []byte {
	b := make([]byte, 0, 192)
	b = append(b, `{"code":`...)
	b = append(b, rawjson.Quote(f.Code)...)
	b = append(b, `,"message":`...)
	b = append(b, rawjson.Quote(f.Message)...)
	b = append(b, `,"requestId":`...)
	b = append(b, rawjson.Quote(requestID)...)
	return append(b, '}')
}

// retryAfter returns the header's value, "" for none.
func (f *Fault) retryAfter() string {
	if f.RetryAfter <= 0 {
		return ""
	}
	return strconv.FormatInt(int64((f.RetryAfter+time.Second-1)/time.Second), 10)
}
