// Package listener is net/http's server with the limits of a public listener: how long and how much clients may take, and
// how many may be slow (docs/decisions/gateway-slow-clients.md). net/http alone reads what they send.
package listener

import (
	"log"
	"net/http"
	"time"
)

const (
	headerTimeout = 5 * time.Second
	idleTimeout   = 60 * time.Second
	// maxHeader bounds a header section in bytes. net/http allows 4096 more than it is told.
	maxHeader = 16 << 10
)

// New makes the server of a public listener. writeTimeout is the time for a call and a small answer; larger answers are
// paced.
func New(handler http.Handler, writeTimeout time.Duration, log *log.Logger) *http.Server {
	all := newConnections()
	return &http.Server{
		Handler: limited(handler), ReadHeaderTimeout: headerTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader - 4096,
		WriteTimeout: writeTimeout, ErrorLog: log, DisableGeneralOptionsHandler: true,
		ConnContext: all.connContext, ConnState: all.connState,
	}
}

// limited prepares a request for its handler.
func limited(handler http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		headerComplete(r.Context())
		if len(r.TransferEncoding) > 0 {
			// The request may have had a Content-Length, too, which another parser may have believed: RFC 9112 section 6.1
			// has the connection closed after the answer.
			r.Close = true
			w.Header()["Connection"] = []string{"close"}
		}
		handler.ServeHTTP(&pacedWriter{ResponseWriter: w}, r)
	})
}
