// Command cachetests runs the public suite http-cache-tests against the general HTTP cache of bff/cache/httpcache, and
// against nginx and varnish, side by side in one run, and writes a page of totals with each miss of ours named and
// explained (HARDENING.md section 5 figure 8).
//
//	cachetests -suite DIR [-report docs/cache-tests.md] [-only ours,nginx,varnish]
//	cachetests -serve ADDR -origin URL [-drop-cookies]     the cache alone, to look at
//
// A miss that has no explanation here, and an explanation whose test passes, are errors: the exit code is 1.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"tablefront/bff/cache/httpcache"
)

// A peer is a cache under test.
type peer struct {
	name, about string
	// start puts it in front of the origin and gives its address.
	start func(dir, origin string) (addr string, stop func(), err error)
}

var peers = []peer{
	{"ours", "Tablefront's store as a general HTTP cache", ours(false)},
	{"ours, without cookies", "the same with `DropCookies`, which is how the shop keeps its copies", ours(true)},
	{"nginx", "Debian's, `proxy_cache` with `proxy_cache_revalidate`", nginx},
	{"varnish", "Debian's, its built-in VCL", varnish},
}

func main() {
	runtime.LockOSThread() // children end with the thread that made them: this one lives as long as the program
	suite := flag.String("suite", "", "the folder of the npm package http-cache-tests")
	report := flag.String("report", "", "where to write the page in Markdown")
	only := flag.String("only", "", "only these caches, names with commas in between")
	serve := flag.String("serve", "", "serve the cache alone at this address")
	origin := flag.String("origin", "", "the server behind it")
	drop := flag.Bool("drop-cookies", false, "keep no Set-Cookie")
	flag.Parse()
	var err error
	if *serve != "" {
		err = serveAlone(*serve, *origin, *drop)
	} else {
		err = run(*suite, *report, *only)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "cachetests:", err)
		os.Exit(1)
	}
}

func serveAlone(addr, origin string, drop bool) error {
	u, err := url.Parse(origin)
	if err != nil || u.Host == "" {
		return fmt.Errorf("-origin %q is no address like http://127.0.0.1:8000", origin)
	}
	server := &http.Server{Addr: addr, Handler: httpcache.New(httpcache.Options{Origin: u, DropCookies: drop}), ReadHeaderTimeout: 10 * time.Second}
	return server.ListenAndServe()
}

// An outcome is what a cache made of the suite: nil for a test that passed, else why it did not.
type outcome map[string]*string

func run(suite, report, only string) error {
	if _, err := os.Stat(filepath.Join(suite, "cli.mjs")); err != nil {
		return fmt.Errorf("there is no http-cache-tests in %q (make cache-tests brings it)", suite)
	}
	dir, err := os.MkdirTemp("", "cachetests-")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	if err := os.Chmod(dir, 0o755); err != nil {
		return err
	}
	tests, err := testsOf(suite)
	if err != nil {
		return err
	}
	outcomes := map[string]outcome{}
	var names []string
	for _, p := range peers {
		if only != "" && !strings.Contains(","+only+",", ","+p.name+",") {
			continue
		}
		fmt.Fprintf(os.Stderr, "  %s …\n", p.name)
		o, err := measure(suite, dir, p)
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		outcomes[p.name] = o
		names = append(names, p.name)
		t := total(tests, o, false)
		fmt.Fprintf(os.Stderr, "  %s: required %d of %d, optimal %d of %d, behaviours %d of %d\n", p.name, t.required, t.ofRequired, t.optimal, t.ofOptimal, t.checks, t.ofChecks)
	}
	page, problems := pageOf(tests, names, outcomes)
	if report != "" {
		if err := os.WriteFile(report, []byte(page), 0o644); err != nil {
			return err
		}
	} else {
		fmt.Print(page)
	}
	if len(problems) > 0 {
		return errors.New(strings.Join(problems, "\n"))
	}
	return nil
}

// A test of the suite. Kind is required, optimal, or check, which asks what a cache does and wants nothing.
type test struct {
	ID, Name, Kind, Suite string
	Surrogate             bool
}

func testsOf(suite string) ([]test, error) {
	const script = `const all = (await import(process.argv[1] + '/tests/index.mjs')).default.map((s) => [s, false]);
all.push([(await import(process.argv[1] + '/tests/surrogate-control.mjs')).default, true]);
console.log(JSON.stringify(all.flatMap(([s, surrogate]) => s.tests.filter((t) => t.browser_only !== true).map((t) =>
  ({ ID: t.id, Name: t.name, Kind: t.kind ?? 'required', Suite: s.name, Surrogate: surrogate })))));`
	absolute, err := filepath.Abs(suite)
	if err != nil {
		return nil, err
	}
	out, err := exec.Command("node", "--no-warnings", "--input-type=module", "-e", script, absolute).Output()
	if err != nil {
		return nil, fmt.Errorf("the list of tests: %w", err)
	}
	var tests []test
	if err := json.Unmarshal(out, &tests); err != nil {
		return nil, err
	}
	return tests, nil
}

