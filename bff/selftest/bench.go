package selftest

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// bench is the setup of one attack: a hostile upstream, the shop in front of it, and an HTTP client.
type bench struct {
	ctx             context.Context //nolint:containedctx // the life of one attack
	o               Options
	hostileUpstream *hostileUpstream
	shop            *Shop
	addr            string
	client          *http.Client
}

func newBench(ctx context.Context, o Options) (*bench, error) {
	e, err := newHostileUpstream()
	if err != nil {
		return nil, err
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, errors.Join(err, e.close())
	}
	shop, err := o.Open(Setup{Upstream: e.url, Listener: l})
	if err != nil {
		return nil, errors.Join(err, e.close(), l.Close())
	}
	return &bench{ctx: ctx, o: o, hostileUpstream: e, shop: shop, addr: l.Addr().String(), client: newClient()}, nil
}

func newClient() *http.Client {
	return &http.Client{
		Timeout:       15 * time.Second,
		Transport:     &http.Transport{Proxy: nil, MaxIdleConnsPerHost: 32},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

func (b *bench) close() error {
	b.client.CloseIdleConnections()
	b.hostileUpstream.release()
	err := b.shop.Stop()
	return errors.Join(err, b.hostileUpstream.close())
}

// got is a response with its body; status 0 means that there was none.
type got struct {
	status int
	header http.Header
	body   string
}

// ask makes a request. headers are strings such as "Name: value". A body is sent as JSON.
func (b *bench) ask(method, path, body string, headers ...string) got {
	return b.askWith(b.ctx, method, path, body, headers...)
}

func (b *bench) askWith(ctx context.Context, method, path, body string, headers ...string) got {
	var r io.Reader
	if body != "" {
		r = strings.NewReader(body)
	}
	req, err := http.NewRequestWithContext(ctx, method, "http://"+b.addr+path, r)
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

// received is one request as it reached the hostile upstream.
type received struct {
	method, path, query, body string
	header                    http.Header
}

// hostileUpstream gives valid responses by default, so that only the attack under test can fail.
type hostileUpstream struct {
	url    string
	server *http.Server
	mu     sync.Mutex
	seen   []received
	// on answers a call by "METHOD path" (below /api/).
	on       map[string]http.HandlerFunc
	released chan struct{} // closed at the end to release hanging responses
	once     sync.Once
}

func newHostileUpstream() (*hostileUpstream, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	e := &hostileUpstream{url: "http://" + l.Addr().String(), on: map[string]http.HandlerFunc{}, released: make(chan struct{})}
	for call, body := range map[string]string{
		"GET languages": `[{"name":"de"},{"name":"en"}]`, "GET branches": `[]`, "GET pages": `[]`, "GET products/categories": `[]`, "GET products/menus": `[]`,
		"GET settings": `[{"key":"SITE_TITLE","value":"Selftest"}]`, "GET translations": `"{}"`,
	} {
		e.on[call] = respondsWith(`{"data":` + body + `}`)
	}
	e.server = &http.Server{Handler: e, ReadHeaderTimeout: 5 * time.Second}
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
	body, _ := io.ReadAll(io.LimitReader(r.Body, 1<<20)) //nolint:errcheck // what came
	path := strings.TrimPrefix(r.URL.EscapedPath(), "/api/")
	e.mu.Lock()
	e.seen = append(e.seen, received{r.Method, path, r.URL.RawQuery, string(body), r.Header.Clone()})
	h := e.on[r.Method+" "+path]
	e.mu.Unlock()
	if h == nil {
		h = respondsWith(`{"data":{}}`)
	}
	h(w, r)
}

// count returns how many requests of a call arrived.
func (e *hostileUpstream) count(call string) int { return len(e.of(call)) }

func (e *hostileUpstream) of(call string) (out []received) {
	for _, r := range e.all() {
		if r.method+" "+r.path == call {
			out = append(out, r)
		}
	}
	return out
}

func (e *hostileUpstream) all() []received {
	e.mu.Lock()
	defer e.mu.Unlock()
	return append([]received(nil), e.seen...)
}

func (e *hostileUpstream) release() { e.once.Do(func() { close(e.released) }) }

func (e *hostileUpstream) close() error {
	e.release()
	return e.server.Close()
}

func respondsWith(body string) http.HandlerFunc { return answers(http.StatusOK, body) }

func answers(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		io.WriteString(w, body) //nolint:errcheck // the shop disconnected
	}
}

// cut reads the request and closes the connection without a response.
func cut(w http.ResponseWriter, _ *http.Request) {
	if h, ok := w.(http.Hijacker); ok {
		if c, _, err := h.Hijack(); err == nil {
			c.Close() //nolint:errcheck // that is the point
		}
	}
}

// canary is a listener on an internal address that the shop must not connect to.
type canary struct {
	port string
	hits atomic.Int64
	l    net.Listener
}

func newCanary() (*canary, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		return nil, errors.Join(err, l.Close())
	}
	c := &canary{port: port, l: l}
	go func() {
		for {
			conn, err := l.Accept()
			if err != nil {
				return
			}
			c.hits.Add(1)
			conn.Close() //nolint:errcheck // nobody is served
		}
	}()
	return c, nil
}

func (c *canary) close() error { return c.l.Close() }

// times calls f n times from w goroutines.
func times(n, w int, f func(i int)) {
	var wg sync.WaitGroup
	var next atomic.Int64
	for range w {
		wg.Go(func() {
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	wg.Wait()
}

func want(ok bool, format string, args ...any) error {
	if ok {
		return nil
	}
	return fmt.Errorf(format, args...)
}
