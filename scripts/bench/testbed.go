package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A target is a gateway under test.
type target struct {
	name string
	url  string
	pid  int
	// cookies and xsrf are from the response to a first visit: a browser sends the cookies with every later call, and
	// calls other than GET need the token.
	cookies, xsrf string
}

// A figure is one run: microseconds of CPU per request, requests a second, and the ratios to the floor and to nginx in the same
// repetition.
type figure struct {
	micros, rate, ratio, toNginx float64
}

// A testbed is all processes of a measurement.
type testbed struct {
	dir      string
	binary   string // the executable under test
	upstream string
	running  []*exec.Cmd
	// caching has the default cache; forwarding caches nothing of the catalogue, so that each of its calls is forwarded.
	caching, forwarding, cache, proxy, handler, reverse, defaults *target
	// varnish caches responses as received; gzipped caches them as gzip.
	varnish, gzipped *target
}

const (
	stubAddr        = "127.0.0.1:18901"
	plainAddr       = "127.0.0.1:18902"
	bareAddr        = "127.0.0.1:18903"
	nginxCache      = "127.0.0.1:18904"
	nginxProxy      = "127.0.0.1:18905"
	reverseAddr     = "127.0.0.1:18906"
	defaultsAddr    = "127.0.0.1:18907"
	handlerAddr     = "127.0.0.1:18909"
	varnishAddr     = "127.0.0.1:18910"
	gzippedAddr     = "127.0.0.1:18911"
	startedAddr     = "127.0.0.1:18912"
	manyAddr        = "127.0.0.1:18913"
	stoppedUpstream = "127.0.0.1:18914" // an upstream that is stopped
	metricsAddr     = "127.0.0.1:18915"
)

// varnishConf is Varnish as a cache in front of the same upstream. It adds a validator, which the upstream does not send, and
// stores responses to requests on gzippedAddr as gzip.
const varnishConf = `vcl 4.1;
backend default { .host = "127.0.0.1"; .port = "18901"; }
sub vcl_backend_response {
  set beresp.ttl = 1h;
  set beresp.http.ETag = {""bench""};
  if (bereq.http.Host ~ ":18911$") { set beresp.do_gzip = true; }
}
`

const nginxConf = `worker_processes 1; daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log;
events { worker_connections 1024; }
http {
  access_log off; keepalive_requests 1000000000;
  client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  upstream stub { server %[2]s; keepalive 256; keepalive_requests 1000000000; }
  proxy_cache_path %[1]s/cache keys_zone=k:10m;
  proxy_http_version 1.1; proxy_set_header Connection ""; proxy_buffers 16 16k; proxy_buffer_size 16k;
  server { listen %[3]s; location / { proxy_pass http://stub; proxy_cache k; proxy_cache_valid 200 1h; proxy_ignore_headers Vary; } }
  server { listen %[4]s; location / { proxy_pass http://stub; } }
  server { listen %[5]s; root %[1]s/files; gzip_static on; types { } default_type application/json; location / { try_files $uri =404; } }
}
`

// nginxFiles serves the settings as static files with a precompressed gzip form and an ETag, the fastest way in nginx.
const nginxFiles = "127.0.0.1:18908"

