//go:build race

package site

// raced says that the race detector is on, under which everything takes ten times as long, for nothing where a single goroutine works.
const raced = true
