package cache

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"

	"tablefront/bff/recordlog"
	"tablefront/bff/representation"
)

// Class says how long a call's response may be cached (docs/architecture.md section 3.6).
type Class uint8

// The classes, as contracts/openapi.yaml names them in x-cache.
const (
	Never Class = iota
	Settings
	Catalogue
	Hours
)

// String is the name in x-cache.
func (c Class) String() string { return [...]string{"never", "settings", "catalogue", "hours"}[c] }

// Entry is a cached response, ready to send: unwrapped, with precomputed header values. It is immutable except for the
// compressed forms, which are added when they are ready.
type Entry struct {
	Key   string
	Class Class
	// Stored is when the entry was fetched.
	Stored time.Time
	// Body is the response as the browser gets it. It must not be modified.
	Body []byte
	// ETag is a weak validator, the same for all encodings.
	ETag string
	// Precomputed header values for net/http.
	ETagValue, LengthValue []string

	forms *forms
	// failedAt is when the last refresh failed, nil if it did not.
	failedAt atomic.Pointer[time.Time]
	// refreshing is set while one refresh runs.
	refreshing atomic.Bool
}

// forms are the compressed forms of a body, shared by the entries that have it one after another.
type forms struct {
	ready [2]atomic.Pointer[Form]
	// begun is set once a caller compresses, or has compressed, the body.
	begun [2]atomic.Bool
	size  atomic.Int64
}

// Form is a compressed body with the value of Content-Length.
type Form struct {
	Body        []byte
	LengthValue []string
}

// NewEntry returns an Entry for a response body, which the caller must not modify afterwards.
func NewEntry(key string, class Class, body []byte, stored time.Time) *Entry {
	tag := `W/"` + strconv.FormatUint(xxhash.Sum64(body), 36) + `"`
	return &Entry{
		Key: key, Class: class, Stored: stored, Body: body,
		ETag: tag, ETagValue: []string{tag}, LengthValue: []string{strconv.Itoa(len(body))}, forms: &forms{},
	}
}

// Age returns the time since the entry was fetched, never negative.
func (e *Entry) Age(now time.Time) time.Duration { return max(0, now.Sub(e.Stored)) }

// CacheKey implements Weighted.
func (e *Entry) CacheKey() string { return e.Key }

// Weight implements Weighted.
func (e *Entry) Weight() int64 {
	const overhead = 512
	return int64(len(e.Body)+len(e.Key)) + overhead + e.forms.size.Load()
}

// packFrom is the smallest body that is compressed: a smaller one fits into one packet anyway.
const packFrom = 1 << 10

// Encoded returns the compressed form to send, nil to send the plain body. The first caller that hits the cached entry
// compresses it; until the form is ready, others get the plain body. fresh is true for the caller that has just waited for
// the fetch: the entry is not compressed then, since it may never be requested again. If compressing saves nothing, it is
// not tried again.
func (c *Cache) Encoded(e *Entry, encoding representation.Encoding, fresh bool) *Form {
	if encoding == representation.Identity || len(e.Body) < packFrom {
		return nil
	}
	if f := e.forms.ready[encoding].Load(); f != nil || fresh {
		return f
	}
	if first := e.forms.begun[encoding].CompareAndSwap(false, true); !first {
		return nil
	}
	body := representation.Compress(e.Body, encoding)
	if len(body) >= len(e.Body) {
		return nil
	}
	f := &Form{Body: body, LengthValue: []string{strconv.Itoa(len(body))}}
	e.forms.size.Add(int64(len(body)))
	e.forms.ready[encoding].Store(f)
	c.entries.Reweigh(e.Key, int64(len(body)))
	return f
}

// A record of the snapshot and a value of the second level are: operation (1 byte), length of the key (4), key, sum of key and
// rest (8), stored (8, unix nanoseconds), class (1), body. With opRemove, of earlier versions, they end after the key.
const (
	opPut     = 'p'
	opRemove  = 'r'
	opHead    = 5
	entryHead = 17
)

var errRecord = fmt.Errorf("%w: cache: a stored entry cannot be decoded", recordlog.ErrDamaged)

func encode(e *Entry) []byte {
	b := make([]byte, 0, opHead+len(e.Key)+entryHead+len(e.Body))
	b = append(binary.BigEndian.AppendUint32(append(b, opPut), uint32(len(e.Key))), e.Key...) //nolint:gosec // keys are short
	at := len(b)
	b = binary.BigEndian.AppendUint64(b, 0)                           // the sum
	b = binary.BigEndian.AppendUint64(b, uint64(e.Stored.UnixNano())) //nolint:gosec // bits only
	b = append(append(b, byte(e.Class)), e.Body...)
	binary.BigEndian.PutUint64(b[at:], sumOf(e.Key, b[at+8:]))
	return b
}

// decode returns no entry for a removed key.
func decode(b []byte) (key string, e *Entry, err error) {
	if len(b) < opHead || int64(len(b)-opHead) < int64(binary.BigEndian.Uint32(b[1:])) {
		return "", nil, errRecord
	}
	op, b, end := b[0], b[opHead:], int(binary.BigEndian.Uint32(b[1:]))
	key, b = string(b[:end]), b[end:]
	switch {
	case op == opRemove && len(b) == 0:
		return key, nil, nil
	case op != opPut, len(b) < entryHead, binary.BigEndian.Uint64(b) != sumOf(key, b[8:]), Class(b[16]) < Settings, Class(b[16]) > Hours:
		return "", nil, errRecord
	}
	stored := time.Unix(0, int64(binary.BigEndian.Uint64(b[8:]))) //nolint:gosec // bits only
	return key, NewEntry(key, Class(b[16]), bytes.Clone(b[entryHead:]), stored), nil
}

func sumOf(key string, rest []byte) uint64 {
	d := xxhash.New()
	d.WriteString(key) //nolint:errcheck // never fails
	d.Write(rest)      //nolint:errcheck // never fails
	return d.Sum64()
}
