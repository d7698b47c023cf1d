//go:build race

package site

// raced says that the race detector is on: tests of a single goroutine then skip, since they take ten times as long and gain nothing.
const raced = true
