package siege

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"tablefront/bff/freeaddr"
)

// A process is a program on a loopback address: an instance of the gateway, Redis, nginx. It can be killed and started again on the same
// address and data.
type process struct {
	addr, dir string
	command   []string
	env       []string
	// ready reports whether it answers.
	ready func() bool

	mu    sync.Mutex
	cmd   *exec.Cmd
	ended chan struct{}
}

// process makes one with a free address and a folder; it ends with the test.
func (s *siege) process(name string) *process {
	p := &process{addr: freeaddr.New(s), dir: filepath.Join(s.TempDir(), name)}
	p.ready = func() bool {
		c, err := net.Dial("tcp", p.addr)
		if err != nil {
			return false
		}
		return c.Close() == nil
	}
	s.must(os.Mkdir(p.dir, 0o700))
	s.Cleanup(p.kill)
	return p
}

// start starts the process and waits until it answers.
func (p *process) start() error {
	log, err := os.OpenFile(filepath.Join(p.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	cmd := exec.Command(p.command[0], p.command[1:]...)
	own := slices.DeleteFunc(os.Environ(), func(pair string) bool { return strings.HasPrefix(pair, "TABLEFRONT_") })
	cmd.Env, cmd.Stdout, cmd.Stderr = append(own, p.env...), log, log
	if err := cmd.Start(); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	p.mu.Lock()
	p.cmd, p.ended = cmd, ended
	p.mu.Unlock()
	for deadline := time.Now().Add(15 * time.Second); !p.ready(); {
		select {
		case <-ended:
			text, _ := os.ReadFile(log.Name())
			return fmt.Errorf("%s ended while it started: %.600s", p.command[0], text)
		case <-time.After(3 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%s does not answer", p.command[0])
		}
	}
	return nil
}

// kill is kill -9; a second one does nothing.
func (p *process) kill() { _ = p.end(syscall.SIGKILL) }

// stop sends SIGTERM.
func (p *process) stop() error { return p.end(syscall.SIGTERM) }

func (p *process) end(signal syscall.Signal) error {
	p.mu.Lock()
	cmd, ended := p.cmd, p.ended
	p.mu.Unlock()
	if cmd == nil {
		return nil
	}
	_ = cmd.Process.Signal(signal)
	select {
	case <-ended:
		return nil
	case <-time.After(30 * time.Second):
		return errors.New("the process did not end within 30 seconds of the signal")
	}
}

// peakMemory is the largest resident set since the process started, in MiB.
func (p *process) peakMemory() float64 {
	p.mu.Lock()
	defer p.mu.Unlock()
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", p.cmd.Process.Pid))
	for l := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(l, "VmHWM:"); ok {
			n, _ := strconv.ParseFloat(strings.Fields(kb)[0], 64)
			return n / 1024
		}
	}
	return 0
}

// A gateway is an instance of the executable under attack.
type gateway struct {
	*process
	metrics string
}

var probe = &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// gateway starts one in front of an upstream, with further settings of its environment.
func (s *siege) gateway(upstream string, settings ...string) *gateway {
	g := &gateway{process: s.process("gateway"), metrics: freeaddr.New(s)}
	g.command = s.command
	g.env = append([]string{
		"TABLEFRONT_ADDR=" + g.addr, "TABLEFRONT_METRICS_ADDR=" + g.metrics, "TABLEFRONT_UPSTREAM=" + upstream, "TABLEFRONT_DATA_DIR=" + filepath.Join(g.dir, "data"),
		// A fixed key, so that logins survive every restart.
		"TABLEFRONT_SESSION_KEY=" + strings.Repeat("A", 43) + "=", "TABLEFRONT_TRUSTED_PROXIES=127.0.0.0/8", "TABLEFRONT_UPSTREAM_TIMEOUT=2s",
	}, settings...)
	g.ready = func() bool {
		r, err := probe.Get("http://" + g.addr + "/healthz")
		if err != nil {
			return false
		}
		_ = r.Body.Close()
		return r.StatusCode == http.StatusOK
	}
	s.must(g.start())
	return g
}

// redis starts a Redis with the settings that docs/operator.md asks for: it loses no acknowledged write.
func (s *siege) redis() *process {
	p := s.process("redis")
	host, port, err := net.SplitHostPort(p.addr)
	s.must(err)
	p.command = []string{"redis-server", "--port", port, "--bind", host, "--dir", p.dir, "--appendonly", "yes", "--appendfsync", "always", "--save", "", "--maxmemory-policy", "noeviction"}
	s.must(p.start())
	return p
}

// nginx starts one in front of gateways.
func (s *siege) nginx(gateways []*gateway) *process {
	p := s.process("nginx")
	var servers strings.Builder
	for _, g := range gateways {
		fmt.Fprintf(&servers, "server %s max_fails=1 fail_timeout=1s; ", g.addr)
	}
	conf := filepath.Join(p.dir, "conf")
	s.must(os.WriteFile(conf, fmt.Appendf(nil, nginxConf, p.dir, servers.String(), p.addr), 0o600))
	p.command = []string{"nginx", "-p", p.dir, "-c", conf, "-e", filepath.Join(p.dir, "error.log")}
	s.must(p.start())
	return p
}

// nginxConf balances customers over the gateways. nginx tries the next one if an instance is down, but never repeats what could be an
// order: that would need non_idempotent. It runs without workers, which would be of another user and could not read its folder.
const nginxConf = `master_process off; daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log; worker_rlimit_nofile 4000;
events { worker_connections 2000; }
http {
  access_log off;
  client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  upstream shops { %[2]s keepalive 32; }
  server {
    listen %[3]s backlog=4096;
    location / {
      proxy_pass http://shops; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $http_x_forwarded_for; proxy_connect_timeout 1s; proxy_next_upstream error timeout; proxy_next_upstream_tries 3;
    }
  }
}
`
