package eventually

import (
	"bytes"
	"io"
	"log"
	"os"
	"slices"
	"testing"
)

// Run runs the tests of a package whose code makes net/http log to the default logger. Lines that contain expected are swallowed; any
// other is printed and fails the run.
//
// httptest logs when a server takes five seconds to close, which a busy machine needs. One that never closes fails by the test's time limit.
func Run(m *testing.M, expected string) {
	lines := &filter{expected: [][]byte{[]byte(expected), []byte("httptest.Server blocked in Close")}, to: os.Stderr}
	log.SetOutput(lines)
	code := m.Run()
	if code == 0 && lines.unexpected {
		code = 1
	}
	os.Exit(code)
}

// filter is the output of a log.Logger, which calls it once a line and one at a time.
type filter struct {
	expected   [][]byte
	to         io.Writer
	unexpected bool
}

func (f *filter) Write(line []byte) (int, error) {
	if slices.ContainsFunc(f.expected, func(one []byte) bool { return bytes.Contains(line, one) }) {
		return len(line), nil
	}
	f.unexpected = true
	return f.to.Write(line)
}
