package logging

import (
	"context"
	"errors"
	"net/url"
	"strings"
)

// SafeCause returns the text of an error for the log, empty for none. A url.Error is replaced by what it wraps, since its URL
// can contain what a customer typed.
func SafeCause(err error) string {
	if err == nil {
		return ""
	}
	if u, is := errors.AsType[*url.Error](err); is {
		kind := "upstream"
		if errors.Is(err, context.DeadlineExceeded) {
			kind = "upstream: timeout"
		}
		return Cut(kind + ": " + u.Err.Error())
	}
	return Cut(err.Error())
}

// Cut shortens a text of unknown origin for the log, to one line.
func Cut(s string) string {
	const limit = 300
	if len(s) > limit {
		s = s[:limit]
	}
	return strings.ToValidUTF8(strings.ReplaceAll(s, "\n", "; "), "?")
}
