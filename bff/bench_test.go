//go:build unix

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/go-resty/resty/v2"

	"tablefront/bff/envelope"
	"tablefront/bff/gateway"
	"tablefront/bff/reading"
	"tablefront/client"
)

// BenchmarkRequest measures the CPU time (user and system) of a request at the gateway, as the program configures it, and at its peers: the
// floor, which is what net/http costs, and a gateway with the defaults of gin and resty (docs/bench.md). All of them run in this process.
// The requests come from another process, which is the backend as well, so its CPU time does not count. In each iteration each target
// gets a small batch of requests, in random order, so that what else the machine does meets all targets alike.
func BenchmarkRequest(b *testing.B) {
	backend := startLoad(b)
	log := must(os.Create(b.TempDir() + "/log")) // as in production, the log is written
	cached := startGateway(b, log, "--upstream", backend)
	uncached := startGateway(b, log, "--upstream", backend, "--catalogue-per-user=true")
	proxy, quick := httptest.NewServer(fairProxy(backend)).URL, httptest.NewServer(quickGateway(backend, log)).URL
	visitor, tag := visit(uncached), ask(cached+"/api/settings", "Accept-Encoding", "identity").Header.Get("Etag")

	for _, c := range []struct {
		name, method, path, body string
		headers                  []string
	}{
		{"cached/identity", "GET", "/api/settings", "", []string{"Accept-Encoding", "identity"}},
		{"cached/gzip", "GET", "/api/settings", "", []string{"Accept-Encoding", "gzip"}},
		{"cached/304", "GET", "/api/settings", "", []string{"Accept-Encoding", "identity", "If-None-Match", tag}},
		{"forwarded/me", "GET", "/api/me", "", visitor},
		{"forwarded/61KB", "GET", "/api/products/menus", "", nil},
		{"forwarded/61KB-meta", "GET", "/api/products/categories/3/products", "", nil},
		{"forwarded/post-2KB", "POST", "/api/contact", `{"name":"Ada Lovelace","email":"ada@example.org","message":"` + strings.Repeat("Das war gut. ", 150) + `"}`, visitor},
	} {
		b.Run(c.name, func(b *testing.B) {
			request := []string{raw(c.method, c.path, c.body, c.headers...)}
			ours, floor := uncached, proxy
			if strings.HasPrefix(c.name, "cached/") {
				ours, floor = cached, httptest.NewServer(bareHandler(ask(cached+c.path, c.headers[:2]...))).URL
			}
			measure(b, backend, target{floor, request}, target{ours, request}, target{quick, request})
		})
	}

	branches := make([]string, 500)
	for i := range branches {
		branches[i] = raw("GET", "/api/settings", "", "X-Branch", fmt.Sprintf("%s/b%d", backend, i))
	}
	b.Run("500-branches", func(b *testing.B) { measure(b, backend, target{cached, branches[:1]}, target{cached, branches}) })
}

// dish is one that conforms to the contract.
const dish = `{"id":7,"name":"Gericht","description":"Mit hausgemachter Soße, Kräutern und Öl – täglich frisch","sizes":[{"id":1,"name":"klein","price":8.5},{"id":2,"name":"groß","price":11}],` +
	`"extras":[{"id":21,"name":"Oliven","prices":[{"sizeId":1,"price":1.2}]}],"variants":[{"id":31,"name":"Boden","type":"select","required":true,"options":[{"id":311,"name":"dünn","price":0,"hasChild":false}]}],"allergens":[{"name":"A","description":"Gluten"}]}`

// dishes is a category's response of about a size.
func dishes(size int) string {
	return `{"data":[` + dish + strings.Repeat(","+dish, size/len(dish)) + `],"meta":{"category":{"data":{"id":3,"name":"Pizza","description":""}}}}`
}

