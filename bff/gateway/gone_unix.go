//go:build unix

package gateway

import "syscall"

// watchable tells whether a connection can be watched without reading from it.
const watchable = true

// hasGone waits until there is something to read on a connection, or its deadline has come; true: its other side has
// closed it.
func hasGone(sock syscall.RawConn) (gone bool) {
	var one [1]byte
	sock.Read(func(fd uintptr) bool { //nolint:errcheck // the deadline has come
		n, _, err := syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT) //nolint:gosec // a file descriptor
		for err == syscall.EINTR {                                                            //nolint:errorlint // the very value is meant
			n, _, err = syscall.Recvfrom(int(fd), one[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT) //nolint:gosec // as above
		}
		if err == syscall.EAGAIN { //nolint:errorlint // as above
			return false
		}
		gone = n <= 0
		return true
	})
	return gone
}

// peek gives what waits to be read on a connection, and leaves it there.
func peek(sock syscall.RawConn, b []byte) (n int) {
	sock.Control(func(fd uintptr) { //nolint:errcheck // then nothing waits
		n, _, _ = syscall.Recvfrom(int(fd), b, syscall.MSG_PEEK|syscall.MSG_DONTWAIT) //nolint:gosec // a file descriptor
	})
	return max(n, 0)
}
