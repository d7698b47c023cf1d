package firstpaint

import (
	"strings"
	"unicode"
)

// cutAfterWord shortens a description to at most limit characters, after a word and with an ellipsis, as the client does
// (client/src/domain/text.ts).
func cutAfterWord(description string, limit int) string {
	r := []rune(description)
	if len(r) <= limit {
		return description
	}
	cut := string(r[:limit])
	if !unicode.IsSpace(r[limit]) {
		if end := strings.LastIndexFunc(cut, unicode.IsSpace); end >= 0 {
			cut = cut[:end]
		}
	}
	return strings.TrimRightFunc(cut, func(c rune) bool { return unicode.IsSpace(c) || strings.ContainsRune(".,;:!?…·/&+–—-", c) }) + "…"
}
