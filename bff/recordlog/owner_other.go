//go:build !unix

package recordlog

// KeepOwner does nothing: files inherit the permissions of their folder.
func KeepOwner(path, like string) error { return nil }