func (f *testbed) start(core int, name string, args ...string) (*exec.Cmd, error) {
	cmd := exec.Command("taskset", append([]string{"-c", strconv.Itoa(core), name}, args...)...)
	cmd.Env = append(os.Environ(), "GOMAXPROCS=1")
	// The log is written as in production, to a file instead of the screen.
	log, err := os.OpenFile(filepath.Join(f.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = log, log
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	err = cmd.Start()
	_ = log.Close()
	if err != nil {
		return nil, fmt.Errorf("%s did not start (it needs taskset, nginx and wrk; on Debian: apt-get install util-linux nginx-light wrk): %w", name, err)
	}
	f.running = append(f.running, cmd)
	return cmd, nil
}

func answers(url string) error {
	var err error
	for range 100 {
		var r *http.Response
		if r, err = http.Get(url); err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return nil
			}
			err = fmt.Errorf("%s answered %s", url, r.Status)
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}

// newTestbed starts the upstream, the executable under test in two configurations, nginx and the peers.
func newTestbed(binary string) (*testbed, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "tablefront-bench-")
	if err != nil {
		return nil, err
	}
	f := &testbed{dir: dir, binary: binary, upstream: "http://" + stubAddr}
	fail := func(err error) (*testbed, error) {
		f.close()
		return nil, err
	}
	if _, err := f.start(1, self, "stub", stubAddr); err != nil {
		return fail(err)
	}
	if err := answers("http://" + stubAddr + "/api/settings"); err != nil {
		return fail(err)
	}
	serve := func(name, addr string, extra ...string) (*target, error) {
		args := append([]string{"serve", "--addr", addr, "--upstream", f.upstream, "--data-dir", filepath.Join(dir, name), "--metrics-addr", "", "--trusted-proxies", "127.0.0.1/32", "--log-level", "info", "--limit-factor", "1000000000"}, extra...)
		cmd, err := f.start(0, binary, args...)
		if err != nil {
			return nil, err
		}
		t := &target{name: "tablefront", url: "http://" + addr, pid: cmd.Process.Pid}
		return t, answers(t.url + "/readyz")
	}
	if f.caching, err = serve("plain", plainAddr); err != nil {
		return fail(err)
	}
	if f.forwarding, err = serve("bare", bareAddr, "--catalogue-per-user=true", "--metrics-addr", metricsAddr); err != nil {
		return fail(err)
	}
	if err := f.nginx(); err != nil {
		return fail(err)
	}
	if err := f.startVarnish(); err != nil {
		return fail(err)
	}
	for _, peer := range []struct {
		name, addr, upstream string
		target               **target
	}{{"handler", handlerAddr, f.caching.url, &f.handler}, {"reverseproxy", reverseAddr, f.upstream, &f.reverse}, {"defaults", defaultsAddr, f.upstream, &f.defaults}} {
		cmd, err := f.start(0, self, peer.name, peer.addr, peer.upstream)
		if err != nil {
			return fail(err)
		}
		*peer.target = &target{name: peer.name, url: "http://" + peer.addr, pid: cmd.Process.Pid}
		if err := answers((*peer.target).url + "/api/me"); err != nil {
			return fail(err)
		}
	}
	for _, t := range []*target{f.forwarding, f.proxy, f.reverse, f.defaults} {
		if err := f.visit(t); err != nil {
			return fail(err)
		}
	}
	return f, nil
}

func (f *testbed) nginx() error {
	for _, folder := range []string{"cache", "files/api"} {
		if err := os.MkdirAll(filepath.Join(f.dir, folder), 0o777); err != nil {
			return err
		}
	}
	_ = os.Chmod(f.dir, 0o755)
	conf := filepath.Join(f.dir, "nginx.conf")
	if err := os.WriteFile(conf, fmt.Appendf(nil, nginxConf, f.dir, stubAddr, nginxCache, nginxProxy, nginxFiles), 0o600); err != nil {
		return err
	}
	body, err := get(f.caching.url+"/api/settings", "identity")
	if err != nil {
		return err
	}
	zipped, err := get(f.caching.url+"/api/settings", "gzip")
	if err != nil {
		return err
	}
	if err := errors.Join(os.WriteFile(filepath.Join(f.dir, "files/api/settings"), body, 0o644), os.WriteFile(filepath.Join(f.dir, "files/api/settings.gz"), zipped, 0o644)); err != nil {
		return err
	}
	cmd, err := f.start(0, "nginx", "-c", conf, "-p", f.dir)
	if err != nil {
		return err
	}
	f.cache = &target{name: "nginx", url: "http://" + nginxCache, pid: cmd.Process.Pid}
	f.proxy = &target{name: "nginx", url: "http://" + nginxProxy, pid: cmd.Process.Pid}
	return errors.Join(answers(f.cache.url+"/api/settings"), answers(f.proxy.url+"/api/me"))
}

func (f *testbed) startVarnish() error {
	conf := filepath.Join(f.dir, "default.vcl")
	if err := os.WriteFile(conf, []byte(varnishConf), 0o600); err != nil {
		return err
	}
	cmd, err := f.start(0, "varnishd", "-F", "-j", "none", "-n", filepath.Join(f.dir, "varnish"), "-f", conf, "-s", "malloc,64m",
		"-a", varnishAddr, "-a", gzippedAddr, "-p", "thread_pools=1", "-p", "thread_pool_min=100", "-p", "thread_pool_max=100")
	if err != nil {
		return err
	}
	f.varnish = &target{name: "varnish", url: "http://" + varnishAddr, pid: cmd.Process.Pid}
	f.gzipped = &target{name: "varnish", url: "http://" + gzippedAddr, pid: cmd.Process.Pid}
	return errors.Join(answers(f.varnish.url+"/api/settings"), answers(f.gzipped.url+"/api/settings"))
}

func get(url, encoding string) ([]byte, error) {
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Accept-Encoding", encoding)
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	return io.ReadAll(answer.Body)
}

// visit makes the GET of a first visit and stores its cookies for the later calls.
func (f *testbed) visit(t *target) error {
	r, err := http.NewRequest(http.MethodGet, t.url+"/api/me", nil)
	if err != nil {
		return err
	}
	r.Header.Set("Authorization", "Bearer abc")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	_ = answer.Body.Close()
	var pairs []string
	for _, c := range answer.Cookies() {
		pairs = append(pairs, c.Name+"="+c.Value)
		if c.Name == "XSRF-TOKEN" {
			t.xsrf = c.Value
		}
	}
	t.cookies = strings.Join(pairs, "; ")
	return nil
}

func (f *testbed) targetsOf(c testCase) []*target {
	ours, nginx, floor := f.forwarding, f.proxy, f.reverse
	if c.cached {
		ours, nginx, floor = f.caching, f.cache, f.handler
	}
	if c.header["Accept-Encoding"] == "gzip" || c.status == http.StatusNotModified {
		nginx = &target{name: "nginx", url: "http://" + nginxFiles, pid: f.cache.pid}
	}
	targets := []*target{ours, nginx, floor}
	switch {
	case c.header["Accept-Encoding"] == "gzip":
		targets = append(targets, f.gzipped)
	case c.cached:
		targets = append(targets, f.varnish)
	}
	if c.defaults {
		targets = append(targets, f.defaults)
	}
	return targets
}

var (
	done    = regexp.MustCompile(`(\d+) requests in`)
	rateOf  = regexp.MustCompile(`Requests/sec:\s+([\d.]+)`)
	wrong   = regexp.MustCompile(`Non-2xx or 3xx responses: (\d+)`)
	sockets = regexp.MustCompile(`Socket errors: (.+)`)
)

// measure runs wrk against a target and divides the CPU time of the target's processes by the number of responses.
func (f *testbed) measure(t *target, c testCase, seconds int) (figure, error) {
	script, err := f.script(t, c)
	if err != nil {
		return figure{}, err
	}
	load := func(seconds int) (string, error) {
		out, err := exec.Command("taskset", "-c", "1", "wrk", "-t1", "-c64", "--timeout", "10s", "-d"+strconv.Itoa(seconds), "-s", script, t.url).CombinedOutput()
		return string(out), err
	}
	if out, err := load(1); err != nil {
		return figure{}, fmt.Errorf("wrk: %w\n%s", err, out)
	}
	before := cpu(t.pid)
	out, err := load(seconds)
	spent := cpu(t.pid) - before
	if err != nil {
		return figure{}, fmt.Errorf("wrk: %w\n%s", err, out)
	}
	if m := wrong.FindStringSubmatch(out); m != nil {
		return figure{}, fmt.Errorf("%s answers were not %d", m[1], c.status)
	}
	if m := sockets.FindStringSubmatch(out); m != nil {
		return figure{}, fmt.Errorf("connections failed: %s", m[1])
	}
	count := done.FindStringSubmatch(out)
	rate := rateOf.FindStringSubmatch(out)
	if count == nil || rate == nil {
		return figure{}, fmt.Errorf("the output of wrk has no counts:\n%s", out)
	}
	n, _ := strconv.ParseFloat(count[1], 64)
	if n == 0 {
		return figure{}, errors.New("no responses")
	}
	perSecond, _ := strconv.ParseFloat(rate[1], 64)
	return figure{micros: spent.Seconds() * 1e6 / n, rate: perSecond}, nil
}

// cost is the CPU time of a request at a target, in microseconds; script generates the requests.
func (f *testbed) cost(t *target, script string, seconds int) (float64, error) {
	before := cpu(t.pid)
	out, err := exec.Command("taskset", "-c", "1", "wrk", "-t1", "-c64", "--timeout", "10s", "-d"+strconv.Itoa(seconds), "-s", script, t.url).CombinedOutput()
	spent := cpu(t.pid) - before
	count := done.FindSubmatch(out)
	if err != nil || count == nil || wrong.Match(out) || sockets.Match(out) {
		return 0, fmt.Errorf("wrk: %w\n%s", err, out)
	}
	n, _ := strconv.ParseFloat(string(count[1]), 64)
	return spent.Seconds() * 1e6 / n, nil
}

// script is wrk's script. Each request has another client address, so that the limits per client do not apply.
func (f *testbed) script(t *target, c testCase) (string, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "wrk.method=%q\nwrk.path=%q\n", c.method, c.path)
	for k, v := range c.header {
		fmt.Fprintf(&b, "wrk.headers[%q]=%q\n", k, v)
	}
	if c.status == http.StatusNotModified {
		etag, err := etagOf(t.url+c.path, c.header["Accept-Encoding"])
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&b, "wrk.headers['If-None-Match']=%q\n", etag)
	}
	if c.withCookie && t.cookies != "" {
		fmt.Fprintf(&b, "wrk.headers['Cookie']=%q\nwrk.headers['X-XSRF-TOKEN']=%q\n", t.cookies, t.xsrf)
	}
	if c.body != nil {
		fmt.Fprintf(&b, "wrk.body=%s\nlocal n=0\nfunction request() n=n+1; wrk.headers['X-Forwarded-For']='10.'..(n//65536%%256)..'.'..(n//256%%256)..'.'..(n%%256); return wrk.format() end\n", luaText(c.body))
	}
	text := strings.ReplaceAll(b.String(), "n//65536%256", "math.floor(n/65536)%256")
	text = strings.ReplaceAll(text, "n//256%256", "math.floor(n/256)%256")
	name := filepath.Join(f.dir, "wrk.lua")
	return name, os.WriteFile(name, []byte(text), 0o600)
}

