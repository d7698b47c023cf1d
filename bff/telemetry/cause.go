package telemetry

import (
	"context"
	"errors"
	"net/url"
	"strings"
)

// SafeCause is an error as the log may show it, empty for none. An address that a call went to can hold what a customer typed
// , so a url.Error is replaced by what it wraps.
func SafeCause(err error) string {
	if err == nil {
		return ""
	}
	var u *url.Error
	if errors.As(err, &u) {
		kind := "upstream"
		if errors.Is(err, context.DeadlineExceeded) {
			kind = "upstream: timeout"
		}
		return Cut(kind + ": " + u.Err.Error())
	}
	return Cut(err.Error())
}

// Cut bounds a text of unknown origin for the log.
func Cut(s string) string {
	const limit = 300
	if len(s) > limit {
		s = s[:limit]
	}
	return strings.ToValidUTF8(s, "?")
}
