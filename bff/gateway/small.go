package gateway

import (
	"log"
	"log/slog"
	"strconv"
)

func itoa(n int) string { return strconv.Itoa(n) }

func errText(err error) string {
	if err == nil {
		return ""
	}
	return safeCause(err)
}

// quietLog takes net/http's own complaints about single connections, which say nothing about the shop, as debug lines.
func quietLog(l *slog.Logger) *log.Logger { return slog.NewLogLogger(l.Handler(), slog.LevelDebug) }
