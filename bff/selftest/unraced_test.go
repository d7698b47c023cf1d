//go:build !race

package selftest

const raced = false
