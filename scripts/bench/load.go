package main

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"sync"
	"time"
)

// A load is the report of `bench load`: latencies in microseconds, measured from the time at which a request was due.
type load struct {
	Count, Failed  int
	Rate           float64 // responses per second
	P50, P99, Most int64
}

// runLoad is `bench load`: requests at a fixed rate, independent of the responses (an open loop), or as fast as -workers can
// (-rate 0). It is a separate process, so that it can be pinned to the core of the upstream.
func runLoad(args []string) error {
	flags := flag.NewFlagSet("load", flag.ExitOnError)
	url := flags.String("url", "", "the URL to request")
	rate := flags.Int("rate", 0, "requests a second")
	seconds := flags.Int("seconds", 5, "how long")
	workers := flags.Int("workers", 64, "concurrent requests, without a rate")
	order := flags.Bool("order", false, "POST orders, each with its own key")
	cookies := flags.String("cookies", "", "the visitor's cookies")
	xsrf := flags.String("xsrf", "", "the visitor's XSRF token")
	_ = flags.Parse(args)
	client := &http.Client{Transport: &http.Transport{MaxIdleConns: 512, MaxIdleConnsPerHost: 512}, Timeout: 10 * time.Second}
	ask := func() error {
		method, body := http.MethodGet, []byte(nil)
		if *order {
			method, body = http.MethodPost, contactBody()
		}
		r, err := http.NewRequestWithContext(context.Background(), method, *url, bytes.NewReader(body))
		if err != nil {
			return err
		}
		if *order {
			var key [16]byte
			_, _ = rand.Read(key[:])
			r.Header.Set("Idempotency-Key", hex.EncodeToString(key[:]))
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Cookie", *cookies)
			r.Header.Set("X-XSRF-TOKEN", *xsrf)
		}
		a, err := client.Do(r)
		if err != nil {
			return err
		}
		defer a.Body.Close()
		if _, err := io.Copy(io.Discard, a.Body); err != nil {
			return err
		}
		if a.StatusCode != http.StatusOK {
			return errors.New(a.Status)
		}
		return nil
	}
	var mu sync.Mutex
	var times []time.Duration
	failed := 0
	note := func(due time.Time, err error) {
		mu.Lock()
		defer mu.Unlock()
		if err != nil {
			failed++
			return
		}
		times = append(times, time.Since(due))
	}
	var wg sync.WaitGroup
	start := time.Now()
	end := start.Add(time.Duration(*seconds) * time.Second)
	if *rate > 0 {
		for n := range *rate * *seconds {
			due := start.Add(time.Duration(n) * time.Second / time.Duration(*rate))
			time.Sleep(time.Until(due))
			wg.Go(func() { note(due, ask()) })
		}
	} else {
		for range *workers {
			wg.Go(func() {
				for now := time.Now(); now.Before(end); now = time.Now() {
					note(now, ask())
				}
			})
		}
	}
	wg.Wait()
	l := load{Count: len(times), Failed: failed, Rate: float64(len(times)) / time.Since(start).Seconds()}
	if len(times) > 0 {
		slices.Sort(times)
		l.P50, l.P99, l.Most = times[len(times)/2].Microseconds(), times[len(times)*99/100].Microseconds(), times[len(times)-1].Microseconds()
	}
	return json.NewEncoder(os.Stdout).Encode(l)
}

// loadFromUpstreamCore runs `bench load` on the upstream's core.
func (f *testbed) loadFromUpstreamCore(args ...string) (l load, err error) {
	self, err := os.Executable()
	if err != nil {
		return l, err
	}
	out, err := exec.Command("taskset", append([]string{"-c", "1", self, "load"}, args...)...).Output()
	if err != nil {
		return l, fmt.Errorf("bench load: %w", err)
	}
	if err := json.Unmarshal(out, &l); err != nil {
		return l, err
	}
	if l.Failed > 0 || l.Count == 0 {
		return l, fmt.Errorf("%d requests failed, %d were answered", l.Failed, l.Count)
	}
	return l, nil
}
