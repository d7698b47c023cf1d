package reading

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// isDateTime reports whether the content of a JSON string is a time in the form of RFC 3339.
func isDateTime(raw []byte) bool {
	at, err := time.Parse(time.RFC3339Nano, string(raw))
	return err == nil && isTime(at)
}

// isTime reports whether a time is one: the zero of Go, .NET or Unix stands for none.
func isTime(at time.Time) bool { return at.Year() > 1970 }

// The forms of a time: those with a zone, and those whose zone is the restaurant's.
var (
	zonedTimes = []string{
		"2006-01-02T15:04:05.999999999Z07:00", "2006-01-02T15:04:05.999999999Z0700", "2006-01-02T15:04Z07:00", "2006-01-02T15:04Z0700",
		"2006-01-02 15:04:05.999999999Z07:00", "2006-01-02 15:04:05.999999999Z0700", "2006-01-02 15:04:05.999999999 Z07:00", "2006-01-02 15:04:05.999999999 -0700",
		"Mon, 02 Jan 2006 15:04:05 GMT", time.RFC1123Z,
	}
	localTimes = []string{
		"2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05.999999999", "2006-01-02 15:04",
		"02.01.2006 15:04:05", "02.01.2006 15:04", "02.01.2006, 15:04:05", "02.01.2006, 15:04", "2.1.2006 15:04", "2.1.2006, 15:04",
	}
)

// readTime reads a time as RFC 3339.
func readTime(raw []byte, value string, isText bool, zone *time.Location) (string, bool) {
	if zone == nil {
		zone = time.UTC
	}
	if raw[0] == '{' {
		var carbon struct{ Date, Timezone string }
		if json.Unmarshal(raw, &carbon) != nil || carbon.Date == "" {
			return "", false
		}
		if of, err := zoneOf(carbon.Timezone); err == nil {
			zone = of
		}
		value, isText = carbon.Date, true
	}
	if !isText {
		value = string(raw)
	}
	value = strings.TrimSpace(value)
	if seconds, err := strconv.ParseInt(value, 10, 64); err == nil && len(value) == 10 {
		return time.Unix(seconds, 0).In(zone).Format(time.RFC3339), true
	}
	for _, layout := range zonedTimes {
		if at, err := time.Parse(layout, value); err == nil && isTime(at) {
			return at.Format(time.RFC3339), true
		}
	}
	for _, layout := range localTimes {
		if at, err := time.ParseInLocation(layout, value, zone); err == nil && isTime(at) {
			return at.Format(time.RFC3339), true
		}
	}
	return "", false
}

// zoneOf returns a zone by its name or its offset.
func zoneOf(name string) (*time.Location, error) {
	if at, err := time.Parse("Z07:00", name); err == nil {
		return at.Location(), nil
	}
	if name == "" || name == "Local" {
		return nil, fmt.Errorf("reading: no time zone")
	}
	return time.LoadLocation(name)
}

var (
	clockPattern = regexp.MustCompile(`^(?:[01]\d|2[0-4]):[0-5]\d$`)
	anyClock     = regexp.MustCompile(`(?i)^(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*(?:(a|p)\.?m\.?|uhr|h)?$`)
)

// readClock reads a time of day as HH:MM. The end of a range may be after midnight: "26:00" is 02:00.
func readClock(value string, isEnd bool) (string, bool) {
	found := anyClock.FindStringSubmatch(strings.TrimSpace(value))
	if found == nil || found[2] == "" && found[3] == "" {
		return "", false
	}
	hour, _ := strconv.Atoi(found[1])   // two digits
	minute, _ := strconv.Atoi(found[2]) // two digits, or none
	switch half := strings.ToLower(found[3]); {
	case half != "" && (hour == 0 || hour > 12):
		return "", false
	case half == "a" && hour == 12:
		hour = 0
	case half == "p" && hour < 12:
		hour += 12
	}
	switch {
	case isEnd && hour == 23 && minute == 59:
		hour, minute = 24, 0
	case isEnd && (hour > 24 && hour < 30 || hour == 24 && minute > 0):
		hour -= 24
	}
	if hour > 24 || minute > 59 || hour == 24 && minute > 0 {
		return "", false
	}
	return fmt.Sprintf("%02d:%02d", hour, minute), true
}
