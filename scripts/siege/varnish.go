package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// A varnish runs Debian's Varnish as a cache in front of an upstream, with the same key and lifetime as nginx here.
type varnish struct {
	addr  string
	cmd   *exec.Cmd
	ended chan struct{}
}

const varnishVCL = `vcl 4.1;
backend host { .host = "%s"; .port = "%s"; .first_byte_timeout = 60s; .between_bytes_timeout = 60s; }
sub vcl_recv { unset req.http.Cookie; if (req.method == "GET") { return (hash); } }
sub vcl_hash { hash_data(req.http.Lang); }
sub vcl_backend_response { unset beresp.http.Set-Cookie; if (beresp.status == 200) { set beresp.ttl = 5m; } }
`

// varnishCache starts one with 64 MiB of storage.
func (s *siege) varnishCache(upstream string) (*varnish, error) {
	if _, err := exec.LookPath("varnishd"); err != nil {
		return nil, fmt.Errorf("varnish is not installed (scripts/siege/run installs it): %w", err)
	}
	dir, err := os.MkdirTemp(s.dir, "varnish-")
	if err != nil {
		return nil, err
	}
	addr, err := s.ports.free()
	if err != nil {
		return nil, err
	}
	ip, port, _ := strings.Cut(upstream, ":")
	vcl := filepath.Join(dir, "default.vcl")
	if err := os.WriteFile(vcl, fmt.Appendf(nil, varnishVCL, ip, port), 0o644); err != nil {
		return nil, err
	}
	v := &varnish{addr: addr, cmd: exec.Command("varnishd", "-F", "-j", "none", "-n", dir, "-a", addr, "-f", vcl, "-s", "malloc,64m", "-T", "none"), ended: make(chan struct{})}
	v.cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := startLocked(v.cmd); err != nil {
		return nil, err
	}
	go func() { _ = v.cmd.Wait(); close(v.ended) }()
	return v, reachable(addr)
}

func (v *varnish) close() {
	_ = v.cmd.Process.Signal(syscall.SIGTERM)
	<-v.ended
}

// memory is the resident memory of its processes, in MiB.
func (v *varnish) memory() float64 {
	total := peakMemoryOf(v.cmd.Process.Pid)
	children, _ := os.ReadFile(fmt.Sprintf("/proc/%[1]d/task/%[1]d/children", v.cmd.Process.Pid))
	for child := range strings.FieldsSeq(string(children)) {
		pid, _ := strconv.Atoi(child)
		total += peakMemoryOf(pid)
	}
	return total
}
