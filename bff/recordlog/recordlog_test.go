package recordlog

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

var format = Format{Name: "test", Version: 3}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func none([]byte) error { return nil }

// content reads all records of a file.
func content(path string) (records []string, err error) {
	err = Visit(path, format, func(b []byte) error { records = append(records, string(b)); return nil })
	return records, err
}

// sample makes a file of n records and returns its path and bytes.
func sample(t testing.TB, n int) (string, []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "log")
	must(t, Replace(path, format, func(func([]byte)) error { return nil }))
	l, err := Open(path, format, none)
	must(t, err)
	for i := range n {
		must(t, l.Append(fmt.Appendf(nil, "record %d of the sample", i)))
	}
	must(t, l.Close())
	raw, err := os.ReadFile(path)
	must(t, err)
	return path, raw
}

func TestWhatIsAppendedIsRead(t *testing.T) {
	path, _ := sample(t, 3)
	l, err := Open(path, format, none)
	must(t, err)
	must(t, l.Append([]byte("four"), nil, []byte("six")))
	must(t, l.Close())
	want := []string{"record 0 of the sample", "record 1 of the sample", "record 2 of the sample", "four", "", "six"}
	if got, err := content(path); err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	must(t, Replace(path, format, func(add func([]byte)) error { add([]byte("a")); add([]byte("b")); return nil }))
	if got, err := content(path); err != nil || len(got) != 2 || got[1] != "b" {
		t.Errorf("%q, %v", got, err)
	}
}

// TestEveryByte: a file with any one byte changed, or cut anywhere, is refused; nothing that was not written is ever read.
func TestEveryByte(t *testing.T) {
	path, raw := sample(t, 5)
	for at := range raw {
		for _, with := range []byte{1, 0x80, 0xff} {
			body := bytes.Clone(raw)
			body[at] ^= with
			must(t, os.WriteFile(path, body, 0o600))
			if got, err := content(path); !errors.Is(err, ErrDamaged) {
				t.Fatalf("byte %d changed: %q, %v", at, got, err)
			}
		}
		must(t, os.WriteFile(path, raw[:at], 0o600))
		if got, err := content(path); !errors.Is(err, ErrDamaged) {
			t.Fatalf("cut at %d: %q, %v", at, got, err)
		}
		must(t, os.WriteFile(path, append(bytes.Clone(raw[:at]), make([]byte, len(raw)-at)...), 0o600))
		if got, err := content(path); !errors.Is(err, ErrDamaged) {
			t.Fatalf("zeros from %d: %q, %v", at, got, err)
		}
	}
}

// TestSalvage: whichever byte is damaged, every other record is found.
func TestSalvage(t *testing.T) {
	path, raw := sample(t, 5)
	size := (len(raw) - fileHead) / 5
	for at := range raw {
		body := bytes.Clone(raw)
		body[at] ^= 0x10
		must(t, os.WriteFile(path, body, 0o600))
		var found []string
		lost, err := Salvage(path, func(b []byte) { found = append(found, string(b)) })
		want, wantLost := 4, size
		if at < fileHead {
			want, wantLost = 5, 0
		}
		if err != nil || len(found) != want || lost != wantLost {
			t.Fatalf("byte %d: %q, %d bytes lost, %v", at, found, lost, err)
		}
	}
}

// TestRecordsOutOfPlace: two records of the same size in each other's place are damage.
func TestRecordsOutOfPlace(t *testing.T) {
	path, raw := sample(t, 5)
	size := (len(raw) - fileHead) / 5
	one, two := bytes.Clone(raw[fileHead:][:size]), bytes.Clone(raw[fileHead+size:][:size])
	copy(raw[fileHead:], two)
	copy(raw[fileHead+size:], one)
	must(t, os.WriteFile(path, raw, 0o600))
	if got, err := content(path); !errors.Is(err, ErrDamaged) {
		t.Errorf("%q, %v", got, err)
	}
}

// TestCrashInAnAppend: what a crash leaves of an append that was never acknowledged is removed, whether it is cut anywhere or
// was allocated and not written. What was acknowledged before is there.
func TestCrashInAnAppend(t *testing.T) {
	path, raw := sample(t, 3)
	longer := frame(frame(bytes.Clone(raw), 0, []byte("never acknowledged")), 0, []byte("nor this one"))
	for end := len(raw); end <= len(longer); end++ {
		for _, zeros := range []int{0, len(longer) - end} {
			must(t, os.WriteFile(path, append(bytes.Clone(longer[:end]), make([]byte, zeros)...), 0o600))
			n := 0
			l, err := Open(path, format, func([]byte) error { n++; return nil })
			if err != nil && zeros > 0 && zeros < 16 { // the last bytes may be another's: refused is the safe side
				continue
			}
			must(t, err)
			if n < 3 || n == 5 && end < len(longer) {
				t.Errorf("cut at %d with %d zeros: %d records", end, zeros, n)
			}
			must(t, l.Append([]byte("after the crash")))
			must(t, l.Close())
			if got, err := content(path); err != nil || len(got) != n+1 || got[n] != "after the crash" {
				t.Errorf("cut at %d with %d zeros: %q, %v", end, zeros, got, err)
			}
		}
	}
}

// TestChangedByAnother: nothing is appended to a file that another program has truncated or extended.
func TestChangedByAnother(t *testing.T) {
	for _, by := range []int64{-1, 1} {
		path, raw := sample(t, 2)
		l, err := Open(path, format, func([]byte) error { return nil })
		must(t, err)
		must(t, os.Truncate(path, int64(len(raw))+by))
		for range 2 {
			if err := l.Append([]byte("more")); !errors.Is(err, ErrDamaged) {
				t.Errorf("%v", err)
			}
		}
		must(t, l.Close())
	}
}

// TestOtherFiles: another version is named and is not damage; another kind of file is damage.
func TestOtherFiles(t *testing.T) {
	path, _ := sample(t, 1)
	if err := Visit(path, Format{Name: "test", Version: 4}, nil); !errors.Is(err, ErrVersion) || errors.Is(err, ErrDamaged) {
		t.Errorf("another version: %v", err)
	}
	if err := Visit(path, Format{Name: "other", Version: 3}, nil); !errors.Is(err, errForeign) {
		t.Errorf("another name: %v", err)
	}
	must(t, os.WriteFile(path, bytes.Repeat([]byte("garbage "), 99), 0o600))
	if err := Visit(path, format, nil); !errors.Is(err, errForeign) {
		t.Errorf("garbage: %v", err)
	}
	if err := Visit(filepath.Dir(path), format, nil); err == nil {
		t.Error("a folder was read")
	}
}

// FuzzLog: whatever a file holds, reading it ends, and what is read can be written.
func FuzzLog(f *testing.F) {
	_, raw := sample(f, 3)
	f.Add(raw)
	f.Add(raw[:len(raw)-5])
	f.Add([]byte(magic))
	f.Fuzz(func(t *testing.T, raw []byte) {
		path := filepath.Join(t.TempDir(), "log")
		must(t, os.WriteFile(path, raw, 0o600))
		before, err := content(path)
		if err != nil {
			return
		}
		l, err := Open(path, format, func([]byte) error { return nil })
		must(t, err)
		must(t, l.Append([]byte("more")))
		must(t, l.Close())
		if after, err := content(path); err != nil || len(after) != len(before)+1 {
			t.Errorf("%d records before, %d after, %v", len(before), len(after), err)
		}
	})
}
