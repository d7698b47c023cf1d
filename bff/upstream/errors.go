package upstream

import (
	"errors"
	"time"
)

// Kind says in which way a call to a host failed; the gateway maps it to WIRE section 3.
type Kind uint8

// The kinds of failure.
const (
	// Unreachable: refused, reset, no route, no name.
	Unreachable Kind = iota + 1
	// Timeout: no complete answer before the deadline.
	Timeout
	// Invalid: an answer that breaks off, is over the limit, or cannot be decoded.
	Invalid
	// Open: the host's circuit is open, nothing was sent.
	Open
	// Busy: the host has as many calls under way as it may have, nothing was sent.
	Busy
	// Canceled: the browser went away.
	Canceled
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

// Error describes the failure for the log.
func (e *Error) Error() string {
	name := [...]string{"", "unreachable", "timeout", "invalid answer", "circuit open", "busy", "canceled"}[e.Kind]
	if e.Cause == nil {
		return "upstream: " + name
	}
	return "upstream: " + name + ": " + e.Cause.Error()
}

// Unwrap gives the cause.
func (e *Error) Unwrap() error { return e.Cause }

var (
	errTooLarge = errors.New("the answer is over the limit")
	errBomb     = errors.New("the answer unpacks to more than it may")
	errRefused  = errors.New("the address is not one a branch may have")
	errCrowded  = errors.New("too many large answers at once")
)
