package eventually

import (
	"bytes"
	"io"
	"log"
	"os"
	"testing"
)

// Run runs the tests of a package whose code makes net/http log to the default logger. Lines that contain expected are swallowed; any
// other is printed and fails the run.
func Run(m *testing.M, expected string) {
	lines := &filter{expected: []byte(expected), to: os.Stderr}
	log.SetOutput(lines)
	code := m.Run()
	if code == 0 && lines.unexpected {
		code = 1
	}
	os.Exit(code)
}

// filter is the output of a log.Logger, which calls it once a line and one at a time.
type filter struct {
	expected   []byte
	to         io.Writer
	unexpected bool
}

func (f *filter) Write(line []byte) (int, error) {
	if bytes.Contains(line, f.expected) {
		return len(line), nil
	}
	f.unexpected = true
	return f.to.Write(line)
}
