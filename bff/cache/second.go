package cache

import (
	"context"
	"time"
)

// Second is a level of cached responses behind this process's own, shared by several shops. It may be away at any time: then
// Load gives nothing and Save does nothing, neither for long.
type Second interface {
	// Load gives what was saved under a key, nil for nothing.
	Load(ctx context.Context, key string) []byte
	// Save keeps a value for the time given, beside the caller.
	Save(key string, value []byte, life time.Duration)
}

// settingsLife is how long shared entries of the class Settings live; in a process they have no end.
const settingsLife = 24 * time.Hour

// fromSecond asks the second level for an entry that is usable, and newer than the one at hand.
func (k *Cache) fromSecond(ctx context.Context, key string, old *Entry) *Entry {
	if k.o.Second == nil {
		return nil
	}
	c := decodeEntry([]byte(key), k.o.Second.Load(ctx, key))
	if c == nil || old != nil && !c.Stored.After(old.Stored) {
		return nil
	}
	now := k.o.Now()
	if c.Stored.After(now) { // another machine's clock must not make an entry fresh for ever
		c.Stored = now
	}
	if p := k.policies[c.Class]; p.Usable > 0 && c.Age(now) >= p.Usable {
		return nil
	}
	return c
}

// toSecond shares an entry that was just fetched.
func (k *Cache) toSecond(c *Entry) {
	if k.o.Second == nil {
		return
	}
	life := k.policies[c.Class].Usable
	if life == 0 {
		life = settingsLife
	}
	k.o.Second.Save(c.Key, encodeEntry(c), life)
}
