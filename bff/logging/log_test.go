package logging

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"
)

// Lines in the journal have the priorities by which journalctl -p selects.
func TestLinesInTheJournalHaveTheirPriority(t *testing.T) {
	var out bytes.Buffer
	w := JournalWriter{&out}
	log := slog.New(slog.NewJSONHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
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
}
