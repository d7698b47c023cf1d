package listener

import (
	"net/http"
	"time"
)

const (
	// readerStall is how long a client may read nothing before the connection is closed.
	readerStall = 20 * time.Second
	// readerRate is the speed in bytes per second at which a client gets every response completely.
	readerRate = 8 << 10
	// pacedPiece is the size of one write: at readerRate it takes less than readerStall.
	pacedPiece = 64 << 10
	// pacedFrom is the size from which a write may have to wait for its reader. Smaller ones keep the server's WriteTimeout.
	pacedFrom = 16 << 10
)

// pacedWriter replaces the server's WriteTimeout for large responses, since that would cut off slow clients however steadily
// they read: each piece has a deadline, and so has the whole response.
type pacedWriter struct {
	http.ResponseWriter
	began   time.Time
	written int64
}

// Unwrap is used by http.ResponseController.
func (w *pacedWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

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
		control.SetWriteDeadline(w.deadline(time.Now(), len(piece)))
		var m int
		m, err = w.ResponseWriter.Write(piece)
		n, w.written, p = n+m, w.written+int64(m), p[m:]
	}
	return n, err
}

// deadline returns when the next piece must have been read.
func (w *pacedWriter) deadline(now time.Time, piece int) time.Time {
	whole := w.began.Add(readerStall + time.Duration(w.written+int64(piece))*time.Second/readerRate)
	if next := now.Add(readerStall); next.Before(whole) {
		return next
	}
	return whole
}
