// Package recordlog stores records in an append-only file with checksums: damage is returned as an error, never as a panic
// or as a record that was not written. Numbers are big-endian, checksums CRC-32C; the constants below describe header and records.
package recordlog

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
)

// Format is the name of a file's content and the version of its records.
type Format struct {
	// Name has at most 8 bytes.
	Name    string
	Version uint32
}

// Log is an open file. Its methods must not run at the same time.
type Log struct {
	path   string
	file   *os.File
	opened os.FileInfo
	size   int64
	failed error
}

// A file begins with magic (8 bytes), name (8), version (4) and the checksum of these 20 bytes. At committedAt is the size of
// the file that was last known to be durable (8) and its checksum (4). Everything else before the first record is zero.
const (
	magic       = "tfrecord"
	fileHead    = 64
	committedAt = 32
	// A record begins with its length (4), the checksum of its payload (4) and the checksum of both and its offset (4).
	recordHead = 12
)

var (
	table = crc32.MakeTable(crc32.Castagnoli)
	order = binary.BigEndian

	// ErrDamaged is wrapped by every error about a damaged file.
	ErrDamaged = errors.New("the file is damaged")
	// ErrVersion: the file is intact but has another version.
	ErrVersion = errors.New("the file has another version")
	// errForeign: the file is not a log of this name, or its first bytes are damaged.
	errForeign = fmt.Errorf("%w, or it is another kind of file", ErrDamaged)
	errHead    = fmt.Errorf("%w: its header has a wrong checksum", ErrDamaged)
	errCut     = fmt.Errorf("%w: a record is cut off", ErrDamaged)
	errSum     = fmt.Errorf("%w: a record has a wrong checksum", ErrDamaged)
)

// Open opens a file for appending and calls visit with every record. It removes an incomplete record at the end, which a
// crash left and which was never acknowledged. Errors: os.ErrNotExist, ErrDamaged, ErrVersion and those of visit.
func Open(path string, f Format, visit func([]byte) error) (*Log, error) {
	file, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	l := &Log{path: path, file: file}
	if l.opened, err = file.Stat(); err == nil {
		l.size, err = scan(file, f, visit)
	}
	if err == nil {
		err = file.Truncate(l.size)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return l, nil
}

// Visit calls visit with every record of a file, without changing it. Another process may append meanwhile.
func Visit(path string, f Format, visit func([]byte) error) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = scan(file, f, visit)
	return err
}

// Salvage calls visit with every intact record of a damaged file, without changing it, and returns how many bytes are not
// part of one. It also visits records that a damaged record had replaced, since it can't know that.
func Salvage(path string, visit func([]byte)) (lost int, err error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return 0, err
	}
	for at := min(fileHead, len(raw)); at < len(raw); {
		payload, err := next(bytes.NewReader(raw[at:]), int64(at), int64(len(raw)-at), nil)
		if err != nil {
			at, lost = at+1, lost+1
			continue
		}
		visit(payload)
		at += recordHead + len(payload)
	}
	return lost, nil
}