// BenchmarkFill measures what filling a cached response of 57 KB costs beside validating it, which any gateway must: reading one that conforms
// to the contract, and one whose prices are texts. The three take turns, so that what else the machine does meets all alike.
func BenchmarkFill(b *testing.B) {
	conforming := []byte(dishes(57_000))
	deviating := bytes.ReplaceAll(conforming, []byte(`"price":8.5`), []byte(`"price":"8,50 €"`))
	schema := reading.Of("GET products/categories/{id}/products")
	const fills = 50 // in a turn
	var spent [3]time.Duration
	for b.Loop() {
		for _, i := range rand.Perm(3) {
			before := cpu()
			for range fills {
				body, _, err := envelope.Unwrap([][]byte{conforming, conforming, deviating}[i])
				must(0, err)
				if i > 0 {
					reading.Read(schema, body, reading.Options{Lang: "de"})
				}
			}
			spent[i] += cpu() - before
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(spent[0].Nanoseconds())/1000/float64(b.N*fills), "validation-µs")
	b.ReportMetric(float64(spent[1])/float64(spent[0]), "×validation-conforming")
	b.ReportMetric(float64(spent[2])/float64(spent[0]), "×validation-deviating")
}

// target is a server and the requests that it gets in turns.
type target struct {
	URL      string
	Requests []string
}

// batch is N requests on 64 connections, which are opened first if Connect is true.
type batch struct {
	target
	N       int
	Connect bool
}

// measure reports the cost of a request at the floor, the gateway and the quick gateway, and its ratio to that at the floor.
func measure(b *testing.B, load string, targets ...target) {
	send := func(t target, n int, connect bool) {
		work := must(json.Marshal(batch{t, n, connect}))
		must(http.Post(load+"/load", "application/json", bytes.NewReader(work))).Body.Close()
	}
	for _, t := range targets {
		send(t, 512, true)
	}
	n, spent := []int{500, 500, 100}, make([]time.Duration, len(targets))
	for b.Loop() {
		for _, i := range rand.Perm(len(targets)) {
			before := cpu()
			send(targets[i], n[i], false)
			spent[i] += cpu() - before
		}
	}
	cost := func(i int) float64 { return float64(spent[i].Nanoseconds()) / 1000 / float64(n[i]*b.N) }
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(cost(0), "floor-µs")
	b.ReportMetric(cost(1), "µs")
	b.ReportMetric(cost(1)/cost(0), "×floor")
	if len(targets) > 2 {
		b.ReportMetric(cost(2)/cost(0), "gin+resty-×floor")
	}
}

// cpu is the CPU time of this process so far.
func cpu() time.Duration {
	var u syscall.Rusage
	must(0, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func startGateway(b *testing.B, log io.Writer, args ...string) string {
	args = append(args, "--data-dir", b.TempDir(), "--limit-factor", "1000000000") // the limits are on and never reached
	c := must(readConfig(args, func(string) (string, bool) { return "", false }))
	handler := slog.NewJSONHandler(log, &slog.HandlerOptions{Level: c.logLevel})
	g := must(gateway.New(c.Config, must(fs.Sub(client.Dist, "dist")), slog.New(handler)))
	public, ended := must(net.Listen("tcp", "127.0.0.1:0")), make(chan error, 1)
	go func() { ended <- g.Serve(b.Context(), public, nil, false) }()
	b.Cleanup(func() { <-ended; g.Close() })
	return "http://" + public.Addr().String()
}

// bareHandler is the floor of a cached response: the gateway's own response, in memory.
func bareHandler(answer *http.Response) http.Handler {
	body, etag := must(io.ReadAll(answer.Body)), answer.Header["Etag"]
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h["Etag"] = etag
		if r.Header.Get("If-None-Match") == etag[0] {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		h["Content-Type"], h["Content-Length"], h["Content-Encoding"] = answer.Header["Content-Type"], answer.Header["Content-Length"], answer.Header["Content-Encoding"]
		_, _ = w.Write(body)
	})
}

// fairProxy is the floor of a forwarded call: a ReverseProxy as anybody would tune it.
func fairProxy(backend string) http.Handler {
	to := must(url.Parse(backend))
	return &httputil.ReverseProxy{
		Rewrite:    func(r *httputil.ProxyRequest) { r.SetURL(to) },
		BufferPool: &buffers{sync.Pool{New: func() any { return new([32 << 10]byte) }}},
		Transport:  &http.Transport{MaxIdleConnsPerHost: 256, DisableCompression: true},
	}
}

type buffers struct{ pool sync.Pool }

func (p *buffers) Get() []byte    { return p.pool.Get().(*[32 << 10]byte)[:] }
func (p *buffers) Put(buf []byte) { p.pool.Put((*[32 << 10]byte)(buf)) }

// quickGateway is a first version with the defaults of gin and resty: it decodes and encodes each response and caches nothing.
func quickGateway(backend string, log io.Writer) http.Handler {
	gin.SetMode(gin.ReleaseMode)
	gin.DefaultWriter = log
	upstream, engine := resty.New().SetBaseURL(backend), gin.Default()
	engine.Any("/api/*path", func(c *gin.Context) {
		request := upstream.R().SetHeader("Authorization", c.GetHeader("Authorization")).SetHeader("Content-Type", c.GetHeader("Content-Type"))
		answer, err := request.SetBody(c.Request.Body).Execute(c.Request.Method, "/api"+c.Param("path"))
		var body struct{ Data any }
		if err != nil || json.Unmarshal(answer.Body(), &body) != nil {
			c.AbortWithStatus(http.StatusBadGateway)
			return
		}
		c.JSON(answer.StatusCode(), body.Data)
	})
	return engine
}

// visit returns the headers of a visitor: a login, and the cookies and the token of the first response.
func visit(shop string) []string {
	headers, cookies := []string{"Authorization", "Bearer abc"}, []string{}
	for _, c := range ask(shop+"/api/me", headers...).Cookies() {
		cookies = append(cookies, c.Name+"="+c.Value)
		if c.Name == "XSRF-TOKEN" {
			headers = append(headers, "X-XSRF-TOKEN", c.Value)
		}
	}
	return append(headers, "Cookie", strings.Join(cookies, "; "))
}

// ask makes a GET; headers are names and values in turns. The body of the response can be read without closing it.
func ask(address string, headers ...string) *http.Response {
	r := must(http.NewRequest(http.MethodGet, address, http.NoBody))
	for pair := range slices.Chunk(headers, 2) {
		r.Header.Set(pair[0], pair[1])
	}
	answer := must(http.DefaultTransport.RoundTrip(r))
	defer answer.Body.Close()
	answer.Body = io.NopCloser(bytes.NewReader(must(io.ReadAll(answer.Body))))
	return answer
}

// raw is a request as it is sent.
func raw(method, path, body string, headers ...string) string {
	text := method + " " + path + " HTTP/1.1\r\nHost: shop.example\r\n"
	for pair := range slices.Chunk(headers, 2) {
		text += pair[0] + ": " + pair[1] + "\r\n"
	}
	if body != "" {
		text += fmt.Sprintf("Content-Type: application/json\r\nContent-Length: %d\r\n", len(body))
	}
	return text + "\r\n" + body
}

// startLoad starts the process of serveLoad.
func startLoad(b *testing.B) string {
	cmd := exec.Command(os.Args[0])
	cmd.Env, cmd.Stderr = append(os.Environ(), "TABLEFRONT_TEST_LOAD=1"), os.Stderr
	stdin, stdout := must(cmd.StdinPipe()), must(cmd.StdoutPipe())
	must(0, cmd.Start())
	b.Cleanup(func() { stdin.Close(); _ = cmd.Wait() })
	return strings.TrimSpace(must(bufio.NewReader(stdout).ReadString('\n')))
}

// serveLoad is the other process: the backend, with responses of typical sizes, and POST /load, which sends a batch. It ends with its input.
func serveLoad() {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	self := "http://" + listener.Addr().String()
	fmt.Println(self)
	go func() { _, _ = io.Copy(io.Discard, os.Stdin); os.Exit(0) }()
	combo := `{"id":2,"name":"Menü","description":"Mit \"hausgemachter\" Soße, Kräutern und Öl – täglich frisch","price":7.50,"discount":0,"items":[{"id":5,"size":{"name":"klein","categoryName":"Pizza"},"products":[` + dish + `],"extras":[],"variants":[]}]}`
	var branches []string
	for n := range 500 {
		branches = append(branches, fmt.Sprintf(`{"name":"Branch %d","url":"%s/b%d"}`, n, self, n))
	}
	bodies := map[string]string{
		"/settings":                       `{"data":[{"key":"SITE_TITLE","value":"Bench"},{"key":"CUSTOM","value":"` + strings.Repeat("x", 20_000) + `"}]}`,
		"/me":                             `{"data":{"name":"Ada Lovelace","email":"ada@example.org","phone":"+493012345678","profit":2.5,"is_generated":false,"note":"` + strings.Repeat("n", 300) + `"}}`,
		"/products/menus":                 `{"data":[` + combo + strings.Repeat(","+combo, 61_000/len(combo)) + `]}`,
		"/products/categories/3/products": dishes(61_000),
		"/branches":                       `{"data":[` + strings.Join(branches, ",") + `]}`,
	}
	conns := map[string][]net.Conn{}
	http.HandleFunc("POST /load", func(_ http.ResponseWriter, r *http.Request) {
		var work batch
		must(0, json.NewDecoder(r.Body).Decode(&work))
		work.send(conns)
	})
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		_, call, _ := strings.Cut(r.URL.Path, "/api")
		body := cmp.Or(bodies[call], `{"data":[]}`)
		w.Header()["Content-Type"], w.Header()["Content-Length"] = []string{"application/json"}, []string{strconv.Itoa(len(body))}
		_, _ = io.WriteString(w, body)
	})
	panic(http.Serve(listener, nil))
}

// send sends a batch. If a response is not 200 or 304, the process ends, and so does the benchmark.
func (work batch) send(conns map[string][]net.Conn) {
	if work.Connect {
		for _, conn := range conns[work.URL] {
			conn.Close()
		}
		conns[work.URL] = nil
		for range 64 {
			conns[work.URL] = append(conns[work.URL], must(net.Dial("tcp", work.URL[len("http://"):])))
		}
	}
	var next atomic.Int64
	var group sync.WaitGroup
	for _, conn := range conns[work.URL] {
		group.Go(func() {
			r := bufio.NewReaderSize(conn, 64<<10)
			for i := int(next.Add(1)); i <= work.N; i = int(next.Add(1)) {
				request := work.Requests[i%len(work.Requests)]
				must(io.WriteString(conn, request))
				answer := must(http.ReadResponse(r, nil))
				must(io.Copy(io.Discard, answer.Body))
				if answer.StatusCode != http.StatusOK && answer.StatusCode != http.StatusNotModified {
					panic(fmt.Sprintf("%.60q got %s", request, answer.Status))
				}
			}
		})
	}
	group.Wait()
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
