package gateway

import (
	"context"
	"errors"
	"net/http"
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

func faultBadRequest(why error) *Fault {
	return &Fault{400, "bad_request", "The request could not be understood.", 0, why}
}

func faultCrossOrigin(why error) *Fault {
	return &Fault{403, "cross_origin", "The request did not come from this shop.", 0, why}
}

func faultUnknownCall() *Fault {
	return &Fault{404, "unknown_call", "There is nothing here.", 0, nil}
}

func faultMethod() *Fault {
	return &Fault{405, "method_not_allowed", "This cannot be done here.", 0, nil}
}

func faultTooLarge(why error) *Fault {
	return &Fault{413, "body_too_large", "The request is too large.", 0, why}
}

func faultMediaType(why error) *Fault {
	return &Fault{415, "unsupported_media_type", "The request is not JSON.", 0, why}
}

func faultUnknownBranch(why error) *Fault {
	return &Fault{421, "unknown_branch", "This branch is not known.", 0, why}
}

func faultNotYours(why error) *Fault {
	return &Fault{409, "order_not_yours", "This order was started under another login. Nothing was sent.", 0, why}
}

func faultKeyReused(why error) *Fault {
	return &Fault{422, "order_key_reused", "This order attempt belongs to another order.", 0, why}
}

func faultRateLimited(wait time.Duration, why error) *Fault {
	return &Fault{429, "rate_limited", "Too many attempts. Please wait a moment.", max(wait, time.Second), why}
}

func faultUnreachable(why error) *Fault {
	return &Fault{502, "upstream_unreachable", "The restaurant's system cannot be reached. Please try again.", 0, why}
}

func faultInvalid(status int, why error) *Fault {
	return &Fault{status, "upstream_invalid", "The restaurant's system gave no usable answer. Please try again.", 0, why}
}

func faultOpen(wait time.Duration, why error) *Fault {
	return &Fault{503, "upstream_open", "The restaurant's system is not answering right now. Please try again in a moment.", max(wait, time.Second), why}
}

func faultUnwritable(why error) *Fault {
	return &Fault{503, "orders_paused", "Orders cannot be taken right now. Nothing was sent.", 30 * time.Second, why}
}

func faultTimeout(why error) *Fault {
	return &Fault{504, "upstream_timeout", "The restaurant's system took too long to answer. Please try again.", 0, why}
}

func faultOutcomeUnknown(why error) *Fault {
	return &Fault{504, "outcome_unknown", "It is not known whether the restaurant received this. Please do not send it again before you have checked.", 0, why}
}

func faultInternal(why error) *Fault {
	return &Fault{500, "internal", "Something went wrong. Please try again.", 0, why}
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
		return faultOutcomeUnknown(err)
	case errors.Is(err, orders.ErrBadKey):
		return faultBadRequest(err)
	case errors.Is(err, orders.ErrNotYours):
		return faultNotYours(err)
	case errors.Is(err, orders.ErrKeyReused):
		return faultKeyReused(err)
	case errors.Is(err, orders.ErrUnwritable):
		return faultUnwritable(err)
	case errors.As(err, &f):
		return f
	case errors.As(err, &refusal):
		return &Fault{refusal.Status, refusal.Code, refusal.Message, 0, refusal.Cause}
	case errors.As(err, &up):
		return faultOfUpstream(up, safe)
	case errors.Is(err, context.Canceled):
		return faultUnreachable(errClientDisconnected)
	case errors.Is(err, context.DeadlineExceeded) && safe:
		return faultTimeout(err)
	case errors.Is(err, context.DeadlineExceeded):
		return faultOutcomeUnknown(err)
	}
	return faultInternal(err)
}

func faultOfUpstream(e *upstream.Error, safe bool) *Fault {
	switch {
	case e.Kind == upstream.Open || e.Kind == upstream.Busy:
		return faultOpen(e.RetryAfter, e)
	case !safe && e.Sent:
		return faultOutcomeUnknown(e)
	case e.Kind == upstream.Timeout && safe:
		return faultTimeout(e)
	case e.Kind == upstream.Invalid:
		return faultInvalid(http.StatusBadGateway, e)
	}
	return faultUnreachable(e)
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
