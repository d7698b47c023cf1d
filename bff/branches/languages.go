package branches

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"tablefront/bff/envelope"
	"tablefront/bff/langtag"
)

const (
	// maxLanguages limits the list of a branch.
	maxLanguages = 200
	// maxUnlisted is how many languages are accepted from a branch that lists none.
	maxUnlisted = 8
	// languagesPause is how long GET languages is not repeated if it lists none.
	languagesPause = time.Second
)

// Languages are those that a branch lists. For a branch that lists none, they are the first few that are requested. The
// zero value is empty.
type Languages struct {
	listed   atomic.Pointer[[]string]
	pause    atomic.Int64 // unix nanoseconds
	mu       sync.Mutex
	unlisted []string
}

// Read stores the response of GET languages. Rows without a language tag are left out.
func (l *Languages) Read(body []byte) {
	var rows []struct{ Name string }
	json.Unmarshal(envelope.Data(body), &rows)
	var names []string
	for _, row := range rows[:min(len(rows), maxLanguages)] {
		if langtag.Valid(row.Name) && spelling(names, row.Name) == "" {
			names = append(names, row.Name)
		}
	}
	if len(names) > 0 {
		l.listed.Store(&names)
	}
}

// Listed returns the listed languages, nil if there are none. They must not be modified.
func (l *Languages) Listed() []string {
	if p := l.listed.Load(); p != nil {
		return *p
	}
	return nil
}

// Due reports whether GET languages must be called: none are listed, and it was not called just now.
func (l *Languages) Due(now time.Time) bool {
	return l.Listed() == nil && now.UnixNano() >= l.pause.Load()
}

func (l *Languages) Asked(now time.Time) { l.pause.Store(now.Add(languagesPause).UnixNano()) }

// Admit returns the spelling under which a language is cached: the listed one, or otherwise for a language that the branch
// does not have, so that invented languages can't fill the cache.
func (l *Languages) Admit(lang, otherwise string) string {
	listed := l.Listed()
	if listed == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		if spelling(l.unlisted, lang) == "" && len(l.unlisted) < maxUnlisted {
			l.unlisted = append(l.unlisted, lang)
		}
		listed = l.unlisted
	}
	return cmp.Or(spelling(listed, lang), otherwise)
}

// spelling returns the element of names that is lang in any case, empty if there is none.
func spelling(names []string, lang string) string {
	if i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, lang) }); i >= 0 {
		return names[i]
	}
	return ""
}
