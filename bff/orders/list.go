package orders

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/gofrs/flock"

	"tablefront/bff/recordlog"
)

// Entry is an attempt as listed for the operator.
type Entry struct {
	// Key is the beginning of the hash of branch and order key.
	Key            string
	Began, Expires time.Time
	Branch, Call   string
	RequestID      string
	State          State
	Status         int
	Order          string // the upstream's code or number of the order, if the response can be decrypted
}

// String names a state as the list shows it.
func (s State) String() string {
	return map[State]string{Sent: "open", Answered: "answered", Unknown: "unknown"}[s]
}

// openFor is the longest duration of an attempt: the maximum of TABLEFRONT_UPSTREAM_TIMEOUT plus the time for the journal.
const openFor = 6 * time.Minute

// entry converts a record. An attempt that is older than openFor and has no outcome is unknown: its process was killed.
func (s safe) entry(id ID, rec *Record, now time.Time) Entry {
	e := Entry{
		Key: hex.EncodeToString(id[:8]), Began: rec.Began, Expires: rec.Expires, Branch: rec.Branch, Call: rec.Call,
		RequestID: rec.RequestID, State: rec.State, Status: rec.Status,
	}
	if rec.State == Sent && now.Sub(rec.Began) > openFor {
		e.State = Unknown
	}
	if rec.State != Answered {
		return e
	}
	if answer, err := s.open(id, rec.Sealed); err == nil {
		e.Order = orderCode(answer.Body)
	}
	return e
}

// orderCode finds the restaurant's code of the order.
func orderCode(body []byte) string {
	var answer struct {
		Code, ID json.RawMessage
	}
	if json.Unmarshal(body, &answer) != nil {
		return ""
	}
	for _, raw := range []json.RawMessage{answer.Code, answer.ID} {
		var text string
		if json.Unmarshal(raw, &text) == nil && text != "" {
			return text
		}
		var number json.Number
		if json.Unmarshal(raw, &number) == nil && number != "" {
			return number.String()
		}
	}
	return ""
}

// List reads the journal in a data folder without changing it; a running shop may write it meanwhile. keys are Options.Keys;
// without them the orders have no codes. It returns the entries that have not expired at now, the oldest first. For a
// damaged file it returns the intact records and an error that wraps ErrDamaged.
func List(dir string, keys [][]byte, now time.Time) ([]Entry, error) {
	records, err := readable(filepath.Join(dir, FileName))
	list, keyErr := Describe(records, keys, now)
	return list, errors.Join(err, keyErr)
}

// Describe lists the records of a Store as List does. Errors: keys of the wrong size.
func Describe(records map[ID]*Record, keys [][]byte, now time.Time) ([]Entry, error) {
	s, err := newSafe(keys)
	if err != nil {
		return nil, err
	}
	var out []Entry
	for id, rec := range records {
		if now.Before(rec.Expires) {
			out = append(out, s.entry(id, rec, now))
		}
	}
	slices.SortFunc(out, func(a, b Entry) int { return a.Began.Compare(b.Began) })
	return out, nil
}

// readable returns the intact records of a file.
func readable(path string) (map[ID]*Record, error) {
	records := map[ID]*Record{}
	visit := func(b []byte) error {
		id, rec, err := decodeChange(b)
		if err != nil {
			return err
		}
		delete(records, id)
		if rec != nil {
			records[id] = rec
		}
		return nil
	}
	err := recordlog.Visit(path, fileFormat, func(_ recordlog.Position, b []byte) error { return visit(b) })
	if !errors.Is(err, recordlog.ErrDamaged) && !errors.Is(err, errRecord) {
		return records, err
	}
	clear(records)
	lost, salvageErr := recordlog.Salvage(path, func(b []byte) error {
		visit(b) //nolint:errcheck // the next one may be intact
		return nil
	})
	return records, errors.Join(fmt.Errorf("%w; %d bytes cannot be read", err, lost), salvageErr)
}

// Repair renames a damaged journal and writes a new one with its intact records, so that orders are taken again and the
// keys of those records stay closed. It returns the damaged file's new name and the number of records. It returns an error
// if the journal is not damaged, or if a process has locked it.
func Repair(dir string, now time.Time) (aside string, kept int, err error) {
	path := filepath.Join(dir, FileName)
	lock := flock.New(filepath.Join(dir, lockName), flock.SetPermissions(0o600))
	locked, err := lock.TryLock()
	if err == nil && !locked {
		err = errLocked
	}
	if err != nil {
		return "", 0, fmt.Errorf("orders: %s cannot be locked: %w", path, err)
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	records, err := readable(path)
	if err == nil {
		return "", len(records), errors.New("orders: the journal is not damaged")
	}
	if !errors.Is(err, recordlog.ErrDamaged) && !errors.Is(err, errRecord) {
		return "", 0, err
	}
	aside = path + ".damaged-" + now.UTC().Format("20060102T150405Z")
	if _, err := os.Lstat(aside); !errors.Is(err, fs.ErrNotExist) {
		return "", 0, fmt.Errorf("orders: %s already exists", aside)
	}
	if err := os.Link(path, aside); err != nil { // so that there is a file of the journal's name at any time
		return "", 0, err
	}
	return aside, len(records), recordlog.Replace(path, fileFormat, func(add func([]byte) error) error {
		for id, rec := range records {
			b, err := encodePut(id, rec)
			if err == nil {
				err = add(b)
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
}
