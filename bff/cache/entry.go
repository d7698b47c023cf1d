package cache

import (
	"strconv"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"

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
//
// The fields that every hit reads come first, in one cache line.
type Entry struct {
	// Stored is when the entry was fetched.
	Stored time.Time
	// Body is the response as the browser gets it. It must not be modified.
	Body []byte
	// ETag is a weak validator, the same for all encodings.
	ETag  string
	forms [2]atomic.Pointer[Form]
	Class Class

	// Key is the cache key.
	Key string
	// Precomputed header values for net/http.
	ETagValue, LengthValue []string

	// packing is set once a caller compresses, or has compressed, the body.
	packing [2]atomic.Bool
	// failedAt is when the last refresh failed (nanoseconds since the cache's start), 0 if it did not.
	failedAt atomic.Int64
	// refreshing is set while one refresh runs.
	refreshing atomic.Bool
	// packedSize is the size of the compressed forms.
	packedSize atomic.Int64
}

// Form is a compressed body with the value of Content-Length.
type Form struct {
	Body        []byte
	LengthValue []string
}

// NewEntry returns an Entry for a response body, which the caller must not modify afterwards.
func NewEntry(key string, class Class, body []byte, stored time.Time) *Entry {
	tag := make([]byte, 0, 24)
	tag = append(tag, `W/"`...)
	tag = strconv.AppendUint(tag, xxhash.Sum64(body), 36)
	tag = append(tag, '"')
	values := [2]string{string(tag), strconv.Itoa(len(body))}
	return &Entry{
		Key: key, Class: class, Body: body, ETag: values[0], Stored: stored,
		ETagValue: values[0:1:1], LengthValue: values[1:2:2],
	}
}

// Age returns the time since the entry was fetched, never negative.
func (c *Entry) Age(now time.Time) time.Duration { return max(0, now.Sub(c.Stored)) }

// Form returns a compressed form, nil while there is none.
func (c *Entry) Form(e representation.Encoding) *Form { return c.forms[e].Load() }

// CacheKey implements Weighted.
func (c *Entry) CacheKey() string { return c.Key }

// Weight implements Weighted.
func (c *Entry) Weight() int64 {
	const overhead = 512
	return int64(len(c.Body)+len(c.Key)) + overhead + c.packedSize.Load()
}
