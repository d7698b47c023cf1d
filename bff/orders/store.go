package orders

import (
	"context"
	"time"
)

// Store is where a Journal stores its records. Every method returns only once the change would survive a crash. The file
// of this package is one; a store shared by a cluster is another.
type Store interface {
	// Begin writes rec under id if the id is free or expired at now, and returns nil; otherwise it changes nothing and
	// returns what is there. Two Begins never both get nil. After an error the id is free, now or later.
	Begin(ctx context.Context, id ID, rec Record, now time.Time) (*Record, error)
	// Load returns what is there, nil when there is nothing or it is expired at now.
	Load(ctx context.Context, id ID, now time.Time) (*Record, error)
	// Finish replaces what Begin wrote; the record is no longer Live.
	Finish(ctx context.Context, id ID, rec Record) error
	// Free removes what Begin wrote.
	Free(ctx context.Context, id ID) error
	// Sweep forgets what is expired at now.
	Sweep(ctx context.Context, now time.Time) error
	// Ready reports whether the store can be written.
	Ready() bool
	Close() error
}
