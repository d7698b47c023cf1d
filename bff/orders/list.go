package orders

import (
	"bytes"
	"crypto/cipher"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"tablefront/bff/recordlog"
)

// Entry is an attempt as listed for the operator.
type Entry struct {
	Record
	// Key is the beginning of the hash of branch and order key.
	Key string
	// Order is the upstream's code or number of the order, if the response can be decrypted.
	Order string
}

// String names a state as the list shows it.
func (s State) String() string {
	return map[State]string{Sent: "open", Answered: "answered", Unknown: "unknown"}[s]
}

// openFor is the longest duration of an attempt: the maximum of TABLEFRONT_UPSTREAM_TIMEOUT plus the time for the journal.
const openFor = 6 * time.Minute

// List describes the records that have not expired at now, the oldest first. ciphers are Options.Ciphers; without them the orders
// have no codes. An attempt that is older than openFor and has no outcome is unknown: its process was killed.
func List(records map[ID]*Record, ciphers []cipher.AEAD, now time.Time) (out []Entry) {
	for id, rec := range records {
		if !now.Before(rec.Expires) {
			continue
		}
		e := Entry{Record: *rec, Key: hex.EncodeToString(id[:8])}
		if rec.State == Sent && now.Sub(rec.Began) > openFor {
			e.State = Unknown
		}
		if answer, err := sealer(ciphers).open(id, rec.Sealed); err == nil {
			e.Order = orderCode(answer.Body)
		}
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return a.Began.Compare(b.Began) })
	return out
}

// orderCode finds the restaurant's code of the order.
func orderCode(body []byte) string {
	var answer struct{ Code, ID any }
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&answer) != nil {
		return ""
	}
	for _, code := range []any{answer.Code, answer.ID} {
		switch code := code.(type) {
		case json.Number:
			return code.String()
		case string:
			if code != "" {
				return code
			}
		}
	}
	return ""
}

// Read returns the records of the journal in a data folder without changing it; a running shop may write it meanwhile. Of a
// damaged file it returns the intact ones and an error that wraps ErrDamaged.
func Read(dir string) (map[ID]*Record, error) {
	path := filepath.Join(dir, FileName)
	read := records{}
	err := recordlog.Visit(path, fileFormat, read.apply)
	if !errors.Is(err, ErrDamaged) {
		return read, err
	}
	clear(read)
	lost, salvageErr := recordlog.Salvage(path, func(b []byte) {
		read.apply(b)
	})
	return read, errors.Join(fmt.Errorf("%w; %d bytes cannot be read", err, lost), salvageErr)
}

// Repair renames a damaged journal and writes a new one with its intact records, so that orders are taken again and the
// keys of those records stay closed. It returns the damaged file's new name and the number of records. It returns an error
// if the journal is not damaged, or if a process has locked it.
func Repair(dir string, now time.Time) (aside string, kept int, err error) {
	if _, err := os.Lstat(filepath.Join(dir, FileName)); err != nil { // before anything is created in a wrong folder
		return "", 0, err
	}
	lock, err := lockFile(dir)
	if err != nil {
		return "", 0, err
	}
	defer func() { err = errors.Join(err, lock.Close()) }()
	read, err := Read(dir)
	if err == nil {
		return "", len(read), errors.New("orders: the journal is not damaged")
	}
	if !errors.Is(err, ErrDamaged) {
		return "", 0, err
	}
	path := filepath.Join(dir, FileName)
	aside = path + ".damaged-" + now.UTC().Format("20060102T150405Z")
	if _, err := os.Lstat(aside); !errors.Is(err, fs.ErrNotExist) {
		return "", 0, fmt.Errorf("orders: %s already exists", aside)
	}
	if err := os.Link(path, aside); err != nil { // so that there is a file of the journal's name at any time
		return "", 0, err
	}
	return aside, len(read), records(read).replace(path)
}
