//go:build race

package selftest

// raced says that the race detector is on, under which everything takes ten times as long.
const raced = true
