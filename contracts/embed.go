// Package contracts holds the one description of the wire that Go, TypeScript and the mocks are compared with.
package contracts

import (
	"embed"
	"encoding/json"
	"path"
	"strings"
)

// OpenAPI is openapi.yaml: the documented calls of docs/specification.md section 7 as the BFF answers them.
//
//go:embed openapi.yaml
var OpenAPI []byte

// BFF is bff.yaml: the calls outside /api and the boot data of the page (docs/wire.md section 5, docs/architecture.md section 4).
//
//go:embed bff.yaml
var BFF []byte

//go:embed translations/*.json
var translations embed.FS

// Texts returns the shop's own texts of a language, from the source text (English, which needs none) to the translated one; nil if there are none.
// "de-AT" has those of "de".
func Texts(lang string) map[string]string {
	primary, _, _ := strings.Cut(strings.ToLower(lang), "-")
	file, err := translations.ReadFile(path.Join("translations", primary+".json"))
	if err != nil {
		return nil
	}
	var texts map[string]string
	if err := json.Unmarshal(file, &texts); err != nil {
		return nil
	}
	return texts
}
