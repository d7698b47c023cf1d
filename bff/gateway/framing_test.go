package gateway

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"tablefront/bff/listener"
)

// hiddenRequest is a body that reads like a request. A server that answers it has been smuggled past.
const hiddenRequest = "GET /api/hidden HTTP/1.1\r\nHost: s\r\n\r\n"

// A Content-Length with sixty leading zeros is still the length of the body, which comes in a packet of its own.
func TestLeadingZerosInALengthHideNoRequest(t *testing.T) {
	t.Parallel()
	gateway, _ := framingPair(t)
	for _, target := range []string{"POST /nothing", "GET /", "POST /api/contact"} {
		head := fmt.Sprintf("%s HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: %060d\r\n\r\n", target, len(hiddenRequest))
		got := gateway.send(t, head+hiddenRequest, len(head))
		if len(got.answers) != 1 || len(got.requests) != 1 {
			t.Errorf("%s: answers %v to requests %q", target, got.answers, got.requests)
		}
	}
}

// framed is how a server read a byte stream: the requests that reached its handler and the answers on the wire.
type framed struct {
	requests []string
	answers  []int
	// closes: the last answer says that the connection ends.
	closes bool
}

// framingServer records the requests of each connection before a handler answers them.
type framingServer struct {
	addr string
	cut  int // where the next connection's bytes are cut in two
	mu   sync.Mutex
	seen []string
}

// newFramingServer serves h with the listener's settings.
func newFramingServer(t testing.TB, g *Gateway, h http.Handler) *framingServer {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	f := &framingServer{addr: l.Addr().String()}
	server := listener.New(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		f.mu.Lock()
		f.seen = append(f.seen, fmt.Sprintf("%s %s %d %v", r.Method, r.RequestURI, r.ContentLength, r.TransferEncoding))
		f.mu.Unlock()
		h.ServeHTTP(w, r)
	}), time.Minute, nil)
	go server.Serve(&cuttingListener{l, f})
	t.Cleanup(func() { server.Close() })
	return f
}

// cuttingListener lets the server read a connection in two pieces.
type cuttingListener struct {
	net.Listener
	f *framingServer
}

func (l *cuttingListener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.f.mu.Lock()
	defer l.f.mu.Unlock()
	return &cutConn{TCPConn: c.(*net.TCPConn), left: l.f.cut}, nil
}

type cutConn struct {
	*net.TCPConn
	left int
}

func (c *cutConn) Read(p []byte) (int, error) {
	if c.left > 0 && len(p) > c.left {
		p = p[:c.left]
	}
	n, err := c.TCPConn.Read(p)
	c.left -= n
	return n, err
}

// send sends a stream, ends it, and reads all answers. cut 0: the stream is not cut.
func (f *framingServer) send(t testing.TB, stream string, cut int) (out framed) {
	t.Helper()
	f.mu.Lock()
	f.seen, f.cut = nil, cut
	f.mu.Unlock()
	c, err := net.Dial("tcp", f.addr)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	io.WriteString(c, stream)
	c.(*net.TCPConn).CloseWrite()
	in := bufio.NewReader(c)
	for {
		method := http.MethodGet
		f.mu.Lock()
		if n := len(out.answers); n < len(f.seen) {
			method, _, _ = strings.Cut(f.seen[n], " ")
		}
		f.mu.Unlock()
		if _, err := in.Peek(1); err != nil {
			break
		}
		f.mu.Lock() // the request is noted before its answer is sent
		if n := len(out.answers); n < len(f.seen) {
			method, _, _ = strings.Cut(f.seen[n], " ")
		}
		f.mu.Unlock()
		r, err := http.ReadResponse(in, &http.Request{Method: method})
		if err != nil {
			t.Fatalf("after %v to %q: %v", out.answers, stream, err)
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Fatalf("after %v to %q: %v", out.answers, stream, err)
		}
		if r.StatusCode == http.StatusContinue {
			continue
		}
		out.answers = append(out.answers, r.StatusCode)
		out.closes = r.Close
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	out.requests = slices.Clone(f.seen)
	return out
}

// bareHandler is the least that a handler does: it reads the body and answers.
var bareHandler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
	io.Copy(io.Discard, r.Body)
	io.WriteString(w, "ok")
})

