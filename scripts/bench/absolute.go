package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// A line is one absolute figure.
type line struct {
	name, gate, reached string
	passed              bool
}

// absoluteFigures measures what is not a ratio of CPU times. `make siege` measures cache stampedes and memory under attack.
func (f *testbed) absoluteFigures() ([]line, error) {
	var lines []line
	var failed error
	for _, measure := range []func() ([]line, error){f.memory, f.orders, f.startTimes, f.addedLatency, f.scaling} {
		some, err := measure()
		failed = errors.Join(failed, err)
		for _, l := range some {
			fmt.Printf("%-52s %-28s %s\n", l.name, l.reached, l.gate)
		}
		lines = append(lines, some...)
	}
	return lines, failed
}

func millis(micros int64) string { return fmt.Sprintf("%.1f ms", float64(micros)/1000) }

// orders measures orders: each is written to the journal on disk before it is sent and after its response.
func (f *testbed) orders() ([]line, error) {
	args := []string{"-url", f.forwarding.url + "/api/checkout/v2", "-order", "-cookies", f.forwarding.cookies, "-xsrf", f.forwarding.xsrf}
	newTestbed, err := f.loadFromUpstreamCore(append(args, "-rate", "600")...)
	if err != nil {
		return nil, err
	}
	most, err := f.loadFromUpstreamCore(append(args, "-workers", "64")...)
	if err != nil {
		return nil, err
	}
	return []line{
		{"journaled orders at 600 a second, open loop: p99", "≥ 500 a second, p99 < 50 ms", fmt.Sprintf("%.0f a second, p99 %s", newTestbed.Rate, millis(newTestbed.P99)), newTestbed.Rate >= 500 && newTestbed.P99 < 50_000},
		{"journaled orders, 64 customers in a closed loop", "≥ 500 a second", fmt.Sprintf("%.0f a second, p99 %s", most.Rate, millis(most.P99)), most.Rate >= 500},
	}, nil
}

// memory measures the memory of the gateways after all runs with 64 connections.
func (f *testbed) memory() ([]line, error) {
	var lines []line
	for _, t := range []struct {
		name string
		*target
	}{{"with its cache", f.caching}, {"with the catalogue uncached", f.forwarding}} {
		rollup, err := os.ReadFile(fmt.Sprintf("/proc/%d/smaps_rollup", t.pid))
		if err != nil {
			return nil, err
		}
		for text := range strings.Lines(string(rollup)) {
			if kb, ok := strings.CutPrefix(text, "Anonymous:"); ok {
				n, _ := strconv.ParseFloat(strings.Fields(kb)[0], 64)
				lines = append(lines, line{"anonymous memory after 64 connections, a gateway " + t.name, "≤ 30 MB", fmt.Sprintf("%.1f MB", n/1024), n <= 30*1024})
			}
		}
	}
	return lines, nil
}

// startTimes measures the time from the start of a gateway with a snapshot and without an upstream to the first 200 of /readyz.
func (f *testbed) startTimes() ([]line, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	upstream, err := f.start(1, self, "stub", stoppedUpstream)
	if err != nil {
		return nil, err
	}
	if err := answers("http://" + stoppedUpstream + "/api/settings"); err != nil {
		return nil, err
	}
	run := func(paths ...string) (time.Duration, error) {
		began := time.Now()
		cmd, err := f.start(0, f.binary, "serve", "--addr", startedAddr, "--upstream", "http://"+stoppedUpstream, "--data-dir", filepath.Join(f.dir, "started"), "--metrics-addr", "", "--log-level", "info")
		if err != nil {
			return 0, err
		}
		defer func() {
			_ = cmd.Process.Signal(syscall.SIGTERM)
			_ = cmd.Wait()
		}()
		for {
			r, err := http.Get("http://" + startedAddr + "/readyz")
			if err == nil {
				_ = r.Body.Close()
				if r.StatusCode == http.StatusOK {
					break
				}
			}
			if time.Since(began) > 10*time.Second {
				return 0, errors.New("a gateway with a snapshot was not ready within 10 s")
			}
			time.Sleep(time.Millisecond)
		}
		took := time.Since(began)
		for _, path := range paths {
			if err := answers("http://" + startedAddr + path); err != nil {
				return 0, err
			}
		}
		return took, nil
	}
	if _, err := run("/api/settings", "/api/products/menus", "/api/products/categories/3/products"); err != nil {
		return nil, err
	}
	_ = upstream.Process.Kill()
	_ = upstream.Wait()
	var times []time.Duration
	for range 5 {
		took, err := run("/api/products/menus")
		if err != nil {
			return nil, err
		}
		times = append(times, took)
	}
	slices.Sort(times)
	return []line{{"start to ready with a snapshot and no upstream, of 5", "≤ 300 ms", fmt.Sprintf("%d / %d / %d ms", times[0].Milliseconds(), times[2].Milliseconds(), times[4].Milliseconds()), times[2] <= 300*time.Millisecond}}, nil
}

