// Package listener configures net/http's server for public clients: timeouts, sizes, and how many connections may be slow
// (docs/decisions/gateway-slow-clients.md). net/http does all parsing.
package listener

import (
	"io"
	"log"
	"net"
	"net/http"
	"time"
)

const (
	headerTimeout = 5 * time.Second
	idleTimeout   = 60 * time.Second
	// maxHeader limits a header section in bytes. net/http allows 4096 more than MaxHeaderBytes.
	maxHeader = 16 << 10

	// bodyGrace is how long a body may take to begin; after it, it must come at bodyRate bytes a second, and be complete after
	// bodyTime. A body of unknown length has all of bodyTime.
	bodyGrace = 5 * time.Second
	bodyRate  = 1 << 10
	bodyTime  = 40 * time.Second
)

// New returns the server of a public listener. writeTimeout is how long a small response may take, counted from the end of its
// request; larger responses are paced.
func New(handler http.Handler, writeTimeout time.Duration, log *log.Logger) *http.Server {
	return newServer(handler, writeTimeout, log, maxConnections)
}

func newServer(handler http.Handler, writeTimeout time.Duration, log *log.Logger, limit int) *http.Server {
	all := newConnections(limit)
	return &http.Server{
		Handler: limited{handler, all, writeTimeout}, ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader - 4096,
		WriteTimeout: writeTimeout, ErrorLog: log, DisableGeneralOptionsHandler: true,
		ConnState: all.connState, ConnContext: withConnection,
	}
}

// limited prepares a request for its handler.
type limited struct {
	handler      http.Handler
	all          *connections
	writeTimeout time.Duration
}

func (l limited) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.ContentLength != 0 {
		r = l.limitBody(w, r)
	}
	if len(r.TransferEncoding) > 0 {
		// The request may also have a Content-Length, which another parser may have used: RFC 9112 section 6.1 requires to close
		// the connection after the response.
		r.Close = true
		w.Header()["Connection"] = []string{"close"}
	}
	l.handler.ServeHTTP(pacedWriter{w}, r)
}

// limitBody gives the body of a request its time, whether or not a handler reads it: net/http waits for it before it sends the
// response. It returns a copy, since net/http must find its own body in the request.
func (l limited) limitBody(w http.ResponseWriter, r *http.Request) *http.Request {
	allowed := bodyTime
	if length := r.ContentLength; length > 0 && length < bodyRate*int64(bodyTime/time.Second) {
		allowed = min(bodyTime, bodyGrace+time.Duration(length)*time.Second/bodyRate)
	}
	conn, _ := r.Context().Value(connection{}).(net.Conn)
	control := http.NewResponseController(w)
	control.SetReadDeadline(time.Now().Add(allowed))
	l.all.waits(conn)
	r = r.WithContext(r.Context())
	r.Body = &body{r.Body, func() {
		control.SetReadDeadline(time.Time{})
		control.SetWriteDeadline(time.Now().Add(l.writeTimeout))
		l.all.complete(conn)
	}}
	return r
}

// body is a request's body that says when all of it has been read.
type body struct {
	io.ReadCloser
	complete func()
}

func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err == io.EOF {
		b.complete()
	}
	return n, err
}
