// Command updates measures what customers notice of an update (`make updates`): it restarts the shop twenty times under load, in
// each setup of docs/update.md that this machine can run, with the project's proxy configurations, and prints a table.
package main

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

var (
	binary   = flag.String("binary", "bin/tablefront", "the executable")
	restarts = flag.Int("restarts", 20, "how often each way restarts the shop")
	first    = flag.Int("port", 21750, "the first of six ports")
	only     = flag.String("only", "", "one way")
)

// A setup is a way to run the shop.
type setup struct {
	name   string
	socket bool                                            // the socket stays open while the shop restarts, as with systemd's socket unit
	front  func(dir, shop, addr string) (*exec.Cmd, error) // a proxy on addr, before the shop
}

var setups = []setup{
	{"systemd socket, no proxy", true, nil},
	{"systemd socket behind nginx", true, nginx},
	{"systemd socket behind Caddy", true, caddy},
	{"container behind Caddy (compose.yaml)", false, caddy},
	{"container behind nginx", false, nginx},
	{"container, no proxy", false, nil},
}

func main() {
	flag.Parse()
	fmt.Printf("| setup | requests | failed GET | failed orders | longest wait of a customer |\n|---|---|---|---|---|\n")
	failed := false
	for _, w := range setups {
		if *only != "" && *only != w.name {
			continue
		}
		line, err := measure(w)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", w.name, err)
			failed = true
			continue
		}
		fmt.Println(line)
	}
	if failed {
		os.Exit(1)
	}
}

func measure(w setup) (string, error) {
	dir, err := os.MkdirTemp("", "updates-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	if err := os.Chmod(dir, 0o755); err != nil { // nginx's workers run as another user
		return "", err
	}
	backend := fmt.Sprintf("127.0.0.1:%d", *first)
	shop := fmt.Sprintf("127.0.0.1:%d", *first+1)
	metrics := fmt.Sprintf("127.0.0.1:%d", *first+2)
	stop, err := serveBackend(backend)
	if err != nil {
		return "", err
	}
	defer stop()
	var socketFile *os.File
	if w.socket {
		l, err := net.Listen("tcp", shop)
		if err != nil {
			return "", err
		}
		if socketFile, err = l.(*net.TCPListener).File(); err != nil {
			return "", err
		}
		_ = l.Close() // the file is a second handle on the same socket
		defer socketFile.Close()
	}
	start := func() (*exec.Cmd, error) {
		cmd := exec.Command(*binary, "serve")
		if socketFile != nil { // LISTEN_PID is the process's own id, known only after its start
			cmd = exec.Command("/bin/sh", "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$0" serve`, *binary)
			cmd.ExtraFiles = []*os.File{socketFile}
		}
		cmd.Env = append(os.Environ(), "TABLEFRONT_ADDR="+shop, "TABLEFRONT_METRICS_ADDR="+metrics, "TABLEFRONT_UPSTREAM=http://"+backend,
			"TABLEFRONT_DATA_DIR="+filepath.Join(dir, "data"), "TABLEFRONT_SESSION_KEY="+strings.Repeat("A", 43)+"=", "TABLEFRONT_LIMIT_FACTOR=0",
			"TABLEFRONT_TRUSTED_PROXIES=127.0.0.1/32", "TABLEFRONT_LOG_LEVEL=error")
		cmd.Stderr = os.Stderr
		cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
		if err := cmd.Start(); err != nil {
			return nil, err
		}
		return cmd, ready("http://" + metrics + "/healthz")
	}
	cmd, err := start()
	if err != nil {
		return "", err
	}
	defer func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }()
	address := shop
	if w.front != nil {
		address = fmt.Sprintf("127.0.0.1:%d", *first+3)
		front, err := w.front(dir, shop, address)
		if err != nil {
			return "", err
		}
		front.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
		if err := front.Start(); err != nil {
			return "", err
		}
		defer func() { _ = front.Process.Signal(syscall.SIGTERM); _ = front.Wait() }()
	}
	if err := ready("http://" + address + "/readyz"); err != nil {
		return "", err
	}
	l := &load{base: "http://" + address}
	l.begin()
	for range *restarts {
		time.Sleep(300 * time.Millisecond) // the load between two restarts
		_ = cmd.Process.Signal(syscall.SIGTERM)
		_ = cmd.Wait()
		if cmd, err = start(); err != nil {
			return "", errors.Join(err, l.end())
		}
	}
	time.Sleep(300 * time.Millisecond)
	if err := l.end(); err != nil {
		return "", err
	}
	example := ""
	if e := l.example.Load(); e != nil {
		example = " (" + *e + ")"
	}
	return fmt.Sprintf("| %s | %d | %d | %d of %d%s | %.1f s |", w.name, l.asked.Load(), l.failedGets.Load(), l.failedOrders.Load(), l.orders.Load(), example, time.Duration(l.longest.Load()).Seconds()), nil
}

func ready(url string) error {
	for end := time.Now().Add(20 * time.Second); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		r, err := http.Get(url)
		if err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return nil
			}
		}
	}
	return fmt.Errorf("%s does not answer", url)
}

// serveBackend answers every call like a healthy backend.
func serveBackend(addr string) (stop func(), err error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	s := &http.Server{ReadHeaderTimeout: time.Minute, Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		http.SetCookie(w, &http.Cookie{Name: "XSRF-TOKEN", Value: "x", Path: "/"})
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":[]}`)
	})}
	go func() { _ = s.Serve(l) }()
	return func() { _ = s.Close() }, nil
}

