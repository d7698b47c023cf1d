package gateway

import (
	"context"
	"errors"
	"net/http"
	"time"

	"tablefront/bff/fault"
	"tablefront/bff/orders"
	"tablefront/bff/upstream"
)

// The faults. Each occurrence is one of them with its cause.
var (
	faultBadRequest     = fault.New(400, "bad_request", "The request could not be understood.")
	faultLoginExpired   = fault.New(401, "login_expired", "Please log in to continue.")
	faultCrossOrigin    = fault.New(403, "cross_origin", "The request did not come from this shop.")
	faultUnknownCall    = fault.New(404, "unknown_call", "There is nothing here.")
	faultMethod         = fault.New(405, "method_not_allowed", "This cannot be done here.")
	faultTooLarge       = fault.New(413, "body_too_large", "The request is too large.")
	faultMediaType      = fault.New(415, "unsupported_media_type", "The request is not JSON.")
	faultUnknownBranch  = fault.New(421, "unknown_branch", "This branch is not known.")
	faultUnknownHost    = fault.New(421, "unknown_host", "There is nothing here.")
	faultNotYours       = fault.New(409, "order_not_yours", "This order was started under another login. Nothing was sent.")
	faultKeyReused      = fault.New(422, "order_key_reused", "This order attempt belongs to another order.")
	faultRateLimited    = fault.New(429, "rate_limited", "Too many attempts. Please wait a moment.")
	faultClosed         = fault.New(499, "client_closed", "Something went wrong. Please try again.")
	faultUnreachable    = fault.New(502, "upstream_unreachable", "The restaurant's system cannot be reached. Please try again.")
	faultInvalid        = fault.New(502, "upstream_invalid", "The restaurant's system gave no usable answer. Please try again.")
	faultOpen           = fault.New(503, "upstream_open", "The restaurant's system is not answering right now. Please try again in a moment.")
	faultUnwritable     = fault.New(503, "orders_paused", "Orders cannot be taken right now. Nothing was sent.").After(30*time.Second, nil)
	faultTimeout        = fault.New(504, "upstream_timeout", "The restaurant's system took too long to answer. Please try again.")
	faultOutcomeUnknown = fault.New(504, "outcome_unknown", "It is not known whether the restaurant received this. Please do not send it again before you have checked.")
	faultInternal       = fault.New(500, "internal", "Something went wrong. Please try again.")
)

// faultOf maps any error of an exchange to the response that the client gets.
func (x *exchange) faultOf(err error) *fault.Fault {
	safe := x.r.Method == http.MethodGet || x.r.Method == http.MethodHead
	if safe && x.r.Context().Err() != nil { // nobody reads it, and it says nothing about the upstream
		return faultClosed.Because(err)
	}
	return faultOf(err, safe)
}

// faultOf is exchange.faultOf without the client that disconnects. safe is true for GET.
func faultOf(err error, safe bool) *fault.Fault {
	var f *fault.Fault
	var up *upstream.Error
	switch {
	case errors.Is(err, orders.ErrOutcomeUnknown):
		return faultOutcomeUnknown.Because(err)
	case errors.Is(err, orders.ErrBadKey):
		return faultBadRequest.Because(err)
	case errors.Is(err, orders.ErrNotYours):
		return faultNotYours.Because(err)
	case errors.Is(err, orders.ErrKeyReused):
		return faultKeyReused.Because(err)
	case errors.Is(err, orders.ErrUnwritable):
		return faultUnwritable.Because(err)
	case errors.As(err, &f):
		return f
	case errors.As(err, &up):
		return faultOfUpstream(up, safe, up.Sent && !errors.Is(err, orders.ErrNotSent))
	case errors.Is(err, context.Canceled):
		return faultUnreachable.Because(err)
	case errors.Is(err, context.DeadlineExceeded) && safe:
		return faultTimeout.Because(err)
	case errors.Is(err, context.DeadlineExceeded):
		return faultOutcomeUnknown.Because(err)
	}
	return faultInternal.Because(err)
}

func faultOfUpstream(e *upstream.Error, safe, sent bool) *fault.Fault {
	switch {
	case !safe && sent:
		return faultOutcomeUnknown.Because(e)
	case errors.Is(e, upstream.ErrShare):
		return faultRateLimited.After(e.RetryAfter, e)
	case e.Kind == upstream.Open || e.Kind == upstream.Busy:
		return faultOpen.After(e.RetryAfter, e)
	case e.Kind == upstream.Timeout && safe:
		return faultTimeout.Because(e)
	case e.Kind == upstream.Invalid:
		return faultInvalid.Because(e)
	}
	return faultUnreachable.Because(e)
}
