package main

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// A peer is one of Debian's proxies: a cache in front of an upstream, for comparison, or in front of the shop as an operator
// would run it. Its folder has its configuration and log.
type peer struct {
	addr, dir string
	cmd       *exec.Cmd
	stop      syscall.Signal
	ended     chan struct{}
}

// peer starts a program on a free port. conf returns the configuration for its folder and address, args its arguments.
func (s *siege) peer(program string, stop syscall.Signal, conf func(dir, addr string) string, args func(p *peer, conf string) []string) (*peer, error) {
	if _, err := exec.LookPath(program); err != nil {
		return nil, fmt.Errorf("%s is not installed (scripts/siege/run installs it): %w", program, err)
	}
	dir, err := os.MkdirTemp(s.dir, program+"-")
	if err != nil {
		return nil, err
	}
	for _, d := range []string{s.dir, dir} { // nginx's workers run as another user
		if err := os.Chmod(d, 0o755); err != nil {
			return nil, err
		}
	}
	addr, err := s.ports.free()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "conf")
	if err := os.WriteFile(file, []byte(conf(dir, addr)), 0o644); err != nil {
		return nil, err
	}
	p := &peer{addr: addr, dir: dir, stop: stop, ended: make(chan struct{})}
	out, err := os.Create(filepath.Join(dir, "log"))
	if err != nil {
		return nil, err
	}
	p.cmd = exec.Command(program, args(p, file)...)
	p.cmd.Stdout, p.cmd.Stderr = out, out
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := startLocked(p.cmd); err != nil {
		return nil, err
	}
	go func() { _ = p.cmd.Wait(); _ = out.Close(); close(p.ended) }()
	return p, reachable(addr)
}

func (p *peer) close() {
	_ = p.cmd.Process.Signal(p.stop)
	<-p.ended
}

// memory is the resident memory of its processes, in MiB.
func (p *peer) memory() float64 {
	total := peakMemoryOf(p.cmd.Process.Pid)
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", p.cmd.Process.Pid))
	for child := range strings.FieldsSeq(string(children)) {
		pid, _ := strconv.Atoi(child)
		total += peakMemoryOf(pid)
	}
	return total
}

// diskUse is the size of the cache of an nginx.
func (p *peer) diskUse() string {
	var bytes int64
	files := 0
	_ = filepath.WalkDir(filepath.Join(p.dir, "cache"), func(_ string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			if info, err := d.Info(); err == nil {
				bytes += info.Size()
				files++
			}
		}
		return nil
	})
	return fmt.Sprintf("%d MiB in %s files", bytes>>20, thousands(files))
}

const nginxCacheConf = `worker_processes 2; daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log; worker_rlimit_nofile 20000;
events { worker_connections 15000; }
http {
  access_log off;
  client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  upstream host { server %[2]s; keepalive 64; }
  proxy_cache_path %[1]s/cache keys_zone=k:10m;
  proxy_http_version 1.1; proxy_set_header Connection "";
  server { listen %[3]s backlog=4096; location / { proxy_pass http://host; proxy_cache k; proxy_cache_key $uri$is_args$args$http_lang; proxy_cache_valid 200 5m; proxy_ignore_headers Vary Set-Cookie; %[4]s } }
}
`

// nginxCache starts nginx as a cache; lock turns on proxy_cache_lock, which is off by default.
func (s *siege) nginxCache(upstream string, lock bool) (*peer, error) {
	return s.nginx(func(dir, addr string) string {
		return fmt.Sprintf(nginxCacheConf, dir, upstream, addr, map[bool]string{true: "proxy_cache_lock on; proxy_cache_lock_timeout 30s; proxy_cache_lock_age 30s;"}[lock])
	})
}

func (s *siege) nginx(conf func(dir, addr string) string) (*peer, error) {
	return s.peer("nginx", syscall.SIGTERM, conf, func(p *peer, conf string) []string {
		return []string{"-p", p.dir, "-c", conf, "-e", filepath.Join(p.dir, "error.log")}
	})
}

const varnishVCL = `vcl 4.1;
backend host { .host = "%s"; .port = "%s"; .first_byte_timeout = 60s; .between_bytes_timeout = 60s; }
sub vcl_recv { unset req.http.Cookie; if (req.method == "GET") { return (hash); } }
sub vcl_hash { hash_data(req.http.Lang); }
sub vcl_backend_response { unset beresp.http.Set-Cookie; if (beresp.status == 200) { set beresp.ttl = 5m; } }
`

// varnishCache starts Varnish with 64 MiB of storage, the same key and lifetime as nginx here.
func (s *siege) varnishCache(upstream string) (*peer, error) {
	ip, port, _ := strings.Cut(upstream, ":")
	return s.peer("varnishd", syscall.SIGTERM, func(string, string) string { return fmt.Sprintf(varnishVCL, ip, port) }, func(p *peer, conf string) []string {
		return []string{"-F", "-j", "none", "-n", p.dir, "-a", p.addr, "-f", conf, "-s", "malloc,64m", "-T", "none"}
	})
}

const haproxyConf = `global
  log stdout format raw local0
defaults
  mode http
  log global
  log-format "%%HP"
  timeout connect 2s
  timeout client 10s
  timeout server 10s
frontend front
  bind %s
  default_backend shop
backend shop
  http-reuse always
  server shop %s
`

// haproxyFront starts HAProxy in front of an address. It writes the path of each request that it has read to its log.
func (s *siege) haproxyFront(shop string) (*peer, error) {
	// After SIGTERM it would wait for its connections.
	return s.peer("haproxy", syscall.SIGKILL, func(_, addr string) string { return fmt.Sprintf(haproxyConf, addr, shop) }, func(_ *peer, conf string) []string {
		return []string{"-db", "-f", conf}
	})
}
