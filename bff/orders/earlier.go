package orders

import (
	"encoding/binary"
	"fmt"
	"os"
	"time"
)

// earlierLife is how long an order in the journal of an earlier version may be open.
const earlierLife = 24 * time.Hour

// retireEarlier renames the journal of an earlier version (a bbolt database) once every order in it has expired. Until
// then it returns an error, because that version hashed keys differently, so this one can't tell which orders are in it.
func retireEarlier(path string, now time.Time) error {
	f, err := os.Open(path)
	if err != nil {
		return nil //nolint:nilerr // opening the journal reports it
	}
	var head [20]byte
	_, err = f.ReadAt(head[:], 0)
	info, statErr := f.Stat()
	if f.Close(); err != nil || statErr != nil || binary.LittleEndian.Uint32(head[16:]) != 0xED0CDAED { //nolint:errcheck // it was only read
		return nil //nolint:nilerr // as above
	}
	if until := info.ModTime().Add(earlierLife); now.Before(until) {
		return fmt.Errorf("orders: %s is the journal of an earlier version, in which orders may be open until %s; move it away to take orders before that (docs/data-folder.md)", path, until.UTC().Format(time.RFC3339))
	}
	return os.Rename(path, path+".earlier")
}
