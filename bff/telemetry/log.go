// Package telemetry has the log, metrics and traces, without personal data (docs/architecture.md section 3.11).
package telemetry

import (
	"bufio"
	"context"
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
	logDelay      = 100 * time.Millisecond
	logBufferSize = 64 << 10
)

// NewLogHandler returns a handler that writes to w. The caller must Flush it at the end.
func NewLogHandler(w io.Writer, level slog.Leveler) *LogHandler {
	out := &logBuffer{w: bufio.NewWriterSize(w, logBufferSize)}
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

// logBuffer is a buffered writer that flushes itself.
type logBuffer struct {
	mu    sync.Mutex
	w     *bufio.Writer
	timer *time.Timer
}

func (o *logBuffer) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.w.Buffered() == 0 {
		o.timer.Reset(logDelay)
	}
	return o.w.Write(p)
}

// Flush writes the buffered lines.
func (o *logBuffer) Flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.w.Flush() //nolint:errcheck // a log that cannot be written
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
