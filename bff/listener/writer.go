package listener

import (
	"net/http"
	"time"
)

const (
	// readerStall is how long a reader may take nothing of an answer before the connection is cut.
	readerStall = 20 * time.Second
	// readerRate is the speed in bytes a second at which a reader gets every answer whole.
	readerRate = 8 << 10
	// pacedPiece is what is handed to the connection at once: at readerRate it is taken in less than readerStall.
	pacedPiece = 64 << 10
	// pacedFrom is the size from which a write may have to wait for its reader. Smaller ones keep the server's WriteTimeout.
	pacedFrom = 16 << 10
)

// pacedWriter replaces the server's WriteTimeout for large answers, which would cut slow readers however much they
// take: each piece has a deadline, and so has the answer as a whole.
type pacedWriter struct {
	http.ResponseWriter
	began   time.Time
	written int64
}

// Unwrap is for http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Write implements io.Writer.
func (w *pacedWriter) Write(p []byte) (n int, err error) {
	if len(p) < pacedFrom {
		n, err = w.ResponseWriter.Write(p)
		w.written += int64(n)
		return n, err
	}
	control := http.NewResponseController(w.ResponseWriter)
	if w.began.IsZero() {
		w.began = time.Now()
	}
	for len(p) > 0 && err == nil {
		piece := p[:min(len(p), pacedPiece)]
		control.SetWriteDeadline(w.deadline(time.Now(), len(piece))) //nolint:errcheck // not every writer has one
		var m int
		m, err = w.ResponseWriter.Write(piece)
		n, w.written, p = n+m, w.written+int64(m), p[m:]
	}
	return n, err
}

// deadline is when the next piece must have been taken.
func (w *pacedWriter) deadline(now time.Time, piece int) time.Time {
	whole := w.began.Add(readerStall + time.Duration(w.written+int64(piece))*time.Second/readerRate)
	if next := now.Add(readerStall); next.Before(whole) {
		return next
	}
	return whole
}
