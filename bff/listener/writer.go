package listener

import (
	"net/http"
	"time"
)

const (
	// readerStall is how long a client may take for a piece of a large response before the connection is closed.
	readerStall = 20 * time.Second
	// pacedPiece is the size of a piece: 3.2 KB a second are fast enough.
	pacedPiece = 64 << 10
	// pacedFrom is the size from which a write may have to wait for its reader. Smaller ones keep the server's WriteTimeout.
	pacedFrom = 16 << 10
)

// pacedWriter replaces the server's WriteTimeout for large responses by a deadline for each piece, since that would cut off
// slow clients however steadily they read.
type pacedWriter struct{ http.ResponseWriter }

// Unwrap is used by http.ResponseController.
func (w pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w pacedWriter) Write(p []byte) (n int, err error) {
	if len(p) < pacedFrom {
		return w.ResponseWriter.Write(p)
	}
	control := http.NewResponseController(w.ResponseWriter)
	for err == nil && n < len(p) {
		control.SetWriteDeadline(time.Now().Add(readerStall))
		var m int
		m, err = w.ResponseWriter.Write(p[n:min(n+pacedPiece, len(p))])
		n += m
	}
	return n, err
}