// measure runs the suite's own server, a cache in front of it, and the suite's client.
func measure(suite, dir string, p peer) (outcome, error) {
	origin, err := freeAddr()
	if err != nil {
		return nil, err
	}
	_, port, _ := net.SplitHostPort(origin)
	settings := func(pairs ...string) []string {
		env := os.Environ()
		for i := 0; i < len(pairs); i += 2 { // npm's older and newer way of handing settings on
			env = append(env, "npm_config_"+pairs[i]+"="+pairs[i+1], "npm_package_config_"+pairs[i]+"="+pairs[i+1])
		}
		return env
	}
	server := exec.Command("node", "--no-warnings", "server/server.mjs")
	server.Dir, server.Env = suite, settings("protocol", "http", "port", port, "pidfile", filepath.Join(dir, "pid"))
	server.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := server.Start(); err != nil {
		return nil, err
	}
	defer func() { _ = server.Process.Kill(); _ = server.Wait() }()
	if err := reachable(origin); err != nil {
		return nil, err
	}
	addr, stop, err := p.start(dir, origin)
	if err != nil {
		return nil, err
	}
	defer stop()
	if err := reachable(addr); err != nil {
		return nil, err
	}
	client := exec.Command("node", "--no-warnings", "cli.mjs")
	client.Dir, client.Env, client.Stderr = suite, settings("id", "", "base", "http://"+addr), os.Stderr
	out, err := client.Output()
	if err != nil {
		return nil, err
	}
	var raw map[string]json.RawMessage
	if err := json.Unmarshal(out, &raw); err != nil {
		return nil, fmt.Errorf("the suite says %.200q", out)
	}
	o := outcome{}
	for id, r := range raw {
		if string(r) == "true" {
			o[id] = nil
			continue
		}
		var why []string
		_ = json.Unmarshal(r, &why)
		text := strings.Join(why, ": ")
		o[id] = &text
	}
	return o, nil
}

func ours(drop bool) func(string, string) (string, func(), error) {
	return func(_, origin string) (string, func(), error) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return "", nil, err
		}
		server := &http.Server{Handler: httpcache.New(httpcache.Options{Origin: &url.URL{Scheme: "http", Host: origin}, DropCookies: drop}), ReadHeaderTimeout: 10 * time.Second}
		go func() { _ = server.Serve(l) }()
		return l.Addr().String(), func() { _ = server.Close() }, nil
	}
}

const nginxConf = `worker_processes 1; daemon off; pid %[1]s/nginx.pid; error_log %[1]s/error.log;
events { worker_connections 2000; }
http {
  access_log off;
  client_body_temp_path %[1]s/b; proxy_temp_path %[1]s/p; fastcgi_temp_path %[1]s/f; uwsgi_temp_path %[1]s/u; scgi_temp_path %[1]s/s;
  proxy_cache_path %[1]s/cache keys_zone=k:10m;
  server {
    listen %[3]s; location / {
      proxy_pass http://%[2]s; proxy_http_version 1.1; proxy_set_header Connection ""; proxy_cache k; proxy_cache_revalidate on; proxy_cache_use_stale error timeout;
    }
  }
}
`

func nginx(dir, origin string) (string, func(), error) {
	addr, err := freeAddr()
	if err != nil {
		return "", nil, err
	}
	dir, err = os.MkdirTemp(dir, "nginx-")
	if err != nil {
		return "", nil, err
	}
	if err := os.Chmod(dir, 0o755); err != nil { // its workers run as somebody else
		return "", nil, err
	}
	file := filepath.Join(dir, "nginx.conf")
	if err := os.WriteFile(file, fmt.Appendf(nil, nginxConf, dir, origin, addr), 0o644); err != nil {
		return "", nil, err
	}
	return started(addr, exec.Command("nginx", "-p", dir, "-c", file, "-e", filepath.Join(dir, "error.log")))
}

func varnish(dir, origin string) (string, func(), error) {
	addr, err := freeAddr()
	if err != nil {
		return "", nil, err
	}
	dir, err = os.MkdirTemp(dir, "varnish-")
	if err != nil {
		return "", nil, err
	}
	return started(addr, exec.Command("varnishd", "-F", "-j", "none", "-n", dir, "-a", addr, "-b", origin, "-s", "malloc,64m", "-T", "none"))
}

func started(addr string, cmd *exec.Cmd) (string, func(), error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if err := cmd.Start(); err != nil {
		return "", nil, err
	}
	return addr, func() { _ = cmd.Process.Signal(syscall.SIGTERM); _ = cmd.Wait() }, nil
}

func freeAddr() (string, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer func() { _ = l.Close() }()
	return l.Addr().String(), nil
}

func reachable(addr string) error {
	var err error
	for range 1000 {
		var c net.Conn
		if c, err = net.Dial("tcp", addr); err == nil {
			return c.Close()
		}
		time.Sleep(10 * time.Millisecond)
	}
	return err
}
