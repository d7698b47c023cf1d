package gateway

import (
	"bufio"
	"context"
	"io"
	"log"
	"log/slog"
	"net/netip"
	"runtime/debug"
	"strconv"
	"sync"
	"time"
)

// LogHandler is a slog.Handler for one JSON object a line. A call's line has a fixed form and is written without
// building attributes first; everything else goes through slog's own JSON handler. Lines are collected and written
// together, at the latest after logDelay; what is more urgent than Info is written at once.
type LogHandler struct {
	out   *logWriter
	plain slog.Handler
	level slog.Leveler
}

const (
	logDelay  = 200 * time.Millisecond
	logBuffer = 64 << 10
)

// logWriter collects lines.
type logWriter struct {
	mu    sync.Mutex
	w     *bufio.Writer
	timer *time.Timer
	armed bool
	line  []byte
}

// NewLogHandler makes a handler that writes to w.
func NewLogHandler(w io.Writer, level slog.Leveler) *LogHandler {
	out := &logWriter{w: bufio.NewWriterSize(w, logBuffer), line: make([]byte, 0, 512)}
	out.timer = time.AfterFunc(time.Hour, out.Flush)
	return &LogHandler{out: out, plain: slog.NewJSONHandler(out, &slog.HandlerOptions{Level: level}), level: level}
}

// Flush writes what was collected.
func (h *LogHandler) Flush() { h.out.Flush() }

// Enabled fills slog.Handler.
func (h *LogHandler) Enabled(_ context.Context, level slog.Level) bool {
	return level >= h.level.Level()
}

// Handle fills slog.Handler.
func (h *LogHandler) Handle(ctx context.Context, r slog.Record) error {
	if r.Message == callMessage && r.NumAttrs() == 1 {
		var x *exchange
		r.Attrs(func(a slog.Attr) bool {
			x, _ = a.Value.Any().(*exchange)
			return false
		})
		if x != nil {
			h.out.call(r.Time, r.Level, x)
			return nil
		}
	}
	err := h.plain.Handle(ctx, r)
	if r.Level > slog.LevelInfo {
		h.Flush()
	}
	return err
}

// WithAttrs fills slog.Handler.
func (h *LogHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &LogHandler{out: h.out, plain: h.plain.WithAttrs(attrs), level: h.level}
}

// WithGroup fills slog.Handler.
func (h *LogHandler) WithGroup(name string) slog.Handler {
	return &LogHandler{out: h.out, plain: h.plain.WithGroup(name), level: h.level}
}

// Write takes one line of slog's JSON handler.
func (o *logWriter) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	n, err := o.w.Write(p)
	o.arm()
	return n, err
}

// Flush writes what was collected.
func (o *logWriter) Flush() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.armed = false
	o.w.Flush() //nolint:errcheck // where would that be logged
}

func (o *logWriter) arm() {
	if !o.armed {
		o.armed = true
		o.timer.Reset(logDelay)
	}
}

// call writes a call's line: what may be in it is listed here and nowhere else (DESIGN section 3.11, HARDENING T27).
// There is no value of a query, a header, a cookie or a body in it; the client's address is cut short.
func (o *logWriter) call(at time.Time, level slog.Level, x *exchange) {
	o.mu.Lock()
	defer o.mu.Unlock()
	b := append(o.line[:0], `{"time":"`...)
	b = at.AppendFormat(b, "2006-01-02T15:04:05.000Z07:00")
	b = append(b, `","level":"`...)
	b = append(b, level.String()...)
	b = append(b, `","msg":"call","id":"`...)
	b = append(b, x.id...)
	b = append(b, `","call":"`...)
	if x.call != nil {
		b = append(b, x.call.Method...)
		b = append(b, ' ')
		b = append(b, x.call.Path...)
	}
	b = append(b, '"')
	if x.branch != nil {
		b = append(b, `,"branch":"`...)
		b = append(b, x.branch.name...)
		b = append(b, '"')
	}
	b = append(b, `,"status":`...)
	b = strconv.AppendInt(b, int64(x.status), 10)
	b = append(b, `,"bytes":`...)
	b = strconv.AppendInt(b, int64(x.bytes), 10)
	b = append(b, `,"us":`...)
	b = strconv.AppendInt(b, x.took.Microseconds(), 10)
	if x.copy != "" {
		b = append(b, `,"cache":"`...)
		b = append(b, x.copy...)
		b = append(b, '"')
	}
	if x.upstream > 0 {
		b = append(b, `,"upstreamUs":`...)
		b = strconv.AppendInt(b, x.upstream.Microseconds(), 10)
	}
	if x.replayed {
		b = append(b, `,"replayed":true`...)
	}
	if x.client.addr.IsValid() {
		b = append(b, `,"client":"`...)
		b = cutAddr(x.client.addr).AppendTo(b)
		b = append(b, '"')
	}
	if x.fault != nil {
		b = append(b, `,"code":`...)
		b = quote(b, x.fault.Code)
		if x.fault.Cause != nil {
			b = append(b, `,"cause":`...)
			b = quote(b, safeCause(x.fault.Cause))
		}
	}
	b = append(b, "}\n"...)
	o.w.Write(b) //nolint:errcheck // where would that be logged
	o.line = b[:0]
	o.arm()
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

const callMessage = "call"

// logCall writes the one line of a call.
func (g *Gateway) logCall(x *exchange) {
	level := slog.LevelInfo
	if x.status >= 500 {
		level = slog.LevelWarn
	}
	ctx := context.Background()
	if g.log.Enabled(ctx, level) {
		r := slog.NewRecord(x.start.Add(x.took), level, callMessage, 0)
		r.AddAttrs(slog.Any("", x))
		g.log.Handler().Handle(ctx, r) //nolint:errcheck // where would that be logged
	}
}

// quietLog takes net/http's own complaints about single connections, which say nothing about the shop, as debug lines.
func quietLog(l *slog.Logger) *log.Logger { return slog.NewLogLogger(l.Handler(), slog.LevelDebug) }

// logPanic writes where a step panicked, without what it was working on.
func (g *Gateway) logPanic(x *exchange, _ any) {
	g.log.Error("a step panicked", "id", x.id, "call", x.call.String(), "stack", string(debug.Stack()))
}
