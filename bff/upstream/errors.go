package upstream

import (
	"context"
	"errors"
	"time"
)

// Kind says in which way a call to a host failed; the gateway maps it to docs/wire.md section 3.
type Kind string

const (
	// Unreachable: refused, reset, no route, no name.
	Unreachable Kind = "unreachable"
	// Timeout: no complete answer before the deadline.
	Timeout Kind = "timeout"
	// Invalid: an answer that breaks off, is over the limit, or cannot be decoded.
	Invalid Kind = "invalid answer"
	// Open: the host's circuit is open, nothing was sent.
	Open Kind = "circuit open"
	// Busy: the host has as many calls or large responses under way as it may have.
	Busy Kind = "busy"
	// Canceled: the client disconnected.
	Canceled Kind = "canceled"
)

// Error is a call that brought no answer. Its text is for the log only: it may name hosts and addresses.
type Error struct {
	Kind Kind
	// Sent is false only when not one byte of the request reached the host.
	Sent bool
	// RetryAfter is when it may be worth trying again; zero: not known.
	RetryAfter time.Duration
	Cause      error
}

func (e *Error) Error() string {
	if e.Cause == nil {
		return "upstream: " + string(e.Kind)
	}
	return "upstream: " + string(e.Kind) + ": " + e.Cause.Error()
}

func (e *Error) Unwrap() error { return e.Cause }

// ErrNotABackend means that the address is that of a Tablefront shop, its own or another.
var ErrNotABackend = errors.New("upstream: the address is that of a shop, not of a backend")

// ShopHeader is in a shop's answers to calls of a shop or of the command check, and to GET /healthz.
const ShopHeader = "X-Tablefront"

var (
	errTooLarge = errors.New("upstream: the response exceeds the size limit")
	errRefused  = errors.New("upstream: the IP address is not allowed for a branch")
	errStatus   = errors.New("upstream: the status is none of a final response")
	errCrowded  = errors.New("upstream: too many large responses in flight")
)

// failure makes an Error of what went wrong with a call.
func failure(ctx context.Context, err error, sent bool) *Error {
	e := &Error{Kind: Unreachable, Sent: sent, Cause: err}
	var timeout interface{ Timeout() bool }
	switch {
	case errors.Is(err, errTooLarge), errors.Is(err, errStatus), errors.Is(err, ErrNotABackend):
		e.Kind = Invalid
	case errors.Is(err, errCrowded):
		e.Kind, e.RetryAfter = Busy, time.Second
	case errors.Is(ctx.Err(), context.Canceled):
		e.Kind = Canceled
	case errors.Is(ctx.Err(), context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		e.Kind = Timeout
	}
	return e
}
