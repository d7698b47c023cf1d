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

func (p panicCounter) WithAttrs(attrs []slog.Attr) slog.Handler {
	return panicCounter{p.Handler.WithAttrs(attrs), p.count}
}

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
