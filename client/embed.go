// Package client holds the built single-page application, so that one executable is the whole shop (docs/architecture.md section 1).
package client

import "embed"

// Dist is what Vite builds into client/dist: index.html, hashed assets and their .br and .gz twins.
// Without a build it holds only .gitkeep; the site then answers that the client is not built.
//
//go:embed all:dist
var Dist embed.FS
