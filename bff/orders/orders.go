// Package orders lets an order through exactly once (docs/architecture.md section 3.8).
//
// The client gives each order attempt a key (header Idempotency-Key). An attempt is identified by its branch and key.
// The journal writes "sent" to disk before the call goes out and the answer after it came. A second call with the same
// key waits for the first and gets its answer, if the same subject makes it; any other subject gets ErrNotYours. After a
// crash a key that was sent and never answered stays closed, since nobody knows whether the order exists. Bodies and
// subjects are never stored, only keyed hashes of them; answers are stored encrypted.
package orders

import (
	"context"
	"errors"
	"net/http"
	"time"

	"tablefront/bff/recordlog"
)

// Attempt names one try to order.
type Attempt struct {
	// Branch is the address of the branch the order goes to. The same key at another branch is another order.
	Branch string
	// Key is the value of Idempotency-Key, see ValidKey.
	Key string
	// Subject is the one who orders: a login, a table or a guest. Only the same subject gets the answer replayed. It is
	// stored as a keyed hash only.
	Subject string
	// Call and RequestID say in the journal which call it was and where the log has it.
	Call, RequestID string
	// BodyHash is the SHA-256 of the request's call and body.
	BodyHash [32]byte
}

// Answer is what the upstream answered, ready to be sent to the browser.
type Answer struct {
	Status int
	// Header holds the few headers that are to be repeated with the answer (Content-Type, Retry-After).
	Header http.Header
	Body   []byte
	// Replayed is set when the answer was not fetched by this call but by an earlier one with the same key.
	Replayed bool
}

// Send makes the call upstream once. It returns the upstream's answer, whatever its status, or an error. An error that
// wraps ErrNotSent promises that not one byte of the request reached the upstream; any other error means that the
// order may exist.
type Send func(ctx context.Context) (Answer, error)

var (
	// ErrBadKey says that the key is not a usable one (ValidKey): 400.
	ErrBadKey = errors.New("orders: the order key must be 8 to 128 of the characters A-Z, a-z, 0-9, '.', '_', '~' and '-'")
	// ErrNotYours says that the key was used by another subject: 409, nothing was sent.
	ErrNotYours = errors.New("orders: the order key belongs to another login, table or guest")
	// ErrKeyReused says that the key was used with another body: 422, nothing was sent.
	ErrKeyReused = errors.New("orders: the order key belongs to another order")
	// ErrOutcomeUnknown says that the order was sent and its outcome is not known: 504 outcome_unknown. The key stays
	// closed.
	ErrOutcomeUnknown = errors.New("orders: the order was sent and its outcome is not known")
	// ErrUnwritable says that the journal cannot be written, so nothing was sent: 503.
	ErrUnwritable = errors.New("orders: the journal cannot be written, nothing was sent")
	// ErrDamaged is wrapped by the errors of List and Repair about a damaged journal.
	ErrDamaged = recordlog.ErrDamaged
	// ErrNotSent is wrapped by a Send's error when the request certainly did not reach the upstream. The key is free
	// again.
	ErrNotSent = errors.New("orders: the request was not sent")
)

// KeyPurpose is what the keys of a journal are derived for (session.Sealer.Derive).
const KeyPurpose = "order journal"

// Options of a Journal. The zero value works, except that answers then cannot be read after a restart.
type Options struct {
	// Keys encrypt the answers on disk; the first one writes, all read (session.Sealer.Derive). Without any, a key is
	// made for the life of the process.
	Keys [][]byte
	// Deadline ends a send; it runs on when the browser disconnects. Default 20 s.
	Deadline time.Duration
	// Keep is how long an answer is replayed and a key stays closed. Default 24 h, at most 48 h.
	Keep time.Duration
	// MaxEntries bounds the journal. When it is full, the oldest answers are forgotten early; an order whose outcome
	// is not known never is, so with nothing to forget orders are refused with ErrUnwritable. Default 250,000.
	MaxEntries int
	// Now is the clock. Default time.Now.
	Now func() time.Time
	// Warn is told what an operator should know (disk full, a damaged entry). Default: nobody.
	Warn func(message string, err error)
}

// ValidKey tells whether a value of Idempotency-Key can be used: 8 to 128 letters, digits, '.', '_', '~' or '-', as the
// contract's parameter IdempotencyKey has it.
func ValidKey(key string) bool {
	if len(key) < 8 || len(key) > 128 {
		return false
	}
	for i := range len(key) {
		c := key[i]
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.', c == '_', c == '~', c == '-':
		default:
			return false
		}
	}
	return true
}

// reopens tells whether an answer says that the order was not carried out, so that the same key may be tried again:
// the customer corrects a field, signs in, waits. After 408, 409 and 499 that is not sure, and after no 5xx it is: what
// stands in front of a backend says 503, with Retry-After, of a request it had already handed on (Varnish and Envoy do).
func reopens(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, 499:
		return false
	}
	return status >= 400 && status < 500
}
