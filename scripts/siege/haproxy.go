package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// A haproxy runs Debian's HAProxy in front of the shop, as an operator would.
type haproxy struct {
	addr, log string
	cmd       *exec.Cmd
	ended     chan struct{}
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

// haproxyFront starts one in front of an address. It writes the path of each request that it has read to its log.
func (s *siege) haproxyFront(shop string) (*haproxy, error) {
	if _, err := exec.LookPath("haproxy"); err != nil {
		return nil, fmt.Errorf("haproxy is not installed (scripts/siege/run installs it): %w", err)
	}
	dir, err := os.MkdirTemp(s.dir, "haproxy-")
	if err != nil {
		return nil, err
	}
	addr, err := s.ports.free()
	if err != nil {
		return nil, err
	}
	file := filepath.Join(dir, "haproxy.cfg")
	if err := os.WriteFile(file, fmt.Appendf(nil, haproxyConf, addr, shop), 0o644); err != nil {
		return nil, err
	}
	h := &haproxy{addr: addr, log: filepath.Join(dir, "access.log"), cmd: exec.Command("haproxy", "-db", "-f", file), ended: make(chan struct{})}
	out, err := os.Create(h.log)
	if err != nil {
		return nil, err
	}
	h.cmd.Stdout, h.cmd.Stderr = out, out
	h.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := startLocked(h.cmd); err != nil {
		return nil, err
	}
	go func() { _ = h.cmd.Wait(); _ = out.Close(); close(h.ended) }()
	return h, reachable(addr)
}

func (h *haproxy) close() {
	_ = h.cmd.Process.Signal(syscall.SIGKILL) // after SIGTERM it would wait for its connections
	<-h.ended
}
