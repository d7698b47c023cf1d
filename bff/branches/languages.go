package branches

import (
	"encoding/json"
	"maps"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxUnlisted is how many languages are accepted from a branch that lists none.
	maxUnlisted = 8
	// languagesPause is how long a branch is not asked for its languages after they did not come.
	languagesPause = time.Second
)

// Languages are those that a branch lists; of one that lists none, the first few that it is asked for. The zero value
// knows none.
type Languages struct {
	listed   atomic.Pointer[map[string]string] // by lower-case tag
	pause    atomic.Int64                      // unix nanoseconds
	mu       sync.Mutex
	unlisted map[string]string
}

// Read takes over the answer of GET languages.
func (l *Languages) Read(body []byte) {
	var list []struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(body, &list) != nil || len(list) == 0 {
		return
	}
	names := make(map[string]string, len(list))
	for _, row := range list[:min(len(list), 200)] {
		if IsLanguage(row.Name) {
			names[strings.ToLower(row.Name)] = row.Name
		}
	}
	if len(names) == 0 {
		return
	}
	if old := l.listed.Load(); old != nil && maps.Equal(*old, names) {
		return
	}
	l.listed.Store(&names)
}

// Known tells whether the branch has listed its languages.
func (l *Languages) Known() bool { return l.listed.Load() != nil }

// Due tells whether the branch may be asked for its languages now.
func (l *Languages) Due(now time.Time) bool { return now.UnixNano() >= l.pause.Load() }

// Failed records that they did not come.
func (l *Languages) Failed(now time.Time) { l.pause.Store(now.Add(languagesPause).UnixNano()) }

// Admit gives the spelling under which a language is cached: the listed one, or otherwise for a language that the branch
// does not have, so that inventing languages fills nothing.
func (l *Languages) Admit(lang, otherwise string) string {
	if listed := l.listed.Load(); listed != nil {
		if name, ok := (*listed)[strings.ToLower(lang)]; ok {
			return name
		}
		return otherwise
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if name, ok := l.unlisted[strings.ToLower(lang)]; ok {
		return name
	}
	if len(l.unlisted) >= maxUnlisted {
		return otherwise
	}
	if l.unlisted == nil {
		l.unlisted = map[string]string{}
	}
	l.unlisted[strings.ToLower(lang)] = lang
	return lang
}

// IsLanguage tells whether s looks like a language tag: ^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$, at most 16 bytes.
func IsLanguage(s string) bool {
	if len(s) > 16 {
		return false
	}
	for part := 0; ; part++ {
		n := 0
		for n < len(s) && s[n] != '-' {
			c := s[n]
			letter := c|0x20-'a' < 26
			if !letter && (part == 0 || c-'0' > 9) {
				return false
			}
			n++
		}
		if part == 0 && (n < 2 || n > 3) || part > 0 && (n < 2 || n > 8) {
			return false
		}
		if n == len(s) {
			return true
		}
		if part == 2 {
			return false
		}
		s = s[n+1:]
	}
}
