package main

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"time"
)

func textBetween(text, before, after string) string {
	_, rest, _ := strings.Cut(text, before)
	found, _, _ := strings.Cut(rest, after)
	return found
}

func containsSecret(text string) bool { return strings.Contains(text, secretMark) }

func containsText(body []byte, text string) bool { return bytes.Contains(body, []byte(text)) }

// thousands writes 1000000 as 1,000,000.
func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}

// percentile of durations that need not be sorted; 0 for none.
func percentile(times []time.Duration, p float64) time.Duration {
	if len(times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(times))
	return sorted[min(len(sorted)-1, int(float64(len(sorted))*p/100))]
}

func milliseconds(d time.Duration) string {
	return strconv.FormatFloat(float64(d.Microseconds())/1000, 'f', 1, 64) + " ms"
}
