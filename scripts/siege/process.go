package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// ports hands out loopback ports that are free.
type ports struct {
	mu   sync.Mutex
	next int // 0: the system chooses
}

func (p *ports) listen() (net.Listener, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.next == 0 {
		return net.Listen("tcp", "127.0.0.1:0")
	}
	for range 200 {
		p.next++
		if l, err := net.Listen("tcp", "127.0.0.1:"+strconv.Itoa(p.next)); err == nil {
			return l, nil
		}
	}
	return nil, errors.New("no port is free")
}

// free returns an address on which nothing listens.
func (p *ports) free() (string, error) {
	l, err := p.listen()
	if err != nil {
		return "", err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String(), nil
}

// sessionKey is a fixed one, so that logins survive every restart of a siege.
const sessionKey = "c2llZ2Utc2llZ2Utc2llZ2Utc2llZ2Utc2llZ2Utc2k="

// A gateway is the executable under attack. It is started, killed and started again on the same address and data folder.
type gateway struct {
	addr, metrics string
	data, log     string
	command       []string
	env           []string
	// socket, when set, is the listener that the process inherits, as a socket unit of systemd has it.
	socket *os.File

	mu    sync.Mutex
	cmd   *exec.Cmd
	ended chan struct{}
}

// gateway makes one in front of an upstream, with further settings of its environment, and starts it.
func (s *siege) gateway(name, upstream string, settings map[string]string) (*gateway, error) {
	g, err := s.newGateway(name, upstream, settings)
	if err != nil {
		return nil, err
	}
	return g, g.start()
}

func (s *siege) newGateway(name, upstream string, settings map[string]string) (*gateway, error) {
	addr, err := s.ports.free()
	if err != nil {
		return nil, err
	}
	metrics, err := s.ports.free()
	if err != nil {
		return nil, err
	}
	g := &gateway{addr: addr, metrics: metrics, data: filepath.Join(s.dir, name, "data"), log: filepath.Join(s.dir, name, "log"), command: s.command}
	if err := os.MkdirAll(g.data, 0o700); err != nil {
		return nil, err
	}
	env := map[string]string{
		"TABLEFRONT_ADDR": addr, "TABLEFRONT_METRICS_ADDR": metrics, "TABLEFRONT_UPSTREAM": upstream, "TABLEFRONT_DATA_DIR": g.data,
		"TABLEFRONT_SESSION_KEY": sessionKey, "TABLEFRONT_TRUSTED_PROXIES": "127.0.0.0/8", "TABLEFRONT_UPSTREAM_TIMEOUT": "2s",
	}
	for k, v := range settings {
		env[k] = v
	}
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "TABLEFRONT_") {
			g.env = append(g.env, pair)
		}
	}
	for k, v := range env {
		g.env = append(g.env, k+"="+v)
	}
	s.started = append(s.started, g)
	return g, nil
}

func (g *gateway) url() string { return "http://" + g.addr }

// launch starts the process and does not wait until it answers.
func (g *gateway) launch() error {
	log, err := os.OpenFile(g.log, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer func() { _ = log.Close() }()
	command := g.command
	if g.socket != nil { // LISTEN_PID is the process's own id, known only after it was made
		command = append([]string{"/bin/sh", "-c", `LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"`, "sh"}, command...)
	}
	cmd := exec.Command(command[0], command[1:]...)
	cmd.Env, cmd.Stdout, cmd.Stderr = g.env, log, log
	if g.socket != nil {
		cmd.ExtraFiles = []*os.File{g.socket}
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := startLocked(cmd); err != nil {
		return err
	}
	ended := make(chan struct{})
	go func() { _ = cmd.Wait(); close(ended) }()
	g.mu.Lock()
	g.cmd, g.ended = cmd, ended
	g.mu.Unlock()
	return nil
}

// start starts the process and waits until it answers.
func (g *gateway) start() error {
	if err := g.launch(); err != nil {
		return err
	}
	return g.ready("/healthz")
}

var probe = &http.Client{Timeout: time.Second, Transport: &http.Transport{DisableKeepAlives: true}}

// ready waits until a path answers 200.
func (g *gateway) ready(path string) error {
	deadline := time.Now().Add(15 * time.Second)
	for time.Now().Before(deadline) {
		if r, err := probe.Get(g.url() + path); err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-g.ended:
			log, _ := os.ReadFile(g.log)
			return fmt.Errorf("the gateway ended while it started: %.600s", log)
		case <-time.After(3 * time.Millisecond):
		}
	}
	return fmt.Errorf("%s does not answer 200", g.url()+path)
}

// kill is kill -9.
func (g *gateway) kill() { g.end(syscall.SIGKILL, time.Minute) }

// stop sends SIGTERM and returns how long the process took to exit.
func (g *gateway) stop() (time.Duration, error) {
	begun := time.Now()
	if !g.end(syscall.SIGTERM, 30*time.Second) {
		g.kill()
		return time.Since(begun), errors.New("the gateway did not end within 30 seconds of SIGTERM")
	}
	return time.Since(begun), nil
}

func (g *gateway) end(signal syscall.Signal, wait time.Duration) bool {
	g.mu.Lock()
	cmd, ended := g.cmd, g.ended
	g.mu.Unlock()
	if cmd == nil {
		return true
	}
	_ = cmd.Process.Signal(signal)
	select {
	case <-ended:
		return true
	case <-time.After(wait):
		return false
	}
}

// peakMemory is the largest resident set since the process started, in MiB.
func (g *gateway) peakMemory() float64 {
	g.mu.Lock()
	pid := g.cmd.Process.Pid
	g.mu.Unlock()
	return peakMemoryOf(pid)
}

func peakMemoryOf(pid int) float64 {
	status, _ := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	for l := range strings.Lines(string(status)) {
		if kb, ok := strings.CutPrefix(l, "VmHWM:"); ok {
			n, _ := strconv.ParseFloat(strings.Fields(kb)[0], 64)
			return n / 1024
		}
	}
	return 0
}
