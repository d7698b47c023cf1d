// Package contracts holds the one description of the wire that Go, TypeScript and the mocks are compared with.
package contracts

import "embed"

// OpenAPI is openapi.yaml: the documented calls of docs/specification.md section 7 as the BFF answers them.
//
//go:embed openapi.yaml
var OpenAPI []byte

// BFF is bff.yaml: the calls outside /api and the boot data of the page (docs/wire.md section 5, docs/architecture.md section 4).
//
//go:embed bff.yaml
var BFF []byte

// Translations has the shop's own texts: a file a language, from the source text (English) to the translated one. English needs none.
//
//go:embed translations/*.json
var Translations embed.FS