// addedLatency is the difference of the p99 of the gateway and of nginx, both forwarding 61 KB at 400 requests a second.
func (f *testbed) addedLatency() ([]line, error) {
	var above []int64
	var ours, theirs load
	for range 5 {
		var err error
		for _, t := range []struct {
			*target
			l *load
		}{{f.forwarding, &ours}, {f.proxy, &theirs}} {
			if *t.l, err = f.loadFromUpstreamCore("-url", t.url+"/api/products/menus", "-rate", "400", "-seconds", "3"); err != nil {
				return nil, err
			}
		}
		above = append(above, ours.P99-theirs.P99)
	}
	slices.Sort(above)
	return []line{{"added p99 over nginx at 400 a second, open loop, 61 KB", "≤ 1.5 ms", fmt.Sprintf("%.2f / %.2f / %.2f ms", float64(above[0])/1000, float64(above[2])/1000, float64(above[4])/1000), above[2] <= 1500}}, nil
}

// scaling compares the CPU of a cache hit with one and with 500 branches, and with one and with 10,000 cached keys.
func (f *testbed) scaling() ([]line, error) {
	cmd, err := f.start(0, f.binary, "serve", "--addr", manyAddr, "--upstream", f.upstream+"/many", "--data-dir", filepath.Join(f.dir, "many"), "--metrics-addr", "", "--log-level", "info", "--cache-ttl", "1h", "--cache-bytes", "67108864")
	if err != nil {
		return nil, err
	}
	many := &target{name: "tablefront", url: "http://" + manyAddr, pid: cmd.Process.Pid}
	if err := answers(many.url + "/readyz"); err != nil {
		return nil, err
	}
	ask := func(n int, what string) (float64, error) {
		script := filepath.Join(f.dir, "growth.lua")
		text := fmt.Sprintf("local n=0\nlocal headers={}\nfunction request() n=n%%%d+1; ", n)
		if what == "branch" {
			text += fmt.Sprintf("headers['X-Branch']='%s/b'..n; return wrk.format('GET','/api/settings',headers) end\n", f.upstream)
		} else {
			text += "return wrk.format('GET','/api/products/menus/'..n,headers) end\n"
		}
		if err := os.WriteFile(script, []byte(text), 0o600); err != nil {
			return 0, err
		}
		// Every key is requested once before the measurement, so that all requests are hits: the catalogue is fresh for 30 s.
		for i := 1; i <= n; i++ {
			path, branch := "/api/settings", f.upstream+"/b"+strconv.Itoa(i)
			if what != "branch" {
				path, branch = "/api/products/menus/"+strconv.Itoa(i), ""
			}
			if err := once(many.url+path, branch); err != nil {
				return 0, err
			}
		}
		return f.cost(many, script, 2)
	}
	ratio := func(what string, n int) (string, bool, error) {
		var ratios []float64
		for range 3 {
			one, err := ask(1, what)
			if err != nil {
				return "", false, err
			}
			all, err := ask(n, what)
			if err != nil {
				return "", false, err
			}
			ratios = append(ratios, all/one)
		}
		slices.Sort(ratios)
		return fmt.Sprintf("× %.2f / %.2f / %.2f", ratios[0], ratios[1], ratios[2]), ratios[1] <= 1.25, nil
	}
	branches, flat, err := ratio("branch", 500)
	if err != nil {
		return nil, err
	}
	keys, flatKeys, err := ratio("key", 10_000)
	if err != nil {
		return nil, err
	}
	return []line{
		{"CPU of a cache hit, 500 branches compared with one", "flat (≤ × 1.25)", branches, flat},
		{"CPU of a cache hit, 10,000 cached keys compared with one", "flat (≤ × 1.25)", keys, flatKeys},
	}, nil
}

// once makes one request as a customer of a branch.
func once(url, branch string) error {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	if branch != "" {
		r.Header.Set("X-Branch", branch)
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer a.Body.Close()
	if a.StatusCode != http.StatusOK {
		return fmt.Errorf("%s answered %s", url, a.Status)
	}
	return nil
}
