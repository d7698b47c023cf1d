package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"time"
)

// outage fills the cache, stops the upstream (refusing connections, then accepting and not responding), restarts the gateway on
// its data folder repeatedly, with SIGTERM and SIGKILL, and requests everything a customer browses (docs/failures.md F1, F24).
func outage(s *siege) ([]line, error) {
	r, err := s.restaurant(2)
	if err != nil {
		return nil, err
	}
	defer r.close()
	g, err := s.gateway("outage", r.main().url(), map[string]string{"TABLEFRONT_CACHE_TTL": "1s"})
	if err != nil {
		return nil, err
	}
	defer g.kill()
	v := newVisitor(g, browsers(16, 10*time.Second), 1)
	ctx := context.Background()
	catalogue := []string{"settings", "languages", "branches", "pages", "working-hours", "areas", "taxes", "checkout/payment-providers", "products/menus", "products/menus/7", "products/categories", "products/categories/3/products", "products/categories/3/products/9"}
	languages := r.languages[:3]
	crawl := func(visit func(path string, a *response, took time.Duration, err error)) {
		for _, h := range r.hosts {
			for _, lang := range languages {
				for _, call := range append(catalogue, "translations?lang="+lang) {
					begun := time.Now()
					a, err := v.send(ctx, "GET", "/api/"+call, "", "Lang", lang, "X-Branch", h.url())
					visit(call, a, time.Since(begun), err)
				}
			}
		}
	}
	// The branch list has to be loaded before a branch can be requested.
	_, _ = v.send(ctx, "GET", "/api/branches", "")
	warm := 0
	crawl(func(path string, a *response, _ time.Duration, err error) {
		if err == nil && a.status == 200 {
			warm++
		}
	})
	if warm == 0 {
		return nil, fmt.Errorf("the cache could not be filled")
	}
	time.Sleep(2500 * time.Millisecond) // the snapshot is written asynchronously

	var failed, total int
	var times []time.Duration
	var example string
	var pages, badPages int
	for round := range s.outages {
		for i, h := range r.hosts {
			switch {
			case round == 0:
				h.close()
			case round == s.outages/2 && i == 0 && s.outages > 1: // from refusing connections to accepting them and not responding
				h.setScript(func(_ http.ResponseWriter, r *http.Request, _ []byte) bool {
					<-r.Context().Done()
					return true
				})
				if err := h.reopen(); err != nil {
					return nil, err
				}
			}
		}
		if rand.IntN(2) == 0 {
			g.kill()
		} else if _, err := g.stop(); err != nil {
			return nil, err
		}
		if err := g.start(); err != nil {
			return nil, err
		}
		rounds := 3
		if s.outageIsLong {
			rounds = 10
		}
		for range rounds {
			crawl(func(path string, a *response, took time.Duration, err error) {
				total++
				times = append(times, took)
				if err != nil || a.status != 200 {
					failed++
					if example == "" && err == nil {
						example = fmt.Sprintf("%s: %d %.60s", path, a.status, a.body)
					} else if example == "" {
						example = path + ": " + err.Error()
					}
				}
			})
			for _, page := range []string{"/", "/contact", "/checkout"} {
				pages++
				if a, err := v.send(ctx, "GET", page, "", "Accept", "text/html"); err != nil || a.status != 200 {
					badPages++
				}
			}
			if s.outageIsLong {
				time.Sleep(400 * time.Millisecond)
			}
		}
	}
	// The restaurant is back, with other prices.
	for _, h := range r.hosts {
		h.version.Store(2)
		h.close()
		h.setScript(nil)
		if err := h.reopen(); err != nil {
			return nil, err
		}
	}
	back := time.Now()
	fresh := time.Duration(-1)
	for time.Since(back) < 15*time.Second {
		if a, err := v.send(ctx, "GET", "/api/settings", "", "Lang", "de"); err == nil && a.status == 200 && containsText(a.body, "@@version=2@@") {
			fresh = time.Since(back)
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	freshText := "never"
	if fresh >= 0 {
		freshText = milliseconds(fresh)
	}
	p99, worst := percentile(times, 99), percentile(times, 100)
	reached := fmt.Sprintf("%.2f %% of %s", 100*float64(total-failed)/float64(max(total, 1)), thousands(total))
	if example != "" {
		reached += ", e.g. " + example
	}
	return []line{
		{figure: fmt.Sprintf("catalogue requests while the upstream is down, %d restarts in between", s.outages), bound: "100 % answered 200", reached: reached, passed: failed == 0},
		{figure: "pages requested meanwhile", bound: "100 % answered 200", reached: fmt.Sprintf("%d of %d", pages-badPages, pages), passed: badPages == 0},
		{figure: "latency of a stale response, 99th percentile (maximum in brackets)", bound: "≤ 5 ms", reached: fmt.Sprintf("%s (%s)", milliseconds(p99), milliseconds(worst)), passed: p99 <= 5*time.Millisecond && failed == 0},
		{figure: "from the upstream's recovery to the first fresh response", bound: "≤ 5 s", reached: freshText, passed: fresh >= 0 && fresh <= 5*time.Second},
	}, nil
}
