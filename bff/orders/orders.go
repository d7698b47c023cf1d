// Package orders sends an order at most once (docs/architecture.md section 3.8).
//
// The client gives each order attempt a key (header Idempotency-Key). An attempt is identified by its branch and key.
// The journal writes "sent" to disk before the call is sent, and its response afterwards. A second call with the same key
// and subject waits for the first and gets its response; any other subject gets ErrNotYours. After a crash, a key that was
// sent and never answered stays closed, since the order may exist. Bodies and subjects are not stored, only keyed hashes of
// them; responses are stored encrypted.
package orders

import (
	"context"
	"crypto/cipher"
	"errors"
	"log/slog"
	"net/http"
	"regexp"
	"time"

	"tablefront/bff/recordlog"
)

// Attempt is an attempt to place an order.
type Attempt struct {
	// Branch is the URL of the order's branch. The same key at another branch is another order.
	Branch string
	// Key is the value of Idempotency-Key, see ValidKey.
	Key string
	// Subject is who orders: a login, a table or a guest. Only the same subject gets the recorded response. Only a keyed
	// hash of it is stored.
	Subject string
	// Call and RequestID are stored so that the operator can find the call in the log.
	Call, RequestID string
	// BodyHash is the SHA-256 of the request's body. The same body under the same key is the same order, whichever call it is sent to.
	BodyHash [32]byte
}

// Answer is the upstream's response, ready to be sent to the browser.
type Answer struct {
	Status int
	// Header: Content-Type and Retry-After are recorded; others are only for the first caller.
	Header http.Header
	Body   []byte
	// Refused is true if the upstream certainly did not carry the order out. It frees the key.
	Refused bool
	// Replayed is true if the response is that of an earlier call with the same key.
	Replayed bool
}

// Send makes the call upstream once. It returns the upstream's answer, whatever its status, or an error. An error that
// wraps ErrNotSent promises that not one byte of the request reached the upstream; any other error means that the
// order may exist.
type Send func(ctx context.Context) (Answer, error)

var (
	// ErrBadKey: the key is not valid (ValidKey): 400.
	ErrBadKey = errors.New("orders: the order key must be 8 to 128 of the characters A-Z, a-z, 0-9, '.', '_', '~' and '-'")
	// ErrNotYours: the key was used by another subject: 409, nothing was sent.
	ErrNotYours = errors.New("orders: the order key belongs to another login, table or guest")
	// ErrKeyReused: the key was used with another body: 422, nothing was sent.
	ErrKeyReused = errors.New("orders: the order key belongs to another order")
	// ErrOutcomeUnknown: the order was sent and its outcome is not known: 504 outcome_unknown. The key stays closed.
	ErrOutcomeUnknown = errors.New("orders: the order was sent and its outcome is not known")
	// ErrUnwritable: the journal cannot be written, so nothing was sent: 503.
	ErrUnwritable = errors.New("orders: the journal cannot be written, nothing was sent")
	// ErrDamaged is wrapped by the errors of Read and Repair about a damaged journal.
	ErrDamaged = recordlog.ErrDamaged
	// ErrLocked means that another process uses the journal's file.
	ErrLocked = errors.New("another process holds it")
	// ErrUncertain is wrapped by the error of Store.Begin if the record may have been written, or may be later.
	ErrUncertain = errors.New("orders: it is not known whether the order was journaled")
	// ErrNotSent is wrapped by a Send's error when the request certainly did not reach the upstream. The key is free again.
	ErrNotSent = errors.New("orders: the request was not sent")

	errClosed = errors.New("orders: the journal is closed")
)

// keep is how long a response is recorded and a key stays closed.
const keep = 24 * time.Hour

// Purpose is that of a journal's ciphers (session.Sealer.Ciphers).
const Purpose = "order journal"

// Options of a Journal. The zero value works.
type Options struct {
	// Ciphers encrypt the recorded responses; the first encrypts, all decrypt. Without one a repeat gets ErrOutcomeUnknown.
	Ciphers []cipher.AEAD
	// Deadline is that of a send, which continues when the browser disconnects. Default 20 s.
	Deadline time.Duration
	// Now is the clock. Default: the system's at the start, counted on without its later jumps, which would free keys.
	Now func() time.Time
	// Log gets the problems that the operator should know (disk full, a damaged entry, a panic). Default: none.
	Log *slog.Logger
}

// ValidKey reports whether a value of Idempotency-Key is valid: 8 to 128 letters, digits, '.', '_', '~' or '-', as the
// contract's parameter IdempotencyKey has it.
func ValidKey(key string) bool { return validKey.MatchString(key) }

var validKey = regexp.MustCompile(`^[A-Za-z0-9._~-]{8,128}$`)
