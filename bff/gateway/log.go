package gateway

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"sync"
	"time"
)

// LogHandler writes one JSON object a line. Lines are buffered for at most logDelay; a line above Info is written at
// once, with those before it.
type LogHandler struct {
	slog.Handler
	out *logBuffer
}

const (
	logDelay      = 100 * time.Millisecond
	logBufferSize = 64 << 10
)

// NewLogHandler makes a handler that writes to w. Flush it at the end.
func NewLogHandler(w io.Writer, level slog.Leveler) *LogHandler {
	out := &logBuffer{w: bufio.NewWriterSize(w, logBufferSize)}
	out.timer = time.AfterFunc(time.Hour, out.Flush)
	return &LogHandler{Handler: slog.NewJSONHandler(out, &slog.HandlerOptions{Level: level}), out: out}
}

// Flush writes the buffered lines.
func (h *LogHandler) Flush() { h.out.Flush() }

// Handle implements slog.Handler.
func (h *LogHandler) Handle(ctx context.Context, r slog.Record) error {
	err := h.Handler.Handle(ctx, r)
	if r.Level > slog.LevelInfo {
		h.Flush()
	}
	return err
}

// WithAttrs implements slog.Handler.
func (h *LogHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &LogHandler{Handler: h.Handler.WithAttrs(attrs), out: h.out}
}

// WithGroup implements slog.Handler.
func (h *LogHandler) WithGroup(name string) slog.Handler {
	return &LogHandler{Handler: h.Handler.WithGroup(name), out: h.out}
}

// logBuffer is a buffered writer that flushes itself.
type logBuffer struct {
	mu    sync.Mutex
	w     *bufio.Writer
	timer *time.Timer
	armed bool
}

// Write implements io.Writer.
func (o *logBuffer) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !o.armed {
		o.armed = true
		o.timer.Reset(logDelay)
	}
	return o.w.Write(p)
}

// Flush writes the buffered lines.
func (o *logBuffer) Flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.armed = false
	o.w.Flush() //nolint:errcheck // a log that cannot be written
}

// logCall writes the one line of a call. What may be in it is listed here and nowhere else: no value of a query, a
// header, a cookie or a body; the client's address is cut short.
func (g *Gateway) logCall(x *exchange) {
	level := slog.LevelInfo
	if x.status >= 500 {
		level = slog.LevelWarn
	}
	ctx := context.Background()
	if !g.log.Enabled(ctx, level) {
		return
	}
	r := slog.NewRecord(x.start.Add(x.took), level, "call", 0)
	r.AddAttrs(slog.String("requestId", x.id), slog.String("call", x.call.String()), slog.Int("status", x.status),
		slog.Int("bytes", x.bytes), slog.Int64("us", x.took.Microseconds()))
	if x.branch != nil {
		r.AddAttrs(slog.String("branch", x.branch.name))
		if title := x.branch.title(); title != "" {
			r.AddAttrs(slog.String("branchName", title))
		}
	}
	if x.copy != "" {
		r.AddAttrs(slog.String("cache", x.copy))
	}
	if x.upstream > 0 {
		r.AddAttrs(slog.Int64("upstreamUs", x.upstream.Microseconds()))
	}
	if x.replayed {
		r.AddAttrs(slog.Bool("replayed", true))
	}
	logOutcome(&r, x.client.addr, x.fault)
	g.log.Handler().Handle(ctx, r) //nolint:errcheck // a log that cannot be written
}

// logUnlisted writes the one line of a request that is no documented call.
func (g *Gateway) logUnlisted(id string, addr netip.Addr, f *Fault) {
	ctx := context.Background()
	if !g.log.Enabled(ctx, slog.LevelInfo) {
		return
	}
	r := slog.NewRecord(time.Now(), slog.LevelInfo, "call", 0)
	r.AddAttrs(slog.String("requestId", id), slog.String("call", "unknown"), slog.Int("status", f.Status))
	logOutcome(&r, addr, f)
	g.log.Handler().Handle(ctx, r) //nolint:errcheck // as above
}

func logOutcome(r *slog.Record, addr netip.Addr, f *Fault) {
	if addr.IsValid() {
		r.AddAttrs(slog.String("client", cutAddr(addr).String()))
	}
	if f != nil {
		r.AddAttrs(slog.String("code", f.Code))
		if f.Cause != nil {
			r.AddAttrs(slog.String("cause", safeCause(f.Cause)))
		}
	}
}

// cutAddr takes away what tells single customers apart: the last byte of IPv4, all but 48 bits of IPv6.
func cutAddr(a netip.Addr) netip.Addr {
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

// serverErrorLog takes net/http's complaints about single connections as debug lines. A panic that reached net/http
// comes this way as well: safego and finish recover them before.
func serverErrorLog(l *slog.Logger) *log.Logger {
	return slog.NewLogLogger(l.Handler(), slog.LevelDebug)
}

// logPanic writes the value and the stack of a panic in the pipeline.
func (g *Gateway) logPanic(x *exchange, p any) {
	g.log.Error("a step panicked", "requestId", x.id, "call", x.call.String(), "panic", cut(fmt.Sprint(p)), "stack", string(debug.Stack()))
}
