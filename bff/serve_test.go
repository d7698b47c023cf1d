package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"tablefront/bff/eventually"
)

// TestMain runs the whole program in a separate process, which the tests of this file can kill, or the load of BenchmarkRequest.
func TestMain(m *testing.M) {
	switch {
	case os.Getenv("TABLEFRONT_TEST_SERVE") != "":
		os.Setenv("LISTEN_PID", strconv.Itoa(os.Getpid())) // as the service manager does
		os.Exit(run([]string{"serve"}, os.Stdout, os.Stderr))
	case os.Getenv("TABLEFRONT_TEST_LOAD") != "":
		serveLoad()
	}
	os.Exit(m.Run())
}

// program is the program as a process on a socket that outlives it, as under a service manager.
type program struct {
	*exec.Cmd
	url  string
	said *output
}

// output collects what a program writes.
type output struct {
	mu   sync.Mutex
	text strings.Builder
}

func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.Write(p)
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.text.String()
}

func startProgram(t *testing.T, socket interface {
	File() (*os.File, error)
	Addr() net.Addr
}, upstream, dir string, environ ...string,
) *program {
	t.Helper()
	file, err := socket.File()
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	p := &program{Cmd: exec.Command(os.Args[0]), url: "http://" + socket.Addr().String(), said: &output{}}
	p.Env = append(os.Environ(), "TABLEFRONT_TEST_SERVE=1", "LISTEN_FDS=1", "TABLEFRONT_UPSTREAM="+upstream, "TABLEFRONT_DATA_DIR="+dir,
		"TABLEFRONT_METRICS_ADDR=", "TABLEFRONT_SESSION_KEY=MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=", "GORACE=atexit_sleep_ms=0")
	p.Env = append(p.Env, environ...)
	p.ExtraFiles = []*os.File{file}
	p.Stderr = p.said
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if p.ProcessState == nil {
			p.Process.Kill()
			p.Wait()
		}
	})
	waitFor(t, "the program listens", func() bool {
		said := p.said.String()
		if strings.Contains(said, "stopped with an error") || strings.Contains(said, "invalid configuration") {
			t.Fatalf("the program ended at its start (a client/dist of another revision? make build): %s", said)
		}
		return strings.Contains(said, `"msg":"listening"`)
	})
	return p
}

func openSocket(t *testing.T) *net.TCPListener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	return l.(*net.TCPListener)
}

// restaurant is an upstream that counts its orders. If `hold` is set, an order waits until it is closed.
type restaurant struct {
	*httptest.Server
	orders, asked atomic.Int64
	hold          atomic.Pointer[chan struct{}]
}

func openRestaurant(t *testing.T) *restaurant {
	t.Helper()
	r := &restaurant{}
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.Copy(io.Discard, req.Body)
		switch req.Method + " " + req.URL.Path {
		case "POST /api/checkout/v2":
			n := r.orders.Add(1)
			if hold := r.hold.Load(); hold != nil {
				<-*hold
			}
			fmt.Fprintf(w, `{"data":{"code":"A-%d"}}`, n)
		case "GET /api/languages":
			io.WriteString(w, `{"data":[{"name":"de"}]}`)
		default:
			r.asked.Add(1)
			io.WriteString(w, `{"data":[]}`)
		}
	}))
	t.Cleanup(r.Close)
	return r
}

// order places an order; status 0: the connection broke.
func (p *program) order(key string) (status int, body string, replayed bool) {
	req, err := http.NewRequest(http.MethodPost, p.url+"/api/checkout/v2", strings.NewReader(`{"cart":{"items":[]}}`))
	if err != nil {
		return 0, err.Error(), false
	}
	req.GetBody = nil
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Idempotency-Key", key)
	resp, err := (&http.Transport{DisableKeepAlives: true}).RoundTrip(req)
	if err != nil {
		return 0, err.Error(), false
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		return 0, err.Error(), false
	}
	return resp.StatusCode, string(b), resp.Header.Get("Idempotency-Replayed") == "true"
}

func waitFor(t *testing.T, what string, ok func() bool) {
	t.Helper()
	eventually.True(t, what, ok)
}

