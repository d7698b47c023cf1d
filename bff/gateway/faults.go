package gateway

import (
	"context"
	"errors"
	"net/http"

	"tablefront/bff/fault"
	"tablefront/bff/orders"
	"tablefront/bff/upstream"
)

// faultOf maps any error of an exchange to the response that the client gets.
func (x *exchange) faultOf(err error) *fault.Fault {
	safe := x.r.Method == http.MethodGet || x.r.Method == http.MethodHead
	if safe && x.r.Context().Err() != nil { // nobody reads it, and it says nothing about the upstream
		return fault.ClientClosed.Because(err)
	}
	return faultOf(err, safe)
}

// faultOf is exchange.faultOf without the client that disconnects. safe is true for GET.
func faultOf(err error, safe bool) *fault.Fault {
	var f *fault.Fault
	var up *upstream.Error
	switch {
	case errors.Is(err, orders.ErrOutcomeUnknown):
		return fault.OutcomeUnknown.Because(err)
	case errors.Is(err, orders.ErrBadKey):
		return fault.BadRequest.Because(err)
	case errors.Is(err, orders.ErrNotYours):
		return fault.OrderNotYours.Because(err)
	case errors.Is(err, orders.ErrKeyReused):
		return fault.OrderKeyReused.Because(err)
	case errors.Is(err, orders.ErrUnwritable):
		return fault.OrdersPaused.Because(err)
	case errors.As(err, &f):
		return f
	case errors.As(err, &up):
		return faultOfUpstream(up, safe, up.Sent && !errors.Is(err, orders.ErrNotSent))
	case errors.Is(err, context.Canceled):
		return fault.UpstreamUnreachable.Because(err)
	case errors.Is(err, context.DeadlineExceeded) && safe:
		return fault.UpstreamTimeout.Because(err)
	case errors.Is(err, context.DeadlineExceeded):
		return fault.OutcomeUnknown.Because(err)
	}
	return fault.Internal.Because(err)
}

func faultOfUpstream(e *upstream.Error, safe, sent bool) *fault.Fault {
	switch {
	case !safe && sent:
		return fault.OutcomeUnknown.Because(e)
	case errors.Is(e, upstream.ErrShare):
		return fault.RateLimited.After(e.RetryAfter, e)
	case e.Kind == upstream.Open || e.Kind == upstream.Busy:
		return fault.UpstreamOpen.After(e.RetryAfter, e)
	case e.Kind == upstream.Timeout && safe:
		return fault.UpstreamTimeout.Because(e)
	case e.Kind == upstream.Invalid:
		return fault.UpstreamInvalid.Because(e)
	}
	return fault.UpstreamUnreachable.Because(e)
}
