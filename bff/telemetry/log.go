// Package telemetry has the log, metrics and traces, without personal data (docs/architecture.md section 3.11).
package telemetry

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/netip"
	"sync"
	"time"
)

// LogHandler writes one JSON object per line. Lines are buffered for at most logDelay; a line above Info is written at once.
type LogHandler struct {
	slog.Handler
	*logBuffer
}

const (
	logDelay = 100 * time.Millisecond
	// logBufferSize is how many bytes of lines wait for a writer that fails, such as a file on a full disk. Later ones are lost.
	logBufferSize = 64 << 10
)

// NewLogHandler returns a handler that writes to w. The caller must Flush it at the end.
func NewLogHandler(w io.Writer, level slog.Leveler) *LogHandler {
	out := &logBuffer{w: w}
	out.timer = time.AfterFunc(time.Hour, out.Flush)
	return &LogHandler{slog.NewJSONHandler(out, &slog.HandlerOptions{Level: level}), out}
}

// Handle implements slog.Handler.
func (h *LogHandler) Handle(ctx context.Context, r slog.Record) error {
	err := h.Handler.Handle(ctx, r)
	if r.Level > slog.LevelInfo {
		h.Flush()
	}
	return err
}

// logBuffer is a buffered writer that flushes itself. After a failed write it tries again, and says how many lines were lost.
type logBuffer struct {
	mu      sync.Mutex
	w       io.Writer
	pending []byte
	lost    int
	timer   *time.Timer
}

func (o *logBuffer) Write(line []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if len(o.pending)+len(line) > logBufferSize {
		o.flush()
	}
	if len(o.pending) > 0 && len(o.pending)+len(line) > logBufferSize {
		o.lost++
		return len(line), nil
	}
	if len(o.pending) == 0 {
		o.timer.Reset(logDelay)
	}
	o.pending = append(o.pending, line...)
	return len(line), nil
}

// Flush writes the buffered lines.
func (o *logBuffer) Flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.flush()
}

// flush writes the buffered lines and keeps what could not be written. The caller holds mu.
func (o *logBuffer) flush() {
	n, err := o.w.Write(o.pending)
	o.pending = append(o.pending[:0], o.pending[min(n, len(o.pending)):]...)
	if err != nil {
		o.timer.Reset(10 * logDelay)
		return
	}
	if o.lost > 0 {
		line := fmt.Appendf(nil, `{"time":%q,"level":"WARN","msg":"lines of the log were lost, since it could not be written","lines":%d}`+"\n", time.Now().Format(time.RFC3339Nano), o.lost)
		if _, err := o.w.Write(line); err == nil {
			o.lost = 0
		}
	}
}

// NewJournalWriter returns a writer to the journal of systemd, to which w leads: it begins each line with its priority,
// by which `journalctl -p` selects. A line without a level, such as a usage error, is an error.
func NewJournalWriter(w io.Writer) io.Writer { return journalWriter{w} }

type journalWriter struct{ w io.Writer }

var priorities = map[string]string{"DEBUG": "<7>", "INFO": "<6>", "WARN": "<4>", "ERROR": "<3>"}

// Write expects whole lines.
func (j journalWriter) Write(p []byte) (int, error) {
	var out []byte
	for line := range bytes.Lines(p) {
		_, rest, _ := bytes.Cut(line, []byte(`"level":"`)) // the second field of a line, after the time
		level, _, _ := bytes.Cut(rest, []byte(`"`))
		out = append(append(out, cmp.Or(priorities[string(level)], "<3>")...), line...)
	}
	if _, err := j.w.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// CountPanics returns a handler that calls count for each record about a panic.
func CountPanics(h slog.Handler, count func()) slog.Handler { return panicCounter{h, count} }

type panicCounter struct {
	slog.Handler
	count func()
}

// Handle implements slog.Handler.
func (p panicCounter) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelError {
		r.Attrs(func(a slog.Attr) bool {
			if a.Key == "panic" {
				p.count()
			}
			return a.Key != "panic"
		})
	}
	return p.Handler.Handle(ctx, r)
}

// WithAttrs implements slog.Handler.
func (p panicCounter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return panicCounter{p.Handler.WithAttrs(attrs), p.count}
}

// WithGroup implements slog.Handler.
func (p panicCounter) WithGroup(name string) slog.Handler {
	return panicCounter{p.Handler.WithGroup(name), p.count}
}

// CutAddr anonymises an address: it removes the last byte of IPv4 and all but 48 bits of IPv6.
func CutAddr(a netip.Addr) netip.Addr {
	bits := 24
	if a.Is6() {
		bits = 48
	}
	p, err := a.Prefix(bits)
	if err != nil {
		return a
	}
	return p.Addr()
}
