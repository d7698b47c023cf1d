package cache

import (
	"strconv"
	"sync/atomic"
	"time"

	"github.com/cespare/xxhash/v2"
)

// Class is how long a call's answer may be kept (docs/architecture.md section 3.6).
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

// Entry is a cached response, ready to send: unwrapped, with its header values made once. It never changes after it was
// made, except for the packed forms, which appear when they are ready.
//
// What every hit reads stands first, side by side.
type Entry struct {
	// Stored is when the entry was fetched.
	Stored time.Time
	// Body is the answer as the browser gets it. Nobody may write to it.
	Body []byte
	// ETag is a weak validator, the same for all forms, since it speaks of the content.
	ETag  string
	forms [2]atomic.Pointer[Form]
	Class Class

	// Key is where the entry is kept.
	Key string
	// The header values of an answer by net/http, prebuilt.
	ETagValue, LengthValue []string

	// packing is set once somebody makes, or has made, a form.
	packing [2]atomic.Bool
	// failedAt is when the last refresh failed (nanoseconds since the cache's start), 0 if it did not.
	failedAt atomic.Int64
	// refreshing is set while one refresh runs.
	refreshing atomic.Bool
	// packedSize is what the packed forms weigh.
	packedSize atomic.Int64
}

// Encoding is a packed form.
type Encoding uint8

// The packed forms.
const (
	Brotli Encoding = iota
	Gzip
	Identity
)

// Form is a packed body with its header values.
type Form struct {
	Body                       []byte
	EncodingValue, LengthValue []string
}

// NewEntry makes a Entry of an answer's body, which it takes over.
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

// Age is the time since the entry was fetched, never negative.
func (c *Entry) Age(now time.Time) time.Duration { return max(0, now.Sub(c.Stored)) }

// Form returns a packed form, or nil while there is none.
func (c *Entry) Form(e Encoding) *Form { return c.forms[e].Load() }

// CacheKey implements Weighted.
func (c *Entry) CacheKey() string { return c.Key }

// Weight implements Weighted.
func (c *Entry) Weight() int64 {
	const overhead = 512
	return int64(len(c.Body)+len(c.Key)) + overhead + c.packedSize.Load()
}