// difference compares how a server framed a stream with how a bare net/http server did: the same requests in the same
// order. A server that ends a connection earlier has announced it in its last answer.
func difference(got, bare framed) string {
	n := len(got.requests)
	if n > len(bare.requests) || !slices.Equal(got.requests, bare.requests[:n]) {
		return fmt.Sprintf("requests %q, and to net/http %q", got.requests, bare.requests)
	}
	if len(got.answers) > len(bare.answers) {
		return fmt.Sprintf("answers %v, and from net/http %v", got.answers, bare.answers)
	}
	if (n < len(bare.requests) || len(got.answers) < len(bare.answers)) && !got.closes {
		return fmt.Sprintf("answers %v without an announced end, and from net/http %v", got.answers, bare.answers)
	}
	if len(got.answers) < n {
		return fmt.Sprintf("%d requests and %d answers", n, len(got.answers))
	}
	for i := n; i < len(got.answers); i++ { // net/http's own: no handler saw the request
		if got.answers[i] != bare.answers[i] {
			return fmt.Sprintf("answers %v, and from net/http %v", got.answers, bare.answers)
		}
	}
	return ""
}

// streams is the corpus: lengths, chunks, line ends, folding, pipelines, and bodies that look like requests.
func streams() (all []string) {
	const next = "GET /healthz HTTP/1.1\r\nHost: s\r\nX-Next: 1\r\n\r\n"
	targets := []string{"POST /nothing", "GET /", "POST /api/contact", "PUT /api/me", "HEAD /", "OPTIONS /api/me", "GET /api/settings"}
	add := func(head, body string) { all = append(all, head+"\r\n\r\n"+body+next) }
	head := func(target string, lines ...string) string {
		return target + " HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\n" + strings.Join(lines, "\r\n")
	}
	n := len(hiddenRequest)
	lengths := []string{
		fmt.Sprint(n), fmt.Sprintf("0%d", n), fmt.Sprintf("%018d", n), fmt.Sprintf("%019d", n), fmt.Sprintf("%020d", n), fmt.Sprintf("%060d", n), fmt.Sprintf("%062d", n), fmt.Sprintf("%0200d", n),
		fmt.Sprintf("+%d", n), fmt.Sprintf("-%d", n), fmt.Sprintf("%d ", n), fmt.Sprintf("\t%d", n), fmt.Sprintf("  %d", n), fmt.Sprintf("%d,%[1]d", n), fmt.Sprintf("%d, %[1]d", n), fmt.Sprintf("%d, %d", n, n+1), fmt.Sprintf("%d;q=1", n),
		fmt.Sprintf("0x%x", n), "3 3", "", "1e1", "33.0", "٣٣", "33\x00", "\x0b33", "99999999999999999999", "9223372036854775807", "9223372036854775808", "0", "00", fmt.Sprint(n - 1),
	}
	for _, target := range targets {
		for _, l := range lengths {
			add(head(target, "Content-Length: "+l), hiddenRequest)
		}
		for _, name := range []string{"content-length", "CONTENT-LENGTH", "Content-Length ", " Content-Length", "Content_Length", "Content-Length\t", "Content-Length:\r\n "} {
			add(head(target, fmt.Sprintf("%s: %d", name, n)), hiddenRequest)
		}
		for _, two := range [][2]int{{n, n}, {n, 0}, {0, n}, {n, n + 1}} {
			add(head(target, fmt.Sprintf("Content-Length: %d", two[0]), fmt.Sprintf("Content-Length: %d", two[1])), hiddenRequest)
		}
	}
	encodings := []string{
		"Transfer-Encoding: chunked", "transfer-encoding: CHUNKED", "Transfer-Encoding:chunked", "Transfer-Encoding:\tchunked", "Transfer-Encoding: chunked ", "Transfer-Encoding : chunked", "Transfer-Encoding: xchunked", "Transfer-Encoding: chunked, chunked",
		"Transfer-Encoding: identity", "Transfer-Encoding: gzip, chunked", "Transfer-Encoding: chunked, identity", "Transfer-Encoding: \"chunked\"", "Transfer-Encoding: chunked;q=1", "Transfer-Encoding: \x0bchunked", "X: y\r\n Transfer-Encoding: chunked", "X: y\nTransfer-Encoding: chunked",
		"Transfer-Encoding: chunked\r\nTransfer-Encoding: identity", "Transfer-Encoding: identity\r\nTransfer-Encoding: chunked", "Transfer-Encoding: chunked\r\nContent-Length: 7", "Content-Length: 0\r\nTransfer-Encoding: chunked",
	}
	chunks := []string{
		"0\r\n\r\n", "7\r\n{\"a\":1}\r\n0\r\n\r\n", "07\r\n{\"a\":1}\r\n00\r\n\r\n", "0000000000000007\r\n{\"a\":1}\r\n0\r\n\r\n", "00000000000000007\r\n{\"a\":1}\r\n0\r\n\r\n", "7;x=y\r\n{\"a\":1}\r\n0;z\r\n\r\n", "7 \r\n{\"a\":1}\r\n0\r\n\r\n", " 7\r\n{\"a\":1}\r\n0\r\n\r\n",
		"7\n{\"a\":1}\n0\n\n", "+7\r\n{\"a\":1}\r\n0\r\n\r\n", "0x7\r\n{\"a\":1}\r\n0\r\n\r\n", "7\r\n{\"a\":1}0\r\n\r\n", "7\r\n{\"a\":1}\r\n0\r\nX: y\r\n\r\n", "7\r\n{\"a\":1}\r\n0\r\nContent-Length: 5\r\n\r\n", "ffffffffffffffff\r\n{\"a\":1}\r\n0\r\n\r\n", "",
		fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", n, hiddenRequest), "zz\r\n", "7\r\n{\"a\"",
	}
	for i, e := range encodings {
		for j, c := range chunks {
			add(head(targets[(i+j)%len(targets)], e), c)
		}
	}
	for _, target := range targets {
		for _, raw := range []string{
			target + " HTTP/1.1\nHost: s\n\n", target + " HTTP/1.1\r\nHost: s\r\nX: y\n\r\n", target + " HTTP/1.1\r\nHost: s\r\n\n", target + " HTTP/1.1\r\nHost: s\r\nX: y\r\n z\r\n\r\n", target + " HTTP/1.1\r\nHost: s\r\nX: y\r\n\tContent-Length: 5\r\n\r\n",
			target + " HTTP/1.1\r\n Host: s\r\n\r\n", target + " HTTP/1.1\r\nHost: s\r\nX: y\rZ: 1\r\n\r\n", "\r\n" + target + " HTTP/1.1\r\nHost: s\r\n\r\n", "\r\n\r\n" + target + " HTTP/1.1\r\nHost: s\r\n\r\n", "\n" + target + " HTTP/1.1\r\nHost: s\r\n\r\n",
			target + " HTTP/1.0\r\n\r\n", target + " HTTP/1.0\r\nConnection: keep-alive\r\nHost: s\r\n\r\n", target + " HTTP/1.1\r\n\r\n", target + "\r\n\r\n", target + " HTTP/2.0\r\nHost: s\r\n\r\n", target + " HTTP/1.1\r\nHost: s\r\nHost: t\r\n\r\n", target + " HTTP/1.1 x\r\nHost: s\r\n\r\n",
			target + " HTTP/1.1\r\nHost: s\r\nConnection: close\r\n\r\n", target + " HTTP/1.1\r\nHost: s\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}", target + " HTTP/1.1\r\nHost: s\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n", target + " HTTP/1.1\r\nHost: s\r\nX-A: " + strings.Repeat("a", 20<<10) + "\r\n\r\n",
		} {
			all = append(all, raw+next)
		}
	}
	simple := []string{
		"GET /healthz HTTP/1.1\r\nHost: s\r\n\r\n", "GET /api/settings HTTP/1.1\r\nHost: s\r\n\r\n", "POST /api/contact HTTP/1.1\r\nHost: s\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n{\"a\":1}", "HEAD / HTTP/1.1\r\nHost: s\r\n\r\n",
		fmt.Sprintf("POST /nothing HTTP/1.1\r\nHost: s\r\nContent-Length: %d\r\n\r\n%s", n, hiddenRequest),
	}
	for i := range 25 { // pipelines
		all = append(all, simple[i%5]+simple[i/5]+simple[(i+i/5)%5]+next)
	}
	return append(all, bodiesLikeRequests()...)
}

// bodiesLikeRequests are the streams that are cut at every byte.
func bodiesLikeRequests() (all []string) {
	n := len(hiddenRequest)
	for _, target := range []string{"POST /nothing", "GET /", "POST /api/contact", "PUT /api/me"} {
		for _, head := range []string{fmt.Sprintf("Content-Length: %d", n), fmt.Sprintf("Content-Length: %060d", n)} {
			all = append(all, target+" HTTP/1.1\r\nHost: s\r\n"+head+"\r\n\r\n"+hiddenRequest+"GET /healthz HTTP/1.1\r\nHost: s\r\n\r\n")
		}
		all = append(all, fmt.Sprintf("%s HTTP/1.1\r\nHost: s\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: s\r\n\r\n", target, n, hiddenRequest))
	}
	return all
}

// framingPair is the gateway and a bare net/http server with the same settings.
func framingPair(t testing.TB) (gateway, bare *framingServer) {
	shop := openShop(t, newFakeUpstream(t))
	return newFramingServer(t, shop.Gateway, shop.Gateway), newFramingServer(t, shop.Gateway, bareHandler)
}

func TestStreamsAreFramedAsNetHTTPFramesThem(t *testing.T) {
	t.Parallel()
	gateway, bare := framingPair(t)
	all := streams()
	if len(all) < 500 {
		t.Fatalf("the corpus has only %d streams", len(all))
	}
	pipelined := 0
	for _, stream := range all {
		want := bare.send(t, stream, 0)
		got := gateway.send(t, stream, 0)
		if d := difference(got, want); d != "" {
			t.Errorf("%.200q: %s", stream, d)
		}
		if len(got.requests) > 1 {
			pipelined++
		}
	}
	if pipelined < 150 {
		t.Errorf("only %d of %d streams had a second request", pipelined, len(all))
	}
	t.Logf("%d streams, %d with a second request", len(all), pipelined)
}

func TestStreamsCutAnywhereAreFramedTheSame(t *testing.T) {
	t.Parallel()
	gateway, bare := framingPair(t)
	cuts := 0
	for _, stream := range bodiesLikeRequests() {
		want := bare.send(t, stream, 0)
		for cut := 1; cut < len(stream); cut++ {
			cuts++
			if d := difference(gateway.send(t, stream, cut), want); d != "" {
				t.Errorf("%.200q cut at %d: %s", stream, cut, d)
				break
			}
		}
	}
	t.Logf("%d cuts", cuts)
}

// A server that does not believe a long Content-Length is found by the comparison.
func TestTheComparisonOfFramingCanFail(t *testing.T) {
	t.Parallel()
	bare := framed{requests: []string{"POST /nothing 33 []", "GET /healthz 0 []"}, answers: []int{200, 200}}
	for name, got := range map[string]framed{
		"an answer too many":     {requests: []string{"POST /nothing 0 []", "GET /api/hidden 0 []", "GET /healthz 0 []"}, answers: []int{404, 404, 200}},
		"another length":         {requests: []string{"POST /nothing 0 []", "GET /healthz 0 []"}, answers: []int{404, 200}},
		"a request that is lost": {requests: []string{"POST /nothing 33 []"}, answers: []int{404}},
		"an answer that is lost": {requests: []string{"POST /nothing 33 []", "GET /healthz 0 []"}, answers: []int{404}},
		"an answer from nowhere": {requests: []string{"POST /nothing 33 []", "GET /healthz 0 []"}, answers: []int{404, 200, 200}},
	} {
		if difference(got, bare) == "" {
			t.Errorf("%s is not found", name)
		}
	}
	for name, got := range map[string]framed{
		"the same":            {requests: bare.requests, answers: []int{404, 200}},
		"an announced ending": {requests: bare.requests[:1], answers: []int{404}, closes: true},
	} {
		if d := difference(got, bare); d != "" {
			t.Errorf("%s is reported: %s", name, d)
		}
	}
}