// TestF17_KilledInTheMiddleOfAnOrder: the program is killed while the restaurant has an order and has not answered yet. The
// next process knows that it was sent: it says that its fate is not known, and never sends it again. What was answered
// before the kill is answered again, and new orders go through.
func TestF17_KilledInTheMiddleOfAnOrder(t *testing.T) {
	kitchen, dir, socket := openRestaurant(t), t.TempDir(), openSocket(t)
	first := startProgram(t, socket, kitchen.URL, dir)
	status, answered, _ := first.order("answered-before-1")
	if status != 200 || answered != `{"code":"A-1"}` {
		t.Fatalf("%d %s\n%s", status, answered, first.said)
	}
	hold := make(chan struct{})
	kitchen.hold.Store(&hold)
	lost := make(chan int, 1)
	go func() { status, _, _ := first.order("in-the-middle-1"); lost <- status }()
	waitFor(t, "the restaurant has the order", func() bool { return kitchen.orders.Load() == 2 })
	if err := first.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	first.Wait()
	if status := <-lost; status != 0 {
		t.Errorf("the customer was told %d by a process that was killed", status)
	}
	close(hold)
	kitchen.hold.Store(nil)

	next := startProgram(t, socket, kitchen.URL, dir)
	for range 3 { // the client repeats the request with its key
		status, body, _ := next.order("in-the-middle-1")
		if status != 504 || !strings.Contains(body, `"code":"outcome_unknown"`) {
			t.Errorf("the customer is told %d %s", status, body)
		}
	}
	if status, body, replayed := next.order("answered-before-1"); status != 200 || body != answered || !replayed {
		t.Errorf("the answered order: %d %s, replayed %v", status, body, replayed)
	}
	if n := kitchen.orders.Load(); n != 2 {
		t.Errorf("%d orders were made of 2", n)
	}
	if status, body, _ := next.order("afterwards-1"); status != 200 || body != `{"code":"A-3"}` {
		t.Errorf("a new order: %d %s", status, body)
	}
}

// TestF18_ATerminatedProgramDrainsUnderLoad: SIGTERM under load, with a successor on the same socket. Every request is
// answered, the order under way too; the old process says that it ends well.
func TestF18_ATerminatedProgramDrainsUnderLoad(t *testing.T) {
	kitchen, socket := openRestaurant(t), openSocket(t)
	old := startProgram(t, socket, kitchen.URL, t.TempDir())
	if status, body, _ := old.order("before-the-drain"); status != 200 {
		t.Fatalf("%d %s\n%s", status, body, old.said)
	}
	hold := make(chan struct{})
	kitchen.hold.Store(&hold)
	running := make(chan string, 1)
	go func() { _, body, _ := old.order("under-way-1"); running <- body }()
	waitFor(t, "an order is under way", func() bool { return kitchen.orders.Load() == 2 })

	ctx, stop := context.WithCancel(t.Context())
	var asked, failed, closed atomic.Int64
	var wg sync.WaitGroup
	for range 6 {
		wg.Go(func() {
			client := &http.Client{Transport: &http.Transport{}}
			defer client.CloseIdleConnections()
			for ctx.Err() == nil {
				req, _ := http.NewRequest(http.MethodPut, old.url+"/api/me", strings.NewReader(`{"a":1}`))
				req.GetBody = nil // nothing is smoothed over by a second try
				req.Header.Set("Content-Type", "application/json")
				resp, err := client.Do(req)
				asked.Add(1)
				if err != nil {
					failed.Add(1)
					t.Log(err)
					continue
				}
				io.Copy(io.Discard, resp.Body)
				resp.Body.Close()
				if resp.StatusCode != 200 {
					failed.Add(1)
					t.Log(resp.Status)
				}
				if resp.Close {
					closed.Add(1)
				}
			}
		})
	}
	flows := func() {
		goal := asked.Load() + 100
		waitFor(t, "requests flow", func() bool { return asked.Load() > goal })
	}
	flows()
	next := startProgram(t, socket, kitchen.URL, t.TempDir())
	flows()
	if err := old.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the old one tells its connections to close", func() bool { return closed.Load() > 0 })
	flows()
	kitchen.hold.Store(nil)
	close(hold)
	if err := old.Wait(); err != nil {
		t.Errorf("the drained process ended with %v\n%s", err, old.said)
	}
	if body := <-running; body != `{"code":"A-2"}` {
		t.Errorf("the order under way was answered with %s", body)
	}
	flows()
	// And as systemd restarts it: the successor starts when the process has ended; meanwhile connections wait at the socket.
	if err := next.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := next.Wait(); err != nil {
		t.Errorf("the second process ended with %v", err)
	}
	startProgram(t, socket, kitchen.URL, t.TempDir())
	flows()
	stop()
	wg.Wait()
	if failed.Load() > 0 {
		t.Errorf("%d of %d requests failed", failed.Load(), asked.Load())
	}
}

// An address that is in use is told with its variable.
func TestAnAddressInUseNamesItsVariable(t *testing.T) {
	taken := openSocket(t).Addr().String()
	for want, c := range map[string]configuration{
		"TABLEFRONT_ADDR: ":         {addr: taken},
		"TABLEFRONT_METRICS_ADDR: ": {addr: "127.0.0.1:0", metricsAddr: taken},
	} {
		if _, _, _, err := listeners(&c); err == nil || !strings.HasPrefix(err.Error(), want) || !errors.Is(err, syscall.EADDRINUSE) {
			t.Errorf("%s%v", want, err)
		}
	}
}

