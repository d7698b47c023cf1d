//go:build !unix

package upstream

// direct tells whether connections can be looked at without reading from them. Here they can't: every call goes through
// http.Transport.
const direct = false

func (l *line) quiet() bool { return false }

func (l *line) lookAt(uintptr) {}
