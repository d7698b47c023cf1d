package selftest

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// start starts an instance, which closes the listener, and returns the function that drains and stops it.
type start func(upstream string, l net.Listener) (stop func() error, err error)

// bench is the setup of one attack: a hostile upstream, the shop in front of it, an HTTP client, and a server elsewhere that
// the shop must not call.
type bench struct {
	ctx                 context.Context //nolint:containedctx // the life of one attack
	start               start
	upstream, elsewhere *hostileUpstream
	socket              *net.TCPListener
	addr                string
	stop                func() error // stops the shop
	client              *http.Client
	detail              string  // what the attack measured
	failures            []error // why it succeeded
}

func newBench(ctx context.Context, start start) (b *bench, err error) {
	b = &bench{ctx: ctx, start: start, client: &http.Client{
		Timeout:       15 * time.Second,
		Transport:     &http.Transport{Proxy: nil, MaxIdleConnsPerHost: 32},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	if b.upstream, err = newHostileUpstream(); err != nil {
		return nil, err
	}
	if b.elsewhere, err = newHostileUpstream(); err != nil {
		return nil, err
	}
	if b.socket, err = net.ListenTCP("tcp", &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}); err != nil {
		return nil, err
	}
	b.addr = b.socket.Addr().String()
	b.stop, err = b.open()
	return b, err
}

// open starts an instance on a duplicate of the socket, as a service manager does.
func (b *bench) open() (stop func() error, err error) {
	file, err := b.socket.File()
	if err != nil {
		return nil, err
	}
	l, err := net.FileListener(file)
	if err = errors.Join(err, file.Close()); err != nil {
		return nil, err
	}
	return b.start(b.upstream.url, l)
}

func (b *bench) close() error {
	b.client.CloseIdleConnections()
	return errors.Join(b.upstream.server.Close(), b.elsewhere.server.Close(), b.stop(), b.socket.Close())
}

// want records a failure unless ok is true.
func (b *bench) want(ok bool, format string, args ...any) {
	if !ok {
		b.failures = append(b.failures, fmt.Errorf(format, args...))
	}
}

// got is a response with its body; status 0 means that there was none.
type got struct {
	status int
	header http.Header
	body   string
}

// ask makes a request. headers are strings such as "Name: value". A body is sent as JSON.
func (b *bench) ask(method, path, body string, headers ...string) got {
	req, err := http.NewRequestWithContext(b.ctx, method, "http://"+b.addr+path, strings.NewReader(body))
	if err != nil {
		return got{}
	}
	req.GetBody = nil
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Add(name, value)
	}
	res, err := b.client.Do(req)
	if err != nil {
		return got{}
	}
	defer res.Body.Close() //nolint:errcheck // it was read
	text, err := io.ReadAll(io.LimitReader(res.Body, 32<<20))
	if err != nil {
		return got{}
	}
	return got{res.StatusCode, res.Header, string(text)}
}

// raw sends bytes unchanged on a new connection and returns the status of the first response, 0 for none.
func (b *bench) raw(text string) int {
	c, err := net.DialTimeout("tcp", b.addr, 2*time.Second)
	if err != nil {
		return 0
	}
	defer c.Close()                                    //nolint:errcheck // done with it
	c.SetDeadline(time.Now().Add(5 * time.Second))     //nolint:errcheck // a socket
	if _, err := io.WriteString(c, text); err != nil { // the shop may close before the end
		return 0
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		return 0
	}
	r.Body.Close() //nolint:errcheck // unread
	return r.StatusCode
}

// hostileUpstream gives valid responses by default, so that only the attack under test can fail.
type hostileUpstream struct {
	url, port   string
	server      *http.Server
	connections atomic.Int64
	mu          sync.Mutex
	seen        []*http.Request             // their bodies were read
	on          map[string]http.HandlerFunc // by "METHOD path" below /api/
}

func newHostileUpstream() (*hostileUpstream, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	empty := respondsWith(`{"data":[]}`)
	e := &hostileUpstream{url: "http://" + l.Addr().String(), port: l.Addr().String()[len("127.0.0.1:"):], on: map[string]http.HandlerFunc{
		"GET languages": respondsWith(`{"data":[{"name":"de"},{"name":"en"}]}`), "GET settings": respondsWith(`{"data":[{"key":"SITE_TITLE","value":"Selftest"}]}`),
		"GET translations": respondsWith(`{"data":"{}"}`), "GET branches": empty, "GET pages": empty, "GET products/categories": empty, "GET products/menus": empty,
	}}
	e.server = &http.Server{Handler: e, ReadHeaderTimeout: 5 * time.Second, ConnState: func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			e.connections.Add(1)
		}
	}}
	go e.server.Serve(l) //nolint:errcheck // ends with Close
	return e, nil
}

func (e *hostileUpstream) answer(call string, h http.HandlerFunc) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.on[call] = h
}

// ServeHTTP records the request and answers it.
func (e *hostileUpstream) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body) //nolint:errcheck // what came
	e.mu.Lock()
	e.seen = append(e.seen, r)
	h := e.on[callOf(r)]
	e.mu.Unlock()
	if h == nil {
		h = respondsWith(`{"data":{}}`)
	}
	h(w, r)
}

// count returns how many requests of a call arrived.
func (e *hostileUpstream) count(call string) int { return len(e.of(call)) }

func (e *hostileUpstream) of(call string) []*http.Request {
	return slices.DeleteFunc(e.all(), func(r *http.Request) bool { return callOf(r) != call })
}

func callOf(r *http.Request) string {
	return r.Method + " " + strings.TrimPrefix(r.URL.EscapedPath(), "/api/")
}

func (e *hostileUpstream) all() []*http.Request {
	e.mu.Lock()
	defer e.mu.Unlock()
	return slices.Clone(e.seen)
}

func respondsWith(body string) http.HandlerFunc { return answers(http.StatusOK, body) }

func answers(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body) //nolint:errcheck // the shop disconnected
	}
}

// echo responds with the headers of the request as the name of an entry.
func echo(w http.ResponseWriter, r *http.Request) {
	name, _ := json.Marshal(fmt.Sprint(r.Header, r.Host)) //nolint:errchkjson // a text
	respondsWith(`{"data":[{"name":`+string(name)+`}]}`)(w, r)
}

// cut closes the connection without a response.
func cut(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }

// times calls f n times from a number of goroutines and returns how often it was true.
func times(n, workers int, f func(i int) bool) int64 {
	var yes atomic.Int64
	var group errgroup.Group
	group.SetLimit(workers)
	for i := range n {
		group.Go(func() error {
			if f(i) {
				yes.Add(1)
			}
			return nil
		})
	}
	group.Wait() //nolint:errcheck // there are none
	return yes.Load()
}

// until polls ok until it is true, and reports whether that was within d.
func until(d time.Duration, ok func() bool) bool {
	for end := time.Now().Add(d); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}
