package orders

import (
	"bytes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"net/http"
	"time"

	"tablefront/bff/recordlog"
)

// ID is the hash of branch and key under which an attempt is stored. It does not reveal the key.
type ID [sha256.Size]byte

// Tag is a hash keyed with the order key, which is not stored, so values can't be guessed from the journal alone.
type Tag [sha256.Size]byte

// State of a Record.
type State byte

const (
	// Sent: the call may have been sent; no response is known.
	Sent State = 1
	// Answered: the upstream answered; Sealed has the response.
	Answered State = 2
	// Unknown: the call was sent, and its response will never be known.
	Unknown State = 3
)

// Record is what a Store stores of an attempt.
type Record struct {
	State State
	// Expires is when the record is removed.
	Expires time.Time
	// Began is when the attempt was started.
	Began time.Time
	// Subject and Body recognise the same subject and body again.
	Subject, Body Tag
	// Branch, Call and RequestID are those of the Attempt, for the operator's list.
	Branch, Call, RequestID string
	// Status is the upstream's, 0 while none is known.
	Status int
	// Sealed is the encrypted response; empty while none is known, or if it was larger than maxRecorded.
	Sealed []byte
	// Live is set by a shared Store on a record in state Sent whose sender still runs, on this instance or another.
	// It is not stored.
	Live bool
}

// maxRecorded is the largest encoded response in bytes that is recorded. A larger one is returned to the caller, but a repeat of
// its key gets ErrOutcomeUnknown. Responses to orders have a few hundred bytes.
const maxRecorded = 64 << 10

const (
	recordVersion = 2
	// maxText limits the texts of a record and the recorded headers, in bytes.
	maxText = 1024
)

var errRecord = fmt.Errorf("%w: orders: a record can't be read", recordlog.ErrDamaged)

func (a Attempt) id() ID {
	h := sha256.New()
	var n [8]byte
	binary.BigEndian.PutUint64(n[:], uint64(len(a.Branch)))
	h.Write(n[:])
	h.Write([]byte(a.Branch))
	h.Write([]byte(a.Key))
	return ID(h.Sum(nil))
}

func (a Attempt) record(now time.Time) Record {
	tag := func(kind string, value []byte) Tag {
		m := hmac.New(sha256.New, []byte(a.Key))
		m.Write([]byte(kind))
		m.Write(value)
		return Tag(m.Sum(nil))
	}
	return Record{
		State: Sent, Began: now, Expires: now.Add(keep), Subject: tag("subject ", []byte(a.Subject)), Body: tag("body ", a.BodyHash[:]),
		Branch: a.Branch, Call: a.Call, RequestID: a.RequestID,
	}
}

// admits checks whether an attempt may get this one's response. It returns nil, ErrNotYours or ErrKeyReused.
func (r *Record) admits(other *Record) error {
	switch {
	case r.Subject != other.Subject:
		return ErrNotYours
	case r.Body != other.Body:
		return ErrKeyReused
	}
	return nil
}

// recordHead begins a record as a Store writes it, big-endian. Times are Unix milliseconds. Branch, call and request id follow as texts, then the sealed answer.
type recordHead struct {
	Version        uint8
	State          State
	Status         uint16
	Began, Expires int64
	Subject, Body  Tag
}

// Append appends the record as a Store writes it.
func (r *Record) Append(out []byte) []byte {
	out, _ = binary.Append(out, binary.BigEndian, recordHead{recordVersion, r.State, uint16(r.Status), r.Began.UnixMilli(), r.Expires.UnixMilli(), r.Subject, r.Body})
	return append(appendTexts(out, r.Branch, r.Call, r.RequestID), r.Sealed...)
}

// ParseRecord reads a record of a Store. A damaged one is an error, never a free key.
func ParseRecord(b []byte) (*Record, error) {
	var head recordHead
	n, err := binary.Decode(b, binary.BigEndian, &head)
	if err != nil || head.Version != recordVersion {
		return nil, errRecord
	}
	rec := &Record{
		State: head.State, Status: int(head.Status), Began: time.UnixMilli(head.Began), Expires: time.UnixMilli(head.Expires),
		Subject: head.Subject, Body: head.Body,
	}
	b, err = cutTexts(b[n:], &rec.Branch, &rec.Call, &rec.RequestID)
	if err != nil || rec.State < Sent || rec.State > Unknown || rec.State != Answered && len(b) > 0 {
		return nil, errRecord
	}
	rec.Sealed = bytes.Clone(b)
	return rec, nil
}

// A text is its length (2 bytes) and its bytes, at most maxText.
func appendTexts(out []byte, texts ...string) []byte {
	for _, text := range texts {
		text = text[:min(len(text), maxText)]
		out = append(binary.BigEndian.AppendUint16(out, uint16(len(text))), text...)
	}
	return out
}

func cutTexts(b []byte, texts ...*string) (rest []byte, err error) {
	for _, text := range texts {
		if len(b) < 2 {
			return nil, errRecord
		}
		n := int(binary.BigEndian.Uint16(b))
		if b = b[2:]; n > maxText || len(b) < n {
			return nil, errRecord
		}
		*text, b = string(b[:n]), b[n:]
	}
	return b, nil
}

// sealer encrypts answers: they hold order codes and payment addresses. It is Options.Ciphers.
type sealer []cipher.AEAD

// seal encrypts a response for its id, nil if it is too large to be recorded or there is no cipher.
func (s sealer) seal(id ID, a Answer) []byte {
	plain := encodeAnswer(a)
	if len(plain) > maxRecorded || len(s) == 0 {
		return nil
	}
	return s[0].Seal(nil, nil, plain, id[:])
}

func (s sealer) open(id ID, sealed []byte) (Answer, error) {
	for _, aead := range s {
		if plain, err := aead.Open(nil, nil, sealed, id[:]); err == nil {
			return decodeAnswer(plain)
		}
	}
	return Answer{}, errRecord
}

// A response is written as status (2 bytes), Content-Type, an empty text, Retry-After (as texts) and the body.
func encodeAnswer(a Answer) []byte {
	out := binary.BigEndian.AppendUint16(nil, uint16(a.Status))
	return append(appendTexts(out, a.Header.Get("Content-Type"), "", a.Header.Get("Retry-After")), a.Body...)
}

func decodeAnswer(b []byte) (Answer, error) {
	if len(b) < 2 {
		return Answer{}, errRecord
	}
	status, contentType, retryAfter := int(binary.BigEndian.Uint16(b)), "", ""
	b, err := cutTexts(b[2:], &contentType, new(string), &retryAfter)
	if err != nil || status < 100 || status > 999 {
		return Answer{}, errRecord
	}
	header := http.Header{"Content-Type": {contentType}}
	if retryAfter != "" {
		header["Retry-After"] = []string{retryAfter}
	}
	return Answer{Status: status, Header: header, Body: bytes.Clone(b)}, nil
}

// replay is an answer as everybody but its first caller gets it: what is recorded of it.
func replay(a Answer) (Answer, error) {
	out, err := decodeAnswer(encodeAnswer(a))
	out.Replayed = true
	return out, err
}
