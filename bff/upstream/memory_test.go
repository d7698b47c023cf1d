package upstream

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

// inMemory is a host in the same bubble of package synctest, whose clock is the test's own: its connections are pipes.
type inMemory struct {
	*Host
	gone atomic.Bool // connections are refused, after a second
}

// pipes is the listener of an inMemory.
type pipes chan net.Conn

func (p pipes) Accept() (net.Conn, error) {
	if c, ok := <-p; ok {
		return c, nil
	}
	return nil, errors.New("closed")
}

func (p pipes) Close() error { return nil }

func (p pipes) Addr() net.Addr { return &net.TCPAddr{} }

// newInMemory starts a host that answers with a handler. The returned end closes everything.
func newInMemory(t *testing.T, o Options, handler http.Handler) (m *inMemory, end func()) {
	t.Helper()
	life, stop := context.WithCancel(t.Context())
	listener := make(pipes)
	server := &http.Server{Handler: handler}
	go server.Serve(listener)
	o.Timeout, o.MaxAnswer, o.Log = cmp.Or(o.Timeout, 10*time.Second), cmp.Or(o.MaxAnswer, 16<<20), slog.New(slog.DiscardHandler)
	m = &inMemory{Host: NewPool(life, o).newHost("http://backend.example", true, true)}
	for _, client := range []*http.Client{m.reads.GetClient(), m.writes.GetClient()} {
		client.Transport.(*http.Transport).DialContext = func(context.Context, string, string) (net.Conn, error) {
			if m.gone.Load() {
				time.Sleep(time.Second) // of the bubble
				return nil, syscall.ECONNREFUSED
			}
			ours, theirs := net.Pipe()
			listener <- theirs
			return &watchedConn{Conn: ours}, nil
		}
	}
	m.watch()
	return m, func() {
		stop()
		m.Close()
		close(listener)
		server.Close()
		synctest.Wait()
	}
}