func luaText(b []byte) string { return "[==[" + string(b) + "]==]" }

func etagOf(url, encoding string) (string, error) {
	r, err := http.NewRequest(http.MethodGet, url, nil)
	if err != nil {
		return "", err
	}
	r.Header.Set("Accept-Encoding", encoding)
	answer, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		return "", err
	}
	_ = answer.Body.Close()
	if answer.Header.Get("ETag") == "" {
		return "", fmt.Errorf("%s has no ETag", url)
	}
	return answer.Header.Get("ETag"), nil
}

// cpu is the CPU time of a process and its children so far. nginx forks its worker; taskset execs the program it starts.
func cpu(pid int) time.Duration {
	total := ticks(pid)
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%d/task/%d/children", pid, pid))
	for _, child := range strings.Fields(string(children)) {
		n, _ := strconv.Atoi(child)
		total += ticks(n)
	}
	return total
}

// ticks returns the scheduler's count if there is one: the clock ticks of /proc/pid/stat are too coarse for a short run.
func ticks(pid int) time.Duration {
	var total time.Duration
	tasks, _ := os.ReadDir(fmt.Sprintf("/proc/%d/task", pid))
	for _, task := range tasks {
		line, err := os.ReadFile(fmt.Sprintf("/proc/%d/task/%s/schedstat", pid, task.Name()))
		if err != nil {
			continue
		}
		nanos, _ := strconv.ParseInt(strings.Fields(string(line) + " 0")[0], 10, 64)
		total += time.Duration(nanos)
	}
	return total
}

func (f *testbed) close() {
	for _, cmd := range f.running {
		_ = cmd.Process.Signal(syscall.SIGTERM)
	}
	for _, cmd := range f.running {
		ended := make(chan struct{})
		go func() { _ = cmd.Wait(); close(ended) }()
		select {
		case <-ended:
		case <-time.After(3 * time.Second):
			_ = cmd.Process.Kill()
		}
	}
	_ = os.RemoveAll(f.dir)
}
