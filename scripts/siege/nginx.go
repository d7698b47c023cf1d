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

// An nginx runs Debian's nginx as a cache in front of an upstream, for comparison.
type nginx struct {
	addr, dir string
	cmd       *exec.Cmd
	ended     chan struct{}
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

// nginxCache starts one; lock turns on proxy_cache_lock, which is off by default.
func (s *siege) nginxCache(upstream string, lock bool) (*nginx, error) {
	return s.nginx(func(dir, addr string) string {
		return fmt.Sprintf(nginxCacheConf, dir, upstream, addr, map[bool]string{true: "proxy_cache_lock on; proxy_cache_lock_timeout 30s; proxy_cache_lock_age 30s;"}[lock])
	})
}

func (s *siege) nginx(conf func(dir, addr string) string) (*nginx, error) {
	if _, err := exec.LookPath("nginx"); err != nil {
		return nil, fmt.Errorf("nginx is not installed (scripts/siege/run installs it): %w", err)
	}
	dir, err := os.MkdirTemp(s.dir, "nginx-")
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // its workers run as another user
		return nil, err
	}
	if err := os.Chmod(s.dir, 0o755); err != nil {
		return nil, err
	}
	addr, err := s.ports.free()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, []byte(conf(dir, addr)), 0o644); err != nil {
		return nil, err
	}
	n := &nginx{addr: addr, dir: dir, cmd: exec.Command("nginx", "-p", dir, "-c", file, "-e", filepath.Join(dir, "error.log")), ended: make(chan struct{})}
	n.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := startLocked(n.cmd); err != nil {
		return nil, err
	}
	go func() { _ = n.cmd.Wait(); close(n.ended) }()
	return n, reachable(addr)
}

func (n *nginx) close() {
	_ = n.cmd.Process.Signal(syscall.SIGTERM)
	<-n.ended
}

// memory is the resident memory of its processes, in MiB.
func (n *nginx) memory() float64 {
	total := peakMemoryOf(n.cmd.Process.Pid)
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", n.cmd.Process.Pid))
	for child := range strings.FieldsSeq(string(children)) {
		pid, _ := strconv.Atoi(child)
		total += peakMemoryOf(pid)
	}
	return total
}

// diskUse is the size of its cache.
func (n *nginx) diskUse() string {
	var bytes int64
	files := 0
	_ = filepath.WalkDir(filepath.Join(n.dir, "cache"), func(_ string, d fs.DirEntry, err error) error {
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
