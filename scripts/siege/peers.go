package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
)

// A peer is a program of the system beside the shop: nginx in front of it, Redis behind it. Its folder has its configuration and log.
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

func (s *siege) nginx(conf func(dir, addr string) string) (*peer, error) {
	return s.peer("nginx", syscall.SIGTERM, conf, func(p *peer, conf string) []string {
		return []string{"-p", p.dir, "-c", conf, "-e", filepath.Join(p.dir, "error.log")}
	})
}
