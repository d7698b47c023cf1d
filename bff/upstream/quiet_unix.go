//go:build unix

package upstream

import "syscall"

// direct tells whether connections can be looked at without reading from them.
const direct = true

// quiet tells whether the host has neither closed a waiting connection nor said anything on it.
func (l *line) quiet() bool {
	l.still = false
	return l.sock.Control(l.look) == nil && l.still
}

func (l *line) lookAt(fd uintptr) {
	_, _, err := syscall.Recvfrom(int(fd), l.byte1[:], syscall.MSG_PEEK|syscall.MSG_DONTWAIT) //nolint:gosec // a file descriptor
	l.still = err == syscall.EAGAIN                                                           //nolint:errorlint // the very value is meant
}
