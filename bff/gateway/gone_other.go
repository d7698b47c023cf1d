//go:build !unix

package gateway

import "syscall"

// watchable tells whether a connection can be watched without reading from it. Here it can't: every call goes through
// net/http.
const watchable = false

func hasGone(syscall.RawConn) bool { return false }

func peek(syscall.RawConn, []byte) int { return 0 }
