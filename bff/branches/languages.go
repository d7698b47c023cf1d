package branches

import (
	"encoding/json"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// maxUnlisted is how many languages are accepted from a branch that lists none.
	maxUnlisted = 8
	// languagesPause is how long GET languages is not repeated if it lists none.
	languagesPause = time.Second
)

// Languages are those that a branch lists. For a branch that lists none, they are the first few that are requested. The
// zero value is empty.
type Languages struct {
	listed   atomic.Pointer[map[string]string] // by lower-case tag
	pause    atomic.Int64                      // unix nanoseconds
	mu       sync.Mutex
	unlisted map[string]string
}

// Read stores the response of GET languages.
func (l *Languages) Read(body []byte) {
	var list []struct {
		Name string `json:"name"`
	}
	if json.Unmarshal(body, &list) != nil {
		return
	}
	names := make(map[string]string, len(list))
	for _, row := range list[:min(len(list), 200)] {
		if IsLanguage(row.Name) {
			names[strings.ToLower(row.Name)] = row.Name
		}
	}
	if len(names) > 0 {
		l.listed.Store(&names)
	}
}

// Due reports whether GET languages must be called: none are listed, and it was not asked for them just now.
func (l *Languages) Due(now time.Time) bool {
	return l.listed.Load() == nil && now.UnixNano() >= l.pause.Load()
}

// Asked records that GET languages was called.
func (l *Languages) Asked(now time.Time) { l.pause.Store(now.Add(languagesPause).UnixNano()) }

// Admit returns the spelling under which a language is cached: the listed one, or otherwise for a language that the branch
// does not have, so that invented languages can't fill the cache.
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

var languageTag = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$`)

// IsLanguage reports whether s has the form of a language tag, of at most 16 bytes.
func IsLanguage(s string) bool { return len(s) <= 16 && languageTag.MatchString(s) }
