// Package langtag recognises language tags as the contract has them (contracts/openapi.yaml, LanguageTag).
package langtag

import "regexp"

// Pattern matches a language tag of any length.
var Pattern = regexp.MustCompile(`^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$`)

// Valid reports whether s is a language tag of at most 16 bytes.
func Valid(s string) bool { return len(s) <= 16 && Pattern.MatchString(s) }
