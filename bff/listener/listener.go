// Package listener configures net/http's server for public clients: timeouts, sizes, and how many connections may be slow
// (docs/decisions/gateway-slow-clients.md). net/http does all parsing.
package listener

import (
	"log"
	"net/http"
	"time"
)

const (
	headerTimeout = 5 * time.Second
	idleTimeout   = 60 * time.Second
	// maxHeader limits a header section in bytes. net/http allows 4096 more than MaxHeaderBytes.
	maxHeader = 16 << 10
)

// New returns the server of a public listener. writeTimeout is the deadline of a call with a small response; larger
// responses are paced.
func New(handler http.Handler, writeTimeout time.Duration, log *log.Logger) *http.Server {
	return &http.Server{
		Handler: limited(handler), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader - 4096,
		WriteTimeout: writeTimeout, ErrorLog: log, DisableGeneralOptionsHandler: true,
		ConnState: newConnections().connState,
	}
}

// limited prepares a request for its handler.
func limited(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			// The request may also have a Content-Length, which another parser may have used: RFC 9112 section 6.1 requires to close
			// the connection after the response.
			r.Close = true
			w.Header()["Connection"] = []string{"close"}
		}
		handler.ServeHTTP(pacedWriter{w}, r)
	})
}
