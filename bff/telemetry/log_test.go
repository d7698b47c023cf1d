package telemetry

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"testing/synctest"
)

// flakyWriter fails while full is set, as a file on a full disk does; it takes the first bytes of the failing write.
type flakyWriter struct {
	bytes.Buffer
	full bool
}

func (w *flakyWriter) Write(p []byte) (int, error) {
	if !w.full {
		return w.Buffer.Write(p)
	}
	n, _ := w.Buffer.Write(p[:min(len(p), 10)])
	return n, errors.New("no space left on device")
}

// After a failed write the log goes on with whole lines, and says how many are missing.
func TestTheLogSurvivesAFailedWrite(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the buffer is flushed by the test alone
		out := &flakyWriter{full: true}
		h := NewLogHandler(out, slog.LevelInfo)
		log := slog.New(h)
		log.Warn("during the fault")
		long := strings.Repeat("x", logBufferSize/4)
		for range 6 {
			log.Info("long", "text", long)
		}
		out.full = false
		log.Warn("after the fault")
		for line := range strings.Lines(out.String()) {
			if !strings.HasPrefix(line, `{"time":`) || !strings.HasSuffix(line, "}\n") {
				t.Errorf("half a line: %.80s", line)
			}
		}
		text := out.String()
		for _, want := range []string{`"msg":"during the fault"`, `"msg":"after the fault"`, "lines of the log were lost"} {
			if strings.Count(text, want) != 1 {
				t.Errorf("%d times %s", strings.Count(text, want), want)
			}
		}
	})
}

// Lines in the journal have the priorities by which journalctl -p selects.
func TestLinesInTheJournalHaveTheirPriority(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // the buffer is flushed by the test alone
		var out bytes.Buffer
		w := NewJournalWriter(&out)
		h := NewLogHandler(w, slog.LevelDebug)
		log := slog.New(h)
		log.Debug("d")
		log.Info(`i "level":"ERROR"`)
		log.Warn("w")
		log.Error("e")
		w.Write([]byte("tablefront: invalid configuration:\n  - one\n"))
		var got []string
		for line := range strings.Lines(out.String()) {
			got = append(got, line[:3])
		}
		if strings.Join(got, "") != "<7><6><4><3><3><3>" {
			t.Errorf("%v\n%s", got, &out)
		}
	})
}
