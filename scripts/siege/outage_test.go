package siege

import (
	"bytes"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// outage fills the cache, stops the upstream (refusing connections, then accepting and not responding), restarts the gateway on
// its data folder repeatedly, with SIGTERM and SIGKILL, and requests everything a customer browses (docs/failures.md F1, F24).
func outage(s *siege) []line {
	r := s.restaurant(2)
	g := s.gateway(r.main().url(), "TABLEFRONT_CACHE_TTL=1s")
	v := newVisitor(g.addr, browsers(16, 10*time.Second), 1)
	catalogue := []string{"settings", "languages", "branches", "pages", "working-hours", "areas", "taxes", "checkout/payment-providers", "products/menus", "products/menus/1", "products/categories", "products/categories/1/products", "products/categories/1/products/1"}
	var times []time.Duration
	total, pages := 0, 0
	crawl := func(failed *tally) {
		for _, h := range r.hosts {
			for _, lang := range r.languages[:3] {
				for _, call := range append(catalogue, "translations?lang="+lang) {
					begun := time.Now()
					total++
					if _, failure := v.get("/api/"+call, "Lang", lang, "X-Branch", h.url()); failure != "" {
						failed.add("%s", failure)
					}
					times = append(times, time.Since(begun))
				}
			}
		}
	}
	var cold, failed, failedPages tally
	v.get("/api/branches") // the branch list has to be loaded before a branch can be requested
	if crawl(&cold); int(cold.n.Load()) == total {
		s.Fatal("the cache could not be filled" + cold.example())
	}
	filled := time.Now()
	if _, isSaved := after(30*time.Second, func() bool {
		snapshot, err := os.Stat(filepath.Join(g.dir, "data", "cache.db"))
		return err == nil && snapshot.ModTime().After(filled)
	}); !isSaved {
		s.Fatal("the snapshot was not written")
	}
	total, times = 0, nil

	for round := range s.outages {
		for i, h := range r.hosts {
			switch {
			case round == 0:
				h.close()
			case round == s.outages/2 && i == 0: // from refusing connections to accepting them and not responding
				h.setScript(func(_ http.ResponseWriter, r *http.Request, _ []byte) bool {
					<-r.Context().Done()
					return true
				})
				s.must(h.open())
			}
		}
		if round%2 == 0 {
			g.kill()
		} else {
			s.must(g.stop())
		}
		s.must(g.start())
		for range s.crawls {
			crawl(&failed)
			for _, page := range []string{"/", "/contact", "/checkout"} {
				pages++
				if _, failure := v.get(page, "Accept", "text/html"); failure != "" {
					failedPages.add("%s", failure)
				}
			}
			time.Sleep(400 * time.Millisecond)
		}
	}
	// The restaurant is back, with other prices.
	for _, h := range r.hosts {
		h.version.Store(2)
		h.close()
		h.setScript(nil)
		s.must(h.open())
	}
	fresh, isFresh := after(5*time.Second, func() bool {
		a, failure := v.get("/api/settings", "Lang", "de")
		return failure == "" && bytes.Contains(a.body, []byte("@@version=2@@"))
	})
	slices.Sort(times)
	p99, worst := times[len(times)*99/100], times[len(times)-1]
	answered := total - int(failed.n.Load())
	return []line{
		{figure: fmt.Sprintf("catalogue requests while the upstream is down, %d restarts in between", s.outages), bound: "100 % answered 200", reached: fmt.Sprintf("%.2f %% of %s%s", 100*float64(answered)/float64(total), thousands(total), failed.example()), passed: answered == total},
		{figure: "pages requested meanwhile", bound: "100 % answered 200", reached: fmt.Sprintf("%d of %d%s", pages-int(failedPages.n.Load()), pages, failedPages.example()), passed: failedPages.n.Load() == 0},
		{figure: "latency of a stale response, 99th percentile (maximum in brackets)", bound: "≤ 5 ms", reached: fmt.Sprintf("%s (%s)", milliseconds(p99), milliseconds(worst)), passed: p99 <= 5*time.Millisecond && answered == total},
		{figure: "from the upstream's recovery to the first fresh response", bound: "≤ 5 s", reached: fresh, passed: isFresh},
	}
}
