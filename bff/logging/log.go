// Package logging makes what the log may show: no personal data and no secrets (docs/architecture.md section 3.11).
package logging

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"log/slog"
	"net/netip"
)

// JournalWriter writes to the journal of systemd, to which To leads: it begins each line with its priority,
// by which `journalctl -p` selects. A line without a level, such as a usage error, is an error.
type JournalWriter struct{ To io.Writer }

var priorities = map[string]string{"DEBUG": "<7>", "INFO": "<6>", "WARN": "<4>", "ERROR": "<3>"}

// Write expects whole lines.
func (j JournalWriter) Write(p []byte) (int, error) {
	var out []byte
	for line := range bytes.Lines(p) {
		_, rest, _ := bytes.Cut(line, []byte(`"level":"`)) // the second field of a line, after the time
		level, _, _ := bytes.Cut(rest, []byte(`"`))
		out = append(append(out, cmp.Or(priorities[string(level)], "<3>")...), line...)
	}
	if _, err := j.To.Write(out); err != nil {
		return 0, err
	}
	return len(p), nil
}

// PanicCounter is a handler that calls Count for each record about a panic.
type PanicCounter struct {
	slog.Handler
	Count func()
}

func (p PanicCounter) Handle(ctx context.Context, r slog.Record) error {
	if r.Level >= slog.LevelError {
		r.Attrs(func(a slog.Attr) bool {
			if a.Key == "panic" {
				p.Count()
			}
			return a.Key != "panic"
		})
	}
	return p.Handler.Handle(ctx, r)
}

func (p PanicCounter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return PanicCounter{p.Handler.WithAttrs(attrs), p.Count}
}

func (p PanicCounter) WithGroup(name string) slog.Handler {
	return PanicCounter{p.Handler.WithGroup(name), p.Count}
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
