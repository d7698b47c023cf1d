// Package redistest starts Redis servers for tests.
package redistest

import (
	"net"
	"os/exec"
	"sync"
	"testing"
	"time"

	"tablefront/bff/freeaddr"
)

// Start starts a server on an address of its own, which stores nothing unless args say so. The test is skipped where there is no Redis.
// kill ends the server at once; so does the end of the test.
func Start(t testing.TB, args ...string) (addr string, kill func()) {
	t.Helper()
	if _, err := exec.LookPath("redis-server"); err != nil {
		t.Skip("no redis-server here (scripts/setup servers)")
	}
	addr = freeaddr.New(t)
	_, port, _ := net.SplitHostPort(addr)
	cmd := exec.Command("redis-server", append(args, "--port", port, "--bind", "127.0.0.1", "--dir", t.TempDir(), "--save", "")...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	var once sync.Once
	kill = func() { once.Do(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() }) }
	t.Cleanup(kill)
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if c, err := net.Dial("tcp", addr); err == nil {
			_ = c.Close()
			return addr, kill
		}
		if time.Now().After(deadline) {
			t.Fatal("redis-server does not answer")
		}
	}
}