// load simulates eight customers who browse and order on persistent connections.
type load struct {
	base                                             string
	asked, orders, failedGets, failedOrders, longest atomic.Int64
	example                                          atomic.Pointer[string]
	done                                             chan struct{}
	wg                                               sync.WaitGroup
}

func (l *load) begin() {
	l.done = make(chan struct{})
	for customer := range 8 {
		l.wg.Go(func() {
			client := &http.Client{Timeout: 60 * time.Second, Transport: &http.Transport{}}
			for n := 0; ; n++ {
				select {
				case <-l.done:
					return
				default:
				}
				l.send(client, customer, n)
			}
		})
	}
}

func (l *load) send(client *http.Client, customer, n int) {
	method, path, failed := http.MethodGet, "/api/settings", &l.failedGets
	var body io.Reader
	switch {
	case n%10 == 0:
		path = "/"
	case n%10 == 5:
		method, path, failed, body = http.MethodPost, "/api/checkout/v2", &l.failedOrders, strings.NewReader(`{"cart":{"items":[]}}`)
		l.orders.Add(1)
	}
	r, err := http.NewRequestWithContext(context.Background(), method, l.base+path, body)
	if err != nil {
		panic(err)
	}
	r.Host = "shop.example"
	r.Header.Set("X-Forwarded-Proto", "https")
	if body != nil {
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Idempotency-Key", fmt.Sprintf("update-%d-%d", customer, n))
	}
	begun := time.Now()
	a, err := client.Do(r)
	took := time.Since(begun)
	status := 0
	if err == nil {
		_, err = io.Copy(io.Discard, a.Body)
		_ = a.Body.Close()
		status = a.StatusCode
	}
	l.asked.Add(1)
	for {
		longest := l.longest.Load()
		if int64(took) <= longest || l.longest.CompareAndSwap(longest, int64(took)) {
			break
		}
	}
	if err != nil || status >= 500 {
		failed.Add(1)
		text := fmt.Sprintf("e.g. %s %s: %s", method, path, cmp.Or(errorText(err), fmt.Sprint(status)))
		l.example.CompareAndSwap(nil, &text)
		time.Sleep(50 * time.Millisecond) // customers do not click faster
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	var inner *net.OpError
	if errors.As(err, &inner) {
		return inner.Err.Error()
	}
	return err.Error()
}

func (l *load) end() error {
	close(l.done)
	l.wg.Wait()
	if l.asked.Load() == 0 {
		return errors.New("there was no load")
	}
	return nil
}

// nginx runs proxy/nginx.conf, without TLS.
func nginx(dir, shop, addr string) (*exec.Cmd, error) {
	text, err := os.ReadFile("scripts/deploy/proxy/nginx.conf")
	if err != nil {
		return nil, err
	}
	conf := string(text)
	_, conf, _ = strings.Cut(conf, "upstream tablefront {")
	at := strings.Index(conf, "server {\n\tlisten 80;")
	tls := strings.Index(conf, "server {\n\tlisten 443")
	if at < 0 || tls < 0 {
		return nil, errors.New("proxy/nginx.conf has another shape")
	}
	conf = "upstream tablefront {" + conf[:at] + conf[tls:]
	var kept []string
	for line := range strings.Lines(conf) {
		if word := strings.TrimSpace(line); strings.HasPrefix(word, "ssl_") || strings.HasPrefix(word, "http2 ") || strings.HasPrefix(word, "listen [::]") {
			continue
		}
		kept = append(kept, line)
	}
	conf = strings.NewReplacer("127.0.0.1:8080", shop, "listen 443 ssl", "listen "+addr, "$scheme", "https").Replace(strings.Join(kept, ""))
	main := fmt.Sprintf("daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log; events {}\nhttp { access_log off; client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;\n%[2]s}\n", dir, conf)
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(main), 0o600); err != nil {
		return nil, err
	}
	return exec.Command("nginx", "-p", dir, "-c", file, "-e", filepath.Join(dir, "error.log")), nil
}

// caddy runs proxy/Caddyfile, without TLS.
func caddy(dir, shop, addr string) (*exec.Cmd, error) {
	text, err := os.ReadFile("scripts/deploy/proxy/Caddyfile")
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "Caddyfile")
	if err := os.WriteFile(file, append([]byte("{\n\tadmin off\n\tauto_https off\n}\n"), text...), 0o600); err != nil {
		return nil, err
	}
	_, port, _ := strings.Cut(addr, ":")
	cmd := exec.Command("caddy", "run", "--adapter", "caddyfile", "--config", file)
	cmd.Env = append(os.Environ(), "SHOP_HOST=http://:"+port, "SHOP_ADDR="+shop, "XDG_DATA_HOME="+dir, "XDG_CONFIG_HOME="+dir)
	return cmd, nil
}
