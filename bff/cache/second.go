package cache

import (
	"context"
	"time"
)

// Second is a second cache level, shared by several instances. It may be unreachable at any time: then Load returns nil
// and Save does nothing, both after a short timeout.
type Second interface {
	// Load returns the value saved under a key, nil for none.
	Load(ctx context.Context, key string) []byte
	// Save stores a value for a time, in the background.
	Save(key string, value []byte, life time.Duration)
}

// settingsLife is how long shared entries of the class Settings live; within a process they do not expire.
const settingsLife = 24 * time.Hour

// fromSecond loads an entry from the second level that is usable and newer than the given one.
func (k *Cache) fromSecond(ctx context.Context, key string, old *Entry) *Entry {
	if k.o.Second == nil {
		return nil
	}
	c := decodeEntry([]byte(key), k.o.Second.Load(ctx, key))
	if c == nil || old != nil && !c.Stored.After(old.Stored) {
		return nil
	}
	now := k.o.Now()
	if c.Stored.After(now) { // another machine's clock must not keep an entry fresh forever
		c.Stored = now
	}
	if p := k.policies[c.Class]; p.Usable > 0 && c.Age(now) >= p.Usable {
		return nil
	}
	return c
}

// toSecond saves an entry in the second level.
func (k *Cache) toSecond(c *Entry) {
	if k.o.Second == nil {
		return
	}
	life := k.policies[c.Class].Usable
	if life == 0 {
		life = settingsLife
	}
	k.o.Second.Save(c.Key, appendEntry(nil, c), life)
}