// A second instance with the same data folder is not ready, and says why, until the first has ended.
func TestASecondInstanceIsNotReady(t *testing.T) {
	kitchen, dir := openRestaurant(t), t.TempDir()
	ready := func(p *program) (status int, text string) {
		r, err := http.Get(p.url + "/readyz")
		if err != nil {
			return 0, err.Error()
		}
		defer r.Body.Close()
		b, err := io.ReadAll(r.Body)
		if err != nil {
			return 0, err.Error()
		}
		return r.StatusCode, string(b)
	}
	first := startProgram(t, openSocket(t), kitchen.URL, dir)
	waitFor(t, "the first is ready", func() bool { status, _ := ready(first); return status == 200 })
	second := startProgram(t, openSocket(t), kitchen.URL, dir)
	waitFor(t, "the second says why it is not", func() bool {
		status, text := ready(second)
		return status == 503 && strings.HasPrefix(text, "another shop uses this data folder")
	})
	if said := second.said.String(); !strings.Contains(said, `"level":"ERROR","msg":"orders are refused until the journal can be opened"`) {
		t.Error(said)
	}
	first.Process.Kill()
	first.Wait()
	waitFor(t, "the second is ready", func() bool { status, _ := ready(second); return status == 200 })
	if status, body, _ := second.order("after-the-first"); status != 200 {
		t.Errorf("%d %s", status, body)
	}
}

// A terminal and a wrapper both send Ctrl-C: that is one signal, and the order under way is answered.
func TestADoubledSignalIsOne(t *testing.T) {
	kitchen := openRestaurant(t)
	p := startProgram(t, openSocket(t), kitchen.URL, t.TempDir())
	hold := make(chan struct{})
	kitchen.hold.Store(&hold)
	status := make(chan int, 1)
	go func() { got, _, _ := p.order("under-way-3"); status <- got }()
	waitFor(t, "an order is under way", func() bool { return kitchen.orders.Load() == 1 })
	p.Process.Signal(syscall.SIGINT)
	p.Process.Signal(syscall.SIGTERM)
	waitFor(t, "it drains", func() bool { return strings.Contains(p.said.String(), "draining") })
	close(hold)
	if got := <-status; got != 200 {
		t.Errorf("the order was answered with %d", got)
	}
	if err := p.Wait(); err != nil || strings.Contains(p.said.String(), `"level":"ERROR"`) {
		t.Errorf("%v\n%s", err, p.said)
	}
}

// SIGHUP is ignored with a line; a second SIGINT, half a second later or more, ends a drain at once.
func TestSignals(t *testing.T) {
	kitchen, socket := openRestaurant(t), openSocket(t)
	p := startProgram(t, socket, kitchen.URL, t.TempDir())
	if status, _, _ := p.order("before-sighup"); status != 200 {
		t.Fatal(status)
	}
	p.Process.Signal(syscall.SIGHUP)
	waitFor(t, "the line about SIGHUP", func() bool { return strings.Contains(p.said.String(), "SIGHUP is ignored") })
	if status, _, _ := p.order("after-sighup"); status != 200 {
		t.Error("SIGHUP ended it")
	}
	hold := make(chan struct{})
	defer close(hold)
	kitchen.hold.Store(&hold)
	go p.order("under-way-2")
	waitFor(t, "an order is under way", func() bool { return kitchen.orders.Load() == 3 })
	p.Process.Signal(syscall.SIGINT)
	waitFor(t, "it drains", func() bool { return strings.Contains(p.said.String(), "draining") })
	ended := make(chan error, 1)
	go func() { ended <- p.Wait() }()
	waitFor(t, "it ends at once", func() bool {
		p.Process.Signal(syscall.SIGINT)
		return len(ended) > 0
	})
	if err := <-ended; err == nil || p.ProcessState.ExitCode() != exitFailed {
		t.Errorf("%v\n%s", err, p.said)
	}
	if !strings.Contains(p.said.String(), "second signal") {
		t.Errorf("no line: %s", p.said)
	}
}

// The service manager hears of the start, of life while the shop answers, and of the drain.
func TestServiceManagerIsNotified(t *testing.T) {
	manager, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: filepath.Join(t.TempDir(), "notify"), Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer manager.Close()
	p := startProgram(t, openSocket(t), openRestaurant(t).URL, t.TempDir(), "NOTIFY_SOCKET="+manager.LocalAddr().String(), "WATCHDOG_USEC=300000")
	next := func() string {
		b := make([]byte, 200)
		manager.SetReadDeadline(time.Now().Add(30 * time.Second))
		n, err := manager.Read(b)
		if err != nil {
			t.Fatalf("%v\n%s", err, p.said)
		}
		return string(b[:n])
	}
	if got := next(); got != "READY=1" {
		t.Errorf("%q", got)
	}
	if got := next(); got != "WATCHDOG=1" {
		t.Errorf("%q", got)
	}
	p.Process.Signal(syscall.SIGTERM)
	got := next()
	for got == "WATCHDOG=1" {
		got = next()
	}
	if got != "STOPPING=1\nEXTEND_TIMEOUT_USEC=30000000" {
		t.Errorf("%q", got)
	}
	if err := p.Wait(); err != nil {
		t.Errorf("%v\n%s", err, p.said)
	}
}
