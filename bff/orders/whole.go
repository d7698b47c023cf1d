package orders

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/cespare/xxhash/v2"
	bolt "go.etcd.io/bbolt"
)

// bbolt trusts its file: a page that names itself as its own child, or a file cut short, ends the whole process where no
// recover can help. So the file is proven before bbolt may use it: its pages form a tree and lie within the file, and the
// two buckets tell the same. The layout is bbolt's version 2, unchanged since 2013.

// errDamaged is wrapped by every finding.
var errDamaged = errors.New("the file is damaged")

func damaged(format string, args ...any) error {
	return fmt.Errorf("%w: %s", errDamaged, fmt.Sprintf(format, args...))
}

const (
	pageHead    = 16
	elementSize = 16
	pageBranch  = 0x01
	pageLeaf    = 0x02
	pageFree    = 0x10
	leafBucket  = 0x01
	bucketHead  = 16
	noFreeList  = ^uint64(0)
	maxPageSize = 64 << 10
)

// meta is what a file says of itself; it has two, written in turn.
type meta struct{ pageSize, root, free, end, change uint64 }

func readMeta(file io.ReaderAt, at int64) (m meta, ok bool) {
	var b [64]byte
	if _, err := file.ReadAt(b[:], at+pageHead); err != nil {
		return m, false
	}
	n := binary.NativeEndian
	sum := fnv.New64a()
	sum.Write(b[:56]) //nolint:errcheck // never fails
	m = meta{uint64(n.Uint32(b[8:])), n.Uint64(b[16:]), n.Uint64(b[32:]), n.Uint64(b[40:]), n.Uint64(b[48:])}
	return m, n.Uint32(b[:]) == 0xED0CDAED && n.Uint32(b[4:]) == 2 && n.Uint64(b[56:]) == sum.Sum64()
}

// proof walks over the pages of a file.
type proof struct {
	file io.ReaderAt
	meta meta
	seen map[uint64]bool
}

// proveFile tells whether a bbolt file of a size is whole. Errors wrap errDamaged.
func proveFile(file io.ReaderAt, size int64) error {
	best, found := readMeta(file, 0)
	for at := int64(1 << 10); at <= maxPageSize; at <<= 1 {
		if m, ok := readMeta(file, at); ok && m.pageSize == uint64(at) && (!found || m.change > best.change) { //nolint:gosec // a size
			best, found = m, true
		}
	}
	switch {
	case !found:
		return damaged("neither of its heads can be read")
	case best.pageSize < 1<<10 || best.pageSize > maxPageSize || best.pageSize&(best.pageSize-1) != 0:
		return damaged("its pages have %d bytes", best.pageSize)
	case size < 0 || best.end > uint64(size)/best.pageSize:
		return damaged("it has %d bytes and should have %d pages of %d", size, best.end, best.pageSize)
	}
	p := &proof{file, best, map[uint64]bool{0: true, 1: true}}
	if err := p.tree(best.root, 0); err != nil {
		return err
	}
	return p.freeList()
}

// page reads a page with what overflows from it, and notes that it is in use.
func (p *proof) page(id uint64) ([]byte, error) {
	if id < 2 || id >= p.meta.end {
		return nil, damaged("page %d is none of its %d pages", id, p.meta.end)
	}
	var head [pageHead]byte
	if _, err := p.file.ReadAt(head[:], int64(id*p.meta.pageSize)); err != nil { //nolint:gosec // within the file
		return nil, damaged("page %d: %v", id, err)
	}
	more := uint64(binary.NativeEndian.Uint32(head[12:]))
	if said := binary.NativeEndian.Uint64(head[:]); said != id || more >= p.meta.end-id {
		return nil, damaged("page %d calls itself %d, with %d more", id, said, more)
	}
	for n := id; n <= id+more; n++ {
		if p.seen[n] {
			return nil, damaged("page %d is used twice", n)
		}
		p.seen[n] = true
	}
	b := make([]byte, (1+more)*p.meta.pageSize)
	if _, err := p.file.ReadAt(b, int64(id*p.meta.pageSize)); err != nil { //nolint:gosec // as above
		return nil, damaged("page %d: %v", id, err)
	}
	return b, nil
}

func (p *proof) tree(id uint64, depth int) error {
	if depth > 64 {
		return damaged("its tree has no end")
	}
	b, err := p.page(id)
	if err != nil {
		return err
	}
	return p.elements(id, b, depth)
}