// Replace atomically replaces the file at path by one with the records that are added. It fails if records does. The new
// file has the owner and mode of the old one; without an old one, mode 0600 and the owner of the folder.
func Replace(path string, f Format, records func(add func([]byte)) error) error {
	fresh := path + ".new"
	file, err := os.OpenFile(fresh, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	if err = errors.Join(fill(file, f, records), file.Close(), KeepOwner(fresh, path)); err == nil {
		err = os.Rename(fresh, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(fresh))
	}
	return syncFolder(filepath.Dir(path))
}

func fill(file *os.File, f Format, records func(add func([]byte)) error) error {
	w := bufio.NewWriterSize(file, 256<<10)
	framed, size := newHead(f, fileHead), int64(fileHead)
	w.Write(framed)
	err := records(func(payload []byte) {
		framed = frame(framed[:0], size, payload)
		size += int64(len(framed))
		w.Write(framed)
	})
	if err = errors.Join(err, w.Flush()); err != nil {
		return err
	}
	_, err = file.WriteAt(committed(size), committedAt)
	return errors.Join(err, file.Sync())
}

// syncFolder makes a rename durable, if the system supports it.
func syncFolder(path string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Replaced reports whether the file at the path of the Log is another one or none: it was deleted or moved, or something was
// copied over it. The Log can still be read.
func (l *Log) Replaced() bool {
	there, err := os.Stat(l.path)
	return errors.Is(err, os.ErrNotExist) || err == nil && !os.SameFile(l.opened, there)
}

// Append writes records, each shorter than 4 GiB, and returns once they are durable. After an error some of them may be in the
// file, and every later Append fails; the file can be opened again.
func (l *Log) Append(payloads ...[]byte) error {
	if l.failed == nil {
		l.failed = l.append(payloads)
	}
	return l.failed
}

func (l *Log) append(payloads [][]byte) error {
	if info, err := l.file.Stat(); err != nil || info.Size() != l.size {
		return errors.Join(fmt.Errorf("%w: something else changed it", ErrDamaged), err)
	}
	var out []byte
	for _, payload := range payloads {
		out = frame(out, l.size, payload)
	}
	if _, err := l.file.WriteAt(out, l.size); err != nil {
		return err
	}
	if err := l.file.Sync(); err != nil {
		return err
	}
	l.size += int64(len(out))
	// The next append makes it durable. Until then a cut by one append is not noticed.
	_, err := l.file.WriteAt(committed(l.size), committedAt)
	return err
}

func (l *Log) Close() error {
	if l.failed == nil {
		_, err := l.file.WriteAt(committed(l.size), committedAt)
		return errors.Join(err, l.file.Sync(), l.file.Close())
	}
	return l.file.Close()
}

func newHead(f Format, size int64) []byte {
	head := make([]byte, fileHead)
	copy(head, magic)
	copy(head[8:16], f.Name)
	order.PutUint32(head[16:], f.Version)
	order.PutUint32(head[20:], crc32.Checksum(head[:20], table))
	copy(head[committedAt:], committed(size))
	return head
}

func committed(size int64) []byte {
	b := order.AppendUint64(nil, uint64(size))
	return order.AppendUint32(b, crc32.Checksum(b, table))
}

// frame appends a record to out, which will be written at offset start.
func frame(out []byte, start int64, payload []byte) []byte {
	begin := len(out)
	out = order.AppendUint32(out, uint32(len(payload)))
	out = order.AppendUint32(out, crc32.Checksum(payload, table))
	out = order.AppendUint32(out, headSum(out[begin:], start+int64(begin)))
	return append(out, payload...)
}

// headSum covers the offset, so that a record at another position is detected as damage.
func headSum(head []byte, offset int64) uint32 {
	var at [8]byte
	order.PutUint64(at[:], uint64(offset))
	return crc32.Update(crc32.Checksum(head[:8], table), table, at[:])
}

// next reads the payload of the record at an offset into buf. rest is how many bytes the file has from there. Errors: errCut,
// errSum and those of the disk.
func next(r io.Reader, offset, rest int64, buf []byte) (payload []byte, err error) {
	if rest < recordHead {
		return nil, errCut
	}
	var head [recordHead]byte
	if _, err = io.ReadFull(r, head[:]); err == nil {
		n := order.Uint32(head[:])
		switch {
		case order.Uint32(head[8:]) != headSum(head[:], offset):
			return nil, errSum
		case int64(n) > rest-recordHead:
			return nil, errCut
		}
		payload = slices.Grow(buf[:0], int(n))[:n]
		_, err = io.ReadFull(r, payload)
	}
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errCut
	case err == nil && order.Uint32(head[4:]) != crc32.Checksum(payload, table):
		return nil, errSum
	}
	return payload, err
}

// checkHead validates the header and returns the size that was known to be durable.
func checkHead(head []byte, f Format) (int64, error) {
	version, size := order.Uint32(head[16:]), int64(order.Uint64(head[committedAt:]))
	want := newHead(Format{Name: f.Name, Version: version}, size)
	switch {
	case !bytes.Equal(head[:16], want[:16]):
		return 0, errForeign
	case bytes.Equal(head[:24], want[:24]) && version != f.Version:
		return 0, fmt.Errorf("%w: it has version %d, this program reads version %d", ErrVersion, version, f.Version)
	case !bytes.Equal(head, want):
		return 0, errHead
	}
	return size, nil
}

// scan calls visit with every record and returns where the last intact one ends.
func scan(file *os.File, f Format, visit func([]byte) error) (end int64, err error) {
	head := make([]byte, fileHead)
	if _, err := file.ReadAt(head, 0); errors.Is(err, io.EOF) {
		return 0, fmt.Errorf("%w: its header is missing", errForeign)
	} else if err != nil {
		return 0, err
	}
	durable, err := checkHead(head, f)
	if err != nil {
		return 0, err
	}
	info, err := file.Stat() // after the head: a file that grows meanwhile is at least as long as its head says
	if err != nil {
		return 0, err
	}
	size := info.Size()
	r := bufio.NewReaderSize(io.NewSectionReader(file, fileHead, size-fileHead), 256<<10)
	var payload []byte
	for at := int64(fileHead); ; {
		payload, err = next(r, at, size-at, payload)
		switch {
		case err == nil:
			err = visit(payload)
		case at >= durable && (err == errCut || err == errSum && endsInZeros(file, size, size-at)):
			return at, nil // the end, or a crash in the middle of an append that was never acknowledged
		}
		if err != nil {
			return 0, fmt.Errorf("at byte %d: %w", at, err)
		}
		at += recordHead + int64(len(payload))
	}
}

// endsInZeros reports whether the end of a file was allocated but never written.
func endsInZeros(file *os.File, size, rest int64) bool {
	b := make([]byte, min(16, rest))
	_, err := file.ReadAt(b, size-int64(len(b)))
	return err == nil && bytes.Equal(b, make([]byte, len(b)))
}
