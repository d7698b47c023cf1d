package payment

import (
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/sync/singleflight"
)

const (
	// remembered is how long a final response of checkout/check is reused.
	remembered = 10 * time.Second
	maxChecks  = 5_000
)

// Checks remembers final responses of checkout/check for a short time, so that reloading the return of an approved payment
// calls the upstream once. It is safe for concurrent use.
type Checks[T any] struct {
	calls singleflight.Group
	known *lru.Cache[string, check[T]]
}

type check[T any] struct {
	at     time.Time
	answer T
}

// NewChecks makes a Checks.
func NewChecks[T any]() *Checks[T] {
	known, _ := lru.New[string, check[T]](maxChecks) // fails for a size of 0 only
	return &Checks[T]{known: known}
}

// Check calls ask once for callers with the same key and returns its response to all of them. What is not final is not
// remembered: the next caller calls ask again.
func (c *Checks[T]) Check(key string, now time.Time, ask func() (answer T, final bool, err error)) (T, error) {
	answer, err, _ := c.calls.Do(key, func() (any, error) {
		if old, ok := c.known.Get(key); ok && now.Sub(old.at) < remembered {
			return old.answer, nil
		}
		a, final, err := ask()
		if final && err == nil {
			c.known.Add(key, check[T]{now, a})
		}
		return a, err
	})
	a, _ := answer.(T)
	return a, err
}
