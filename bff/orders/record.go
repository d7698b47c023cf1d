package orders

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"net/http"
	"time"
)

// ID is the hash under which an attempt is kept. It tells neither scope nor key.
type ID [sha256.Size]byte

// State of a Record.
type State byte

const (
	// Sent: the call may have gone out; no answer is known.
	Sent State = 1
	// Answered: the upstream answered; Sealed holds the answer.
	Answered State = 2
)

// Record is what a Store keeps of an attempt.
type Record struct {
	State State
	// Expires is when the key is forgotten.
	Expires time.Time
	// BodyTag recognises the same body again; without the order key, which is not stored, it tells nothing.
	BodyTag [sha256.Size]byte
	// Sealed is the encrypted answer; empty while none is known, or when it was too large to be kept.
	Sealed []byte
	// Live is set by a shared Store on a record in state Sent whose sender still runs, on this instance or another.
	// It is not stored.
	Live bool
}

// MaxKept is the longest encoded answer in bytes that is kept for replay. A longer one reaches the caller, but a repeat
// of its key is ErrOutcomeUnknown. Order answers are a few hundred bytes.
const MaxKept = 64 << 10

const (
	recordVersion = 1
	recordHead    = 1 + 1 + 8 + sha256.Size
)

var errRecord = errors.New("orders: a journal entry is damaged")

// keptHeaders are replayed with an answer; anything else, a cookie above all, belongs to the first caller alone.
var keptHeaders = [...]string{"Content-Type", "Content-Language", "Retry-After"}

func (a Attempt) id() ID {
	h := sha256.New()
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(a.Scope)))
	h.Write(n[:])
	h.Write([]byte(a.Scope))
	h.Write([]byte(a.Key))
	return ID(h.Sum(nil))
}

// bodyTag is keyed with the order key, which is not stored: the journal alone cannot be searched for a body.
func (a Attempt) bodyTag() [sha256.Size]byte {
	m := hmac.New(sha256.New, []byte(a.Key))
	m.Write(a.BodyHash[:])
	return [sha256.Size]byte(m.Sum(nil))
}

// MarshalBinary writes a record for a Store.
func (r *Record) MarshalBinary() ([]byte, error) {
	out := make([]byte, recordHead, recordHead+len(r.Sealed))
	out[0], out[1] = recordVersion, byte(r.State)
	binary.BigEndian.PutUint64(out[2:], uint64(r.Expires.UnixMilli())) //nolint:gosec // bits only
	copy(out[10:], r.BodyTag[:])
	return append(out, r.Sealed...), nil
}

// UnmarshalBinary reads a record of a Store. A damaged one is an error, never a free key.
func (r *Record) UnmarshalBinary(b []byte) error {
	if len(b) < recordHead || b[0] != recordVersion {
		return errRecord
	}
	state := State(b[1])
	if state != Sent && state != Answered || state == Sent && len(b) > recordHead {
		return errRecord
	}
	*r = Record{State: state, Expires: time.UnixMilli(int64(binary.BigEndian.Uint64(b[2:])))} //nolint:gosec // bits only
	copy(r.BodyTag[:], b[10:])
	if len(b) > recordHead {
		r.Sealed = append([]byte(nil), b[recordHead:]...)
	}
	return nil
}

// safe encrypts answers: they hold order codes and payment addresses.
type safe []cipher.AEAD

func newSafe(keys [][]byte) (safe, error) {
	if len(keys) == 0 {
		key := make([]byte, 32)
		rand.Read(key) //nolint:errcheck // never fails, by its documentation
		keys = [][]byte{key}
	}
	var s safe
	for _, key := range keys {
		block, err := aes.NewCipher(key)
		if err != nil {
			return nil, err
		}
		aead, err := cipher.NewGCM(block)
		if err != nil {
			return nil, err
		}
		s = append(s, aead)
	}
	return s, nil
}

// seal encrypts an answer for its id; nil when it is too large to be kept.
func (s safe) seal(id ID, a Answer) []byte {
	plain := encodeAnswer(a)
	if len(plain) > MaxKept {
		return nil
	}
	out := make([]byte, s[0].NonceSize(), s[0].NonceSize()+len(plain)+s[0].Overhead())
	rand.Read(out) //nolint:errcheck // never fails, by its documentation
	return s[0].Seal(out, out, plain, id[:])
}

func (s safe) open(id ID, sealed []byte) (Answer, error) {
	for _, aead := range s {
		n := aead.NonceSize()
		if len(sealed) < n {
			break
		}
		if plain, err := aead.Open(nil, sealed[:n], sealed[n:], id[:]); err == nil {
			return decodeAnswer(plain)
		}
	}
	return Answer{}, errRecord
}

// An answer is written as status (2 bytes), then for each kept header its length (2 bytes) and value, then the body.
func encodeAnswer(a Answer) []byte {
	out := binary.BigEndian.AppendUint16(nil, uint16(a.Status)) //nolint:gosec // statuses have three digits
	for _, name := range keptHeaders {
		v := a.Header.Get(name)
		if len(v) > 1024 {
			v = ""
		}
		out = binary.BigEndian.AppendUint16(out, uint16(len(v))) //nolint:gosec // bounded above
		out = append(out, v...)
	}
	return append(out, a.Body...)
}

func decodeAnswer(b []byte) (Answer, error) {
	if len(b) < 2 {
		return Answer{}, errRecord
	}
	a := Answer{Status: int(binary.BigEndian.Uint16(b)), Header: http.Header{}}
	b = b[2:]
	for _, name := range keptHeaders {
		if len(b) < 2 {
			return Answer{}, errRecord
		}
		n := int(binary.BigEndian.Uint16(b))
		if b = b[2:]; len(b) < n {
			return Answer{}, errRecord
		}
		if n > 0 {
			a.Header.Set(name, string(b[:n]))
		}
		b = b[n:]
	}
	if a.Status < 100 || a.Status > 999 {
		return Answer{}, errRecord
	}
	a.Body = append([]byte(nil), b...)
	return a, nil
}

// replay is an answer as everybody but its first caller gets it.
func replay(a Answer) Answer {
	out := Answer{Status: a.Status, Header: http.Header{}, Body: a.Body, Replayed: true}
	for _, name := range keptHeaders {
		if v := a.Header.Get(name); v != "" {
			out.Header.Set(name, v)
		}
	}
	return out
}
