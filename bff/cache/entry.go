package cache

import (
	"bytes"
	"sync"
	"sync/atomic"
	"time"

	"tablefront/bff/envelope"
	"tablefront/bff/rawjson"
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

// Entry is a cached response, ready to send: unwrapped, with its validator. It is immutable except for the compressed forms, which
// are added when they are asked for.
type Entry struct {
	Key   string
	Class Class
	// Stored is when the entry was fetched.
	Stored time.Time
	// Body is the response as the browser gets it. It must not be modified.
	Body []byte
	// ETag is a weak validator, the same for all encodings.
	ETag string

	forms *forms
	// ids are those of the body's list.
	ids atomic.Pointer[map[string]bool]
}

// forms are the compressed forms of a body, shared by the entries that have it one after another.
type forms [2]struct {
	once sync.Once
	body []byte // nil: the plain body is as small
}

// NewEntry returns an Entry for a response body, which the caller must not modify afterwards.
func NewEntry(key string, class Class, body []byte, stored time.Time) *Entry {
	return &Entry{Key: key, Class: class, Stored: stored, Body: body, ETag: representation.ETag(body), forms: &forms{}}
}

// Age returns the time since the entry was fetched, never negative.
func (e *Entry) Age(now time.Time) time.Duration { return max(0, now.Sub(e.Stored)) }

// Lists reports whether the body is a list, or an object with one as `data`, with a thing of this id.
func (e *Entry) Lists(id string) bool {
	ids := e.ids.Load()
	if ids == nil {
		found := listed(e.Body)
		ids = &found
		e.ids.Store(ids)
	}
	return (*ids)[id]
}

func listed(body []byte) map[string]bool {
	ids := map[string]bool{}
	body = bytes.TrimSpace(envelope.Data(body))
	rows, _ := rawjson.Elements(body)
	for _, row := range rows {
		id := rawjson.Find(row.Of(body), "id")
		if !id.Found() {
			continue
		}
		raw := id.Of(row.Of(body))
		text, ok := rawjson.Unquote(raw)
		if !ok {
			text = string(raw)
		}
		ids[text] = true
	}
	return ids
}

// packFrom is the smallest body that is compressed: a smaller one fits into one packet anyway.
const packFrom = 1 << 10

// Encoded returns the compressed body to send, nil to send the plain one. The first caller compresses it.
func (e *Entry) Encoded(encoding representation.Encoding) []byte {
	if encoding == representation.Identity || len(e.Body) < packFrom {
		return nil
	}
	f := &e.forms[encoding]
	f.once.Do(func() {
		if body := representation.Compress(e.Body, encoding); len(body) < len(e.Body) {
			f.body = body
		}
	})
	return f.body
}

// saved is an entry in the snapshot, as JSON.
type saved struct {
	Key    string    `json:"key"`
	Class  Class     `json:"class"`
	Stored time.Time `json:"stored"`
	Body   []byte    `json:"body"`
}