// elements judges what lies on a branch or leaf page: everything within it, keys in their order.
func (p *proof) elements(id uint64, b []byte, depth int) error {
	n := binary.NativeEndian
	kind, count := n.Uint16(b[8:]), int(n.Uint16(b[10:]))
	if kind != pageBranch && kind != pageLeaf || kind == pageBranch && count == 0 || pageHead+count*elementSize > len(b) {
		return damaged("page %d is of kind %#x with %d entries", id, kind, count)
	}
	var last []byte
	for i := range count {
		at := pageHead + i*elementSize
		e := b[at:]
		pos, keySize, valueSize := uint64(n.Uint32(e)), uint64(n.Uint32(e[4:])), uint64(0)
		if kind == pageLeaf {
			pos, keySize, valueSize = uint64(n.Uint32(e[4:])), uint64(n.Uint32(e[8:])), uint64(n.Uint32(e[12:]))
		}
		from := uint64(at) + pos
		if from+keySize+valueSize > uint64(len(b)) {
			return damaged("page %d: entry %d leaves it", id, i)
		}
		key := b[from : from+keySize]
		if i > 0 && bytes.Compare(last, key) >= 0 {
			return damaged("page %d: entry %d is out of order", id, i)
		}
		last = key
		var err error
		switch {
		case kind == pageBranch:
			err = p.tree(n.Uint64(e[8:]), depth+1)
		case n.Uint32(e)&leafBucket != 0:
			err = p.bucket(id, b[from+keySize:from+keySize+valueSize], depth+1)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// bucket follows a bucket to its own tree, or into the page that lies in its value.
func (p *proof) bucket(id uint64, value []byte, depth int) error {
	if len(value) < bucketHead {
		return damaged("page %d holds half a bucket", id)
	}
	if root := binary.NativeEndian.Uint64(value); root != 0 {
		return p.tree(root, depth)
	}
	if inner := value[bucketHead:]; depth <= 64 && len(inner) >= pageHead && binary.NativeEndian.Uint16(inner[8:]) == pageLeaf {
		return p.elements(id, inner, depth)
	}
	return damaged("page %d holds half a bucket", id)
}

// freeList judges the list of pages that may be written over: none of them may be in use.
func (p *proof) freeList() error {
	if p.meta.free == noFreeList { // it was written without one; bbolt makes it from the tree
		return nil
	}
	b, err := p.page(p.meta.free)
	if err != nil {
		return err
	}
	n := binary.NativeEndian
	count, at := uint64(n.Uint16(b[10:])), uint64(pageHead)
	if count == 0xFFFF {
		count, at = n.Uint64(b[at:]), at+8
	}
	if n.Uint16(b[8:])&pageFree == 0 || count > (uint64(len(b))-at)/8 {
		return damaged("its list of free pages is no such list")
	}
	last := uint64(1)
	for i := range count {
		id := n.Uint64(b[at+8*i:])
		if id <= last || id >= p.meta.end || p.seen[id] {
			return damaged("page %d is called free and is not", id)
		}
		last = id
	}
	return nil
}

// prove opens a journal for reading only, so that nobody writes meanwhile, and tells whether it is whole.
func prove(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.Size() == 0 { // bbolt would begin a new one, and forget the orders
		return damaged("it is empty")
	}
	held, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: lockWait, ReadOnly: true})
	if err != nil {
		return err
	}
	defer held.Close() //nolint:errcheck // nothing was written
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // it was only read
	if info, err = f.Stat(); err != nil {
		return err
	}
	return proveFile(f, info.Size())
}

// proveBuckets tells whether the two buckets hold the same entries, and how many.
func proveBuckets(db *bolt.DB) (entries int, err error) {
	err = db.View(func(tx *bolt.Tx) error {
		orders, expiry := tx.Bucket(bucketOrders), tx.Bucket(bucketExpiry)
		if orders == nil || expiry == nil {
			return damaged("one of its two lists is missing")
		}
		var one, other uint64
		pair := make([]byte, 0, 64)
		if err := expiry.ForEach(func(k, v []byte) error {
			entries++
			pair = append(append(pair[:0], k...), v...)
			one ^= xxhash.Sum64(pair)
			return nil
		}); err != nil {
			return err
		}
		if err := orders.ForEach(func(k, v []byte) error {
			var rec Record
			if err := rec.UnmarshalBinary(v); err != nil || len(k) != len(ID{}) {
				return damaged("an order cannot be read")
			}
			pair = append(append(pair[:0], expiryKey(rec.Expires, ID(k))...), byte(rec.State))
			other ^= xxhash.Sum64(pair)
			return nil
		}); err != nil {
			return err
		}
		if one != other {
			return damaged("its two lists of orders differ")
		}
		return nil
	})
	return entries, err
}

// create makes a new journal beside its place and puts it there whole, unless another process was quicker. So a file that
// is there and is not whole has been damaged; no crash of ours leaves one.
func create(path string, maxSize int) error {
	half, err := os.CreateTemp(filepath.Dir(path), FileName+".*.new")
	if err != nil {
		return err
	}
	defer os.Remove(half.Name()) //nolint:errcheck // what is left of it
	if err := half.Close(); err != nil {
		return err
	}
	db, err := bolt.Open(half.Name(), 0o600, &bolt.Options{Timeout: lockWait, FreelistType: bolt.FreelistMapType, MaxSize: maxSize})
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		_, one := tx.CreateBucket(bucketOrders)
		_, other := tx.CreateBucket(bucketExpiry)
		return errors.Join(one, other)
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err = os.Link(half.Name(), path); err != nil && !errors.Is(err, os.ErrExist) {
		err = os.Rename(half.Name(), path) // a file system without links
	}
	if err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	if dir, err := os.Open(filepath.Dir(path)); err == nil {
		dir.Sync()  //nolint:errcheck // not every system can
		dir.Close() //nolint:errcheck // it was only read
	}
	return nil
}

// lockWait is how long another process may hold the file.
const lockWait = 200 * time.Millisecond
